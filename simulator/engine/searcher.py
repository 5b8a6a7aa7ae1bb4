"""Strategies with a search, and the numbers of a game for its searches.

The numbers of a game are in `search.toml`, beside its strategies.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.limits import ASSETS, AT_ONCE, MOST_TRIED, PHASES
from starbalance.simulator.engine.strategy_name import ITSELF
from starbalance.simulator.engine.tables import is_a, needed, parse

FILE = "search.toml"
MOST_PLAYOUTS = 10_000
WORLDS = 4  # in which a greedy strategy tries each option
_MOST_WORTH = 1e6
_NUMBERS: dict[str, tuple[type, float, float]] = {  # type, least, most
    "width": (int, 2, MOST_TRIED),
    "horizon": (int, 1, 10_000),
    "scale": (float, 1e-9, 1e9),
    "caution": (float, 0, 100),
}


@dataclass(frozen=True)
class Searcher:
    """A strategy with a search. Its name is such as `search:sensible@8`.

    Attributes:
        base: A strategy without a search: a name, a function or a `Strategy`.
        playouts: The number of playouts for each option that is tried, on average at most.
        believing: The opponent model: a strategy, `pool` (one of all strategies except `uniform` for each playout),
            `truth` (the strategy of each opponent without its search), or `itself`, the base.
    """

    base: Any
    playouts: int = 8
    believing: Any = ITSELF


@dataclass(frozen=True)
class Search:
    """How a strategy looks ahead.

    width: options that it tries. horizon: rounds that it plays on. scale: of the softmax of standings at the horizon.
    worth: of what a seat has there beside its standing, by asset, in the same unit.
    caution: standard errors by which another option must be better than its own choice; one that is worse by as many is
    given up. phases: the decisions at which it looks ahead. believing: whom it takes the others for; believed: these as
    strategies, none for itself and truth.
    """

    playouts: int
    width: int
    horizon: int
    scale: float
    caution: float
    phases: tuple[str, ...]
    worth: Mapping[str, float] = field(default_factory=dict)
    believing: str = ITSELF
    believed: tuple[Any, ...] = ()

    @property
    def is_greedy(self) -> bool:
        """Whether it takes what is best at once, of all options, and does not play on."""
        return self.horizon == AT_ONCE


def at_once() -> Search:
    """How a greedy strategy looks ahead: the playouts are worlds, each of which ends right after the option."""
    return Search(WORLDS, width=1, horizon=AT_ONCE, scale=1.0, caution=0.0, phases=())


def check_playouts(playouts: Any) -> int:
    """Return the number of playouts.

    Raises:
        BadInput: If it is out of range.
    """
    if not is_a(playouts, int) or not 1 <= playouts <= MOST_PLAYOUTS:
        raise BadInput(f"The number of playouts cannot be {playouts}: it is from 1 to {MOST_PLAYOUTS:,}.")
    return playouts


@cache
def read_numbers(folder: Path, phases: type[IntEnum], assets: type[IntEnum] | None = None) -> Mapping[str, Any]:
    """The numbers of a game, as Search has them. Raises BadInput, naming the file, for what is missing or wrong."""
    path = folder / FILE
    if not path.exists():
        raise BadInput(f"There is no {path}: it says how a strategy of the game looks ahead.")
    found = parse(path)
    known = (*_NUMBERS, "phases", "worth")
    for key in found:
        if key not in known:
            raise BadInput(f"{path} has an unknown key '{key}': {nearest(key, known)}")
    numbers = {key: _number(path, found, key) for key in _NUMBERS}
    return {**numbers, "phases": _phases(path, found, phases), "worth": _worth(path, found, assets)}


def _number(path: Path, found: Mapping[str, Any], key: str) -> float:
    kind, least, most = _NUMBERS[key]
    if key not in found:
        raise BadInput(f"{path} lacks '{key}', {needed(kind)} from {least:g} to {most:g}.")
    if not is_a(found[key], kind) or not least <= found[key] <= most:
        raise BadInput(f"{path}: '{key}' takes {needed(kind)} from {least:g} to {most:g}.")
    return kind(found[key])


def _phases(path: Path, found: Mapping[str, Any], phases: type[IntEnum]) -> tuple[str, ...]:
    words = found.get("phases")
    if not isinstance(words, list) or not words:
        raise BadInput(f"{path} lacks 'phases', a list of the decisions at which a strategy looks ahead.")
    for word in words:
        if word not in phases.__members__:
            raise BadInput(f"{path}: there is no decision '{word}': {nearest(str(word), phases.__members__)}")
        if not 0 <= phases[word] < PHASES:
            raise BadInput(f"{path}: the number of the decision '{word}' is {phases[word]}: it is below {PHASES}.")
    return tuple(words)


def _worth(path: Path, found: Mapping[str, Any], assets: type[IntEnum] | None) -> Mapping[str, float]:
    """What assets of a seat are worth, by their names in small letters."""
    table = found.get("worth", {})
    if not isinstance(table, Mapping):
        raise BadInput(f"{path}: 'worth' takes a table: [worth].")
    known = {} if assets is None else {each.name.lower(): each for each in assets}
    for name, number in table.items():
        if name not in known:
            raise BadInput(f"{path}: there is no asset '{name}': {nearest(str(name), known)}")
        if not is_a(number, float) or not abs(number) <= _MOST_WORTH:
            raise BadInput(f"{path}: the worth of '{name}' takes a number from {-_MOST_WORTH:g} to {_MOST_WORTH:g}.")
        if not 0 <= known[name] < ASSETS:
            raise BadInput(f"{path}: the number of the asset '{name}' is {known[name]}: it is below {ASSETS}.")
    return {name: float(number) for name, number in table.items()}


def set_row(row: Any, search: Search, words: Any, *, believed: int, beliefs: int) -> None:
    """Fills in a strategy_dt with how it looks ahead.

    words: where the game numbers its decisions, and assets. believed, beliefs: rows of the table whom it believes in.
    """
    row.playouts = search.playouts
    row.width = search.width
    row.horizon = search.horizon
    row.scale = search.scale
    row.caution = search.caution
    row.believed = believed
    row.beliefs = beliefs
    for word in search.phases:
        row.searched[words.Phase[word]] = 1
    for name, number in search.worth.items():
        row.worth[words.Asset[name.upper()]] = number
