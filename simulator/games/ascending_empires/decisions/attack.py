"""The attack decisions (D8): the target, and the ships that attack it."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.ascending_empires.attack import (
    attack,
    can_destroy_planet,
    can_destroy_ship,
    free_ships,
    is_committed_set,
    may_decline,
    needed_strength,
    ships_free_to_attack,
)
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, NONE, SHIPS
from starbalance.simulator.games.ascending_empires.navigation import reach_of
from starbalance.simulator.games.ascending_empires.state import Decision, Kind, PendingStep
from starbalance.simulator.games.ascending_empires.step import ask


@rule
def offer_attack(state, rules, opts):
    """ASE-7.2, ASE-7.4, A39, A40: List every target that can be destroyed, and stopping if declining is legal.

    Return the number of options.
    """
    seat, reach = state.actor, reach_of(state, rules, state.actor)
    free = ships_free_to_attack(state, seat)
    n = add(opts, 0, Kind.STOP, 0, 0, 0) if may_decline(state, rules, seat) else 0
    for ship in range(FLEET):
        if can_destroy_ship(state, rules, seat, ship, free, reach):
            n = add(opts, n, Kind.ATTACK_SHIP, ship, 0, 0)
    for hole in range(HOLES):
        if can_destroy_planet(state, rules, seat, hole, free):
            n = add(opts, n, Kind.ATTACK_PLANET, hole, 0, 0)
    return n


@rule
def do_attack(state, rules, option):
    state.ship = NONE
    state.hole = NONE
    if option.kind == Kind.STOP:
        state.pending_step = PendingStep.SCAN
        return
    if option.kind == Kind.ATTACK_SHIP:
        state.ship = option.a
    else:
        state.hole = option.a
    ask(state, Decision.COMMIT)


@rule
def offer_commit(state, rules, opts):
    """ASE-8.8, ASE-9.9, A12: List the sets of ships that may be committed. Return the number of options."""
    n, free, needed = 0, free_ships(state, rules, state.actor), needed_strength(state, rules)
    for ships in range(1, 1 << SHIPS):
        if is_committed_set(rules, ships, free, needed):
            n = add(opts, n, Kind.COMMIT, ships, 0, 0)
    return n


@rule
def do_commit(state, rules, option):
    attack(state, rules, state.actor, option.a)
    state.pending_step = PendingStep.ATTACK
