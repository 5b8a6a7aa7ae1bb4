"""The decision at the end of a turn: a claim, an exchange, or neither."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import end_turn
from starbalance.simulator.games.interstellar_ambitions.ambition import can_claim, claim, may_claim
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import list_exchanges_of
from starbalance.simulator.games.interstellar_ambitions.payment import can_exchange, exchange_rate, give_for
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, NONE, RESOURCES, ExchangeKind
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.victory import trigger_end


@rule
def offer_end(state, rules, opts):
    """D32, D33, IAM-13.17, IAM-3.2: List the end of the turn, the claims and the exchanges. Once an exchange in any mix
    has begun, list only exchanges. Return the number of options.
    """
    n, seat = 0, state.active
    if state.exchange_given == 0:
        n = add(opts, n, Kind.DONE, 0, 0, 0)
        if can_claim(state, rules, seat):
            for k in range(DRAWN):
                if may_claim(state, rules, seat, k):
                    n = add(opts, n, Kind.CLAIM, k, 0, 0)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        return _list_mixed_exchanges(state, rules, seat, opts, n)
    rate = exchange_rate(state, rules, seat)
    for resource in range(RESOURCES):
        if state.players[seat].resources[resource] >= rate:
            n = list_exchanges_of(resource, opts, n)
    return n


@rule
def do_end(state, rules, option):
    """D32, D33, IAM-13.17, IAM-25.1, IAM-3.2: Claim an ambition or exchange resources for the active player. End the
    turn on DONE, or when neither is possible any more.
    """
    seat = state.active
    if option.kind == Kind.CLAIM:
        claim(state, rules, seat, option.a)
        trigger_end(state, rules, seat)
    elif option.kind == Kind.EXCHANGE:
        give_for(state, rules, seat, option.a, option.b)
        if state.exchange_given > 0:
            return
    if option.kind == Kind.DONE or not (can_claim(state, rules, seat) or can_exchange(state, rules, seat)):
        end_turn(state, rules)


@rule
def _list_mixed_exchanges(state, rules, seat, opts, n):
    """List exchanges of single resources in any mix (A04), and return the new number of options. The last resource
    given also names the one taken.
    """
    own, total, rate = state.players[seat].resources, 0, exchange_rate(state, rules, seat)
    for resource in range(RESOURCES):
        total += own[resource]
    if state.exchange_given + total < rate:
        return n
    for resource in range(RESOURCES):
        if own[resource] > 0:
            if state.exchange_given + 1 == rate:
                n = list_exchanges_of(resource, opts, n)
            else:
                n = add(opts, n, Kind.EXCHANGE, resource, NONE, 0)
    return n
