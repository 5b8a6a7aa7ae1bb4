"""The tasks of objectives, judged by the position after the combats of a turn."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import distance
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import (
    held_stars,
    members,
    owner_of_home,
    ships_of,
    symbols_of,
)
from starbalance.simulator.games.four_thousand_ad_leaders.rules import Task
from starbalance.simulator.games.star_field.field import LAYER, NONE, PER_LETTER, PER_SECTOR, SECTORS, STARS
from starbalance.simulator.games.star_field.geometry import letter_of, sector, star_of_letter

_OF_SECTOR = (1 << PER_SECTOR) - 1
_OF_LAYER = (1 << (PER_SECTOR * LAYER)) - 1


@rule
def in_fewer_layer(held):
    """FAL-23.06: Return the number of held stars in the layer with fewer of them."""
    return min(members(held & _OF_LAYER), members(held >> (PER_SECTOR * LAYER)))


@rule
def of_letter(held, letter):
    """Return the number of held stars of a letter, in both layers."""
    yellow = (held >> (PER_SECTOR * letter)) & _OF_SECTOR
    red = (held >> (PER_SECTOR * (letter + LAYER))) & _OF_SECTOR
    return members(yellow) + members(red)


@rule
def in_fewest_row(rules, held):
    """FAL-23.07: Return the number of held stars in the row with fewest of them."""
    fewest = STARS
    for row in range(rules.rows):
        number = 0
        for letter in range(LAYER):
            if rules.row[letter] == row:
                number += of_letter(held, letter)
        fewest = min(fewest, number)
    return fewest


@rule
def in_core(rules, held):
    """FAL-23.08: Return the number of held stars in the heart of the field."""
    number = 0
    for letter in range(LAYER):
        if rules.core[letter]:
            number += of_letter(held, letter)
    return number


@rule
def full_letters(rules, seat, held):
    """FAL-23.09: Return the number of letters with all their stars held, except the letter of the home."""
    number = 0
    for letter in range(LAYER):
        if letter != letter_of(rules.home[seat]) and of_letter(held, letter) == PER_LETTER:
            number += 1
    return number


@rule
def full_sectors(held):
    """FAL-23.10: Return the number of sectors with both stars held."""
    full = 0
    for number in range(SECTORS):
        if (held >> (PER_SECTOR * number)) & _OF_SECTOR == _OF_SECTOR:
            full += 1
    return full


@rule
def far_stars(rules, seat, held, least):
    """FAL-23.11: Return the number of held stars at distance `least` or more from the home."""
    number, home = 0, sector(rules.home[seat])
    for star in range(STARS):
        if (held >> star) & 1 and distance(rules, home, star) >= least:
            number += 1
    return number


@rule
def ships_at_gates(state, rules, seat):
    """FAL-23.12: Return the most ships at one star that shares the letter of an opponent's home and is no home."""
    most = 0
    for other in range(rules.seats):
        if other != seat:
            for k in range(PER_LETTER):
                star = star_of_letter(letter_of(rules.home[other]), k)
                if owner_of_home(rules, star) == NONE:
                    most = max(most, state.players[seat].ships[star])
    return most


@rule
def enemy_homes(rules, seat, held):
    """FAL-23.13: Return the number of held homes of opponents."""
    number = 0
    for other in range(rules.seats):
        if other != seat:
            number += (held >> rules.home[other]) & 1
    return number


@rule
def stack_away(state, rules, seat):
    """FAL-23.14: Return the most ships at one star other than the home."""
    most = 0
    for star in range(STARS):
        if star != rules.home[seat]:
            most = max(most, state.players[seat].ships[star])
    return most


@rule
def fleets_with(state, seat, least):
    """FAL-23.16: Return the number of fleets in warp with at least `least` ships each."""
    number = 0
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.ships >= least:
            number += 1
    return number


@rule
def extent_on_board(rules, seat, task, least, held):
    """Return how many of the stars, letters, sectors or homes that a task counts are `held` (stars as bits) by a seat.

    FAL-23.05, FAL-23.06, FAL-23.07, FAL-23.08, FAL-23.09, FAL-23.10, FAL-23.11, FAL-23.13.
    """
    if task == Task.PER_LAYER_GE:
        return in_fewer_layer(held)
    if task == Task.PER_ROW_GE:
        return in_fewest_row(rules, held)
    if task == Task.CORE_GE:
        return in_core(rules, held)
    if task == Task.FULL_LETTER_GE:
        return full_letters(rules, seat, held)
    if task == Task.FULL_SECTORS_GE:
        return full_sectors(held)
    if task == Task.FAR_STARS_GE:
        return far_stars(rules, seat, held, least)
    return enemy_homes(rules, seat, held)


@rule
def extent_in_ships(state, rules, seat, task, least):
    """FAL-23.12, FAL-23.14, FAL-23.15, FAL-23.16: Return how many ships or fleets count for a seat in a task."""
    if task == Task.GATE_SHIPS_GE:
        return ships_at_gates(state, rules, seat)
    if task == Task.STACK_AWAY_GE:
        return stack_away(state, rules, seat)
    if task == Task.SHIPS_GE:
        return ships_of(state, seat)
    return fleets_with(state, seat, least)


@rule
def extent_of_deed(state, seat, task):
    """FAL-23.17, FAL-23.18, FAL-23.19, FAL-23.20: Return the count of a seat in a task about combats."""
    player = state.players[seat]
    if task == Task.KILLED_ONE_COMBAT_GE:
        return player.killed
    if task == Task.WON_OUTNUMBERED_GE:
        return player.outnumbered_wins
    if task == Task.ATTACK_WINS_GE:
        return player.attack_wins
    return player.sources


@rule
def extent(state, rules, seat, card, held):
    """FAL-23.01, FAL-23.02, FAL-23.03, FAL-23.04: Return the number that a seat reaches in an objective.

    `held` are the stars that it occupies, as bits.
    """
    task, least = rules.task[card], rules.task_p2[card]
    if task == Task.STARS_GE:
        return members(held)
    if task <= Task.BOTH_STARS_GE:
        population, materials, both = symbols_of(state, held)
        if task == Task.SUM_O_GE:
            return population
        if task == Task.SUM_M_GE:
            return materials
        return both if task == Task.BOTH_STARS_GE else min(population, materials)
    if task >= Task.KILLED_ONE_COMBAT_GE:
        return extent_of_deed(state, seat, task)
    if task <= Task.FAR_STARS_GE or task == Task.ENEMY_HOMES_GE:
        return extent_on_board(rules, seat, task, least, held)
    return extent_in_ships(state, rules, seat, task, least)


@rule
def required_number(rules, card, threshold):
    """FAL-23.16: Return the required number of an objective: its threshold, for fleets at most `max_fleets`."""
    if rules.task[card] == Task.FLEETS_WITH_GE:
        return min(threshold, rules.max_fleets)
    return threshold


@rule
def amount(state, rules, card):
    """Return the required number of an objective in this game."""
    return required_number(rules, card, state.threshold[card])


@rule
def fulfils(state, rules, seat, card, held):
    """FAL-19.1: Return whether a seat fulfils an objective."""
    return extent(state, rules, seat, card, held) >= amount(state, rules, card)


@rule
def judge_tasks(state, rules, seat):
    """FAL-19.7: Record the objectives that a seat fulfils now in `state.fulfilled`. Later claims do not change it."""
    held = held_stars(state, rules, seat)
    state.fulfilled = 0
    for card in range(rules.objectives):
        if fulfils(state, rules, seat, card, held):
            state.fulfilled |= 1 << card
