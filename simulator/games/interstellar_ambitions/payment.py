"""The holdings, exchanges and payments of resources (IAM-3)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES, ExchangeKind
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Outlay, PendingStep
from starbalance.simulator.games.interstellar_ambitions.word import Modifier


@rule
def has(state, seat, modifier):
    """Return whether a player has a modifier above 0, from any source."""
    return state.players[seat].modifiers[modifier] > 0


@rule
def reduced(rules, cost, discount):
    """Return a cost less a discount, but not below the minimum cost (IAM-14.9, IAM-15.2, IAM-17.5, IAM-18.1, IAM-19.7).
    A cost below the minimum stays unchanged.
    """
    return max(min(cost, rules.minimum_cost), cost - discount)


@rule
def exchange_rate(state, rules, seat):
    """IAM-3.2: Return how many resources a seat gives for one other."""
    return rules.exchange_rate_improved if has(state, seat, Modifier.TRADE_RATE) else rules.exchange_rate


@rule
def holdings(state, seat):
    """Return the number of all resources of a player."""
    total = 0
    for resource in range(RESOURCES):
        total += state.players[seat].resources[resource]
    return total


@rule
def may_exchange(state, seat):
    """IAM-3.3: Return whether a player may exchange resources, which is allowed only in their own turn."""
    return seat == state.active


@rule
def can_afford(state, rules, seat, food, ore, science, coins, discount):
    """Return whether a player can pay a price after a discount on any part of it, with exchanges where they are
    allowed.
    """
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
    """Return whether a player can pay an amount of one resource, with exchanges where they are allowed."""
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
    """Return whether a player can pay `state.need` after a further discount, with exchanges where they are allowed."""
    need = state.need
    return can_afford(state, rules, seat, need[0], need[1], need[2], need[3], discount)


@rule
def lacking(state, seat):
    """Return the first resource of which more is due than the player has, or `NONE` if nothing is lacking."""
    for resource in range(RESOURCES):
        if state.need[resource] > state.players[seat].resources[resource]:
            return resource
    return NONE


@rule
def spare(state, seat, resource):
    """Return how much of a resource a player has beyond what is due."""
    return max(0, state.players[seat].resources[resource] - state.need[resource])


@rule
def can_give(state, rules, seat, resource):
    """Return whether a player can give a resource in an exchange within a payment (D33)."""
    one = rules.exchange_kind == ExchangeKind.ANY_MIX
    return spare(state, seat, resource) >= (1 if one else exchange_rate(state, rules, seat))


@rule
def give_for(state, rules, seat, resource, wanted):
    """IAM-3.2: Give resources towards one of the wanted type: one unit under `any_mix`, otherwise the full rate of one
    type.
    """
    player, rate = state.players[seat], exchange_rate(state, rules, seat)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        player.resources[resource] -= 1
        state.exchange_given += 1
        if state.exchange_given < rate:
            return
        state.exchange_given = 0
    else:
        player.resources[resource] -= rate
    player.resources[wanted] += 1
    player.exchanges += 1


@rule
def pay_need(state, seat, outlay):
    """Pay `state.need` and set it to 0. `outlay` is its purpose for the statistics; `NONE` means that it is not
    counted.
    """
    for resource in range(RESOURCES):
        state.players[seat].resources[resource] -= state.need[resource]
        if outlay != NONE:
            state.players[seat].outlay[outlay] += state.need[resource]
        state.need[resource] = 0


@rule
def can_exchange(state, rules, seat):
    """IAM-3.2: Return whether a player can exchange any resource."""
    rate = exchange_rate(state, rules, seat)
    if rules.exchange_kind == ExchangeKind.ANY_MIX:
        return state.exchange_given > 0 or holdings(state, seat) >= rate
    for resource in range(RESOURCES):
        if state.players[seat].resources[resource] >= rate:
            return True
    return False


@rule
def settle(state, rules):
    """Ask the payer for exchanges, then for the units of a payment in any mix. If neither is needed, pay and schedule
    the next step.
    """
    seat = state.payer
    if lacking(state, seat) != NONE:
        ask(state, Decision.EXCHANGING, seat)
    elif state.need_any > 0:
        ask(state, Decision.PAYING, seat)
    else:
        pay_need(state, seat, outlay_of(state.after))
        state.pending_step = PendingStep.PAID


@rule
def outlay_of(after):
    """Return the Outlay code, for the statistics, of a payment that the step `after` follows."""
    if after == After.COLONISED or after == After.SUPPLIED or after == After.CAPTURED:
        return Outlay.COLONISE
    if after == After.DEVELOPED:
        return Outlay.DEVELOP
    if after == After.RESEARCHED:
        return Outlay.RESEARCH
    if after == After.BOUGHT or after == After.HIRED or after == After.KEPT:
        return Outlay.SHADOW
    return Outlay.BUILD
