"""The occupation of stars and homes, ships and symbols."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.star_field.field import HOMES, NONE, STARS


@rule
def members(cards):
    """Return the size of a set, given as bits."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@rule
def enemy_at(state, rules, seat, star):
    """FAL-12.1: Return the lowest other seat with ships at the star, or NONE."""
    for other in range(rules.seats):
        if other != seat and state.players[other].ships[star] > 0:
            return other
    return NONE


@rule
def occupies(state, rules, seat, star):
    """FAL-20.1, FAL-20.2, FAL-20.4: Return whether a seat occupies a star.

    It needs a ship there, or at its own home only that no opponent is there.
    """
    player = state.players[seat]
    if player.ships[star] > 0:
        return True
    return star == player.home and enemy_at(state, rules, seat, star) == NONE


@rule
def occupies_home(state, rules, seat):
    """FAL-20.2: Return whether a seat occupies its home, which may be empty."""
    return occupies(state, rules, seat, state.players[seat].home)


@rule
def owner_of_home(rules, star):
    """FAL-1.3: Return the seat whose home the star is, or NONE in this setup."""
    for seat in range(rules.seats):
        if rules.home[seat] == star:
            return seat
    return NONE


@rule
def held_stars(state, rules, seat):
    """FAL-20.1, FAL-20.2: Return the stars that a seat occupies, as bits."""
    ships, held = state.players[seat].ships, 0
    for star in range(STARS):
        if ships[star] > 0:
            held |= 1 << star
    if occupies_home(state, rules, seat):
        held |= 1 << state.players[seat].home
    return held


@rule
def stars_of(state, rules, seat):
    """FAL-20.1, FAL-20.2: Return the number of stars that a seat occupies."""
    return members(held_stars(state, rules, seat))


@rule
def ships_in_warp(state, seat):
    total = 0
    for fleet in state.players[seat].fleets:
        total += fleet.ships
    return total


@rule
def ships_of(state, seat):
    """Return all ships of a seat, at stars and in warp."""
    total = ships_in_warp(state, seat)
    for star in range(STARS):
        total += state.players[seat].ships[star]
    return total


@rule
def is_present(state, rules, seat):
    """FAL-21.1: Return whether a seat has ships, fleets or its home."""
    return ships_of(state, seat) > 0 or occupies_home(state, rules, seat)


@rule
def symbols_of(state, held):
    """FAL-8.2: Return the symbols of a set of stars (bits) as (population, materials, stars with both)."""
    population, materials, both = 0, 0, 0
    for star in range(STARS):
        if (held >> star) & 1:
            population += state.population[star]
            materials += state.materials[star]
            if has_both(state, star):
                both += 1
    return population, materials, both


@rule
def has_both(state, star):
    """FAL-1.2: Return whether a star has both symbols (an O+ star)."""
    return state.population[star] > 0 and state.materials[star] > 0


@rule
def next_seat(state, rules, seat):
    """FAL-7.2: Return the next seat clockwise, or NONE if the seat is not in the turn order."""
    for place in range(HOMES):
        if state.order[place] == seat:
            return state.order[(place + 1) % rules.seats]
    return NONE
