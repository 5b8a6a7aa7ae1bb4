"""The strategies of Interstellar Ambitions."""

from starbalance.simulator.games.interstellar_ambitions import GAME

__all__ = ["GAME"]
