"""The strategies of 4000 A.D. with leaders."""

from starbalance.simulator.four_thousand_ad_leaders import GAME

__all__ = ["GAME"]
