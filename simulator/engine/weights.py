"""Named weights as data: a TOML file of strategies that differ from another one, their base, by weights alone.

    [greedy]
    recipe = "Counts victory points."
    base = "sensible"            # the default; its weights hold where the strategy gives none
    weights = { war = 0.5, follow = 0.6 }
    temperature = 0.5            # the default is the temperature of the base

    [greedy.setups.players2]     # a specialist: these hold in one set-up, the rest as above
    weights = { war = 0.9 }

    [greedy.setups.players2.levels.Technoids]     # and these there for whoever is that, by the factor of the game
    weights = { war = 0.2 }

Weights of a strategy's own hold before the rows of its base.

The order in which a score reads its weights is that of the file: those of the base, then those that are new. A file
that a user hands in gives no new ones.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from starbalance.simulator.engine.errors import BadInput, nearest, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import LEVELS
from starbalance.simulator.engine.strategy_name import GREEDY, RANDOM_AFTER, WITHOUT, is_restricted
from starbalance.simulator.engine.tables import Rules, is_a, needed, parse

FILE = "weights.toml"
BASE = "sensible"
_KEYS: dict[str, type] = {
    "recipe": str,
    "base": str,
    "weights": dict,
    "temperature": float,
    "setups": dict,
    "source": str,
    "note": str,
    "provenance": dict,
}
_LEVEL: dict[str, type] = {"weights": dict, "note": str, "provenance": dict}
_ROW: dict[str, type] = {**_LEVEL, "levels": dict}


@dataclass(frozen=True)
class Row:
    """All weights that hold in a set-up, and those of whoever is something there, such as a race, by its name."""

    weights: Mapping[str, float]
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Recipe:
    """A strategy as a file of weights has it: all its weights in their order; base: none, of one that has none.

    setups: the rows of the set-ups that have one of their own. provenance: where the weights come from, as the file
    tells it. temperature: `None` means the temperature of the base.
    """

    name: str
    recipe: str
    base: str
    weights: Mapping[str, float]
    setups: Mapping[str, Row] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    temperature: float | None = None


class Weighed(Protocol):
    """What others can be based on."""

    @property
    def weights(self) -> Mapping[str, float]:
        """All its weights in their order."""
        ...

    @property
    def setups(self) -> Mapping[str, Row]:
        """The rows of the set-ups that have one of their own."""
        ...


@cache
def recipes(folder: Path) -> dict[str, Recipe]:
    """The strategies in the file of weights of a package, by name; none where it has no such file."""
    path = folder / FILE
    entries = read_entries(path) if path.exists() else {}
    found: dict[str, Recipe] = {}
    for name in entries:
        _add(path, entries, name, found)
    return found


def _add(path: Path, entries: Mapping[str, Any], name: str, found: dict[str, Recipe], *heirs: str) -> None:
    """Adds a strategy after those that it builds on."""
    if name in heirs:
        raise BadInput(f"{path}: '{name}' is based on itself.")
    base = entries[name].get("base", "" if name == BASE else BASE)
    if base and base not in entries:
        raise BadInput(f"{path}: '{name}' has no base '{base}': {nearest(base, entries)}")
    if base and base not in found:
        _add(path, entries, base, found, name, *heirs)
    found[name] = _recipe(path, name, entries[name], base=base, inherited=found.get(base))


def _recipe(path: Path, name: str, entry: Mapping[str, Any], *, base: str, inherited: Weighed | None) -> Recipe:
    """Raises BadInput where a row has a weight that the strategy has not."""
    own, rows = _numbers(entry), entry.get("setups", {})
    weights = {**(inherited.weights if inherited else {}), **own}
    there = inherited.setups if inherited else {}
    for place, row, _ in _rows(name, entry):
        _refuse_other_weights(path, place, row, weights)
    setups = {each: _row(there.get(each, Row(weights)), own, rows.get(each, {})) for each in [*there, *rows]}
    heat = float(entry["temperature"]) if "temperature" in entry else None
    return Recipe(name, entry.get("recipe", ""), base, weights, setups, entry.get("provenance", {}), heat)


def _row(before: Row, own: Mapping[str, float], entry: Mapping[str, Any]) -> Row:
    """The row of a base, or of all set-ups, with a strategy's own weights in it."""
    own, levels = {**own, **_numbers(entry)}, entry.get("levels", {})
    weights = {**before.weights, **own}
    there = {each: before.levels.get(each, weights) for each in [*before.levels, *levels]}
    return Row(weights, {each: {**there[each], **own, **_numbers(levels.get(each, {}))} for each in there})


