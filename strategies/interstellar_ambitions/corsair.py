"""Raids with light ships whoever has most to take."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "build": 1.1,
    "research": 0.8,
    "shadow": 0.6,
    "fleet": 1.5,
    "force": 0.4,
    "guard": 0.9,
    "strike": 2.0,
    "spoils": 1.2,
    "harm": 0.3,
    "heavy": 0.5,
    "track": 2.0,
}
