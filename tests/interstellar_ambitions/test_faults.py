"""A planted fault for every invariant: each check detects the fault that it is meant for."""

import re

import numpy as np
import pytest

from starbalance.simulator.games.interstellar_ambitions.invariants import step_violations, violations
from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME, HOME_WORLDS, RaidMedal
from starbalance.simulator.games.interstellar_ambitions.state import Decision, Stage
from starbalance.simulator.games.interstellar_ambitions.word import Battle, Class, Level, Medal, Resource, Row
from tests.interstellar_ambitions.table import Table


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
    state.decision, state.number = Decision.ADVANCING, 3


@pytest.mark.parametrize(("fault", "invariant"), [
    (owe, "I-1"), (add_token, "I-2"), (crowd_ultimate, "I-3"), (double_planet, "I-4"), (forget_owner, "I-4"),
    (raise_level, "I-5"), (mark_stranger, "I-5"), (lose_event, "I-6"), (lose_technology, "I-7"), (learn_unowned, "I-7"),
    (own_unknown, "I-8"), (gain_modifier, "I-8"), (wreck, "I-9"), (lose_merc, "I-10"), (lose_emergency, "I-10"),
    (lose_card, "I-11"), (miscount_hand, "I-11"), (know_too_much, "I-11"), (award_medal, "I-12"), (claim_alone, "I-13"),
    (claim_in_silence, "I-13"), (gain_points, "I-19"), (come_first, "I-20"), (claim_in_silence, "I-14"),
    (end_too_late, "I-14"), (attack_early, "I-15"), (act_twice, "I-16"), (produce_twice, "I-16"), (advance_on, "I-16"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_is_detected(fault, invariant):
    """I-1 to I-16, I-19, I-20: Each check detects its fault and reports nothing in a sound state."""
    state, rules = position()
    assert violations(state, rules) == []
    fault(state)
    assert invariant in {sentence.split(":")[0].split(",")[0] for sentence in violations(state, rules)}


def position():
    """Return a game of three players at the first decision of the second round, with some FLEET tokens."""
    at = Table("players3", 7)
    for seat in range(3):
        at.put(seat, "fleet basic", "fleet basic", "build moderate")
    at.state.turn = 1
    at.player(0).turns = 1
    return at.state, at.rules


def move_resources(before, after):
    before.decision = Decision.ACTION
    after.players[1].resources[0] += 1


def loot_nothing(before, after):
    before.decision = Decision.LOOTING
    after.players[0].resources[0] += 1


def rob_owner(before, after):
    after.technology_owner[after.technology_owner == 0] = 1


def forget(before, after):
    after.players[0].known = 0


def lose_medal(before, after):
    before.players[0].medals[Medal.FLEET] = 1


def claim_out_of_turn(before, after):
    before.decision = Decision.END
    after.players[1].claims = 1


def claim_twice(before, after):
    before.decision, before.claimed_now = Decision.END, 1
    after.players[before.active].claims += 1


def drop_claim(before, after):
    before.claims[0] = 1


def advance_two(before, after):
    before.decision = Decision.ADVANCING
    for change, level in ((-2, Level.BASIC), (2, Level.MODERATE)):
        after.players[0].tokens[Row.FLEET, level] += change


def advance_another(before, after):
    before.decision = Decision.ADVANCING
    for change, level in ((-1, Level.BASIC), (1, Level.MODERATE)):
        after.players[1].tokens[Row.FLEET, level] += change


def fight(before, after, mode):
    """Player 0 attacks player 1."""
    for state in (before, after):
        state.battle.stage, state.battle.mode, state.decision = Stage.UNMATCHED, mode, Decision.UNMATCHED
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
        state.decision = Decision.REPLACING + 1
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
def test_a_planted_fault_of_a_step_is_detected(fault, invariant):
    """I-1, I-7, I-8, I-12, I-13, I-16 to I-18: Each check detects its fault and reports nothing without it."""
    before, rules = position()
    assert rules.ship_heavy[3] == Class.HEAVY
    after = before.copy()
    assert step_violations(before, after, rules) == []
    fault(before, after)
    assert {sentence.split(":")[0] for sentence in step_violations(before, after, rules)} == {invariant}


def test_cards_aside_are_counted_once():
    """I-6, I-11: Events and shadow cards looked at, and a card in play, each lie in one place."""
    at = Table("players3", 7)
    state = at.state
    state.decision, state.row, state.looked_at = Decision.BUYING, Row.SHADOW, 2
    for k in range(2):
        state.shadow_left -= 1
        state.looked[k] = state.shadow_deck[state.shadow_left]
    assert [each for each in violations(state, at.rules) if each.startswith("I-11")] == []
    state.looked_at = 1
    assert [each.split(":")[0] for each in violations(state, at.rules) if each.startswith("I-11")] == ["I-11"]


def owe_below_zero(state, rules):
    state.need_any = -1


def crowd_planets(state, rules):
    rules.planet_limit = 0


def add_home_world(state, rules):
    colours = [int(player.colour) for player in state.players[:3]]
    state.face_up[0] = FIRST_HOME + next(colour for colour in range(HOME_WORLDS) if colour not in colours)


def swap_slots(state, rules):
    state.face_up[0], state.face_up[1] = state.face_up[1], state.face_up[0]


def lose_level(state, rules):
    state.level[state.players[0].planet[0]] = 0


def keep_passing_event(state, rules):
    state.marker[state.players[0].planet[0]] = np.flatnonzero(rules.event_keep == 0)[0]


def look_at_event(state, rules):
    state.decision, state.looked_at = Decision.EVENT, 1


def crowd_ships(state, rules):
    rules.ship_limit = 0


def crowd_hand(state, rules):
    rules.hand_limit = 0


def deal_again(state, rules):
    state.decision = Decision.KEEPING
    state.dealt[0, 0] = state.shadow_deck[0]


def raid_for_nothing(state, rules):
    rules.raid_medal = RaidMedal.WINNER
    state.players[0].raids += 1


@pytest.mark.parametrize(("fault", "sentence"), [
    (owe_below_zero, r"I-1: .* and -1 of any type are due"), (crowd_planets, r"I-4: seat 0 has too many planets \(1\)"),
    (add_home_world, "I-4: Home World .* must not lie in 1 place"),
    (swap_slots, "I-4: planet .* in the slot of type 0"),
    (lose_level, "I-5: planet .* of seat 0 has level 0"), (keep_passing_event, "I-6: planet .* keeps an event"),
    (look_at_event, "I-6: .* events by kind"), (crowd_ships, r"I-9: seat 0 has too many ships \(2\)"),
    (crowd_hand, r"I-11: seat 0 has too many cards in hand \(2\)"), (deal_again, "I-11: .* shadow cards by kind"),
    (raid_for_nothing, r"I-12: FLEET and SHADOW medals are \[0, 0\], but \[1, 0\]"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_adds_its_message(fault, sentence):
    """I-1, I-4, I-5, I-6, I-9, I-11, I-12."""
    state, rules = position()
    assert not any(re.match(sentence, each) for each in violations(state, rules))
    fault(state, rules)
    assert any(re.match(sentence, each) for each in violations(state, rules))


def attack_and_damage(before, after):
    after.battle.mode, before.decision = Battle.RAID, Decision.FLEET_ACTION
    for state in (before, after):
        state.players[1].ship[0] = 3
    after.players[0].raids += 1
    after.players[1].damage[0] = 1


def test_a_raid_that_begins_with_damage_to_a_heavy_ship_is_detected():
    """I-17"""
    before, rules = position()
    after = before.copy()
    attack_and_damage(before, after)
    assert step_violations(before, after, rules) == ["I-17: a RAID changes the HEAVY ships of seat 1"]
