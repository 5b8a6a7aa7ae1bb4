"""What an option does: the pending decision is looked up, in the order of the phases; then play goes on by steps."""

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
    settle_planet,
    supplied,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.development import developed, do_developing
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
    bought,
    built,
    do_building,
    do_buying,
    do_hiring,
    do_repairing,
    do_researching,
    do_shadow_action,
    hired,
    researched,
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
    captured,
    do_acquiring,
    do_bombarding,
    do_capturing,
    do_disrupting,
    do_last_planet,
    do_looting,
    do_spoil,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.turn import (
    do_action,
    do_advancing,
    do_home_world,
    do_planning,
    do_plans,
    do_returning,
    do_upkeep,
    kept,
)
from starbalance.simulator.games.interstellar_ambitions.payment import settle
from starbalance.simulator.games.interstellar_ambitions.state import SIG, After, Phase, Then
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
def _of_setup(state, rules, option):
    phase = state.phase
    if phase == Phase.KEEPING:
        do_keeping(state, rules, option)
    elif phase == Phase.START_TECHNOLOGY:
        do_start_technology(state, rules, option)
    elif phase == Phase.PLACING:
        do_placing(state, rules, option)
    elif phase == Phase.COMPENSATION:
        do_compensation(state, rules, option)
    elif phase == Phase.HEAD_START:
        do_head_start(state, rules, option)


@rule
def _of_shadow(state, rules, option):
    phase = state.phase
    if phase == Phase.SHADOW_ACTIVITY:
        do_shadow_activity(state, rules, option)
    elif phase == Phase.TARGET:
        do_target(state, rules, option)
    elif phase == Phase.OBJECT:
        do_object(state, rules, option)
    elif phase == Phase.BOOST:
        do_boost(state, rules, option)
    elif phase == Phase.OPPOSE:
        do_oppose(state, rules, option)
    elif phase == Phase.TAKING:
        do_taking(state, rules, option)
    elif phase == Phase.DEALING:
        do_dealing(state, rules, option)
    elif phase == Phase.USURPING:
        do_usurping(state, rules, option)


@rule
def _of_turn(state, rules, option):
    phase = state.phase
    if phase == Phase.PLANS:
        do_plans(state, rules, option)
    elif phase == Phase.HOME_WORLD:
        do_home_world(state, rules, option)
    elif phase == Phase.UPKEEP:
        do_upkeep(state, rules, option)
    elif phase == Phase.ADVANCING:
        do_advancing(state, rules, option)
    elif phase == Phase.ACTION:
        do_action(state, rules, option)
    elif phase == Phase.PLANNING:
        do_planning(state, rules, option)
    elif phase == Phase.RETURNING:
        do_returning(state, rules, option)
    elif phase == Phase.PAYING:
        do_paying(state, rules, option)
    elif phase == Phase.EXCHANGING:
        do_exchanging(state, rules, option)


@rule
def _of_colonies(state, rules, option):
    phase = state.phase
    if phase == Phase.REPLACING:
        do_replacing(state, rules, option)
    elif phase == Phase.COLONISING:
        do_colonising(state, rules, option)
    elif phase == Phase.DISCOUNTING:
        do_discounting(state, rules, option)
    elif phase == Phase.HANDING_OVER:
        do_handing_over(state, rules, option)
    elif phase == Phase.RECEIVING:
        do_receiving(state, rules, option)
    elif phase == Phase.EVENT:
        do_event(state, rules, option)
    elif phase == Phase.SHORTAGE:
        do_shortage(state, rules, option)
    elif phase == Phase.LOWEST:
        do_lowest(state, rules, option)
    elif phase == Phase.DEVELOPING:
        do_developing(state, rules, option)


@rule
def _of_purchases(state, rules, option):
    phase = state.phase
    if phase == Phase.REPAIRING:
        do_repairing(state, rules, option)
    elif phase == Phase.BUILDING:
        do_building(state, rules, option)
    elif phase == Phase.SCRAPPING:
        do_scrapping(state, rules, option)
    elif phase == Phase.RESEARCHING:
        do_researching(state, rules, option)
    elif phase == Phase.SHADOW_ACTION:
        do_shadow_action(state, rules, option)
    elif phase == Phase.BUYING:
        do_buying(state, rules, option)
    elif phase == Phase.DROPPING:
        do_dropping(state, rules, option)
    elif phase == Phase.HIRING:
        do_hiring(state, rules, option)


