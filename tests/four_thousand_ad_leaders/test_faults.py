"""A planted fault for every invariant: each check detects its fault and reports nothing in a sound state."""

import re

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.invariants import step_violations, violations
from starbalance.simulator.games.four_thousand_ad_leaders.objective import next_open_claim
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import next_seat
from starbalance.simulator.games.four_thousand_ad_leaders.options import options
from starbalance.simulator.games.four_thousand_ad_leaders.state import MAX_OPTIONS, Decision, PendingStep
from starbalance.simulator.games.star_field.field import NONE

from .table import Position, sector_id


@pytest.fixture
def at():
    """Return a game after setup, with the first home on turn."""
    begins = tables.read(GAME)["setups"]["four"]["homes"][0]
    return Position(tables.load(GAME, "four", set={"switches.first_player": f"fixed:{begins}"}))


def cards(mask):
    return [card for card in range(64) if (int(mask) >> card) & 1]


def first(at):
    return at.state.players[at.state.active]


def send(at, number, *, ships=1, square=0):
    """Put fleets of the seat on turn, from A-yellow, into warp; their ships are taken from its home."""
    for fleet in first(at).fleets[:number]:
        fleet.sector, fleet.square, fleet.ships = sector_id("A-yellow"), square, ships
    first(at).ships[at.rules.home[at.state.active]] -= number * ships


def lose_ship(at):
    first(at).ships[at.rules.home[at.state.active]] -= 1


def pay(at):
    first(at).paid = 1


def intrude(at):
    at.state.pending_step = PendingStep.BEGIN
    at.state.players[1].ships[at.rules.home[0]] = 1


def send_too_many(at):
    at.state.hops_used = at.rules.max_fleets
    send(at, 1)


def send_too_far(at):
    send(at, 1, square=50)


def leave_target(at):
    first(at).fleets[0].target = 3


def leave_landed(at):
    at.state.decision = Decision.CLAIM
    at.state.landed[0].star = 0


def land_too_many(at):
    for fleet in at.state.landed[: at.rules.max_fleets + 1]:
        fleet.star = 0
    send(at, 1)


def lose_card(at):
    first(at).hand &= first(at).hand - 1


def set_aside_more(at):
    first(at).hand, first(at).aside = 0, first(at).hand | first(at).aside


def recover(at):
    first(at).recovered = first(at).hand


def see_aside(at):
    first(at).seen = first(at).aside


def carry_what_is_known(at):
    send(at, 1)
    leader = cards(first(at).hand)[0]
    first(at).hand &= ~(1 << leader)
    first(at).fleets[0].leader, first(at).fleets[0].barred = leader, 1 << leader


def forget_to_draw(at):
    first(at).hand, first(at).pile = 0, first(at).hand
    first(at).seen = first(at).pile


def hold_twice(at):
    at.state.players[1].objective = first(at).objective


def hold_none(at):
    first(at).objective = NONE


def open_one_more(at):
    at.state.table |= 1 << int(at.state.deck[at.state.deck_top])
    at.state.deck_top += 1
    at.state.deck_count -= 1


def claim_what_is_not_open(at):
    first(at).claims = ~at.state.table & 1 or 2


def have_enough(at):
    at.state.place, at.state.decision = 0, Decision.SOURCE
    for card in range(at.rules.objectives):
        first(at).claims |= 1 << card
        at.state.table |= 1 << card


def fight_on(at):
    at.state.combat_round, at.state.star, at.state.defender = 99, 0, 1


