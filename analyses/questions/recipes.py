"""How the strategies of a game play, in their own words."""

import pandas as pd

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import find_strategy, strategy_names


def recipes(game: Game) -> pd.DataFrame:
    """The strategies of a game: strategy, recipe."""
    found = [find_strategy(game, name) for name in strategy_names(game)]
    return pd.DataFrame([{"strategy": each.name, "recipe": each.recipe} for each in found])
