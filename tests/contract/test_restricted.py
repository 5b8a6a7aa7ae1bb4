"""Restricted strategies of all games: random play after a round, and one-ply greedy; replays are exact."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import make_plan

GAMES = 4


def plan_of(game, setup, strategy):
    rules = tables.load(game, setup, set={"switches.max_rounds": 6})
    return make_plan(game, rules, strategies=strategy, seed=17)[0], rules


def test_a_restricted_strategy_plays_as_its_base_before_its_round(game, setup):
    restricted, expected = (
        chunk.play_chunk(plan_of(game, setup, each)[0], 0, GAMES) for each in ("sensible-random-after:999", "sensible")
    )
    assert not restricted["fault"].any()
    assert values(restricted) == values(expected)


@pytest.mark.parametrize("name", ["sensible-random-after:3", "sensible-greedy-random-after:3"])
def test_the_stepper_replays_restricted_strategies(game, setup, name):
    plan, rules = plan_of(game, setup, name)
    lineup, others = np.zeros(SEATS, np.int64), 0
    for outcome in chunk.play_chunk(plan, 0, 2):
        decisions = 0
        for step in steps(game, rules.record, chunk.table(plan), lineup, plan.seed, int(outcome["game"])):
            if step.scores is not None:
                decisions += 1
                assert step.state.rounds < 3 or not step.scores.any()
                others += step.state.rounds < 3 and step.scores[step.chosen] < step.scores.max()
        assert decisions == outcome["decisions"]
        assert list(step.state.credit[: rules.setup.seats]) == list(outcome["seats"]["credit"][: rules.setup.seats])
    assert others == 0 or "greedy" in name
