"""The decisions of a move: from where, then where to and how many (D8)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.movement import (
    base_energy_beside,
    can_step,
    demand_moves,
    energy_beside,
    enter,
    hops_possible,
    may_enter,
    move_units,
    survey_hops,
)
from starbalance.simulator.games.handful_of_stars.payment import charge
from starbalance.simulator.games.handful_of_stars.route import (
    WHOLE_MAP,
    base_energy,
    base_hop,
    by_hop,
    directly,
    fleet_energy,
    may_move_bases,
    price_of_group,
    reach_of,
    survey,
)
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Kind, Phase, Then
from starbalance.simulator.games.handful_of_stars.system import list_garrisons


@rule
def offer_origin(state, rules, opts):
    """D8; HOS-6.1: a system to move units from, or no more."""
    seat = state.active
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    if state.number >= rules.moves_most:
        return n
    energy = energy_beside(state, rules, seat, 0, NONE)
    energy_of_bases = base_energy_beside(state, rules, seat, 0, NONE)
    for k in range(list_garrisons(state, rules, seat)):
        if can_step(state, rules, seat, state.listed[k], energy, energy_of_bases, NONE):
            n = add(opts, n, Kind.FROM, state.listed[k], 0, 0)
    return n


@rule
def do_origin(state, rules, option):
    """D8; HOS-6.1, HOS-6.6: one more group, or the bill and then the combat."""
    if option.kind == Kind.FROM:
        state.origin = option.a
        ask(state, Phase.GROUP, state.active)
    else:
        demand_moves(state)
        charge(state, state.active, Then.FIGHT)


@rule
def offer_group(state, rules, opts):
    """D8; HOS-6.1, HOS-6.2, HOS-6.3, HOS-6.4, HOS-6.5: where to, and how many."""
    seat, origin, n = state.active, state.origin, 0
    energy = energy_beside(state, rules, seat, 0, NONE)
    survey(state, rules, seat, origin, reach_of(state, rules, seat, max(0, energy)))
    survey_hops(state, rules, seat)
    for space in range(rules.spaces):
        if space != origin and (state.owner[space] == seat or may_enter(state, space)):
            n = offer_fleets(state, rules, seat, origin, space, space, energy, Kind.MOVE, opts, n)
            n = offer_bases(state, rules, seat, origin, space, space, Kind.MOVE, opts, n)
    return n


@rule
def do_group(state, rules, option):
    """D8; HOS-6.5: the group moves; entering a non-friendly system makes it the target of the action."""
    seat, hop = state.active, option.kind == Kind.HOP
    survey(state, rules, seat, state.origin, WHOLE_MAP)
    energy, research = price_of_group(state, rules, seat, option.a, option.b, option.c, hop)
    enter(state, rules, option.a)
    move_units(state, rules, seat, state.origin, option.a, option.b, option.c, energy, research)
    state.guard_hit |= 1 if state.number >= rules.moves_most else 0
    ask(state, Phase.ORIGIN, seat)


@rule
def offer_fleets(state, rules, seat, origin, place, label, energy, kind, opts, n):
    """Groups of fleets of a system over the surveyed distance of a place: directly, and by a hop where that is nearer.

    After survey_hops. kind: the option's kind, the hop's is the next one; label: the option's system.
    """
    fleets = state.fleets[seat, origin]
    if fleets == 0:
        return n
    near = directly(state, place)
    if near < FAR:
        price = fleet_energy(state, rules, seat, near)
        for k in range(1, fleets + 1):
            if k * price <= energy:
                n = add(opts, n, kind, label, k, 0)
    if hops_possible(state, rules, seat) and by_hop(state, seat, place) < near:
        price = fleet_energy(state, rules, seat, by_hop(state, seat, place))
        for k in range(1, fleets + 1):
            if k * price > state.beside[k]:
                return n
            n = add(opts, n, kind + 1, label, k, 0)
    return n


@rule
def offer_bases(state, rules, seat, origin, place, label, kind, opts, n):
    """The same for star bases (HOS-17.26)."""
    bases = state.star_bases[seat, origin]
    if bases == 0 or not may_move_bases(state, rules, seat):
        return n
    near = directly(state, place)
    if near < FAR:
        price, energy = base_energy(state, rules, seat, near), base_energy_beside(state, rules, seat, 0, NONE)
        for k in range(1, bases + 1):
            if k * price <= energy:
                n = add(opts, n, kind, label, 0, k)
    if hops_possible(state, rules, seat) and by_hop(state, seat, place) < near:
        price = base_energy(state, rules, seat, by_hop(state, seat, place))
        for k in range(1, bases + 1):
            if k * price > base_energy_beside(state, rules, seat, k * base_hop(rules), NONE):
                return n
            n = add(opts, n, kind + 1, label, 0, k)
    return n
