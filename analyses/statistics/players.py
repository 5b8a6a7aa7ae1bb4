"""Runs by player: what each of them played and won. A player may command several seats, and share a side."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl


def by_player(result: Any, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """(strategy, credit) of every player of a run's games in order, each (games, players).

    strategy: the index in `names` of what the player played; credit: the sum over the seats that the player commands.
    """
    codes = {name: code for code, name in enumerate(names)}
    table = (
        result.scan("seats")
        .select(
            "game", "player", "credit", pl.col("strategy").cast(pl.String).replace_strict(codes, return_dtype=pl.Int64)
        )
        .group_by("game", "player")
        .agg(pl.col("strategy").first(), pl.col("credit").sum())
        .sort("game", "player")
        .collect()
    )
    shape = (-1, table["player"].n_unique())
    return table["strategy"].to_numpy().reshape(shape), table["credit"].to_numpy().reshape(shape)


def sides(credit: np.ndarray) -> np.ndarray:
    """The side of every player, 0 first, from the credits (games, players) of a run.

    Where a player has at most a part of a win, allies share it: those whose credits are equal in every game. Otherwise
    each player is a side.
    """
    players = credit.shape[1]
    if credit.max(initial=0) > 1 - 1e-9:
        return np.arange(players)
    return np.unique(np.round(credit, 6), axis=1, return_inverse=True)[1].reshape(players)
