"""D2, D3: where troops are placed, and from where they are withdrawn."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.planet import move_troops
from starbalance.simulator.games.ascending_empires.recruiting import places_for_a_troop, troops_to_withdraw
from starbalance.simulator.games.ascending_empires.state import Kind, Then


@rule
def offer_place(state, rules, opts):
    """ASE-3.1, ASE-3.9, A50: no more, or a place that is not before the last one: the order of troops is nothing."""
    n = add(opts, 0, Kind.STOP, 0, 0, 0)
    places = places_for_a_troop(state, rules, state.actor)
    for hole in range(max(0, state.last), HOLES):
        if (places >> hole) & 1:
            n = add(opts, n, Kind.PLACE_ON, hole, 0, 0)
    return n


@rule
def do_place(state, rules, option):
    """ASE-3.1"""
    if option.kind == Kind.STOP:
        state.then = Then.SCAN
        return
    move_troops(state, state.actor, option.a, 1)
    state.last = option.a
    state.left -= 1
    state.then = Then.PLACE


@rule
def offer_withdraw(state, rules, opts):
    """ASE-3.6, A50: no more, once there is one; or some troops of a hole after the last one."""
    n = add(opts, 0, Kind.STOP, 0, 0, 0) if state.done > 0 else 0
    for hole in range(state.last + 1, HOLES):
        for troops in range(1, troops_to_withdraw(state, rules, state.actor, hole) + 1):
            n = add(opts, n, Kind.TAKE_BACK, hole, troops, 0)
    return n


@rule
def do_withdraw(state, rules, option):
    """ASE-3.6, ASE-3.8"""
    if option.kind == Kind.STOP:
        state.then = Then.SCAN
        return
    move_troops(state, state.actor, option.a, -option.b)
    state.last = option.a
    state.done += 1
    state.then = Then.WITHDRAW
