"""What an option does: hands it to the one of `decisions/` that carries it out; then the turn goes on."""

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
from starbalance.simulator.games.four_thousand_ad_leaders.state import SIG, Phase, Then
from starbalance.simulator.games.four_thousand_ad_leaders.turn import run_step


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option, in the order of Phase; each says by `then` what follows it."""
    phase = state.phase
    if phase == Phase.SOURCE:
        do_source(state, rules, option)
    elif phase == Phase.TARGET:
        do_target(state, rules, option)
    elif phase == Phase.SHIPS:
        do_ships(state, rules, option)
    elif phase == Phase.ARRIVAL:
        do_arrival(state, rules, option)
    elif phase == Phase.LEADER:
        do_leader(state, rules, option)
    elif phase == Phase.DEFENCE:
        do_defence(state, rules, option)
    elif phase == Phase.LOSSES:
        do_losses(state, rules, option)
    elif phase == Phase.WITHDRAWAL:
        do_withdrawal(state, rules, option)
    elif phase == Phase.ESCORT:
        do_escort(state, rules, option)
    elif phase == Phase.ATTACK:
        do_attack(state, rules, option)
    elif phase == Phase.EXTRA:
        do_extra(state, rules, option)
    elif phase == Phase.COMBAT:
        do_combat(state, rules, option)
    elif phase == Phase.BUILD:
        do_build(state, rules, option)
    elif phase == Phase.CLAIM:
        do_claim(state, rules, option)
    elif phase == Phase.CLAIM_OPEN:
        do_claim_open(state, rules, option)
    elif phase == Phase.SUPPLY:
        do_supply(state, rules, option)
    elif phase == Phase.SHIFT:
        do_shift(state, rules, option)
    elif phase == Phase.RECALL:
        do_recall(state, rules, option)
    elif phase == Phase.SWAP:
        do_swap(state, rules, option)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One step of the turn or of a combat, up to the next decision or the next step."""
    if Then.ROUND <= state.then <= Then.AFTERMATH:
        run_combat_step(state, rules)
    else:
        run_step(state, rules)
