"""The decisions of a FLEET action up to its result: the opponent, combat orders, unmatched ships."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import finish_action
from starbalance.simulator.games.interstellar_ambitions.battle import (
    begin_battle,
    call_emergency_ship,
    continue_battle,
    end_stage,
    may_attack,
    may_be_next,
    put_next,
)
from starbalance.simulator.games.interstellar_ambitions.combat import fire, is_target, larger_side
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.word import Battle


@rule
def offer_fleet_action(state, rules, opts):
    """D23, IAM-20.2: List the RAIDs and INVADEs on each opponent, or no attack. Return the number of options."""
    n, seat = add(opts, 0, Kind.NO, 0, 0, 0), state.active
    if may_attack(state, rules, seat, Battle.RAID):
        n = _list_attacks(rules, seat, Kind.RAID, opts, n)
    if may_attack(state, rules, seat, Battle.INVADE):
        n = _list_attacks(rules, seat, Kind.INVADE, opts, n)
    return n


@rule
def do_fleet_action(state, rules, option):
    """D23, IAM-20.2: Begin the chosen battle and play it up to its next decision. On NO, end the action."""
    if option.kind == Kind.NO:
        finish_action(state, rules)
        return
    begin_battle(state, rules, Battle.RAID if option.kind == Kind.RAID else Battle.INVADE, option.a)
    _resume_battle(state, rules)


@rule
def _list_attacks(rules, seat, kind, opts, n):
    for other in range(rules.seats):
        if other != seat:
            n = add(opts, n, kind, other, 0, 0)
    return n


@rule
def _resume_battle(state, rules):
    if not continue_battle(state, rules):
        finish_action(state, rules)


@rule
def finish_stage(state, rules):
    """End the current stage and play the battle up to its next decision. End the action if the battle is over."""
    end_stage(state)
    _resume_battle(state, rules)


@rule
def answer_call(state, rules, option):
    """D24, IAM-21.5: Draw the emergency ship for the defender if room was made, else skip it (A72). Then continue the
    battle.
    """
    if option.kind == Kind.SCRAP:
        call_emergency_ship(state, rules)
    else:
        state.battle.due -= 1
    _resume_battle(state, rules)


@rule
def offer_order(state, rules, opts):
    """D25: List the acting seat's ships that may be next in combat order (A69). Return the number of options."""
    n, battle = 0, state.battle
    side = 0 if state.actor == battle.attacker else 1
    for k in range(battle.fighters[side]):
        if may_be_next(state, side, battle.fights[side, k]):
            n = add(opts, n, Kind.NEXT, battle.fights[side, k], 0, 0)
    return n


@rule
def do_order(state, rules, option):
    """D25: Put the chosen ship next in the combat order of the acting seat, and continue the battle."""
    put_next(state, 0 if state.actor == state.battle.attacker else 1, option.a)
    _resume_battle(state, rules)


@rule
def offer_unmatched(state, rules, opts):
    """D26, IAM-21.12, IAM-21.13: List the enemy ships at which the next unmatched ship may fire, or holding fire (A31).

    Return the number of options.
    """
    n, side, battle = add(opts, 0, Kind.NO, 0, 0, 0), larger_side(state), state.battle
    for k in range(battle.fighters[1 - side]):
        if is_target(state, rules, side, battle.fights[1 - side, k]):
            n = add(opts, n, Kind.FIRE, battle.fights[1 - side, k], 0, 0)
    return n


@rule
def do_unmatched(state, rules, option):
    """D26, IAM-21.12, IAM-21.13: Fire at the chosen enemy ship, or hold fire. Then go to the next unmatched ship."""
    if option.kind == Kind.FIRE:
        fire(state, rules, option.a)
    state.battle.next += 1
    _resume_battle(state, rules)
