"""The players of a run: a sentence that names them, and the options that play them again."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.incomplete import refuse_plays
from starbalance.analyses.questions.spec import is_own, spec, without_files
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, find_strategy, has_strong, strategy_names
from starbalance.simulator.engine.strategy_name import POOL, STRONG
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import experiment
from starbalance.simulator.runs.plan import has_base, whole_pool
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import HUMAN, PLAYS, describe


def players_line(settings: Mapping[str, Any]) -> str:
    """Return one sentence that names the players of a run.

    Args:
        settings: The settings of the run.
    """
    if PLAYS in settings:
        return f"Players: people, recorded in {settings[PLAYS]['source']}."
    game, lineup = settings["game"], settings["lineup"]
    names = [without_files(spec(game, each)) for each in settings["strategies"]]
    drawn = f"drawn from {', '.join(dict.fromkeys(names[: settings['pool'] or len(names)]))}"
    if max(lineup) < 0:
        return f"Players: {drawn} ({POOL}{'' if has_base(find_game(game)) else f'; the game has no {BASE}'})."
    seated = [names[row] if row >= 0 else POOL for row in lineup]
    several = seated[:1] if len(set(seated)) == 1 else seated
    return f"Players: {', '.join(several)}{f'; {POOL}: {drawn}' if min(lineup) < 0 else ''}."


def asked_players_line(game: str, options: Mapping[str, Any]) -> str:
    """Return one sentence that names the players that the options of a run define.

    Args:
        game: The name or folder of a game.
        options: The options.
    """
    names = ("setup", "players", "strategies", "temperature")
    plan, _ = experiment(game, {name: options[name] for name in names if name in options}).lineup
    described = [describe(each) for each in plan.strategies]
    return players_line({"game": game, "lineup": plan.lineup, "pool": plan.pool, "strategies": described})


def strategies_option(settings: Mapping[str, Any]) -> list[str] | None:
    """Return the value of `--strategies` that plays a run again.

    Args:
        settings: The settings of the run.

    Returns:
        The names of the strategies, or `None` if no option describes the run's pool.
    """
    game, lineup, strategies = settings["game"], settings["lineup"], settings["strategies"]
    drawn = strategies[: settings["pool"] or len(strategies)]
    if min(lineup) < 0 and [each["name"] for each in drawn] != whole_pool(find_game(game)):
        return None
    seated = [spec(game, strategies[row]) if row >= 0 else POOL for row in lineup]
    return seated[:1] if len(set(seated)) == 1 else seated


def strategy_table(game: Game) -> pd.DataFrame:
    """Return the strategies of a game.

    Args:
        game: The game.

    Returns:
        strategy: the name of the strategy
        description: how it plays
    """
    strong = [STRONG] if any(has_strong(game, setup.name) for setup in game.setups) else []
    strategies = [find_strategy(game, name) for name in [*strategy_names(game), *strong]]
    return pd.DataFrame([{"strategy": each.name, "description": each.description} for each in strategies])


def replay_arguments(result: Result) -> dict[str, Any]:
    """Return the arguments of `run` that play the games of a run again.

    Args:
        result: A run.

    Raises:
        BadInput: If the run has a strategy from a file of the user, which a run does not keep, or an unnamed pool.
    """
    refuse_plays([result])
    settings = result.settings
    if HUMAN in settings:
        raise BadInput(f"A person played the games of {result.folder}, and this question plays games again.")
    own = [each["name"] for each in settings["strategies"] if is_own(settings["game"], each)]
    strategies = strategies_option(settings)
    if own or strategies is None:
        cause = f"'{own[0]}' is from a file of yours" if own else "its strategies are drawn from an unnamed pool"
        raise BadInput(f"The games of the run cannot be played again from its folder: {cause}.")
    names = {"game": settings["game"], "setup": settings["setup"], "set": settings["changes"]}
    return {**names, "seed": settings["seed"], "strategies": strategies}
