"""Invariants after every decision of random games under random rules, of every game and set-up."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from tests.contract.switches import choices_of, drawn
from tests.contract.worlds import walk

SLOW = settings(max_examples=5, suppress_health_check=list(HealthCheck))
STEPS = 200
FEW = 25


def assert_sound(game, rules, seed, steps):
    """There is always an option, and all are distinct; every state and step is as the rules have it."""
    invariants = game.module("invariants")
    for before, options, _, after in walk(game, rules, seed, steps):
        assert len({option.tobytes() for option in options}) == len(options)
        assert invariants.violations(after, rules) == []
        assert invariants.step_violations(before, after, rules) == []


def test_invariants_hold_after_every_decision(game, setup):
    """Under any switches that the rules take together."""

    @SLOW
    @given(seed=st.integers(0, 2**32 - 1))
    def hold(seed):
        assert_sound(game, drawn(game, setup, seed).record, seed, STEPS)

    hold()


def test_invariants_hold_with_every_value_of_a_switch(game):
    """One switch at a time, the others as printed, in one set-up after the other; a value is played or refused."""
    setups, taken, refused = [each.name for each in game.setups], 0, 0
    for name, entry in tables.read(game)["switches"].items():
        for value in choices_of(entry):
            try:
                rules = tables.load(game, setups[taken % len(setups)], set={f"switches.{name}": value})
            except BadInput:  # two switches that bound each other
                refused += 1
                continue
            taken += 1
            assert_sound(game, rules.record, taken, FEW)
    assert refused < taken / 10


def test_a_state_that_the_engine_changed_is_no_longer_sound(game):
    """An option taken twice over: some decision of a game shows it, so that the checks are not blind."""
    invariants = game.module("invariants")
    rules = tables.load(game).record
    for before, _, _, after in walk(game, rules, 1, STEPS):
        torn = after.copy()
        torn["players"][0] = before["players"][1]
        if invariants.violations(torn, rules):
            return
    pytest.fail("another player's record in the place of the first is never noticed")
