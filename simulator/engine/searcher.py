"""Strategies with a search, and the search parameters of a game, which are in `search.toml` next to its strategies."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.limits import ASSETS, AT_ONCE, DECISIONS, MOST_TRIED
from starbalance.simulator.engine.network_file import Network
from starbalance.simulator.engine.strategy_name import ITSELF
from starbalance.simulator.engine.tables import is_a, needed, parse

FILE = "search.toml"
STRONG_FILE = "strong.toml"
MOST_PLAYOUTS = 10_000
WORLDS = 4  # determinizations in which one-ply greedy play tries each option
_MOST_WEIGHT = 1e6
_NUMBERS: dict[str, tuple[type, float, float]] = {  # type, least, most
    "width": (int, 2, MOST_TRIED),
    "horizon": (int, 1, 10_000),
    "scale": (float, 1e-9, 1e9),
    "threshold": (float, 0, 100),
}
_STRONG: dict[str, tuple[type, float, float]] = {
    "playouts": (int, 1, MOST_PLAYOUTS),
    **{key: _NUMBERS[key] for key in ("width", "horizon", "threshold")},
    "turns": (int, 0, 10_000),
    "margin": (float, 0, 1),
    "network": (bool, 0, 1),
}


@dataclass(frozen=True)
class Searcher:
    """A strategy with a search. Its name is such as `search:sensible@8`.

    Attributes:
        base: A strategy without a search: a name, a function or a `Strategy`.
        playouts: The largest average number of playouts for each tried option. Default: 8.
        opponents: The opponent model: a strategy, `pool`, `truth` or `itself`. With `pool`, each playout draws a
            strategy of the game except `uniform` for each opponent. `truth` means the strategy of each opponent,
            without its search. `itself` means the base. Default: `itself`.
    """

    base: Any
    playouts: int = 8
    opponents: Any = ITSELF


@dataclass(frozen=True)
class Search:
    """The parameters of a search.

    Attributes:
        playouts: The largest average number of playouts for each tried option.
        width: The number of options that it tries at a decision.
        horizon: The rollout depth in rounds. AT_ONCE, which is 0, is reserved for one-ply greedy play.
        scale: The unit of the heuristic value in the softmax that estimates shares of the win at the rollout depth.
        threshold: The confidence threshold in standard errors. An option is taken only if it exceeds the base
            strategy's choice by the threshold. It is dropped if it is worse by the threshold.
        decisions: The names of the decision types that it searches.
        asset_weights: The weight of each evaluation feature, by name, in units of the heuristic value. Default: the
            heuristic value is used without features.
        opponents: The opponent model in a word: the name of a strategy, `pool`, `truth` or `itself`.
        opponent_models: The opponent models as strategies. Empty for `truth` and `itself`.
        turns: The rollout depth in turns, which ends a playout before `horizon`. Default: 0, no limit in turns.
        margin: The mean gain, in shares of the win, that an option must exceed. Default: 0.
        network: The network that estimates shares of the win at the rollout depth. `None` means the softmax of
            heuristic values.
    """

    playouts: int
    width: int
    horizon: int
    scale: float
    threshold: float
    decisions: tuple[str, ...]
    asset_weights: Mapping[str, float] = field(default_factory=dict)
    opponents: str = ITSELF
    opponent_models: tuple[Any, ...] = ()
    turns: int = 0
    margin: float = 0.0
    network: Network | None = None

    @property
    def is_greedy(self) -> bool:
        """Return whether it is one-ply greedy play: all options are tried, without rollouts."""
        return self.horizon == AT_ONCE


def at_once() -> Search:
    """Return the parameters of one-ply greedy play. Its playouts are determinizations that end after the option."""
    return Search(WORLDS, width=1, horizon=AT_ONCE, scale=1.0, threshold=0.0, decisions=())


def check_playouts(playouts: Any) -> int:
    """Return a number of playouts, after checking it.

    Raises:
        BadInput: If it is not a whole number from 1 to MOST_PLAYOUTS.
    """
    if not is_a(playouts, int) or not 1 <= playouts <= MOST_PLAYOUTS:
        raise BadInput(f"The number of playouts must be a whole number from 1 to {MOST_PLAYOUTS:,}, got {playouts}.")
    return playouts


@cache
def read_numbers(folder: Path, decisions: type[IntEnum], assets: type[IntEnum] | None = None) -> Mapping[str, Any]:
    """Return the search parameters of a game, as keyword arguments of `Search`.

    Args:
        folder: The folder with `search.toml`.
        decisions: The decision types of the game.
        assets: The evaluation features of the game. `None` means that there are none.

    Raises:
        BadInput: If the file does not exist, or a parameter is missing, unknown or out of range. The message names the
            file.
    """
    path = folder / FILE
    if not path.exists():
        raise BadInput(f"There is no {path}, the file with the search parameters of the game. Write one.")
    entries = parse(path)
    known = (*_NUMBERS, "decisions", "asset_weights")
    for key in entries:
        if key not in known:
            raise BadInput(f"{path} has an unknown key '{key}': {nearest(key, known)}")
    numbers = {key: _number(path, entries, key) for key in _NUMBERS}
    return {
        **numbers,
        "decisions": _decisions(path, entries, decisions),
        "asset_weights": _asset_weights(path, entries, assets),
    }


def _number(path: Path | str, entries: Mapping[str, Any], key: str) -> float:
    kind, least, most = (_NUMBERS | _STRONG)[key]
    if key not in entries:
        raise BadInput(f"{path}: '{key}' is missing. It must be {needed(kind)} from {least:g} to {most:g}.")
    if not is_a(entries[key], kind) or not least <= entries[key] <= most:
        raise BadInput(f"{path}: '{key}' must be {needed(kind)} from {least:g} to {most:g}, got {entries[key]!r}.")
    return kind(entries[key])


def _decisions(path: Path, entries: Mapping[str, Any], decisions: type[IntEnum]) -> tuple[str, ...]:
    words = entries.get("decisions")
    if not isinstance(words, list) or not words:
        raise BadInput(f"{path}: 'decisions' is missing. It must be a list of the decision types to search.")
    for word in words:
        if word not in decisions.__members__:
            raise BadInput(f"{path}: there is no decision type '{word}': {nearest(str(word), decisions.__members__)}")
        if not 0 <= decisions[word] < DECISIONS:
            raise BadInput(
                f"{path}: the number of the decision type '{word}' must be below {DECISIONS}, got {decisions[word]}."
            )
    return tuple(words)


def _asset_weights(path: Path, entries: Mapping[str, Any], assets: type[IntEnum] | None) -> Mapping[str, float]:
    """Return the weights of the evaluation features, by their names in lower case."""
    table = entries.get("asset_weights", {})
    if not isinstance(table, Mapping):
        raise BadInput(f"{path}: 'asset_weights' must be a table, [asset_weights], got {table!r}.")
    known = {} if assets is None else {each.name.lower(): each for each in assets}
    for name, number in table.items():
        if name not in known:
            raise BadInput(f"{path}: there is no evaluation feature '{name}': {nearest(str(name), known)}")
        if not is_a(number, float) or not abs(number) <= _MOST_WEIGHT:
            raise BadInput(
                f"{path}: the weight of '{name}' must be a number from {-_MOST_WEIGHT:g} to {_MOST_WEIGHT:g}, got "
                f"{number!r}."
            )
        if not 0 <= known[name] < ASSETS:
            raise BadInput(
                f"{path}: the number of the evaluation feature '{name}' must be below {ASSETS}, got {known[name]}."
            )
    return {name: float(number) for name, number in table.items()}


@cache
def read_strong(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the parameters of the strategy `strong` of a game, by setup. Empty if there is no such strategy.

    Args:
        folder: The folder with `strong.toml`, which `starbalance strategy learn` writes.

    Raises:
        BadInput: If a parameter is missing, unknown or out of range. The message names the file.
    """
    path = folder / STRONG_FILE
    entries = parse(path) if path.exists() else {}
    return {setup: _strong(f"{path}, [{setup}]", entry) for setup, entry in entries.items()}


