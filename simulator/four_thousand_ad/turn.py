"""The order of play: rounds, turns, and the stages of a turn."""

from starbalance.simulator.chance import next_turn
from starbalance.simulator.four_thousand_ad.alliance import has_joint_arrival, next_candidate
from starbalance.simulator.four_thousand_ad.elimination import (
    begin_grace,
    eliminate,
    eliminate_allies,
    judge_grace,
    may_propose_withdrawal,
    next_in_queue,
    record_captures,
    review_truces,
    surrender_fleets,
    warp_to_surrender,
)
from starbalance.simulator.four_thousand_ad.movement import (
    advance,
    end_of_advance,
    has_free_warp,
    leading_warp,
    unlock,
    warps_in_use,
)
from starbalance.simulator.four_thousand_ad.occupation import is_living
from starbalance.simulator.four_thousand_ad.production import is_production_round, take_new_ships
from starbalance.simulator.four_thousand_ad.rules import DepartureOrder
from starbalance.simulator.four_thousand_ad.state import NONE, WARPS, Phase, Status
from starbalance.simulator.four_thousand_ad.victory import adjudicate, resign
from starbalance.simulator.kernel import rule

CONCEDE, NEGOTIATE, JOINT, ARRIVE, DEPART, JUDGE, SETTLE, ELIMINATE, NEXT = range(9)

# FAD-8.*, FAD-17.*: (stage, member of the side) in order; independents have one member a turn.
_ARRIVALS_FIRST = (
    (CONCEDE, 0),
    (NEGOTIATE, 0),
    (JOINT, 0),
    (JOINT, 1),
    (ARRIVE, 0),
    (DEPART, 0),
    (ARRIVE, 1),
    (DEPART, 1),
    (JUDGE, 0),
    (SETTLE, 0),
    (ELIMINATE, 0),
    (NEXT, 0),
)
_DEPARTURES_FIRST = (
    (CONCEDE, 0),
    (NEGOTIATE, 0),
    (DEPART, 0),
    (DEPART, 1),
    (JOINT, 0),
    (JOINT, 1),
    (ARRIVE, 0),
    (ARRIVE, 1),
    (JUDGE, 0),
    (SETTLE, 0),
    (ELIMINATE, 0),
    (NEXT, 0),
)


@rule
def _stage(rules, step):
    if rules.departure_order == DepartureOrder.AFTER_ARRIVALS:
        return _ARRIVALS_FIRST[step]
    return _DEPARTURES_FIRST[step]


@rule
def seats_per_turn(rules):
    """FAD-17.1, FAD-21.1: a whole side, or one player."""
    return 2 if rules.alliances else 1


@rule
def member_on_turn(state, rules, member):
    """The living seat that is this member of the side on turn, NONE if there is none."""
    if member >= seats_per_turn(rules):
        return NONE
    seat = state.order[state.place + member]
    return seat if is_living(state, seat) else NONE


@rule
def ask(state, phase, seat):
    """Leaves a decision pending."""
    state.phase = phase
    state.actor = seat
    return True


@rule
def go_on(state, rules):
    """Plays on to the next decision or to the end of the game."""
    while state.over == 0:
        stage, member = _stage(rules, state.step)
        seat = member_on_turn(state, rules, member)
        if seat >= 0 or stage >= SETTLE:
            state.active = max(seat, 0)
            if _run_stage(state, rules, stage, seat):
                return
        if stage != NEXT:
            next_stage(state)


@rule
def next_stage(state):
    state.step += 1
    state.departures = NONE
    state.warp = NONE


@rule
def _run_stage(state, rules, stage, seat):
    """Whether a decision is pending."""
    if stage == ARRIVE:
        return next_arrival(state, rules, seat)
    if stage == DEPART:
        return next_departure(state, rules, seat)
    if stage == SETTLE:
        settle(state, rules)
        return False
    if stage == ELIMINATE:
        return next_elimination(state, rules)
    if stage == NEXT:
        end_turn(state, rules)
        return False
    return _run_rare_stage(state, rules, stage, seat)


