"""Small functions about a position that the strategies of 4000 A.D. share. They use public information only."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import count_from
from starbalance.simulator.games.four_thousand_ad.occupation import (
    are_friends,
    is_living,
    possesses_home,
    ships_of,
    stars_of,
)
from starbalance.simulator.games.four_thousand_ad.rules import SPACES
from starbalance.simulator.games.star_field.geometry import companion

TURNS = SPACES + 2  # turns in a forecast; turn 0 is the turn in progress


@rule
def relative_star(rules, seat, k):
    """Return the star at the position relative to the seat's home that star k has relative to the first home.

    The position follows from a mirror symmetry of the board. Without such a symmetry, return k.
    A strategy that takes the first of several equal stars goes through the stars in this order.
    The order of their numbers would favour some homes, although the board treats them equally.
    """
    for row in range(3):
        if rules.mirror[row, rules.home[0]] == rules.home[seat]:
            return rules.mirror[row, k]
    return k


@rule
def is_enemy(state, rules, seat, other):
    """Return whether the other seat is still in the game and not an ally."""
    return other != seat and is_living(state, other) and not are_friends(state, rules, seat, other)


@rule
def eta(rules, warp, star):
    """Return the owner's turns until a warp could come out at the star. A value below 1 means never."""
    return count_from(rules, warp, star) - warp.space


@rule
def flying(state, rules, other, star, horizon):
    """Return the ships in warps of a seat that could come out at the star within `horizon` turns of that seat."""
    total = 0
    for warp in state.players[other].warps:
        if warp.space > 0 and 1 <= eta(rules, warp, star) <= horizon:
            total += warp.ships + warp.lent
    return total


@rule
def production_rounds(rules, last):
    """FAD-12.2: Return the number of rounds with production up to and including a round."""
    return max(0, (last - rules.first_production_round) // rules.production_period + 1)


@rule
def is_own(state, seat, star):
    """Return whether the seat has a ship at the star, or the star is its home and it possesses the home."""
    player = state.players[seat]
    return player.ships[star] > 0 or (star == player.home and possesses_home(state, seat))


@rule
def enemies_at(state, rules, seat, star):
    """Return the number of ships at a star that belong neither to the seat nor to its allies."""
    total = 0
    for other in range(rules.seats):
        if other != seat and state.players[other].ships[star] > 0 and not are_friends(state, rules, seat, other):
            total += state.players[other].ships[star]
    return total


@rule
def strength(state, rules, seat):
    """Return the strength of a seat, in stars, as players judge it: five ships count as one star."""
    return stars_of(state, rules, seat) + ships_of(state, rules, seat) / 5.0


@rule
def living_enemies(state, rules, seat):
    number = 0
    for other in range(rules.seats):
        number += 1 if is_enemy(state, rules, seat, other) else 0
    return number


@rule
def can_retake_home(state, rules, seat):
    """Return whether the seat can retake its home next turn.

    Its warps that are due then and the ships that can hop there must outnumber the enemy ships at the home.
    """
    home = state.players[seat].home
    ready = flying(state, rules, seat, home, 1) + state.players[seat].ships[companion(home)]
    return ready > enemies_at(state, rules, seat, home)
