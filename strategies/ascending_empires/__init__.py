"""The strategies of Ascending Empires."""

from starbalance.simulator.games.ascending_empires import GAME

__all__ = ["GAME"]
