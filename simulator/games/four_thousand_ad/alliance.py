"""Alliances among independents: made, shown, ended."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.occupation import are_friends
from starbalance.simulator.games.star_field.field import HOMES


@rule
def ally_with(state, seat, other):
    """FAD-24.1: the two are allied."""
    state.allied |= (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))


@rule
def dissolve(state, seat, other):
    """FAD-24.1: the two are no longer allied."""
    pair = (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))
    state.allied &= ~pair
    state.revealed &= ~pair


@rule
def break_alliances(state, rules, seat, enemies):
    """FAD-24.4: an attack on an ally ends the alliance."""
    for other in range(rules.seats):
        if (enemies >> other) & 1 and are_friends(state, rules, seat, other):
            dissolve(state, seat, other)
            state.treacheries += 1


@rule
def reveal(state, seat, other):
    """FAD-24.2: a co-operative action shows the alliance."""
    pair = (1 << (HOMES * seat + other)) | (1 << (HOMES * other + seat))
    state.revealed |= pair & state.allied
