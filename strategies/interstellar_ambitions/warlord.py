"""Builds heavy ships and invades: medals, captures, stolen technologies."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 0.9,
    "develop": 0.9,
    "build": 1.2,
    "research": 0.8,
    "shadow": 0.4,
    "fleet": 1.5,
    "force": 0.45,
    "guard": 1.2,
    "strike": 0.0,
    "spoils": 1.2,
    "harm": 0.4,
    "heavy": 1.2,
}