@pytest.mark.parametrize(("fault", "sentence"), [
    (lose_ship, r"J-1: seat \d has \d+ ships, but \d+ made and 0 gone"), (pay, r"J-1: seat \d has paid for a claim"),
    (intrude, r"J-2: seats \[0, 1\] are at star"), (send_too_many, r"J-3: fleets and hops of seat \d: 1 and \d"),
    (send_too_far, r"J-3: a fleet of seat \d on square 50"), (leave_target, "J-3: something is left of a fleet"),
    (leave_landed, "J-16: a landed fleet is left"), (land_too_many, "J-16: more fleets landed and in warp"),
    (lose_card, r"J-4: the leaders of seat \d lie at"), (set_aside_more, r"J-4: seat \d has \d+ leaders aside"),
    (recover, r"J-5: seat \d has a card for a leader that is not lost"), (see_aside, r"J-18: the seen leaders of"),
    (carry_what_is_known, r"J-17: a fleet of seat \d has a leader"), (forget_to_draw, r"J-6: seat \d has no leader"),
    (hold_twice, "J-7: objectives lie at"), (hold_none, "J-7: a hand without an objective"),
    (open_one_more, r"J-7: \d open objectives, 0 of them shown"),
    (claim_what_is_not_open, r"J-8: seat \d has claimed what is not open"),
    (have_enough, "J-9: a round begins with enough claims"), (fight_on, "J-19: round 99 of a combat"),
])  # fmt: skip
def test_a_planted_fault_of_a_state_is_detected(at, fault, sentence):
    """J-1, J-2, J-3, J-4, J-5, J-6, J-7, J-8, J-9, J-16, J-17, J-18, J-19."""
    assert violations(at.state, at.rules) == []
    fault(at)
    assert any(re.match(sentence, each) for each in violations(at.state, at.rules))


def take_claim_back(before, after):
    before.players[0].claims = 1


def claim_out_of_turn(before, after):
    after.players[1 - before.active].claims = 1


def claim_without_home(before, after):
    after.players[before.active].claims = 1
    after.players[before.active].ships[:] = 0
    after.players[1 - before.active].ships[:] = 1


def take_used_card_back(before, after):
    before.players[0].used = 1


def exchange_aside(before, after):
    after.players[0].aside = 0


def lose_too_much(before, after):
    before.decision, before.victor = Decision.LOSSES, 0
    after.lost_here[0], after.lost_here[1] = 2, 2


def share_no_credit(before, after):
    after.over = 1


def play_past_the_cap(before, after):
    after.rounds = 9999


@pytest.mark.parametrize(("fault", "sentence"), [
    (take_claim_back, "J-8: seat 0 has lost a claim"), (claim_out_of_turn, r"J-8: seat \d claims in the turn of seat"),
    (claim_without_home, r"J-8: seat \d claims without its home"), (take_used_card_back, "J-5: used cards of seat 0"),
    (exchange_aside, "J-4: what seat 0 set aside has changed"), (lose_too_much, "J-11: the victor loses 2 ships for 2"),
    (share_no_credit, "J-15: the credits sum to 0.0"), (play_past_the_cap, "J-15: round 9999 of"),
])  # fmt: skip
def test_a_planted_fault_of_a_step_is_detected(at, fault, sentence):
    """J-4, J-5, J-8, J-11, J-15."""
    before, after = at.state.copy(), at.state.copy()
    assert step_violations(before, after, at.rules) == []
    fault(before, after)
    assert any(re.match(sentence, each) for each in step_violations(before, after, at.rules))


def test_searches_without_a_match_return_none_or_zero(at):
    """Each search ends without a match: a seat outside the order, a claim beyond the deck, an unknown decision."""
    assert next_seat(at.state, at.rules, 99) == NONE
    at.state.table, at.state.fulfilled, at.state.asked = 1 << 40, 1 << 40, 0
    assert next_open_claim(at.state, at.rules, at.state.active) == NONE
    at.state.decision = 99
    assert options(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) == 0


def test_an_empty_deck_is_refused(monkeypatch):
    document = {**tables.read(GAME), "leaders": {}}
    monkeypatch.setattr(tables, "read", lambda game: document)
    with pytest.raises(BadInput, match="A deck of leaders must have from 1 to"):
        tables.load(GAME, "four")
