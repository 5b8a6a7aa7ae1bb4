"""Joins its systems: takes first what lies between its own pieces, and keeps its fleets together."""

from strategies.handful_of_stars.sensible import score
from strategies.handful_of_stars.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "link": 1.1,
    "gather": 0.5,
    "upgrade": 1.1,
    "war": 0.7,
    "travel": 0.5,
    "enemy_sites": -0.5,
}
