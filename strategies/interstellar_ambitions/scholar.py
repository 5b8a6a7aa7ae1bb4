"""Lives for technology: SCIENCE planets, the dearest technologies, and the actions that need them."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "build": 0.8,
    "research": 1.3,
    "shadow": 0.2,
    "fleet": 0.0,
    "resource": 0.32,
    "advance": 0.6,
    "plan": 2.6,
    "track": 2.2,
    "rush": 0.5,
    "card": 0.8,
    "force": 0.3,
    "spoils": 0.8,
    "knowledge": 1.8,
    "heavy": 0.75,
    "plenty": 0.06,
}
