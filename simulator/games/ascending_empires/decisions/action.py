"""The action of a turn (D1), and the scan after it (D15)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.ascending_empires.board_rules import HOLES
from starbalance.simulator.games.ascending_empires.building import may_build_anything
from starbalance.simulator.games.ascending_empires.development import may_develop_anything
from starbalance.simulator.games.ascending_empires.landing import may_land_anything
from starbalance.simulator.games.ascending_empires.launching import may_launch_anything
from starbalance.simulator.games.ascending_empires.mining import may_mine_anything
from starbalance.simulator.games.ascending_empires.navigation import may_navigate_anything
from starbalance.simulator.games.ascending_empires.recruiting import may_withdraw, places_for_a_troop
from starbalance.simulator.games.ascending_empires.rules import Parameter
from starbalance.simulator.games.ascending_empires.scanning import holes_to_scan, scan
from starbalance.simulator.games.ascending_empires.state import Decision, Kind, PendingStep
from starbalance.simulator.games.ascending_empires.step import ask
from starbalance.simulator.games.ascending_empires.turn import begin_action


@rule
def may_spend_a_point(state, rules, seat):
    """ASE-4.1: Return whether a launch, a flick or a landing is possible."""
    if may_navigate_anything(state, seat) or may_launch_anything(state, rules, seat):
        return True
    return may_land_anything(state, rules, seat)


@rule
def offer_action(state, rules, opts):
    """ASE-2.1, ASE-7.9, A10: List the pass, and each action that the player can begin. Return the number of options."""
    seat, n = state.actor, add(opts, 0, Kind.PASS, 0, 0, 0)
    if places_for_a_troop(state, rules, seat) > 0:
        n = add(opts, n, Kind.RECRUIT, 0, 0, 0)
    if may_withdraw(state, rules, seat):
        n = add(opts, n, Kind.WITHDRAW, 0, 0, 0)
    if rules.zero_point_move or may_spend_a_point(state, rules, seat):
        n = add(opts, n, Kind.MOVE, 0, 0, 0)
    if may_mine_anything(state, rules, seat, 0):
        n = add(opts, n, Kind.MINE, 0, 0, 0)
    if may_build_anything(state, rules, seat):
        n = add(opts, n, Kind.BUILD, 0, 0, 0)
    if may_develop_anything(state, rules, seat):
        n = add(opts, n, Kind.DEVELOP, 0, 0, 0)
    return n


@rule
def do_action(state, rules, option):
    """ASE-2.1, ASE-3.1, ASE-4.1, ASE-21.1, ASE-21.5, ASE-21.11, ASE-21.14: Begin the chosen action.

    A number of the player gives the maximum number of its steps. A pass goes on to the scan.
    """
    player = state.players[state.actor]
    player.actions[option.kind] += 1
    if option.kind == Kind.RECRUIT:
        begin_action(state, player.value[Parameter.RECRUIT_LIMIT], PendingStep.PLACE)
    elif option.kind == Kind.WITHDRAW:
        begin_action(state, 0, PendingStep.WITHDRAW)
    elif option.kind == Kind.MOVE:
        begin_action(state, player.value[Parameter.MOVE_POINTS], PendingStep.POINT)
    elif option.kind == Kind.MINE:
        begin_action(state, player.value[Parameter.MINE_PLANETS], PendingStep.MINE)
    elif option.kind == Kind.BUILD:
        begin_action(state, player.value[Parameter.BUILDS], PendingStep.BUILD)
    elif option.kind == Kind.DEVELOP:
        ask(state, Decision.DEVELOP)
    else:
        state.pending_step = PendingStep.SCAN


@rule
def offer_scan(state, rules, opts):
    """ASE-11.1: List three ways to scan: stop, all holes, or one hole, after which the decision comes again.

    Return the number of options.
    """
    n = add(opts, 0, Kind.STOP, 0, 0, 0)
    n = add(opts, n, Kind.SCAN_ALL, 0, 0, 0)
    holes = holes_to_scan(state, state.actor)
    if holes & (holes - 1):
        for hole in range(HOLES):
            if (holes >> hole) & 1:
                n = add(opts, n, Kind.SCAN, hole, 0, 0)
    return n


@rule
def do_scan(state, rules, option):
    """ASE-11.1, ASE-11.2: Scan the chosen hole, all holes or none."""
    holes = holes_to_scan(state, state.actor)
    state.pending_step = PendingStep.END
    if option.kind == Kind.SCAN:
        scan(state, state.actor, option.a)
        state.pending_step = PendingStep.SCAN
    elif option.kind == Kind.SCAN_ALL:
        for hole in range(HOLES):
            if (holes >> hole) & 1:
                scan(state, state.actor, hole)
