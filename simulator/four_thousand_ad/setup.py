"""Set-up: homes, fleets, turn order, and the star table of the game."""

import numpy as np

from starbalance.simulator.chance import below, shuffle
from starbalance.simulator.four_thousand_ad.movement import remove_warp
from starbalance.simulator.four_thousand_ad.rules import Seating, StarTable
from starbalance.simulator.four_thousand_ad.state import (
    FIRST_PLAYER,
    HOMES,
    NONE,
    SEATING,
    SIG,
    STAR_TABLE,
    STARS,
    WARPS,
    Status,
)
from starbalance.simulator.four_thousand_ad.turn import begin_turn, go_on
from starbalance.simulator.kernel import kernel, rule

_LETTERS = 12
_PER_LETTER = 4
_OTHER_LAYER = 24  # id of the star straight below, in the same slot


@rule
def deal_stars(state, rules):
    """The resources of the stars: printed, or drawn (star_table)."""
    for star in range(STARS):
        state.population[star] = rules.population[star]
        state.materials[star] = rules.materials[star]
    if rules.star_table == StarTable.RANDOM_LETTER:
        for letter in range(_LETTERS):
            shuffle_letter(state, rules, letter, False)
    if rules.star_table == StarTable.RANDOM_SYMMETRIC:
        for letter in range(_LETTERS):
            if is_representative(rules, letter):
                shuffle_letter(state, rules, letter, True)
        copy_to_images(state, rules)


@rule
def star_of_letter(letter, k):
    """The k-th of the four stars of a letter: two yellow, two red."""
    return 2 * letter + (k & 1) + (_OTHER_LAYER if k >= 2 else 0)


@rule
def is_pinned(rules, star, symmetric):
    """Whether a random table leaves the star alone: a home of this set-up, or of any in a symmetric table."""
    if symmetric:
        return rules.pinned[star] == 1
    for seat in range(rules.seats):
        if rules.home[seat] == star:
            return True
    return False


@rule
def shuffle_letter(state, rules, letter, symmetric):
    """Deals the resources of a letter's stars anew among those that are not pinned."""
    free = np.empty(_PER_LETTER, np.int64)
    n = 0
    for k in range(_PER_LETTER):
        star = star_of_letter(letter, k)
        if not is_pinned(rules, star, symmetric):
            free[n] = star
            n += 1
    dealt = free[:n].copy()
    shuffle(state, STAR_TABLE, dealt)
    for k in range(n):
        state.population[free[k]] = rules.population[dealt[k]]
        state.materials[free[k]] = rules.materials[dealt[k]]


@rule
def is_representative(rules, letter):
    """The first letter of each class of letters that the symmetries of the homes map onto each other."""
    for image in range(3):
        if (rules.mirror[image, 2 * letter] % _OTHER_LAYER) // 2 < letter:
            return False
    return True


@rule
def copy_to_images(state, rules):
    """Gives the images of every star of a representative letter its resources."""
    for letter in range(_LETTERS):
        if is_representative(rules, letter):
            for k in range(_PER_LETTER):
                star = star_of_letter(letter, k)
                for image in range(3):
                    state.population[rules.mirror[image, star]] = state.population[star]
                    state.materials[rules.mirror[image, star]] = state.materials[star]


@rule
def set_up_seat(state, rules, seat):
    """FAD-3.6: so many ships at the home, no warp in use."""
    player = state.players[seat]
    player.truce = NONE
    player.captor = NONE
    player.controller = seat
    player.holder = seat
    for slot in range(WARPS):
        remove_warp(state, seat, slot)
    if seat >= rules.seats:
        player.home = NONE
        player.status = Status.ABSENT
        return
    player.home = rules.home[seat]
    player.ships[player.home] = rules.start_ships
    state.first[player.home] = seat


@rule
def seat_players(state, rules):
    """FAD-17.2, 21.1: the clockwise order of the seats, as in the table, mirrored or shuffled; sides stay together."""
    n = rules.seats
    around = np.empty(n, np.int64)
    for seat in range(n):
        around[seat] = n - 1 - seat if rules.seating == Seating.REVERSED else seat
    if rules.seating == Seating.SHUFFLED:
        shuffle(state, SEATING, around)
    first = below(state, FIRST_PLAYER, n) if rules.first_player == NONE else rules.first_player
    if rules.alliances:
        order_by_side(state, rules, around, rules.side[first])
    else:
        order_from(state, around, first)


@rule
def order_from(state, around, first):
    """FAD-21.1: clockwise from the first player."""
    n = around.shape[0]
    start = 0
    for k in range(n):
        if around[k] == first:
            start = k
    for k in range(HOMES):
        state.order[k] = around[(start + k) % n] if k < n else NONE


@rule
def order_by_side(state, rules, around, first_side):
    """FAD-17.1, FAD-17.2: the whole first side, then the other, each clockwise."""
    place = 0
    for turn in range(2):
        for seat in around:
            if (rules.side[seat] == first_side) == (turn == 0):
                state.order[place] = seat
                place += 1


@kernel(SIG["setup"])
def setup(state, rules):
    """Sets up a game on a blank state (keyed dice aside) and plays on to its first decision."""
    deal_stars(state, rules)
    state.first[:] = NONE
    for seat in range(HOMES):
        set_up_seat(state, rules, seat)
    seat_players(state, rules)
    state.star = NONE
    state.partner = NONE
    state.rounds = 1
    begin_turn(state, rules)
    go_on(state, rules)
