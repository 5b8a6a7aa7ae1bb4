"""The decision of colonising: a system and its marker (D18)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.colonising import may_place_colony, may_place_outpost, may_upgrade
from starbalance.simulator.games.handful_of_stars.payment import charge, demand, points_of
from starbalance.simulator.games.handful_of_stars.rules import Resource
from starbalance.simulator.games.handful_of_stars.state import Kind, Marker, PendingStep
from starbalance.simulator.games.handful_of_stars.system import list_systems


@rule
def offer_colonising(state, rules, opts):
    """D18; HOS-9.1, HOS-9.2, HOS-9.3, HOS-9.4: List outposts, colonies and upgrades that can be paid for.

    Return the number of options.
    """
    seat, n = state.active, 0
    population = points_of(state, rules, seat, Resource.POPULATION)
    for k in range(list_systems(state, rules, seat)):
        space = state.listed[k]
        if may_place_outpost(state, rules, seat, space, population):
            n = add(opts, n, Kind.OUTPOST, space, 0, 0)
        if may_place_colony(state, rules, seat, space, population):
            n = add(opts, n, Kind.COLONY, space, 0, 0)
        if may_upgrade(state, rules, seat, space, population):
            n = add(opts, n, Kind.UPGRADE, space, 0, 0)
    return n


@rule
def do_colonising(state, rules, option):
    """D18; HOS-9.2, HOS-9.3, HOS-9.4: Choose the system and the marker and ask for the payment."""
    state.target = option.a
    state.piece = Marker.OUTPOST if option.kind == Kind.OUTPOST else Marker.COLONY
    price = rules.outpost_population if option.kind == Kind.OUTPOST else rules.colony_population
    demand(state, Resource.POPULATION, price)
    charge(state, state.active, PendingStep.SETTLE)
