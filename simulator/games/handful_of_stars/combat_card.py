"""The cards of a combat (HOS-7.9): weapons that let a resource add strength, Missiles, Star Bombs and other effects."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import draw, draw_one, has_power, put, put_away, take
from starbalance.simulator.games.handful_of_stars.rules import Card, MissilesHew, Resource, Timing
from starbalance.simulator.games.handful_of_stars.state import NONE, Unit, Zone
from starbalance.simulator.games.handful_of_stars.strength import add_strength, seat_of, side_of
from starbalance.simulator.games.handful_of_stars.system import place_units


@rule
def adds_energy(state, rules, seat):
    """HOS-17.13: Return whether the player may spend energy to add strength to their side now."""
    combat, side = state.combat, side_of(state, seat)
    if rules.missiles_hew == MissilesHew.EXCLUSIVE and combat.missiles[side] > 0:
        return False
    return combat.energy_weapons[side] == 1 or has_power(state, rules, seat, Card.HIGH_ENERGY_WEAPONS)


@rule
def adds_population(state, rules, seat):
    """HOS-17.15: Return whether the player may spend population to add strength to their side now."""
    return state.combat.armies[side_of(state, seat)] == 1 or has_power(state, rules, seat, Card.MASS_ARMIES)


@rule
def is_last_weapon(state, rules, seat, zone, card, weapon):
    """A64: Return whether a card is the only copy in the Reserves of the weapon that lets a resource count.

    Such a card may not be spent as that resource. With `enabling_card_pays` the result is always false.
    """
    if rules.enabling_card_pays or weapon == NONE or zone == Zone.HAND or rules.timing[weapon] != Timing.RESERVE:
        return False
    return rules.card_name[card] == weapon and state.players[seat].lasting[weapon] == 1


@rule
def can_fire_missiles(state, rules, seat, zone, card):
    """HOS-17.16, A12: Return whether a Missiles card can be used now.

    A lasting card must lie in a Reserve and not have fired in this combat. A combat card may also be in hand.
    """
    if rules.missiles_hew == MissilesHew.EXCLUSIVE and state.combat.weapons[side_of(state, seat)]:
        return False
    if rules.timing[Card.MISSILES] == Timing.COMBAT:
        return True
    return zone != Zone.HAND and state.touched[card] == 0


@rule
def fire_missiles(state, rules, seat):
    """HOS-17.16: Draw cards, add a multiple of their matter to the strength of the seat's side, and discard them."""
    state.combat.missiles[side_of(state, seat)] += 1
    first = draw_one(state, rules, seat)
    points = 0
    drawn = state.looked  # scratch space, free because no effect looks at cards during a combat
    number = 0
    while first != NONE and number < rules.draws[Card.MISSILES]:
        drawn[number] = first
        number += 1
        points += rules.symbols[first, Resource.MATTER]
        first = draw_one(state, rules, seat) if number < rules.draws[Card.MISSILES] else NONE
    for k in range(number):
        put(state, rules, seat, Zone.DISCARD_PILE, drawn[k])
    add_strength(state, seat, rules.amount[Card.MISSILES] * points)


@rule
def breaks_off(rules, card):
    return rules.card_name[card] == Card.RETREAT or rules.card_name[card] == Card.DIPLOMACY


@rule
def play_in_combat(state, rules, seat, card, unit):
    """HOS-7.9c, A10: Carry out the effect of a card played in a response and put it away.

    It is Rapid-Reaction Force, Star Bomb, Missiles, or a weapon with the timing `combat`. Missiles with the timing
    `reserve` stay in the Reserve. `unit` is the target of a Star Bomb.
    """
    name = rules.card_name[card]
    combat, side = state.combat, side_of(state, seat)
    combat.effects += 1
    state.guard_hit |= 1 if combat.effects >= rules.effects_most else 0
    state.players[seat].played |= 1 << name
    if name == Card.MISSILES and rules.timing[name] == Timing.RESERVE:
        state.touched[card] = 1
        fire_missiles(state, rules, seat)
        return
    take(state, rules, seat, card)
    if name == Card.RAPID_REACTION_FORCE:
        add_strength(state, seat, rules.amount[name])
        draw(state, rules, seat, rules.draws[name])
    elif name == Card.STAR_BOMB:
        _bomb(state, rules, 1 - side, unit)
    elif name == Card.MISSILES:
        fire_missiles(state, rules, seat)
    elif name == Card.HIGH_ENERGY_WEAPONS:
        combat.energy_weapons[side] = 1
    elif name == Card.MASS_ARMIES:
        combat.armies[side] = 1
    put_away(state, rules, seat, card)


@rule
def _bomb(state, rules, side, unit):
    """HOS-17.27: Move one unit of a side from the combat system to its stock.

    A system under attack keeps its defender until the combat ends.
    """
    seat, space = seat_of(state, side), state.combat.space
    fleets = 1 if unit == Unit.FLEET else 0
    place_units(state, seat, space, -fleets, fleets - 1)
    state.players[seat].fleets += fleets
    state.players[seat].star_bases += 1 - fleets
    state.combat.lost[side] += 1
