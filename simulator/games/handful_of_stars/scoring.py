"""The victory points (HOS-16.5) of pieces on the map, of Culture in the Reserves and of Development counters."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import SETUP_COUNTERS, TRACK, Card
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker


@rule
def marker_points(rules, marker):
    """HOS-2.17, HOS-16.5: Return the victory points of a marker; 0 for `EMPTY`."""
    if marker == Marker.HOME:
        return rules.vp_home
    if marker == Marker.COLONY:
        return rules.vp_colony
    return rules.vp_outpost if marker == Marker.OUTPOST else 0


@rule
def gain_vp(state, seat, points):
    """Add victory points for pieces on the map to `player.vp` and `player.vp_map`. The number can be negative."""
    state.players[seat].vp += points
    state.players[seat].vp_map += points


@rule
def counters_with_vp(state, rules, seat):
    number = 0
    for kind in state.players[seat].counters:
        if kind != NONE and rules.counter_vp[kind] > 0:
            number += 1
    return number


@rule
def culture_points(rules, cultures, festivals, counters):
    """HOS-17.6, HOS-17.11: Return the victory points of Culture and Festival of Culture cards.

    Each festival counts the cultures and the counters with VP.
    """
    festival = rules.vp[Card.FESTIVAL_OF_CULTURE] + rules.amount[Card.FESTIVAL_OF_CULTURE] * (cultures + counters)
    return cultures * rules.vp[Card.CULTURE] + festivals * festival


@rule
def count_culture(state, rules, seat):
    """HOS-17.6, HOS-17.11: Update `player.vp_culture` and the total `player.vp` for Culture cards in the Reserves."""
    player = state.players[seat]
    cultures, festivals = player.lasting[Card.CULTURE], player.lasting[Card.FESTIVAL_OF_CULTURE]
    points = culture_points(rules, cultures, festivals, counters_with_vp(state, rules, seat))
    player.vp += points - player.vp_culture
    player.vp_culture = points


@rule
def count_counters(state, rules, seat):
    """HOS-16.5, A02: Update `player.vp_counters` and the total `player.vp` for the Development counters.

    Counters of the setup count only with `setup_vp_counters`. The Culture cards are updated as well.
    """
    player = state.players[seat]
    points = 0
    for space in range(0 if rules.setup_vp_counters else SETUP_COUNTERS, TRACK):
        kind = player.counters[space]
        points += rules.counter_vp[kind] if kind != NONE else 0
    player.vp += points - player.vp_counters
    player.vp_counters = points
    count_culture(state, rules, seat)


@rule
def final_vp(state, rules, seat):
    """HOS-16.5, A02: Return the victory points of a seat: `player.vp` plus setup counters that it does not include."""
    points = state.players[seat].vp
    if not rules.setup_vp_counters:
        for space in range(SETUP_COUNTERS):
            kind = state.players[seat].counters[space]
            points += rules.counter_vp[kind] if kind != NONE else 0
    return points
