"""Resources: holdings, exchanges and payments (IAM-3)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES, ExchangeKind
from starbalance.simulator.games.interstellar_ambitions.state import After, Outlay, Phase, Then
from starbalance.simulator.games.interstellar_ambitions.word import Modifier


@rule
def has(state, seat, modifier):
    """Whether any source of a player switches a modifier on."""
    return state.players[seat].modifiers[modifier] > 0


@rule
def reduced(rules, cost, discount):
    """A cost less a discount, which lowers none below the minimum (IAM-14.9, IAM-15.2, IAM-17.5, IAM-18.1,
    IAM-19.7)."""
    return max(min(cost, rules.minimum_cost), cost - discount)


@rule
def exchange_rate(state, rules, seat):
    """IAM-3.2: resources given for one other."""
    return rules.exchange_rate_improved if has(state, seat, Modifier.TRADE_RATE) else rules.exchange_rate


@rule
def holdings(state, seat):
    """All resources of a player together."""
    total = 0
    for resource in range(RESOURCES):
        total += state.players[seat].resources[resource]
    return total


@rule
def may_exchange(state, seat):
    """IAM-3.3: only in one's own turn."""
    return seat == state.active


@rule
def can_afford(state, rules, seat, food, ore, science, coins, discount):
    """Whether a price can be paid after a discount on any part of it, with exchanges where they are allowed."""
    own = state.players[seat].resources
    lack = max(0, food - own[0]) + max(0, ore - own[1]) + max(0, science - own[2]) + max(0, coins - own[3])
    off = min(discount, max(0, food + ore + science + coins - rules.minimum_cost))
    if lack <= off:
        return True
    if not may_exchange(state, seat):
        return False
    rate = exchange_rate(state, rules, seat)
    a, b, c, d = max(0, own[0] - food), max(0, own[1] - ore), max(0, own[2] - science), max(0, own[3] - coins)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        return lack - off <= (a + b + c + d) // rate
    return lack - off <= a // rate + b // rate + c // rate + d // rate


@rule
def can_afford_one(state, rules, seat, resource, amount):
    """Whether so much of one resource can be paid."""
    own = state.players[seat].resources
    lack = amount - own[resource]
    if lack <= 0:
        return True
    if not may_exchange(state, seat):
        return False
    rate, spare, whole = exchange_rate(state, rules, seat), 0, 0
    for other in range(RESOURCES):
        if other != resource:
            spare += own[other]
            whole += own[other] // rate
    return lack <= (spare // rate if rules.exchange_kind == ExchangeKind.ANY_MIX else whole)


@rule
def can_afford_need(state, rules, seat, discount):
    """Whether what is due can be paid after a further discount."""
    need = state.need
    return can_afford(state, rules, seat, need[0], need[1], need[2], need[3], discount)


@rule
def lacking(state, seat):
    """The first resource of which more is due than the player has, NONE if there is none."""
    for resource in range(RESOURCES):
        if state.need[resource] > state.players[seat].resources[resource]:
            return resource
    return NONE


@rule
def spare(state, seat, resource):
    """What a player has of a resource beyond what is due."""
    return max(0, state.players[seat].resources[resource] - state.need[resource])


@rule
def can_give(state, rules, seat, resource):
    """D33: whether a resource can be given in an exchange within a payment."""
    one = rules.exchange_kind == ExchangeKind.ANY_MIX
    return spare(state, seat, resource) >= (1 if one else exchange_rate(state, rules, seat))


@rule
def give_for(state, rules, seat, resource, wanted):
    """IAM-3.2: gives one resource, or as many as the rate asks, towards one of the wanted type."""
    player, rate = state.players[seat], exchange_rate(state, rules, seat)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        player.resources[resource] -= 1
        state.given += 1
        if state.given < rate:
            return
        state.given = 0
    else:
        player.resources[resource] -= rate
    player.resources[wanted] += 1
    player.exchanges += 1


@rule
def pay_need(state, seat, outlay):
    """Pays what is due; outlay: what it goes into, for the statistics (NONE: nothing that is counted)."""
    for resource in range(RESOURCES):
        state.players[seat].resources[resource] -= state.need[resource]
        if outlay != NONE:
            state.players[seat].outlay[outlay] += state.need[resource]
        state.need[resource] = 0


@rule
def can_exchange(state, rules, seat):
    """IAM-3.2: whether an exchange is possible at all."""
    rate = exchange_rate(state, rules, seat)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        return state.given > 0 or holdings(state, seat) >= rate
    for resource in range(RESOURCES):
        if state.players[seat].resources[resource] >= rate:
            return True
    return False


@rule
def settle(state, rules):
    """Asks for exchanges and for the units of a payment in any mix; pays what is due."""
    seat = state.payer
    if lacking(state, seat) != NONE:
        ask(state, Phase.EXCHANGING, seat)
    elif state.need_any > 0:
        ask(state, Phase.PAYING, seat)
    else:
        pay_need(state, seat, outlay_of(state.after))
        state.then = Then.PAID


@rule
def outlay_of(after):
    """What a payment goes into, for the statistics."""
    if after == After.COLONISED or after == After.SUPPLIED or after == After.CAPTURED:
        return Outlay.COLONISE
    if after == After.DEVELOPED:
        return Outlay.DEVELOP
    if after == After.RESEARCHED:
        return Outlay.RESEARCH
    if after == After.BOUGHT or after == After.HIRED or after == After.KEPT:
        return Outlay.SHADOW
    return Outlay.BUILD
