"""The dispatch of an option by its decision type, and of the pending steps between two decisions."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.ambition import note_met, remembers
from starbalance.simulator.games.interstellar_ambitions.decisions.battle import (
    do_fleet_action,
    do_order,
    do_unmatched,
    finish_stage,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.claim import do_end
from starbalance.simulator.games.interstellar_ambitions.decisions.colony import (
    begin_hand_over,
    do_colonising,
    do_discounting,
    do_event,
    do_handing_over,
    do_lowest,
    do_receiving,
    do_shortage,
    finish_supplies,
    settle_planet,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.development import do_developing, finish_development
from starbalance.simulator.games.interstellar_ambitions.decisions.market import close_market, do_replacing
from starbalance.simulator.games.interstellar_ambitions.decisions.opening import (
    do_compensation,
    do_head_start,
    do_keeping,
    do_placing,
    do_start_technology,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.payment import do_exchanging, do_paying
from starbalance.simulator.games.interstellar_ambitions.decisions.purchase import (
    do_building,
    do_buying,
    do_hiring,
    do_repairing,
    do_researching,
    do_shadow_action,
    finish_build,
    finish_hire,
    finish_purchase,
    finish_research,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.room import do_dropping, do_scrapping
from starbalance.simulator.games.interstellar_ambitions.decisions.shadow_activity import (
    do_boost,
    do_dealing,
    do_object,
    do_oppose,
    do_shadow_activity,
    do_taking,
    do_target,
    do_usurping,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.spoils import (
    do_acquiring,
    do_bombarding,
    do_capturing,
    do_disrupting,
    do_last_planet,
    do_looting,
    do_spoil,
    finish_capture,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.turn import (
    do_action,
    do_advancing,
    do_home_world,
    do_planning,
    do_plans,
    do_returning,
    do_upkeep,
    finish_upkeep,
)
from starbalance.simulator.games.interstellar_ambitions.payment import settle
from starbalance.simulator.games.interstellar_ambitions.state import SIG, After, Decision, PendingStep
from starbalance.simulator.games.interstellar_ambitions.turn import (
    ask_action,
    ask_end,
    ask_plans,
    ask_upkeep,
    begin_round,
    close_action,
    pass_turn,
)


@rule
def _do_setup(state, rules, option):
    decision = state.decision
    if decision == Decision.KEEPING:
        do_keeping(state, rules, option)
    elif decision == Decision.START_TECHNOLOGY:
        do_start_technology(state, rules, option)
    elif decision == Decision.PLACING:
        do_placing(state, rules, option)
    elif decision == Decision.COMPENSATION:
        do_compensation(state, rules, option)
    elif decision == Decision.HEAD_START:
        do_head_start(state, rules, option)


@rule
def _do_shadow(state, rules, option):
    decision = state.decision
    if decision == Decision.SHADOW_ACTIVITY:
        do_shadow_activity(state, rules, option)
    elif decision == Decision.TARGET:
        do_target(state, rules, option)
    elif decision == Decision.OBJECT:
        do_object(state, rules, option)
    elif decision == Decision.BOOST:
        do_boost(state, rules, option)
    elif decision == Decision.OPPOSE:
        do_oppose(state, rules, option)
    elif decision == Decision.TAKING:
        do_taking(state, rules, option)
    elif decision == Decision.DEALING:
        do_dealing(state, rules, option)
    elif decision == Decision.USURPING:
        do_usurping(state, rules, option)


@rule
def _do_turn(state, rules, option):
    decision = state.decision
    if decision == Decision.PLANS:
        do_plans(state, rules, option)
    elif decision == Decision.HOME_WORLD:
        do_home_world(state, rules, option)
    elif decision == Decision.UPKEEP:
        do_upkeep(state, rules, option)
    elif decision == Decision.ADVANCING:
        do_advancing(state, rules, option)
    elif decision == Decision.ACTION:
        do_action(state, rules, option)
    elif decision == Decision.PLANNING:
        do_planning(state, rules, option)
    elif decision == Decision.RETURNING:
        do_returning(state, rules, option)
    elif decision == Decision.PAYING:
        do_paying(state, rules, option)
    elif decision == Decision.EXCHANGING:
        do_exchanging(state, rules, option)


@rule
def _do_colonies(state, rules, option):
    decision = state.decision
    if decision == Decision.REPLACING:
        do_replacing(state, rules, option)
    elif decision == Decision.COLONISING:
        do_colonising(state, rules, option)
    elif decision == Decision.DISCOUNTING:
        do_discounting(state, rules, option)
    elif decision == Decision.HANDING_OVER:
        do_handing_over(state, rules, option)
    elif decision == Decision.RECEIVING:
        do_receiving(state, rules, option)
    elif decision == Decision.EVENT:
        do_event(state, rules, option)
    elif decision == Decision.SHORTAGE:
        do_shortage(state, rules, option)
    elif decision == Decision.LOWEST:
        do_lowest(state, rules, option)
    elif decision == Decision.DEVELOPING:
        do_developing(state, rules, option)


@rule
def _do_purchases(state, rules, option):
    decision = state.decision
    if decision == Decision.REPAIRING:
        do_repairing(state, rules, option)
    elif decision == Decision.BUILDING:
        do_building(state, rules, option)
    elif decision == Decision.SCRAPPING:
        do_scrapping(state, rules, option)
    elif decision == Decision.RESEARCHING:
        do_researching(state, rules, option)
    elif decision == Decision.SHADOW_ACTION:
        do_shadow_action(state, rules, option)
    elif decision == Decision.BUYING:
        do_buying(state, rules, option)
    elif decision == Decision.DROPPING:
        do_dropping(state, rules, option)
    elif decision == Decision.HIRING:
        do_hiring(state, rules, option)


@rule
def _do_battle(state, rules, option):
    decision = state.decision
    if decision == Decision.FLEET_ACTION:
        do_fleet_action(state, rules, option)
    elif decision == Decision.ORDER:
        do_order(state, rules, option)
    elif decision == Decision.UNMATCHED:
        do_unmatched(state, rules, option)
    elif decision == Decision.LOOTING:
        do_looting(state, rules, option)
    elif decision == Decision.SPOIL:
        do_spoil(state, rules, option)
    elif decision == Decision.DISRUPTING:
        do_disrupting(state, rules, option)
    elif decision == Decision.ACQUIRING:
        do_acquiring(state, rules, option)
    elif decision == Decision.BOMBARDING:
        do_bombarding(state, rules, option)
    elif decision == Decision.CAPTURING:
        do_capturing(state, rules, option)
    elif decision == Decision.LAST_PLANET:
        do_last_planet(state, rules, option)


@rule
def _paid(state, rules, seat):
    """Carry out the step that follows a complete payment."""
    after = state.after
    if after == After.COLONISED or after == After.CAPTURED:
        begin_hand_over(state, rules, seat)
    elif after == After.DEVELOPED:
        finish_development(state, rules, seat)
    elif after == After.REPAIRED:
        ask(state, Decision.BUILDING, seat)
    elif after == After.BUILT:
        finish_build(state, rules, seat)
    elif after == After.RESEARCHED:
        finish_research(state, rules, seat)
    elif after == After.BOUGHT:
        finish_purchase(state, rules, seat)
    elif after == After.HIRED:
        finish_hire(state, rules, seat)
    elif after == After.KEPT:
        finish_upkeep(state, rules)
    elif after == After.SUPPLIED:
        finish_supplies(state, rules, seat)
    elif after == After.REPAIRED_BY_ATTACKER or after == After.REPAIRED_BY_DEFENDER:
        finish_stage(state, rules)


@rule
def _room_for_planet(state, rules, seat):
    """Carry out the step that follows once there is room for the planet."""
    if state.after == After.COLONISED:
        settle_planet(state, rules, seat)
    elif state.after == After.CAPTURED:
        finish_capture(state, rules)


@rule
def _remember(state, rules):
    """Record the ambitions met at a decision, if a switch makes them count later (A08, A38)."""
    if state.pending_step == PendingStep.DECISION and state.over == 0 and remembers(rules):
        note_met(state, rules, state.active)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carry out an option of the pending decision. Its later steps are left to `proceed`."""
    decision = state.decision
    if decision <= Decision.HEAD_START:
        _do_setup(state, rules, option)
    elif decision <= Decision.USURPING:
        _do_shadow(state, rules, option)
    elif decision <= Decision.EXCHANGING:
        _do_turn(state, rules, option)
    elif decision <= Decision.DEVELOPING:
        _do_colonies(state, rules, option)
    elif decision <= Decision.HIRING:
        _do_purchases(state, rules, option)
    elif decision <= Decision.LAST_PLANET:
        _do_battle(state, rules, option)
    elif decision == Decision.END:
        do_end(state, rules, option)
    _remember(state, rules)


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Carry out one pending step before the next decision."""
    pending_step = state.pending_step
    state.pending_step = PendingStep.DECISION
    if pending_step == PendingStep.ROUND:
        begin_round(state, rules)
    elif pending_step == PendingStep.PLANS:
        ask_plans(state)
    elif pending_step == PendingStep.UPKEEP:
        ask_upkeep(state, rules)
    elif pending_step == PendingStep.ACTION:
        ask_action(state)
    elif pending_step == PendingStep.FINISH:
        close_action(state, rules)
    elif pending_step == PendingStep.END:
        ask_end(state, rules)
    elif pending_step == PendingStep.NEXT_TURN:
        pass_turn(state, rules)
    elif pending_step == PendingStep.SETTLE:
        settle(state, rules)
    elif pending_step == PendingStep.PAID:
        _paid(state, rules, state.payer)
    elif pending_step == PendingStep.ROOM_FOR_PLANET:
        _room_for_planet(state, rules, state.active)
    elif pending_step == PendingStep.CLOSE_MARKET:
        close_market(state, rules)
    _remember(state, rules)
