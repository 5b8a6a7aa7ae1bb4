"""Raids with light ships whoever has most to take."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "build": 2.0,
    "research": 0.5,
    "shadow": 0.35,
    "fleet": 1.0,
    "resource": 0.32,
    "produce": 1.0,
    "plan": 2.6,
    "track": 1.5,
    "ambition": 1.3,
    "force": 0.74,
    "guard": 0.6,
    "strike": 2.6,
    "spoils": 1.0,
    "finish": 2.0,
    "knowledge": 0.75,
    "heavy": 0.7,
    "loot": 4.0,
}
