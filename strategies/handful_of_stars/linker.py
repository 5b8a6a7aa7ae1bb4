"""Joins its systems: takes first what lies between its own pieces, and keeps its fleets together."""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "link": 1.1,
    "gather": 0.5,
    "upgrade": 1.5,
    "war": 0.5,
    "travel": 0.6,
    "enemy_sites": -0.5,
}
