"""What is legal now: hands the pending decision to the one of `decisions/` that offers it."""

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
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Phase


@kernel(SIG["options"])
def options(state, rules, opts):
    """Lists the options of the pending decision, at most MAX_OPTIONS, in the order of Phase; returns their number."""
    phase = state.phase
    if phase == Phase.SOURCE:
        return offer_source(state, rules, opts)
    if phase == Phase.TARGET:
        return offer_target(state, rules, opts)
    if phase == Phase.SHIPS:
        return offer_ships(state, rules, opts)
    if phase == Phase.ARRIVAL:
        return offer_arrival(state, rules, opts)
    if phase == Phase.LEADER:
        return offer_leader(state, rules, opts)
    if phase == Phase.DEFENCE:
        return offer_defence(state, rules, opts)
    if phase == Phase.LOSSES:
        return offer_losses(state, rules, opts)
    if phase == Phase.WITHDRAWAL:
        return offer_withdrawal(state, rules, opts)
    if phase == Phase.ESCORT:
        return offer_escort(state, rules, opts)
    if phase == Phase.ATTACK:
        return offer_attack(state, rules, opts)
    if phase == Phase.EXTRA:
        return offer_extra(state, rules, opts)
    if phase == Phase.COMBAT:
        return offer_combat(state, rules, opts)
    if phase == Phase.BUILD:
        return offer_build(state, rules, opts)
    if phase == Phase.CLAIM:
        return offer_claim(state, rules, opts)
    if phase == Phase.CLAIM_OPEN:
        return offer_claim_open(state, rules, opts)
    if phase == Phase.SUPPLY:
        return offer_supply(state, rules, opts)
    if phase == Phase.SHIFT:
        return offer_shift(state, rules, opts)
    if phase == Phase.RECALL:
        return offer_recall(state, rules, opts)
    if phase == Phase.SWAP:
        return offer_swap(state, rules, opts)
    return 0  # no such decision: the loop records a fault
