"""The dispatch of the pending decision to the function in `decisions/` that lists its options."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.four_thousand_ad.decisions.alliance import (
    offer_alliance,
    offer_answer_alliance,
    offer_concession,
    offer_resources,
)
from starbalance.simulator.games.four_thousand_ad.decisions.arrival import offer_arrival, offer_permission
from starbalance.simulator.games.four_thousand_ad.decisions.departure import (
    offer_departure,
    offer_destination,
    offer_loan,
    offer_ships,
)
from starbalance.simulator.games.four_thousand_ad.decisions.elimination import (
    offer_answer_withdrawal,
    offer_surrender,
    offer_withdrawal,
)
from starbalance.simulator.games.four_thousand_ad.decisions.joint_arrival import offer_join, offer_joint_arrival
from starbalance.simulator.games.four_thousand_ad.state import SIG, Decision


@kernel(SIG["options"])
def options(state, rules, opts):
    """List the options of the pending decision in `opts` and return their number, at most MAX_OPTIONS."""
    decision = state.decision
    if decision == Decision.ARRIVAL:
        return offer_arrival(state, rules, opts)
    if decision == Decision.DEPARTURE:
        return offer_departure(state, rules, opts)
    if decision == Decision.DESTINATION:
        return offer_destination(state, rules, opts)
    if decision == Decision.SHIPS:
        return offer_ships(state, rules, opts)
    if decision == Decision.LOAN:
        return offer_loan(state, rules, opts)
    if decision == Decision.JOINT_ARRIVAL:
        return offer_joint_arrival(state, rules, opts)
    if decision == Decision.JOIN:
        return offer_join(state, rules, opts)
    if decision == Decision.PERMISSION:
        return offer_permission(state, rules, opts)
    if decision == Decision.RESOURCES:
        return offer_resources(state, rules, opts)
    if decision == Decision.WITHDRAWAL:
        return offer_withdrawal(state, rules, opts)
    if decision == Decision.ANSWER_WITHDRAWAL:
        return offer_answer_withdrawal(state, rules, opts)
    if decision == Decision.SURRENDER:
        return offer_surrender(state, rules, opts)
    if decision == Decision.ALLIANCE:
        return offer_alliance(state, rules, opts)
    if decision == Decision.ANSWER_ALLIANCE:
        return offer_answer_alliance(state, rules, opts)
    if decision == Decision.CONCESSION:
        return offer_concession(state, rules, opts)
    return 0  # unknown decision: the loop records a fault
