"""Questions about a position that the strategies of 4000 A.D. share. Everything asked here is public."""

from starbalance.simulator.four_thousand_ad.movement import count, count_from
from starbalance.simulator.four_thousand_ad.occupation import (
    are_friends,
    companion,
    is_living,
    possesses_home,
    ships_of,
    stars_of,
)
from starbalance.simulator.four_thousand_ad.rules import STARS
from starbalance.simulator.kernel import rule


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
def largest_stack(state, rules, other, star, reach):
    """The most ships of a seat at one star (other than this) within a count of the star."""
    most = 0
    player = state.players[other]
    for place in range(STARS):
        if player.ships[place] > most and place != star and count(rules, place, star) <= reach:
            most = player.ships[place]
    return most


@rule
def produced_by(rules, pairs_held, turns):
    """New ships of a seat with so many pairs within so many rounds, on average."""
    return pairs_held * turns / rules.production_period


@rule
def standing_threat(state, rules, other, star, reach, pairs_held):
    """The largest stack of a seat within reach, less what a home with so many pairs produces before it could arrive."""
    most = 0.0
    player = state.players[other]
    for place in range(STARS):
        if player.ships[place] > most:
            turns = count(rules, place, star)
            if turns <= reach and place != star:
                most = max(most, player.ships[place] - produced_by(rules, pairs_held, turns - 1))
    return most


@rule
def flying_threat(state, rules, other, star, pairs_held):
    """The ships of a seat that could still come out at a star, less what a home produces before the first of them."""
    total, first = 0, 99
    for warp in state.players[other].warps:
        if warp.space > 0:
            turns = eta(rules, warp, star)
            if turns >= 1:
                total += warp.ships + warp.lent
                first = min(first, turns)
    return max(0.0, total - produced_by(rules, pairs_held, first - 1))


@rule
def threat(state, rules, seat, star, reach, trust, pairs_held):
    """The largest force of one enemy that could come to a home, less what the home produces until then.

    Flying ships count in full; a stack that has not departed counts in the share that `trust` says.
    """
    most = 0.0
    for other in range(rules.seats):
        if is_enemy(state, rules, seat, other):
            force = flying_threat(state, rules, other, star, pairs_held)
            if trust > 0.0:
                force += trust * standing_threat(state, rules, other, star, reach, pairs_held)
            most = max(most, force)
    return most


@rule
def symbols(state, rules, seat):
    """(population, materials) of the stars a seat occupies, its home included while it possesses it."""
    population, materials = 0, 0
    player = state.players[seat]
    for star in range(STARS):
        if player.ships[star] > 0 or (star == player.home and possesses_home(state, seat)):
            population += state.population[star]
            materials += state.materials[star]
    return population, materials


@rule
def pairs(state, rules, seat):
    population, materials = symbols(state, rules, seat)
    return min(population, materials)


@rule
def enemies_at(state, rules, seat, star):
    """Ships at a star that are neither the seat's nor a friend's."""
    total = 0
    for other in range(rules.seats):
        if other != seat and state.players[other].ships[star] > 0 and not are_friends(state, rules, seat, other):
            total += state.players[other].ships[star]
    return total


@rule
def help_near(state, rules, owner, home):
    """Ships that could strengthen a home soon: its owner's warps, and their largest stack within count 3."""
    return flying(state, rules, owner, home, 3) + largest_stack(state, rules, owner, home, 3)


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
