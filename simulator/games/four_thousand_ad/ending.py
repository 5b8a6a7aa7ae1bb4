"""The ends of a game: both homes of a side taken, one player left, a concession."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.occupation import is_living, lowest, members, possesses_home
from starbalance.simulator.games.four_thousand_ad.state import Ended
from starbalance.simulator.games.star_field.field import NONE


@rule
def _side_of(rules, controller):
    return rules.side[controller] if controller >= 0 else NONE


@rule
def has_taken_two_homes(state, rules, side):
    """FAD-19.1, FAD-19.5: Return whether a side holds both enemy homes.

    With `alliance_win_needs_own_homes` it must hold its own homes too.
    """
    for seat in range(rules.seats):
        held = _side_of(rules, state.players[seat].controller)
        wanted = rules.side[seat] != side or rules.alliance_win_needs_own_homes == 1
        if wanted and held != side:
            return False
    return True


@rule
def end_if_two_homes_taken(state, rules):
    """FAD-19.1: End the game with a win for a side that holds both enemy homes, in Alliances."""
    if rules.alliances == 0 or state.over:
        return
    for side in range(2):
        if has_taken_two_homes(state, rules, side):
            win_for_side(state, rules, side, Ended.TWO_HOMES)


@rule
def win_for_side(state, rules, side, ended):
    """FAD-19.1, FAD-19.4: End the game for the reason `ended`, and share the win among the seats of a side."""
    state.over = 1
    state.ended = ended
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 if rules.side[seat] == side else 0.0
    share_win(state, rules)


@rule
def end_if_one_left(state, rules):
    """FAD-23.1, A-25: End the game with a win for the last player if only one is left.

    Without `refusal_wins` the player must hold its home.
    """
    living = 0
    for seat in range(rules.seats):
        if is_living(state, seat):
            living |= 1 << seat
    if members(living) == 1:
        last = lowest(living)
        if rules.refusal_wins or possesses_home(state, last):
            end_with_last(state)
            state.credit[last] = 1.0


@rule
def end_if_none_left(state, rules, seat):
    """A-25: End the game if no player is left: the last eliminated player and its captor share the win."""
    for other in range(rules.seats):
        if is_living(state, other):
            return
    end_with_last(state)
    state.credit[seat] = 1.0
    state.credit[state.players[seat].captor] = 1.0
    share_win(state, rules)


@rule
def end_with_last(state):
    state.over = 1
    state.ended = Ended.LAST_ALIVE
