"""Holds what it has: star bases and Space Mines at home, guards on every outpost, attacks only with a clear margin.

Far ahead in a combat it takes units out before they become casualties.
"""

from starbalance.strategies.handful_of_stars.judgement.weights import CAREFUL
from starbalance.strategies.handful_of_stars.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "guard": 2.2,
    "base": 1.2,
    "shelter": 2.0,
    "war": 0.3,
    "resistance": 1.6,
    "withdrawal": 0.5,
    "exposed": 0.4,
    "stake": 2.0,
    "build_room": 2.4,
    "gather": 0.15,
}
