"""What is legal now: the pending decision is looked up, in the order of the phases; `decisions` list its options."""

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
from starbalance.simulator.games.interstellar_ambitions.state import SIG, Phase


@rule
def _of_setup(state, rules, opts):
    phase = state.phase
    if phase == Phase.KEEPING:
        return offer_keeping(state, rules, opts)
    if phase == Phase.START_TECHNOLOGY:
        return offer_start_technology(state, rules, opts)
    if phase == Phase.PLACING:
        return offer_placing(state, rules, opts)
    if phase == Phase.COMPENSATION:
        return offer_compensation(state, rules, opts)
    if phase == Phase.HEAD_START:
        return offer_head_start(state, rules, opts)
    return 0


@rule
def _of_shadow(state, rules, opts):
    phase = state.phase
    if phase == Phase.SHADOW_ACTIVITY:
        return offer_shadow_activity(state, rules, opts)
    if phase == Phase.TARGET:
        return offer_target(state, rules, opts)
    if phase == Phase.OBJECT:
        return offer_object(state, rules, opts)
    if phase == Phase.BOOST:
        return offer_boost(state, rules, opts)
    if phase == Phase.OPPOSE:
        return offer_oppose(state, rules, opts)
    if phase == Phase.TAKING:
        return offer_taking(state, rules, opts)
    if phase == Phase.DEALING:
        return offer_dealing(state, rules, opts)
    if phase == Phase.USURPING:
        return offer_usurping(state, rules, opts)
    return 0


@rule
def _of_turn(state, rules, opts):
    phase = state.phase
    if phase == Phase.PLANS:
        return offer_plans(state, rules, opts)
    if phase == Phase.HOME_WORLD:
        return offer_home_world(state, rules, opts)
    if phase == Phase.UPKEEP:
        return offer_upkeep(state, rules, opts)
    if phase == Phase.ADVANCING:
        return offer_advancing(state, rules, opts)
    if phase == Phase.ACTION:
        return offer_action(state, rules, opts)
    if phase == Phase.PLANNING:
        return offer_planning(state, rules, opts)
    if phase == Phase.RETURNING:
        return offer_returning(state, rules, opts)
    if phase == Phase.PAYING:
        return offer_paying(state, rules, opts)
    if phase == Phase.EXCHANGING:
        return offer_exchanging(state, rules, opts)
    return 0


@rule
def _of_colonies(state, rules, opts):
    phase = state.phase
    if phase == Phase.REPLACING:
        return offer_replacing(state, rules, opts)
    if phase == Phase.COLONISING:
        return offer_colonising(state, rules, opts)
    if phase == Phase.DISCOUNTING:
        return offer_discounting(state, rules, opts)
    if phase == Phase.HANDING_OVER:
        return offer_handing_over(state, rules, opts)
    if phase == Phase.RECEIVING:
        return offer_receiving(state, rules, opts)
    if phase == Phase.EVENT:
        return offer_event(state, rules, opts)
    if phase == Phase.SHORTAGE:
        return offer_shortage(state, rules, opts)
    if phase == Phase.LOWEST:
        return offer_lowest(state, rules, opts)
    if phase == Phase.DEVELOPING:
        return offer_developing(state, rules, opts)
    return 0


@rule
def _of_purchases(state, rules, opts):
    phase = state.phase
    if phase == Phase.REPAIRING:
        return offer_repairing(state, rules, opts)
    if phase == Phase.BUILDING:
        return offer_building(state, rules, opts)
    if phase == Phase.SCRAPPING:
        return offer_scrapping(state, rules, opts)
    if phase == Phase.RESEARCHING:
        return offer_researching(state, rules, opts)
    if phase == Phase.SHADOW_ACTION:
        return offer_shadow_action(state, rules, opts)
    if phase == Phase.BUYING:
        return offer_buying(state, rules, opts)
    if phase == Phase.DROPPING:
        return offer_dropping(state, rules, opts)
    if phase == Phase.HIRING:
        return offer_hiring(state, rules, opts)
    return 0


@rule
def _of_battle(state, rules, opts):
    phase = state.phase
    if phase == Phase.FLEET_ACTION:
        return offer_fleet_action(state, rules, opts)
    if phase == Phase.ORDER:
        return offer_order(state, rules, opts)
    if phase == Phase.UNMATCHED:
        return offer_unmatched(state, rules, opts)
    if phase == Phase.LOOTING:
        return offer_looting(state, rules, opts)
    if phase == Phase.SPOIL:
        return offer_spoil(state, rules, opts)
    if phase == Phase.DISRUPTING:
        return offer_disrupting(state, rules, opts)
    if phase == Phase.ACQUIRING:
        return offer_acquiring(state, rules, opts)
    if phase == Phase.BOMBARDING:
        return offer_bombarding(state, rules, opts)
    if phase == Phase.CAPTURING:
        return offer_capturing(state, rules, opts)
    if phase == Phase.LAST_PLANET:
        return offer_last_planet(state, rules, opts)
    return 0


@kernel(SIG["options"])
def options(state, rules, opts):
    """Lists the legal options of the pending decision; returns how many. A phase that nobody knows has none."""
    phase = state.phase
    if phase <= Phase.HEAD_START:
        return _of_setup(state, rules, opts)
    if phase <= Phase.USURPING:
        return _of_shadow(state, rules, opts)
    if phase <= Phase.EXCHANGING:
        return _of_turn(state, rules, opts)
    if phase <= Phase.DEVELOPING:
        return _of_colonies(state, rules, opts)
    if phase <= Phase.HIRING:
        return _of_purchases(state, rules, opts)
    if phase <= Phase.LAST_PLANET:
        return _of_battle(state, rules, opts)
    if phase == Phase.END:
        return offer_end(state, rules, opts)
    return 0