@rule
def _run_rare_stage(state, rules, stage, seat):
    if stage == JUDGE:
        return judge(state, rules, seat)
    if stage == JOINT:
        return has_joint_arrival(state, rules, seat) and ask(state, Phase.JOINT_ARRIVAL, seat)
    if stage == CONCEDE:
        return rules.concede == 1 and rules.alliances == 1 and ask(state, Phase.CONCESSION, seat)
    return rules.diplomacy == 1 and rules.alliances == 0 and ask(state, Phase.ALLIANCE, seat)


@rule
def next_arrival(state, rules, seat):
    """FAD-8.1 to 8.4: pushes the leading warp that has not been, and asks where it comes out."""
    while state.warp == NONE:
        slot = leading_warp(state, seat)
        if slot == NONE:
            return False
        if advance(state, rules, seat, slot):
            state.warp = slot
    return ask(state, Phase.ARRIVAL, seat)


@rule
def next_departure(state, rules, seat):
    """FAD-8.6 to 8.8: asks for a departure while one is left and a warp is free."""
    if state.departures == NONE:
        free = rules.max_warps - warps_in_use(state, seat)
        state.departures = rules.departures_per_turn if rules.departures_per_turn > 0 else free
        state.departures = max(1, state.departures) if state.players[seat].duty else state.departures
    if state.departures <= 0 or (rules.hop_needs_warp and not has_free_warp(state, rules, seat)):
        return False
    return ask(state, Phase.DEPARTURE, seat)


@rule
def ask_next_candidate(state, rules):
    """FAD-8.5, D-10: asks the next warp that could join; whether there is one."""
    place = next_candidate(state, rules)
    if place == NONE:
        return False
    return ask(state, Phase.JOIN, state.active if place < WARPS else state.partner)


@rule
def judge(state, rules, seat):
    """FAD-22.1, FAD-22.8: the end of a grace turn."""
    player = state.players[seat]
    lost = player.status == Status.GRACE and player.controller != seat
    if lost and may_propose_withdrawal(state, rules, seat):
        return ask(state, Phase.WITHDRAWAL, seat)
    judge_grace(state, rules, seat)
    return False


@rule
def settle(state, rules):
    """What the end of a turn decides: captures, truces, grace turns, eliminations of allies."""
    record_captures(state, rules)
    if rules.alliances:
        eliminate_allies(state, rules)
    else:
        review_truces(state, rules)
        begin_grace(state, rules)


@rule
def next_elimination(state, rules):
    """FAD-22.3, A-22: eliminates those whose time is up; asks where each of their warps comes out."""
    seat = next_in_queue(state)
    while seat != NONE:
        if is_living(state, seat):
            eliminate(state, rules, seat)
        if state.over:
            return False
        if warp_to_surrender(state, seat) != NONE:
            return ask(state, Phase.SURRENDER, seat)
        surrender_fleets(state, rules, seat)
        state.queue &= ~(1 << seat)
        seat = next_in_queue(state)
    return False


@rule
def end_turn(state, rules):
    """FAD-12.2, FAD-17.1, FAD-21.1: the next living player or side; after all of them the next round."""
    for member in range(seats_per_turn(rules)):
        end_of_advance(state, state.order[state.place + member])
    begin_next(state, rules)


@rule
def begin_next(state, rules):
    while state.over == 0:
        state.place += seats_per_turn(rules)
        if state.place >= rules.seats:
            state.place = 0
            end_round(state, rules)
        if state.over:
            return
        if member_on_turn(state, rules, 0) >= 0 or member_on_turn(state, rules, 1) >= 0:
            begin_turn(state, rules)
            return


@rule
def end_round(state, rules):
    """I-14: the cap, and the resign rule."""
    if rules.resign_rule:
        resign(state, rules)
    if state.rounds >= rules.max_rounds and state.over == 0:
        state.capped = 1
        adjudicate(state, rules)
    state.rounds += 1 if state.over == 0 else 0


@rule
def begin_turn(state, rules):
    """FAD-17.1, FAD-21.2: new ships come before any move."""
    next_turn(state)
    state.step = 0
    state.departures = NONE
    state.warp = NONE
    state.refused = 0
    state.proposed = 0
    producing = is_production_round(state, rules)
    for member in range(seats_per_turn(rules)):
        seat = member_on_turn(state, rules, member)
        if seat >= 0:
            unlock(state, seat)
            if producing:
                take_new_ships(state, rules, seat)
