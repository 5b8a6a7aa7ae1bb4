"""Systems: pieces on them, who controls them, markers and Development counters that come and go with them."""

from starbalance.simulator.chance import below
from starbalance.simulator.handful_of_stars.cards import (
    count_counters,
    gain_vp,
    has_power,
    return_system_card,
    take_system_card,
)
from starbalance.simulator.handful_of_stars.rules import Card
from starbalance.simulator.handful_of_stars.state import COUNTERS, NONE, TRACK, Cylinder, Marker, Unit
from starbalance.simulator.kernel import rule


@rule
def units_at(state, seat, space):
    """Military Units of a player in a system (HOS-1.6)."""
    return state.fleets[seat, space] + state.star_bases[seat, space]


@rule
def is_habitable(state, rules, space):
    return rules.habitable[state.tile[space]] == 1


@rule
def has_wormhole(state, rules, space):
    return rules.wormhole[state.tile[space]] == 1


@rule
def review_control(state, rules, space, seat):
    """HOS-1.7, HOS-6.9: a system without a piece of its owner, this seat, is neutral at once."""
    if state.marker[space] == Marker.EMPTY and units_at(state, seat, space) == 0 and state.owner[space] == seat:
        state.owner[space] = NONE


@rule
def place_units(state, seat, space, fleets, star_bases):
    state.fleets[seat, space] += fleets
    state.star_bases[seat, space] += star_bases


@rule
def deploy(state, seat, space, fleets, star_bases):
    """Units out of the stock onto the map."""
    place_units(state, seat, space, fleets, star_bases)
    state.players[seat].fleets -= fleets
    state.players[seat].star_bases -= star_bases


@rule
def eliminate(state, rules, seat, space, fleets, star_bases):
    """HOS-8.8: units off the map into the stock."""
    deploy(state, seat, space, -fleets, -star_bases)
    review_control(state, rules, space, seat)


@rule
def relocate(state, rules, seat, origin, destination, fleets, star_bases):
    """Moves units; a system that nobody controls is the mover's at once if it is friendly ground (HOS-6.7c)."""
    place_units(state, seat, origin, -fleets, -star_bases)
    place_units(state, seat, destination, fleets, star_bases)
    review_control(state, rules, origin, seat)
    if state.owner[destination] == NONE and not is_guarded(state, rules, destination):
        state.owner[destination] = seat


@rule
def is_guarded(state, rules, space):
    """HOS-6.7, A57: a neutral habitable system fights; an uninhabitable one does not."""
    return is_habitable(state, rules, space)


@rule
def marker_points(rules, marker):
    """HOS-2.17, HOS-16.5."""
    if marker == Marker.HOME:
        return rules.vp_home
    if marker == Marker.COLONY:
        return rules.vp_colony
    return rules.vp_outpost if marker == Marker.OUTPOST else 0


@rule
def can_build_in(state, rules, seat, space):
    """HOS-5.3, 5.4, HOS-17.17, A52: own home world and colonies; outposts too with Mobile Factories."""
    if state.owner[space] != seat or state.marker[space] == Marker.EMPTY:
        return False
    if state.marker[space] != Marker.OUTPOST:
        return True
    return state.factories == 1 or has_power(state, rules, seat, Card.MOBILE_FACTORIES)


@rule
def in_stock(state, seat, unit):
    return state.players[seat].fleets if unit == Unit.FLEET else state.players[seat].star_bases


@rule
def has_disc(state, seat):
    """HOS-9.5, 9.6: a disc on the track or a spare one."""
    return state.players[seat].track_discs > 0 or state.players[seat].spare_discs > 0


@rule
def take_disc(state, rules, seat):
    """HOS-9.5, 9.6, 18.2: a disc for the map, the track's first; whether its space is due a Development counter."""
    player = state.players[seat]
    if player.track_discs == 0:
        player.spare_discs -= 1
        return False
    player.track_discs -= 1
    return state.counters_displayed > 0


@rule
def place_outpost(state, rules, seat, space):
    """HOS-9.2."""
    state.players[seat].outposts -= 1
    state.marker[space] = Marker.OUTPOST
    gain_vp(state, seat, rules.vp_outpost)
    take_system_card(state, rules, seat, state.tile[space])


@rule
def place_colony(state, rules, seat, space):
    """HOS-9.3, 9.4, HOS-17.31: a disc in place of nothing or of the cube; whether a Development counter is due."""
    if state.marker[space] == Marker.OUTPOST:
        state.players[seat].outposts += 1
        gain_vp(state, seat, -rules.vp_outpost)
    else:
        take_system_card(state, rules, seat, state.tile[space])
    state.marker[space] = Marker.COLONY
    gain_vp(state, seat, rules.vp_colony)
    return take_disc(state, rules, seat)


@rule
def remove_marker(state, rules, seat, space):
    """HOS-8.10, 8.11, 9.9: a beaten player loses the piece, its points and the System card."""
    player = state.players[seat]
    marker = state.marker[space]
    if marker == Marker.EMPTY:
        return
    gain_vp(state, seat, -marker_points(rules, marker))
    player.outposts += 1 if marker == Marker.OUTPOST else 0
    player.spare_discs += 1 if marker == Marker.COLONY else 0
    if marker == Marker.HOME:
        player.cylinder = Cylinder.LOST
    state.marker[space] = Marker.EMPTY
    return_system_card(state, rules, seat, state.tile[space])


@rule
def replenish_counters(state, rules):
    """HOS-2.16b, 18.6: the display of Development counters is filled up from the stacks."""
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
    """HOS-9.5, 18.2: a displayed counter onto the first vacated space, front up; the display is refilled."""
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
    """HOS-17.18: an own counter for a displayed one."""
    player = state.players[seat]
    old = player.counters[space]
    player.counters[space] = state.counters[place]
    player.up[space] = 1
    state.counters[place] = old
    count_counters(state, rules, seat)


@rule
def systems_of(state, rules, seat):
    """How many systems a player controls (HOS-16.6, A32)."""
    number = 0
    for space in range(rules.spaces):
        number += 1 if state.owner[space] == seat else 0
    return number


@rule
def pieces_at(state, seat, space):
    """Whether a player has a piece of any kind in a system; the marker is its owner's."""
    if units_at(state, seat, space) > 0:
        return True
    return state.owner[space] == seat and state.marker[space] != Marker.EMPTY
