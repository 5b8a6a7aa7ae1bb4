"""Invariants hold after every decision of random games under random rules, in every game and setup."""

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
    """Assert that options are distinct and that states and steps have no violations in a random game."""
    invariants = game.module("invariants")
    for before, options, _, after in walk(game, rules, seed, steps):
        assert len({option.tobytes() for option in options}) == len(options)
        assert invariants.violations(after, rules) == []
        assert invariants.step_violations(before, after, rules) == []


@pytest.mark.first_setup
def test_invariants_hold_after_every_decision(game, setup):
    """This holds under any combination of switches that the rules allow."""

    @SLOW
    @given(seed=st.integers(0, 2**32 - 1))
    def hold(seed):
        assert_sound(game, drawn(game, setup, seed).record, seed, STEPS)

    hold()


@pytest.mark.nightly
def test_invariants_hold_with_every_value_of_a_switch(game):
    """One switch at a time differs from the printed rules, with setups in turn. A value is played or refused."""
    setups, taken, refused = [each.name for each in game.setups], 0, 0
    for name, entry in tables.read(game)["switches"].items():
        for value in choices_of(entry):
            try:
                rules = tables.load(game, setups[taken % len(setups)], set={f"switches.{name}": value})
            except BadInput:  # switches that restrict each other
                refused += 1
                continue
            taken += 1
            assert_sound(game, rules.record, taken, FEW)
    assert refused < taken / 10


def test_a_corrupted_state_violates_the_invariants(game):
    """A player record copied from another seat violates the invariants at some decision, so the checks work."""
    invariants = game.module("invariants")
    rules = tables.load(game).record
    for before, _, _, after in walk(game, rules, 1, STEPS):
        torn = after.copy()
        torn["players"][0] = before["players"][1]
        if invariants.violations(torn, rules):
            return
    pytest.fail("a copied player record is never detected")
