"""Plays a shadow card every turn: medals, thefts, sabotage of whoever leads."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "develop": 0.9,
    "build": 0.5,
    "research": 0.8,
    "shadow": 1.8,
    "fleet": 0.0,
    "card": 1.3,
    "harm": 0.4,
}
