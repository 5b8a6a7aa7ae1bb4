"""Colonising (HOS-9.1): outposts, colonies and the discs for them."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import take_system_card
from starbalance.simulator.games.handful_of_stars.payment import points_of
from starbalance.simulator.games.handful_of_stars.rules import Resource
from starbalance.simulator.games.handful_of_stars.scoring import gain_vp
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import Marker, Phase, Then
from starbalance.simulator.games.handful_of_stars.system import is_habitable, list_systems, units_at


@rule
def has_disc(state, seat):
    """HOS-9.5, HOS-9.6: a disc on the track or a spare one."""
    return state.players[seat].track_discs > 0 or state.players[seat].spare_discs > 0


@rule
def may_place_outpost(state, rules, seat, space, population):
    """HOS-9.2, HOS-9.7."""
    if state.marker[space] != Marker.EMPTY or units_at(state, seat, space) == 0:
        return False
    return population >= rules.outpost_population and state.players[seat].outposts > 0


@rule
def may_place_colony(state, rules, seat, space, population):
    """HOS-9.3, HOS-9.6."""
    if state.marker[space] != Marker.EMPTY or not is_habitable(state, rules, space):
        return False
    return units_at(state, seat, space) > 0 and population >= rules.colony_population and has_disc(state, seat)


@rule
def may_upgrade(state, rules, seat, space, population):
    """HOS-9.4, A24."""
    if state.marker[space] != Marker.OUTPOST or not is_habitable(state, rules, space):
        return False
    return population >= rules.colony_population and has_disc(state, seat)


@rule
def can_colonise(state, rules, seat):
    """HOS-9.1: whether any system can be given an outpost or a colony."""
    population = points_of(state, rules, seat, Resource.POPULATION)
    for k in range(list_systems(state, rules, seat)):
        space = state.listed[k]
        if may_place_outpost(state, rules, seat, space, population):
            return True
        if may_place_colony(state, rules, seat, space, population):
            return True
        if may_upgrade(state, rules, seat, space, population):
            return True
    return False


@rule
def take_disc(state, rules, seat):
    """A disc for the map, the track's first; whether its space is due a Development counter.

    HOS-9.5, HOS-9.6, HOS-18.2.
    """
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
    """HOS-9.3, HOS-9.4, HOS-17.31: a disc in place of nothing or of the cube; whether a Development counter is due."""
    if state.marker[space] == Marker.OUTPOST:
        state.players[seat].outposts += 1
        gain_vp(state, seat, -rules.vp_outpost)
    else:
        take_system_card(state, rules, seat, state.tile[space])
    state.marker[space] = Marker.COLONY
    gain_vp(state, seat, rules.vp_colony)
    return take_disc(state, rules, seat)


@rule
def settle(state, rules):
    """HOS-9.2, HOS-9.3, HOS-9.4, HOS-9.5, HOS-17.31: what was paid for is placed; a counter may be due."""
    seat = state.active
    state.then = Then.FINISH_ACTION
    if state.piece == Marker.OUTPOST:
        place_outpost(state, rules, seat, state.target)
    elif place_colony(state, rules, seat, state.target):
        ask(state, Phase.COUNTER, seat)
