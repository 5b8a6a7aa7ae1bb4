"""The order of play: the steps of a turn. Each step leads to a decision or to the next step."""

from starbalance.simulator.engine.chance import next_turn
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.attack import can_attack
from starbalance.simulator.games.ascending_empires.board_rules import NONE
from starbalance.simulator.games.ascending_empires.building import may_build_anything
from starbalance.simulator.games.ascending_empires.development import pay_row
from starbalance.simulator.games.ascending_empires.fleet import starships_in
from starbalance.simulator.games.ascending_empires.mining import may_mine_anything
from starbalance.simulator.games.ascending_empires.navigation import reach_of
from starbalance.simulator.games.ascending_empires.recruiting import may_withdraw, places_for_a_troop
from starbalance.simulator.games.ascending_empires.scanning import holes_to_scan
from starbalance.simulator.games.ascending_empires.scoring import end_game
from starbalance.simulator.games.ascending_empires.state import Decision, Ended, PendingStep, Where
from starbalance.simulator.games.ascending_empires.step import ask


@rule
def run_step(state, rules):
    """ASE-2.1, ASE-2.2: Do the pending step."""
    pending_step = state.pending_step
    if pending_step == PendingStep.BEGIN:
        begin_turn(state)
    elif pending_step == PendingStep.PLACE:
        next_place(state, rules)
    elif pending_step == PendingStep.WITHDRAW:
        next_withdrawal(state, rules)
    elif pending_step == PendingStep.POINT:
        next_point(state)
    elif pending_step == PendingStep.ATTACK:
        next_attack(state, rules)
    elif pending_step == PendingStep.MINE:
        next_mine(state, rules)
    elif pending_step == PendingStep.BUILD:
        next_structure(state, rules)
    elif pending_step == PendingStep.RETURN:
        next_return(state)
    elif pending_step == PendingStep.ROW:
        next_row(state, rules)
    elif pending_step == PendingStep.SCAN:
        next_scan(state)
    else:
        end_turn(state, rules)


@rule
def begin_turn(state):
    """ASE-2.1, ASE-7.3: Begin the active player's turn and ask for the action. All ships may attack again."""
    next_turn(state)
    state.players[state.active].used = 0
    state.done = 0
    ask(state, Decision.ACTION)


@rule
def begin_action(state, number, pending_step):
    """Begin an action of at most `number` steps: points, troops, planets or structures."""
    state.left = number
    state.done = 0
    state.mined = 0
    state.pending_step = pending_step


@rule
def next_place(state, rules):
    """ASE-3.1: Ask for the place of the next troop, else go on to the scan."""
    if state.left > 0 and places_for_a_troop(state, rules, state.active) > 0:
        ask(state, Decision.PLACE)
    else:
        state.pending_step = PendingStep.SCAN


@rule
def next_withdrawal(state, rules):
    """ASE-3.6: Ask for the next hole to withdraw troops from, else go on to the scan."""
    if may_withdraw(state, rules, state.active):
        ask(state, Decision.WITHDRAW)
    else:
        state.pending_step = PendingStep.SCAN


@rule
def next_point(state):
    """ASE-4.1, ASE-6.10, ASE-7.1: Ask how to spend the next point. After the last point go on to the attacks."""
    if state.left > 0:
        ask(state, Decision.POINT)
    else:
        state.pending_step = PendingStep.ATTACK


@rule
def next_attack(state, rules):
    """ASE-7.1, ASE-7.2, ASE-7.9, ASE-14.6: Ask for an attack if one is possible, else go on to the scan."""
    state.ship = NONE
    state.hole = NONE
    if can_attack(state, rules, state.active, reach_of(state, rules, state.active)):
        ask(state, Decision.ATTACK)
    else:
        state.pending_step = PendingStep.SCAN


@rule
def next_mine(state, rules):
    """ASE-10.1, ASE-21.11: Ask for the next planet to mine, a different one, else go on to the scan."""
    if state.left > 0 and may_mine_anything(state, rules, state.active, state.mined):
        ask(state, Decision.MINE)
    else:
        state.pending_step = PendingStep.SCAN


@rule
def next_structure(state, rules):
    """ASE-10.5, ASE-21.14, ASE-21.26: Ask for the next structure to build, else go on to the scan."""
    if state.left > 0 and may_build_anything(state, rules, state.active):
        ask(state, Decision.BUILD)
    else:
        state.pending_step = PendingStep.SCAN


@rule
def next_return(state):
    """ASE-8.11: Ask which starships go back to the box for a battleship, else go on to the row bonus."""
    if state.returning > 0:
        ask(state, Decision.RETURN)
    else:
        state.pending_step = PendingStep.ROW


@rule
def next_row(state, rules):
    """ASE-10.20: Pay the bonus of a row that this action has completed, if any, and go on to the scan."""
    row, state.row = state.row, 0
    state.pending_step = PendingStep.SCAN
    if row > 0:
        ask_for_pieces(state, pay_row(state, rules, state.active, row), 1, PendingStep.SCAN)


@rule
def ask_for_pieces(state, number, must_take_all, pending_step):
    """ASE-10.11, ASE-21.15, ASE-21.18: Ask for at most `number` pieces from the box, then go on to `pending_step`.

    If the box has none, go on at once.
    """
    available = state.players[state.active].box_troops + starships_in(state, state.active, Where.BOX)
    state.pieces = min(number, available)
    state.must_take_all = must_take_all
    state.step_after_pieces = pending_step
    state.pending_step = pending_step
    if state.pieces > 0:
        ask(state, Decision.PIECES)


@rule
def next_scan(state):
    """ASE-2.2, ASE-11.1, A29: Ask for a scan, after any action, if there is a hole to scan, else end the turn."""
    if holes_to_scan(state, state.active) > 0:
        ask(state, Decision.SCAN)
    else:
        state.pending_step = PendingStep.END


@rule
def end_turn(state, rules):
    """ASE-2.2, ASE-11.3, ASE-13.2: Pass the turn to the left, or end the game after its last turn or round."""
    if state.trigger != NONE:
        if state.turns_left == 0:
            end_game(state, rules, Ended.POOL)
            return
        state.turns_left -= 1
    state.place += 1
    if state.place == rules.seats:
        if state.trigger == NONE and state.rounds == rules.max_rounds:
            end_game(state, rules, Ended.TRUNCATED)
            return
        state.place = 0
        state.rounds += 1
    state.active = state.order[state.place]
    state.actor = state.active
    state.pending_step = PendingStep.BEGIN
