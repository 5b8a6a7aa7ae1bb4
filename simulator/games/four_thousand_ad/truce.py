"""The mutual withdrawal: a truce of two players that hold each other's home."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import warps_in_use
from starbalance.simulator.games.four_thousand_ad.occupation import is_living
from starbalance.simulator.games.four_thousand_ad.state import Status
from starbalance.simulator.games.star_field.field import NONE


@rule
def is_withdrawing(state, seat):
    """FAD-22.10: Return whether a seat must still leave the home of its truce partner and still holds it."""
    player = state.players[seat]
    return player.duty == 1 and state.players[player.truce].controller == seat


@rule
def end_truce(state, seat):
    """End the truce of a seat for both partners."""
    _release(state, state.players[seat].truce)
    _release(state, seat)


@rule
def _release(state, seat):
    state.players[seat].truce = NONE
    state.players[seat].duty = 0


@rule
def review_truces(state, rules):
    """FAD-22.10, A-26: End each truce whose duties are done or whose home a third player took."""
    for seat in range(rules.seats):
        other = state.players[seat].truce
        if other == NONE:
            continue
        due = state.players[seat].duty + state.players[other].duty
        held = int(is_withdrawing(state, seat)) + int(is_withdrawing(state, other))
        if due == 0 or held < due:
            end_truce(state, seat)


@rule
def may_propose_withdrawal(state, rules, seat):
    """FAD-22.8, A-16, D-5: Return whether a seat may propose a mutual withdrawal to its captor.

    Each must hold the other's home and have its spare warp, and neither may be under a truce.
    """
    captor = state.players[seat].controller
    if not rules.mutual_withdrawal or captor < 0 or not is_living(state, captor):
        return False
    if max(warps_in_use(state, seat), warps_in_use(state, captor)) > rules.max_warps:
        return False
    no_truce = state.players[seat].truce == NONE and state.players[captor].truce == NONE
    return no_truce and state.players[captor].controller == seat


@rule
def agree_withdrawal(state, seat, other):
    """FAD-22.10: Agree a mutual withdrawal: both seats stay in the game and must leave the other's home next turn."""
    _bind(state, seat, other)
    _bind(state, other, seat)
    state.withdrawals += 1


@rule
def _bind(state, seat, other):
    player = state.players[seat]
    player.truce = other
    player.duty = 1
    player.status = Status.ALIVE


@rule
def withdraw(state, rules, seat):
    """FAD-22.11: Record that a seat has left the home of its truce partner, and return the home to its owner.

    End the truce if the partner has left too.
    """
    player = state.players[seat]
    owner = player.truce
    player.duty = 0
    state.players[owner].controller = owner
    if state.players[owner].duty == 0:
        end_truce(state, seat)
