"""The settings of a run in run.toml: everything needed to repeat the run, checked when it is read.

Keys of a run:
    format: The version of the files of a run. A run with another version is refused.
    game: The name of the game, or its folder.
    setup: The name of the setup.
    players: The number of players.
    games: The number of games. With `until`, the largest number of games.
    seed: The seed of all random draws.
    part: The number of games in one part of the run, which has one file for each table.
    timeline: Whether the run has the table `timeline`.
    rules: A hash of the setup and of all values of the rules.
    code: A hash of the code of the game and of its strategies.
    changes: The changed values of the rules and the new entries, by path.
    lineup: For each player, the place of its strategy in `strategies`, from 0. -1 means that each game draws one.
    pool: The number of strategies, from the first, that can be drawn. 0 means all of them.
    strategies: The strategies, each as a table with the keys below.
    versions: The versions of the packages with which the run was played.

Further keys of a run:
    until (table): The condition that ended the run: `by`, `margin`, `alpha`, and `max_truncated` if it is not 5%.
    human: The player whom a person played, from 0. The folder `choices` then has the choices of each game.
    plays (table): For games that people played and recorded, with the keys below. `strategies` is then empty.

Keys of recorded plays:
    factor: The column of the headline table, such as `faction`.
    source: The name of the file.
    digest: A hash of the file.
    columns: The columns of the file by their role, such as `faction`.
    lost: What could not be used, as sentences with line numbers.
    doubtful: What should be checked, as sentences with line numbers.

Keys of a strategy:
    name: The name.
    temperature: The temperature. 0 means that the option with the highest score is played.
    weights: The weights by name.
    code: A hash of the code of a user's strategy. Empty for a strategy of the game.

Further keys of a strategy:
    base: The strategy of the game that contains the score.
    levels: The weights for single levels of the factor, such as a race, by name.
    random_from: The first round of uniformly random play.
    without: The components that the strategy avoids.
    is_agent: Whether a Python function chooses the actions. Its usual temperature is 1.
    search (table): The parameters of its search, with the keys below.

Keys of a search:
    playouts: The largest average number of playouts for each tried option.
    width: The number of options that it tries at a decision.
    horizon: The rollout depth in rounds. 0 means one-ply greedy play.
    scale: The lead in the heuristic value that adds 1 to the log odds of winning.
    threshold: The confidence threshold in standard errors.
    decisions: The decision types that it searches.
    opponents: The opponent model: the name of a strategy, `pool`, `truth` or `itself`.
    opponent_models: The opponent models as strategies. Empty for `truth` and `itself`.
    asset_weights: The weight of each evaluation feature, in units of the heuristic value.
    turns: The rollout depth in turns. It is left out if there is no limit in turns.
    margin: The mean gain that an option must exceed. It is left out if it is 0.
    network: A hash of the network that values the end of a playout. It is left out without a network.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.engine.tables import is_a, needed, parse
from starbalance.simulator.runs.agent import Agent

RUNS = Path("runs")  # a run into this folder gets a subfolder, and continues the run that is in the subfolder
FORMAT = 3  # version of the files of a run; a run with another version is refused
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
    "is_agent": bool,
}  # optional keys of a strategy
_SEARCH: dict[str, type] = {
    "playouts": int,
    "width": int,
    "horizon": int,
    "scale": float,
    "threshold": float,
    "decisions": list,
    "opponents": str,
    "opponent_models": list,
}
_ASSET_WEIGHTS: dict[str, type] = {
    "asset_weights": dict
}  # optional key of a search, for games with evaluation features
_TUNED: dict[str, type] = {"turns": int, "margin": float, "network": str}  # optional keys of a search
PLAYS = "plays"  # optional key of a run
HUMAN = "human"  # optional key of a run
PERSON = "person"  # the name of the strategy that stands for a person
_PLAYS: dict[str, type] = {
    "factor": str,
    "source": str,
    "digest": str,
    "columns": dict,
    "lost": list,
    "doubtful": list,
}
_LEAST = {"players": 1, "games": 1, "seed": 0, "part": 1, "pool": 0}


def describe(strategy: Strategy) -> dict[str, Any]:
    """Return the description of a strategy in run.toml: weights, restrictions, search, and a hash of a user's code."""
    description: dict[str, Any] = {
        "name": strategy.name,
        "temperature": strategy.temperature,
        "weights": strategy.weights,
        "code": strategy.code_hash,
    }
    if strategy.module:
        description["base"] = strategy.module
    if strategy.levels:
        description["levels"] = {name: dict(weights) for name, weights in strategy.levels.items()}
    if strategy.random_from:
        description["random_from"] = strategy.random_from
    if strategy.without:
        description["without"] = list(strategy.without)
    if isinstance(strategy, Agent):
        description["is_agent"] = True
    if strategy.search is None:
        return description
    network = strategy.search.network
    search = asdict(replace(strategy.search, opponent_models=(), network=None))
    search["network"] = network.digest if network is not None else None
    search = {key: value for key, value in search.items() if key not in _TUNED or value}
    lists = {
        "decisions": list(strategy.search.decisions),
        "opponent_models": [describe(each) for each in strategy.opponent_models],
    }
    return description | {"search": search | lists}


