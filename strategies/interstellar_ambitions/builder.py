"""Develops few planets to their highest levels, at peace; builds ships for protection alone."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 0.9,
    "develop": 1.5,
    "build": 0.8,
    "research": 0.8,
    "shadow": 0.3,
    "fleet": 0.0,
    "hold": 0.3,
}
