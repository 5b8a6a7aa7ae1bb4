"""The Technology deck and its display."""

from starbalance.simulator.handful_of_stars.rules import Card
from starbalance.simulator.handful_of_stars.state import EVERYBODY, NONE
from starbalance.simulator.kernel import rule


@rule
def next_technology(state, rules, set_aside):
    """The next card of the deck, NONE if it is empty; the Wormhole card is set aside and replaced (HOS-10.6)."""
    while state.technologies_left > 0:
        state.technologies_left -= 1
        card = state.technologies[state.technologies_left]
        if rules.card_name[card] != Card.WORMHOLE_TECHNOLOGY or not set_aside:
            return card
        state.wormhole_card = card
        state.seen_card[card] = EVERYBODY
    return NONE


@rule
def fill_display(state, rules):
    """HOS-2.18, 10.2, 10.3: the display is refilled while the deck lasts."""
    while state.displayed < rules.technology_display:
        card = next_technology(state, rules, True)
        if card == NONE:
            return
        state.display[state.displayed] = card
        state.displayed += 1
        state.seen_card[card] = EVERYBODY


@rule
def take_displayed(state, rules, place):
    """Takes a card out of the display, which is refilled; returns the card."""
    card = state.display[place]
    state.displayed -= 1
    for k in range(place, state.displayed):
        state.display[k] = state.display[k + 1]
    fill_display(state, rules)
    return card


@rule
def put_under(state, card):
    """HOS-17.5b: a card under the deck."""
    for k in range(state.technologies_left, 0, -1):
        state.technologies[k] = state.technologies[k - 1]
    state.technologies[0] = card
    state.technologies_left += 1


@rule
def can_draft_wormhole(state, seat):
    """HOS-10.7: once the Wormhole card is set aside, one counter a player."""
    return state.wormhole_card != NONE and state.players[seat].wormhole == 0