def read_settings(folder: Path) -> dict[str, Any]:
    """Return the contents of run.toml in a folder.

    Raises:
        BadInput: If the folder has no run, or a key of run.toml is missing or has a wrong value.
    """
    path = folder / "run.toml"
    if not path.exists():
        places = dict.fromkeys((folder, folder.parent, RUNS))
        known = list(dict.fromkeys(str(run.parent) for place in places for run in sorted(place.glob("*/run.toml"))))
        instead = nearest(str(folder), known) if known else "`starbalance run GAME --out FOLDER` creates one."
        raise BadInput(f"There is no run in {folder}: {instead}")
    settings = parse(path)
    if settings.get("format") != FORMAT:
        raise BadInput(f"{path} was written by another version of starbalance. Play the run again into another folder.")
    _check(path, settings, _KEYS, "")
    for number, each in enumerate(settings["strategies"]):
        _check_strategy(path, each, f"strategies[{number}]")
    _check(path, settings, _named({HUMAN: int}, settings), "")
    if PLAYS in settings:
        _check(path, settings, {PLAYS: dict}, "")
        _check(path, settings[PLAYS], _PLAYS, f"{PLAYS}.")
    for key, least in _LEAST.items():
        if settings[key] < least:
            raise BadInput(f"{path} is damaged: '{key}' must be at least {least}, got {settings[key]}.")
    if not all(is_a(row, int) and -1 <= row < len(settings["strategies"]) for row in settings["lineup"]):
        raise BadInput(f"{path} is damaged: 'lineup' names strategies that the run does not have.")
    return settings


def _check_strategy(path: Path, description: Any, place: str) -> None:
    """Check the description of a strategy, its search and its opponent models.

    Raises:
        BadInput: If a key is missing or has a wrong type.
    """
    if not isinstance(description, Mapping):
        raise BadInput(f"{path} is damaged: {place} must be a table.")
    _check(path, description, _STRATEGY, f"{place}.")
    _check(path, description, _named(_SPECIAL, description), f"{place}.")
    if "search" in description:
        _check(path, description, {"search": dict}, f"{place}.")
        _check(
            path,
            description["search"],
            _SEARCH | _named(_ASSET_WEIGHTS | _TUNED, description["search"]),
            f"{place}.search.",
        )
        for number, each in enumerate(description["search"]["opponent_models"]):
            _check_strategy(path, each, f"{place}.search.opponent_models[{number}]")


def _named(keys: Mapping[str, type], table: Mapping[str, Any]) -> dict[str, type]:
    """Return the types of the optional keys that a table has."""
    return {key: kind for key, kind in keys.items() if key in table}


def _check(path: Path, table: Mapping[str, Any], keys: Mapping[str, type], place: str) -> None:
    for key, kind in keys.items():
        if key not in table:
            raise BadInput(f"{path} is damaged: '{place}{key}' is missing.")
        if not is_a(table[key], kind):
            raise BadInput(f"{path} is damaged: '{place}{key}' must be {needed(kind)}, got {table[key]!r}.")


def fingerprint(rules: str, code: str) -> str:
    """Return a short hash of rules and code. Games with another fingerprint may differ.

    Args:
        rules: The version of the rules (`Rules.version`).
        code: The hash of the code, including strategies.
    """
    return hashlib.sha256(f"{rules} {code}".encode()).hexdigest()[:8]


def run_hash(settings: Mapping[str, Any]) -> str:
    """Return a hash of everything that defines a run. Runs with equal hashes play the same games."""
    defining = {key: value for key, value in settings.items() if key != "versions"}
    text = json.dumps(defining, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
