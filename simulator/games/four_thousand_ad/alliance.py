"""Alliances among independents: how they begin, become public and end."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.occupation import are_friends
from starbalance.simulator.games.star_field.field import HOMES


@rule
def ally_with(state, seat, other):
    """FAD-24.1: Record an alliance between two seats."""
    state.allied |= (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))


@rule
def dissolve(state, seat, other):
    """FAD-24.1: Remove the alliance between two seats, secret or public. Do nothing if there is none."""
    pair = (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))
    state.allied &= ~pair
    state.revealed &= ~pair


@rule
def break_alliances(state, rules, seat, enemies):
    """FAD-24.4: End each alliance of a seat with an ally that it attacks, and count it in `state.treacheries`."""
    for other in range(rules.seats):
        if (enemies >> other) & 1 and are_friends(state, rules, seat, other):
            dissolve(state, seat, other)
            state.treacheries += 1


@rule
def reveal(state, seat, other):
    """FAD-24.2: Make the alliance of two seats public after a co-operative action. Do nothing if they have none."""
    pair = (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))
    state.revealed |= pair & state.allied
