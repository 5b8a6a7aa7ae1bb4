"""The strategies of 4000 A.D."""

from starbalance.simulator.four_thousand_ad import GAME

__all__ = ["GAME"]
