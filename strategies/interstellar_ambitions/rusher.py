"""Goes for the three nearest ambitions, claims at once, and ends the game as soon as it can."""

from starbalance.strategies.interstellar_ambitions.judgement.weights import CAREFUL
from starbalance.strategies.interstellar_ambitions.sensible import score

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "ambition": 1.5,
    "rush": 1.2,
    "hold": 0.2,
    "horizon": 5.5,
    "finish": 12.0,
    "track": 2.0,
}
