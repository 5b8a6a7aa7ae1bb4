"""Battles, in which the larger force destroys the smaller one."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.alliance import break_alliances
from starbalance.simulator.games.four_thousand_ad.occupation import leave, lowest, occupants, set_of, ships_at
from starbalance.simulator.games.four_thousand_ad.rules import Combat, EqualForce


@rule
def may_come_out(rules, force, defenders):
    """FAD-14.3, FAD-14.4, FAD-14.5, FAD-14.9: Return whether a force may arrive against `defenders` enemy ships.

    A larger force always may, an equal or a smaller one only by the switches.
    """
    if force == defenders:
        return rules.equal_force == EqualForce.MUTUAL_DESTRUCTION
    return force > defenders or rules.allow_inferior_arrival == 1


@rule
def survivors(rules, larger, smaller):
    """FAD-14.2: Return the ships left of the larger force: all, or fewer by `combat`; 0 if the forces are equal."""
    if larger == smaller:
        return 0
    if rules.combat == Combat.SUBTRACT:
        return larger - smaller
    if rules.combat == Combat.SQUARE:
        return max(1, int(math.sqrt(float(larger * larger - smaller * smaller))))
    return larger


@rule
def share_of_loss(force, other, lost):
    """A-36: Return how many of the lost ships a force bears when its ally fights next to it.

    The larger force bears losses until the two are equal, then both in turn, this force first. Only the `combat`
    variants cost the winner ships.
    """
    excess = max(0, min(lost, abs(force - other)))
    rest = lost - excess
    return (excess if force >= other else 0) + (rest + 1) // 2


@rule
def remove_defenders(state, rules, defenders, star, lost, victor):
    """FAD-14.2, FAD-18.7: Remove `lost` ships from the one or two seats that defend a star.

    They count as destroyed by the seat `victor`.
    """
    first = lowest(defenders)
    second = lowest(defenders & ~(1 << first))
    ships = state.players[first].ships[star]
    others = state.players[second].ships[star] if second >= 0 else 0
    from_first = share_of_loss(ships, others, lost)
    _remove(state, rules, first, star, from_first, victor)
    _remove(state, rules, second, star, lost - from_first, victor)


@rule
def _remove(state, rules, seat, star, lost, victor):
    if lost > 0:
        leave(state, rules, seat, star, lost)
        state.players[victor].destroyed += lost


@rule
def fight(state, rules, seat, partner, star, own, lent):
    """FAD-10.1, FAD-14.2, FAD-14.8, FAD-18.12: Let a seat and its ally attack all other ships at a star.

    Return (own ships left, ships of the ally left).
    """
    defenders = occupants(state, rules, star) & ~set_of(seat, partner)
    force, against = own + lent, ships_at(state, defenders, star)
    break_alliances(state, rules, seat, defenders)
    state.battles += 1
    left = survivors(rules, max(force, against), min(force, against))
    remaining, lost = (left, against) if force > against else (0, against - left)
    remove_defenders(state, rules, defenders, star, lost, seat)
    state.players[lowest(defenders)].destroyed += force - remaining
    lost_own = share_of_loss(own, lent, force - remaining)
    return own - lost_own, lent - (force - remaining - lost_own)
