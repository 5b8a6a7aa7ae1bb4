"""Buys technology whenever research allows, Culture before all, and gives its Reserves to what lasts."""

from strategies.handful_of_stars.sensible import score
from strategies.handful_of_stars.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "cost": 0.1,
    "economy": 1.7,
    "culture": 1.8,
    "arms": 0.8,
    "travel": 1.2,
    "shelter": 0.8,
    "counter_vp": 1.6,
    "counter_reserve": 2.2,
    "ground": 0.85,
    "worlds": 0.85,
    "war": 0.5,
}
