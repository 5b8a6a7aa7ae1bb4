"""Which numbers of a game its balance hangs on: each changed alone, on the same luck."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.questions.compare import after, stalled
from starbalance.analyses.questions.largest_change import every_cell, largest, length, ranked
from starbalance.analyses.questions.number import STEP, Change, counted
from starbalance.analyses.questions.trial import Shift, Trials, beforehand, find_trials, race, race_games
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, REASON, TRUNCATED, check_max_truncated, withheld
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import checked_counts

TOP = 20
GAMES = 10_000
MOST = 3200  # games of a change in a race


def sensitivity(
    game: str | Path,
    *,
    numbers: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    players: int | None = None,
    setup: str | None = None,
    step: float = STEP,
    top: int = TOP,
    games: int = GAMES,
    seed: int = 0,
    strategies: Any = None,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
    jobs: int | None = None,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> pd.DataFrame:
    """The numbers that move win shares most, the largest change first.

    numbers: patterns of their paths (none: all but numbers that are 0); each goes up and down by `step`, a part of it,
    by 1 at least if it is whole; a word, or a yes or no, becomes each other value that is listed for it. All of these
    changes race (see trial.race) by the squares of the changes of all shares; the `top` that move most are then played
    anew, `games` each on luck of their own, so that having been chosen does not flatter them. tell says before that how
    long it may take. by: columns of the shares; none: the headline factor. set, variant: the rules to start from. All
    runs lie below runs/, so that work that was stopped goes on.

    Columns: number, old, new, by (the cell that changes most), difference, low, high (of its share; the intervals of
    all cells and rows hold at once), difference_rounds, rounds_low, rounds_high (a game), flipped (share of the games
    that another player wins), truncated, verdict and reason (see share_differences). Among its attrs: changes, how many
    raced. Raises BadInput for anything that does not exist or cannot be.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    checked_counts(games, seed, jobs)
    if top < 1:
        raise BadInput(f"At least 1 change is to be told, not {top}.")
    trials, several = find_trials(
        game,
        numbers,
        step=step,
        by=by,
        players=players,
        setup=setup,
        set=set,
        variant=variant,
        strategies=strategies,
        jobs=jobs,
        tell=tell,
    )
    most, whole = min(games, MOST), (min(top, len(several)) + 1) * games
    raced = race_games(len(several), top, most)
    tell(f"{counted(several)}: {beforehand([(trials, raced + whole)], seed)}.")
    kept = race(
        trials,
        several,
        _movement,
        keep=top,
        most=most,
        seed=seed + 1,
        progress=after(progress, 0, raced + whole),
    )
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
    base = trials.play((), games=games, seed=seed, progress=after(progress, 0, total))
    rows = []
    for place, change in enumerate(changes, 1):
        result = trials.play((change,), games=games, seed=seed, progress=after(progress, place * games, total))
        moved = largest(every_cell(base, result, trials.by, alpha=alpha / len(changes)), trials.by, margin=margin)
        truncated, reason = stalled(base, result, max_truncated)
        (verdict,) = withheld([moved.pop("verdict")], [reason])
        told = {"number": change.path, "old": change.old, "new": change.new}
        rows.append({**told, **moved, **length(base, result), TRUNCATED: truncated, "verdict": verdict, REASON: reason})
    return ranked(pd.DataFrame(rows))
