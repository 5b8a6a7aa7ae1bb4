"""Hands of shadow cards (IAM-8.5)."""

from simulator.interstellar_ambitions.deck import discard_shadow_card
from simulator.kernel import rule


@rule
def take_card(state, seat, kind):
    state.players[seat].hand[kind] += 1
    state.players[seat].cards += 1


@rule
def give_card(state, seat, kind):
    """A card leaves the hand; the caller says where to."""
    state.players[seat].hand[kind] -= 1
    state.players[seat].cards -= 1


@rule
def drop_card(state, seat, kind):
    """A card of the hand goes to the discards."""
    give_card(state, seat, kind)
    discard_shadow_card(state, kind)
