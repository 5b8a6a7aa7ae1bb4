"""Acts in most turns and at once, however weakly; many tokens are placed together."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "tempo": -1.0,
    "empty": 0.3,
    "plan": 1.5,
}
