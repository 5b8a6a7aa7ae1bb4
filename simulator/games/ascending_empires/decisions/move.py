"""The decisions of a move (D4 to D7): how each movement point is spent."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.ascending_empires.board import is_slot_free
from starbalance.simulator.games.ascending_empires.board_rules import (
    FLEET,
    HOLES,
    HULLS,
    LAUNCH_SLOTS,
    SHIPS,
    WAYPOINTS,
    Aim,
)
from starbalance.simulator.games.ascending_empires.fleet import troops_for
from starbalance.simulator.games.ascending_empires.landing import land, may_land, may_land_anything, most_landing
from starbalance.simulator.games.ascending_empires.launching import launch, may_launch, may_launch_anything
from starbalance.simulator.games.ascending_empires.navigation import (
    may_aim,
    may_navigate,
    may_navigate_anything,
    navigate,
)
from starbalance.simulator.games.ascending_empires.state import Decision, Kind, PendingStep
from starbalance.simulator.games.ascending_empires.step import ask


@rule
def offer_point(state, rules, opts):
    """ASE-4.1, ASE-4.2, A10: List those of launch, navigate and land that are possible, and stopping if legal.

    Return the number of options.
    """
    seat, n = state.actor, 0
    if rules.zero_point_move or state.done > 0:
        n = add(opts, n, Kind.STOP, 0, 0, 0)
    if may_launch_anything(state, rules, seat):
        n = add(opts, n, Kind.LAUNCH, 0, 0, 0)
    if may_navigate_anything(state, seat):
        n = add(opts, n, Kind.NAVIGATE, 0, 0, 0)
    if may_land_anything(state, rules, seat):
        n = add(opts, n, Kind.LAND, 0, 0, 0)
    return n


@rule
def do_point(state, rules, option):
    """ASE-4.1: Spend one point on the chosen step, or stop and go on to the attacks."""
    state.left -= 1
    state.done += 1
    if option.kind == Kind.LAUNCH:
        ask(state, Decision.LAUNCH)
    elif option.kind == Kind.NAVIGATE:
        ask(state, Decision.SHIP)
    elif option.kind == Kind.LAND:
        ask(state, Decision.LAND)
    else:
        state.pending_step = PendingStep.ATTACK


@rule
def offer_launch(state, rules, opts):
    """ASE-4.3, ASE-4.4, ASE-4.5: List the places and the hulls for a launch. Return the number of options."""
    n = 0
    for hole in range(HOLES):
        for hull in range(HULLS):
            if may_launch(state, rules, state.actor, hole, hull):
                n = add(opts, n, Kind.LAUNCH_FROM, hole, hull, 0)
    return n


@rule
def do_launch(state, rules, option):
    state.hole = option.a
    state.hull = option.b
    ask(state, Decision.SLOT)


@rule
def offer_slot(state, rules, opts):
    """ASE-4.6: List the free slots in the orbit. Return the number of options."""
    n = 0
    for slot in range(LAUNCH_SLOTS):
        if is_slot_free(rules.board, state.scene, state.hole, state.hull, slot):
            n = add(opts, n, Kind.STAND_ON, slot, 0, 0)
    return n


@rule
def do_slot(state, rules, option):
    launch(state, rules, state.actor, state.hole, state.hull, option.a)
    state.pending_step = PendingStep.POINT


@rule
def offer_ship(state, rules, opts):
    """ASE-5.1: List the own ships on the board. Return the number of options."""
    n = 0
    for k in range(SHIPS):
        if may_navigate(state, state.actor, SHIPS * state.actor + k):
            n = add(opts, n, Kind.FLICK, SHIPS * state.actor + k, 0, 0)
    return n


@rule
def do_ship(state, rules, option):
    state.ship = option.a
    ask(state, Decision.AIM)


@rule
def offer_aim(state, rules, opts):
    """D6: List the aims: each orbit in four ways, each enemy ship in two ways, and the waypoints.

    Return the number of options.
    """
    n = 0
    for aim in range(Aim.WAYPOINT + 1):
        targets = HOLES if aim <= Aim.SIDE_RIGHT else (FLEET if aim <= Aim.NEAR else WAYPOINTS)
        for target in range(targets):
            if may_aim(state, state.actor, state.ship, aim, target):
                n = add(opts, n, Kind.AIM_AT, aim, target, 0)
    return n


@rule
def do_aim(state, rules, option):
    navigate(state, rules, state.actor, state.ship, option.a, option.b)
    state.pending_step = PendingStep.POINT


@rule
def offer_land(state, rules, opts):
    """ASE-6.1, ASE-21.31: List the ships that may land, with each legal number of troops.

    Return the number of options.
    """
    n = 0
    for k in range(SHIPS):
        ship = SHIPS * state.actor + k
        for troops in range(troops_for(rules, ship), most_landing(state, rules, state.actor, ship) + 1):
            if may_land(state, rules, state.actor, ship, troops):
                n = add(opts, n, Kind.LAND_FROM, ship, troops, 0)
    return n


@rule
def do_land(state, rules, option):
    land(state, state.actor, option.a, option.b)
    state.pending_step = PendingStep.POINT
