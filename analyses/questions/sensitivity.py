"""The numbers of a game on which its balance depends: each is changed separately, with common random numbers."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

import pandas as pd

from starbalance.analyses.questions.compare import stalled
from starbalance.analyses.questions.largest_change import every_cell, largest, length, ranked
from starbalance.analyses.questions.number import STEP, Change
from starbalance.analyses.questions.trial import Changes, Shift, Trials, beforehand, find_trials, race, race_games
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, TRUNCATED, check_max_truncated, withheld
from starbalance.analyses.statistics.verdict import (
    MARGIN,
    REASON,
    VERDICT,
    check_alpha,
    check_margin,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs.experiment import after, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.run import check_games

TOP = 20
GAMES = 10_000
MOST = 3200  # games of a change in a race, at most


def sensitivity(
    game: str | Path,
    *,
    numbers: Sequence[str] | None = None,
    step: float = STEP,
    top: int = TOP,
    games: int = GAMES,
    by: Sequence[str] | None = None,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    **options: Unpack[RunOptions],
) -> pd.DataFrame:
    """Return the values of a game that change win shares most, the largest change first.

    All single changes (see `number_changes`) race by the sum of squares of their effects on all shares (see
    `trial.race`). The `top` changes with the largest effect are then played again with another seed, so that the
    selection does not exaggerate their effect. A time estimate is printed before the games. All runs are kept below
    runs/ and continued after a stop.

    Args:
        game: The name or folder of a game.
        numbers: Patterns of paths. Default: all values, except numbers that are 0.
        step: The step of a number, as a share of it. Default: 0.1.
        top: The number of changes to report. Default: 20.
        games: The number of games of each reported change. Default: 10,000.
        by: Columns of the shares. Default: the headline factor.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.
        **options: As for `run`. `set` and `variant` give the rules to start from.

    Returns:
        number: the path of the value
        old: its old value
        new: its new value
        the columns of `by`: the cell that changes most
        difference: the change of its share
        low: the lower end of the interval; the intervals of all cells and rows hold together
        high: the upper end
        difference_rounds: the change of the mean number of rounds per game
        rounds_low: the lower end of its interval
        rounds_high: the upper end
        flipped: the share of games with a different winner
        truncated: the share of truncated games
        verdict: `higher`, `lower`, `unchanged` or `undecided`
        reason: why the verdict is withheld, or an empty text
        `attrs["changes"]` is the number of changes that raced.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    check_games(games)
    if top < 1:
        raise BadInput(f"top must be at least 1, got {top}.")
    experiment, execution = prepare(game, options)
    trials, singles = find_trials(experiment, execution, numbers, step=step, by=by)
    several: list[Changes] = [(each,) for each in singles]
    seed, progress = experiment.seed, execution.progress
    most, whole = min(games, MOST), (min(top, len(several)) + 1) * games
    raced = race_games(len(several), top, most)
    execution.notify(f"{counted(len(several), 'single change')}: {beforehand([(trials, raced + whole)], seed)}.")
    first = after(progress, 0, raced + whole)
    kept = race(trials, several, _movement, keep=top, most=most, seed=seed + 1, progress=first)
    rest = after(progress, raced, raced + whole)
    changes = [change for (change,) in kept if isinstance(change, Change)]
    limits = {"margin": margin, "alpha": alpha, "max_truncated": max_truncated}
    table = _measured(trials, changes, games=games, seed=seed, **limits, progress=rest)
    table.attrs["changes"] = len(several)
    return table


def _movement(shift: Shift) -> float:
    return shift.movement


def _measured(
    trials: Trials,
    changes: Sequence[Change],
    *,
    games: int,
    seed: int,
    margin: float,
    alpha: float,
    max_truncated: float,
    progress: Callable[..., None],
) -> pd.DataFrame:
    """Return the table of sensitivity for the changes that remain."""
    total = (len(changes) + 1) * games
    base = trials.play((), games, seed=seed, progress=after(progress, 0, total))
    rows = []
    for place, change in enumerate(changes, 1):
        result = trials.play((change,), games, seed=seed, progress=after(progress, place * games, total))
        moved = largest(every_cell(base, result, trials.by, alpha=alpha / len(changes)), trials.by, margin=margin)
        truncated, reason = stalled(base, result, max_truncated)
        values = {"number": change.path, "old": change.old, "new": change.new}
        word = moved.pop(VERDICT)
        rows.append({**values, **moved, **length(base, result), TRUNCATED: truncated, VERDICT: word, REASON: reason})
    table = ranked(pd.DataFrame(rows))
    return table.assign(verdict=withheld(table[VERDICT], table[REASON]))
