"""A planted fault for every invariant: each check detects the fault that it is meant for."""

import re

import numpy as np
import pytest

from starbalance.simulator.games.handful_of_stars.invariants import step_violations, violations
from starbalance.simulator.games.handful_of_stars.rules import FIRST_TECHNOLOGY
from starbalance.simulator.games.handful_of_stars.state import (
    NONE,
    Cylinder,
    Decision,
    Marker,
    PendingStep,
    Stage,
    Verdict,
    Zone,
)
from tests.handful_of_stars.table import Table


def double_card(state):
    state.technologies[0] = state.technologies[1]


def steal_card(state):
    pile, tile = state.players[1].piles[Zone.DISCARD_PILE], state.tile[np.flatnonzero(state.owner == 0)[0]]
    pile.card[pile.count] = tile
    pile.count += 1


def lose_fleet(state):
    state.players[0].fleets -= 1


def lose_home(state):
    state.players[0].cylinder = Cylinder.LOST


def lose_counter(state):
    state.players[0].counters[1] = NONE


def add_counter(state):
    state.counters_left[0] += 1


def move_alien(state):
    place = np.flatnonzero(state.alien != NONE)[0]
    state.alien[np.flatnonzero(state.owner == 0)[0]] = state.alien[place]
    state.alien[place] = NONE


def lose_alien(state):
    state.alien[np.flatnonzero(state.alien != NONE)[0]] = NONE


def intrude(state):
    state.fleets[1, np.flatnonzero(state.owner == 0)[0]] += 1
    state.players[1].fleets -= 1


def abandon(state):
    state.owner[np.flatnonzero((state.owner == NONE) & (state.alien == NONE))[0]] = 1


def cool_home(state):
    home = np.flatnonzero(state.marker == Marker.HOME)[0]
    state.tile[home], state.tile[np.flatnonzero(state.tile >= 19)[0]] = (
        state.tile[state.tile >= 19][0],
        state.tile[home],
    )


def lose_black_hole(state):
    state.spare_discs -= 1


def close_connection(state):
    state.near[0] = NONE


def gain_point(state):
    state.players[0].vp += 1


def reserve_unlabelled(state):
    hand, pile = state.players[0].piles[Zone.HAND], state.players[0].piles[Zone.RESERVE_TWO]
    hand.count -= 1
    pile.card[0], pile.count = hand.card[hand.count], 1


def forget_effect(state):
    state.players[0].lasting[0] += 1


def shuffle_alone(state):
    state.shuffles += 1


def attack_without_moving(state):
    state.players[0].attacks[1] = 1


def take_two_wormhole_counters(state):
    state.players[0].wormhole = 2


def skip_turn(state):
    state.turn += 1


def share_no_credit(state):
    state.over, state.place = 1, 2
    state.turn = 2


