"""How to play Interstellar Ambitions."""

from starbalance.simulator.interstellar_ambitions import GAME

__all__ = ["GAME"]
