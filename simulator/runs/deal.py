"""Games in which a player is something, such as a race, as far as the set-up tells: which numbers they have."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import NOTHING
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.runs.plan import Plan

DEALS = 100  # of which one has what one game in ten has, but for 3 in 100,000


@dataclass(frozen=True)
class _Deal:
    """What a set-up deals; level: the code of what a player is to be."""

    game: Game
    rules: bytes
    dtype: np.dtype
    seed: int
    player: int
    level: int


def numbers(plan: Plan, first: int, count: int) -> np.ndarray:
    """The numbers of `count` games of a plan from the first on.

    Where it says what a player is to be, a game stands for DEALS numbers: the first of them in which the player is
    that, or is nothing yet, is played; where there is none, the first of all.
    """
    if plan.level is None:
        return np.arange(first, first + count)
    deal = _Deal(plan.game, plan.rules.tobytes(), plan.rules.dtype, plan.seed, *plan.level)
    return np.array([_number(deal, DEALS * game) for game in range(first, first + count)])


@lru_cache(maxsize=2**16)
def _number(deal: _Deal, first: int) -> int:
    """The number of one game: the same for all candidates, whose weights do not alter the deal."""
    rules = np.frombuffer(bytearray(deal.rules), deal.dtype)[0]
    wanted = (deal.level, NOTHING)
    for number in range(first, first + DEALS):
        state = zeros(1, deal.game.verbs.state_dt)[0]
        state.key[0], state.key[1] = np.uint64(deal.seed), np.uint64(number)
        play.set_up(deal.game, state, rules)
        seats = (seat for seat in range(rules.seats) if rules.player[seat] == deal.player)
        if any(deal.game.verbs.level(state, rules, seat) in wanted for seat in seats):
            return number
    return first
