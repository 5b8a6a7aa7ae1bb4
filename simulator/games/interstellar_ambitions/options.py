"""The dispatch of the pending decision to the function in `decisions` that lists its options."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.decisions.battle import (
    offer_fleet_action,
    offer_order,
    offer_unmatched,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.claim import offer_end
from starbalance.simulator.games.interstellar_ambitions.decisions.colony import (
    offer_colonising,
    offer_discounting,
    offer_event,
    offer_handing_over,
    offer_lowest,
    offer_receiving,
    offer_shortage,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.development import offer_developing
from starbalance.simulator.games.interstellar_ambitions.decisions.market import offer_replacing
from starbalance.simulator.games.interstellar_ambitions.decisions.opening import (
    offer_compensation,
    offer_head_start,
    offer_keeping,
    offer_placing,
    offer_start_technology,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.payment import offer_exchanging, offer_paying
from starbalance.simulator.games.interstellar_ambitions.decisions.purchase import (
    offer_building,
    offer_buying,
    offer_hiring,
    offer_repairing,
    offer_researching,
    offer_shadow_action,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.room import offer_dropping, offer_scrapping
from starbalance.simulator.games.interstellar_ambitions.decisions.shadow_activity import (
    offer_boost,
    offer_dealing,
    offer_object,
    offer_oppose,
    offer_shadow_activity,
    offer_taking,
    offer_target,
    offer_usurping,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.spoils import (
    offer_acquiring,
    offer_bombarding,
    offer_capturing,
    offer_disrupting,
    offer_last_planet,
    offer_looting,
    offer_spoil,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.turn import (
    offer_action,
    offer_advancing,
    offer_home_world,
    offer_planning,
    offer_plans,
    offer_returning,
    offer_upkeep,
)
from starbalance.simulator.games.interstellar_ambitions.state import SIG, Decision


@rule
def _offer_setup(state, rules, opts):
    decision = state.decision
    if decision == Decision.KEEPING:
        return offer_keeping(state, rules, opts)
    if decision == Decision.START_TECHNOLOGY:
        return offer_start_technology(state, rules, opts)
    if decision == Decision.PLACING:
        return offer_placing(state, rules, opts)
    if decision == Decision.COMPENSATION:
        return offer_compensation(state, rules, opts)
    if decision == Decision.HEAD_START:
        return offer_head_start(state, rules, opts)
    return 0


@rule
def _offer_shadow(state, rules, opts):
    decision = state.decision
    if decision == Decision.SHADOW_ACTIVITY:
        return offer_shadow_activity(state, rules, opts)
    if decision == Decision.TARGET:
        return offer_target(state, rules, opts)
    if decision == Decision.OBJECT:
        return offer_object(state, rules, opts)
    if decision == Decision.BOOST:
        return offer_boost(state, rules, opts)
    if decision == Decision.OPPOSE:
        return offer_oppose(state, rules, opts)
    if decision == Decision.TAKING:
        return offer_taking(state, rules, opts)
    if decision == Decision.DEALING:
        return offer_dealing(state, rules, opts)
    if decision == Decision.USURPING:
        return offer_usurping(state, rules, opts)
    return 0


@rule
def _offer_turn(state, rules, opts):
    decision = state.decision
    if decision == Decision.PLANS:
        return offer_plans(state, rules, opts)
    if decision == Decision.HOME_WORLD:
        return offer_home_world(state, rules, opts)
    if decision == Decision.UPKEEP:
        return offer_upkeep(state, rules, opts)
    if decision == Decision.ADVANCING:
        return offer_advancing(state, rules, opts)
    if decision == Decision.ACTION:
        return offer_action(state, rules, opts)
    if decision == Decision.PLANNING:
        return offer_planning(state, rules, opts)
    if decision == Decision.RETURNING:
        return offer_returning(state, rules, opts)
    if decision == Decision.PAYING:
        return offer_paying(state, rules, opts)
    if decision == Decision.EXCHANGING:
        return offer_exchanging(state, rules, opts)
    return 0


@rule
def _offer_colonies(state, rules, opts):
    decision = state.decision
    if decision == Decision.REPLACING:
        return offer_replacing(state, rules, opts)
    if decision == Decision.COLONISING:
        return offer_colonising(state, rules, opts)
    if decision == Decision.DISCOUNTING:
        return offer_discounting(state, rules, opts)
    if decision == Decision.HANDING_OVER:
        return offer_handing_over(state, rules, opts)
    if decision == Decision.RECEIVING:
        return offer_receiving(state, rules, opts)
    if decision == Decision.EVENT:
        return offer_event(state, rules, opts)
    if decision == Decision.SHORTAGE:
        return offer_shortage(state, rules, opts)
    if decision == Decision.LOWEST:
        return offer_lowest(state, rules, opts)
    if decision == Decision.DEVELOPING:
        return offer_developing(state, rules, opts)
    return 0


@rule
def _offer_purchases(state, rules, opts):
    decision = state.decision
    if decision == Decision.REPAIRING:
        return offer_repairing(state, rules, opts)
    if decision == Decision.BUILDING:
        return offer_building(state, rules, opts)
    if decision == Decision.SCRAPPING:
        return offer_scrapping(state, rules, opts)
    if decision == Decision.RESEARCHING:
        return offer_researching(state, rules, opts)
    if decision == Decision.SHADOW_ACTION:
        return offer_shadow_action(state, rules, opts)
    if decision == Decision.BUYING:
        return offer_buying(state, rules, opts)
    if decision == Decision.DROPPING:
        return offer_dropping(state, rules, opts)
    if decision == Decision.HIRING:
        return offer_hiring(state, rules, opts)
    return 0


@rule
def _offer_battle(state, rules, opts):
    decision = state.decision
    if decision == Decision.FLEET_ACTION:
        return offer_fleet_action(state, rules, opts)
    if decision == Decision.ORDER:
        return offer_order(state, rules, opts)
    if decision == Decision.UNMATCHED:
        return offer_unmatched(state, rules, opts)
    if decision == Decision.LOOTING:
        return offer_looting(state, rules, opts)
    if decision == Decision.SPOIL:
        return offer_spoil(state, rules, opts)
    if decision == Decision.DISRUPTING:
        return offer_disrupting(state, rules, opts)
    if decision == Decision.ACQUIRING:
        return offer_acquiring(state, rules, opts)
    if decision == Decision.BOMBARDING:
        return offer_bombarding(state, rules, opts)
    if decision == Decision.CAPTURING:
        return offer_capturing(state, rules, opts)
    if decision == Decision.LAST_PLANET:
        return offer_last_planet(state, rules, opts)
    return 0


@kernel(SIG["options"])
def options(state, rules, opts):
    """List the legal options of the pending decision and return their number. Unknown decision types have none."""
    decision = state.decision
    if decision <= Decision.HEAD_START:
        return _offer_setup(state, rules, opts)
    if decision <= Decision.USURPING:
        return _offer_shadow(state, rules, opts)
    if decision <= Decision.EXCHANGING:
        return _offer_turn(state, rules, opts)
    if decision <= Decision.DEVELOPING:
        return _offer_colonies(state, rules, opts)
    if decision <= Decision.HIRING:
        return _offer_purchases(state, rules, opts)
    if decision <= Decision.LAST_PLANET:
        return _offer_battle(state, rules, opts)
    if decision == Decision.END:
        return offer_end(state, rules, opts)
    return 0
