"""Colonies before all: saves population, upgrades outposts, seeks worlds and counters with victory points."""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "upgrade": 2.2,
    "worlds": 1.3,
    "ground": 0.85,
    "war": 0.4,
    "counter_vp": 1.6,
    "economy": 0.9,
    "arms": 0.9,
    "thin": 0.5,
    "build_room": 1.7,
}
