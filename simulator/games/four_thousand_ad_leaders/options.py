"""The dispatch of the pending decision to the function in `decisions/` that lists its options."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.arrival import offer_arrival
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.claim import offer_claim, offer_claim_open
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.combat import (
    offer_attack,
    offer_combat,
    offer_defence,
    offer_extra,
    offer_losses,
)
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.departure import (
    offer_leader,
    offer_ships,
    offer_source,
    offer_target,
)
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.production import offer_build
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.use_card import (
    offer_recall,
    offer_shift,
    offer_supply,
    offer_swap,
)
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.withdrawal import offer_escort, offer_withdrawal
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Decision


@kernel(SIG["options"])
def options(state, rules, opts):
    """List the options of the pending decision in `opts` and return their number, at most MAX_OPTIONS."""
    decision = state.decision
    if decision == Decision.SOURCE:
        return offer_source(state, rules, opts)
    if decision == Decision.TARGET:
        return offer_target(state, rules, opts)
    if decision == Decision.SHIPS:
        return offer_ships(state, rules, opts)
    if decision == Decision.ARRIVAL:
        return offer_arrival(state, rules, opts)
    if decision == Decision.LEADER:
        return offer_leader(state, rules, opts)
    if decision == Decision.DEFENCE:
        return offer_defence(state, rules, opts)
    if decision == Decision.LOSSES:
        return offer_losses(state, rules, opts)
    if decision == Decision.WITHDRAWAL:
        return offer_withdrawal(state, rules, opts)
    if decision == Decision.ESCORT:
        return offer_escort(state, rules, opts)
    if decision == Decision.ATTACK:
        return offer_attack(state, rules, opts)
    if decision == Decision.EXTRA:
        return offer_extra(state, rules, opts)
    if decision == Decision.COMBAT:
        return offer_combat(state, rules, opts)
    if decision == Decision.BUILD:
        return offer_build(state, rules, opts)
    if decision == Decision.CLAIM:
        return offer_claim(state, rules, opts)
    if decision == Decision.CLAIM_OPEN:
        return offer_claim_open(state, rules, opts)
    if decision == Decision.SUPPLY:
        return offer_supply(state, rules, opts)
    if decision == Decision.SHIFT:
        return offer_shift(state, rules, opts)
    if decision == Decision.RECALL:
        return offer_recall(state, rules, opts)
    if decision == Decision.SWAP:
        return offer_swap(state, rules, opts)
    return 0  # unknown decision: the loop records a fault
