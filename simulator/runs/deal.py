"""The numbers of games in which the setup deals a level of the factor, such as a race, to a player."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import NOTHING
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.runs.plan import Plan

DEALS = 100  # numbers tried for a game; a level that 10% of games deal is missed with probability 0.00003


@dataclass(frozen=True)
class _Deal:
    """The deals to search: a player, and the code of the level that the player should have."""

    game: Game
    rules: bytes
    dtype: np.dtype
    seed: int
    player: int
    level: int


def numbers(plan: Plan, first: int, count: int) -> np.ndarray:
    """Return the numbers of `count` games of a plan, from the game `first`.

    With `plan.level`, each game stands for DEALS numbers. The first number is taken whose setup deals the level to the
    player, or deals no level yet. If there is none, the first of the DEALS numbers is taken.
    """
    if plan.level is None:
        return np.arange(first, first + count)
    deal = _Deal(plan.game, plan.rules.tobytes(), plan.rules.dtype, plan.seed, *plan.level)
    return np.array([_number(deal, DEALS * game) for game in range(first, first + count)])


@lru_cache(maxsize=2**16)
def _number(deal: _Deal, first: int) -> int:
    """Return the first of DEALS numbers whose setup deals the level to the player, or deals no level yet.

    If there is none, return `first`. The number is equal for all strategies, which do not affect the deal.
    """
    rules = np.frombuffer(bytearray(deal.rules), deal.dtype)[0]
    wanted = (deal.level, NOTHING)
    for number in range(first, first + DEALS):
        state = zeros(1, deal.game.kernels.state_dt)[0]
        state.key[0], state.key[1] = np.uint64(deal.seed), np.uint64(number)
        play.set_up(deal.game, state, rules)
        seats = (seat for seat in range(rules.seats) if rules.player[seat] == deal.player)
        if any(deal.game.kernels.level(state, rules, seat) in wanted for seat in seats):
            return number
    return first
