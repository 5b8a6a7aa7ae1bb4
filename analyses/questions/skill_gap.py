"""The effect of skill: win shares by a player's advantage in skill, and strategies measured in points of skill."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import polars as pl
from scipy import special

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.effects import SEAT, contest_of, fit_of
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.conditional_logit import Fit
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result, View

SKILL, GAP = "skill", "gap"
STEP, MOST = 0.5, 2.0  # the unit and the largest absolute value of a gap


@marks_incomplete
def skill_gap(
    result: Result,
    by: Sequence[str] | None = None,
    *,
    margin: float | None = None,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """Return the win share by the gap in skill between a player and the other players.

    Args:
        result: A run whose players differ in skill.
        by: Further columns of the seats or games. Default: no further columns.
        margin: The margin of the verdicts, as a share. Default: the margin of a run that was played until decided, and
            2 points for any other run.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.

    Returns:
        the columns of `by`
        gap: the skill of a player minus the mean of the other players, from -2 to 2 in steps of a half. Ties are
            rounded towards 0.
        the remaining columns of `rates`

    Raises:
        BadInput: If the run has no skill, and as `rates` does.
    """
    if SKILL not in result.scan("seats").collect_schema().names():
        raise BadInput("The seats of the run have no column 'skill': play it with the option skill.")
    return rates(_Gaps(result), [*(by or []), GAP], margin=margin, alpha=alpha, max_truncated=max_truncated)


@dataclass(frozen=True)
class _Gaps(View):
    """A run whose seats have the column `gap`."""

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table, with the column `gap` for the seats."""
        rows = self.result.scan(table)
        return rows.with_columns(_gap().alias(GAP)) if table == "seats" else rows


def _gap() -> pl.Expr:
    """Return the gap of a seat as an expression, rounded to steps."""
    skill, seats = pl.col(SKILL), pl.len().over("game")
    gap = (skill - (skill.sum().over("game") - skill) / (seats - 1)) / STEP
    steps = ((gap.abs() - 0.5 - 1e-9).ceil() * gap.sign()).cast(pl.Int64)  # avoids -0.0
    return (steps * STEP).clip(-MOST, MOST)


@marks_incomplete
def exchange(result: Result, column: str = "strategy", *, alpha: float = ALPHA) -> pd.DataFrame:
    """Return what the levels of a column are worth in points of skill, the best level first.

    One conditional logit model of the winner has skill, the column, the seat and the headline factor (see `effects`).
    The slope of the effects of skill is fitted by least squares, weighted by their covariance. Intervals come from the
    delta method, with games as the independent unit.

    Args:
        result: A run whose players differ in skill.
        column: A column of the seats. Default: the strategy.
        alpha: One minus the confidence level of the intervals. Default: 0.05.

    Returns:
        the column: the level
        behind: the log odds by which the level is behind the best level; infinite if it never wins
        points: the points of skill that make up for it; infinite if it never wins
        low: the lower end of the interval of the points
        high: the upper end
        `attrs` holds the slope, which is the log odds of a point of skill, with slope_low and slope_high.

    Raises:
        BadInput: If the players do not differ in skill or in the column.
    """
    names = [SKILL, column, *_others(result, column)]
    contest = contest_of([result], names)
    fitted, place = fit_of(contest.games, contest.names), contest.games.of(names.index(column))
    slope, z = _slope(contest.levels[0], fitted), float(special.ndtri(1 - alpha / 2))
    effects = np.where(fitted.separated < 0, -np.inf, fitted.effect)[place]
    ranked = place.start + np.argsort(-effects, kind="stable")
    rows = [_behind(fitted, int(ranked[0]), int(each), slope=slope, z=z) for each in ranked]
    words = [contest.levels[names.index(column)][each - place.start] for each in ranked]
    table = pd.DataFrame(rows)
    table.insert(0, column, words)
    value, error = float(slope @ fitted.effect), float(np.sqrt(slope @ fitted.covariance @ slope))
    table.attrs |= {"slope": value, "slope_low": value - z * error, "slope_high": value + z * error}
    return table


def _behind(fitted: Fit, best: int, level: int, *, slope: np.ndarray, z: float) -> dict[str, float]:
    """Return how far an effect is behind the best effect, in log odds and in points of skill."""
    if fitted.separated[level] < 0:
        return {"behind": np.inf, "points": np.inf, "low": np.nan, "high": np.nan}
    apart, value = np.zeros(len(fitted.effect)), float(slope @ fitted.effect)
    apart[best] += 1
    apart[level] -= 1
    behind = float(apart @ fitted.effect)
    toward = (apart - behind / value * slope) / value
    half = z * float(np.sqrt(toward @ fitted.covariance @ toward))
    return {"behind": behind, "points": behind / value, "low": behind / value - half, "high": behind / value + half}


def _others(result: Result, column: str) -> list[str]:
    """Return the further columns of the model: the seat and the headline factor, if they vary within games."""
    seats = result.between(0, 1).scan("seats").collect()
    known = dict.fromkeys([SEAT, find_game(result.settings["game"]).factor])
    return [name for name in known if name != column and name in seats.columns and seats[name].n_unique() > 1]


def _slope(levels: Sequence[str], fitted: Fit) -> np.ndarray:
    """Return the weights of all effects in the slope over the levels of skill, the first column of the model."""
    count = len(levels)
    kept = [k for k in range(count) if fitted.separated[k] == 0 and fitted.known[k]]
    skill = np.array([float(levels[k]) for k in kept])
    centred = skill - skill.mean()
    inverse = np.linalg.pinv(fitted.covariance[np.ix_(kept, kept)])
    weights = np.zeros(len(fitted.effect))
    weights[kept] = inverse @ centred / (centred @ inverse @ centred)
    return weights
