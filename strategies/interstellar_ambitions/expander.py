"""Settles wherever it can, special planets and one of each type first."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 1.5,
    "develop": 1.1,
    "build": 0.6,
    "research": 0.8,
    "shadow": 0.3,
    "fleet": 0.0,
    "special": 4.0,
    "set": 2.0,
}
