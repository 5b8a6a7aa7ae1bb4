"""Develops few planets to their highest levels, at peace; builds ships for protection alone."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "develop": 1.3,
    "build": 1.0,
    "shadow": 0.2,
    "fleet": 0.0,
    "plan": 2.6,
    "resource": 0.3,
    "horizon": 7.0,
}
