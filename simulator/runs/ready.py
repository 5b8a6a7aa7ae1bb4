"""The preparation of a plan: rules and strategies are checked, and then compiled."""

from collections.abc import Callable, Sequence
from typing import Any

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs.compilation import compile_game
from starbalance.simulator.runs.dry_run import dry_run
from starbalance.simulator.runs.game_check import check_game
from starbalance.simulator.runs.plan import Plan


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
