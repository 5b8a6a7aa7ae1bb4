"""The hidden information: the opponent's card, the undealt card and the opponent's notes."""

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule

from .setup import deal
from .state import HIDDEN, SIG

PRIVATE = ("players.card", "notes")
HIDDEN_FIELDS = ("key", "drawn", "deck")


@rule
def _canonical(state, seat):
    """Sort the deck so that it holds no hidden information: the seat's card, then the rest in order."""
    own = state.players[seat].card
    state.deck[0] = own
    n = 1
    for card in range(state.deck.shape[0]):
        if card != own:
            state.deck[n] = card
            n += 1


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """Resample the hidden information of a seat; the result depends only on what the seat knows and on `randomness`."""
    begin_redeal(state, randomness)
    _canonical(state, seat)
    shuffle(state, HIDDEN, state.deck[1:])
    own = state.deck[0]
    state.deck[0] = state.deck[seat]
    state.deck[seat] = own
    deal(state, rules)
    end_redeal(state, rules, seat)
