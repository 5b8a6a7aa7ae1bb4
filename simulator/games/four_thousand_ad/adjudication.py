"""The early end and its tie-breaks, and the resign rule."""

from starbalance.simulator.engine.contract import share_win
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.ending import win_for_side
from starbalance.simulator.games.four_thousand_ad.occupation import (
    is_living,
    occupants,
    possesses_home,
    ships_of,
    stars_of,
)
from starbalance.simulator.games.four_thousand_ad.rules import MOST_SHIPS
from starbalance.simulator.games.four_thousand_ad.state import Ended
from starbalance.simulator.games.star_field.field import STARS


@rule
def _ranking(state, rules, seat):
    """FAD-23.2: stars first, then ships, as one comparable number."""
    return stars_of(state, rules, seat) * MOST_SHIPS + ships_of(state, rules, seat)


@rule
def _rank_independents(state, rules):
    """FAD-23.2, A-21: most stars, then most ships, among the living; a full tie is shared."""
    for seat in range(rules.seats):
        state.credit[seat] = _ranking(state, rules, seat) if is_living(state, seat) else -1.0


@rule
def stars_of_side(state, rules, side):
    number = 0
    for star in range(STARS):
        there = occupants(state, rules, star)
        for seat in range(rules.seats):
            if rules.side[seat] == side and ((there >> seat) & 1 or _is_empty_home(state, rules, seat, star, there)):
                number += 1
                break
    return number


@rule
def _is_empty_home(state, rules, seat, star, there):
    """A-08: a home possessed without a ship."""
    at_home = state.players[seat].home == star and there == 0
    return at_home and rules.empty_home_counts == 1 and possesses_home(state, seat)


@rule
def _ranking_of_side(state, rules, side):
    """Homes possessed, then stars, then ships, as one comparable number (a stand-in: the rules give nothing)."""
    homes, ships = 0, 0
    for seat in range(rules.seats):
        held = state.players[seat].controller
        homes += 1 if held >= 0 and rules.side[held] == side else 0
        ships += ships_of(state, rules, seat) if rules.side[seat] == side else 0
    return (homes * (STARS + 1) + stars_of_side(state, rules, side)) * MOST_SHIPS + ships


@rule
def _rank_sides(state, rules):
    """Rank each seat by its side: a full tie is shared by all seats."""
    first, second = _ranking_of_side(state, rules, 0), _ranking_of_side(state, rules, 1)
    for seat in range(rules.seats):
        state.credit[seat] = first if rules.side[seat] == 0 else second


@rule
def adjudicate(state, rules):
    """FAD-23.2: the early end."""
    state.over = 1
    state.ended = Ended.ADJUDICATED
    if rules.alliances:
        _rank_sides(state, rules)
    else:
        _rank_independents(state, rules)
    share_win(state, rules)


@rule
def _dominates(state, rules, side):
    """Whether a side has the ships and the stars at which the others would resign."""
    own, others, stars = 0, 0, 0
    for seat in range(rules.seats):
        ships = ships_of(state, rules, seat)
        if rules.side[seat] == side:
            own += ships
            stars += stars_of(state, rules, seat)
        else:
            others += ships
    return own >= rules.resign_ratio * others and stars >= rules.resign_stars


@rule
def resign(state, rules):
    """FAD-19.4: the other seats concede after `resign_rounds` rounds of dominance in a row."""
    for seat in range(rules.seats):
        player = state.players[seat]
        player.dominant = player.dominant + 1 if _dominates(state, rules, rules.side[seat]) else 0
    for seat in range(rules.seats):
        if state.players[seat].dominant >= rules.resign_rounds and state.over == 0:
            win_for_side(state, rules, rules.side[seat], Ended.CONCEDED)
