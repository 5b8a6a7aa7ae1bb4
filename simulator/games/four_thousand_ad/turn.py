"""The order of play: rounds, turns, and the stages of a turn."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.adjudication import adjudicate, resign
from starbalance.simulator.games.four_thousand_ad.elimination import (
    begin_grace,
    eliminate,
    eliminate_allies,
    judge_grace,
    next_in_queue,
    record_captures,
)
from starbalance.simulator.games.four_thousand_ad.joint_arrival import has_joint_arrival
from starbalance.simulator.games.four_thousand_ad.movement import (
    advance,
    end_of_advance,
    has_free_warp,
    leading_warp,
    unlock,
    warps_in_use,
)
from starbalance.simulator.games.four_thousand_ad.occupation import is_living
from starbalance.simulator.games.four_thousand_ad.production import take_new_ships
from starbalance.simulator.games.four_thousand_ad.seating import member_on_turn, seats_per_turn
from starbalance.simulator.games.four_thousand_ad.stage import Stage, ask, is_of_side, next_stage, stage_at
from starbalance.simulator.games.four_thousand_ad.state import Decision, PendingStep, Status
from starbalance.simulator.games.four_thousand_ad.surrender import surrender_fleets, warp_to_surrender
from starbalance.simulator.games.four_thousand_ad.truce import may_propose_withdrawal, review_truces
from starbalance.simulator.games.star_field.field import NONE
from starbalance.simulator.games.star_field.production import is_production_round


@rule
def run_stage(state, rules):
    """Run the stage of the turn that is due, and go to the next stage unless a decision is pending.

    Skip a stage of a seat that is out of the game.
    """
    stage, member = stage_at(rules, state.step)
    seat = member_on_turn(state, rules, member)
    if seat >= 0 or is_of_side(stage):
        state.active = max(seat, 0)
        _run(state, rules, stage, seat)
    if state.pending_step != PendingStep.DECISION and stage != Stage.NEXT:
        next_stage(state)


@rule
def _run(state, rules, stage, seat):
    if stage == Stage.ARRIVE:
        next_arrival(state, rules, seat)
    elif stage == Stage.DEPART:
        next_departure(state, rules, seat)
    elif stage == Stage.BEGIN:
        begin_turn(state, rules)
    elif stage == Stage.SETTLE:
        settle(state, rules)
    elif stage == Stage.ELIMINATE:
        next_elimination(state, rules)
    elif stage == Stage.NEXT:
        end_turn(state, rules)
    else:
        _run_rare(state, rules, stage, seat)


@rule
def _run_rare(state, rules, stage, seat):
    if stage == Stage.JUDGE:
        judge(state, rules, seat)
    elif stage == Stage.JOINT and has_joint_arrival(state, rules, seat):
        ask(state, Decision.JOINT_ARRIVAL, seat)
    elif stage == Stage.CONCEDE and rules.concede == 1 and rules.alliances == 1:
        ask(state, Decision.CONCESSION, seat)
    elif stage == Stage.NEGOTIATE and rules.diplomacy == 1:
        ask(state, Decision.ALLIANCE, seat)


@rule
def begin_turn(state, rules):
    """FAD-17.1, FAD-21.2: Begin the turn of a seat or side: unlock its ships.

    In a production round, also add its new ships.
    """
    next_turn(state)
    state.refused = 0
    state.proposed = 0
    producing = is_production_round(state, rules)
    for member in range(seats_per_turn(rules)):
        seat = member_on_turn(state, rules, member)
        if seat >= 0:
            unlock(state, seat)
            if producing:
                take_new_ships(state, rules, seat)


@rule
def next_arrival(state, rules, seat):
    """FAD-8.1, FAD-8.2, FAD-8.3, FAD-8.4: Advance the foremost warp not yet advanced, and ask for its arrival.

    A lost warp is skipped. Do nothing if no warp is left; ask again about a warp still in question.
    """
    while state.warp == NONE:
        slot = leading_warp(state, seat)
        if slot == NONE:
            return
        if advance(state, rules, seat, slot):
            state.warp = slot
    ask(state, Decision.ARRIVAL, seat)


@rule
def next_departure(state, rules, seat):
    """FAD-8.6, FAD-8.7, FAD-8.8: Ask the seat for a departure if one is left this turn, otherwise do nothing.

    With `hop_needs_warp`, a warp must also be free.
    """
    if state.departures == NONE:
        free = rules.max_warps - warps_in_use(state, seat)
        state.departures = rules.departures_per_turn if rules.departures_per_turn > 0 else free
        state.departures = max(1, state.departures) if state.players[seat].duty else state.departures
    if state.departures > 0 and (not rules.hop_needs_warp or has_free_warp(state, rules, seat)):
        ask(state, Decision.DEPARTURE, seat)


@rule
def judge(state, rules, seat):
    """FAD-22.1, FAD-22.8: Ask a seat in its grace turn about a mutual withdrawal, if it may propose one.

    Otherwise end its grace turn.
    """
    player = state.players[seat]
    lost = player.status == Status.GRACE and player.controller != seat
    if lost and may_propose_withdrawal(state, rules, seat):
        ask(state, Decision.WITHDRAWAL, seat)
    else:
        judge_grace(state, rules, seat)


@rule
def settle(state, rules):
    """FAD-19.2, FAD-22.1: Record captures at the end of a turn.

    Then eliminate allies, or review truces and start grace turns of independents.
    """
    record_captures(state, rules)
    if rules.alliances:
        eliminate_allies(state, rules)
    else:
        review_truces(state, rules)
        begin_grace(state, rules)


@rule
def next_elimination(state, rules):
    """FAD-22.3, A-22: Eliminate the queued players one by one, and ask for the exit star of each warp."""
    seat = next_in_queue(state)
    while seat != NONE:
        if is_living(state, seat):
            eliminate(state, rules, seat)
        if state.over:
            return
        if warp_to_surrender(state, seat) != NONE:
            ask(state, Decision.SURRENDER, seat)
            return
        surrender_fleets(state, rules, seat)
        state.queue &= ~(1 << seat)
        seat = next_in_queue(state)


@rule
def end_turn(state, rules):
    """FAD-12.2, FAD-17.1, FAD-21.1: End the turn and pass it to the next living player or side."""
    for member in range(seats_per_turn(rules)):
        end_of_advance(state, state.order[state.place + member])
    state.step = 0
    state.departures = NONE
    state.warp = NONE
    pass_turn(state, rules)


@rule
def pass_turn(state, rules):
    """FAD-21.1: Pass the turn to the next place with a living seat; end the round after the last place.

    Stop if the game is over.
    """
    while state.over == 0:
        state.place += seats_per_turn(rules)
        if state.place >= rules.seats:
            state.place = 0
            end_round(state, rules)
        if member_on_turn(state, rules, 0) >= 0 or member_on_turn(state, rules, 1) >= 0:
            return


@rule
def end_round(state, rules):
    """I-14: End a round: apply the resign rule and the round limit. If the game goes on, count the next round."""
    if rules.resign_rule:
        resign(state, rules)
    if state.rounds >= rules.max_rounds and state.over == 0:
        state.truncated = 1
        adjudicate(state, rules)
    state.rounds += 1 if state.over == 0 else 0
