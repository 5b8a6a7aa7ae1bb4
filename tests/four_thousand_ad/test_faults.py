"""A planted fault for every invariant: each check detects its fault and reports nothing in a sound state."""

import re

import pytest

from starbalance.simulator.games.four_thousand_ad.invariants import step_violations, violations
from starbalance.simulator.games.four_thousand_ad.state import Status
from starbalance.simulator.games.star_field.field import NONE
from tests.four_thousand_ad.table import position, sector_id


def send(at, *spaces, ships=1, sector="A-yellow"):
    """Put warps of Algol on these spaces."""
    for warp, space in zip(at.player("Algol").warps, spaces, strict=False):
        warp.space, warp.ships, warp.sector, warp.partner = space, ships, sector_id(sector), NONE


def lose_ship(at):
    at.player("Algol").ships[at.star("Algol")] -= 1


def owe_ship(at):
    at.state.surrendered[at.star("Vega")] = -1


def lock_too_many(at):
    at.player("Algol").locked[at.star("Algol")] = 16


def surrender_at_home(at):
    at.state.surrendered[at.star("Algol")] = 1


def intrude(at):
    at.player("Regulus").ships[at.star("Algol")] = 1


def come_first(at):
    at.state.first[at.star("Algol")] = at.seat("Regulus")


def send_four(at):
    send(at, 1, 2, 3, 4)


def send_two_abreast(at):
    at.state.active = at.seat("Regulus")
    send(at, 2, 2)


def send_empty_warp(at):
    send(at, 1, ships=0)


def send_too_far(at):
    send(at, 6, sector="E-yellow")


def eliminate(at):
    at.player("Algol").status = Status.ELIMINATED


@pytest.mark.parametrize(("fault", "sentence"), [
    (lose_ship, "I-1: 59 ships, but 60 made and 0 gone"), (owe_ship, "I-1: a negative number of ships"),
    (lock_too_many, "I-9: more ships locked than there are"), (surrender_at_home, "I-2: a surrendered fleet next to"),
    (intrude, r"I-2: seats \[0, 1\] share star"), (come_first, "I-2: seat 1 is first at star"),
    (send_four, "I-3: 4 warps of seat 0"), (send_two_abreast, "I-3: two warps of seat 0 on one space"),
    (send_empty_warp, "I-3: a warp of seat 0 with 0 own ships"), (send_too_far, "I-4: a warp of seat 0 on space 6"),
    (eliminate, "I-11: seat 0 is eliminated and owns ships"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_is_detected(fault, sentence):
    """I-1, I-2, I-3, I-4, I-9, I-11."""
    at = position()
    assert violations(at.state, at.rules) == []
    fault(at)
    assert any(re.match(sentence, each) for each in violations(at.state, at.rules))


def come_back(before, after):
    before.players[0].status = Status.ELIMINATED


def share_no_credit(before, after):
    after.over = 1


def play_past_the_cap(before, after):
    after.rounds = 151


@pytest.mark.parametrize(("fault", "sentence"), [
    (come_back, "I-11: seat 0 is back in the game"), (share_no_credit, "I-14: the credits sum to 0.0"),
    (play_past_the_cap, "I-14: round 151 of 150"),
])  # fmt: skip
def test_a_planted_fault_of_a_step_is_detected(fault, sentence):
    """I-11, I-14."""
    at = position()
    before, after = at.state.copy(), at.state.copy()
    assert step_violations(before, after, at.rules) == []
    fault(before, after)
    assert step_violations(before, after, at.rules) == [sentence]
