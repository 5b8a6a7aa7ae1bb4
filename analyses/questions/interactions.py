"""Interactions: whether the effects of two columns add up, or their levels together win more than both say."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.effects import Contest, contest_of, fit_of, together
from starbalance.analyses.statistics.conditional_logit import Fit, Games, misfit
from starbalance.analyses.statistics.estimate import ALPHA, critical, unseen_error
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, holm
from starbalance.simulator.runs.result import Result

ADDITIVE, NOT_ADDITIVE, UNDECIDED = "additive", "not additive", "undecided"
_ROUNDING = 1e-9  # a standard error below which the wins of a cell do not vary
MOST_CELLS = 1000  # levels of two columns that come up together
_COLUMNS = ("column", "other", "p_value", "verdict", "level", "other_level", "games", "points", "low", "high")


@marks_incomplete
def interactions(
    result: Result | Sequence[Result],
    columns: Sequence[str] | None = None,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> pd.DataFrame:
    """Of each two columns, whether the model of `effects`, in which they add up, tells what their levels win together.

    result, columns: as of `effects`; several runs are one model. A row for each two columns of the same seats of which
    at most 1,000 levels come up together:

    p_value: of the score test that nothing is missing. level, other_level: the two whose seats win what lies furthest
    from the model, in standard errors; points: percentage points of a win share that they win beyond it, between low
    and high, which hold for all levels of the row at once (Bonferroni); games: in which they come up. verdict:
    `additive` where all of them are known to lie within the margin, else `not additive` where the p-values of the table
    (Holm) show that something is missing, else `undecided`.

    Raises BadInput as `effects` does. progress is told (games done, games in all).
    """
    check_margin(margin)
    check_alpha(alpha)
    contest = contest_of(together(result), columns)
    pairs = [pair for pair in combinations(range(len(contest.names)), 2) if contest.games.meet(*pair)]
    fitted, total = fit_of(contest.games, contest.names), (len(pairs) + 1) * contest.games.count
    rows = []
    for place, (one, two) in enumerate(pairs):
        progress((place + 1) * contest.games.count, total)
        games, cells = contest.games.with_cells(one, two)
        if len(cells) <= MOST_CELLS:
            row = _furthest(games, fitted, alpha=alpha, margin=margin, sequential=contest.sequential)
            rows.append({**row, **_words(contest, (one, two), cells[row["level"]])})
    table = pd.DataFrame(rows, columns=_COLUMNS)
    is_missing = holm(table["p_value"].to_numpy(float)) <= alpha
    words = np.where(table["verdict"].astype(bool), ADDITIVE, np.where(is_missing, NOT_ADDITIVE, UNDECIDED))
    return table.assign(verdict=words)


def _furthest(games: Games, fitted: Fit, *, alpha: float, margin: float, sequential: bool) -> dict[str, Any]:
    """The numbers of a row, of games whose last column is that of two; verdict: whether all lie within the margin."""
    found = misfit(games, fitted)
    seats, count = _seats(games)
    z = float(critical(np.array(games.count), 1 - alpha / len(seats), sequential))
    error = np.where(found.error > _ROUNDING, found.error / seats, unseen_error(np.zeros(len(seats)), count))
    points, half = 100 * found.excess / seats, 100 * z * error
    far = np.divide(np.abs(points), half, out=np.zeros(len(points)), where=half > 0)
    most = int(np.argmax(far))
    return {
        "p_value": float(stats.chi2.sf(found.square, found.freedom)) if found.freedom else 1.0,
        "verdict": bool((np.abs(points) + half < 100 * margin).all()),
        "level": most,
        "games": int(count[most]),
        "points": points[most],
        "low": max(points[most] - half[most], -100.0),
        "high": min(points[most] + half[most], 100.0),
    }


def _words(contest: Contest, pair: tuple[int, int], codes: np.ndarray) -> dict[str, str]:
    (column, other), (level, other_level) = (
        [contest.names[place] for place in pair],
        [contest.levels[place][code] for place, code in zip(pair, codes, strict=True)],
    )
    return {"column": column, "other": other, "level": level, "other_level": other_level}


def _seats(games: Games) -> tuple[np.ndarray, np.ndarray]:
    """(how many seats, how many games have each level of the last column)."""
    seats, count = np.zeros(games.levels[-1]), np.zeros(games.levels[-1])
    for block in games.blocks:
        codes = np.sort(block.columns[-1].codes, axis=1)
        is_first = np.hstack([np.ones((len(codes), 1), bool), codes[:, 1:] != codes[:, :-1]])
        seats += np.bincount(codes.ravel(), minlength=len(seats))
        count += np.bincount(codes[is_first], minlength=len(seats))
    return seats, count
