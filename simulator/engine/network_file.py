"""Files of networks, and the code of the rules that a network was trained with."""

import ast
import hashlib
import io
import json
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from starbalance.simulator.engine.encoding import Feature, Measure, Operations, Scope, operations
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import replacing
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import ASSETS, SEATS
from starbalance.simulator.engine.network import HEADS, Networks, blank_networks, with_desk
from starbalance.simulator.engine.records import values

FOLDER = "networks"
_PARTS = ("first", "bias", "second", "second_bias", "out")


@dataclass(frozen=True)
class Network:
    """A network that estimates the share of the win of each seat.

    Attributes:
        digest: A hash of everything else.
        features: The features of a seat, in the order of `first`.
        ranges: The lowest and the highest value of each source that a feature counts by value.
        assets: The number of evaluation features of the game.
        rules_code: A hash of the code of the rules, see `rules_code`.
        rules_values: A hash of the numbers of the rules.
        first: The weights of the first layer (features x hidden).
        bias: The bias of the first layer (hidden).
        second: The weights of the second layer (numbers x 2 hidden): for the own side, then for the other sides.
        second_bias: The bias of the second layer.
        out: The weights of the output.
    """

    digest: str
    features: tuple[Feature, ...] = field(compare=False)
    ranges: Mapping[str, tuple[int, int]] = field(compare=False)
    assets: int = field(compare=False)
    rules_code: str = field(compare=False)
    rules_values: str = field(compare=False)
    first: np.ndarray = field(compare=False)
    bias: np.ndarray = field(compare=False)
    second: np.ndarray = field(compare=False)
    second_bias: np.ndarray = field(compare=False)
    out: np.ndarray = field(compare=False)

    @property
    def weights(self) -> np.ndarray:
        """All weights in the order in which `network.estimate` reads them: of both layers by what they multiply."""
        parts = (self.first, self.bias, self.second.T, self.second_bias, self.out)
        return np.concatenate([np.asarray(part, np.float32).ravel() for part in parts])


def make_network(**content: Any) -> Network:
    """Return a network with the hash of its content."""
    network = Network("", **content)
    code = hashlib.sha256(json.dumps(_texts(network), sort_keys=True).encode())
    for part in _PARTS:
        code.update(np.asarray(getattr(network, part), np.float32).tobytes())
    return Network(code.hexdigest()[:12], **content)


def _texts(network: Network) -> dict[str, str]:
    """Return the parts of a network that are not weights, as texts."""
    return {
        "features": json.dumps([asdict(each) for each in network.features]),
        "ranges": json.dumps({name: list(each) for name, each in network.ranges.items()}),
        "assets": str(network.assets),
        "rules_code": network.rules_code,
        "rules_values": network.rules_values,
    }


def network_path(folder: Path, setup: str) -> Path:
    """Return the path of the network of a setup in the folder of the strategies of a game."""
    return folder / FOLDER / f"{setup}.npz"


def write_network(path: Path, network: Network) -> None:
    """Write a network to a file.

    Raises:
        BadInput: If the file cannot be written. It then keeps its previous content.
    """
    texts = {name: np.array(text) for name, text in _texts(network).items()}
    with replacing(path) as draft, draft.open("wb") as file:
        content: dict[str, Any] = {**texts, **{part: getattr(network, part) for part in _PARTS}}
        np.savez_compressed(file, **content)


@cache
def read_network(path: Path) -> Network:
    """Return the network in a file.

    Raises:
        BadInput: If the file cannot be read, or does not hold a network.
    """
    try:
        with np.load(path, allow_pickle=False) as content:
            network = _network(content)
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadInput(f"{path} does not hold a network: {error}") from None
    _check(path, network)
    return network


def _network(content: Mapping[str, np.ndarray]) -> Network:
    features = [_feature(each) for each in json.loads(str(content["features"]))]
    ranges = {name: (int(low), int(high)) for name, (low, high) in json.loads(str(content["ranges"])).items()}
    return make_network(
        features=tuple(features),
        ranges=ranges,
        assets=int(str(content["assets"])),
        rules_code=str(content["rules_code"]),
        rules_values=str(content["rules_values"]),
        **{part: np.array(content[part], np.float32) for part in _PARTS},
    )


def _feature(entry: Mapping[str, Any]) -> Feature:
    lists = {"place": tuple(map(int, entry["place"])), "tables": tuple(map(str, entry["tables"]))}
    enums = {"scope": Scope(entry["scope"]), "measure": Measure(entry["measure"])}
    return Feature(**{**entry, **lists, **enums})


