"""Settles wherever it can, special planets and one of each type first."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 1.5,
    "develop": 1.0,
    "build": 1.0,
    "shadow": 0.2,
    "fleet": 0.0,
    "special": 4.0,
    "set": 2.5,
    "plan": 2.6,
    "resource": 0.3,
}
