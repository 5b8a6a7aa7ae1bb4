"""The ends of a game: enough claims, the last survivor, the round limit."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import (
    enemy_at,
    is_present,
    members,
    ships_of,
    stars_of,
)
from starbalance.simulator.games.four_thousand_ad_leaders.rules import MOST_SHIPS, TieRule
from starbalance.simulator.games.four_thousand_ad_leaders.state import Ended
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def claims_of(state, seat):
    """FAL-5.1: Return the number of claims of a seat."""
    return members(state.players[seat].claims)


@rule
def ranking(state, rules, seat):
    """FAL-5.3, A-14: Return the rank of one seat as a number: claims count first, then stars, then ships."""
    stars, ships = stars_of(state, rules, seat), ships_of(state, seat)
    return (claims_of(state, seat) * (STARS + 1) + stars) * MOST_SHIPS + ships


@rule
def has_enough(state, rules, seat):
    """FAL-5.1: Return whether a seat has enough claims to win."""
    return claims_of(state, seat) >= rules.claims_to_win


@rule
def end_game(state, ended):
    state.over = 1
    state.ended = ended


@rule
def win_outright(state, seat, ended):
    """End the game for the reason `ended` and give a seat the whole win."""
    end_game(state, ended)
    state.credit[seat] = 1.0


@rule
def share_among_best(state, rules, least):
    """FAL-5.3: Divide the win among the best seats with at least `least` claims, by claims, stars and ships."""
    for seat in range(rules.seats):
        state.credit[seat] = ranking(state, rules, seat) if claims_of(state, seat) >= least else -1.0
    share_win(state, rules)


@rule
def share_equally(state, rules):
    """FAL-5.3, A-14: Divide the win among all seats with enough claims."""
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 if has_enough(state, rules, seat) else 0.0
    share_win(state, rules)


@rule
def check_claims(state, rules):
    """FAL-5.2, FAL-5.3: End the game if a seat has enough claims; `tie_rule` decides between several seats."""
    for place in range(rules.seats):
        seat = state.order[place]
        if has_enough(state, rules, seat):
            if rules.tie_rule == TieRule.TURN_ORDER:
                win_outright(state, seat, Ended.OBJECTIVES)
                return
            end_game(state, Ended.OBJECTIVES)
    if state.over and rules.tie_rule == TieRule.SHARED:
        share_equally(state, rules)
    elif state.over:
        share_among_best(state, rules, rules.claims_to_win)


@rule
def check_survivor(state, rules):
    """FAL-21.1, A-12: End the game with a win for the only player that has ships, fleets or a home.

    Do nothing if several players have, or without `last_survivor_wins`.
    """
    left, last = 0, NONE
    for seat in range(rules.seats):
        if is_present(state, rules, seat):
            left, last = left + 1, seat
    if left == 1 and rules.last_survivor_wins:
        win_outright(state, last, Ended.LAST_SURVIVOR)


@rule
def adjudicate(state, rules):
    """End the game at the round limit (RULES.md, Termination): the best by claims, stars and ships share the win."""
    end_game(state, Ended.ADJUDICATED)
    state.truncated = 1
    share_among_best(state, rules, 0)


@rule
def count_homes(state, rules):
    """FAL-20.3, FAL-21.1: Count the lost homes at the end of a round.

    Add 1 to `homeless` of each seat whose home an opponent holds, and to `captures` of that opponent.
    """
    for seat in range(rules.seats):
        captor = enemy_at(state, rules, seat, rules.home[seat])
        if captor != NONE:
            state.players[seat].homeless += 1
            state.players[captor].captures += 1


@rule
def end_round(state, rules):
    """FAL-5.2, A-33: End a round: check the claims, then the last survivor, then the round limit."""
    count_homes(state, rules)
    check_claims(state, rules)
    if state.over == 0:
        check_survivor(state, rules)
    if state.over == 0 and state.rounds >= rules.max_rounds:
        adjudicate(state, rules)
    state.rounds += 1 if state.over == 0 else 0
