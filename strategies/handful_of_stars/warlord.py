"""Makes war: a home world near the enemy, fleets in numbers, weapons in the Reserve, and attacks where most is to be won."""

from strategies.handful_of_stars.sensible import score
from strategies.handful_of_stars.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "war": 1.6,
    "arms": 1.7,
    "unit": 2.0,
    "resistance": 0.6,
    "stake": 2.3,
    "guard": 0.6,
    "enemy_sites": 0.3,
    "ground": 0.8,
    "gather": 0.6,
    "build_room": 2.0,
    "culture": 0.6,
    "economy": 0.7,
    "base": 0.3,
}
