"""What an option does: which decision carries it out, and the steps of play that follow."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.colonising import settle
from starbalance.simulator.games.handful_of_stars.combat import fight, go_on_with_combat, judge_response
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
from starbalance.simulator.games.handful_of_stars.state import SIG, Phase, Then
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
    phase = state.phase
    if phase == Phase.RACE:
        do_race(state, rules, option)
    elif phase == Phase.HOME:
        do_home(state, rules, option)
    elif phase == Phase.COLONY:
        do_colony(state, rules, option)
    elif phase == Phase.COUNTER:
        do_counter(state, rules, option)


@rule
def _do_actions(state, rules, option):
    phase = state.phase
    if phase == Phase.TURN:
        do_turn(state, rules, option)
    elif phase == Phase.PAYMENT:
        do_payment(state, rules, option)
    elif phase == Phase.BUILDING:
        do_building(state, rules, option)
    elif phase == Phase.ORIGIN:
        do_origin(state, rules, option)
    elif phase == Phase.GROUP:
        do_group(state, rules, option)
    elif phase == Phase.COLONISING:
        do_colonising(state, rules, option)
    elif phase == Phase.DRAFTING:
        do_drafting(state, rules, option)
    elif phase == Phase.RESERVING:
        do_reserving(state, rules, option)
    elif phase == Phase.DISCARDING:
        do_discarding(state, rules, option)
    elif phase == Phase.REMOVING:
        do_removing(state, rules, option)


@rule
def _do_combat(state, rules, option):
    phase = state.phase
    if phase == Phase.RETREAT_AT_ONCE:
        do_retreat_at_once(state, rules, option)
    elif phase == Phase.STAND:
        do_stand(state, rules, option)
    elif phase == Phase.INTERRUPTION:
        do_interruption(state, rules, option)
    elif phase == Phase.RESPONSE:
        do_response(state, rules, option)
    elif phase == Phase.SHIELDS:
        do_shields(state, rules, option)
    elif phase == Phase.CASUALTIES:
        do_casualties(state, rules, option)
    elif phase == Phase.RETREAT:
        do_retreat(state, rules, option)
    elif phase == Phase.SHORTFALL:
        do_shortfall(state, rules, option)


@rule
def _do_effects(state, rules, option):
    phase = state.phase
    if phase == Phase.JUMP_FROM:
        do_jump_from(state, rules, option)
    elif phase == Phase.JUMP_TO:
        do_jump_to(state, rules, option)
    elif phase == Phase.BLACK_HOLE:
        do_black_hole(state, rules, option)
    elif phase == Phase.KEEPING:
        do_keeping(state, rules, option)
    elif phase == Phase.TAKING:
        do_taking(state, rules, option)
    elif phase == Phase.EXCHANGE:
        do_exchange(state, rules, option)
    elif phase == Phase.RECYCLING:
        do_recycling(state, rules, option)
    elif phase == Phase.SCOUTING:
        do_scouting(state, rules, option)
    elif phase == Phase.STORING:
        do_storing(state, rules, option)
    elif phase == Phase.SEARCHING:
        do_searching(state, rules, option)
    elif phase == Phase.TERRAFORMING:
        do_terraforming(state, rules, option)


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option of the pending decision; what it leads to goes on step by step."""
    phase = state.phase
    if phase <= Phase.COUNTER:
        _do_setup(state, rules, option)
    elif phase <= Phase.REMOVING:
        _do_actions(state, rules, option)
    elif phase <= Phase.SHORTFALL:
        _do_combat(state, rules, option)
    else:
        _do_effects(state, rules, option)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One step of what goes on before the next decision."""
    then = state.then
    state.then = Then.DECISION
    if then == Then.NEXT_COUNTER:
        next_counter(state, rules)
    elif then == Then.NEXT_ROUND:
        begin_round(state, rules)
    elif then == Then.NEXT_ACTION:
        next_action(state, rules)
    elif then == Then.FIGHT:
        fight(state, rules)
    elif then == Then.COMBAT:
        go_on_with_combat(state, rules)
    elif then == Then.JUDGE_RESPONSE:
        judge_response(state, rules)
    elif then == Then.SETTLE:
        settle(state, rules)
    elif then == Then.DRAFT:
        draft(state, rules)
    elif then == Then.FINISH_ACTION:
        finish_action(state, rules)
    elif then == Then.END_TURN:
        end_turn(state, rules)
    elif then == Then.NEXT_TURN:
        next_turn_or_end(state, rules)
    elif then == Then.END:
        end_game(state, rules)
