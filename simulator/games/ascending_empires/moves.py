"""The functions that carry out an option and advance the turn. Each decision has its own function in `decisions/`."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.ascending_empires.decisions.action import do_action, do_scan
from starbalance.simulator.games.ascending_empires.decisions.attack import do_attack, do_commit
from starbalance.simulator.games.ascending_empires.decisions.economy import (
    do_build,
    do_develop,
    do_mine,
    do_pieces,
    do_return,
)
from starbalance.simulator.games.ascending_empires.decisions.move import (
    do_aim,
    do_land,
    do_launch,
    do_point,
    do_ship,
    do_slot,
)
from starbalance.simulator.games.ascending_empires.decisions.recruit import do_place, do_withdraw
from starbalance.simulator.games.ascending_empires.state import SIG, Decision
from starbalance.simulator.games.ascending_empires.turn import run_step


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carry out an option of the pending decision, which also sets the pending step or the next decision."""
    decision = state.decision
    if decision == Decision.POINT:
        do_point(state, rules, option)
    elif decision == Decision.SHIP:
        do_ship(state, rules, option)
    elif decision == Decision.AIM:
        do_aim(state, rules, option)
    elif decision == Decision.ACTION:
        do_action(state, rules, option)
    elif decision == Decision.PLACE:
        do_place(state, rules, option)
    elif decision == Decision.LAUNCH:
        do_launch(state, rules, option)
    elif decision == Decision.SLOT:
        do_slot(state, rules, option)
    elif decision == Decision.LAND:
        do_land(state, rules, option)
    elif decision == Decision.SCAN:
        do_scan(state, rules, option)
    elif decision == Decision.MINE:
        do_mine(state, rules, option)
    elif decision == Decision.BUILD:
        do_build(state, rules, option)
    elif decision == Decision.WITHDRAW:
        do_withdraw(state, rules, option)
    elif decision == Decision.ATTACK:
        do_attack(state, rules, option)
    elif decision == Decision.COMMIT:
        do_commit(state, rules, option)
    elif decision == Decision.DEVELOP:
        do_develop(state, rules, option)
    elif decision == Decision.PIECES:
        do_pieces(state, rules, option)
    elif decision == Decision.RETURN:
        do_return(state, rules, option)


@kernel(SIG["proceed"])
def proceed(state, rules):
    """Carry out the pending step of the turn, which leads to a decision or to another step."""
    run_step(state, rules)
