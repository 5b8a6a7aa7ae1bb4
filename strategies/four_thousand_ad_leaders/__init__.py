"""The strategies of 4000 A.D. with leaders."""

from starbalance.simulator.games.four_thousand_ad_leaders import GAME

__all__ = ["GAME"]
