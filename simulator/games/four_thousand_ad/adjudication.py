"""Adjudication at an early end with its tie-breaks, and the resign rule."""

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
    """FAD-23.2: Return the rank of one seat as a number: its stars times MOST_SHIPS, plus its ships to break ties."""
    return stars_of(state, rules, seat) * MOST_SHIPS + ships_of(state, rules, seat)


@rule
def _rank_independents(state, rules):
    """FAD-23.2, A-21: Set the credit of each living seat to its rank (stars, then ships), of the dead to -1."""
    for seat in range(rules.seats):
        state.credit[seat] = _ranking(state, rules, seat) if is_living(state, seat) else -1.0


@rule
def stars_of_side(state, rules, side):
    """Return how many stars the seats of a side occupy; an empty possessed home may count (A-08).

    It counts if no ship is there and `empty_home_counts` is set.
    """
    number = 0
    for star in range(STARS):
        seats = occupants(state, rules, star)
        for seat in range(rules.seats):
            if rules.side[seat] == side and ((seats >> seat) & 1 or _is_empty_home(state, rules, seat, star, seats)):
                number += 1
                break
    return number


@rule
def _is_empty_home(state, rules, seat, star, seats):
    """A-08: Return whether the star is the seat's own home, possessed without ships, and `empty_home_counts` is set."""
    at_home = state.players[seat].home == star and seats == 0
    return at_home and rules.empty_home_counts == 1 and possesses_home(state, seat)


@rule
def _ranking_of_side(state, rules, side):
    """Return the rank of one side as a number: the homes that its seats hold, then its stars, then its ships.

    This order is a stand-in: the rulebook has no early end for alliances.
    """
    homes, ships = 0, 0
    for seat in range(rules.seats):
        held = state.players[seat].controller
        homes += 1 if held >= 0 and rules.side[held] == side else 0
        ships += ships_of(state, rules, seat) if rules.side[seat] == side else 0
    return (homes * (STARS + 1) + stars_of_side(state, rules, side)) * MOST_SHIPS + ships


@rule
def _rank_sides(state, rules):
    """Set the credit of each seat to the rank of its side. After a full tie, all seats share the win."""
    first, second = _ranking_of_side(state, rules, 0), _ranking_of_side(state, rules, 1)
    for seat in range(rules.seats):
        state.credit[seat] = first if rules.side[seat] == 0 else second


@rule
def adjudicate(state, rules):
    """FAD-23.2: End the game early and divide the win among the best players or sides."""
    state.over = 1
    state.ended = Ended.ADJUDICATED
    if rules.alliances:
        _rank_sides(state, rules)
    else:
        _rank_independents(state, rules)
    share_win(state, rules)


@rule
def _dominates(state, rules, side):
    """Return whether a side has `resign_ratio` times the ships of all others, and at least `resign_stars` stars."""
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
    """FAD-19.4: Count the rounds in a row in which each seat dominates. At `resign_rounds`, its side wins the game."""
    for seat in range(rules.seats):
        player = state.players[seat]
        player.dominant = player.dominant + 1 if _dominates(state, rules, rules.side[seat]) else 0
    for seat in range(rules.seats):
        if state.players[seat].dominant >= rules.resign_rounds and state.over == 0:
            win_for_side(state, rules, rules.side[seat], Ended.CONCEDED)
