"""The setup: antes, the deal and the first player."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel, rule

from .state import DEAL, FIRST_PLAYER, SIG, Decision


@rule
def deal(state, rules):
    """Deal the first cards of the deck, one to each seat (KUH-1.2)."""
    for seat in range(rules.seats):
        state.players[seat].card = state.deck[seat]


@kernel(SIG["setup"])
def setup(state, rules):
    """KUH-1.1, KUH-1.2, KUH-1.3"""
    for card in range(state.deck.shape[0]):
        state.deck[card] = card
    shuffle(state, DEAL, state.deck)
    deal(state, rules)
    for seat in range(rules.seats):
        state.players[seat].paid = rules.ante
    state.first = below(state, FIRST_PLAYER, rules.seats)
    state.active = state.first
    state.actor = state.first
    state.rounds = 1
    state.decision = Decision.OPEN
