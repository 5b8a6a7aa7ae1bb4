"""Facts about recorded plays: their number, their players, their length and how close they were."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.estimate import mean_interval, proportions
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs.result import Result

_SEAT, _SCORE = "seat", "score"  # columns that a file may lack


def plays_line(result: Result) -> str:
    """Return a sentence with the number of games and players of recorded plays.

    Args:
        result: Recorded plays.
    """
    sizes = sorted(set(result.games["players"].to_list()))
    low, high = sizes[0], sizes[-1]
    players = f"{high} players" if low == high else f"{low} to {high} players"
    return f"{counted(result.played, 'recorded game')} of {players}."


def quality_of_plays(result: Result) -> Iterator[tuple[str, float, float, float, bool]]:
    """Yield the rows of `quality` for recorded plays.

    Args:
        result: Recorded plays.
    """
    games = result.games
    yield "games", games.height, np.nan, np.nan, False
    yield "players per game", float(games["players"].to_numpy().mean()), np.nan, np.nan, False
    known = games["rounds"].drop_nulls().to_numpy().astype(float) if "rounds" in games.columns else np.zeros(0)
    if len(known):
        yield "rounds per game", *mean_interval(known, flip=1.0, bounds=(0.0, np.inf)), False
    share, low, high = proportions(np.array([games["tied"].sum()]), games.height)
    yield "share of shared wins", share[0], low[0], high[0], True
    if _SEAT in result.seats.columns:
        first = rates(result, [_SEAT])
        row = first[first[_SEAT] == 1].iloc[0]
        yield (
            "first player: win share minus equal share",
            *(row[["share", "low", "high"]] - row["equal_share"]),
            True,
        )
    margins = _margins(result)
    if len(margins):
        least = 0.0 if margins.min() >= 0 else -np.inf  # the lowest score may win
        yield "margin of victory, score", *mean_interval(margins, flip=1.0, bounds=(least, np.inf)), False


def _margins(result: Result) -> np.ndarray:
    """Return the best score of a winner minus the best score of another player, of each game that has all scores."""
    if _SCORE not in result.seats.columns:
        return np.zeros(0)
    won = pl.col("credit") > 0
    best = (
        result.seats.filter(pl.col(_SCORE).is_not_null().all().over("game"))
        .group_by("game", maintain_order=True)
        .agg(pl.col(_SCORE).filter(won).max().alias("own"), pl.col(_SCORE).filter(~won).max().alias("other"))
    )
    return (best["own"] - best["other"]).drop_nulls().to_numpy()
