"""Acts late and strongly: tokens are advanced as far as they go, and three stay on the track."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "hold": 0.7,
    "advance": 0.5,
    "track": 4.0,
    "plan": 1.0,
    "strike": 2.0,
}
