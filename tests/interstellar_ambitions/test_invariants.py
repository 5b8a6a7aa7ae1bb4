"""Invariants after every decision of random games under random rules, and a planted fault for every invariant."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from starbalance.simulator import tables
from starbalance.simulator.interstellar_ambitions.deck import (
    discard_emergency,
    discard_event,
    discard_merc,
    discard_shadow_card,
    discard_technology,
    draw_emergency,
    draw_event,
    draw_merc,
    draw_shadow_card,
    draw_technology,
)
from starbalance.simulator.interstellar_ambitions.invariants import step_violations, violations
from starbalance.simulator.interstellar_ambitions.rules import FIRST_HOME, NONE
from starbalance.simulator.interstellar_ambitions.shadow_check import judge, throw
from starbalance.simulator.interstellar_ambitions.state import MAX_OPTIONS, Kind, Phase, Stage
from starbalance.simulator.interstellar_ambitions.word import Battle, Class, Level, Medal, Resource, Row
from starbalance.simulator.kernel import values, zeros
from starbalance.simulator.play import carry_out
from tests.interstellar_ambitions.rare import DATA, HASTY, switched
from tests.interstellar_ambitions.table import Table
from tests.interstellar_ambitions.walk import GAME, options, started, walk

SETUPS = [each.name for each in GAME.setups]
SWITCHES = DATA["switches"]
SLOW = settings(deadline=None, max_examples=5, suppress_health_check=list(HealthCheck))
STEPS = 150
SETUP_STEPS = 60
FEW = 25


def fit(switches):
    """The switches, with those put right of which one must not be above another."""
    least = {"start_cards_dealt": "start_cards_kept", "hand_limit": "start_cards_kept"}
    fitted = {name: each["value"] for name, each in SWITCHES.items()} | switches
    for name, other in least.items():
        fitted[other] = min(fitted[other], fitted[name])
    fitted["exchange_rate_improved"] = min(fitted["exchange_rate_improved"], fitted["exchange_rate"])
    return fitted


def load(setup, switches, **overrides):
    changes = {f"switches.{name}": value for name, value in fit(switches).items()}
    return tables.load(GAME, setup, set={**overrides, **changes}).record


def assert_sound(rules, seed, steps, since=0):
    """Plays on and checks every state and step from a round on; returns the decisions and kinds of options seen."""
    seen = set()
    checked = (step for step in walk(rules, seed, SETUP_STEPS + steps) if step[3].rounds >= since)
    for before, listed, option, after in islice(checked, steps):
        assert 0 < len(listed) <= MAX_OPTIONS
        assert len({each.tobytes() for each in listed}) == len(listed)
        assert violations(after, rules) == []
        assert step_violations(before, after, rules) == []
        seen |= {f"decision {Phase(int(before.phase)).name}", f"option {Kind(int(option.kind)).name}"}
    return seen


GAMES = 30  # at most; a few are enough


def test_random_games_come_through_every_decision():
    """I-1 to I-18, I-20: games under narrow limits, until every decision and every kind of option has come up."""
    missing = {f"decision {phase.name}" for phase in Phase} | {f"option {kind.name}" for kind in Kind}
    for seed in range(GAMES):
        if missing:
            missing -= assert_sound(tables.load(GAME, SETUPS[seed % 2], set=HASTY).record, seed, 400)
    assert missing == set()


def finished(rules, seed):
    """The outcome of a random game, and its last state."""
    *_, (_, _, _, state) = walk(rules, seed, 5000)
    outcome = zeros(1, GAME.verbs.outcome_dt)[0]
    GAME.verbs.finish(state, rules, outcome)
    return state, outcome


@pytest.mark.parametrize("setup", SETUPS)
def test_final_points_are_the_sum_of_their_parts(setup):
    """I-19, IAM-26.1, IAM-26.2, IAM-26.3, IAM-26.4, IAM-26.5, IAM-26.6, IAM-26.7: by source; the set gives 0 or 12,
    claims are of 12, 6 and 3."""
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
def test_checks_succeed_as_often_as_their_modifier_says(modifier):
    """I-21, IAM-13.8: with (3 + modifier) of the six faces, none or all at the ends; every face comes as often, within
    5 standard errors of 3,000 dice."""
    at = Table()
    won = []
    for face in range(1, 7):
        at.state.card, at.state.victim, at.state.modifier = 0, 1, modifier
        at.state.boosts = at.state.opposes = 0
        won.append(bool(judge(at.state, at.rules, 0, face)))
    assert sum(won) == min(6, max(0, 3 + modifier))
    assert won == sorted(won)
    faces = Counter(int(throw(at.state)) for _ in range(3000))
    assert set(faces) == set(range(1, 7))
    assert all(abs(number - 500) < 5 * (3000 * 5 / 36) ** 0.5 for number in faces.values())


def test_colours_change_nothing_but_labels():
    """I-22, IAM-2.4: the same game with the colours the other way round ends the same, but for the colours."""
    rules = tables.load(GAME, "players4", set=switched(max_rounds=4)).record
    turned = [5 - colour for colour in range(6)]
    one, other = started(rules, 5), started(rules, 5)
    for name in ("owner", "level", "marker", "siphoned"):
        other[name][FIRST_HOME:] = one[name][FIRST_HOME:][turned]
    for seat in range(4):
        player = other.players[seat]
        player.colour = turned[player.colour]
        player.planet[0] = FIRST_HOME + player.colour
    choices = np.random.default_rng(5)
    while not one.over:
        listed = [options(state, rules) for state in (one, other)]
        assert len(listed[0]) == len(listed[1])
        chosen = int(choices.integers(len(listed[0])))
        for state, each in zip((one, other), listed, strict=True):
            carry_out(GAME, state, rules, each[chosen])
    outcomes = zeros(2, GAME.verbs.outcome_dt)
    for state, outcome in zip((one, other), outcomes, strict=True):
        GAME.verbs.finish(state, rules, outcome)
    assert outcomes[0].seats["colour"][:4].tolist() != outcomes[1].seats["colour"][:4].tolist()
    outcomes[1].seats["colour"][:4] = outcomes[0].seats["colour"][:4]
    assert values(outcomes[0]) == values(outcomes[1])


DECKS = {
    "shadow": (draw_shadow_card, discard_shadow_card, "shadow_left"),
    "event": (draw_event, discard_event, "events_left"),
    "merc": (draw_merc, discard_merc, "mercs_left"),
    "emergency": (draw_emergency, discard_emergency, "emergencies_left"),
    "technology": (draw_technology, discard_technology, "technologies_left"),
}


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_that_is_shuffled_again_neither_doubles_nor_loses_a_card(name):
    """I-23, IAM-5.8, IAM-18.5, IAM-19.10, IAM-21.4: drawn to the end, discarded and drawn again, it holds the same
    cards."""
    draw, discard, left = DECKS[name]
    state = Table(at_setup=True).state
    number = int(state[left])
    rounds = []
    for _ in range(3):
        cards = [int(draw(state)) for _ in range(number)]
        rounds.append(cards)
        assert draw(state) == NONE
        for card in cards:
            discard(state, card)
    assert [sorted(each) for each in rounds] == [sorted(rounds[0])] * 3
    assert len({tuple(each) for each in rounds}) == 3


def owe(state):
    state.players[0].resources[Resource.ORE] = -1


def add_token(state):
    state.players[0].pool += 1


def crowd_ultimate(state):
    for seat in range(2):
        state.players[seat].tokens[Row.FLEET, Level.ULTIMATE] += 1
        state.players[seat].tokens[Row.FLEET, Level.BASIC] -= 1


def double_planet(state):
    state.stack[0, 0] = state.stack[0, 1]


def forget_owner(state):
    state.owner[state.players[0].planet[0]] = 1


def raise_level(state):
    state.level[state.players[0].planet[0]] = 6


def mark_stranger(state):
    state.siphoned[state.face_up[0]] = 1


def lose_event(state):
    state.events_left -= 1


def lose_technology(state):
    state.technologies_left -= 1


def learn_unowned(state):
    state.players[0].known |= 1 << int(state.technology_deck[0])


def own_unknown(state):
    state.players[0].owned |= 1 << int(state.technology_deck[0])


def gain_modifier(state):
    state.players[0].modifiers[0] += 1


def wreck(state):
    state.players[0].damage[0] = 9


def lose_merc(state):
    state.mercs_left -= 1


def lose_emergency(state):
    state.emergencies_left -= 1


def lose_card(state):
    state.shadow_left -= 1


def miscount_hand(state):
    state.players[0].cards += 1


def know_too_much(state):
    state.players[0].shown[1] = state.players[0].hand + 1


def award_medal(state):
    state.players[0].medals[Medal.SHADOW] += 1


def claim_alone(state):
    state.players[0].claimed |= 1 << int(state.ambition[0])


def gain_points(state):
    state.players[0].claim_vp += 3


def come_first(state):
    state.players[0].first_claims += 1


def claim_in_silence(state):
    state.players[0].claims = 3


def end_too_late(state):
    state.trigger_seat, state.trigger_round, state.turns_left = 0, 1, 9


def attack_early(state):
    state.rounds = 1
    state.players[0].raids = 1


def act_twice(state):
    state.players[1].plans += 1


def produce_twice(state):
    state.players[0].produces += 2


def advance_on(state):
    state.phase, state.number = Phase.ADVANCING, 3


@pytest.mark.parametrize(("fault", "invariant"), [
    (owe, "I-1"), (add_token, "I-2"), (crowd_ultimate, "I-3"), (double_planet, "I-4"), (forget_owner, "I-4"),
    (raise_level, "I-5"), (mark_stranger, "I-5"), (lose_event, "I-6"), (lose_technology, "I-7"), (learn_unowned, "I-7"),
    (own_unknown, "I-8"), (gain_modifier, "I-8"), (wreck, "I-9"), (lose_merc, "I-10"), (lose_emergency, "I-10"),
    (lose_card, "I-11"), (miscount_hand, "I-11"), (know_too_much, "I-11"), (award_medal, "I-12"), (claim_alone, "I-13"),
    (claim_in_silence, "I-13"), (gain_points, "I-19"), (come_first, "I-20"), (claim_in_silence, "I-14"),
    (end_too_late, "I-14"), (attack_early, "I-15"), (act_twice, "I-16"), (produce_twice, "I-16"), (advance_on, "I-16"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_is_found(fault, invariant):
    """I-1 to I-16, I-19, I-20: each check finds what it is for, and nothing in a sound state."""
    state, rules = position()
    assert violations(state, rules) == []
    fault(state)
    assert invariant in {sentence.split(":")[0].split(",")[0] for sentence in violations(state, rules)}


def position():
    """A game of three players at the first decision of the second round, some FLEET tokens among the others."""
    at = Table("players3", 7)
    for seat in range(3):
        at.put(seat, "fleet basic", "fleet basic", "build moderate")
    at.state.turn = 1
    at.player(0).turns = 1
    return at.state, at.rules


def move_resources(before, after):
    before.phase = Phase.ACTION
    after.players[1].resources[0] += 1


def loot_nothing(before, after):
    before.phase = Phase.LOOTING
    after.players[0].resources[0] += 1


def rob_owner(before, after):
    after.technology_owner[after.technology_owner == 0] = 1


def forget(before, after):
    after.players[0].known = 0


def lose_medal(before, after):
    before.players[0].medals[Medal.FLEET] = 1


def claim_out_of_turn(before, after):
    before.phase = Phase.END
    after.players[1].claims = 1


def claim_twice(before, after):
    before.phase, before.claimed_now = Phase.END, 1
    after.players[before.active].claims += 1


def drop_claim(before, after):
    before.claims[0] = 1


def advance_two(before, after):
    before.phase = Phase.ADVANCING
    for change, level in ((-2, Level.BASIC), (2, Level.MODERATE)):
        after.players[0].tokens[Row.FLEET, level] += change


def advance_another(before, after):
    before.phase = Phase.ADVANCING
    for change, level in ((-1, Level.BASIC), (1, Level.MODERATE)):
        after.players[1].tokens[Row.FLEET, level] += change


def fight(before, after, mode):
    """Player 0 attacks player 1."""
    for state in (before, after):
        state.battle.stage, state.battle.mode, state.phase = Stage.UNMATCHED, mode, Phase.UNMATCHED
        state.battle.attacker, state.battle.defender = 0, 1


def damage_heavy(before, after):
    fight(before, after, Battle.RAID)
    for state in (before, after):
        state.players[1].ship[0] = 3
    after.players[1].damage[0] = 1


def decorate_raider(before, after):
    fight(before, after, Battle.RAID)
    after.players[0].medals[Medal.FLEET] += 1


def move_planet(before, after):
    fight(before, after, Battle.RAID)
    after.owner[after.players[1].planet[0]] = 0


def plunder_world(before, after):
    fight(before, after, Battle.INVADE)
    for state in (before, after):
        state.phase = Phase.REPLACING + 1
    after.players[0].resources[0] += 1


def expel(before, after):
    after.turn += 1
    after.players[1].planets = 0


@pytest.mark.parametrize(("fault", "invariant"), [
    (move_resources, "I-1"), (loot_nothing, "I-1"), (rob_owner, "I-7"), (forget, "I-8"), (lose_medal, "I-12"),
    (claim_out_of_turn, "I-13"), (claim_twice, "I-13"), (drop_claim, "I-13"), (advance_two, "I-16"),
    (advance_another, "I-16"), (damage_heavy, "I-17"), (decorate_raider, "I-17"), (move_planet, "I-17"),
    (plunder_world, "I-17"), (expel, "I-18"),
])  # fmt: skip
def test_a_planted_fault_of_a_step_is_found(fault, invariant):
    """I-1, I-7, I-8, I-12, I-13, I-16 to I-18: each check finds what it is for, and nothing without it."""
    before, rules = position()
    assert rules.ship_heavy[3] == Class.HEAVY
    after = before.copy()
    assert step_violations(before, after, rules) == []
    fault(before, after)
    assert {sentence.split(":")[0] for sentence in step_violations(before, after, rules)} == {invariant}


def test_cards_aside_are_counted_once():
    """I-6, I-11: events and shadow cards looked at, and a card in play, lie in one place each."""
    at = Table("players3", 7)
    state = at.state
    state.phase, state.row, state.looked_at = Phase.BUYING, Row.SHADOW, 2
    for k in range(2):
        state.shadow_left -= 1
        state.looked[k] = state.shadow_deck[state.shadow_left]
    assert [each for each in violations(state, at.rules) if each.startswith("I-11")] == []
    state.looked_at = 1
    assert [each.split(":")[0] for each in violations(state, at.rules) if each.startswith("I-11")] == ["I-11"]
