"""The decision of a DEVELOP action: a planet and its new level."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask, finish_action, settle_account
from starbalance.simulator.games.interstellar_ambitions.development import (
    develop_price,
    may_develop,
    planets_to_develop,
)
from starbalance.simulator.games.interstellar_ambitions.rules import ANY
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind


@rule
def offer_developing(state, rules, opts):
    """D19, IAM-16: List the planets and levels that the seat can pay for, or no more. Return the number of options."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    player = state.players[seat]
    for place in range(player.planets):
        if (state.touched >> place) & 1 == 0:
            planet = player.planet[place]
            top = min(rules.planet_levels[planet], rules.develop_level[state.planning])
            for level in range(state.level[planet] + 1, top + 1):
                if not may_develop(state, rules, seat, planet, level):
                    break
                n = add(opts, n, Kind.DEVELOP, planet, level, 0)
    return n


@rule
def do_developing(state, rules, option):
    """D19, IAM-16.1, IAM-16.2: Schedule the payment for the chosen planet and level. On DONE, end the action."""
    seat = state.active
    if option.kind == Kind.DONE:
        finish_action(state, rules)
        return
    planet = option.a
    price = develop_price(state, rules, seat) * (option.b - state.level[planet])
    state.planet = planet
    state.wanted = option.b
    if rules.planet_type[planet] == ANY:
        state.need_any = price
    else:
        state.need[rules.planet_type[planet]] = price
    settle_account(state, rules, seat, After.DEVELOPED)


@rule
def finish_development(state, rules, seat):
    """IAM-16.2, IAM-16.4: Raise the planet to the paid level. Ask for another one if the action may raise more, else
    end the action.
    """
    state.level[state.planet] = state.wanted
    place = 0
    while state.players[seat].planet[place] != state.planet:
        place += 1
    state.touched |= 1 << place
    state.number += 1
    if state.number < planets_to_develop(state, rules, seat, state.planning):
        ask(state, Decision.DEVELOPING, seat)
    else:
        finish_action(state, rules)
