"""Takes cheap ground first: one fleet into each uninhabitable system next door, an outpost on it, the next one.

Drafts little and dear cards never; a deck of 28 cards is enough.
"""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "ground": 1.35,
    "worlds": 1.0,
    "war": 0.35,
    "follow": 0.85,
    "cost": 0.4,
    "most_cards": 28.0,
    "economy": 0.6,
    "arms": 0.8,
    "culture": 0.5,
    "upgrade": 1.1,
}
