"""Plays a shadow card every turn: medals, thefts, sabotage of whoever leads."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 1.3,
    "develop": 1.0,
    "build": 0.8,
    "research": 0.9,
    "shadow": 1.5,
    "fleet": 0.0,
    "plan": 2.6,
    "rush": 0.2,
    "card": 1.0,
    "guard": 0.2,
    "spoils": 0.45,
    "harm": 0.4,
    "finish": 1.1,
    "horizon": 8.5,
    "heavy": 0.75,
}
