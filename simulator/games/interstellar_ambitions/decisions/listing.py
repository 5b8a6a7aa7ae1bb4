"""The option lists that several decisions share. Each function returns the new number of options."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.rules import RESOURCES, ROWS
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.track import may_advance
from starbalance.simulator.games.interstellar_ambitions.word import Level


@rule
def list_rows(opts, n):
    """D3, D14: List the action rows for a token of the pool. Return the new number of options."""
    for row in range(ROWS):
        n = add(opts, n, Kind.PLACE, row, 0, 0)
    return n


@rule
def list_resources(opts):
    """D4, D10: List the four resource types. Return the number of options."""
    n = 0
    for resource in range(RESOURCES):
        n = add(opts, n, Kind.TAKE, resource, 0, 0)
    return n


@rule
def list_advances(state, rules, opts, n):
    """D4, D12, IAM-13.10, IAM-13.11, IAM-13.12: List the tokens that may still move in this step. Return the new number
    of options.
    """
    for row in range(ROWS):
        for level in range(Level.ULTIMATE):
            if state.ready[row, level] > 0 and may_advance(state, rules, row, level):
                n = add(opts, n, Kind.ADVANCE, row, level, 0)
    return n


@rule
def list_looked(state, kind, opts, n):
    """List the different cards looked at. Return the new number of options."""
    for k in range(state.looked_at):
        first = True
        for j in range(k):
            first = first and state.looked[j] != state.looked[k]
        if first:
            n = add(opts, n, kind, state.looked[k], 0, 0)
    return n


@rule
def list_hand(state, rules, kind, opts, n):
    """List the different cards in the hand of the acting seat. Return the new number of options."""
    hand = state.players[state.actor].hand
    for card in range(rules.shadow_kinds):
        if hand[card] > 0:
            n = add(opts, n, kind, card, 0, 0)
    return n


@rule
def list_exchanges_of(resource, opts, n):
    for wanted in range(RESOURCES):
        if wanted != resource:
            n = add(opts, n, Kind.EXCHANGE, resource, wanted, 0)
    return n
