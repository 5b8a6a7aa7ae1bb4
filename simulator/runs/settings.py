"""run.toml: everything needed to repeat a run, checked when it is read."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.engine.tables import is_a, needed, parse

FORMAT = 2  # how the parts of a run are kept; a run of another format is refused
_KEYS: dict[str, type] = {
    "format": int,
    "game": str,
    "setup": str,
    "players": int,
    "games": int,
    "seed": int,
    "part": int,
    "timeline": bool,
    "rules": str,
    "code": str,
    "changes": dict,
    "lineup": list,
    "pool": int,
    "strategies": list,
    "versions": dict,
}
_STRATEGY: dict[str, type] = {"name": str, "temperature": float, "weights": dict, "code": str}
_SPECIAL: dict[str, type] = {
    "base": str,
    "levels": dict,
    "random_from": int,
    "without": list,
}  # of some strategies alone
_SEARCH: dict[str, type] = {
    "playouts": int,
    "width": int,
    "horizon": int,
    "scale": float,
    "caution": float,
    "phases": list,
    "believing": str,
    "believed": list,
}
_WORTH: dict[str, type] = {"worth": dict}  # of a search, where the game says what its seats have
_LEAST = {"players": 1, "games": 1, "seed": 0, "part": 1, "pool": 0}


def describe(strategy: Strategy) -> dict[str, Any]:
    """What run.toml says of a strategy: its numbers, a hash of its code where it is the user's, how it looks ahead."""
    said: dict[str, Any] = {
        "name": strategy.name,
        "temperature": strategy.temperature,
        "weights": strategy.weights,
        "code": strategy.stamp,
    }
    if strategy.module:
        said["base"] = strategy.module
    if strategy.levels:
        said["levels"] = {name: dict(weights) for name, weights in strategy.levels.items()}
    if strategy.random_from:
        said["random_from"] = strategy.random_from
    if strategy.without:
        said["without"] = list(strategy.without)
    if strategy.search is None:
        return said
    search = asdict(replace(strategy.search, believed=()))
    lists = {"phases": list(strategy.search.phases), "believed": [describe(each) for each in strategy.believed]}
    return said | {"search": search | lists}


def read_settings(folder: Path) -> dict[str, Any]:
    """The contents of run.toml. Raises BadInput where there is none, and for a key that is missing or impossible."""
    path = folder / "run.toml"
    if not path.exists():
        known = [str(run.parent) for run in sorted(folder.parent.glob("*/run.toml"))]
        instead = nearest(str(folder), known) if known else "`starbalance run GAME --out FOLDER` makes one."
        raise BadInput(f"There is no run in {folder}: {instead}")
    found = parse(path)
    if found.get("format") != FORMAT:
        raise BadInput(f"{path} is not of this version of starbalance: play the run again into another folder.")
    _check(path, found, _KEYS, "")
    for number, each in enumerate(found["strategies"]):
        _check_strategy(path, each, f"strategies[{number}]")
    for key, least in _LEAST.items():
        if found[key] < least:
            raise BadInput(f"{path} is damaged: '{key}' cannot be {found[key]}, the least is {least}.")
    if not all(is_a(row, int) and -1 <= row < len(found["strategies"]) for row in found["lineup"]):
        raise BadInput(f"{path} is damaged: 'lineup' names strategies that the run does not have.")
    return found


def _check_strategy(path: Path, said: Any, place: str) -> None:
    """Raises BadInput for what a run cannot say of a strategy, of its search and of those it believes in."""
    if not isinstance(said, Mapping):
        raise BadInput(f"{path} is damaged: {place} takes a table.")
    _check(path, said, _STRATEGY, f"{place}.")
    _check(path, said, _named(_SPECIAL, said), f"{place}.")
    if "search" in said:
        _check(path, said, {"search": dict}, f"{place}.")
        _check(path, said["search"], _SEARCH | _named(_WORTH, said["search"]), f"{place}.search.")
        for number, each in enumerate(said["search"]["believed"]):
            _check_strategy(path, each, f"{place}.search.believed[{number}]")


def _named(keys: Mapping[str, type], table: Mapping[str, Any]) -> dict[str, type]:
    """Those of some keys that a table has: what it may lack."""
    return {key: kind for key, kind in keys.items() if key in table}


def _check(path: Path, table: Mapping[str, Any], keys: Mapping[str, type], place: str) -> None:
    for key, kind in keys.items():
        if key not in table:
            raise BadInput(f"{path} is damaged: '{place}{key}' is missing.")
        if not is_a(table[key], kind):
            raise BadInput(f"{path} is damaged: '{place}{key}' takes {needed(kind)}.")


def edition(rules: str, code: str) -> str:
    """A short hash of rules (`Rules.version`) and of code, strategies too: in another edition games may differ."""
    return hashlib.sha256(f"{rules} {code}".encode()).hexdigest()[:8]


def stamp(settings: Mapping[str, Any]) -> str:
    """A hash of everything that defines a run: whoever has another plays other games."""
    defining = {key: value for key, value in settings.items() if key != "versions"}
    text = json.dumps(defining, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
