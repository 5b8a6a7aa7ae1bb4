"""Who plays the games of a run, in words for people and as an option for a command."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from starbalance.analyses.questions.find import FILE, is_own, spec
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, find_strategy, strategy_names
from starbalance.simulator.engine.strategy_name import POOL
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.plan import has_base, whole_pool
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import describe


def players_line(settings: Mapping[str, Any]) -> str:
    """Return one sentence that names the players of a run, from its settings."""
    game, lineup = settings["game"], settings["lineup"]
    names = [spec(game, each).replace(FILE, "") for each in settings["strategies"]]
    drawn = f"drawn from {', '.join(dict.fromkeys(names[: settings['pool'] or len(names)]))}"
    if max(lineup) < 0:
        return f"Players: {drawn} ({POOL}{'' if has_base(find_game(game)) else f'; the game has no {BASE}'})."
    told = [names[row] if row >= 0 else POOL for row in lineup]
    several = told[:1] if len(set(told)) == 1 else told
    return f"Players: {', '.join(several)}{f'; {POOL}: {drawn}' if min(lineup) < 0 else ''}."


def asked_players_line(game: str, asked: Mapping[str, Any]) -> str:
    """Return one sentence that names the players that the options of a run ask for."""
    names = ("setup", "players", "strategies", "temperature")
    plan, _ = experiment(game, {name: asked[name] for name in names if name in asked}).lineup
    described = [describe(each) for each in plan.strategies]
    return players_line({"game": game, "lineup": plan.lineup, "pool": plan.pool, "strategies": described})


def strategies_option(settings: Mapping[str, Any]) -> list[str] | None:
    """Return what `--strategies` takes to play a run again, or `None` if no option asks for its pool."""
    game, lineup, strategies = settings["game"], settings["lineup"], settings["strategies"]
    drawn = strategies[: settings["pool"] or len(strategies)]
    if min(lineup) < 0 and [each["name"] for each in drawn] != whole_pool(find_game(game)):
        return None
    told = [spec(game, strategies[row]) if row >= 0 else POOL for row in lineup]
    return told[:1] if len(set(told)) == 1 else told


def recipes(game: Game) -> pd.DataFrame:
    """The strategies of a game: strategy, recipe."""
    found = [find_strategy(game, name) for name in strategy_names(game)]
    return pd.DataFrame([{"strategy": each.name, "recipe": each.recipe} for each in found])


def replay_arguments(result: Result) -> dict[str, Any]:
    """Return the arguments of `run` that play the games of a run again.

    Raises:
        BadInput: The run has a strategy of the user, whose file a run does not keep, or a pool that has no name.
    """
    settings = result.settings
    own = [each["name"] for each in settings["strategies"] if is_own(settings["game"], each)]
    strategies = strategies_option(settings)
    if own or strategies is None:
        cause = f"'{own[0]}' is a strategy of your own" if own else "it draws strategies from a pool of your own"
        raise BadInput(f"The games of the run cannot be played again from its folder: {cause}.")
    names = {"game": settings["game"], "setup": settings["setup"], "set": settings["changes"]}
    return {**names, "seed": settings["seed"], "strategies": strategies}
