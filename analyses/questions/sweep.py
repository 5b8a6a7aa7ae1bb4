"""Sweeps: a grid of values, every point of it played on the same luck."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd

from starbalance.analyses.questions.compare import share_differences
from starbalance.analyses.questions.rates import farthest, rates_of
from starbalance.analyses.statistics.aggregate import parity
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
from starbalance.simulator.runs.run import DEFAULT, check_columns, run_experiment

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
        games: Games of each combination. The runs are kept below runs/ and continued after a stop.
        by: Columns of seats or games. Default: the headline factor.
        margin: Margin of the verdicts, as a share.
        alpha: Chance of a wrong verdict in the whole table.
        max_truncated: Verdicts are undecided if a larger share of the games was truncated.
        **options: As for `run`.

    Returns:
        The paths, the columns of `by`, games, share, low, high, truncated, verdict (against parity) and reason, as for
        `rates`. If the rules without `vary` are one of the combinations, also difference, difference_low and
        difference_high: the share minus the share under these rules. `attrs["parity"]` is the equal share of a side.

    Raises:
        BadInput: Before a game is played, if a path does not exist, or a value is impossible or given twice.
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
        runs.append((labels, run_experiment(base.changed(point), part, games, out=DEFAULT)))
    table = rates_of(runs, columns, margin=margin, alpha=alpha, max_truncated=max_truncated)
    printed = next((result for _, result in runs if result.settings["rules"] == base.rules.version), None)
    table = table if printed is None else _with_differences(table, printed, runs, by=columns, alpha=alpha)
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
    last = [VERDICT, GAMES_NEEDED, REASON]
    return whole[[*(name for name in whole if name not in last), *last]]


def nearest(table: pd.DataFrame, vary: Sequence[str], by: Sequence[str]) -> pd.DataFrame:
    """The points of a sweep, the nearest to balance first: the paths, then as of `farthest`."""
    points = table.groupby(list(vary), sort=False)
    rows = [
        {**dict(zip(vary, point, strict=True)), **farthest(cells, by, table.attrs["parity"])} for point, cells in points
    ]
    away = [abs(row["share"] - table.attrs["parity"]) for row in rows]
    return typed(pd.DataFrame([rows[i] for i in np.argsort(away, kind="stable")]))


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


def grid(base: Experiment, vary: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return every combination of values. The last path varies fastest.

    Raises:
        BadInput: If a value is impossible or given twice.
    """
    if not vary:
        raise BadInput("There is nothing to vary: name a value and what it may be.")
    allowed = {path: [_stored(base, path, value) for value in vary[path]] for path in vary}
    for path, values in allowed.items():
        if not values:
            raise BadInput(f"There is no value for {path}: name what it may be.")
        for place, value in enumerate(values):
            if value in values[:place]:
                raise BadInput(f"{path}={value} is given twice.")
    return [dict(zip(allowed, values, strict=True)) for values in product(*allowed.values())]


def _stored(base: Experiment, path: str, value: Any) -> Any:
    """Return a value in the type that its path takes."""
    return base.changed({path: value}).rules.changed[path]


def _label(value: Any) -> Any:
    """A value as it stands in a table."""
    return str(value) if isinstance(value, list) else value
