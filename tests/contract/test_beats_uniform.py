"""Every strategy beats uniform play in every setup."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import UNIFORM
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan

LOOKS = (40, 160, 640)  # games per place; most tests are decided at the first look
BOUND = 3.6  # standard errors


def credits_of(game, setup, strategy, games):
    """Return the credit per game of one player with the strategy among uniform players, averaged over its places."""
    rules = tables.load(game, setup)
    places = range(rules.setup.players)
    return np.mean([_credits_in(place, game, rules, strategy, games) for place in places], axis=0)


def _credits_in(place, game, rules, strategy, games):
    lineup = [UNIFORM] * rules.setup.players
    lineup[place] = strategy
    plan, names = make_plan(game, rules, strategies=lineup, seed=31)
    outcomes = chunk.play_chunk(plan, 0, games)
    assert not outcomes["fault"].any()
    seats = slice(0, rules.setup.seats)
    is_own = outcomes["strategy"][:, seats] == names.index(strategy)
    return (outcomes["seats"]["credit"][:, seats] * is_own).sum(axis=1)


def test_a_strategy_beats_uniform_play(game, setup, strategy):
    """At one of three looks, the share is 3.6 standard errors above an equal share.

    A strategy no better than uniform play passes with a probability below 0.1 %: the sum of the tails of Student's t
    with 39, 159 and 639 degrees of freedom. Places share their random numbers, so each game is one observation.
    """
    if strategy == UNIFORM:
        pytest.skip("uniform play cannot beat itself")
    equal = 1 / next(each.players for each in game.setups if each.name == setup)
    for games in LOOKS:
        credit = credits_of(game, setup, strategy, games)
        if credit.mean() - BOUND * credit.std(ddof=1) / games**0.5 > equal:
            return
    pytest.fail(f"{credit.mean():.3f} +- {credit.std(ddof=1) / games**0.5:.3f} against an equal share of {equal:.3f}")
