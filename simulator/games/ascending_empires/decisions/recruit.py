"""The decisions of a recruitment (D2, D3): placing and withdrawing troops."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.planet import move_troops
from starbalance.simulator.games.ascending_empires.recruiting import places_for_a_troop, troops_to_withdraw
from starbalance.simulator.games.ascending_empires.state import Kind, PendingStep


@rule
def offer_place(state, rules, opts):
    """ASE-3.1, ASE-3.9, A50: List stopping, and the places for a troop. Return the number of options."""
    n = add(opts, 0, Kind.STOP, 0, 0, 0)
    places = places_for_a_troop(state, rules, state.actor)
    for hole in range(HOLES):
        if (places >> hole) & 1:
            n = add(opts, n, Kind.PLACE_ON, hole, 0, 0)
    return n


@rule
def do_place(state, rules, option):
    """ASE-3.1: Place a troop on the chosen hole, or stop and go on to the scan."""
    if option.kind == Kind.STOP:
        state.pending_step = PendingStep.SCAN
        return
    move_troops(state, state.actor, option.a, 1)
    state.left -= 1
    state.pending_step = PendingStep.PLACE


@rule
def offer_withdraw(state, rules, opts):
    """ASE-3.6, A50: List the holes with own troops, with each number of troops to withdraw.

    Stopping is legal once a troop is withdrawn.
    Return the number of options.
    """
    n = add(opts, 0, Kind.STOP, 0, 0, 0) if state.done > 0 else 0
    for hole in range(HOLES):
        for troops in range(1, troops_to_withdraw(state, rules, state.actor, hole) + 1):
            n = add(opts, n, Kind.TAKE_BACK, hole, troops, 0)
    return n


@rule
def do_withdraw(state, rules, option):
    """ASE-3.6, ASE-3.8: Withdraw the chosen troops from a hole, or stop and go on to the scan."""
    if option.kind == Kind.STOP:
        state.pending_step = PendingStep.SCAN
        return
    move_troops(state, state.actor, option.a, -option.b)
    state.done += 1
    state.pending_step = PendingStep.WITHDRAW
