"""The prices and levels of DEVELOP (IAM-16.1, IAM-16.3, IAM-16.4)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_one, holdings, reduced
from starbalance.simulator.games.interstellar_ambitions.rules import ANY
from starbalance.simulator.games.interstellar_ambitions.word import Modifier


@rule
def develop_price(state, rules, seat):
    """IAM-16.1: Return the price of one level in resources."""
    return reduced(rules, rules.develop_cost, state.players[seat].modifiers[Modifier.DEVELOP_DISC])


@rule
def may_develop(state, rules, seat, planet, level):
    """IAM-16.1, IAM-16.2, IAM-16.3: Return whether a seat can pay to raise a planet to a level."""
    price = develop_price(state, rules, seat) * (level - state.level[planet])
    kind = rules.planet_type[planet]
    if kind == ANY:
        return holdings(state, seat) >= price
    return can_afford_one(state, rules, seat, kind, price)


@rule
def planets_to_develop(state, rules, seat, planning):
    """IAM-16.4: Return the number of planets that one action may raise."""
    return rules.develop_planets[planning] + state.players[seat].modifiers[Modifier.DEVELOP_EXTRA]
