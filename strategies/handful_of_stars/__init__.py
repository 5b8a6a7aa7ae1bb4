"""The strategies of A Handful of Stars."""

from starbalance.simulator.games.handful_of_stars import GAME

__all__ = ["GAME"]
