"""Invariants after every decision of random games under random rules."""

from itertools import product

import pytest
from hypothesis import HealthCheck, settings

from starbalance.simulator.engine import tables
from starbalance.simulator.games.handful_of_stars.invariants import step_violations, violations
from starbalance.simulator.games.handful_of_stars.state import (
    MAX_OPTIONS,
    Decision,
    Kind,
)
from tests.handful_of_stars.table import Table
from tests.handful_of_stars.walk import GAME, walk

SETUPS = [each.name for each in GAME.setups]
SWITCHES = tables.read(GAME)["switches"]
PLENTY = {"components.fleets": 40, "components.star_bases": 12}  # enough for every setup that a switch needs
SLOW = settings(max_examples=20, suppress_health_check=list(HealthCheck))
STEPS = 250
FEW = 60


def load(setup, switches, **overrides):
    changes = {f"switches.{name}": value for name, value in switches.items()}
    return tables.load(GAME, setup, set={**PLENTY, **overrides, **changes}).record


def assert_sound(rules, seed, steps):
    """Play on and check every state and step. Return the decisions and the kinds of options that occurred."""
    seen = set()
    for before, options, option, after in walk(rules, seed, steps):
        assert 0 < len(options) <= MAX_OPTIONS
        assert len({each.tobytes() for each in options}) == len(options)
        assert violations(after, rules) == []
        assert step_violations(before, after, rules) == []
        seen |= {f"decision {Decision(int(before.decision)).name}", f"option {Kind(int(option.kind)).name}"}
    return seen


POOR = {"hand_size": 12, "reserve_limit": 6, "race_mode": "draft", "dealt_technologies": 0}
RICH = {"cost_shift": -3, "hand_size": 9, "alien_shift": -3, "max_rounds": 60}
FAST = {**RICH, "hop_research": 0, "strength_shift": -3, "actions_per_turn": 4, "retreat_card": "any_time"}
RETREATS = {"technologies.Retreat.copies": 5, "technologies.Culture.copies": 0}
KINDS_OF_GAMES = [
    ("players2", POOR, {}),
    ("players4", RICH, {}),
    ("players4", FAST, RETREATS),
    ("players3", FAST, RETREATS),
]
MOST_GAMES = 10  # of each kind


def test_random_games_reach_every_decision():
    """I-1 to I-20: Whole games are played until every decision of RULES.md and every kind of option has occurred."""
    missing = {f"decision {decision.name}" for decision in Decision} | {f"option {kind.name}" for kind in Kind}
    for seed, (setup, switches, overrides) in product(range(MOST_GAMES), KINDS_OF_GAMES):
        if missing:
            missing -= assert_sound(load(setup, switches, **overrides), seed, 2000)
    assert missing == set()


@pytest.mark.parametrize("setup", SETUPS)
def test_play_begins_with_the_printed_points_units_counters_and_hands(setup):
    """36, 30 or 24 points on the map, 11, 9 or 7 fleets, two counters, six cards.

    I-21, HOS-2.13, HOS-2.16, HOS-2.17, HOS-2.21.
    """
    at = Table(setup)
    points, fleets = {2: (36, 11), 3: (30, 9), 4: (24, 7)}[at.rules.seats]
    for seat in range(at.rules.seats):
        player = at.player(seat)
        assert (player.vp_map, at.state.fleets[seat].sum(), at.state.star_bases[seat].sum()) == (points, fleets, 2)
        assert (len(at.counters(seat)), len(at.hand(seat)), player.shuffles) == (2, 6, 0)
        assert player.vp == points + sum(at.rules.counter_vp[kind] for kind in player.counters[:2])
