"""How a game ends: three claims, the last survivor, the cap."""

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
    """FAL-5.1"""
    return members(state.players[seat].claims)


@rule
def ranking(state, rules, seat):
    """FAL-5.3, A-14: most claims, then stars, then ships, as one comparable number."""
    stars, ships = stars_of(state, rules, seat), ships_of(state, seat)
    return (claims_of(state, seat) * (STARS + 1) + stars) * MOST_SHIPS + ships


@rule
def has_enough(state, rules, seat):
    """FAL-5.1"""
    return claims_of(state, seat) >= rules.claims_to_win


@rule
def end_game(state, ended):
    state.over = 1
    state.ended = ended


@rule
def win_alone(state, seat, ended):
    """The seat has the whole win."""
    end_game(state, ended)
    state.credit[seat] = 1.0


@rule
def share_among_best(state, rules, least):
    """FAL-5.3: among the seats with at least `least` claims, the best by claims, stars and ships share the win."""
    for seat in range(rules.seats):
        state.credit[seat] = ranking(state, rules, seat) if claims_of(state, seat) >= least else -1.0
    share_win(state, rules)


@rule
def share_equally(state, rules):
    """FAL-5.3, A-14: all with enough claims share the win."""
    for seat in range(rules.seats):
        state.credit[seat] = 1.0 if has_enough(state, rules, seat) else 0.0
    share_win(state, rules)


@rule
def check_claims(state, rules):
    """FAL-5.2, FAL-5.3: the winners, if somebody has enough claims."""
    for place in range(rules.seats):
        seat = state.order[place]
        if has_enough(state, rules, seat):
            if rules.tie_rule == TieRule.TURN_ORDER:
                win_alone(state, seat, Ended.OBJECTIVES)
                return
            end_game(state, Ended.OBJECTIVES)
    if state.over and rules.tie_rule == TieRule.SHARED:
        share_equally(state, rules)
    elif state.over:
        share_among_best(state, rules, rules.claims_to_win)


@rule
def check_survivor(state, rules):
    """FAL-21.1, A-12: the only player with ships, fleets or a home wins."""
    left, last = 0, NONE
    for seat in range(rules.seats):
        if is_present(state, rules, seat):
            left, last = left + 1, seat
    if left == 1 and rules.last_survivor_wins:
        win_alone(state, last, Ended.LAST_SURVIVOR)


@rule
def adjudicate(state, rules):
    """Section Termination: at the cap the best by claims, stars, ships wins; equals share."""
    end_game(state, Ended.ADJUDICATED)
    state.capped = 1
    share_among_best(state, rules, 0)


@rule
def count_homes(state, rules):
    """FAL-20.3, FAL-21.1: notes for the outcome which homes are lost at the end of a round, and to whom."""
    for seat in range(rules.seats):
        captor = enemy_at(state, rules, seat, rules.home[seat])
        if captor != NONE:
            state.players[seat].homeless += 1
            state.players[captor].captures += 1


@rule
def end_round(state, rules):
    """FAL-5.2, A-33: everybody has had a turn: claims, then the last survivor, then the cap."""
    count_homes(state, rules)
    check_claims(state, rules)
    if state.over == 0:
        check_survivor(state, rules)
    if state.over == 0 and state.rounds >= rules.max_rounds:
        adjudicate(state, rules)
    state.rounds += 1 if state.over == 0 else 0
