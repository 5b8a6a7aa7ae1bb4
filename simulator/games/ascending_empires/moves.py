"""What an option does: hands it to the one of `decisions/` that carries it out; then the turn goes on."""

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
from starbalance.simulator.games.ascending_empires.state import SIG, Phase
from starbalance.simulator.games.ascending_empires.turn import run_step


@kernel(SIG["apply"])
def apply(state, rules, option):
    """Carries out an option; each says by `then` what follows it."""
    phase = state.phase
    if phase == Phase.POINT:
        do_point(state, rules, option)
    elif phase == Phase.SHIP:
        do_ship(state, rules, option)
    elif phase == Phase.AIM:
        do_aim(state, rules, option)
    elif phase == Phase.ACTION:
        do_action(state, rules, option)
    elif phase == Phase.PLACE:
        do_place(state, rules, option)
    elif phase == Phase.LAUNCH:
        do_launch(state, rules, option)
    elif phase == Phase.SLOT:
        do_slot(state, rules, option)
    elif phase == Phase.LAND:
        do_land(state, rules, option)
    elif phase == Phase.SCAN:
        do_scan(state, rules, option)
    elif phase == Phase.MINE:
        do_mine(state, rules, option)
    elif phase == Phase.BUILD:
        do_build(state, rules, option)
    elif phase == Phase.WITHDRAW:
        do_withdraw(state, rules, option)
    elif phase == Phase.ATTACK:
        do_attack(state, rules, option)
    elif phase == Phase.COMMIT:
        do_commit(state, rules, option)
    elif phase == Phase.DEVELOP:
        do_develop(state, rules, option)
    elif phase == Phase.PIECES:
        do_pieces(state, rules, option)
    elif phase == Phase.RETURN:
        do_return(state, rules, option)


@kernel(SIG["go_on"])
def go_on(state, rules):
    """One step of the turn, up to the next decision or the next step."""
    run_step(state, rules)
