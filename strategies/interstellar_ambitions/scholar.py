"""Lives for technology: SCIENCE planets, the dearest technologies, and the actions that need them."""

from strategies.interstellar_ambitions.sensible import score
from strategies.interstellar_ambitions.weights import CAREFUL

__all__ = ["WEIGHTS", "score"]

WEIGHTS = {
    **CAREFUL,
    "colonise": 0.9,
    "develop": 1.0,
    "build": 0.5,
    "research": 1.6,
    "shadow": 0.3,
    "fleet": 0.0,
    "knowledge": 1.5,
}
