"""Acts late and strongly: tokens are advanced as far as they go, and three stay on the track."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "tempo": 1.0,
    "strike": 2.0,
}
