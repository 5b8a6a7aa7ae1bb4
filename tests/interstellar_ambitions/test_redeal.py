"""What a redeal draws anew for a seat, and what the seat knows and keeps, position by position."""

import numpy as np

from starbalance.simulator.games.interstellar_ambitions.hand import steal_card
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from tests.contract.worlds import redealt
from tests.interstellar_ambitions.battle import arrayed
from tests.interstellar_ambitions.table import Table, bare_table
from tests.interstellar_ambitions.walk import GAME


def worlds_of(at, seat, number=60):
    return [redealt(GAME, at.state, at.rules, seat, np.uint64(7919 * n + 1)) for n in range(number)]


def test_a_stolen_card_is_known_to_its_victim_alone():
    """IAM-8.5: the victim keeps it in the thief's hand in every world; the third player knows of none."""
    at = bare_table().deal(1, "Grand Heist").deal(0, "Informants")
    card = at.cards.index("Grand Heist")
    steal_card(at.state, at.rules, 0, 1, card)
    hands = [{int(w.players[0].hand[card]) for w in worlds_of(at, seat)} for seat in (1, 2)]
    assert hands[0] <= {1, 2}
    assert 0 in hands[1]


def test_what_a_victim_knows_ends_with_the_card():
    """IAM-8.5: once the stolen card is discarded the hand of the thief is any hand."""
    at = bare_table().deal(1, "Grand Heist").deal(0, "Informants", "Red Tape")
    steal_card(at.state, at.rules, 0, 1, at.cards.index("Grand Heist"))
    at.turn(0).choose("play Grand Heist")
    assert not at.player(0).shown.any()


def test_cards_dealt_and_kept_are_any_cards_for_the_others():
    """IAM-12.2: a player knows his own four; what another was dealt, and what he keeps, can be anything."""
    at = Table(at_setup=True)
    at.choose(at.options[0])
    kept, dealt = at.hand(0), at.state.dealt[0].copy()
    own, other = worlds_of(at, 0), worlds_of(at, 1)
    assert all((w.dealt[0] == dealt).all() for w in own)
    assert all([at.cards[k] for k in np.flatnonzero(w.players[0].hand)] == kept for w in own)
    assert len({int(np.flatnonzero(w.players[0].hand)[0]) for w in other}) > 10
    assert len({tuple(w.dealt[0, :4]) for w in other}) > 30
    assert all((w.dealt[0, :4] == NONE).tolist() == (dealt[:4] == NONE).tolist() for w in other)


def test_cards_looked_at_are_hidden_from_the_others():
    """IAM-19.2: the buyer sees them, the others do not; what is not bought lies open."""
    at = bare_table().give(0, coins=2).put(0, "shadow basic").turn(0)
    at.choose("advance plans", "done", "act shadow basic")
    assert at.asked == (0, "buying")
    looked = at.state.looked[:2].tolist()
    assert {tuple(w.looked[:2]) for w in worlds_of(at, 0)} == {tuple(looked)}
    assert len({tuple(w.looked[:2]) for w in worlds_of(at, 1)}) > 30
    at.choose("done")
    assert at.discards()[-2:] == [at.cards[kind] for kind in looked]


def test_a_card_that_is_bought_is_one_of_those_looked_at():
    """IAM-19.2: what the buyer waits to take, while another has to go, is any card for the others."""
    at = bare_table(hand_limit=2).deal(0, "Red Tape", "Petty Theft").give(0, coins=2).put(0, "shadow basic").turn(0)
    at.choose("no", "advance plans", "done", "act shadow basic")
    at.choose(next(words for words in at.options if words.startswith("buy")))
    assert at.asked == (0, "dropping")
    assert {int(w.wanted) for w in worlds_of(at, 0)} == {int(at.state.wanted)}
    others = worlds_of(at, 1)
    assert all(w.wanted == w.looked[0] for w in others)
    assert len({int(w.wanted) for w in others}) > 10


def test_an_order_face_down_is_any_order_and_damaged_ships_lie_face_up():
    """IAM-21.7, IAM-21.8: the attacker knows their own; the defender knows the place of a ship that is damaged."""
    at = arrayed("Strike Craft", "Destroyer", "Cruiser")
    order = at.state.battle.order[0, :4].tolist()
    assert {tuple(w.battle.order[0, :4]) for w in worlds_of(at, 0)} == {tuple(order)}
    found = {tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1)}
    assert len(found) > 15
    assert all(sorted(each) == sorted(order) for each in found)
    at.player(0).damage[order[1]] = 1
    at.state.battle.face_up = 1
    found = {tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1)}
    assert len(found) == 6
    assert {each[1] for each in found} == {order[1]}
