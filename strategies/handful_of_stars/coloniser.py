"""Colonies before all: saves population, upgrades outposts, seeks habitable systems and counters with victory points."""

from strategies.handful_of_stars.sensible import score
from strategies.handful_of_stars.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "upgrade": 1.6,
    "worlds": 1.3,
    "ground": 0.85,
    "war": 0.5,
    "counter_vp": 1.6,
    "economy": 1.2,
    "arms": 0.6,
    "thin": 0.8,
    "build_room": 1.1,
}
