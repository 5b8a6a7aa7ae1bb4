"""The Development counters (HOS-18.1): their display, and the counters on the Colony tracks."""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import TRACK
from starbalance.simulator.games.handful_of_stars.scoring import count_counters
from starbalance.simulator.games.handful_of_stars.state import COUNTERS, NONE


@rule
def replenish_counters(state, rules):
    """HOS-2.16b, HOS-18.6: Refill the display with random Development counters from the stacks, while they last."""
    while state.counters_displayed < rules.development_display:
        left = 0
        for kind in range(rules.counter_kinds):
            left += state.counters_left[kind]
        if left == 0:
            return
        pick = below(state, COUNTERS, left)
        for kind in range(rules.counter_kinds):
            if pick < state.counters_left[kind]:
                state.counters_left[kind] -= 1
                state.counters[state.counters_displayed] = kind
                break
            pick -= state.counters_left[kind]
        state.counters_displayed += 1


@rule
def take_counter(state, rules, seat, place):
    """HOS-9.5, HOS-18.2: Move a displayed counter to the seat's first space without one, front up.

    The display is refilled.
    """
    player = state.players[seat]
    for space in range(TRACK):
        if player.counters[space] == NONE:
            player.counters[space] = state.counters[place]
            player.up[space] = 1
            break
    state.counters_displayed -= 1
    state.counters[place] = state.counters[state.counters_displayed]
    replenish_counters(state, rules)
    count_counters(state, rules, seat)


@rule
def exchange_counter(state, rules, seat, space, place):
    """HOS-17.18: Swap the counter on a space of the player's track with a displayed one, which is placed front up."""
    player = state.players[seat]
    old = player.counters[space]
    player.counters[space] = state.counters[place]
    player.up[space] = 1
    state.counters[place] = old
    count_counters(state, rules, seat)


@rule
def face_down_counters(state, seat):
    """HOS-17.21: Return how many Development counters of the player lie face down."""
    number = 0
    for space in range(TRACK):
        number += 1 - state.players[seat].up[space] if state.players[seat].counters[space] != NONE else 0
    return number
