"""What an option does: hands it to the one of `decisions/` that carries it out; then the turn goes on."""

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
from starbalance.simulator.games.four_thousand_ad.state import SIG, Phase, Then
from starbalance.simulator.games.four_thousand_ad.turn import run_stage


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option, in the order of Phase; the turn goes on after it unless it asks another question."""
    phase = state.phase
    state.then = Then.STAGE
    if phase == Phase.ARRIVAL:
        do_arrival(state, rules, option)
    elif phase == Phase.DEPARTURE:
        do_departure(state, rules, option)
    elif phase == Phase.DESTINATION:
        do_destination(state, rules, option)
    elif phase == Phase.SHIPS:
        do_ships(state, rules, option)
    elif phase == Phase.LOAN:
        do_loan(state, rules, option)
    elif phase == Phase.JOINT_ARRIVAL:
        do_joint_arrival(state, rules, option)
    elif phase == Phase.JOIN:
        do_join(state, rules, option)
    elif phase == Phase.PERMISSION:
        do_permission(state, rules, option)
    elif phase == Phase.RESOURCES:
        do_resources(state, rules, option)
    elif phase == Phase.WITHDRAWAL:
        do_withdrawal(state, rules, option)
    elif phase == Phase.ANSWER_WITHDRAWAL:
        do_answer_withdrawal(state, rules, option)
    elif phase == Phase.SURRENDER:
        do_surrender(state, rules, option)
    elif phase == Phase.ALLIANCE:
        do_alliance(state, rules, option)
    elif phase == Phase.ANSWER_ALLIANCE:
        do_answer_alliance(state, rules, option)
    elif phase == Phase.CONCESSION:
        do_concession(state, rules, option)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One stage of the turn, up to the next decision or the next stage."""
    run_stage(state, rules)
