"""The legal actions of the pending decision. Each decision has its own function in `decisions/`."""

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
from starbalance.simulator.games.ascending_empires.state import SIG, Decision


@kernel(SIG["options"])
def options(state, rules, opts):
    """ASE-2.1: List the options of the pending decision in `opts`, at most MAX_OPTIONS, and return their number."""
    decision = state.decision
    if decision == Decision.POINT:
        return offer_point(state, rules, opts)
    if decision == Decision.SHIP:
        return offer_ship(state, rules, opts)
    if decision == Decision.AIM:
        return offer_aim(state, rules, opts)
    if decision == Decision.ACTION:
        return offer_action(state, rules, opts)
    if decision == Decision.PLACE:
        return offer_place(state, rules, opts)
    if decision == Decision.LAUNCH:
        return offer_launch(state, rules, opts)
    if decision == Decision.SLOT:
        return offer_slot(state, rules, opts)
    if decision == Decision.LAND:
        return offer_land(state, rules, opts)
    if decision == Decision.SCAN:
        return offer_scan(state, rules, opts)
    if decision == Decision.MINE:
        return offer_mine(state, rules, opts)
    if decision == Decision.BUILD:
        return offer_build(state, rules, opts)
    if decision == Decision.WITHDRAW:
        return offer_withdraw(state, rules, opts)
    if decision == Decision.ATTACK:
        return offer_attack(state, rules, opts)
    if decision == Decision.COMMIT:
        return offer_commit(state, rules, opts)
    if decision == Decision.DEVELOP:
        return offer_develop(state, rules, opts)
    if decision == Decision.PIECES:
        return offer_pieces(state, rules, opts)
    if decision == Decision.RETURN:
        return offer_return(state, rules, opts)
    return 0  # unknown decision: the game loop records a fault
