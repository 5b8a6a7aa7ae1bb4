"""The repairs: markers removed in one step, and their price (IAM-17.1, IAM-17.2, IAM-21.20, IAM-21.21)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_one, has
from starbalance.simulator.games.interstellar_ambitions.rules import ALL_MARKERS
from starbalance.simulator.games.interstellar_ambitions.state import Decision
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Resource


@rule
def open_repairs(state, rules, seat, free, most):
    """Start a repair step with `free` markers at no cost and at most `most` markers. REPAIR_FREE makes all free."""
    state.repairs = 0
    state.free_repairs = ALL_MARKERS if has(state, seat, Modifier.REPAIR_FREE) else free
    state.repairs_most = most


@rule
def can_repair(state, rules, seat):
    """Return whether one more marker can be removed in this step."""
    if state.repairs >= state.repairs_most or damage_of(state, seat) == 0:
        return False
    return can_afford_one(state, rules, seat, Resource.ORE, repair_cost(state, rules, state.repairs + 1))


@rule
def repair(state, seat, place):
    state.players[seat].damage[place] -= 1
    state.repairs += 1


@rule
def repair_cost(state, rules, repairs):
    """IAM-17.1: Return the ore for a number of markers removed in one step, rounded up on their total (A29)."""
    paid = max(0, repairs - state.free_repairs)
    return (paid + rules.markers_per_ore - 1) // rules.markers_per_ore


@rule
def begin_repair(state, rules, seat, free, most, after):
    """Start a repair step and ask for the first marker (D20, D30). Return whether any repair is possible."""
    open_repairs(state, rules, seat, free, most)
    state.after = after
    if not can_repair(state, rules, seat):
        return False
    ask(state, Decision.REPAIRING, seat)
    return True
