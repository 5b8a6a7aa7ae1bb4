"""The decisions of a payment: resources to pay, and resources to exchange."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import settle_account
from starbalance.simulator.games.interstellar_ambitions.payment import can_give, give_for, lacking, outlay_of
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import Kind


@rule
def offer_paying(state, rules, opts):
    """D37: List the acting seat's resources for a unit of a payment in any mix. Return the number of options."""
    n = 0
    for resource in range(RESOURCES):
        if state.players[state.actor].resources[resource] > 0:
            n = add(opts, n, Kind.PAY, resource, 0, 0)
    return n


@rule
def do_paying(state, rules, option):
    """D37: Pay a unit of the chosen resource towards a payment in any mix. After the last one, continue the payment."""
    seat = state.actor
    state.players[seat].resources[option.a] -= 1
    state.need_any -= 1
    if outlay_of(state.after) != NONE:
        state.players[seat].outlay[outlay_of(state.after)] += 1
    if state.need_any == 0:
        settle_account(state, rules, seat, state.after)


@rule
def offer_exchanging(state, rules, opts):
    """D33: List the acting seat's resources to give for one that a payment lacks. Return the number of options."""
    n = 0
    for resource in range(RESOURCES):
        if can_give(state, rules, state.actor, resource):
            n = add(opts, n, Kind.GIVE, resource, 0, 0)
    return n


@rule
def do_exchanging(state, rules, option):
    """D33: Give the chosen resource towards one that the payment lacks. If nothing is lacking, continue the payment."""
    give_for(state, rules, state.actor, option.a, lacking(state, state.actor))
    if lacking(state, state.actor) == NONE:
        settle_account(state, rules, state.actor, state.after)
