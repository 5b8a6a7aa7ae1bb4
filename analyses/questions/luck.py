"""Luck: what decides who wins, from games played again with one part of their luck kept or drawn anew."""

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
from starbalance.simulator.runs.run import DEFAULT, run_experiment

GAMES = 10_000  # of each run
FILE = "luck"  # of data: a seed for each part
STRATEGY = "strategy"  # drawn by the seed of a run itself


def luck(game: str | Path, *, games: int = GAMES, alpha: float = ALPHA, **options: Unpack[RunOptions]) -> pd.DataFrame:
    """Return the share of the variance of the win that each part of the randomness explains.

    The game needs data in a file `luck`: a seed for each part. The draw of the strategies is one part more. Every part
    takes two runs beyond the first. Games, each played twice, are the independent unit.

    Args:
        game: The name or folder of a game.
        games: Games of each run. The runs are kept below runs/ and continued after a stop.
        alpha: One minus the level of the intervals.
        **options: As for `run`.

    Returns:
        part, share, low, high: what the part explains by itself, whatever the rest. in_all, in_all_low, in_all_high:
        what changes if this part is drawn again and the rest is kept. games.

    Raises:
        BadInput: If the randomness of the game has no parts, and as `run` does.
    """
    check_alpha(alpha)
    experiment, execution = prepare(game, options)
    parts, seed, other = _parts(experiment.game), experiment.seed, experiment.reseeded(1).seed
    total = (1 + 2 * len(parts)) * games

    def credits_of(place: int, own: int, seeds: Mapping[str, int]) -> np.ndarray:
        changed = experiment.changed({f"{FILE}.{part}": each for part, each in seeds.items()})
        part = execution.part(place * games, total)
        return _credits(run_experiment(replace(changed, seed=own), part, games, out=DEFAULT))

    first, rows = credits_of(0, seed, {}), []
    for place, part in enumerate(parts):
        one, two = (_only(part, parts, changed=changed, seed=seed, other=other) for changed in (False, True))
        kept, redrawn = credits_of(1 + 2 * place, *one), credits_of(2 + 2 * place, *two)
        found = alone(first, kept, 1 - alpha), in_all(first, redrawn, 1 - alpha)
        rows.append({"part": part, **_named("share", "", found[0]), **_named("in_all", "in_all_", found[1])})
    return pd.DataFrame(rows).assign(games=games)


def _parts(game: Game) -> list[str]:
    """The parts of the luck of a game. Raises BadInput where it has none."""
    data = tables.read(game).get(FILE)
    if data is None:
        raise BadInput(f"The luck of {game.title} has no parts with seeds of their own.")
    return [STRATEGY, *data]


def _only(part: str, parts: Sequence[str], *, changed: bool, seed: int, other: int) -> tuple[int, dict[str, int]]:
    """(the seed of a run, the seeds of parts) in which one part alone is of the first seed, or alone of the other."""
    one, rest = (other, seed) if changed else (seed, other)
    return (one, dict.fromkeys(parts[1:], rest)) if part == STRATEGY else (rest, {part: one})


def _credits(result: Result) -> np.ndarray:
    """(games, players): the part of the win of each player."""
    rows = result.scan("seats").group_by("game", "player").agg(pl.col("credit").sum()).sort("game", "player").collect()
    return rows["credit"].to_numpy().reshape(result.played, -1)


def _named(share: str, ends: str, part: Part) -> dict[str, float]:
    return {share: part.share, f"{ends}low": part.low, f"{ends}high": part.high}
