"""Sweeps: a grid of values, every point of it played on the same luck."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from starbalance.analyses.questions.compare import after, share_differences
from starbalance.analyses.questions.rates import farthest, rates_of
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, REASON, check_max_truncated
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, check_columns, run
from starbalance.simulator.runs.skill import with_skill

DIFFERENCE = {"difference": "difference", "low": "difference_low", "high": "difference_high"}


def sweep(
    game: str,
    vary: Mapping[str, Sequence[Any]],
    *,
    by: Sequence[str] | None = None,
    setup: str | None = None,
    players: int | None = None,
    games: int = 10_000,
    seed: int = 0,
    strategies: Any = None,
    skill: Sequence[Any] | str | float | None = None,
    jobs: int | None = None,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """Plays every combination of values on the same luck; the win shares of all as one table.

    vary: values by dotted path. by: columns of the seats or games; none: the game's headline factor. The rest is as in
    a run; each point goes into a folder below runs/, so that a sweep that was stopped goes on. Columns: the paths, by,
    games, share, low, high, truncated, verdict (against parity; all of them hold at once), reason (see rates); where
    the rules as printed are among the points, also difference, difference_low, difference_high: the share less theirs,
    game by game. Among the frame's attrs: parity, the share of each side among equals. Raises BadInput before a game is
    played for a path or value that cannot be, or that is given twice.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    found, points = find_game(game), grid(game, vary, setup=setup, players=players)
    columns = list(by or [found.factor])
    skilled = with_skill(found, None, skill, setup=setup, players=players)
    base_rules = tables.load(found, setup, players, set=skilled)
    check_columns(columns, found, base_rules)
    play = partial(run, game, players=players, setup=setup, games=games, out=DEFAULT, seed=seed, jobs=jobs, tell=tell)
    runs = []
    for place, point in enumerate(points):
        done = after(progress, place * games, len(points) * games)
        labels = {path: _label(value) for path, value in point.items()}
        runs.append((labels, play(set=point, strategies=strategies, skill=skill, progress=done)))
    table = rates_of(runs, columns, margin=margin, alpha=alpha, max_truncated=max_truncated)
    base = next((result for _, result in runs if result.settings["rules"] == base_rules.version), None)
    table = table if base is None else _with_differences(table, base, runs, by=columns, alpha=alpha)
    table.attrs["parity"] = parity(runs[0][1])
    return table


def _with_differences(
    table: pd.DataFrame,
    base: Result,
    runs: Sequence[tuple[Mapping[str, Any], Result]],
    *,
    by: Sequence[str],
    alpha: float,
) -> pd.DataFrame:
    """The table with what each point adds to the shares of the base, before the verdict."""
    less = pd.concat([share_differences(base, result, by, alpha=alpha).assign(**point) for point, result in runs])
    keys = [*runs[0][0], *by]
    whole = table.merge(less[[*keys, *DIFFERENCE]].rename(columns=DIFFERENCE), on=keys, how="left")
    last = ["verdict", REASON]
    return whole[[*(name for name in whole if name not in last), *last]]


def nearest(table: pd.DataFrame, vary: Sequence[str], by: Sequence[str]) -> pd.DataFrame:
    """The points of a sweep, the nearest to balance first: the paths, then as of `farthest`."""
    points = table.groupby(list(vary), sort=False)
    rows = [
        {**dict(zip(vary, point, strict=True)), **farthest(cells, by, table.attrs["parity"])} for point, cells in points
    ]
    away = [abs(row["share"] - table.attrs["parity"]) for row in rows]
    return pd.DataFrame([rows[i] for i in np.argsort(away, kind="stable")])


def crossings(table: pd.DataFrame, path: str, by: Sequence[str]) -> pd.DataFrame:
    """Between which two values of a sweep of one number each share passes parity: by, below, above (values in order).

    A cell that never passes it has no row; where its share is parity at a value, both are that value.
    """
    found = []
    for cell, rows in table.sort_values(path).groupby(list(by), sort=False):
        values, away = rows[path].to_numpy(), rows["share"].to_numpy() - table.attrs["parity"]
        steps = [(values[i], values[i]) for i in np.flatnonzero(away == 0)]
        steps += [(values[i], values[i + 1]) for i in np.flatnonzero(away[:-1] * away[1:] < 0)]
        found += [{**dict(zip(by, cell, strict=True)), "below": low, "above": high} for low, high in steps]
    return pd.DataFrame(found, columns=[*by, "below", "above"])


def grid(
    game: str, vary: Mapping[str, Sequence[Any]], *, setup: str | None, players: int | None
) -> list[dict[str, Any]]:
    """Every combination of values, the last path the fastest. Raises BadInput for a value that cannot be, or twice."""
    if not vary:
        raise BadInput("There is nothing to vary: name a value and what it may be.")
    found = find_game(game)
    allowed = {path: [_stored(found, setup, players, path=path, value=value) for value in vary[path]] for path in vary}
    for path, values in allowed.items():
        if not values:
            raise BadInput(f"There is no value for {path}: name what it may be.")
        for place, value in enumerate(values):
            if value in values[:place]:
                raise BadInput(f"{path}={value} is given twice.")
    return [dict(zip(allowed, values, strict=True)) for values in product(*allowed.values())]


def _stored(game: Game, setup: str | None, players: int | None, *, path: str, value: Any) -> Any:
    """A value in the type that its path takes."""
    return tables.load(game, setup, players, set={path: value}).changed[path]


def _label(value: Any) -> Any:
    """A value as it stands in a table."""
    return str(value) if isinstance(value, list) else value
