"""The random streams that decide the winner, from games played again with one stream kept or redrawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.pick_freeze import Part, alone, in_all
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs.experiment import prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, run_experiment

GAMES = 10_000  # of each run
FILE = "randomness"  # a file of the data of a game, with a seed for each random stream
STRATEGY = "strategy"  # this stream uses the seed of the run


def randomness(
    game: str | Path, *, games: int = GAMES, alpha: float = ALPHA, **options: Unpack[RunOptions]
) -> pd.DataFrame:
    """Return the share of the variance of the win that each part of the randomness explains.

    The game needs a data file `randomness` with a seed for each random stream. The draw of the strategies is one stream
    more. Every stream takes two runs beyond the first. Games, each played twice, are the independent unit.

    Args:
        game: The name or folder of a game.
        games: The number of games of each run, which are kept below runs/ and continued after a stop. Default: 10,000.
        alpha: One minus the confidence level of the intervals. Default: 0.05.
        **options: As for `run`.

    Returns:
        part: the random stream
        share: the share that it explains by itself, 0 to 1
        low: the lower end of the interval
        high: the upper end
        in_all: the share that changes if this stream is redrawn and all other streams are kept
        in_all_low: the lower end of the interval
        in_all_high: the upper end
        games: the number of games of each run

    Raises:
        BadInput: If the game has no separate random streams, and as `run` does.
    """
    check_alpha(alpha)
    experiment, execution = prepare(game, options)
    parts, seed, other = _parts(experiment.game), experiment.seed, experiment.reseeded(1).seed
    total = (1 + 2 * len(parts)) * games

    def credits_of(place: int, own: int, seeds: Mapping[str, int]) -> np.ndarray:
        changed = experiment.changed({f"{FILE}.{part}": each for part, each in seeds.items()})
        part = execution.part(place * games, total)
        return _credits(run_experiment(replace(changed, seed=own), part, games, out=Group("quality")))

    first, rows = credits_of(0, seed, {}), []
    for place, part in enumerate(parts):
        one, two = (_only(part, parts, changed=changed, seed=seed, other=other) for changed in (False, True))
        kept, redrawn = credits_of(1 + 2 * place, *one), credits_of(2 + 2 * place, *two)
        shares = alone(first, kept, 1 - alpha), in_all(first, redrawn, 1 - alpha)
        rows.append({"part": part, **_named("share", "", shares[0]), **_named("in_all", "in_all_", shares[1])})
    return pd.DataFrame(rows).assign(games=games)


def _parts(game: Game) -> list[str]:
    """Return the names of the random streams of a game, with the draw of the strategies first.

    Raise BadInput if the game has no separate streams.
    """
    data = tables.read(game).get(FILE)
    if data is None:
        raise BadInput(
            f"{game.title} has no separate random streams: it needs a data file '{FILE}' with a seed for each."
        )
    return [STRATEGY, *data]


def _only(part: str, parts: Sequence[str], *, changed: bool, seed: int, other: int) -> tuple[int, dict[str, int]]:
    """Return the seed of a run and the seeds of its streams, with one stream that differs from all others.

    The stream has the other seed if `changed`; otherwise all other streams have it.
    """
    one, rest = (other, seed) if changed else (seed, other)
    return (one, dict.fromkeys(parts[1:], rest)) if part == STRATEGY else (rest, {part: one})


def _credits(result: Result) -> np.ndarray:
    """Return the credit of each player, shape (games, players)."""
    rows = result.scan("seats").group_by("game", "player").agg(pl.col("credit").sum()).sort("game", "player").collect()
    return rows["credit"].to_numpy().reshape(result.played, -1)


def _named(share: str, ends: str, part: Part) -> dict[str, float]:
    return {share: part.share, f"{ends}low": part.low, f"{ends}high": part.high}