@pytest.mark.parametrize(("fault", "invariant"), [
    (double_card, "I-1"), (steal_card, "I-2"), (lose_fleet, "I-3"), (lose_home, "I-3"), (lose_counter, "I-4"),
    (add_counter, "I-5"), (lose_alien, "I-6"), (move_alien, "I-6"), (intrude, "I-7"), (abandon, "I-7"),
    (cool_home, "I-8"), (lose_black_hole, "I-9"), (close_connection, "I-9"), (gain_point, "I-10"),
    (forget_effect, "I-11"), (shuffle_alone, "I-13"), (attack_without_moving, "I-14"),
    (take_two_wormhole_counters, "I-18"), (skip_turn, "I-19"), (share_no_credit, "I-19"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_is_detected(fault, invariant):
    """I-1 to I-11, I-13, I-14, I-18, I-19: Each check detects its fault and reports nothing in a sound state."""
    at = Table("players2", 7)
    at.state.turn = 1  # the table has begun the turn again
    assert violations(at.state, at.rules) == []
    fault(at.state)
    assert invariant in {sentence.split(":")[0].split(",")[0] for sentence in violations(at.state, at.rules)}


@pytest.mark.parametrize("anything", [False, True])
def test_an_unlabelled_card_in_reserve_two_violates_the_strict_warehouse_rule(anything):
    """I-11, A22: By default Warehouse may have placed it. No other violation is reported in either case."""
    at = Table("players2", 7, warehouse_any=anything)
    at.state.turn = 1
    assert violations(at.state, at.rules) == []
    reserve_unlabelled(at.state)
    assert [sentence.split(":")[0] for sentence in violations(at.state, at.rules)] == ([] if anything else ["I-11"])


def turn_alien(before, after):
    after.alien[np.flatnonzero(after.alien != NONE)[0]] = NONE


def settle_desert(before, after):
    desert = next(k for k in np.flatnonzero(after.owner == 0) if after.tile[k] >= 19)
    after.marker[desert] = Marker.COLONY


def clear_black_hole(before, after):
    after.blocked[np.flatnonzero(after.blocked)[0]] = 0


def add_black_hole(before, after):
    after.blocked[np.flatnonzero(after.blocked == 0)[0]] = 1


def overfill_reserve(before, after):
    for state, count in ((before, 0), (after, 3)):
        state.players[0].piles[Zone.RESERVE_ONE].count = count
    after.players[0].piles[Zone.RESERVE_ONE].card[:3] = (0, 1, 2)


def reserve_without_warehouse(before, after):
    reserve_unlabelled(after)


def leave_hand_short(before, after):
    after.turn += 1
    after.players[before.active].piles[Zone.HAND].count -= 1


def draw_too_many(before, after):
    before.decision = Decision.DISCARDING
    after.turn += 1
    after.players[before.active].piles[Zone.HAND].count += 1


def keep_counter_down(before, after):
    after.players[0].shuffles += 1
    after.players[0].up[0] = 0


def keep_discards(before, after):
    before.decision = Decision.DISCARDING
    after.players[0].shuffles += 1
    after.players[0].piles[Zone.DISCARD_PILE].count = 1


def end_combat(before, after, added, casualties, verdict=Verdict.DEFEAT):
    """Player 0 attacked the home world of player 1 with two fleets and won or lost."""
    space = int(np.flatnonzero((before.owner == 1) & (before.marker == Marker.HOME))[0])
    for state in (before, after):
        state.combat.attacker, state.combat.defender, state.combat.space = 0, 1, space
        state.fleets[0, space] = 2
        state.combat.added[0] = added
    before.combat.stage, after.combat.stage = Stage.RESPONDING, Stage.LOSER_CASUALTIES
    after.combat.loser, after.combat.verdict = 0, verdict
    after.combat.casualties[:] = casualties
    after.decision = Decision.CASUALTIES


def take_too_many_casualties(before, after):
    end_combat(before, after, 0, (2, 0))


def take_casualties_when_free(before, after):
    end_combat(before, after, 0, (1, 0), verdict=Verdict.BROKEN_OFF)


def spare_the_loser(before, after):
    end_combat(before, after, 0, (0, 0))


def lose_while_ahead(before, after):
    end_combat(before, after, 10, (1, 0))


def lose_unit(before, after):
    after.fleets[0, np.flatnonzero(after.fleets[0])[0]] -= 1


def move_star_base(before, after):
    after.star_bases[0, np.flatnonzero(after.star_bases[0])[0]] -= 1
    after.star_bases[0, np.flatnonzero(after.star_bases[0] == 0)[0]] += 1


def pay_nothing(before, after):
    before.decision, before.step_after_payment = Decision.PAYMENT, PendingStep.FINISH_ACTION


def pay_out_of_play(before, after):
    before.decision, before.step_after_payment = Decision.PAYMENT, PendingStep.FINISH_ACTION
    after.players[before.actor].piles[Zone.HAND].count -= 1


@pytest.mark.parametrize(("fault", "invariant"), [
    (turn_alien, "I-6"), (settle_desert, "I-8"), (clear_black_hole, "I-9"), (add_black_hole, "I-9"),
    (overfill_reserve, "I-11"), (reserve_without_warehouse, "I-11"),
    (leave_hand_short, "I-12"), (draw_too_many, "I-12"), (keep_counter_down, "I-13"),
    (keep_discards, "I-13"), (take_too_many_casualties, "I-15"), (take_casualties_when_free, "I-15"),
    (spare_the_loser, "I-15"), (lose_while_ahead, "I-16"), (lose_unit, "I-15"), (move_star_base, "I-17"),
    (pay_nothing, "I-20"), (pay_out_of_play, "I-20"),
])  # fmt: skip
def test_a_planted_fault_of_a_step_is_detected(fault, invariant):
    """I-6, I-8, I-9, I-11 to I-13, I-15 to I-17, I-20: Each check detects its fault and reports nothing without it."""
    at = Table("players2", 7)
    before, after = at.state.copy(), at.state.copy()
    assert step_violations(before, after, at.rules) == []
    fault(before, after)
    assert {sentence.split(":")[0] for sentence in step_violations(before, after, at.rules)} == {invariant}


def test_cards_aside_are_counted_once():
    """I-1: A card that is being resolved and the cards looked at by Blue-Sky Research each lie in one place."""
    copies = {"technologies.Blue-Sky Research.copies": 1, "technologies.Culture.copies": 3}
    at = Table("players2", 7, overrides=copies)
    at.state.turn = 1
    at.deal(0, hand=["Blue-Sky Research"]).choose("play Blue-Sky Research")
    assert at.state.card >= FIRST_TECHNOLOGY
    assert (at.prompt, at.state.looked_at) == ((0, "keeping"), 3)
    assert violations(at.state, at.rules) == []
    at.state.looked_at = 2
    assert [sentence.split(":")[0] for sentence in violations(at.state, at.rules)] == ["I-1"]


def box_system(state):
    state.boxed[0] = 1


def owe_fleet(state):
    state.players[0].fleets = -1


def leave_gap(state):
    state.players[0].counters[0] = NONE


def clear_display(state):
    state.counters_displayed = 0


def mark_neutral(state):
    state.marker[np.flatnonzero(state.owner == NONE)[0]] = Marker.OUTPOST


def contend(state):
    space = np.flatnonzero(state.owner == 0)[0]
    state.combat.stage, state.combat.space = Stage.RESPONDING, space
    state.fleets[1, space] = 1


def owe_points(state):
    state.players[0].vp = -1


def trigger_early(state):
    state.trigger_round = 1


def hop_without_counter(state):
    state.decision, state.research_due = Decision.ORIGIN, 1


def outlast_last_round(state):
    state.rounds = 999


@pytest.mark.parametrize(("fault", "sentence"), [
    (box_system, "I-2: a System card in the box"), (owe_fleet, "I-3: a negative number of pieces of seat 0"),
    (leave_gap, "I-4: a gap between the counters of seat 0"), (clear_display, "I-5: displayed counters: 0, display"),
    (mark_neutral, "I-7: a marker in neutral system"), (contend, r"I-7: seats \[0, 1\] in system .* contend"),
    (owe_points, "I-10: points of seat 0: -1"), (trigger_early, "I-13: shuffles: 0, trigger in round 1"),
    (hop_without_counter, "I-18: seat 0 hops without"), (outlast_last_round, "I-19: round 999, after the last round"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_adds_its_message(fault, sentence):
    """I-2, I-3, I-4, I-5, I-7, I-10, I-13, I-18, I-19."""
    at = Table("players2", 7)
    at.state.turn = 1
    assert not any(re.match(sentence, each) for each in violations(at.state, at.rules))
    fault(at.state)
    assert any(re.match(sentence, each) for each in violations(at.state, at.rules))


def leave_defender_short(before, after):
    before.combat.stage, before.combat.defender = Stage.REFILL, 1
    after.players[1].piles[Zone.HAND].count -= 1


def end_neutral_combat(before, after, loser, casualties):
    """Player 0 attacked a neutral system with two fleets."""
    end_combat(before, after, 20, casualties)
    space = int(np.flatnonzero(before.alien != NONE)[0])
    for state in (before, after):
        state.combat.defender, state.combat.space = NONE, space
        state.fleets[0, space] = 2
    after.combat.loser = loser


def lose_to_weaker_aliens(before, after):
    end_neutral_combat(before, after, 0, (1, 0))


def take_casualties_of_aliens(before, after):
    end_neutral_combat(before, after, 1, (0, 2))


def take_no_casualties(before, after):
    before.decision = Decision.CASUALTIES
    before.combat.attacker, before.combat.loser = before.actor, 0
    before.combat.casualties[0] = 2


def lose_more_than_fought(before, after):
    lose_unit(before, after)
    before.combat.stage, after.combat.stage = Stage.AFTERMATH, Stage.REFILL
    for state in (before, after):
        state.combat.attacker, state.combat.loser = 0, 0
        state.combat.space = np.flatnonzero(state.owner == NONE)[0]


@pytest.mark.parametrize(("fault", "sentence"), [
    (leave_defender_short, "I-12: 5 of 6 cards in the hand of seat 1"),
    (lose_to_weaker_aliens, "I-16: side 0 lost at marker"),
    (take_casualties_of_aliens, r"I-15: casualties \[0, 2\], not \[0, 0\]"),
    (take_no_casualties, "I-15: units lost by seat 0: 0, not from 2 to 2"),
    (lose_more_than_fought, "I-15: units lost by seat 0: 1, not from 0 to 0"),
])  # fmt: skip
def test_a_planted_fault_of_a_step_adds_its_message(fault, sentence):
    """I-12, I-15, I-16."""
    at = Table("players2", 7)
    before, after = at.state.copy(), at.state.copy()
    fault(before, after)
    assert any(re.match(sentence, each) for each in step_violations(before, after, at.rules))
