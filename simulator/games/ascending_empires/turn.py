"""The order of play: the steps of a turn, each of which leads to a decision or to the next."""

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
from starbalance.simulator.games.ascending_empires.state import Ended, Phase, Then, Where
from starbalance.simulator.games.ascending_empires.step import ask


@rule
def run_step(state, rules):
    """ASE-2.1, ASE-2.2: the step that is due."""
    then = state.then
    if then == Then.BEGIN:
        begin_turn(state)
    elif then == Then.PLACE:
        next_place(state, rules)
    elif then == Then.WITHDRAW:
        next_withdrawal(state, rules)
    elif then == Then.POINT:
        next_point(state)
    elif then == Then.ATTACK:
        next_attack(state, rules)
    elif then == Then.MINE:
        next_mine(state, rules)
    elif then == Then.BUILD:
        next_structure(state, rules)
    elif then == Then.RETURN:
        next_return(state)
    elif then == Then.ROW:
        next_row(state, rules)
    elif then == Then.SCAN:
        next_scan(state)
    else:
        end_turn(state, rules)


@rule
def begin_turn(state):
    """ASE-2.1, ASE-7.3: ships may attack again."""
    next_turn(state)
    state.players[state.active].used = 0
    state.done = 0
    ask(state, Phase.ACTION)


@rule
def begin_action(state, number, then):
    """So many steps of an action: points, troops, planets, structures."""
    state.left = number
    state.done = 0
    state.last = NONE
    state.mined = 0
    state.then = then


@rule
def next_place(state, rules):
    """ASE-3.1: asks for each troop, the places in ascending order."""
    open_places = places_for_a_troop(state, rules, state.active) >> max(0, state.last)
    if state.left > 0 and open_places > 0:
        ask(state, Phase.PLACE)
    else:
        state.then = Then.SCAN


@rule
def next_withdrawal(state, rules):
    """ASE-3.6: asks hole by hole."""
    if may_withdraw(state, rules, state.active, state.last + 1):
        ask(state, Phase.WITHDRAW)
    else:
        state.then = Then.SCAN


@rule
def next_point(state):
    """ASE-4.1, ASE-6.10, ASE-7.1: asks for each point; then attacks are checked, once."""
    if state.left > 0:
        ask(state, Phase.POINT)
    else:
        state.then = Then.ATTACK


@rule
def next_attack(state, rules):
    """ASE-7.1, ASE-7.2, ASE-7.9, ASE-14.6: asks as long as an attack is possible."""
    state.ship = NONE
    state.hole = NONE
    if can_attack(state, rules, state.active, reach_of(state, rules, state.active)):
        ask(state, Phase.ATTACK)
    else:
        state.then = Then.SCAN


@rule
def next_mine(state, rules):
    """ASE-10.1, ASE-21.11: asks for each planet; the next is another one."""
    if state.left > 0 and may_mine_anything(state, rules, state.active, state.mined):
        ask(state, Phase.MINE)
    else:
        state.then = Then.SCAN


@rule
def next_structure(state, rules):
    """ASE-10.5, ASE-21.14, ASE-21.26: asks for each structure."""
    if state.left > 0 and may_build_anything(state, rules, state.active):
        ask(state, Phase.BUILD)
    else:
        state.then = Then.SCAN


@rule
def next_return(state):
    """ASE-8.11: asks which starships go back to the box for a battleship."""
    if state.returning > 0:
        ask(state, Phase.RETURN)
    else:
        state.then = Then.ROW


@rule
def next_row(state, rules):
    """ASE-10.20: the bonus of a row that this action has completed."""
    row, state.row = state.row, 0
    state.then = Then.SCAN
    if row > 0:
        ask_for_pieces(state, pay_row(state, rules, state.active, row), 1, Then.SCAN)


@rule
def ask_for_pieces(state, number, must, then):
    """ASE-10.11, ASE-21.15, ASE-21.18: asks for pieces from the box, if there are any."""
    there = state.players[state.active].box_troops + starships_in(state, state.active, Where.BOX)
    state.pieces = min(number, there)
    state.must = must
    state.goes_on = then
    state.then = then
    if state.pieces > 0:
        ask(state, Phase.PIECES)


@rule
def next_scan(state):
    """ASE-2.2, ASE-11.1, A29: asks whatever the action was."""
    if holes_to_scan(state, state.active) > 0:
        ask(state, Phase.SCAN)
    else:
        state.then = Then.END


@rule
def end_turn(state, rules):
    """ASE-2.2, ASE-11.3, ASE-13.2: the next player to the left, unless this was the last turn of the game."""
    if state.trigger != NONE:
        if state.turns_left == 0:
            end_game(state, rules, Ended.POOL)
            return
        state.turns_left -= 1
    state.place += 1
    if state.place == rules.seats:
        if state.trigger == NONE and state.rounds == rules.max_rounds:
            end_game(state, rules, Ended.CAPPED)
            return
        state.place = 0
        state.rounds += 1
    state.active = state.order[state.place]
    state.actor = state.active
    state.then = Then.BEGIN
