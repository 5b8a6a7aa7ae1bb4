"""Repairs: markers removed in one step, and their price (IAM-17.1, IAM-17.2, IAM-21.20, IAM-21.21)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.fleet import damage_of
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_one, has
from starbalance.simulator.games.interstellar_ambitions.rules import ALL_MARKERS
from starbalance.simulator.games.interstellar_ambitions.state import Phase
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Resource


@rule
def open_repairs(state, rules, seat, free, most):
    """Starts a step of repairs: so many markers free, so many at most; REPAIR_FREE makes all free."""
    state.repairs = 0
    state.free_repairs = ALL_MARKERS if has(state, seat, Modifier.REPAIR_FREE) else free
    state.repairs_most = most


@rule
def can_repair(state, rules, seat):
    """Whether one more marker can be removed in this step."""
    if state.repairs >= state.repairs_most or damage_of(state, seat) == 0:
        return False
    return can_afford_one(state, rules, seat, Resource.ORE, repair_cost(state, rules, state.repairs + 1))


@rule
def repair(state, seat, place):
    state.players[seat].damage[place] -= 1
    state.repairs += 1


@rule
def repair_cost(state, rules, repairs):
    """IAM-17.1, A29: ORE for so many markers removed in one step, rounded up on their total."""
    paid = max(0, repairs - state.free_repairs)
    return (paid + rules.markers_per_ore - 1) // rules.markers_per_ore


@rule
def begin_repair(state, rules, seat, free, most, after):
    """Asks for repairs, so many free, so many at most (D20, D30); false if none is possible."""
    open_repairs(state, rules, seat, free, most)
    state.after = after
    if not can_repair(state, rules, seat):
        return False
    ask(state, Phase.REPAIRING, seat)
    return True
