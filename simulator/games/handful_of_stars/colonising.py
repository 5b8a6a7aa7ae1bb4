"""The colonising rules (HOS-9.1): outposts, colonies and the discs for them."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import take_system_card
from starbalance.simulator.games.handful_of_stars.payment import points_of
from starbalance.simulator.games.handful_of_stars.rules import Resource
from starbalance.simulator.games.handful_of_stars.scoring import gain_vp
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import Decision, Marker, PendingStep
from starbalance.simulator.games.handful_of_stars.system import is_habitable, list_systems, units_at


@rule
def has_disc(state, seat):
    """HOS-9.5, HOS-9.6: Return whether the player has a disc on the track or a spare one."""
    return state.players[seat].track_discs > 0 or state.players[seat].spare_discs > 0


@rule
def may_place_outpost(state, rules, seat, space, population):
    """HOS-9.2, HOS-9.7: Return whether the player may place an outpost in a system with this much population."""
    if state.marker[space] != Marker.EMPTY or units_at(state, seat, space) == 0:
        return False
    return population >= rules.outpost_population and state.players[seat].outposts > 0


@rule
def may_place_colony(state, rules, seat, space, population):
    """HOS-9.3, HOS-9.6: Return whether the player may place a colony in a system with this much population."""
    if state.marker[space] != Marker.EMPTY or not is_habitable(state, rules, space):
        return False
    return units_at(state, seat, space) > 0 and population >= rules.colony_population and has_disc(state, seat)


@rule
def may_upgrade(state, rules, seat, space, population):
    """HOS-9.4, A24: Return whether the player may upgrade an outpost to a colony with this much population."""
    if state.marker[space] != Marker.OUTPOST or not is_habitable(state, rules, space):
        return False
    return population >= rules.colony_population and has_disc(state, seat)


@rule
def can_colonise(state, rules, seat):
    """HOS-9.1: Return whether the player can place and pay for an outpost, a colony or an upgrade in some system."""
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
    """Take a disc for the map, from the track first, and return whether the player takes a Development counter for it.

    HOS-9.5, HOS-9.6, HOS-18.2. It is true if the disc left the track and the display has a counter.
    """
    player = state.players[seat]
    if player.track_discs == 0:
        player.spare_discs -= 1
        return False
    player.track_discs -= 1
    return state.counters_displayed > 0


@rule
def place_outpost(state, rules, seat, space):
    """HOS-9.2: Place an outpost from the stock and gain its victory points, and the System card if the pool has it."""
    state.players[seat].outposts -= 1
    state.marker[space] = Marker.OUTPOST
    gain_vp(state, seat, rules.vp_outpost)
    take_system_card(state, rules, seat, state.tile[space])


@rule
def place_colony(state, rules, seat, space):
    """HOS-9.3, HOS-9.4, HOS-17.31: Place a colony and return whether the player takes a Development counter for it.

    It does if the disc left the track and the display has a counter. An outpost in the system goes back to the stock.
    """
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
    """HOS-9.2, HOS-9.3, HOS-9.4, HOS-9.5, HOS-17.31: Place the marker that was paid for.

    Then ask for a Development counter if the player takes one, otherwise finish the action.
    """
    seat = state.active
    state.pending_step = PendingStep.FINISH_ACTION
    if state.piece == Marker.OUTPOST:
        place_outpost(state, rules, seat, state.target)
    elif place_colony(state, rules, seat, state.target):
        ask(state, Decision.COUNTER, seat)
