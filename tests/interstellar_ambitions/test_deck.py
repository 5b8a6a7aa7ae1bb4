"""The decks: drawn to the end and shuffled again."""

import pytest

from starbalance.simulator.games.interstellar_ambitions.deck import (
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
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from tests.interstellar_ambitions.table import Table

DECKS = {
    "shadow": (draw_shadow_card, discard_shadow_card, "shadow_left"),
    "event": (draw_event, discard_event, "events_left"),
    "merc": (draw_merc, discard_merc, "mercs_left"),
    "emergency": (draw_emergency, discard_emergency, "emergencies_left"),
    "technology": (draw_technology, discard_technology, "technologies_left"),
}


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_that_is_shuffled_again_neither_doubles_nor_loses_a_card(name):
    """When drawn to the end, discarded and drawn again, a deck holds an equal set of cards.

    I-23, IAM-5.8, IAM-18.5, IAM-19.10, IAM-21.4.
    """
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
