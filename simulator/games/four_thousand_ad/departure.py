"""Departures: the conditions for a fleet to leave its star, and the departure itself."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.arrival import arrive
from starbalance.simulator.games.four_thousand_ad.battle import may_come_out
from starbalance.simulator.games.four_thousand_ad.movement import launch, ships_ready
from starbalance.simulator.games.four_thousand_ad.occupation import (
    ATTACK,
    OPEN,
    defence,
    entry,
    leave,
    permission_needed_of,
    update_possession,
)
from starbalance.simulator.games.four_thousand_ad.rules import LISTED
from starbalance.simulator.games.four_thousand_ad.shared_star import lendable
from starbalance.simulator.games.four_thousand_ad.truce import withdraw
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.geometry import companion, is_hop


@rule
def may_hop(state, rules, seat, star):
    """D-3; FAD-9.3, FAD-14.4: Return whether the seat may hop with some ships to the other star of the sector."""
    target = companion(star)
    lent = lendable(state, rules, seat, star)[1]
    kind = entry(state, rules, seat, NONE, target)
    if kind == OPEN:
        owner = permission_needed_of(state, rules, seat, target)
        return owner == NONE or (state.refused >> owner) & 1 == 0
    if kind != ATTACK:
        return False
    against = defence(state, rules, seat, NONE, target)
    most = ships_ready(state, rules, seat, star) + lent
    if state.players[seat].duty:
        return may_come_out(rules, most, against)
    return may_come_out(rules, most, against) or (rules.allow_inferior_arrival == 1 and against > 1)


@rule
def may_embark(state, rules, seat, star, ships, lent):
    """FAD-14.4: Return whether `ships` own ships, with up to `lent` ships of an ally, can make a legal departure.

    Only a hop that attacks can be illegal.
    """
    target = state.destination
    if not is_hop(star, target) or entry(state, rules, seat, NONE, target) != ATTACK:
        return True
    against = defence(state, rules, seat, NONE, target)
    return may_come_out(rules, ships, against) or (lent > 0 and may_come_out(rules, ships + lent, against))


@rule
def depart(state, rules, partner, lent):
    """FAD-8.6, FAD-9.1, FAD-9.2, FAD-9.3: Move the fleet of the active seat off its star, into a warp or by a hop.

    `lent` ships of the partner go along. A fleet that hops arrives at once.
    """
    seat, source, target = state.active, state.star, state.destination
    ships = state.embarked
    leave(state, rules, seat, source, ships)
    if lent > 0:
        leave(state, rules, partner, source, lent)
    update_possession(state, rules, source)
    state.departures -= 1
    player = state.players[seat]
    if player.duty and source == state.players[player.truce].home:
        withdraw(state, rules, seat)
    if is_hop(source, target):
        arrive(state, rules, seat, partner if lent > 0 else NONE, target, ships, lent)
    else:
        launch(state, seat, source, ships, lent, partner, target)


@rule
def is_listed(k, number):
    """A-37; D-2, D-8: Return whether entry `k` of a list of `number` entries is offered.

    A list of more than LISTED entries keeps only LISTED // 2 of them at each end.
    """
    return k < LISTED // 2 or number - 1 - k < LISTED // 2