@rule
def _of_battle(state, rules, option):
    phase = state.phase
    if phase == Phase.FLEET_ACTION:
        do_fleet_action(state, rules, option)
    elif phase == Phase.ORDER:
        do_order(state, rules, option)
    elif phase == Phase.UNMATCHED:
        do_unmatched(state, rules, option)
    elif phase == Phase.LOOTING:
        do_looting(state, rules, option)
    elif phase == Phase.SPOIL:
        do_spoil(state, rules, option)
    elif phase == Phase.DISRUPTING:
        do_disrupting(state, rules, option)
    elif phase == Phase.ACQUIRING:
        do_acquiring(state, rules, option)
    elif phase == Phase.BOMBARDING:
        do_bombarding(state, rules, option)
    elif phase == Phase.CAPTURING:
        do_capturing(state, rules, option)
    elif phase == Phase.LAST_PLANET:
        do_last_planet(state, rules, option)


@rule
def _paid(state, rules, seat):
    """What goes on when a payment is complete."""
    after = state.after
    if after == After.COLONISED or after == After.CAPTURED:
        begin_hand_over(state, rules, seat)
    elif after == After.DEVELOPED:
        developed(state, rules, seat)
    elif after == After.REPAIRED:
        ask(state, Phase.BUILDING, seat)
    elif after == After.BUILT:
        built(state, rules, seat)
    elif after == After.RESEARCHED:
        researched(state, rules, seat)
    elif after == After.BOUGHT:
        bought(state, rules, seat)
    elif after == After.HIRED:
        hired(state, rules, seat)
    elif after == After.KEPT:
        kept(state, rules)
    elif after == After.SUPPLIED:
        supplied(state, rules, seat)
    elif after == After.REPAIRED_BY_ATTACKER or after == After.REPAIRED_BY_DEFENDER:
        finish_stage(state, rules)


@rule
def _room_for_planet(state, rules, seat):
    """What goes on when there is room for the planet in question."""
    if state.after == After.COLONISED:
        settle_planet(state, rules, seat)
    elif state.after == After.CAPTURED:
        captured(state, rules)


@rule
def _remember(state, rules):
    """A10: at a decision, which ambitions are met in this turn."""
    if state.then == Then.DECISION and state.over == 0 and remembers(rules):
        note_met(state, rules, state.active)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option of the pending decision; what it leads to goes on step by step."""
    phase = state.phase
    if phase <= Phase.HEAD_START:
        _of_setup(state, rules, option)
    elif phase <= Phase.USURPING:
        _of_shadow(state, rules, option)
    elif phase <= Phase.EXCHANGING:
        _of_turn(state, rules, option)
    elif phase <= Phase.DEVELOPING:
        _of_colonies(state, rules, option)
    elif phase <= Phase.HIRING:
        _of_purchases(state, rules, option)
    elif phase <= Phase.LAST_PLANET:
        _of_battle(state, rules, option)
    elif phase == Phase.END:
        do_end(state, rules, option)
    _remember(state, rules)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One step of what goes on before the next decision."""
    then = state.then
    state.then = Then.DECISION
    if then == Then.ROUND:
        begin_round(state, rules)
    elif then == Then.PLANS:
        ask_plans(state)
    elif then == Then.UPKEEP:
        ask_upkeep(state, rules)
    elif then == Then.ACTION:
        ask_action(state)
    elif then == Then.FINISH:
        close_action(state, rules)
    elif then == Then.END:
        ask_end(state, rules)
    elif then == Then.NEXT_TURN:
        pass_turn(state, rules)
    elif then == Then.SETTLE:
        settle(state, rules)
    elif then == Then.PAID:
        _paid(state, rules, state.payer)
    elif then == Then.ROOM_FOR_PLANET:
        _room_for_planet(state, rules, state.active)
    elif then == Then.CLOSE_MARKET:
        close_market(state, rules)
    _remember(state, rules)
