"""The hidden information of the game, and the function that resamples it (determinization).

Every seat sees its own cargo card and the notes of its strategy. No seat sees the other cards or future rolls.
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
    """Swap the seat's card with the first card of the deck."""
    for place in range(state.deck.shape[0]):
        if state.deck[place] == state.players[seat].card:
            state.deck[place] = state.deck[0]
            state.deck[0] = state.players[seat].card
            return


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """Resample what the seat cannot see. The result depends only on the random seed and on what the seat knows."""
    begin_redeal(state, randomness)
    _put_first(state, seat)
    shuffle(state, HIDDEN, state.deck[1 : rules.cards])
    own = state.deck[0]
    state.deck[0] = state.deck[seat]
    state.deck[seat] = own
    deal_cargo(state, rules)
    end_redeal(state, rules, seat)
