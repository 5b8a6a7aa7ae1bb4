"""Builds heavy ships and invades: medals, captures, stolen technologies."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 1.7,
    "develop": 1.3,
    "build": 1.6,
    "research": 0.4,
    "shadow": 0.3,
    "fleet": 1.3,
    "resource": 0.32,
    "produce": 1.0,
    "plan": 2.6,
    "track": 3.8,
    "card": 0.8,
    "force": 0.66,
    "guard": 0.6,
    "strike": 0.0,
    "spoils": 1.0,
    "harm": 0.4,
    "heavy": 1.4,
}