def _check(path: Path, network: Network) -> None:
    """Check that the sizes of the parts fit together.

    Raises:
        BadInput: If they do not.
    """
    inputs, hidden, second = len(network.features), len(network.bias), len(network.out)
    shapes = ((inputs, hidden), (hidden,), (second, 2 * hidden), (second,), (second,))
    fits = all(getattr(network, part).shape == shape for part, shape in zip(_PARTS, shapes, strict=True))
    if not fits or not 0 <= network.assets <= ASSETS:
        raise BadInput(f"{path} does not hold a network: the sizes of its parts do not fit together.")


def join(networks: Sequence[Network], state_dt: np.dtype, rules: Any) -> Networks:
    """Return the networks of a run in the form that `network.estimate` reads.

    Args:
        networks: The networks.
        state_dt: The type of the state.
        rules: The rules record, whose tables the features look up.
    """
    if not networks:
        return blank_networks()
    parts = [operations(each.features, state_dt, rules, each.ranges) for each in networks]
    lists = [[part.table for part in parts], [part.starts for part in parts], [part.features for part in parts]]
    weights = [each.weights for each in networks]
    begins = [np.cumsum([0, *map(len, each)])[:-1] for each in (*lists, weights)]
    lists[1] = [part.starts + pair for part, pair in zip(parts, begins[2], strict=True)]
    heads = np.zeros((len(networks), HEADS), np.int64)
    for row, (network, part) in enumerate(zip(networks, parts, strict=True)):
        operation, start, _, weight = (int(each[row]) for each in begins)
        sizes = (part.count, len(network.bias), len(network.out), weight, network.assets)
        heads[row] = (operation, len(part.table), start, *sizes)
    table, starts, features = map(np.concatenate, lists)
    factors = np.concatenate([part.factors for part in parts])
    return with_desk(heads, table, starts, features, factors, np.concatenate(weights), side=sides(rules))


def encoder(part: Operations, assets: int, rules: Any) -> Networks:
    """Return operations in the form that `network.encode` reads, without a network.

    Args:
        part: The operations.
        assets: The number of evaluation features of the game.
        rules: The rules record.
    """
    heads = np.array([[0, len(part.table), 0, part.count, 0, 0, 0, assets]])
    lists = (part.table, part.starts, part.features, part.factors, np.zeros(0, np.float32))
    return with_desk(heads, *lists, side=sides(rules))


def sides(rules: Any) -> np.ndarray:
    """Return the side of each seat (SEATS). In a game without sides, each seat is a side."""
    seats = int(rules["seats"])
    if "side" in rules.dtype.names and len(np.unique(rules["side"][:seats])) > 1:
        return np.resize(np.asarray(rules["side"], np.int64), SEATS)
    return np.arange(SEATS)


def values_hash(rules: Any) -> str:
    """Return a hash of the numbers of a rules record."""
    return hashlib.sha256(json.dumps(values(rules)).encode()).hexdigest()[:12]


@cache
def rules_code(game: Game) -> str:
    """Return a hash of the code that the rules of a game consist of: its modules that the game functions import.

    Comments, docstrings and blank lines do not count.
    """
    code = hashlib.sha256()
    places = (place for place in vars(game.functions).values() if place)
    for _, path in sorted(_imported(game, {place.rpartition(".")[0] for place in places} | {"state"})):
        code.update(_statements(path.read_text(encoding="utf-8")).encode())
    return code.hexdigest()[:12]


def _imported(game: Game, modules: set[str]) -> set[tuple[str, Path]]:
    """Return the modules of the rule packages that some modules of a game import, with their files."""
    own = tuple(f"{package}." for package in game.rule_packages)
    todo, found = [f"{game.package}.{module}" for module in modules], {}
    while todo:
        name = todo.pop()
        spec = None if name in found else _spec(name)
        if spec is not None and spec.origin:
            found[name] = Path(spec.origin)
            todo += [each for each in _imports(name, found[name]) if each.startswith(own)]
    return set(found.items())


def _spec(name: str) -> Any:
    """Return where a module lies. `None` if there is no such module."""
    try:
        return find_spec(name)
    except ModuleNotFoundError:  # a name inside a module
        return None


def _imports(module: str, path: Path) -> Iterator[str]:
    """Yield the modules that a module may import, and the names that it imports from them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            parent = ".".join([*module.split(".")[: -node.level], ""]) if node.level else ""
            source = f"{parent}{node.module or ''}".rstrip(".")
            yield from (source, *(f"{source}.{each.name}" for each in node.names))
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def _statements(source: str) -> str:
    """Return the lines of a source without comments, docstrings and blank lines."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(line.rstrip() for line in lines if line.strip())
