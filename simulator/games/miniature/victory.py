"""The end of the race, who has won it, and its outcome."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import kernel, rule

from .rules import End
from .state import SIG, Ended


@rule
def points(state, rules, seat):
    """COM-3.2: distance and cargo."""
    return state.players[seat].distance + rules.points[state.players[seat].card]


@rule
def _is_goal_reached(state, rules):
    for seat in range(rules.seats):
        if state.players[seat].distance >= rules.goal:
            return True
    return False


@rule
def end_of_game(state, rules, is_round_over):
    """COM-3.1, COM-3.2, A1: whether the game ends after a turn. The most points win, also at the round limit."""
    if _is_goal_reached(state, rules) and (is_round_over or rules.end == End.AT_ONCE):
        state.ended = Ended.GOAL
    elif is_round_over and state.rounds == rules.max_rounds:
        state.ended, state.capped = Ended.CAPPED, 1
    else:
        return False
    for seat in range(rules.seats):
        state.credit[seat] = points(state, rules, seat)
    share_win(state, rules)
    state.over = 1
    return True


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """The distance of a ship, which everybody sees."""
    return float(state.players[seat].distance)


@kernel(SIG["level"])
def level(state, rules, seat):
    """The ship of a seat."""
    return state.players[seat].ship


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """The outcome of a finished game: one record, with one for each seat in it."""
    outcome.ended = state.ended
    outcome.capped = state.capped
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
