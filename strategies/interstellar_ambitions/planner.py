"""Acts late and strongly: tokens are advanced as far as they go, and three stay on the track."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "tempo": 1.0,
    "strike": 2.0,
}
