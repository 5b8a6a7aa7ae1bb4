"""The ladder of skill: levels of play, each shown to be stronger than the level below."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from starbalance.analyses.questions.skill import DRAWN, SKILL, level_games
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.analyses.training.benchmark import benchmark
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import TrainingOptions
from starbalance.simulator.runs.run import check_games

GAMES = 10_000
_SEARCHED = 200  # games of a player that searches: an interval of 9 points to each side between two players


def ladder(
    game: str | Path,
    levels: Sequence[str],
    *,
    games: int = GAMES,
    alpha: float = ALPHA,
    **options: Unpack[TrainingOptions],
) -> pd.DataFrame:
    """Return which levels of play are rungs of a ladder: shown to be stronger than the rung below.

    The first level is the lowest rung. One player of each further level plays among players of the highest rung so
    far (see `benchmark`). The level is the next rung if the whole interval of its gain is above 0. Every other level
    is another style of play, and so is a mixed strategy, which one player cannot play. The runs are stored below runs/,
    so that a stopped ladder continues where it stopped.

    Args:
        game: Name or folder of the game.
        levels: Levels from weak to strong.
        games: Games of each measured level. If its player searches: a fiftieth, but at least 200 games. Default:
            10,000.
        alpha: One minus the confidence level of the intervals, which hold for all rows together. Default: 0.05.
        **options: Options of `run`, except strategies, pool and temperature.

    Returns:
        A table with one row per level. Columns: skill (the level), against (the rung below; empty for a level that is
        not measured), gain (win share minus the equal share), low and high (ends of its interval), games, is_rung.

    Raises:
        BadInput: Before a game is played, if there is no level, or a level does not exist or is named twice.

    >>> table = ladder("comet-chase", ["uniform", "bold", "sensible"], games=1000, seed=1)
    >>> table[["skill", "against", "is_rung"]]
          skill  against  is_rung
    0   uniform              True
    1      bold  uniform     True
    2  sensible     bold    False
    """
    check_alpha(alpha)
    check_games(games)
    experiment, execution = prepare(game, options, TrainingOptions)
    players, counts = experiment.rules.setup.players, level_games(experiment.game, levels, games, least=_SEARCHED)
    tests = [-(-counts[level] // players) * players for level in counts if level not in DRAWN][1:]  # games of each
    rows: list[dict[str, Any]] = []
    rung, before = "", 0
    for level in counts:
        if level in DRAWN or not rung:
            rows.append(_unmeasured(level))
        else:
            shared = options | {"progress": execution.part(before, sum(tests)).progress}
            row_alpha = alpha / len(tests)
            rows.append(_measured(game, level, rung, games=counts[level], alpha=row_alpha, **shared))
        before += rows[-1]["games"]
        rung = level if rows[-1]["is_rung"] else rung
    return pd.DataFrame(rows)


def _unmeasured(level: str) -> dict[str, Any]:
    """Return the row of the lowest rung or of a mixed strategy."""
    missing = dict.fromkeys(("gain", "low", "high"), math.nan)
    return {SKILL: level, "against": "", **missing, "games": 0, "is_rung": level not in DRAWN}


def _measured(game: str | Path, level: str, rung: str, **options: Any) -> dict[str, Any]:
    """Return the row of a level of which one player plays among players of a rung."""
    row = benchmark(game, level, against=[rung], **options).iloc[0]
    interval = {name: float(row[name]) for name in ("gain", "low", "high")}
    return {SKILL: level, "against": rung, **interval, "games": int(row["games"]), "is_rung": interval["low"] > 0}
