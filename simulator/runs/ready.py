"""The preparation of a plan: rules and strategies are checked, and then compiled."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.runs.agent import Agent
from starbalance.simulator.runs.chunk import play_chunk
from starbalance.simulator.runs.compilation import compile_game
from starbalance.simulator.runs.dry_run import dry_run
from starbalance.simulator.runs.game_check import check_game
from starbalance.simulator.runs.plan import Plan

PILOT = 0.2  # seconds of the games that measure the speed of Python functions
_ANNOUNCED: set[tuple[str, str, tuple[int, ...]]] = set()  # in this process


def make_ready(plan: Plan, notify: Callable[[str], None]) -> None:
    """Check and compile what a plan plays.

    Args:
        plan: The game, the rules and the strategies.
        notify: Prints a line before anything that takes seconds.

    Raises:
        BadInput: If an external game or a user's strategy violates its contract.
    """
    make_rules_ready(plan.game, plan.rules, plan.strategies, notify=notify)
    dry_run(plan, notify)
    for each in plan.strategies:
        each.score(plan.game)
    if plan.agents:
        _announce(plan, notify)


def _announce(plan: Plan, notify: Callable[[str], None]) -> None:
    """Print how fast the games are in which Python functions choose, once per process."""
    functions = (plan.game.package, plan.agents[0].setup, tuple(id(each.source) for each in plan.agents))
    if functions in _ANNOUNCED:
        return
    _ANNOUNCED.add(functions)
    notify(f"{_choosers(plan)}: about {_speed(plan)}.")


def _choosers(plan: Plan) -> str:
    """Return for which players Python functions choose, as the beginning of a sentence."""
    what = "Python functions choose" if len(plan.agents) > 1 else "A Python function chooses"
    rows = [place for place, each in enumerate(plan.strategies) if isinstance(each, Agent)]
    players = [str(player) for player, row in enumerate(plan.lineup) if row in rows]
    if not players:
        return f"{what} for the players that draw it or have it as an opponent model"
    return f"{what} for player{'s' if len(players) > 1 else ''} {joined(players)}"


def _speed(plan: Plan) -> str:
    """Return the speed of the first games of a plan."""
    for agent in plan.agents:
        agent.prepare(plan.game, plan.rules)
    games, taken = 1, _seconds(plan, 1)
    while taken < PILOT:
        games *= 4
        taken = _seconds(plan, games)
    seconds = taken / games
    if seconds > 1:
        return f"{counted(round(seconds), 'second')} a game"
    return f"{counted(round(1 / seconds), 'game')} a second"


def _seconds(plan: Plan, games: int) -> float:
    """Return the time that the first games of a plan take."""
    began = time.perf_counter()
    play_chunk(plan, 0, games)
    return time.perf_counter() - began


def make_rules_ready(game: Game, rules: Any, strategies: Sequence[Strategy], *, notify: Callable[[str], None]) -> None:
    """Check and compile a game and its strategies. Users' functions are left out.

    Args:
        game: The game.
        rules: The record of its rules.
        strategies: The strategies that play.
        notify: Prints a line before anything that takes seconds.

    Raises:
        BadInput: If the game is an external game and violates the contract of games.
    """
    check_game(game, rules, notify)
    compile_game(game, strategies, notify)