def _strong(place: str, entry: Any) -> Mapping[str, Any]:
    """Return the parameters of `strong` in one setup."""
    if not isinstance(entry, Mapping):
        raise BadInput(f"{place} must be a table, got {entry!r}.")
    for key in entry:
        if key not in (*_STRONG, "provenance"):
            raise BadInput(f"{place} has an unknown key '{key}': {nearest(key, _STRONG)}")
    numbers = {key: _number(place, entry, key) for key in _STRONG if key != "network"}
    if not isinstance(entry.get("network"), bool):
        raise BadInput(f"{place}: 'network' must be true or false, got {entry.get('network')!r}.")
    return {**numbers, "network": entry["network"]}


def set_row(row: Any, search: Search, words: Any, *, first_model: int, models: int, network: int) -> None:
    """Write the parameters of a search into a record of strategy_dt.

    Args:
        row: The record.
        search: The parameters.
        words: The module `state` of the game, with the enumerations `Decision` and, for features, `Asset`.
        first_model: The row of its first opponent model in the strategy table.
        models: The number of its opponent models. 0 means the true strategies.
        network: The number of its network, from 1. 0 means that it has none.
    """
    row.playouts = search.playouts
    row.width = search.width
    row.horizon = search.horizon
    row.scale = search.scale
    row.threshold = search.threshold
    row.turns = search.turns
    row.margin = search.margin
    row.network = network
    row.first_model = first_model
    row.models = models
    for word in search.decisions:
        row.searched[words.Decision[word]] = 1
    for name, number in search.asset_weights.items():
        row.asset_weights[words.Asset[name.upper()]] = number
