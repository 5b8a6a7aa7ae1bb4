"""Which numbers of a game its balance hangs on: each changed alone, on the same luck."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

import pandas as pd

from starbalance.analyses.questions.compare import stalled
from starbalance.analyses.questions.largest_change import every_cell, largest, length, ranked
from starbalance.analyses.questions.number import STEP, Change, counted
from starbalance.analyses.questions.trial import Shift, Trials, beforehand, find_trials, race, race_games
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
from starbalance.simulator.runs.experiment import after, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.run import check_games

TOP = 20
GAMES = 10_000
MOST = 3200  # games of a change in a race


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
    """Return the numbers of a game that move win shares most, the largest change first.

    All single changes (see number_changes) race by the squares of the changes of all shares (see trial.race). The `top`
    changes that move most are then played again with another seed, so that the choice does not flatter them. The time
    it may take is printed beforehand. All runs are kept below runs/ and continued after a stop.

    Args:
        game: The name or folder of a game.
        numbers: Patterns of paths. Default: all, except numbers that are 0.
        step: The step of a number, as a part of it.
        top: The number of changes to report.
        games: Games of each reported change.
        by: Columns of the shares. Default: the headline factor.
        margin: Margin of the verdicts, as a share.
        alpha: Chance of a wrong verdict in the whole table.
        max_truncated: Verdicts are undecided if a larger share of the games was truncated.
        **options: As for `run`. `set` and `variant` give the rules to start from.

    Returns:
        number, old, new, by (the cell that changes most), difference, low, high (of its share; the intervals of all
        cells and rows hold at once), difference_rounds, rounds_low, rounds_high (per game), flipped (share of the games
        that another player wins), truncated, verdict and reason, as for `share_differences`. `attrs["changes"]` is the
        number of changes that raced.

    Raises:
        BadInput: If anything does not exist or is out of range.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    check_games(games)
    if top < 1:
        raise BadInput(f"At least 1 change is to be told, not {top}.")
    experiment, execution = prepare(game, options)
    trials, several = find_trials(experiment, execution, numbers, step=step, by=by)
    seed, progress = experiment.seed, execution.progress
    most, whole = min(games, MOST), (min(top, len(several)) + 1) * games
    raced = race_games(len(several), top, most)
    execution.tell(f"{counted(several)}: {beforehand([(trials, raced + whole)], seed)}.")
    first = after(progress, 0, raced + whole)
    kept = race(trials, several, _movement, keep=top, most=most, seed=seed + 1, progress=first)
    rest = after(progress, raced, raced + whole)
    changes = [change for (change,) in kept]
    limits = {"margin": margin, "alpha": alpha, "max_truncated": max_truncated}
    table = _told(trials, changes, games=games, seed=seed, **limits, progress=rest)
    table.attrs["changes"] = len(several)
    return table


def _movement(shift: Shift) -> float:
    return shift.movement


def _told(
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
    """The table of sensitivity, of the changes that are left."""
    total = (len(changes) + 1) * games
    base = trials.play((), games, seed=seed, progress=after(progress, 0, total))
    rows = []
    for place, change in enumerate(changes, 1):
        result = trials.play((change,), games, seed=seed, progress=after(progress, place * games, total))
        moved = largest(every_cell(base, result, trials.by, alpha=alpha / len(changes)), trials.by, margin=margin)
        truncated, reason = stalled(base, result, max_truncated)
        told = {"number": change.path, "old": change.old, "new": change.new}
        word = moved.pop(VERDICT)
        rows.append({**told, **moved, **length(base, result), TRUNCATED: truncated, VERDICT: word, REASON: reason})
    table = ranked(pd.DataFrame(rows))
    return table.assign(verdict=withheld(table[VERDICT], table[REASON]))
