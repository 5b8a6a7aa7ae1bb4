"""Luck: what decides who wins, from games played again with one part of their luck kept or drawn anew."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.questions.compare import after
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.pick_freeze import Part, alone, in_all
from starbalance.analyses.statistics.verdict import check_alpha
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, run

GAMES = 10_000  # of each run
FILE = "luck"  # of data: a seed for each part
STRATEGY = "strategy"  # drawn by the seed of a run itself


def luck(
    game: str,
    *,
    setup: str | None = None,
    players: int | None = None,
    games: int = GAMES,
    seed: int = 0,
    strategies: Any = None,
    skill: Sequence[Any] | str | float | None = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    jobs: int | None = None,
    alpha: float = ALPHA,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """The share of the variance of who wins that each part of the luck explains: part, share, low, high, ...

    Of a game whose data have a file `luck`, the seeds of its parts; strategies, where they are drawn, are one part
    more. share: what the part explains by itself, the rest being anything (the same deal with other flicks); in_all,
    in_all_low, in_all_high: what changes where it alone is drawn anew (other flicks in the same deal), together with
    the rest too. What lies between the two no part decides without another. Games, each played twice, are the
    independent unit. Every part takes two runs beside the first, of `games` each, kept below runs/.

    Raises BadInput for a game whose luck has no parts, and as `run` does.
    """
    check_alpha(alpha)
    parts, other = _parts(find_game(game)), (seed + 1) % batch.SEED_LIMIT
    rules: dict[str, Any] = {"setup": setup, "players": players, "skill": skill, "variant": variant}
    play = partial(run, game, games=games, strategies=strategies, jobs=jobs, out=DEFAULT, tell=tell, **rules)
    total = (1 + 2 * len(parts)) * games

    def credits_of(place: int, own: int, seeds: Mapping[str, int]) -> np.ndarray:
        changes = {f"{FILE}.{part}": each for part, each in seeds.items()}
        return _credits(play(seed=own, set={**(set or {}), **changes}, progress=after(progress, place * games, total)))

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
