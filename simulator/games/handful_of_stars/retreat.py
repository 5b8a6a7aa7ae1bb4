"""The retreat rules (HOS-8.3, HOS-8.4): which units retreat, and to which systems."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.route import (
    WHOLE_MAP,
    direct_distance,
    hop_distance,
    may_move_bases,
    measure_routes,
)
from starbalance.simulator.games.handful_of_stars.rules import Card, RetreatRange
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Verdict
from starbalance.simulator.games.handful_of_stars.strength import seat_of
from starbalance.simulator.games.handful_of_stars.system import has_wormhole, relocate


@rule
def measure_retreats(state, rules, seat):
    """HOS-8.4, HOS-17.28d, A06: Fill `state.distance` with the numbers of connections from the combat system.

    They reach the whole map with `retreat_range = chain`, otherwise two connections.
    """
    reach = WHOLE_MAP if rules.retreat_range == RetreatRange.CHAIN else 2
    measure_routes(state, rules, seat, state.combat.space, reach)


@rule
def may_retreat_to(state, rules, seat, space):
    """Return whether a unit of the seat may retreat to a system. Call `measure_retreats` first.

    HOS-8.4, HOS-8.5, HOS-8.6. The system must be friendly and one connection, one hop or one stealthy pass away. With
    `retreat_range = chain` any reachable friendly system will do.
    """
    if space == state.combat.space or state.owner[space] != seat:
        return False
    if rules.retreat_range == RetreatRange.CHAIN:
        return direct_distance(state, space) < FAR or hop_distance(state, seat, space) < FAR
    if direct_distance(state, space) == 1 or hop_distance(state, seat, space) == 0:
        return True
    return has_lasting(state, seat, Card.STEALTH_TECHNOLOGY) and _passes_by_stealth(state, rules, seat, space)


@rule
def _passes_by_stealth(state, rules, seat, space):
    """HOS-17.28d: Return whether two steps lead from the combat system to `space` through one non-friendly system.

    A step is an open connection or a hop.
    """
    for between in range(rules.spaces):
        if state.owner[between] != seat and _is_step(state, rules, seat, state.combat.space, between):
            if _is_step(state, rules, seat, between, space):
                return True
    return False


@rule
def _is_step(state, rules, seat, start, end):
    """HOS-8.4: Return whether one open connection, or one hop of a player with wormholes, joins two systems."""
    for near in state.near[start]:
        if near == end:
            return True
    if start == end or state.players[seat].wormhole == 0:
        return False
    return has_wormhole(state, rules, start) and has_wormhole(state, rules, end)


@rule
def has_refuge(state, rules, seat):
    """Return whether a unit of the seat could retreat from the combat to some system."""
    measure_retreats(state, rules, seat)
    for space in range(rules.spaces):
        if may_retreat_to(state, rules, seat, space):
            return True
    return False


@rule
def can_leave(state, rules, seat):
    """HOS-7.7b, A05: Return whether the seat has a unit in the combat system that could retreat."""
    space = state.combat.space
    mobile = state.fleets[seat, space] > 0 or (state.star_bases[seat, space] > 0 and may_move_bases(state, rules, seat))
    return mobile and has_refuge(state, rules, seat)


@rule
def retreating_fleets(state, rules):
    """Return how many fleets of the loser are still in the combat system."""
    return state.fleets[seat_of(state, state.combat.loser), state.combat.space]


@rule
def retreating_bases(state, rules):
    seat = seat_of(state, state.combat.loser)
    return state.star_bases[seat, state.combat.space] if may_move_bases(state, rules, seat) else 0


@rule
def may_return(state, rules):
    """HOS-17.8d, HOS-17.30f, A62: Return whether units of the loser may return to `state.origin` after Diplomacy.

    At least one unit that came by Temporary Wormhole must still be in the combat system.
    """
    combat = state.combat
    fleets = min(combat.returning_fleets, retreating_fleets(state, rules))
    star_bases = min(combat.returning_bases, retreating_bases(state, rules))
    return combat.verdict == Verdict.DIPLOMACY and fleets + star_bases > 0


@rule
def retreat_to(state, rules, seat, space, fleets, star_bases):
    """HOS-8.3, HOS-8.4, HOS-8.5: Move a group of retreating units from the combat system to another system.

    A neutral destination belongs to the seat at once.
    """
    combat = state.combat
    measure_retreats(state, rules, seat)
    if combat.verdict == Verdict.DIPLOMACY and space == state.origin and not may_retreat_to(state, rules, seat, space):
        combat.returning_fleets -= fleets
        combat.returning_bases -= star_bases
    relocate(state, rules, seat, combat.space, space, fleets, star_bases)
    if state.owner[space] == NONE:
        state.owner[space] = seat
