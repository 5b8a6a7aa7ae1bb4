"""Counts victory points: now in full, those within reach next turn at 0.6, those that lie open to an enemy at -0.3."""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "war": 0.5,
    "follow": 0.6,
    "exposed": 0.3,
    "unit": 1.4,
    "cost": 0.3,
    "cycle": 0.05,
    "gather": 0.1,
    "point": 0.2,
    "thin": 0.1,
    "economy": 0.5,
    "arms": 0.7,
    "travel": 0.5,
    "guard": 0.5,
}
