"""The strategies of Ascending Empires."""

from starbalance.simulator.ascending_empires import GAME

__all__ = ["GAME"]
