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
    """FAL-23.06: the stars in the layer that has fewer of them."""
    return min(members(held & _OF_LAYER), members(held >> (PER_SECTOR * LAYER)))


@rule
def of_letter(held, letter):
    """How many stars of a letter, of both layers."""
    yellow = (held >> (PER_SECTOR * letter)) & _OF_SECTOR
    red = (held >> (PER_SECTOR * (letter + LAYER))) & _OF_SECTOR
    return members(yellow) + members(red)


@rule
def in_fewest_row(rules, held):
    """FAL-23.07: the stars in the row that has fewest of them."""
    fewest = STARS
    for row in range(rules.rows):
        found = 0
        for letter in range(LAYER):
            if rules.row[letter] == row:
                found += of_letter(held, letter)
        fewest = min(fewest, found)
    return fewest


@rule
def in_core(rules, held):
    """FAL-23.08: the stars in the heart of the field."""
    found = 0
    for letter in range(LAYER):
        if rules.core[letter]:
            found += of_letter(held, letter)
    return found


@rule
def full_letters(rules, seat, held):
    """FAL-23.09: letters with all their stars, the own home's aside."""
    found = 0
    for letter in range(LAYER):
        if letter != letter_of(rules.home[seat]) and of_letter(held, letter) == PER_LETTER:
            found += 1
    return found


@rule
def full_sectors(held):
    """FAL-23.10: sectors with both stars."""
    found = 0
    for number in range(SECTORS):
        if (held >> (PER_SECTOR * number)) & _OF_SECTOR == _OF_SECTOR:
            found += 1
    return found


@rule
def far_stars(rules, seat, held, least):
    """FAL-23.11: stars so far from the own home."""
    found, home = 0, sector(rules.home[seat])
    for star in range(STARS):
        if (held >> star) & 1 and distance(rules, home, star) >= least:
            found += 1
    return found


@rule
def ships_at_gates(state, rules, seat):
    """FAL-23.12: the most ships at a star of the letter of an opponent's home that is no home itself."""
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
    """FAL-23.13: homes of opponents."""
    found = 0
    for other in range(rules.seats):
        if other != seat:
            found += (held >> rules.home[other]) & 1
    return found


@rule
def stack_away(state, rules, seat):
    """FAL-23.14: the most ships at a star, the own home aside."""
    most = 0
    for star in range(STARS):
        if star != rules.home[seat]:
            most = max(most, state.players[seat].ships[star])
    return most


@rule
def fleets_with(state, seat, least):
    """FAL-23.16: fleets in warp of so many ships each."""
    found = 0
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0 and fleet.ships >= least:
            found += 1
    return found


@rule
def extent_on_board(rules, seat, task, least, held):
    """FAL-23.05, FAL-23.06, FAL-23.07, FAL-23.08, FAL-23.09, FAL-23.10, FAL-23.11, FAL-23.13: of a task on stars."""
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
    """FAL-23.12, FAL-23.14, FAL-23.15, FAL-23.16: of a task in ships."""
    if task == Task.GATE_SHIPS_GE:
        return ships_at_gates(state, rules, seat)
    if task == Task.STACK_AWAY_GE:
        return stack_away(state, rules, seat)
    if task == Task.SHIPS_GE:
        return ships_of(state, seat)
    return fleets_with(state, seat, least)


@rule
def extent_of_deed(state, seat, task):
    """FAL-23.17, FAL-23.18, FAL-23.19, FAL-23.20: of a task in combats."""
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
    """How much of what an objective asks for a seat has.

    FAL-23.01, FAL-23.02, FAL-23.03, FAL-23.04. held: the stars that it occupies, as bits.
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
def asked(rules, card, threshold):
    """FAL-23.16: what an objective with a threshold asks for, no more fleets than there may be."""
    if rules.task[card] == Task.FLEETS_WITH_GE:
        return min(threshold, rules.max_fleets)
    return threshold


@rule
def amount(state, rules, card):
    """How much an objective asks for."""
    return asked(rules, card, state.threshold[card])


@rule
def fulfils(state, rules, seat, card, held):
    """FAL-19.1: whether a seat has done what an objective asks for."""
    return extent(state, rules, seat, card, held) >= amount(state, rules, card)


@rule
def judge_tasks(state, rules, seat):
    """FAL-19.7: notes which objectives the seat fulfils now; the claims that follow change nothing in it."""
    held = held_stars(state, rules, seat)
    state.fulfilled = 0
    for card in range(rules.objectives):
        if fulfils(state, rules, seat, card, held):
            state.fulfilled |= 1 << card
