"""The setup of a game: ships, cargo and the first player, all at random."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel, rule

from .state import CARGO, FIRST_PLAYER, SHIP, SIG, PendingStep


@rule
def deal_cargo(state, rules):
    """COM-1.2: Give each seat one card from the top of the deck."""
    for seat in range(rules.seats):
        state.players[seat].card = state.deck[seat]


@rule
def _deal_ships(state, rules):
    """COM-1.1: Deal the ships at random and apply their head starts."""
    ships = state.deck  # scratch space: the deck is filled later
    for ship in range(rules.head_start.shape[0]):
        ships[ship] = ship
    shuffle(state, SHIP, ships[: rules.head_start.shape[0]])
    for seat in range(rules.seats):
        state.players[seat].ship = ships[seat]
        state.players[seat].distance = rules.head_start[ships[seat]]


@kernel(SIG["setup"])
def setup(state, rules):
    """COM-1.1, COM-1.2, COM-1.3: Deal the ships and the cargo, and draw the first player."""
    _deal_ships(state, rules)
    for card in range(rules.cards):
        state.deck[card] = card
    shuffle(state, CARGO, state.deck[: rules.cards])
    deal_cargo(state, rules)
    state.first = below(state, FIRST_PLAYER, rules.seats)
    state.active = state.first
    state.rounds = 1
    state.pending_step = PendingStep.BEGIN_TURN
