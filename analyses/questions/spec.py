"""The names under which the command line takes the strategies of a run."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import AT_ONCE
from starbalance.simulator.engine.strategy import find_strategy, strategy_names
from starbalance.simulator.engine.strategy_name import (
    POOL,
    STRONG,
    TEMPERATURE,
    StrategyName,
    Variation,
    original_name,
    parse_strategy,
    search_name,
)
from starbalance.simulator.engine.weights import Row
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.agent import HEAT
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import PERSON

PROGRAM, _WEIGHTS = FILES = ("FILE.py:", "FILE.toml:")  # stand for the file of a strategy of the user


def spec(game: str, used: Mapping[str, Any]) -> str:
    """Return the name under which the command line takes a strategy of a run.

    Args:
        game: The name of the game.
        used: The strategy, from the settings of the run.
    """
    if not searches(used):
        return _plain_spec(game, used)
    if original_name(used["name"]) == STRONG:
        return STRONG
    search = used["search"]
    opponents = search["opponents"]
    for each in search["opponent_models"] if opponents != POOL else ():
        opponents = _plain_spec(game, each)
    return search_name(_plain_spec(game, _base(used)), search["playouts"], opponents)


def without_files(text: str) -> str:
    """Return the name of a strategy without the places that stand for files of the user.

    Args:
        text: The name, as `spec` returns it.
    """
    for file in FILES:
        text = text.replace(file, "")
    return text


def files_in(texts: Sequence[str]) -> list[str]:
    """Return the places that stand for files of the user in some texts, without the colon.

    Args:
        texts: The texts, such as commands.
    """
    return [file.rstrip(":") for file in FILES if any(file in text for text in texts)]


def searches(used: Mapping[str, Any]) -> bool:
    """Return whether a strategy of a run searches beyond its own next decision.

    Args:
        used: The strategy, from the settings of the run.
    """
    return "search" in used and used["search"]["horizon"] != AT_ONCE


def _base(used: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the strategy that a search player of a run is based on."""
    return {**used, "name": str(_name(used).without_search())}


def _name(used: Mapping[str, Any]) -> StrategyName:
    """Return the name of a strategy of a run, without the number of a copy."""
    return parse_strategy(original_name(used["name"]))


def _plain_spec(game: str, used: Mapping[str, Any]) -> str:
    """Return the name of a strategy of a run, with its temperature unless the name implies it."""
    if _is_person(used):
        return PERSON
    name, heat = _name(used), Variation(TEMPERATURE, str(used["temperature"]))
    if _is_foreign(game, used):
        own = HEAT if used.get("is_agent") else 0.0
        file = PROGRAM if used["code"] else _WEIGHTS
        return f"{file}{name}" + (str(heat) if used["temperature"] != own and not name.has_temperature else "")
    own = find_strategy(find_game(game), str(name)).temperature
    return str(name) if own == used["temperature"] else f"{name.without_temperature()}{heat}"


def is_own(game: str, used: Mapping[str, Any]) -> bool:
    """Return whether a strategy of a run, or one of its opponent models, comes from a file of the user.

    A command must then name the file.

    Args:
        game: The name of the game.
        used: The strategy, from the settings of the run.
    """
    if not searches(used):
        return _is_foreign(game, used)
    return any(_is_foreign(game, each) for each in (_base(used), *used["search"]["opponent_models"]))


def game_options(result: Result, number: int) -> dict[str, Any]:
    """Return the options with which `play` and `replay` play a game of a run again.

    They name the strategy of each player, so this also works for strategies drawn from a pool without a name, which
    `replay_arguments` cannot play again.

    Args:
        result: A run.
        number: The number of the game.

    Raises:
        BadInput: If a player uses a strategy from a file of the user. A run keeps its name and weights, but not the
            file.
    """
    settings = result.settings
    foreign = [each["name"] for each in settings["strategies"] if is_own(settings["game"], each)]
    if foreign:
        raise BadInput(
            f"'{foreign[0]}' is from a file of yours: replay the game with `starbalance play` and that file."
        )
    lineup = lineup_of(result, number)
    return {"setup": settings["setup"], "seed": settings["seed"], "strategies": lineup, "set": settings["changes"]}


def lineup_of(result: Result, number: int) -> list[str]:
    """Return the strategy of each player of a game as the command line names it; only one if all players use it.

    Args:
        result: A run.
        number: The number of the game.
    """
    specs = {each["name"]: spec(result.settings["game"], each) for each in result.settings["strategies"]}
    seats = result.scan("seats").filter(pl.col("game") == number).select("player", "strategy").unique().sort("player")
    lineup = [specs[name] for name in seats.collect()["strategy"]]
    return lineup[:1] if len(set(lineup)) == 1 else lineup


def _is_foreign(game: str, used: Mapping[str, Any]) -> bool:
    if _is_person(used):
        return False
    name, known_game = _name(used).base, find_game(game)
    if used["code"] or name not in strategy_names(known_game):
        return True
    own = find_strategy(known_game, name)
    rows = (Row(own.weights), *own.setups.values())
    return Row(used["weights"], used.get("levels", {})) not in rows


def _is_person(used: Mapping[str, Any]) -> bool:
    """Return whether a strategy of a run stands for a person."""
    return used["name"] == PERSON and not used["code"]
