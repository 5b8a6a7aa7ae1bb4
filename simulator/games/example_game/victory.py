"""The end of the race, the winner and the outcome record."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import kernel, rule

from .rules import End
from .state import SIG, Ended


@rule
def points(state, rules, seat):
    """COM-3.2: Return the seat's distance plus the points of its cargo."""
    return state.players[seat].distance + rules.points[state.players[seat].card]


@rule
def _is_goal_reached(state, rules):
    for seat in range(rules.seats):
        if state.players[seat].distance >= rules.goal:
            return True
    return False


@rule
def end_of_game(state, rules, is_round_over):
    """COM-3.1, COM-3.2, A1: End the game if it is over after this turn, and return whether it is.

    The most points win, also at the round limit.
    """
    if _is_goal_reached(state, rules) and (is_round_over or rules.end == End.AT_ONCE):
        state.ended = Ended.GOAL
    elif is_round_over and state.rounds == rules.max_rounds:
        state.ended, state.truncated = Ended.TRUNCATED, 1
    else:
        return False
    for seat in range(rules.seats):
        state.credit[seat] = points(state, rules, seat)
    share_win(state, rules)
    state.over = 1
    return True


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """Return the heuristic value of a seat: the distance of its ship, which every player can see."""
    return float(state.players[seat].distance)


@kernel(SIG["level"])
def level(state, rules, seat):
    """Return the level of the factor of a seat: the number of its ship."""
    return state.players[seat].ship


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill in the outcome record of a finished game, with one record per seat."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    for seat in range(rules.seats):
        row, player = outcome.seats[seat], state.players[seat]
        row.seat = (seat - state.first) % rules.seats + 1
        row.player = rules.player[seat]
        row.credit = state.credit[seat]
        row.ship = player.ship
        row.distance = player.distance
        row.cargo = rules.points[player.card]
        row.points = points(state, rules, seat)
        row.rolls = player.rolls
        row.busts = player.busts
