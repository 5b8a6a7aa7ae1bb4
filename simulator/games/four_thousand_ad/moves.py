"""The dispatch of a chosen option to the function in `decisions/` that applies it, and the next stage of the turn."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.four_thousand_ad.decisions.alliance import (
    do_alliance,
    do_answer_alliance,
    do_concession,
    do_resources,
)
from starbalance.simulator.games.four_thousand_ad.decisions.arrival import do_arrival, do_permission
from starbalance.simulator.games.four_thousand_ad.decisions.departure import (
    do_departure,
    do_destination,
    do_loan,
    do_ships,
)
from starbalance.simulator.games.four_thousand_ad.decisions.elimination import (
    do_answer_withdrawal,
    do_surrender,
    do_withdrawal,
)
from starbalance.simulator.games.four_thousand_ad.decisions.joint_arrival import do_join, do_joint_arrival
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision, PendingStep
from starbalance.simulator.games.four_thousand_ad.turn import run_stage


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Apply an option of the pending decision. The turn continues unless the option leads to another decision."""
    decision = state.decision
    state.pending_step = PendingStep.STAGE
    if decision == Decision.ARRIVAL:
        do_arrival(state, rules, option)
    elif decision == Decision.DEPARTURE:
        do_departure(state, rules, option)
    elif decision == Decision.DESTINATION:
        do_destination(state, rules, option)
    elif decision == Decision.SHIPS:
        do_ships(state, rules, option)
    elif decision == Decision.LOAN:
        do_loan(state, rules, option)
    elif decision == Decision.JOINT_ARRIVAL:
        do_joint_arrival(state, rules, option)
    elif decision == Decision.JOIN:
        do_join(state, rules, option)
    elif decision == Decision.PERMISSION:
        do_permission(state, rules, option)
    elif decision == Decision.RESOURCES:
        do_resources(state, rules, option)
    elif decision == Decision.WITHDRAWAL:
        do_withdrawal(state, rules, option)
    elif decision == Decision.ANSWER_WITHDRAWAL:
        do_answer_withdrawal(state, rules, option)
    elif decision == Decision.SURRENDER:
        do_surrender(state, rules, option)
    elif decision == Decision.ALLIANCE:
        do_alliance(state, rules, option)
    elif decision == Decision.ANSWER_ALLIANCE:
        do_answer_alliance(state, rules, option)
    elif decision == Decision.CONCESSION:
        do_concession(state, rules, option)


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Run the stage of the turn that is due; it ends with a pending decision or leads to the next stage."""
    run_stage(state, rules)
