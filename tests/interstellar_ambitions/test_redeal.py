"""What a redeal resamples for a seat, and what the seat knows and keeps, position by position."""

import numpy as np

from starbalance.simulator.games.interstellar_ambitions.hand import steal_card
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from tests.contract.worlds import redealt
from tests.interstellar_ambitions.battle import arrayed
from tests.interstellar_ambitions.table import Table, bare_table
from tests.interstellar_ambitions.walk import GAME


def worlds_of(at, seat, number=60):
    return [redealt(GAME, at.state, at.rules, seat, np.uint64(7919 * n + 1)) for n in range(number)]


def test_a_stolen_card_is_known_only_to_its_victim():
    """IAM-8.5: For the victim it stays in the thief's hand in every redeal; the third player knows of none."""
    at = bare_table().deal(1, "Grand Heist").deal(0, "Informants")
    card = at.cards.index("Grand Heist")
    steal_card(at.state, at.rules, 0, 1, card)
    hands = [{int(w.players[0].hand[card]) for w in worlds_of(at, seat)} for seat in (1, 2)]
    assert hands[0] <= {1, 2}
    assert 0 in hands[1]


def test_a_victims_knowledge_ends_with_the_card():
    """IAM-8.5: After the stolen card is discarded the hand of the thief is unknown."""
    at = bare_table().deal(1, "Grand Heist").deal(0, "Informants", "Red Tape")
    steal_card(at.state, at.rules, 0, 1, at.cards.index("Grand Heist"))
    at.turn(0).choose("play Grand Heist")
    assert not at.player(0).shown.any()


def test_cards_dealt_and_kept_are_unknown_to_the_opponents():
    """IAM-12.2: A player knows his four cards; the cards dealt to and kept by another player may be any cards."""
    at = Table(at_setup=True)
    at.choose(at.options[0])
    kept, dealt = at.hand(0), at.state.dealt[0].copy()
    for_the_player, for_an_opponent = worlds_of(at, 0), worlds_of(at, 1)
    assert all((w.dealt[0] == dealt).all() for w in for_the_player)
    assert all([at.cards[k] for k in np.flatnonzero(w.players[0].hand)] == kept for w in for_the_player)
    assert len({int(np.flatnonzero(w.players[0].hand)[0]) for w in for_an_opponent}) > 10
    assert len({tuple(w.dealt[0, :4]) for w in for_an_opponent}) > 30
    assert all((w.dealt[0, :4] == NONE).tolist() == (dealt[:4] == NONE).tolist() for w in for_an_opponent)


def test_cards_looked_at_are_hidden_from_the_opponents():
    """IAM-19.2: Only the buyer sees them; cards that are not bought lie open."""
    at = bare_table().give(0, coins=2).put(0, "shadow basic").turn(0)
    at.choose("advance plans", "done", "act shadow basic")
    assert at.prompt == (0, "buying")
    looked = at.state.looked[:2].tolist()
    assert {tuple(w.looked[:2]) for w in worlds_of(at, 0)} == {tuple(looked)}
    assert len({tuple(w.looked[:2]) for w in worlds_of(at, 1)}) > 30
    at.choose("done")
    assert at.discards()[-2:] == [at.cards[kind] for kind in looked]


def test_a_bought_card_is_one_of_the_cards_looked_at():
    """IAM-19.2: While the buyer has to discard another card first, his opponents do not know the bought card."""
    at = bare_table(hand_limit=2).deal(0, "Red Tape", "Petty Theft").give(0, coins=2).put(0, "shadow basic").turn(0)
    at.choose("no", "advance plans", "done", "act shadow basic")
    at.choose(next(words for words in at.options if words.startswith("buy")))
    assert at.prompt == (0, "dropping")
    assert {int(w.wanted) for w in worlds_of(at, 0)} == {int(at.state.wanted)}
    worlds = worlds_of(at, 1)
    assert all(w.wanted == w.looked[0] for w in worlds)
    assert len({int(w.wanted) for w in worlds}) > 10


def test_a_face_down_order_may_be_any_order_and_damaged_ships_lie_face_up():
    """IAM-21.7, IAM-21.8: The attacker knows his order; the defender knows the place of a damaged ship."""
    at = arrayed("Strike Craft", "Destroyer", "Cruiser")
    order = at.state.battle.order[0, :4].tolist()
    assert {tuple(w.battle.order[0, :4]) for w in worlds_of(at, 0)} == {tuple(order)}
    orders = {tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1)}
    assert len(orders) > 15
    assert all(sorted(each) == sorted(order) for each in orders)
    at.player(0).damage[order[1]] = 1
    at.state.battle.face_up = 1
    orders = {tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1)}
    assert len(orders) == 6
    assert {each[1] for each in orders} == {order[1]}
