"""The end of a hand: the winner of the pot, and the outcome record.

The credit is linear in the chips won: a share of 0.5 + v / 4 is a value of v chips per hand (ante 1, bet 1).
"""

from starbalance.simulator.engine.jit import kernel, rule

from .state import SIG, Ended


@rule
def _pot_to(state, rules, winner):
    """KUH-3.3"""
    pot = state.players[0].paid + state.players[1].paid
    most = rules.ante + rules.bet
    for seat in range(rules.seats):
        player = state.players[seat]
        player.won = (pot if seat == winner else 0) - player.paid
        state.credit[seat] = 0.5 + player.won / (2.0 * most)
    state.over = 1


@rule
def fold(state, rules):
    """Give the pot to the player who did not fold (KUH-3.1)."""
    state.ended = Ended.FOLD
    _pot_to(state, rules, 1 - state.actor)


@rule
def showdown(state, rules):
    """Give the pot to the higher card (KUH-3.2)."""
    state.ended = Ended.SHOWDOWN
    _pot_to(state, rules, 0 if state.players[0].card > state.players[1].card else 1)


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """Return the chips won: 0 before the end."""
    return float(state.players[seat].won)


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill in the outcome of a hand, with one record per seat."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    for seat in range(rules.seats):
        row, player = outcome.seats[seat], state.players[seat]
        row.seat = (seat - state.first) % rules.seats + 1
        row.player = rules.player[seat]
        row.credit = state.credit[seat]
        row.card = player.card
        row.chips = player.won
        row.bets = player.bets
        row.passes = player.passes
