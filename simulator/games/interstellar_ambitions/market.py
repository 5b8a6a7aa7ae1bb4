"""The face-up cards: planets by type, technologies and mercs in slots (IAM-1.7, IAM-1.8, IAM-1.11)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.deck import (
    discard_merc,
    discard_planet,
    discard_technology,
    draw_merc,
    draw_planet,
    draw_technology,
)
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import Market, Row


@rule
def slots_of(rules, market):
    """Return the number of slots of a market."""
    if market == Market.PLANET:
        return RESOURCES
    return rules.technology_slots if market == Market.TECHNOLOGY else rules.merc_slots


@rule
def card_in(state, market, slot):
    """Return the card in a slot, or `NONE` if the slot is empty."""
    if market == Market.PLANET:
        return state.face_up[slot]
    return state.technology_slot[slot] if market == Market.TECHNOLOGY else state.merc_slot[slot]


@rule
def _discard(state, market, slot):
    card = card_in(state, market, slot)
    if market == Market.PLANET:
        discard_planet(state, slot, card)
        state.face_up[slot] = NONE
    elif market == Market.TECHNOLOGY:
        discard_technology(state, card)
        state.technology_slot[slot] = NONE
    else:
        discard_merc(state, card)
        state.merc_slot[slot] = NONE


@rule
def refill(state, rules, market):
    """IAM-15.10, IAM-15.11, IAM-18.4, IAM-18.5, IAM-19.9: Fill every empty slot of a market from its deck, as far as
    the deck lasts.
    """
    for slot in range(slots_of(rules, market)):
        if card_in(state, market, slot) == NONE:
            if market == Market.PLANET:
                state.face_up[slot] = draw_planet(state, slot)
            elif market == Market.TECHNOLOGY:
                state.technology_slot[slot] = draw_technology(state)
            else:
                state.merc_slot[slot] = draw_merc(state)


@rule
def replace(state, rules, market, mask):
    """IAM-15.5, IAM-18.3, IAM-19.6: Discard the cards in the slots of `mask` (bits), then refill the market."""
    for slot in range(slots_of(rules, market)):
        if (mask >> slot) & 1 and card_in(state, market, slot) != NONE:
            _discard(state, market, slot)
    refill(state, rules, market)


@rule
def filled(state, rules, market):
    """Return the slots that hold a card, as bits."""
    mask = 0
    for slot in range(slots_of(rules, market)):
        mask |= 1 << slot if card_in(state, market, slot) != NONE else 0
    return mask


@rule
def market_of(row):
    """IAM-15.5, IAM-18.3, IAM-19.6: Return the market whose cards an ULTIMATE action of a row may replace."""
    if row == Row.COLONISE:
        return Market.PLANET
    return Market.TECHNOLOGY if row == Row.RESEARCH else Market.MERC
