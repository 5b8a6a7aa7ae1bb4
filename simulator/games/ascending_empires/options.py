"""What is legal now: hands the pending decision to the one of `decisions/` that offers it."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.games.ascending_empires.decisions.action import offer_action, offer_scan
from starbalance.simulator.games.ascending_empires.decisions.attack import offer_attack, offer_commit
from starbalance.simulator.games.ascending_empires.decisions.economy import (
    offer_build,
    offer_develop,
    offer_mine,
    offer_pieces,
    offer_return,
)
from starbalance.simulator.games.ascending_empires.decisions.move import (
    offer_aim,
    offer_land,
    offer_launch,
    offer_point,
    offer_ship,
    offer_slot,
)
from starbalance.simulator.games.ascending_empires.decisions.recruit import offer_place, offer_withdraw
from starbalance.simulator.games.ascending_empires.state import SIG, Phase


@kernel(SIG["options"])
def options(state, rules, opts):
    """ASE-2.1: lists the options of the pending decision, at most MAX_OPTIONS; returns their number."""
    phase = state.phase
    if phase == Phase.POINT:
        return offer_point(state, rules, opts)
    if phase == Phase.SHIP:
        return offer_ship(state, rules, opts)
    if phase == Phase.AIM:
        return offer_aim(state, rules, opts)
    if phase == Phase.ACTION:
        return offer_action(state, rules, opts)
    if phase == Phase.PLACE:
        return offer_place(state, rules, opts)
    if phase == Phase.LAUNCH:
        return offer_launch(state, rules, opts)
    if phase == Phase.SLOT:
        return offer_slot(state, rules, opts)
    if phase == Phase.LAND:
        return offer_land(state, rules, opts)
    if phase == Phase.SCAN:
        return offer_scan(state, rules, opts)
    if phase == Phase.MINE:
        return offer_mine(state, rules, opts)
    if phase == Phase.BUILD:
        return offer_build(state, rules, opts)
    if phase == Phase.WITHDRAW:
        return offer_withdraw(state, rules, opts)
    if phase == Phase.ATTACK:
        return offer_attack(state, rules, opts)
    if phase == Phase.COMMIT:
        return offer_commit(state, rules, opts)
    if phase == Phase.DEVELOP:
        return offer_develop(state, rules, opts)
    if phase == Phase.PIECES:
        return offer_pieces(state, rules, opts)
    if phase == Phase.RETURN:
        return offer_return(state, rules, opts)
    return 0  # no such decision: the loop records a fault
