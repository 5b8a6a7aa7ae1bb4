"""What skill is worth: win shares by how much a player is better than the others, and strategies in points of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import polars as pl
from scipy import stats

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.effects import SEAT, contest_of, fit_of
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.conditional_logit import Fit
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result, View

SKILL, GAP = "skill", "gap"
STEP, MOST = 0.5, 2.0  # of gaps


@marks_incomplete
def skill_gap(
    result: Result,
    by: Sequence[str] | None = None,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """The win share by the gap in skill, as of `rates`: the columns of by (none: no others), gap, games, share, ...

    result: a run whose players differ in skill. gap: the skill of a player less the mean of the others, to the nearest
    half (of two as near the one towards 0), -2 and 2 with all beyond. Raises BadInput for a run without skill, and as
    `rates` does.
    """
    if SKILL not in result.scan("seats").collect_schema().names():
        raise BadInput("The seats of the run have no column 'skill': its players do not differ in it.")
    return rates(_Gaps(result), [*(by or []), GAP], margin=margin, alpha=alpha, max_truncated=max_truncated)


@dataclass(frozen=True)
class _Gaps(View):
    """A run whose seats have the column `gap`."""

    def scan(self, table: str) -> pl.LazyFrame:
        """As of a run."""
        rows = self.result.scan(table)
        return rows.with_columns(_gap().alias(GAP)) if table == "seats" else rows


def _gap() -> pl.Expr:
    """The gap of a seat, in steps."""
    skill, seats = pl.col(SKILL), pl.len().over("game")
    gap = (skill - (skill.sum().over("game") - skill) / (seats - 1)) / STEP
    steps = ((gap.abs() - 0.5 - 1e-9).ceil() * gap.sign()).cast(pl.Int64)  # no -0
    return (steps * STEP).clip(-MOST, MOST)


@marks_incomplete
def exchange(result: Result, column: str = "strategy", *, alpha: float = ALPHA) -> pd.DataFrame:
    """What the levels of a column are worth in skill: column, behind, points, low, high, the best level first.

    In one model of who wins, of skill, the column, the seat and the headline factor (the conditional logit of
    `effects`): behind is how many log odds a level is behind the best, points how much skill makes up for that, by the
    slope of the effects of skill (weighted least squares by their covariance). Intervals by the delta method, with
    games as the independent unit. Among the frame's attrs: slope, the log odds of a point of skill, slope_low,
    slope_high. A level that never wins cannot be made up for: inf.

    Raises BadInput for a run whose players do not differ in skill or in the column.
    """
    names = [SKILL, column, *_others(result, column)]
    contest = contest_of([result], names)
    fitted, place = fit_of(contest.games, contest.names), contest.games.of(names.index(column))
    slope, z = _slope(contest.levels[0], fitted), float(stats.norm.ppf(1 - alpha / 2))
    effects = np.where(fitted.endless < 0, -np.inf, fitted.effect)[place]
    ranked = place.start + np.argsort(-effects, kind="stable")
    rows = [_behind(fitted, int(ranked[0]), int(each), slope=slope, z=z) for each in ranked]
    words = [contest.levels[names.index(column)][each - place.start] for each in ranked]
    table = pd.DataFrame(rows)
    table.insert(0, column, words)
    value, error = float(slope @ fitted.effect), float(np.sqrt(slope @ fitted.covariance @ slope))
    table.attrs |= {"slope": value, "slope_low": value - z * error, "slope_high": value + z * error}
    return table


def _behind(fitted: Fit, best: int, level: int, *, slope: np.ndarray, z: float) -> dict[str, float]:
    """How far an effect is behind the best, in log odds and in points of skill. slope: its weights of the effects."""
    if fitted.endless[level] < 0:
        return {"behind": np.inf, "points": np.inf, "low": np.nan, "high": np.nan}
    apart, value = np.zeros(len(fitted.effect)), float(slope @ fitted.effect)
    apart[best] += 1
    apart[level] -= 1
    behind = float(apart @ fitted.effect)
    toward = (apart - behind / value * slope) / value
    half = z * float(np.sqrt(toward @ fitted.covariance @ toward))
    return {"behind": behind, "points": behind / value, "low": behind / value - half, "high": behind / value + half}


def _others(result: Result, column: str) -> list[str]:
    """What else the model has: the seat and the headline factor, as far as they vary within games."""
    seats = result.between(0, 1).scan("seats").collect()
    known = dict.fromkeys([SEAT, find_game(result.settings["game"]).factor])
    return [name for name in known if name != column and name in seats.columns and seats[name].n_unique() > 1]


def _slope(levels: Sequence[str], fitted: Fit) -> np.ndarray:
    """The weights of all effects in the slope over the levels of skill, the first column of the model."""
    count = len(levels)
    kept = [k for k in range(count) if fitted.endless[k] == 0 and fitted.known[k]]
    skill = np.array([float(levels[k]) for k in kept])
    centred = skill - skill.mean()
    inverse = np.linalg.pinv(fitted.covariance[np.ix_(kept, kept)])
    found = np.zeros(len(fitted.effect))
    found[kept] = inverse @ centred / (centred @ inverse @ centred)
    return found
