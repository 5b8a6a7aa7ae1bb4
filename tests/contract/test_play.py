"""The contract of every game, setup and strategy: a seed gives the same bytes for any chunks, jobs and compilation."""

import subprocess
import sys

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.records import values
from starbalance.simulator.engine.strategy import strategy_names
from starbalance.simulator.runs import batch, chunk
from starbalance.simulator.runs.frame import frames
from starbalance.simulator.runs.plan import make_plan
from tests.contract.switches import choices_of, other_way


def plan_of(game, setup, names="pool", temperature=None, seed=11, **overrides):
    """Return (plan, names of the strategies, rules) of a short game."""
    rules = tables.load(game, setup, set={"switches.max_rounds": 30, **overrides})
    return *make_plan(game, rules, strategies=names, seed=seed, temperature=temperature), rules


def test_outcomes_do_not_depend_on_chunks_jobs_and_backend(game, setup):
    plan, _, _ = plan_of(game, setup, temperature=0.3)
    whole = chunk.play_chunk(plan, 0, 24)
    for size, jobs, backend in ((5, 1, "threads"), (7, 2, "threads"), (12, 2, "processes")):
        parts = {
            first: part for first, part, _ in batch.play(plan, batch.chunks(0, 24, size), jobs=jobs, backend=backend)
        }
        again = np.concatenate([parts[first] for first in sorted(parts)])
        assert values(again) == values(whole)


def test_the_stepper_replays_the_games_of_the_loop(game, setup):
    plan, _, rules = plan_of(game, setup)
    whole = chunk.play_chunk(plan, 5, 3)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    for outcome in whole:
        seated, decisions = np.zeros(SEATS, np.int64), 0
        for step in steps(game, rules.record, chunk.table(plan), lineup, plan.seed, int(outcome["game"]), seated):
            decisions += len(step.options) > 1
        assert decisions == outcome["decisions"]
        assert list(seated[: rules.setup.seats]) == list(outcome["strategy"][: rules.setup.seats])
        assert list(step.state.credit[: rules.setup.seats]) == list(outcome["seats"]["credit"][: rules.setup.seats])


def test_the_level_of_a_seat_agrees_with_the_outcome(game, setup):
    """The game function `level` returns the code in the column of the headline factor."""
    plan, _, rules = plan_of(game, setup)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    for outcome in chunk.play_chunk(plan, 0, 3):
        *_, last = steps(game, rules.record, chunk.table(plan), lineup, plan.seed, int(outcome["game"]))
        levels = sorted(int(game.kernels.level(last.state, rules.record, seat)) for seat in range(rules.setup.seats))
        assert levels == sorted(outcome["seats"][game.factor][: rules.setup.seats].tolist())


def test_evaluation_features_vary_and_are_not_negative(game, setup):
    """The game function `assets` is never negative and not constant over seats and time."""
    plan, _, rules = plan_of(game, setup)
    values_of: dict[int, set[float]] = {int(each): set() for each in getattr(game.module("state"), "Asset", ())}
    for step in steps(game, rules.record, chunk.table(plan), np.zeros(SEATS, np.int64), plan.seed, 1):
        for asset, amounts in values_of.items():
            amounts |= {game.kernels.assets(step.state, rules.record, seat, asset) for seat in range(rules.setup.seats)}
    assert all(len(amounts) > 1 and min(amounts) >= 0 for amounts in values_of.values())


def test_every_strategy_plays_every_setup_to_an_end(game, setup):
    for name in strategy_names(game):
        plan, names, rules = plan_of(game, setup, [name])
        outcomes = chunk.play_chunk(plan, 0, 4)
        assert not outcomes["fault"].any()
        games, seats = frames(game, rules, names, outcomes=outcomes).values()
        assert games["rounds"].max() <= 30 + 1  # an end triggered in the last round still has its final turns
        assert seats.group_by("game").agg(credit=seats["credit"].sum() / 4)["credit"].to_list() == pytest.approx(
            [1] * 4
        )


def test_every_variant_loads_and_plays(game, setup):
    for name in tables.variants(game):
        rules = tables.load(game, setup, set={"switches.max_rounds": 12}, variant=name)
        plan, _ = make_plan(game, rules, strategies="pool", seed=1)
        assert not chunk.play_chunk(plan, 0, 3)["fault"].any()


def test_the_pool_plays_every_value_of_every_switch_to_an_end(game):
    """Strategies with goals may loop forever where random play does not."""
    for name, entry in tables.read(game)["switches"].items():
        for value in choices_of(entry):
            try:
                rules = tables.load(game, set={"switches.max_rounds": 12, f"switches.{name}": value})
            except BadInput:  # switches that restrict each other
                continue
            plan, _ = make_plan(game, rules, strategies="pool", seed=1)
            assert not chunk.play_chunk(plan, 0, 3)["fault"].any(), (name, value)


@pytest.mark.first_setup
def test_every_option_and_state_has_a_text(game, setup):
    """This covers every option of every decision of a short random game, another game in each setup."""
    plan, _, rules = plan_of(game, setup, ["uniform"], **{**other_way(game), "switches.max_rounds": 8})
    narrator, number = game.module("text").Narrator(rules), [each.name for each in game.setups].index(setup)
    for step in steps(game, rules.record, chunk.table(plan), np.zeros(SEATS, np.int64), 2, number):
        if step.chosen < 0:
            assert "won" in narrator.ending(step.state)
            break
        assert len(narrator.table(step.state)) > 1
        if len(step.options) > 1:
            texts = [narrator.decision(step.state, step.options, k) for k in range(len(step.options))]
            assert all("(" in text for text in texts)


def test_every_field_of_the_rules_is_filled_from_the_data(game):
    """A changed value in the data changes the rules record, so kernels contain no constants of switches."""
    base = tables.load(game)
    for each in tables.values(tables.read(game)):
        if each.path.startswith("switches.") and isinstance(each.value, bool):
            other = tables.load(game, set={each.path: not each.value})
            assert values(other.record) != values(base.record), each.path


@pytest.mark.skipif(not compiled(), reason="the JIT is disabled")
def test_ahead_of_time_compilation_covers_a_cold_start(game):
    """A new process finds every kernel in the cache, so nothing is compiled twice or with other types."""
    other = (
        "from starbalance.simulator.games import find_game, games\nfrom starbalance.simulator.runs import compilation\n"
        f"game = find_game({game.address!r})\n"
        "strategies = [each for each in compilation.all_strategies(game) if each.module]\n"
        "for piece in compilation.pieces(game, strategies):\n    compilation.compile_piece(game, piece)\n"
        "rules = [game.function(place) for place in game.compiled_apart]\n"
        "scores = [each.score(game) for each in strategies]\n"
        "found = [*(getattr(game.kernels, name) for name in ('apply', *compilation.KERNELS)), *scores, *rules]\n"
        "assert all(each.stats.cache_hits and not each.stats.cache_misses for each in found)\n"
    )
    assert subprocess.run([sys.executable, "-c", other], check=False).returncode == 0
