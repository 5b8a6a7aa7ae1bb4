"""Invariants after every decision of random games under random rules."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import values, zeros
from starbalance.simulator.games.interstellar_ambitions.invariants import step_violations, violations
from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME
from starbalance.simulator.games.interstellar_ambitions.shadow_check import judge_check, roll_die
from starbalance.simulator.games.interstellar_ambitions.state import MAX_OPTIONS, Decision, Kind
from tests.interstellar_ambitions.rare import DATA, HASTY, switched
from tests.interstellar_ambitions.table import Table
from tests.interstellar_ambitions.walk import GAME, options, started, walk

SETUPS = [each.name for each in GAME.setups]
SWITCHES = DATA["switches"]
SLOW = settings(max_examples=5, suppress_health_check=list(HealthCheck))
STEPS = 150
SETUP_STEPS = 60
FEW = 25


def fit(switches):
    """Return the switches, with values lowered that must not exceed another one."""
    least = {"start_cards_dealt": "start_cards_kept", "hand_limit": "start_cards_kept"}
    fitted = {name: each["value"] for name, each in SWITCHES.items()} | switches
    for name, lower in least.items():
        fitted[lower] = min(fitted[lower], fitted[name])
    fitted["exchange_rate_improved"] = min(fitted["exchange_rate_improved"], fitted["exchange_rate"])
    return fitted


def load(setup, switches, **overrides):
    changes = {f"switches.{name}": value for name, value in fit(switches).items()}
    return tables.load(GAME, setup, set={**overrides, **changes}).record


def assert_sound(rules, seed, steps, since=0):
    """Play on and check every state and step from a round on.

    Return the decisions and kinds of options that occurred.
    """
    seen = set()
    checked = (step for step in walk(rules, seed, SETUP_STEPS + steps) if step[3].rounds >= since)
    for before, listed, option, after in islice(checked, steps):
        assert 0 < len(listed) <= MAX_OPTIONS
        assert len({each.tobytes() for each in listed}) == len(listed)
        assert violations(after, rules) == []
        assert step_violations(before, after, rules) == []
        seen |= {f"decision {Decision(int(before.decision)).name}", f"option {Kind(int(option.kind)).name}"}
    return seen


GAMES = 30  # at most


def test_random_games_reach_every_decision():
    """Games under narrow limits are played until every decision and every kind of option has occurred.

    I-1 to I-18, I-20.
    """
    missing = {f"decision {decision.name}" for decision in Decision} | {f"option {kind.name}" for kind in Kind}
    for seed in range(GAMES):
        if missing:
            missing -= assert_sound(tables.load(GAME, SETUPS[seed % 2], set=HASTY).record, seed, 400)
    assert missing == set()


def finished(rules, seed):
    """Return the outcome of a random game, and its last state."""
    *_, (_, _, _, state) = walk(rules, seed, 5000)
    outcome = zeros(1, GAME.kernels.outcome_dt)[0]
    GAME.kernels.finish(state, rules, outcome)
    return state, outcome


@pytest.mark.parametrize("setup", SETUPS)
def test_final_points_are_the_sum_of_their_parts(setup):
    """The parts are listed by source: the set gives 0 or 12, claims give 12, 6 and 3.

    I-19, IAM-26.1, IAM-26.2, IAM-26.3, IAM-26.4, IAM-26.5, IAM-26.6, IAM-26.7.
    """
    rules = tables.load(GAME, setup, set=HASTY | switched(max_rounds=3, start_level=5, claims_to_end=5)).record
    state, outcome = finished(rules, 3)
    assert state.over == 1
    for seat in range(rules.seats):
        row = outcome.seats[seat]
        parts = ("planets", "set", "special", "technologies", "ships", "medals", "ambitions")
        assert row.vp == sum(row[f"vp_{part}"] for part in parts)
        assert row.vp_set in (0, 12)
        assert row.vp_ambitions in {12 * a + 6 * b + 3 * c for a in range(5) for b in range(5) for c in range(5)}


@pytest.mark.parametrize("modifier", range(-4, 4))
def test_checks_succeed_at_the_rate_of_their_modifier(modifier):
    """3 + modifier of the six faces succeed, at least none and at most all.

    Every face occurs equally often, within 5 standard errors of 3,000 dice.

    I-21, IAM-13.8.
    """
    at = Table()
    won = []
    for face in range(1, 7):
        at.state.card, at.state.victim, at.state.modifier = 0, 1, modifier
        at.state.boosts = at.state.opposes = 0
        won.append(bool(judge_check(at.state, at.rules, 0, face)))
    assert sum(won) == min(6, max(0, 3 + modifier))
    assert won == sorted(won)
    faces = Counter(int(roll_die(at.state)) for _ in range(3000))
    assert set(faces) == set(range(1, 7))
    assert all(abs(number - 500) < 5 * (3000 * 5 / 36) ** 0.5 for number in faces.values())


def test_colours_change_only_labels():
    """I-22, IAM-2.4: A game with the colours in reverse order ends equally, except for the colours."""
    rules = tables.load(GAME, "players4", set=switched(max_rounds=4)).record
    turned = [5 - colour for colour in range(6)]
    one, reverse = started(rules, 5), started(rules, 5)
    for name in ("owner", "level", "marker", "siphoned"):
        reverse[name][FIRST_HOME:] = one[name][FIRST_HOME:][turned]
    for seat in range(4):
        player = reverse.players[seat]
        player.colour = turned[player.colour]
        player.planet[0] = FIRST_HOME + player.colour
    choices = np.random.default_rng(5)
    while not one.over:
        listed = [options(state, rules) for state in (one, reverse)]
        assert len(listed[0]) == len(listed[1])
        chosen = int(choices.integers(len(listed[0])))
        for state, each in zip((one, reverse), listed, strict=True):
            carry_out(GAME, state, rules, each[chosen])
    outcomes = zeros(2, GAME.kernels.outcome_dt)
    for state, outcome in zip((one, reverse), outcomes, strict=True):
        GAME.kernels.finish(state, rules, outcome)
    assert outcomes[0].seats["colour"][:4].tolist() != outcomes[1].seats["colour"][:4].tolist()
    outcomes[1].seats["colour"][:4] = outcomes[0].seats["colour"][:4]
    assert values(outcomes[0]) == values(outcomes[1])
