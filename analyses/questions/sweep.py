"""Sweeps: a grid of values of the rules, with every combination played on the same seeds."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.compare import share_differences
from starbalance.analyses.questions.rates import decisive, rates_of
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated
from starbalance.analyses.statistics.verdict import (
    GAMES_NEEDED,
    MARGIN,
    REASON,
    VERDICT,
    check_alpha,
    check_margin,
    typed,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.experiment import Experiment, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, check_columns, run_experiment

RUNS = Group("sweep")
DIFFERENCE = {"difference": "difference", "low": "difference_low", "high": "difference_high"}


def sweep(
    game: str | Path,
    vary: Mapping[str, Sequence[Any]],
    *,
    games: int = 10_000,
    by: Sequence[str] | None = None,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    **options: Unpack[RunOptions],
) -> pd.DataFrame:
    """Play every combination of values on the same seeds and return the win shares of all as one table.

    Args:
        game: The name or folder of a game.
        vary: The values to try, by path.
        games: The number of games of each combination, which are kept below runs/ and continued after a stop. Default:
            10,000.
        by: Columns of the seats or games. Default: the headline factor.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.
        **options: As for `run`.

    Returns:
        the paths
        the columns of `by`
        games: the number of games with a seat in the cell
        share: the win share, 0 to 1
        low: the lower end of its interval
        high: the upper end
        truncated: the share of truncated games
        verdict: `balanced`, `strong`, `weak` or `undecided`; the verdicts of the table hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text
        difference: the share minus the share under the rules without `vary`; only if these rules are one of the
            combinations
        difference_low: the lower end of its interval
        difference_high: the upper end
        `attrs["equal_share"]` is the equal share of a side.

    Raises:
        BadInput: Before a game is played, if a path does not exist, or a value is impossible or given twice.

    >>> import starbalance as sb
    >>> table = sb.sweep("comet-chase", {"switches.goal": [40, 50]}, by=["seat"], games=100, seed=1)
    >>> table[["switches.goal", "seat", "games"]]
       switches.goal  seat  games
    0             40     1    100
    1             40     2    100
    2             50     1    100
    3             50     2    100
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    base, execution = prepare(game, options)
    points = grid(base, vary)
    columns = list(by or [base.factor])
    check_columns(columns, base.game, base.rules)
    runs = []
    for place, point in enumerate(points):
        labels = {path: _label(value) for path, value in point.items()}
        part = execution.part(place * games, len(points) * games)
        runs.append((labels, run_experiment(base.changed(point), part, games, out=RUNS)))
    table = rates_of(runs, columns, margin=margin, alpha=alpha, max_truncated=max_truncated)
    printed = next((result for _, result in runs if result.settings["rules"] == base.rules.version), None)
    return table if printed is None else _with_differences(table, printed, runs, by=columns, alpha=alpha)


def _with_differences(
    table: pd.DataFrame,
    base: Result,
    runs: Sequence[tuple[Mapping[str, Any], Result]],
    *,
    by: Sequence[str],
    alpha: float,
) -> pd.DataFrame:
    """Return the table with the difference between each point and the base, before the verdict."""
    less = pd.concat([share_differences(base, result, by, alpha=alpha).assign(**point) for point, result in runs])
    keys = [*runs[0][0], *by]
    whole = table.merge(less[[*keys, *DIFFERENCE]].rename(columns=DIFFERENCE), on=keys, how="left")
    whole.attrs |= table.attrs
    last = [VERDICT, GAMES_NEEDED, REASON]
    return whole[[*(name for name in whole if name not in last), *last]]


def nearest(table: pd.DataFrame, vary: Sequence[str], by: Sequence[str]) -> pd.DataFrame:
    """Return the decisive cell of each point of a sweep, the nearest to the equal share first.

    Args:
        table: A table of `sweep`.
        vary: The paths.
        by: The columns that define the cells.

    Returns:
        The paths, then the columns of `decisive`: the cell that decides whether the point is balanced.
    """
    points = table.groupby(list(vary), sort=False)
    rows = [
        {**dict(zip(vary, point, strict=True)), **decisive(cells, by, table.attrs["equal_share"])}
        for point, cells in points
    ]
    away = [abs(row["share"] - table.attrs["equal_share"]) for row in rows]
    return typed(pd.DataFrame([rows[i] for i in np.argsort(away, kind="stable")]))


def crossings(table: pd.DataFrame, path: str, by: Sequence[str]) -> pd.DataFrame:
    """Return at which values of a sweep of one number the share of each cell crosses the equal share.

    Args:
        table: A table of `sweep`.
        path: The path of the number.
        by: The columns that define the cells.

    Returns:
        One row per crossing. A cell that never crosses has no row.
        the columns of `by`
        crossing: `between 2 and 3`, or `at 2` if the share is the equal share at this value
    """
    crossed = []
    for cell, rows in table.sort_values(path).groupby(list(by), sort=False):
        values, away = rows[path].to_numpy(), rows["share"].to_numpy() - table.attrs["equal_share"]
        steps = [f"at {values[i]}" for i in np.flatnonzero(away == 0)]
        steps += [f"between {values[i]} and {values[i + 1]}" for i in np.flatnonzero(away[:-1] * away[1:] < 0)]
        crossed += [{**dict(zip(by, cell, strict=True)), "crossing": step} for step in steps]
    return pd.DataFrame(crossed, columns=[*by, "crossing"])


def grid(base: Experiment, vary: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return every combination of values. The last path varies fastest.

    Args:
        base: What is played without changes.
        vary: The values to try, by path.

    Raises:
        BadInput: If a value is impossible or given twice.
    """
    if not vary:
        raise BadInput("There is nothing to vary: name a path and its values.")
    allowed = {path: [_stored(base, path, value) for value in vary[path]] for path in vary}
    for path, values in allowed.items():
        if not values:
            raise BadInput(f"There is no value for {path}: name at least one.")
        for place, value in enumerate(values):
            if value in values[:place]:
                raise BadInput(f"{path}={value} is given twice.")
    return [dict(zip(allowed, values, strict=True)) for values in product(*allowed.values())]


def _stored(base: Experiment, path: str, value: Any) -> Any:
    """Return a value in the type that its path takes."""
    return base.changed({path: value}).rules.changed[path]


def _label(value: Any) -> Any:
    """Return a list as text, and any other value unchanged."""
    return str(value) if isinstance(value, list) else value
