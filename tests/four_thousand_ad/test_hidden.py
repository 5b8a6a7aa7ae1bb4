"""No information leak: resampling the hidden part of a state changes neither the options of a seat nor any score."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import MAX_WEIGHTS, SEATS
from starbalance.simulator.engine.play import steps
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.runs import chunk
from starbalance.simulator.runs.plan import Plan
from tests.contract.worlds import redealt, sees_the_same
from tests.four_thousand_ad.table import GAME

A, B = np.uint64(12345678901), np.uint64(99)


def states(setup, diplomacy, every=37, games=3):
    """Yield (rules, state, options), copied, for decisions of some games."""
    rules = tables.load(GAME, setup, set={"switches.diplomacy": diplomacy, "switches.max_rounds": 40})
    names = ["sensible", "hunter", "pincer", "uniform", "coordinator"]
    strategies = tuple(find_strategy(GAME, f"{name}@0.5") for name in names)
    plan = Plan(GAME, rules.record, strategies, (-1,) * rules.setup.players, 3)
    lineup = np.full(SEATS, -1)
    for game in range(games):
        for k, step in enumerate(steps(GAME, rules.record, chunk.table(plan), lineup, 3, game)):
            if k % every == 0 and step.chosen >= 0:
                yield rules, step.state.copy(), step.options.copy()


def test_every_hidden_field_changes_over_a_sample():
    """FAD-3.3, FAD-24.2: plans of warps, the departure in progress, notes, secret alliances, the random stream."""
    changed = set()
    for rules, state, _ in states("independents4", True, every=11):
        seat = (state.active + 1) % 4
        other = redealt(GAME, state, rules.record, seat, A)
        for name in ("key", "drawn", "allied", "destination", "notes"):
            if np.asarray(state[name]).tobytes() != np.asarray(other[name]).tobytes():
                changed.add(name)
        if (state.players["warps"]["target"] != other.players["warps"]["target"]).any():
            changed.add("target")
        assert (state.players["warps"]["target"][seat] == other.players["warps"]["target"][seat]).all()
        assert (state.notes[seat] == other.notes[seat]).all()
    assert changed == {"key", "drawn", "allied", "destination", "notes", "target"}


def _reads_plans(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for seat in range(rules.seats):
            for warp in state.players[seat].warps:
                if seat != state.actor and warp.space > 0:
                    scores[i] += warp.target


@pytest.mark.parametrize("cheat", [_reads_plans])
def test_planted_cheats_are_caught(cheat):
    """Planted strategies read another seat's plans, or the key of the random stream."""
    weights = np.zeros(MAX_WEIGHTS)
    caught = [
        not sees_the_same(GAME, cheat, weights, state, rules.record)
        for rules, state, _ in states("independents4", False)
    ]
    assert any(caught)
