"""The dispatch of a chosen option to the function in `decisions/` that applies it, and the next step of the turn."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.arrival import do_arrival
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.claim import do_claim, do_claim_open
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.combat import (
    do_attack,
    do_combat,
    do_defence,
    do_extra,
    do_losses,
)
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.departure import (
    do_leader,
    do_ships,
    do_source,
    do_target,
)
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.production import do_build
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.use_card import (
    do_recall,
    do_shift,
    do_supply,
    do_swap,
)
from starbalance.simulator.games.four_thousand_ad_leaders.decisions.withdrawal import do_escort, do_withdrawal
from starbalance.simulator.games.four_thousand_ad_leaders.fight import run_combat_step
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Decision, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.turn import run_step


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Apply an option of the pending decision. It sets the step that follows."""
    decision = state.decision
    if decision == Decision.SOURCE:
        do_source(state, rules, option)
    elif decision == Decision.TARGET:
        do_target(state, rules, option)
    elif decision == Decision.SHIPS:
        do_ships(state, rules, option)
    elif decision == Decision.ARRIVAL:
        do_arrival(state, rules, option)
    elif decision == Decision.LEADER:
        do_leader(state, rules, option)
    elif decision == Decision.DEFENCE:
        do_defence(state, rules, option)
    elif decision == Decision.LOSSES:
        do_losses(state, rules, option)
    elif decision == Decision.WITHDRAWAL:
        do_withdrawal(state, rules, option)
    elif decision == Decision.ESCORT:
        do_escort(state, rules, option)
    elif decision == Decision.ATTACK:
        do_attack(state, rules, option)
    elif decision == Decision.EXTRA:
        do_extra(state, rules, option)
    elif decision == Decision.COMBAT:
        do_combat(state, rules, option)
    elif decision == Decision.BUILD:
        do_build(state, rules, option)
    elif decision == Decision.CLAIM:
        do_claim(state, rules, option)
    elif decision == Decision.CLAIM_OPEN:
        do_claim_open(state, rules, option)
    elif decision == Decision.SUPPLY:
        do_supply(state, rules, option)
    elif decision == Decision.SHIFT:
        do_shift(state, rules, option)
    elif decision == Decision.RECALL:
        do_recall(state, rules, option)
    elif decision == Decision.SWAP:
        do_swap(state, rules, option)


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Run the step of the turn or of a combat that is due; it ends with a decision or leads to the next step."""
    if PendingStep.ROUND <= state.pending_step <= PendingStep.AFTERMATH:
        run_combat_step(state, rules)
    else:
        run_step(state, rules)
