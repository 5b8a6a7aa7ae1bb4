"""Acts in most turns and at once, however weakly; many tokens are placed together."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "tempo": -1.0,
    "empty": 0.3,
    "plan": 1.5,
}
