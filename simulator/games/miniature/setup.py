"""The set-up: ships, cargo and the first player, all by chance."""

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.jit import kernel, rule

from .state import CARGO, FIRST_PLAYER, SHIP, SIG, Then


@rule
def deal_cargo(state, rules):
    """COM-1.2: the first cards of the deck, one to each."""
    for seat in range(rules.seats):
        state.players[seat].card = state.deck[seat]


@rule
def _deal_ships(state, rules):
    """COM-1.1: ships at random, with their head starts."""
    ships = state.deck  # scratch
    for ship in range(rules.head_start.shape[0]):
        ships[ship] = ship
    shuffle(state, SHIP, ships[: rules.head_start.shape[0]])
    for seat in range(rules.seats):
        state.players[seat].ship = ships[seat]
        state.players[seat].distance = rules.head_start[ships[seat]]


@kernel(SIG["setup"])
def setup(state, rules):
    """COM-1.1, COM-1.2, COM-1.3: ships, cargo, the first player."""
    _deal_ships(state, rules)
    for card in range(rules.cards):
        state.deck[card] = card
    shuffle(state, CARGO, state.deck[: rules.cards])
    deal_cargo(state, rules)
    state.first = below(state, FIRST_PLAYER, rules.seats)
    state.active = state.first
    state.rounds = 1
    state.then = Then.BEGIN_TURN
