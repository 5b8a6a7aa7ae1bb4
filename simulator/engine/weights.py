"""Files of weights: TOML files with strategies that differ from a base strategy only in their weights.

    [greedy]
    description = "Counts victory points."
    base = "sensible"            # the default; it has the weights that are not given
    weights = { war = 0.5, follow = 0.6 }
    temperature = 0.5            # the default is the temperature of the base

    [greedy.setups.players2]     # weights for one setup; the other weights are as above
    weights = { war = 0.9 }

    [greedy.setups.players2.levels.Technoids]     # weights for one level of the factor in the setup
    weights = { war = 0.2 }

The weights of a strategy override the rows of its base.

A score reads the weights in the order of the file: the weights of the base, then the new weights. The file of a user
cannot have new weights.

Keys of a strategy:
    description: The strategy in words.
    base: The strategy that has all other weights and the score. Default: `sensible`.
    weights: The weights that differ from the base, by name.
    temperature: The temperature. 0 plays the option with the highest score. Default: the temperature of the base.
    setups: The weights for single setups, by name of the setup, with the keys below.
    source: The origin of the weights in a word. It has no effect.
    note: A remark. It has no effect.
    provenance: The settings and results of the training that wrote the weights. It has no effect.

Keys of a setup:
    weights: The weights that differ from the weights for all setups.
    levels: The weights for single levels of the factor, such as a race, by name of the level, with the keys below.
    note: A remark. It has no effect.
    provenance: As for a strategy.

Keys of a level:
    weights: The weights that differ from the weights for the setup.
    note: A remark. It has no effect.
    provenance: As for a strategy.
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
    "description": str,
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
    """The weights for one setup.

    Attributes:
        weights: All weights by name.
        levels: The weights for single levels of the factor, such as a race, by name.
    """

    weights: Mapping[str, float]
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A strategy in a file of weights.

    Attributes:
        name: The name.
        description: The strategy in words.
        base: The name of its base. Empty if it has no base.
        weights: All its weights, including the weights of the base, in the order of the score.
        setups: The rows for single setups, by name of the setup.
        provenance: The origin of the weights, as the file describes it.
        temperature: The temperature. `None` means the temperature of the base.
    """

    name: str
    description: str
    base: str
    weights: Mapping[str, float]
    setups: Mapping[str, Row] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    temperature: float | None = None


class Weighed(Protocol):
    """A strategy that can be the base of an entry."""

    @property
    def weights(self) -> Mapping[str, float]:
        """All weights by name, in the order of the score."""
        ...

    @property
    def setups(self) -> Mapping[str, Row]:
        """The rows for single setups, by name of the setup."""
        ...


@cache
def entries(folder: Path) -> dict[str, Entry]:
    """Return the strategies in the file of weights of a folder, by name. Empty if it has no such file."""
    path = folder / FILE
    tables = read_entries(path) if path.exists() else {}
    strategies: dict[str, Entry] = {}
    for name in tables:
        _add(path, tables, name, strategies)
    return strategies


def _add(path: Path, tables: Mapping[str, Any], name: str, strategies: dict[str, Entry], *heirs: str) -> None:
    """Fill in `strategies` with the entry of a strategy, after its base.

    Raise BadInput if a base does not exist, or if a strategy is based on itself.
    """
    if name in heirs:
        raise BadInput(f"{path}: '{name}' is based on itself.")
    base = tables[name].get("base", "" if name == BASE else BASE)
    if base and base not in tables:
        raise BadInput(f"{path}: '{name}' has no base '{base}': {nearest(base, tables)}")
    if base and base not in strategies:
        _add(path, tables, base, strategies, name, *heirs)
    strategies[name] = _entry(path, name, tables[name], base=base, inherited=strategies.get(base))


def _entry(path: Path, name: str, entry: Mapping[str, Any], *, base: str, inherited: Weighed | None) -> Entry:
    """Return a strategy with all its weights.

    Raises:
        BadInput: If a row has a weight that the strategy does not have.
    """
    own, rows = _numbers(entry), entry.get("setups", {})
    weights = {**(inherited.weights if inherited else {}), **own}
    rows_of_base = inherited.setups if inherited else {}
    for place, row, _ in _rows(name, entry):
        _refuse_other_weights(path, place, row, weights)
    setups = {
        each: _row(rows_of_base.get(each, Row(weights)), own, rows.get(each, {})) for each in [*rows_of_base, *rows]
    }
    heat = float(entry["temperature"]) if "temperature" in entry else None
    return Entry(name, entry.get("description", ""), base, weights, setups, entry.get("provenance", {}), heat)


