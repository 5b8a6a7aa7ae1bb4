"""Battles: the larger force destroys the smaller one."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.alliance import break_alliances
from starbalance.simulator.games.four_thousand_ad.occupation import leave, lowest, occupants, set_of, ships_at
from starbalance.simulator.games.four_thousand_ad.rules import Combat, EqualForce


@rule
def may_come_out(rules, force, defenders):
    """FAD-14.3, FAD-14.4, FAD-14.5, FAD-14.9: whether a force may arrive where so many enemies stand."""
    if force == defenders:
        return rules.equal_force == EqualForce.MUTUAL_DESTRUCTION
    return force > defenders or rules.allow_inferior_arrival == 1


@rule
def survivors(rules, larger, smaller):
    """FAD-14.2: what is left of the larger force (all of it, unless the `combat` switch says otherwise)."""
    if larger == smaller:
        return 0
    if rules.combat == Combat.SUBTRACT:
        return larger - smaller
    if rules.combat == Combat.SQUARE:
        return max(1, int(math.sqrt(float(larger * larger - smaller * smaller))))
    return larger


@rule
def share_of_loss(force, other, lost):
    """How many of the lost ships a force bears beside an ally's: the larger force bears them until the two are equal,
    then both do, this one first (only the `combat` variants cost the winner ships)."""
    excess = max(0, min(lost, abs(force - other)))
    rest = lost - excess
    return (excess if force >= other else 0) + (rest + 1) // 2


@rule
def remove_defenders(state, rules, defenders, star, lost, victor):
    """FAD-14.2, FAD-18.7: takes `lost` ships off the one or two seats that defend a star."""
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
    """FAD-10.1, FAD-14.2, FAD-14.8, FAD-18.12: a force of own ships and an ally's attacks everybody else at the star.

    Returns the ships left of each of the two.
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
