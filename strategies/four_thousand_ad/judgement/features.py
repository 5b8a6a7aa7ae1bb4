"""Questions about a position that the strategies of 4000 A.D. share. Everything asked here is public."""

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

TURNS = SPACES + 2  # that are looked ahead; 0 is the turn in progress


@rule
def seen_from(rules, seat, k):
    """The star that lies to a seat's home as star k lies to the first home, where a symmetry maps one on the other.

    A strategy that takes the first of equals goes through the stars in this order: by number it would treat homes
    differently that the board makes equal.
    """
    for row in range(3):
        if rules.mirror[row, rules.home[0]] == rules.home[seat]:
            return rules.mirror[row, k]
    return k


@rule
def is_enemy(state, rules, seat, other):
    """Whether the other is in the game and no friend."""
    return other != seat and is_living(state, other) and not are_friends(state, rules, seat, other)


@rule
def eta(rules, warp, star):
    """Turns of its owner until a warp could come out at the star; 0 or less: never."""
    return count_from(rules, warp, star) - warp.space


@rule
def flying(state, rules, other, star, horizon):
    """Ships of a seat in warps that could come out at the star within so many of its turns."""
    total = 0
    for warp in state.players[other].warps:
        if warp.space > 0 and 1 <= eta(rules, warp, star) <= horizon:
            total += warp.ships + warp.lent
    return total


@rule
def production_rounds(rules, last):
    """FAD-12.2: how many rounds with production there are up to a round."""
    return max(0, (last - rules.first_production_round) // rules.production_period + 1)


@rule
def is_own(state, seat, star):
    """Whether the seat holds the star, or an empty home."""
    player = state.players[seat]
    return player.ships[star] > 0 or (star == player.home and possesses_home(state, seat))


@rule
def enemies_at(state, rules, seat, star):
    """Ships at a star that are neither the seat's nor a friend's."""
    total = 0
    for other in range(rules.seats):
        if other != seat and state.players[other].ships[star] > 0 and not are_friends(state, rules, seat, other):
            total += state.players[other].ships[star]
    return total


@rule
def strength(state, rules, seat):
    """Stars and a fifth of the ships: how a table judges who leads."""
    return stars_of(state, rules, seat) + ships_of(state, rules, seat) / 5.0


@rule
def living_enemies(state, rules, seat):
    number = 0
    for other in range(rules.seats):
        number += 1 if is_enemy(state, rules, seat, other) else 0
    return number


@rule
def can_retake_home(state, rules, seat):
    """Whether the seat's ships due next turn, or a hop, outnumber whoever holds its home."""
    home = state.players[seat].home
    ready = flying(state, rules, seat, home, 1) + state.players[seat].ships[companion(home)]
    return ready > enemies_at(state, rules, seat, home)
