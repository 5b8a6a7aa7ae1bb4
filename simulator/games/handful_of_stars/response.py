"""The response of a side in a combat (HOS-7.9): reinforcements, strength and withdrawals (HOS-7.11)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import discard
from starbalance.simulator.games.handful_of_stars.movement import base_energy_after, energy_after, move_units
from starbalance.simulator.games.handful_of_stars.payment import counter_points
from starbalance.simulator.games.handful_of_stars.route import WHOLE_MAP, base_hop, measure_routes, price_of_group
from starbalance.simulator.games.handful_of_stars.rules import Resource
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker, Unit
from starbalance.simulator.games.handful_of_stars.strength import ATTACKER, add_strength, is_behind, side_of, units_of


@rule
def can_pay_without(state, rules, seat, item):
    """Return whether the moves of the response, if there are any, can still be paid without an item."""
    if state.energy_due + state.research_due == 0:
        return True
    return energy_after(state, rules, seat, 0, item) >= 0


@rule
def reinforce(state, rules, seat, origin, fleets, star_bases, hop):
    """HOS-7.9a, HOS-7.10: Move a group into the combat system and add its price to what is due."""
    measure_routes(state, rules, seat, state.combat.space, WHOLE_MAP)
    energy, research = price_of_group(state, rules, seat, origin, fleets, star_bases, hop)
    move_units(state, rules, seat, origin, state.combat.space, fleets, star_bases, energy, research)
    state.combat.defender_added |= side_of(state, seat)


@rule
def withdraw(state, rules, seat, destination, unit, hop):
    """HOS-7.11: Move a unit out of the combat system and add its price to what is due."""
    fleets = 1 - unit
    measure_routes(state, rules, seat, state.combat.space, WHOLE_MAP)
    energy, research = price_of_group(state, rules, seat, destination, fleets, unit, hop)
    move_units(state, rules, seat, state.combat.space, destination, fleets, unit, energy, research)


@rule
def commit_card(state, rules, seat, card, resource):
    """HOS-7.9b, HOS-17.13, HOS-17.15, A17: Discard a card and add its points of a resource to the side's strength."""
    add_strength(state, seat, rules.symbols[card, resource])
    discard(state, rules, seat, card)
    _note_weapon(state, seat, resource)


@rule
def commit_counter(state, rules, seat, space, resource):
    """HOS-7.9b, HOS-17.13, HOS-17.15, HOS-18.3: Turn a counter face down and add its points to the side's strength."""
    add_strength(state, seat, counter_points(state, rules, seat, space, resource))
    state.players[seat].up[space] = 0
    _note_weapon(state, seat, resource)


@rule
def _note_weapon(state, seat, resource):
    """A12: Record that the side of the seat has used energy for strength. Do nothing for other resources."""
    if resource == Resource.ENERGY:
        state.combat.weapons[side_of(state, seat)] = 1


@rule
def stays_ahead_without(state, rules, seat, unit):
    """HOS-7.11: Return whether the seat would keep a piece in the combat system and stay ahead without one unit."""
    space = state.combat.space
    if units_of(state, seat) < 2 and (side_of(state, seat) == ATTACKER or state.marker[space] == Marker.EMPTY):
        return False
    fleets = 1 - unit
    state.fleets[seat, space] -= fleets
    state.star_bases[seat, space] -= unit
    behind = is_behind(state, rules, seat)
    state.fleets[seat, space] += fleets
    state.star_bases[seat, space] += unit
    return not behind


@rule
def energy_after_hop(state, rules, seat, unit):
    if unit == Unit.FLEET:
        return energy_after(state, rules, seat, rules.hop_research, NONE)
    return base_energy_after(state, rules, seat, base_hop(rules), NONE)
