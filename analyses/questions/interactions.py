"""Interactions: whether the effects of two columns add up, or combinations of their levels win more or less."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.effects import Contest, contest_of, fit_of, together
from starbalance.analyses.questions.rates import margin_of_run
from starbalance.analyses.statistics.conditional_logit import Fit, Games, misfit
from starbalance.analyses.statistics.estimate import ALPHA, critical, unseen_error
from starbalance.analyses.statistics.verdict import check_alpha, check_margin, holm
from starbalance.simulator.runs.result import Result

ADDITIVE, NOT_ADDITIVE, UNDECIDED = "additive", "not additive", "undecided"
_ROUNDING = 1e-9  # a standard error below which the wins of a cell do not vary
MOST_CELLS = 1000  # combinations of levels of two columns
_COLUMNS = ("column", "other", "p_value", "verdict", "level", "other_level", "games", "points", "low", "high")


@marks_incomplete
def interactions(
    result: Result | Sequence[Result],
    columns: Sequence[str] | None = None,
    *,
    margin: float | None = None,
    alpha: float = ALPHA,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> pd.DataFrame:
    """Test for each two columns whether the model of `effects`, in which they add up, explains the wins of their
    combinations.

    Each row has two columns of the same seats with at most 1,000 combinations of levels. Several runs form one model.

    Args:
        result: A run, or several runs of one game under the same rules.
        columns: Columns of the seats. Default: as for `effects`.
        margin: The margin of the verdicts, as a share. Default: the smallest margin of the runs (see `rates`).
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        progress: Called with the games done and the games in all.

    Returns:
        column: the first column
        other: the second column
        p_value: the p-value of the score test that the effects add up
        verdict: `additive` if all combinations are within the margin, `not additive` if the p-values of the table
            (Holm) reject that the effects add up, else `undecided`
        level: the level of the first column in the combination that is farthest from the model, in standard errors
        other_level: the level of the second column in it
        games: the number of games with this combination
        points: the wins of its seats beyond the model, in percentage points of a win share
        low: the lower end of the interval; the intervals of all combinations of the row hold together (Bonferroni)
        high: the upper end

    Raises:
        BadInput: As `effects` does.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.interactions(result, ["ship", "seat"])[["column", "other", "verdict"]]
      column other    verdict
    0   ship  seat  undecided
    """
    runs = together(result)
    margin = margin_of_run(*runs) if margin is None else margin
    check_margin(margin)
    check_alpha(alpha)
    contest = contest_of(runs, columns)
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
    """Return the numbers of a row, from games whose last column is the combination of two columns.

    The verdict is still a truth value: whether all combinations lie within the margin.
    """
    excess = misfit(games, fitted)
    seats, count = _seats(games)
    z = float(critical(np.array(games.count), 1 - alpha / len(seats), sequential))
    error = np.where(excess.error > _ROUNDING, excess.error / seats, unseen_error(np.zeros(len(seats)), count))
    points, half = 100 * excess.excess / seats, 100 * z * error
    far = np.divide(np.abs(points), half, out=np.zeros(len(points)), where=half > 0)
    most = int(np.argmax(far))
    return {
        "p_value": float(special.chdtrc(excess.freedom, excess.square)) if excess.freedom else 1.0,
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
    """Return how many seats and how many games have each level of the last column."""
    seats, count = np.zeros(games.levels[-1]), np.zeros(games.levels[-1])
    for block in games.blocks:
        codes = np.sort(block.columns[-1].codes, axis=1)
        is_first = np.hstack([np.ones((len(codes), 1), bool), codes[:, 1:] != codes[:, :-1]])
        games_of = np.broadcast_to(block.games[:, None], codes.shape)
        seats += np.bincount(codes.ravel(), games_of.ravel(), len(seats))
        count += np.bincount(codes[is_first], games_of[is_first], len(seats))
    return seats, count
