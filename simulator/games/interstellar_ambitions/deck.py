"""The decks: drawing, discarding, and shuffling the discards into a new deck."""

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.rules import COPY_NUMBERS, NONE
from starbalance.simulator.games.interstellar_ambitions.state import (
    EMERGENCY_DECK,
    EVENT_DECK,
    MERC_DECK,
    PLANET_STACKS,
    SHADOW_DECK,
    TECHNOLOGY_DECK,
)


@rule
def shuffle_kinds(state, purpose, cards):
    """Shuffle cards in place where several cards have the same kind. Copy numbers make every card distinct."""
    for k in range(cards.shape[0] - 1, -1, -1):
        copy = 0
        for j in range(k):
            copy += 1 if cards[j] == cards[k] else 0
        cards[k] = cards[k] * COPY_NUMBERS + copy
    shuffle(state, purpose, cards)
    for k in range(cards.shape[0]):
        cards[k] //= COPY_NUMBERS


@rule
def _recycle(state, purpose, deck, discard, count):
    """Fill the empty `deck` with the first `count` discards and shuffle it."""
    for k in range(count):
        deck[k] = discard[k]
    shuffle_kinds(state, purpose, deck[:count])


@rule
def draw_shadow_card(state):
    """IAM-19.10: Draw the top shadow card. Return its kind, or `NONE` if deck and discards are empty."""
    if state.shadow_left == 0:
        state.shadow_left = state.shadow_discarded
        state.shadow_discarded = 0
        _recycle(state, SHADOW_DECK, state.shadow_deck, state.shadow_discard, state.shadow_left)
    if state.shadow_left == 0:
        return NONE
    state.shadow_left -= 1
    return state.shadow_deck[state.shadow_left]


@rule
def discard_shadow_card(state, kind):
    state.shadow_discard[state.shadow_discarded] = kind
    state.shadow_discarded += 1


@rule
def draw_event(state):
    """IAM-5.8: Draw the top colony event. Return its kind, or `NONE` if deck and discards are empty."""
    if state.events_left == 0:
        state.events_left = state.events_discarded
        state.events_discarded = 0
        _recycle(state, EVENT_DECK, state.event_deck, state.event_discard, state.events_left)
    if state.events_left == 0:
        return NONE
    state.events_left -= 1
    return state.event_deck[state.events_left]


@rule
def discard_event(state, kind):
    """IAM-5.3, IAM-5.5: Put a colony event on its discards."""
    state.event_discard[state.events_discarded] = kind
    state.events_discarded += 1


@rule
def draw_merc(state):
    """IAM-19.10: Draw the top merc. Return its kind, or `NONE` if deck and discards are empty."""
    if state.mercs_left == 0:
        state.mercs_left = state.mercs_discarded
        state.mercs_discarded = 0
        _recycle(state, MERC_DECK, state.merc_deck, state.merc_discard, state.mercs_left)
    if state.mercs_left == 0:
        return NONE
    state.mercs_left -= 1
    return state.merc_deck[state.mercs_left]


@rule
def discard_merc(state, kind):
    """IAM-7.10: Put a merc on its discards."""
    state.merc_discard[state.mercs_discarded] = kind
    state.mercs_discarded += 1


@rule
def draw_emergency(state):
    """IAM-21.4: Draw the top emergency ship. Return its kind, or `NONE` if deck and discards are empty."""
    if state.emergencies_left == 0:
        state.emergencies_left = state.emergencies_discarded
        state.emergencies_discarded = 0
        _recycle(state, EMERGENCY_DECK, state.emergency_deck, state.emergency_discard, state.emergencies_left)
    if state.emergencies_left == 0:
        return NONE
    state.emergencies_left -= 1
    return state.emergency_deck[state.emergencies_left]


@rule
def discard_emergency(state, kind):
    """IAM-7.10: Put an emergency ship on its discards."""
    state.emergency_discard[state.emergencies_discarded] = kind
    state.emergencies_discarded += 1


@rule
def draw_technology(state):
    """IAM-18.5: Draw the top technology and return it, or `NONE` if deck and discards are empty."""
    if state.technologies_left == 0:
        state.technologies_left = state.technologies_discarded
        state.technologies_discarded = 0
        _recycle(state, TECHNOLOGY_DECK, state.technology_deck, state.technology_discard, state.technologies_left)
    if state.technologies_left == 0:
        return NONE
    state.technologies_left -= 1
    return state.technology_deck[state.technologies_left]


@rule
def discard_technology(state, technology):
    state.technology_discard[state.technologies_discarded] = technology
    state.technologies_discarded += 1


@rule
def draw_planet(state, resource):
    """IAM-15.11: Draw the next planet of a stack and return it, or `NONE` if stack and discards are empty."""
    if state.stacked[resource] == 0:
        state.stacked[resource] = state.planets_discarded[resource]
        state.planets_discarded[resource] = 0
        state.recycled[resource] = 1
        stack, discard = state.stack[resource], state.planet_discard[resource]
        _recycle(state, PLANET_STACKS, stack, discard, state.stacked[resource])
    if state.stacked[resource] == 0:
        return NONE
    state.stacked[resource] -= 1
    return state.stack[resource, state.stacked[resource]]


@rule
def discard_planet(state, resource, planet):
    state.planet_discard[resource, state.planets_discarded[resource]] = planet
    state.planets_discarded[resource] += 1
