"""The strategies of 4000 A.D."""

from starbalance.simulator.games.four_thousand_ad import GAME

__all__ = ["GAME"]
