"""The numbering of stars, sectors and letters, and the distances between stars."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.star_field.field import LAYER, PER_SECTOR


@rule
def sector(star):
    return star // PER_SECTOR


@rule
def companion(star):
    """FAD-9.3, FAL-1.2: Return the other star of the sector."""
    return star ^ 1


@rule
def is_hop(star, destination):
    """FAD-9.3, FAL-10.6: Return whether a journey stays inside the sector."""
    return destination == companion(star)


@rule
def letter_of(star):
    return sector(star) % LAYER


@rule
def star_of_letter(letter, k):
    """Return the k-th star of a letter, counting the stars of the yellow sector before the stars of the red one."""
    layer, slot = k // PER_SECTOR, k % PER_SECTOR
    return PER_SECTOR * (letter + LAYER * layer) + slot


@rule
def count(rules, star, other):
    """FAD-4.2: Return the number of sectors from one star to another, both ends included."""
    return rules.count[sector(star), sector(other)]
