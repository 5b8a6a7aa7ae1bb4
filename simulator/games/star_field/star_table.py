"""The resources of the stars, from the data or shuffled for each game (switch `star_table`)."""

import numpy as np

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.star_field.field import IMAGES, LAYER, PER_LETTER, STAR_TABLE, STARS, StarTable
from starbalance.simulator.games.star_field.geometry import letter_of, star_of_letter


@rule
def deal_stars(state, rules):
    """FAD-1.4, FAL-1.2: Fill in `state.population` and `state.materials` of the stars.

    The resources are those of the data, or shuffled by the switch `star_table`.
    """
    for star in range(STARS):
        state.population[star] = rules.population[star]
        state.materials[star] = rules.materials[star]
    if rules.star_table == StarTable.RANDOM_LETTER:
        for letter in range(LAYER):
            shuffle_letter(state, rules, letter, False)
    if rules.star_table == StarTable.RANDOM_SYMMETRIC:
        for letter in range(LAYER):
            if is_representative(rules, letter):
                shuffle_letter(state, rules, letter, True)
        copy_to_images(state, rules)


@rule
def is_pinned(rules, star, symmetric):
    """Return whether the star keeps its resources in a shuffle.

    The homes of this setup do. In a symmetric shuffle, the homes of all setups and their images do.
    """
    if symmetric:
        return rules.pinned[star] == 1
    for seat in range(rules.seats):
        if rules.home[seat] == star:
            return True
    return False


@rule
def shuffle_letter(state, rules, letter, symmetric):
    """Deal the resources of a letter's unpinned stars among these stars at random, into the state."""
    free = np.empty(PER_LETTER, np.int64)
    n = 0
    for k in range(PER_LETTER):
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
    """Return whether a letter is the first in its class.

    The symmetries of the homes map the letters of a class onto each other.
    """
    for image in range(IMAGES):
        if letter_of(rules.mirror[image, star_of_letter(letter, 0)]) < letter:
            return False
    return True


@rule
def copy_to_images(state, rules):
    """Copy the resources of each star of a representative letter to the star's images."""
    for letter in range(LAYER):
        if is_representative(rules, letter):
            for k in range(PER_LETTER):
                star = star_of_letter(letter, k)
                for image in range(IMAGES):
                    state.population[rules.mirror[image, star]] = state.population[star]
                    state.materials[rules.mirror[image, star]] = state.materials[star]
