"""The decision of building: a unit and its site (D7, D33)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.building import (
    build_unit,
    may_build_at,
    payable_sites,
    units_possible,
)
from starbalance.simulator.games.handful_of_stars.payment import charge
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, PendingStep, Unit
from starbalance.simulator.games.handful_of_stars.system import list_systems


@rule
def offer_building(state, rules, opts):
    """D7, D33; HOS-5.1, HOS-5.3, HOS-5.4, HOS-5.5: List the units and sites, or done after the first unit.

    Return the number of options.
    """
    seat = state.active
    n = add(opts, 0, Kind.DONE, 0, 0, 0) if state.number > 0 else 0
    if state.number >= units_possible(state, rules):
        return n
    proper, outposts = payable_sites(state, rules, seat, state.number + 1, NONE)
    for unit in range(2):
        stock = state.players[seat].fleets if unit == Unit.FLEET else state.players[seat].star_bases
        if stock > 0:
            for k in range(list_systems(state, rules, seat)):
                if may_build_at(state, rules, seat, state.listed[k], proper, outposts):
                    n = add(opts, n, Kind.BUILD, unit, state.listed[k], 0)
    return n


@rule
def do_building(state, rules, option):
    """D7, D33; HOS-5.1, HOS-5.2: Build one more unit, or ask for the payment after done."""
    if option.kind == Kind.BUILD:
        build_unit(state, rules, state.active, option.a, option.b)
    else:
        charge(state, state.active, PendingStep.FINISH_ACTION)
