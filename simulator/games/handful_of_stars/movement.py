"""Moving units (HOS-6.1): which can move, where to, and what it costs."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.payment import demand, keep, most_beside
from starbalance.simulator.games.handful_of_stars.route import (
    base_energy,
    base_hop,
    by_hop,
    directly,
    fleet_energy,
    may_move_bases,
    survey,
)
from starbalance.simulator.games.handful_of_stars.rules import Card, Resource
from starbalance.simulator.games.handful_of_stars.seating import ask
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Phase
from starbalance.simulator.games.handful_of_stars.system import has_wormhole, list_garrisons, relocate


@rule
def energy_beside(state, rules, seat, research, without):
    """The energy a player can spend in this step beside what is due and so much research; negative: not even that."""
    due = state.research_due + research
    most = most_beside(state, rules, seat, Resource.RESEARCH, due, Resource.ENERGY, without)
    return most - state.energy_due


@rule
def survey_hops(state, rules, seat):
    """Fills state.beside for offers of hops (HOS-15.3), as far as they can be paid."""
    if hops_possible(state, rules, seat):
        for fleets in range(1, rules.fleets + 1):
            state.beside[fleets] = energy_beside(state, rules, seat, fleets * rules.hop_research, NONE)
            if state.beside[fleets] < 0:
                return


@rule
def hops_possible(state, rules, seat):
    """HOS-15.1: whether the player has the Wormhole counter."""
    return state.players[seat].wormhole == 1


@rule
def base_energy_beside(state, rules, seat, research, without):
    """As energy_beside for a star base, whose Star Base Movement has to stay (A64); negative: no star base moves."""
    if not may_move_bases(state, rules, seat):
        return -1
    before = state.kept
    if not state.bases_move:
        keep(state, rules, Card.STAR_BASE_MOVEMENT)
    energy = energy_beside(state, rules, seat, research, without)
    state.kept = before
    return energy


@rule
def _can_leave_over(state, seat, space):
    """Whether an open connection leads to a system that may be entered."""
    for near in state.near[space]:
        if near != NONE and (state.owner[near] == seat or may_enter(state, near)):
            return True
    return False


@rule
def can_step(state, rules, seat, space, energy, energy_of_bases, without):
    """Whether a fleet, or a star base with Star Base Movement, of the player can leave a system with units at all."""
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
        hops = (fleets and energy_beside(state, rules, seat, rules.hop_research, without) >= 0) or (
            bases and base_energy_beside(state, rules, seat, base_hop(rules), without) >= 0
        )
        if hops and has_wormhole_to_enter(state, rules, seat, space):
            return True
    stealth = state.target != NONE and has_lasting(state, seat, Card.STEALTH_TECHNOLOGY)
    return stealth and _can_pass(state, rules, seat, space, without)


@rule
def _can_pass(state, rules, seat, space, without):
    """HOS-17.28, A27: whether a way leads through a non-friendly system: two connections, or one and a hop."""
    survey(state, rules, seat, space, 2)
    for place in range(rules.spaces):
        if place != space and (state.owner[place] == seat or may_enter(state, place)):
            if _can_reach(state, rules, seat, space, place, without):
                return True
    return False


@rule
def _can_reach(state, rules, seat, space, place, without):
    """Whether one unit of a system can pay for its way to a place, after the survey of the system."""
    near, far = directly(state, place), by_hop(state, seat, place)
    if state.fleets[seat, space] > 0:
        if near < FAR and fleet_energy(state, rules, seat, near) <= energy_beside(state, rules, seat, 0, without):
            return True
        energy = energy_beside(state, rules, seat, rules.hop_research, without)
        if far < FAR and fleet_energy(state, rules, seat, far) <= energy:
            return True
    if state.star_bases[seat, space] > 0:
        if near < FAR and base_energy(state, rules, seat, near) <= base_energy_beside(state, rules, seat, 0, without):
            return True
        energy = base_energy_beside(state, rules, seat, base_hop(rules), without)
        if far < FAR and base_energy(state, rules, seat, far) <= energy:
            return True
    return False


@rule
def may_enter(state, space):
    """HOS-6.5: the one non-friendly system of the action."""
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
    """A65: Fast Ships and Stealth Technology apply to all moves of a step and pay for none, but by the switch."""
    if not rules.travel_card_pays:
        state.kept |= 1 << Card.FAST_SHIPS | 1 << Card.STEALTH_TECHNOLOGY


@rule
def can_move(state, rules, seat, without):
    """Whether any unit can move now, without one card in the payment."""
    keep_movers(state, rules)
    found = _can_move(state, rules, seat, without)
    state.kept = 0
    return found


@rule
def _can_move(state, rules, seat, without):
    energy = energy_beside(state, rules, seat, 0, without)
    energy_of_bases = base_energy_beside(state, rules, seat, 0, without)
    for k in range(list_garrisons(state, rules, seat)):
        if can_step(state, rules, seat, state.listed[k], energy, energy_of_bases, without):
            return True
    return False


@rule
def move_units(state, rules, seat, origin, space, fleets, star_bases, energy, research):
    """A group moves; its price is added to what is due for the step (A64: a star base needs its card until then)."""
    if star_bases > 0 and not state.bases_move:
        keep(state, rules, Card.STAR_BASE_MOVEMENT)
    relocate(state, rules, seat, origin, space, fleets, star_bases)
    state.energy_due += energy
    state.research_due += research
    state.number += 1


@rule
def demand_moves(state):
    """HOS-4.5, HOS-6.1: all moves of a step are paid together."""
    demand(state, Resource.ENERGY, state.energy_due)
    demand(state, Resource.RESEARCH, state.research_due)


@rule
def enter(state, rules, space):
    """HOS-6.5: marks a non-friendly system that the active player enters."""
    if state.owner[space] != state.active:
        state.target = space


@rule
def begin_moves(state, rules):
    """HOS-6.1."""
    keep_movers(state, rules)
    ask(state, Phase.ORIGIN, state.active)
