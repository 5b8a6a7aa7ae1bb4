"""Makes war: a home world near the enemy, fleets in numbers, weapons in the Reserve, and attacks for much."""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "war": 1.1,
    "arms": 1.8,
    "unit": 2.8,
    "resistance": 1.0,
    "stake": 2.3,
    "guard": 0.7,
    "enemy_sites": 0.3,
    "ground": 0.85,
    "gather": 0.6,
    "build_room": 2.6,
    "culture": 0.4,
    "economy": 0.5,
    "base": 0.3,
}
