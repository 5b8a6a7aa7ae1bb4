"""The execution of options: the decision that carries out an option, and the steps of play that follow."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.colonising import settle
from starbalance.simulator.games.handful_of_stars.combat import fight, judge_response, proceed_with_combat
from starbalance.simulator.games.handful_of_stars.decisions.building import do_building
from starbalance.simulator.games.handful_of_stars.decisions.card import do_discarding, do_removing, do_searching
from starbalance.simulator.games.handful_of_stars.decisions.card_effect import (
    do_black_hole,
    do_exchange,
    do_jump_from,
    do_jump_to,
    do_recycling,
    do_scouting,
    do_terraforming,
)
from starbalance.simulator.games.handful_of_stars.decisions.colonising import do_colonising
from starbalance.simulator.games.handful_of_stars.decisions.combat import (
    do_casualties,
    do_interruption,
    do_retreat,
    do_retreat_at_once,
    do_shields,
    do_stand,
)
from starbalance.simulator.games.handful_of_stars.decisions.movement import do_group, do_origin
from starbalance.simulator.games.handful_of_stars.decisions.opening import do_colony, do_counter, do_home, do_race
from starbalance.simulator.games.handful_of_stars.decisions.payment import do_payment
from starbalance.simulator.games.handful_of_stars.decisions.reserve import do_reserving, do_shortfall, do_storing
from starbalance.simulator.games.handful_of_stars.decisions.response import do_response
from starbalance.simulator.games.handful_of_stars.decisions.technology import do_drafting, do_keeping, do_taking
from starbalance.simulator.games.handful_of_stars.decisions.turn import do_turn
from starbalance.simulator.games.handful_of_stars.opening import next_counter
from starbalance.simulator.games.handful_of_stars.state import SIG, Decision, PendingStep
from starbalance.simulator.games.handful_of_stars.technology import draft
from starbalance.simulator.games.handful_of_stars.turn import (
    begin_round,
    end_turn,
    finish_action,
    next_action,
    next_turn_or_end,
)
from starbalance.simulator.games.handful_of_stars.victory import end_game


@rule
def _do_setup(state, rules, option):
    decision = state.decision
    if decision == Decision.RACE:
        do_race(state, rules, option)
    elif decision == Decision.HOME:
        do_home(state, rules, option)
    elif decision == Decision.COLONY:
        do_colony(state, rules, option)
    elif decision == Decision.COUNTER:
        do_counter(state, rules, option)


@rule
def _do_actions(state, rules, option):
    decision = state.decision
    if decision == Decision.TURN:
        do_turn(state, rules, option)
    elif decision == Decision.PAYMENT:
        do_payment(state, rules, option)
    elif decision == Decision.BUILDING:
        do_building(state, rules, option)
    elif decision == Decision.ORIGIN:
        do_origin(state, rules, option)
    elif decision == Decision.GROUP:
        do_group(state, rules, option)
    elif decision == Decision.COLONISING:
        do_colonising(state, rules, option)
    elif decision == Decision.DRAFTING:
        do_drafting(state, rules, option)
    elif decision == Decision.RESERVING:
        do_reserving(state, rules, option)
    elif decision == Decision.DISCARDING:
        do_discarding(state, rules, option)
    elif decision == Decision.REMOVING:
        do_removing(state, rules, option)


@rule
def _do_combat(state, rules, option):
    decision = state.decision
    if decision == Decision.RETREAT_AT_ONCE:
        do_retreat_at_once(state, rules, option)
    elif decision == Decision.STAND:
        do_stand(state, rules, option)
    elif decision == Decision.INTERRUPTION:
        do_interruption(state, rules, option)
    elif decision == Decision.RESPONSE:
        do_response(state, rules, option)
    elif decision == Decision.SHIELDS:
        do_shields(state, rules, option)
    elif decision == Decision.CASUALTIES:
        do_casualties(state, rules, option)
    elif decision == Decision.RETREAT:
        do_retreat(state, rules, option)
    elif decision == Decision.SHORTFALL:
        do_shortfall(state, rules, option)


@rule
def _do_effects(state, rules, option):
    decision = state.decision
    if decision == Decision.JUMP_FROM:
        do_jump_from(state, rules, option)
    elif decision == Decision.JUMP_TO:
        do_jump_to(state, rules, option)
    elif decision == Decision.BLACK_HOLE:
        do_black_hole(state, rules, option)
    elif decision == Decision.KEEPING:
        do_keeping(state, rules, option)
    elif decision == Decision.TAKING:
        do_taking(state, rules, option)
    elif decision == Decision.EXCHANGE:
        do_exchange(state, rules, option)
    elif decision == Decision.RECYCLING:
        do_recycling(state, rules, option)
    elif decision == Decision.SCOUTING:
        do_scouting(state, rules, option)
    elif decision == Decision.STORING:
        do_storing(state, rules, option)
    elif decision == Decision.SEARCHING:
        do_searching(state, rules, option)
    elif decision == Decision.TERRAFORMING:
        do_terraforming(state, rules, option)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Apply an option of the pending decision. The steps of play that follow run one at a time afterwards."""
    decision = state.decision
    if decision <= Decision.COUNTER:
        _do_setup(state, rules, option)
    elif decision <= Decision.REMOVING:
        _do_actions(state, rules, option)
    elif decision <= Decision.SHORTFALL:
        _do_combat(state, rules, option)
    else:
        _do_effects(state, rules, option)


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Carry out the step `state.pending_step`. It schedules a further step or sets the next decision."""
    pending_step = state.pending_step
    state.pending_step = PendingStep.DECISION
    if pending_step == PendingStep.NEXT_COUNTER:
        next_counter(state, rules)
    elif pending_step == PendingStep.NEXT_ROUND:
        begin_round(state, rules)
    elif pending_step == PendingStep.NEXT_ACTION:
        next_action(state, rules)
    elif pending_step == PendingStep.FIGHT:
        fight(state, rules)
    elif pending_step == PendingStep.COMBAT:
        proceed_with_combat(state, rules)
    elif pending_step == PendingStep.JUDGE_RESPONSE:
        judge_response(state, rules)
    elif pending_step == PendingStep.SETTLE:
        settle(state, rules)
    elif pending_step == PendingStep.DRAFT:
        draft(state, rules)
    elif pending_step == PendingStep.FINISH_ACTION:
        finish_action(state, rules)
    elif pending_step == PendingStep.END_TURN:
        end_turn(state, rules)
    elif pending_step == PendingStep.NEXT_TURN:
        next_turn_or_end(state, rules)
    elif pending_step == PendingStep.END:
        end_game(state, rules)
