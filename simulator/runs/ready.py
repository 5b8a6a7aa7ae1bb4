"""The one way from a plan to kernels that may play: rules and strategies are checked before they are compiled."""

from collections.abc import Callable, Sequence
from typing import Any

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs.compilation import compile_game
from starbalance.simulator.runs.game_check import check_game
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.rehearsal import rehearse


def make_ready(plan: Plan, tell: Callable[[str], None]) -> None:
    """Check and compile what a plan plays.

    Args:
        plan: The game, the rules and the strategies.
        tell: Prints a line before anything that takes seconds.

    Raises:
        BadInput: If a game from outside the toolkit or a strategy of the user breaks what it must keep.
    """
    make_rules_ready(plan.game, plan.rules, plan.strategies, tell=tell)
    rehearse(plan, tell)
    for each in plan.strategies:
        each.score(plan.game)


def make_rules_ready(game: Game, rules: Any, strategies: Sequence[Strategy], *, tell: Callable[[str], None]) -> None:
    """Check and compile a game and the strategies that come with it; functions of the user are left out.

    Args:
        game: The game.
        rules: The record of its rules.
        strategies: The strategies that play.
        tell: Prints a line before anything that takes seconds.

    Raises:
        BadInput: If the game is from outside the toolkit and breaks what every game must keep.
    """
    check_game(game, rules, tell)
    compile_game(game, strategies, tell)
