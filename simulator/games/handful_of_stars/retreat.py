"""Retreats (HOS-8.3, HOS-8.4): which units, where to."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import has_lasting
from starbalance.simulator.games.handful_of_stars.route import WHOLE_MAP, by_hop, directly, may_move_bases, survey
from starbalance.simulator.games.handful_of_stars.rules import Card, RetreatRange
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Verdict
from starbalance.simulator.games.handful_of_stars.strength import seat_of
from starbalance.simulator.games.handful_of_stars.system import has_wormhole, relocate


@rule
def survey_retreats(state, rules, seat):
    """HOS-8.4, HOS-17.28d, A06: marks in state.distance what a unit could retreat to."""
    survey(state, rules, seat, state.combat.space, WHOLE_MAP if rules.retreat_range == RetreatRange.CHAIN else 2)


@rule
def may_retreat_to(state, rules, seat, space):
    """A friendly system a connection, a hop, or a stealthy pass away.

    HOS-8.4, HOS-8.5, HOS-8.6; after survey_retreats.
    """
    if space == state.combat.space or state.owner[space] != seat:
        return False
    if rules.retreat_range == RetreatRange.CHAIN:
        return directly(state, space) < FAR or by_hop(state, seat, space) < FAR
    if directly(state, space) == 1 or by_hop(state, seat, space) == 0:
        return True
    return has_lasting(state, seat, Card.STEALTH_TECHNOLOGY) and _passes_by_stealth(state, rules, seat, space)


@rule
def _passes_by_stealth(state, rules, seat, space):
    """HOS-17.28d: two connections, one of them perhaps a hop, with one non-friendly system between."""
    for between in range(rules.spaces):
        if state.owner[between] != seat and _is_step(state, rules, seat, state.combat.space, between):
            if _is_step(state, rules, seat, between, space):
                return True
    return False


@rule
def _is_step(state, rules, seat, here, there):
    """HOS-8.4: one open connection, or one hop of a player with wormholes."""
    for near in state.near[here]:
        if near == there:
            return True
    if here == there or state.players[seat].wormhole == 0:
        return False
    return has_wormhole(state, rules, here) and has_wormhole(state, rules, there)


@rule
def has_refuge(state, rules, seat):
    """Whether a unit of the seat in the combat could retreat anywhere."""
    survey_retreats(state, rules, seat)
    for space in range(rules.spaces):
        if may_retreat_to(state, rules, seat, space):
            return True
    return False


@rule
def can_leave(state, rules, seat):
    """HOS-7.7b, A05: whether some unit of the defender could retreat."""
    space = state.combat.space
    mobile = state.fleets[seat, space] > 0 or (state.star_bases[seat, space] > 0 and may_move_bases(state, rules, seat))
    return mobile and has_refuge(state, rules, seat)


@rule
def retreating_fleets(state, rules):
    """Units of the loser that have still to retreat: fleets."""
    return state.fleets[seat_of(state, state.combat.loser), state.combat.space]


@rule
def retreating_bases(state, rules):
    seat = seat_of(state, state.combat.loser)
    return state.star_bases[seat, state.combat.space] if may_move_bases(state, rules, seat) else 0


@rule
def may_return(state, rules):
    """HOS-17.8d, HOS-17.30f, A62: after Diplomacy, units that came by Temporary Wormhole and are still there."""
    combat = state.combat
    fleets = min(combat.returning_fleets, retreating_fleets(state, rules))
    star_bases = min(combat.returning_bases, retreating_bases(state, rules))
    return combat.verdict == Verdict.DIPLOMACY and fleets + star_bases > 0


@rule
def retreat_to(state, rules, seat, space, fleets, star_bases):
    """HOS-8.3, HOS-8.4, HOS-8.5."""
    combat = state.combat
    survey_retreats(state, rules, seat)
    if combat.verdict == Verdict.DIPLOMACY and space == state.origin and not may_retreat_to(state, rules, seat, space):
        combat.returning_fleets -= fleets
        combat.returning_bases -= star_bases
    relocate(state, rules, seat, combat.space, space, fleets, star_bases)
    if state.owner[space] == NONE:
        state.owner[space] = seat
