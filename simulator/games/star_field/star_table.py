"""The resources of the stars: as in the data, or dealt anew for each game (`star_table`)."""

import numpy as np

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.star_field.field import IMAGES, LAYER, PER_LETTER, STAR_TABLE, STARS, StarTable
from starbalance.simulator.games.star_field.geometry import letter_of, star_of_letter


@rule
def deal_stars(state, rules):
    """FAD-1.4, FAL-1.2: the resources of the stars: as in the data, or drawn (star_table)."""
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
    """The first letter of each class of letters that the symmetries of the homes map onto each other."""
    for image in range(IMAGES):
        if letter_of(rules.mirror[image, star_of_letter(letter, 0)]) < letter:
            return False
    return True


@rule
def copy_to_images(state, rules):
    """Gives the images of every star of a representative letter its resources."""
    for letter in range(LAYER):
        if is_representative(rules, letter):
            for k in range(PER_LETTER):
                star = star_of_letter(letter, k)
                for image in range(IMAGES):
                    state.population[rules.mirror[image, star]] = state.population[star]
                    state.materials[rules.mirror[image, star]] = state.materials[star]
