"""The opening, between the deal and the first round: the effects of the setup choices."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.board import components, foreign_neighbours
from starbalance.simulator.games.handful_of_stars.card import draw, hand_size, put
from starbalance.simulator.games.handful_of_stars.rules import (
    ABILITY_CARDS,
    FIRST_ABILITY,
    SETUP_COUNTERS,
    DevelopmentOrder,
)
from starbalance.simulator.games.handful_of_stars.scoring import count_counters, gain_vp
from starbalance.simulator.games.handful_of_stars.seating import ask, seat_at
from starbalance.simulator.games.handful_of_stars.state import (
    ALIENS,
    DRAW_DECKS,
    NONE,
    Cylinder,
    Decision,
    Marker,
    PendingStep,
    Zone,
)
from starbalance.simulator.games.handful_of_stars.system import deploy, is_habitable
from starbalance.simulator.games.handful_of_stars.technology import fill_display


@rule
def take_race(state, rules, seat, race):
    """HOS-2.10, HOS-19.1: Give a race to a seat and put its three Race Ability cards into the draw deck."""
    state.players[seat].race = race
    for k in range(ABILITY_CARDS):
        put(state, rules, seat, Zone.DRAW_DECK, FIRST_ABILITY + ABILITY_CARDS * race + k)


@rule
def reveal_homes(state, rules):
    """HOS-2.11, HOS-2.13: Make the chosen systems home worlds and place their units. Their outposts go to the stock."""
    for seat in range(rules.seats):
        space = state.space_of[state.players[seat].home]
        state.marker[space] = Marker.HOME
        state.players[seat].cylinder = Cylinder.MAP
        state.players[seat].outposts += 1
        gain_vp(state, seat, rules.vp_home - rules.vp_outpost)
        deploy(state, seat, space, rules.home_fleets, rules.home_star_bases)


@rule
def reveal_colonies(state, rules):
    """HOS-2.12, HOS-2.13: Make the chosen systems colonies, each with a disc from the track.

    Place the units of these colonies and of all outposts.
    """
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
    """HOS-2.16: Return the seat that takes the next Development counter of the setup.

    `NONE` means that every seat has two counters, or that the display is empty.
    """
    if state.place >= SETUP_COUNTERS * rules.seats or state.counters_displayed == 0:
        return NONE
    backwards = rules.development_order == DevelopmentOrder.SNAKE and state.place >= rules.seats
    place = SETUP_COUNTERS * rules.seats - 1 - state.place if backwards else state.place
    return seat_at(state, rules, place)


@rule
def next_counter(state, rules):
    """HOS-2.16: Ask for the next Development counter of the setup.

    After the last counter, complete the setup and schedule the first round.
    """
    seat = counter_picker(state, rules)
    if seat != NONE:
        ask(state, Decision.COUNTER, seat)
    else:
        complete(state, rules)
        state.pending_step = PendingStep.NEXT_ROUND


@rule
def complete(state, rules):
    """HOS-2.18, HOS-2.19, HOS-2.21: Fill the Technology display, place the aliens and draw the first hands.

    Record the connected parts and the foreign neighbours of each seat's systems at the start.
    """
    fill_display(state, rules)
    _place_aliens(state, rules)
    for seat in range(rules.seats):
        player = state.players[seat]
        deck = player.piles[Zone.DRAW_DECK]
        shuffle(state, DRAW_DECKS, deck.card[: deck.count])
        draw(state, rules, seat, hand_size(state, rules, seat))
        count_counters(state, rules, seat)
        player.start_components = components(state, rules, seat)
        player.start_neighbours = foreign_neighbours(state, rules, seat)
    state.pieces_of_map = components(state, rules, NONE)


@rule
def _place_aliens(state, rules):
    """HOS-2.19: Place a face-down alien counter on each neutral habitable system while counters last."""
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
