"""The decisions of a move: the system to move from, then the destination and the number of units (D8)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.movement import (
    base_energy_after,
    can_step,
    demand_moves,
    energy_after,
    enter,
    hops_possible,
    may_enter,
    measure_hops,
    move_units,
)
from starbalance.simulator.games.handful_of_stars.payment import charge
from starbalance.simulator.games.handful_of_stars.route import (
    WHOLE_MAP,
    base_energy,
    base_hop,
    direct_distance,
    fleet_energy,
    hop_distance,
    may_move_bases,
    measure_routes,
    price_of_group,
    reach_of,
)
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Decision, Kind, PendingStep
from starbalance.simulator.games.handful_of_stars.system import list_garrisons


@rule
def offer_origin(state, rules, opts):
    """D8; HOS-6.1: List the systems to move units from, or done after the first group. Return the number of options."""
    seat = state.active
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    if state.number >= rules.moves_most:
        return n
    energy = energy_after(state, rules, seat, 0, NONE)
    energy_of_bases = base_energy_after(state, rules, seat, 0, NONE)
    for k in range(list_garrisons(state, rules, seat)):
        if can_step(state, rules, seat, state.listed[k], energy, energy_of_bases, NONE):
            n = add(opts, n, Kind.FROM, state.listed[k], 0, 0)
    return n


@rule
def do_origin(state, rules, option):
    """D8; HOS-6.1, HOS-6.6: Choose the next origin, or ask for the payment, which the combat follows."""
    if option.kind == Kind.FROM:
        state.origin = option.a
        ask(state, Decision.GROUP, state.active)
    else:
        demand_moves(state)
        charge(state, state.active, PendingStep.FIGHT)


@rule
def offer_group(state, rules, opts):
    """D8; HOS-6.1, HOS-6.2, HOS-6.3, HOS-6.4, HOS-6.5: List the destinations and numbers of units.

    Return the number of options.
    """
    seat, origin, n = state.active, state.origin, 0
    energy = energy_after(state, rules, seat, 0, NONE)
    measure_routes(state, rules, seat, origin, reach_of(state, rules, seat, max(0, energy)))
    measure_hops(state, rules, seat)
    for space in range(rules.spaces):
        if space != origin and (state.owner[space] == seat or may_enter(state, space)):
            n = offer_fleets(state, rules, seat, origin, space, space, energy, Kind.MOVE, opts, n)
            n = offer_bases(state, rules, seat, origin, space, space, Kind.MOVE, opts, n)
    return n


@rule
def do_group(state, rules, option):
    """D8; HOS-6.5: Move the group and ask for the next origin. A non-friendly destination becomes `state.target`."""
    seat, hop = state.active, option.kind == Kind.HOP
    measure_routes(state, rules, seat, state.origin, WHOLE_MAP)
    energy, research = price_of_group(state, rules, seat, option.a, option.b, option.c, hop)
    enter(state, rules, option.a)
    move_units(state, rules, seat, state.origin, option.a, option.b, option.c, energy, research)
    state.guard_hit |= 1 if state.number >= rules.moves_most else 0
    ask(state, Decision.ORIGIN, seat)


@rule
def offer_fleets(state, rules, seat, origin, place, label, energy, kind, opts, n):
    """Add groups of fleets from `origin` to the options and return the number of options.

    Call `measure_hops` and `measure_routes` first. A hop is offered where it is nearer than the direct way;
    its action type is `kind` + 1. `label` is the system named in the option.
    """
    fleets = state.fleets[seat, origin]
    if fleets == 0:
        return n
    near = direct_distance(state, place)
    if near < FAR:
        price = fleet_energy(state, rules, seat, near)
        for k in range(1, fleets + 1):
            if k * price <= energy:
                n = add(opts, n, kind, label, k, 0)
    if hops_possible(state, rules, seat) and hop_distance(state, seat, place) < near:
        price = fleet_energy(state, rules, seat, hop_distance(state, seat, place))
        for k in range(1, fleets + 1):
            if k * price > state.energy_left[k]:
                return n
            n = add(opts, n, kind + 1, label, k, 0)
    return n


@rule
def offer_bases(state, rules, seat, origin, place, label, kind, opts, n):
    """HOS-17.26: Add groups of star bases to the options, like `offer_fleets`, and return the number of options."""
    bases = state.star_bases[seat, origin]
    if bases == 0 or not may_move_bases(state, rules, seat):
        return n
    near = direct_distance(state, place)
    if near < FAR:
        price, energy = base_energy(state, rules, seat, near), base_energy_after(state, rules, seat, 0, NONE)
        for k in range(1, bases + 1):
            if k * price <= energy:
                n = add(opts, n, kind, label, 0, k)
    if hops_possible(state, rules, seat) and hop_distance(state, seat, place) < near:
        price = base_energy(state, rules, seat, hop_distance(state, seat, place))
        for k in range(1, bases + 1):
            if k * price > base_energy_after(state, rules, seat, k * base_hop(rules), NONE):
                return n
            n = add(opts, n, kind + 1, label, 0, k)
    return n
