"""Search players of all games: a search changes only the choice, and replays are exact."""

from dataclasses import replace

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.runs import batch, chunk
from starbalance.simulator.runs.plan import make_plan

POOL = ["search:sensible@2", "sensible", "search:sensible@0.5@2:opponents=pool", "search:sensible@1:opponents=truth"]


def plan_of(game, setup, pool):
    rules = tables.load(game, setup, set={"switches.max_rounds": 6})
    return make_plan(game, rules, pool=pool, seed=13)[0], rules


def test_a_search_with_an_infinite_threshold_plays_as_its_base(game, setup):
    """Outcomes are identical to the byte: playouts change neither the state nor the random numbers of the game."""
    strategy = find_strategy(game, "search:sensible@2:opponents=pool")
    timid = replace(strategy, search=replace(strategy.search, threshold=np.inf))
    plain, searched = (chunk.play_chunk(plan_of(game, setup, [each])[0], 0, 4) for each in ("sensible", timid))
    assert not searched["fault"].any()
    assert values(searched) == values(plain)


@pytest.mark.first_setup
def test_searched_games_do_not_depend_on_chunks_jobs_and_backend(game, setup):
    plan, _ = plan_of(game, setup, POOL)
    whole = chunk.play_chunk(plan, 0, 6)
    assert not whole["fault"].any()
    for size, jobs, backend in ((1, 2, "threads"), (4, 2, "processes")):
        parts = {
            first: part for first, part, _ in batch.play(plan, batch.chunks(0, 6, size), jobs=jobs, backend=backend)
        }
        assert values(np.concatenate([parts[first] for first in sorted(parts)])) == values(whole)


def test_the_stepper_replays_searched_games(game, setup):
    plan, rules = plan_of(game, setup, POOL)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    for outcome in chunk.play_chunk(plan, 2, 2):
        decisions = 0
        for step in steps(game, rules.record, chunk.table(plan), lineup, plan.seed, int(outcome["game"])):
            decisions += len(step.options) > 1
        assert decisions == outcome["decisions"]
        assert list(step.state.credit[: rules.setup.seats]) == list(outcome["seats"]["credit"][: rules.setup.seats])
