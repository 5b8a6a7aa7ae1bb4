"""Buys technology whenever research allows, Culture before all, and gives its Reserves to what lasts."""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "cost": 0.14,
    "economy": 1.2,
    "culture": 1.5,
    "arms": 1.3,
    "travel": 1.1,
    "shelter": 0.8,
    "counter_vp": 1.3,
    "counter_reserve": 2.0,
    "ground": 1.0,
    "worlds": 1.0,
    "war": 0.4,
}
