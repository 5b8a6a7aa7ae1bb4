"""From the deal to the first round: what the choices of the set-up bring about (HOS-2.10 to 2.21)."""

from starbalance.simulator.chance import below, shuffle
from starbalance.simulator.handful_of_stars.cards import count_counters, draw, gain_vp, hand_size, put
from starbalance.simulator.handful_of_stars.rules import DevelopmentOrder
from starbalance.simulator.handful_of_stars.state import (
    ABILITIES,
    ALIENS,
    DRAW_DECKS,
    LETTERS,
    NONE,
    Cylinder,
    Marker,
    Zone,
)
from starbalance.simulator.handful_of_stars.systems import deploy, is_habitable
from starbalance.simulator.handful_of_stars.technology import fill_display
from starbalance.simulator.kernel import rule


@rule
def open_connections(state, rules):
    """HOS-1.9: neighbours without a black hole between."""
    for space in range(rules.spaces):
        for letter in range(LETTERS):
            connection = rules.connection[space, letter]
            is_open = connection != NONE and state.blocked[connection] == 0
            state.near[space, letter] = rules.neighbour[space, letter] if is_open else NONE


@rule
def components(state, rules, seat):
    """Connected pieces of the map, or of the systems of one seat."""
    pieces, left = 0, 0
    for space in range(rules.spaces):
        state.distance[0, space] = 1 if seat == NONE or state.owner[space] == seat else 0
        left += state.distance[0, space]
    while left > 0:
        pieces += 1
        head, tail = 0, 0
        for space in range(rules.spaces):
            if state.distance[0, space] == 1 and tail == 0:
                state.queue[0], tail = space, 1
                state.distance[0, space] = 0
        while head < tail:
            for letter in range(LETTERS):
                there = state.near[state.queue[head], letter]
                if there != NONE and state.distance[0, there] == 1:
                    state.distance[0, there] = 0
                    state.queue[tail] = there
                    tail += 1
            head += 1
        left -= tail
    return pieces


@rule
def take_race(state, rules, seat, race):
    """HOS-2.10, 19.1: the three Race Ability cards come into the deck."""
    state.players[seat].race = race
    for k in range(3):
        put(state, rules, seat, Zone.DRAW_DECK, ABILITIES + 3 * race + k)


@rule
def seat_at(state, rules, place):
    """HOS-2.14, 2.16, 3.1: the seat at a place of the turn order."""
    return (state.first + place) % rules.seats


@rule
def reveal_homes(state, rules):
    """HOS-2.11, 2.13: the cylinders go to the chosen systems, with their units."""
    for seat in range(rules.seats):
        space = state.space_of[state.players[seat].home]
        state.marker[space] = Marker.HOME
        state.players[seat].cylinder = Cylinder.MAP
        state.players[seat].outposts += 1
        gain_vp(state, seat, rules.vp_home - rules.vp_outpost)
        deploy(state, seat, space, rules.home_fleets, rules.home_star_bases)


@rule
def reveal_colonies(state, rules):
    """HOS-2.12, 2.13: discs from the track to the chosen systems; units there and a fleet on every outpost."""
    for seat in range(rules.seats):
        player = state.players[seat]
        space = state.space_of[player.colony]
        state.marker[space] = Marker.COLONY
        player.outposts += 1
        player.track_discs -= 1
        gain_vp(state, seat, rules.vp_colony - rules.vp_outpost)
        deploy(state, seat, space, rules.colony_fleets, rules.colony_star_bases)
        for other in range(rules.spaces):
            if state.owner[other] == seat and state.marker[other] == Marker.OUTPOST:
                deploy(state, seat, other, rules.outpost_fleets, 0)


@rule
def counter_picker(state, rules):
    """HOS-2.16: who takes the next Development counter of the set-up, NONE when everyone has two."""
    if state.place >= 2 * rules.seats or state.counters_displayed == 0:
        return NONE
    backwards = rules.development_order == DevelopmentOrder.SNAKE and state.place >= rules.seats
    place = 2 * rules.seats - 1 - state.place if backwards else state.place
    return seat_at(state, rules, place)


@rule
def complete(state, rules):
    """HOS-2.18, 2.19, 2.21: the Technology display, the aliens, decks and first hands."""
    fill_display(state, rules)
    _place_aliens(state, rules)
    for seat in range(rules.seats):
        player = state.players[seat]
        deck = player.piles[Zone.DRAW_DECK]
        shuffle(state, DRAW_DECKS, deck.card[: deck.count])
        draw(state, rules, seat, hand_size(state, rules, seat))
        count_counters(state, rules, seat)
        player.start_components = components(state, rules, seat)
        player.start_neighbours = _neighbours(state, rules, seat)
    state.pieces_of_map = components(state, rules, NONE)


@rule
def _neighbours(state, rules, seat):
    """Systems of other players next to one's own."""
    number = 0
    for space in range(rules.spaces):
        if state.owner[space] >= 0 and state.owner[space] != seat:
            for letter in range(LETTERS):
                near = state.near[space, letter]
                if near != NONE and state.owner[near] == seat:
                    number += 1
                    break
    return number


@rule
def _place_aliens(state, rules):
    """HOS-2.19: a face-down counter on each neutral habitable system, while there are counters."""
    left = 0
    for kind in range(rules.alien_kinds):
        state.aliens_left[kind] = rules.alien_copies[kind]
        left += rules.alien_copies[kind]
    for space in range(rules.spaces):
        if state.owner[space] == NONE and is_habitable(state, rules, space) and left > 0:
            pick = below(state, ALIENS, left)
            for kind in range(rules.alien_kinds):
                if pick < state.aliens_left[kind]:
                    state.alien[space] = kind
                    state.aliens_left[kind] -= 1
                    break
                pick -= state.aliens_left[kind]
            left -= 1
