"""The movement of units (HOS-6.1): which units can move, their destinations and the costs."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.payment import demand, keep, most_after
from starbalance.simulator.games.handful_of_stars.route import (
    base_energy,
    base_hop,
    direct_distance,
    fleet_energy,
    hop_distance,
    may_move_bases,
    measure_routes,
)
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Decision
from starbalance.simulator.games.handful_of_stars.system import has_wormhole, list_garrisons, relocate


@rule
def energy_after(state, rules, seat, research, excluded):
    """Return the energy that a player can add to this step, after all that is due and this much research.

    The item `excluded` is left out. The result is negative if what is due and the research are not covered.
    """
    due = state.research_due + research
    most = most_after(state, rules, seat, Resource.RESEARCH, due, Resource.ENERGY, excluded)
    return most - state.energy_due


@rule
def measure_hops(state, rules, seat):
    """HOS-15.3: Fill `state.energy_left[k]` with the energy left after the research for hops of k fleets.

    Stop after the first negative entry. Do nothing without a Wormhole counter.
    """
    if hops_possible(state, rules, seat):
        for fleets in range(1, rules.fleets + 1):
            state.energy_left[fleets] = energy_after(state, rules, seat, fleets * rules.hop_research, NONE)
            if state.energy_left[fleets] < 0:
                return


@rule
def hops_possible(state, rules, seat):
    """HOS-15.1: Return whether the player has a Wormhole counter."""
    return state.players[seat].wormhole == 1


@rule
def base_energy_after(state, rules, seat, research, excluded):
    """A64: Return the result of `energy_after` for a star base, which keeps Star Base Movement.

    The result is negative if no star base can move.
    """
    if not may_move_bases(state, rules, seat):
        return -1
    before = state.kept
    if not state.bases_move:
        keep(state, rules, Card.STAR_BASE_MOVEMENT)
    energy = energy_after(state, rules, seat, research, excluded)
    state.kept = before
    return energy


@rule
def _can_leave_over(state, seat, space):
    """Return whether an open connection of a system leads to a friendly system, or to one that may be entered."""
    for near in state.near[space]:
        if near != NONE and (state.owner[near] == seat or may_enter(state, near)):
            return True
    return False


@rule
def can_step(state, rules, seat, space, energy, energy_of_bases, excluded):
    """Return whether some unit of the player can make a payable move out of a system.

    The unit is a fleet, or a star base with Star Base Movement. The item `excluded` may not pay. No unit leaves
    `state.target`.
    """
    if space == state.target:
        return False
    fleets = state.fleets[seat, space] > 0
    bases = state.star_bases[seat, space] > 0 and energy_of_bases >= 0
    flies = (fleets and energy >= rules.connection_energy) or (
        bases and energy_of_bases >= base_energy(state, rules, seat, 1)
    )
    if flies and _can_leave_over(state, seat, space):
        return True
    if hops_possible(state, rules, seat) and has_wormhole(state, rules, space):
        hops = (fleets and energy_after(state, rules, seat, rules.hop_research, excluded) >= 0) or (
            bases and base_energy_after(state, rules, seat, base_hop(rules), excluded) >= 0
        )
        if hops and has_wormhole_to_enter(state, rules, seat, space):
            return True
    stealth = state.target != NONE and has_lasting(state, seat, Card.STEALTH_TECHNOLOGY)
    return stealth and _can_pass(state, rules, seat, space, excluded)


@rule
def _can_pass(state, rules, seat, space, excluded):
    """HOS-17.28, A27: Return whether a payable way leads from `space` through a non-friendly system.

    Such a way has two connections, or one connection and a hop.
    """
    measure_routes(state, rules, seat, space, 2)
    for place in range(rules.spaces):
        if place != space and (state.owner[place] == seat or may_enter(state, place)):
            if _can_reach(state, rules, seat, space, place, excluded):
                return True
    return False


@rule
def _can_reach(state, rules, seat, space, place, excluded):
    """Return whether a unit in `space` can pay for its way to `place`. Call `measure_routes` for `space` first."""
    near, far = direct_distance(state, place), hop_distance(state, seat, place)
    if state.fleets[seat, space] > 0:
        if near < FAR and fleet_energy(state, rules, seat, near) <= energy_after(state, rules, seat, 0, excluded):
            return True
        energy = energy_after(state, rules, seat, rules.hop_research, excluded)
        if far < FAR and fleet_energy(state, rules, seat, far) <= energy:
            return True
    if state.star_bases[seat, space] > 0:
        if near < FAR and base_energy(state, rules, seat, near) <= base_energy_after(state, rules, seat, 0, excluded):
            return True
        energy = base_energy_after(state, rules, seat, base_hop(rules), excluded)
        if far < FAR and base_energy(state, rules, seat, far) <= energy:
            return True
    return False


@rule
def may_enter(state, space):
    """HOS-6.5: Return whether a system is, or can still become, the one non-friendly system of the action."""
    return state.target == NONE or state.target == space


@rule
def has_wormhole_to_enter(state, rules, seat, space):
    for other in range(rules.spaces):
        if other != space and has_wormhole(state, rules, other):
            if state.owner[other] == seat or may_enter(state, other):
                return True
    return False


@rule
def keep_movers(state, rules):
    """A65: Keep Fast Ships and Stealth Technology in the Reserves, because they apply to all moves of a step.

    With `travel_card_pays` they may pay.
    """
    if not rules.travel_card_pays:
        state.kept |= 1 << Card.FAST_SHIPS | 1 << Card.STEALTH_TECHNOLOGY


@rule
def can_move(state, rules, seat, excluded):
    """Return whether any unit can move now, if the card `excluded` may not pay."""
    keep_movers(state, rules)
    movable = _can_move(state, rules, seat, excluded)
    state.kept = 0
    return movable


@rule
def _can_move(state, rules, seat, excluded):
    energy = energy_after(state, rules, seat, 0, excluded)
    energy_of_bases = base_energy_after(state, rules, seat, 0, excluded)
    for k in range(list_garrisons(state, rules, seat)):
        if can_step(state, rules, seat, state.listed[k], energy, energy_of_bases, excluded):
            return True
    return False


@rule
def move_units(state, rules, seat, origin, space, fleets, star_bases, energy, research):
    """A64: Move a group and add its price to what is due for the step.

    A star base keeps Star Base Movement in the Reserve until then.
    """
    if star_bases > 0 and not state.bases_move:
        keep(state, rules, Card.STAR_BASE_MOVEMENT)
    relocate(state, rules, seat, origin, space, fleets, star_bases)
    state.energy_due += energy
    state.research_due += research
    state.number += 1


@rule
def demand_moves(state):
    """HOS-4.5, HOS-6.1: Add the energy and research due for all moves of a step to the coming payment."""
    demand(state, Resource.ENERGY, state.energy_due)
    demand(state, Resource.RESEARCH, state.research_due)


@rule
def enter(state, rules, space):
    """HOS-6.5: Set `state.target` to the entered system, unless the active player controls it."""
    if state.owner[space] != state.active:
        state.target = space


@rule
def begin_moves(state, rules):
    """HOS-6.1: Begin a move and ask for the first system to move from."""
    keep_movers(state, rules)
    ask(state, Decision.ORIGIN, state.active)
