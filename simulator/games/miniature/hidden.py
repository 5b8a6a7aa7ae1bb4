"""What a seat cannot see, and another world that it cannot tell from this one.

Hidden from all: the cards left in the deck, the dice. Hidden from others: a cargo card, the notes of a strategy.
"""

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule

from .setup import deal_cargo
from .state import HIDDEN, SIG

PRIVATE = ("players.card", "notes")
HIDDEN_FIELDS = ("key", "drawn", "deck")


@rule
def _put_first(state, seat):
    """Exchanges the card of a seat with the first of the deck, wherever it lies."""
    for place in range(state.deck.shape[0]):
        if state.deck[place] == state.players[seat].card:
            state.deck[place] = state.deck[0]
            state.deck[0] = state.players[seat].card
            return


@kernel(SIG["redeal"])
def redeal(state, rules, seat, luck):
    """Replaces all that the seat cannot see by a fresh draw; depends on what it knows and on luck alone."""
    begin_redeal(state, luck)
    _put_first(state, seat)
    shuffle(state, HIDDEN, state.deck[1 : rules.cards])
    own = state.deck[0]
    state.deck[0] = state.deck[seat]
    state.deck[seat] = own
    deal_cargo(state, rules)
    end_redeal(state, rules, seat)