def _rows(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any, Mapping[str, type]]]:
    """(place, table, its possible keys) of all rows of a strategy, for set-ups and for levels in them."""
    for setup, row in entry.get("setups", {}).items():
        place = f"{name}.setups.{setup}"
        yield place, row, _ROW
        for level, each in row.get("levels", {}).items():
            yield f"{place}.levels.{level}", each, _LEVEL


def _numbers(table: Mapping[str, Any]) -> dict[str, float]:
    return {weight: float(value) for weight, value in table.get("weights", {}).items()}


def _refuse_other_weights(path: Path, place: str, table: Mapping[str, Any], known: Mapping[str, float]) -> None:
    for weight in table.get("weights", {}):
        if weight not in known:
            raise BadInput(f"{path}: '{place}' has an unknown weight '{weight}': {nearest(weight, known)}")


def entry(row: Row) -> dict[str, Any]:
    """A row as a file of weights has it."""
    found: dict[str, Any] = {"weights": dict(row.weights)}
    levels = {level: {"weights": dict(weights)} for level, weights in row.levels.items()}
    return {**found, "levels": levels} if levels else found


def read_entries(path: Path) -> dict[str, Any]:
    """The tables of a file of weights.

    Raises BadInput, naming the file, for one with an unknown or impossible key, and for a strategy whose name says what
    one is kept from.
    """
    entries = parse(path)
    for name, entry in entries.items():
        if is_restricted(name):
            raise BadInput(
                f"{path}: '{name}' cannot be the name of a strategy: {GREEDY}, {WITHOUT} and {RANDOM_AFTER} say what "
                "one is kept from."
            )
        _check(path, name, entry, _KEYS)
        for place, row, keys in _rows(name, entry):
            _check(path, place, row, keys)
    return entries


def _check(path: Path, place: str, table: Any, keys: Mapping[str, type]) -> None:
    if not isinstance(table, Mapping):
        raise BadInput(f"{path}: '{place}' takes a table, [{place}].")
    for key, value in table.items():
        if key not in keys:
            raise BadInput(f"{path}: '{place}' has an unknown key '{key}': {nearest(key, keys)}")
        if not is_a(value, keys[key]):
            raise BadInput(f"{path}: '{place}.{key}' takes {needed(keys[key])}.")
    if table.get("temperature", 0) < 0:
        raise BadInput(f"{path}: '{place}.temperature' cannot be {table['temperature']}: it is 0 or more.")
    for weight, value in table.get("weights", {}).items():
        if not is_a(value, float):
            raise BadInput(f"{path}: the weight '{place}.{weight}' takes a number.")


def read_recipe(path: Path, name: str, base_of: Callable[[str], Weighed], setups: Sequence[str]) -> Recipe:
    """A strategy of a user's file. base_of: a base by its name. setups: those of the game.

    Raises BadInput for a name, a key, a weight or a set-up that does not exist, with the nearest that does.
    """
    entries = read_entries(path)
    if name not in entries:
        raise unknown(f"strategy in {path} called", name, entries)
    base, entry = entries[name].get("base", BASE), entries[name]
    inherited = base_of(base)
    _refuse_other_weights(path, name, entry, inherited.weights)
    for setup in entry.get("setups", {}):
        if setup not in setups:
            raise BadInput(f"{path}: '{name}' has a row for an unknown set-up '{setup}': {nearest(setup, setups)}")
    return _recipe(path, name, entry, base=base, inherited=inherited)


def weight_order(module: str, folder: Path, name: str) -> Any:
    """The places of a strategy's weights as an enumeration, in capitals; module: the one that names it `Weight`."""
    return IntEnum("Weight", [weight.upper() for weight in recipes(folder)[name].weights], start=0, module=module)


def levels(game: Game, rules: Rules) -> tuple[str, ...]:
    """Return the levels of the factor of a game in the order of their codes. Empty if they have no names."""
    return tuple(game.labels(rules).get(game.factor, ()))


def level_codes(game: Game, rules: Rules, names: Collection[str]) -> tuple[int, ...]:
    """Return the codes of levels of the factor.

    Raises:
        BadInput: If a level does not exist, or if there are more than LEVELS.
    """
    known = levels(game, rules)
    for name in names:
        if name not in known:
            raise unknown(game.factor.replace("_", " "), name, known)
    if len(names) > LEVELS:
        raise BadInput(f"A strategy has rows for {LEVELS} levels of a factor at most, not {len(names)}.")
    return tuple(known.index(name) for name in names)
