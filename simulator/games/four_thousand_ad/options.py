"""What is legal now: hands the pending decision to the one of `decisions/` that offers it."""

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
from starbalance.simulator.games.four_thousand_ad.state import SIG, Phase


@kernel(SIG["options"])
def options(state, rules, opts):
    """Lists the options of the pending decision, at most MAX_OPTIONS, in the order of Phase; returns their number."""
    phase = state.phase
    if phase == Phase.ARRIVAL:
        return offer_arrival(state, rules, opts)
    if phase == Phase.DEPARTURE:
        return offer_departure(state, rules, opts)
    if phase == Phase.DESTINATION:
        return offer_destination(state, rules, opts)
    if phase == Phase.SHIPS:
        return offer_ships(state, rules, opts)
    if phase == Phase.LOAN:
        return offer_loan(state, rules, opts)
    if phase == Phase.JOINT_ARRIVAL:
        return offer_joint_arrival(state, rules, opts)
    if phase == Phase.JOIN:
        return offer_join(state, rules, opts)
    if phase == Phase.PERMISSION:
        return offer_permission(state, rules, opts)
    if phase == Phase.RESOURCES:
        return offer_resources(state, rules, opts)
    if phase == Phase.WITHDRAWAL:
        return offer_withdrawal(state, rules, opts)
    if phase == Phase.ANSWER_WITHDRAWAL:
        return offer_answer_withdrawal(state, rules, opts)
    if phase == Phase.SURRENDER:
        return offer_surrender(state, rules, opts)
    if phase == Phase.ALLIANCE:
        return offer_alliance(state, rules, opts)
    if phase == Phase.ANSWER_ALLIANCE:
        return offer_answer_alliance(state, rules, opts)
    if phase == Phase.CONCESSION:
        return offer_concession(state, rules, opts)
    return 0  # no such decision: the loop records a fault
