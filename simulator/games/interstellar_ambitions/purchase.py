"""The prices and limits of BUILD, RESEARCH and SHADOW (IAM-17, IAM-18, IAM-19)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import is_heavy
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_one, has, reduced
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.word import Level, Modifier, Origin, Resource


@rule
def builds_of(state, rules, seat, planning):
    """IAM-17.3, IAM-27.5: Return the number of ships that one action may build."""
    return rules.build_ships[planning] + state.players[seat].modifiers[Modifier.BUILD_EXTRA]


@rule
def may_build_heavy(state, rules, seat, planning):
    """IAM-17.4, IAM-27.5: Return whether an action may build HEAVY ships."""
    return rules.build_heavy[planning] == 1 or (planning == Level.BASIC and has(state, seat, Modifier.BASIC_HEAVY))


@rule
def ship_price(state, rules, seat, kind, planning):
    """IAM-17.3, IAM-17.5: Return the price of a ship in ore."""
    discount = rules.build_discount[planning] + state.players[seat].modifiers[Modifier.BUILD_DISC]
    return reduced(rules, rules.ship_cost[kind], discount)


@rule
def may_build(state, rules, seat, kind, planning):
    """IAM-17.3, IAM-17.4, IAM-17.5, IAM-17.6: Return whether a ship is a standard one of an allowed class that the seat
    can pay for.
    """
    if rules.ship_origin[kind] != Origin.STANDARD:
        return False
    if is_heavy(rules, kind) and not may_build_heavy(state, rules, seat, planning):
        return False
    return can_afford_one(state, rules, seat, Resource.ORE, ship_price(state, rules, seat, kind, planning))


@rule
def technology_price(state, rules, seat, technology, planning):
    """IAM-18.1, IAM-18.3: Return the price of a technology in science."""
    discount = rules.research_discount[planning] + state.players[seat].modifiers[Modifier.RESEARCH_DISC]
    return reduced(rules, rules.technology_cost[technology], discount)


@rule
def may_research(state, rules, seat, technology, planning):
    """IAM-18.1: Return whether a technology is within the limit of the planning level and the seat can pay for it."""
    if technology == NONE or rules.technology_vp[technology] > rules.research_vp[planning]:
        return False
    price = technology_price(state, rules, seat, technology, planning)
    return can_afford_one(state, rules, seat, Resource.SCIENCE, price)


@rule
def cards_to_buy(state, rules, seat, planning):
    """IAM-19.2, IAM-27.4: Return the number of shadow cards that a buyer draws."""
    return rules.shadow_cards[planning] + state.players[seat].modifiers[Modifier.BUY_LIMIT]


@rule
def hire_price(state, rules, seat, kind):
    """IAM-19.4, IAM-19.7: Return the price of a merc in coins."""
    return reduced(rules, rules.ship_cost[kind], state.players[seat].modifiers[Modifier.HIRE_DISC])


@rule
def may_hire(state, rules, seat, kind):
    return kind != NONE and can_afford_one(state, rules, seat, Resource.COINS, hire_price(state, rules, seat, kind))