def _row(before: Row, own: Mapping[str, float], entry: Mapping[str, Any]) -> Row:
    """Return the row `before` with the weights `own` and then the weights of an entry, also in its rows for levels."""
    own, levels = {**own, **_numbers(entry)}, entry.get("levels", {})
    weights = {**before.weights, **own}
    starts = {each: before.levels.get(each, weights) for each in [*before.levels, *levels]}
    return Row(weights, {each: {**starts[each], **own, **_numbers(levels.get(each, {}))} for each in starts})


def _rows(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any, Mapping[str, type]]]:
    """Yield the place, the table and the allowed keys of each row: for setups, and for levels in a setup."""
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
    """Return a row as a table for a file of weights."""
    table: dict[str, Any] = {"weights": dict(row.weights)}
    levels = {level: {"weights": dict(weights)} for level, weights in row.levels.items()}
    return {**table, "levels": levels} if levels else table


def read_entries(path: Path) -> dict[str, Any]:
    """Return the tables of a file of weights, by name of the strategy.

    Args:
        path: The file.

    Raises:
        BadInput: If a key is unknown, a value has the wrong type, or a name ends like a restricted strategy.
            The message names the file.
    """
    entries = parse(path)
    for name, entry in entries.items():
        if is_restricted(name):
            raise BadInput(
                f"{path}: '{name}' must not be the name of a strategy: {GREEDY}, {WITHOUT} and {RANDOM_AFTER} "
                "mark restricted strategies. Rename it."
            )
        _check(path, name, entry, _KEYS)
        for place, row, keys in _rows(name, entry):
            _check(path, place, row, keys)
    return entries


def _check(path: Path, place: str, table: Any, keys: Mapping[str, type]) -> None:
    if not isinstance(table, Mapping):
        raise BadInput(f"{path}: '{place}' must be a table, [{place}], got {table!r}.")
    for key, value in table.items():
        if key not in keys:
            raise BadInput(f"{path}: '{place}' has an unknown key '{key}': {nearest(key, keys)}")
        if not is_a(value, keys[key]):
            raise BadInput(f"{path}: '{place}.{key}' must be {needed(keys[key])}, got {value!r}.")
    if table.get("temperature", 0) < 0:
        raise BadInput(f"{path}: '{place}.temperature' must be at least 0, got {table['temperature']}.")
    for weight, value in table.get("weights", {}).items():
        if not is_a(value, float):
            raise BadInput(f"{path}: the weight '{place}.{weight}' must be a number, got {value!r}.")


def read_entry(path: Path, name: str, base_of: Callable[[str], Weighed], setups: Sequence[str]) -> Entry:
    """Return a strategy of a user's file of weights.

    Args:
        path: The file.
        name: The name of the strategy.
        base_of: Returns a base by its name.
        setups: The names of the setups of the game.

    Raises:
        BadInput: If the name, a key, a weight or a setup does not exist. The message names the nearest one.
    """
    entries = read_entries(path)
    if name not in entries:
        raise unknown(f"strategy in {path} called", name, entries)
    base, entry = entries[name].get("base", BASE), entries[name]
    inherited = base_of(base)
    _refuse_other_weights(path, name, entry, inherited.weights)
    for setup in entry.get("setups", {}):
        if setup not in setups:
            raise BadInput(f"{path}: '{name}' has a row for an unknown setup '{setup}': {nearest(setup, setups)}")
    return _entry(path, name, entry, base=base, inherited=inherited)


def weight_order(module: str, folder: Path, name: str) -> Any:
    """Return an enumeration `Weight` of the places of a strategy's weights, from 0, with names in capitals.

    Args:
        module: The name of the module that defines it as `Weight`.
        folder: The folder of the file of weights.
        name: The name of the strategy.
    """
    return IntEnum("Weight", [weight.upper() for weight in entries(folder)[name].weights], start=0, module=module)


def levels(game: Game, rules: Rules) -> tuple[str, ...]:
    """Return the levels of the factor of a game in the order of their codes. Empty if they have no names."""
    return tuple(game.labels(rules).get(game.factor, ()))


def level_codes(game: Game, rules: Rules, names: Collection[str]) -> tuple[int, ...]:
    """Return the codes of levels of the factor.

    Raises:
        BadInput: If a level does not exist, or if there are more than LEVELS of them.
    """
    known = levels(game, rules)
    for name in names:
        if name not in known:
            raise unknown(game.factor.replace("_", " "), name, known)
    if len(names) > LEVELS:
        raise BadInput(f"A strategy must have weights for at most {LEVELS} levels of the factor, got {len(names)}.")
    return tuple(known.index(name) for name in names)
