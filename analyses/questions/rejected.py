"""Sets of changes that a search does not propose, with the games in which they were not nearer to the aims."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from starbalance.analyses.presentation.balance_text import SEARCH
from starbalance.analyses.questions.aim import EVERY_SHARE, Aim
from starbalance.analyses.questions.trial import Changes, Shift

_DIGITS = 9  # of a distance, so that of two equally far shares the first counts


@dataclass(frozen=True)
class Rejected:
    """A set of changes that is not proposed.

    Attributes:
        stage: `search` or `check`, the games that show it
        changes: the changes
        games: the number of these games
        share: the share farthest from an equal share in these games; NaN with other aims
        unchanged: the same share of the unchanged game
    """

    stage: str
    changes: str
    games: int
    share: float
    unchanged: float


def is_nearer(aim: Aim, outcome: np.ndarray, unchanged: np.ndarray) -> bool:
    """Return whether some changes come nearer to at least one aim than the unchanged game.

    Args:
        aim: The aims.
        outcome: The shares, rounds and truncated games with the changes.
        unchanged: The same numbers without the changes.
    """
    return bool((aim.missed(outcome, part=0) < aim.missed(unchanged, part=0)).any())


def rejected(
    stage: str, changes: Changes, games: int, *, aim: Aim, outcome: np.ndarray, unchanged: np.ndarray
) -> Rejected:
    """Return a set of changes that is not proposed.

    Args:
        stage: `search` or `check`, the games that show it.
        changes: The changes.
        games: The number of these games.
        aim: The aims.
        outcome: The shares, rounds and truncated games with the changes.
        unchanged: The same numbers without the changes.
    """
    return Rejected(stage, "; ".join(map(str, changes)), games, _farthest(aim, outcome), _farthest(aim, unchanged))


def nearest_rejected(shifts: Sequence[Shift], aim: Aim) -> list[Rejected]:
    """Return the set of changes that comes nearest to the aims in the last games of a search.

    The result is empty without a set, and if a set is nearer than the unchanged game, which already reaches the aims.

    Args:
        shifts: The effects of the sets in these games.
        aim: The aims.
    """
    if not shifts or any(is_nearer(aim, each.outcome, each.unchanged) for each in shifts):
        return []
    best = min(shifts, key=lambda each: aim.missed(each.outcome, part=0).sum())
    return [rejected(SEARCH, best.changes, best.games, aim=aim, outcome=best.outcome, unchanged=best.unchanged)]


def rejected_table(rows: Iterable[Rejected]) -> pd.DataFrame:
    """Return a table of sets of changes that are not proposed.

    Args:
        rows: The sets.
    """
    table = pd.DataFrame(list(rows), columns=list(Rejected.__dataclass_fields__))
    return table.astype({"games": int, "share": float, "unchanged": float})


def _farthest(aim: Aim, outcome: np.ndarray) -> float:
    """Return the share farthest from an equal share, or NaN if the aims are others."""
    goal = aim.goals[0]
    if goal.name != EVERY_SHARE:
        return np.nan
    return float(outcome[list(goal.places)][goal.distances(outcome).round(_DIGITS).argmax()])
