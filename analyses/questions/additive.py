"""An additive model of the effects of changes, fitted to all sets of changes that were played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.analyses.questions.number import AnyChange
from starbalance.analyses.questions.trial import Shift

DOUBT = 200  # games without an effect that the model adds for each value, so that few games predict small effects
Key = tuple[str, Any]  # a path and a new value


@dataclass(frozen=True)
class Additive:
    """The effect of each new value on the shares, the rounds and the truncated games.

    Attributes:
        places: the row of each new value
        effects: the effects, shape (values, shares and ends)
    """

    places: Mapping[Key, int]
    effects: np.ndarray

    def knows(self, change: AnyChange) -> bool:
        """Return whether the new values of a change were played.

        Args:
            change: The change.
        """
        return all(key in self.places for key in change.values.items())

    def of(self, change: AnyChange) -> np.ndarray:
        """Return the expected effect of a change.

        Args:
            change: The change.
        """
        return self.effects[[self.places[key] for key in change.values.items()]].sum(0)


def additive(shifts: Sequence[Shift]) -> Additive:
    """Return the model that fits some sets of changes, a ridge regression in which each set counts by its games.

    Args:
        shifts: The effects of the sets, at least one.
    """
    keys = dict.fromkeys(key for shift in shifts for change in shift.changes for key in change.values.items())
    places = {key: place for place, key in enumerate(keys)}
    held = np.zeros((len(shifts), len(places)))
    for row, shift in zip(held, shifts, strict=True):
        row[[places[key] for change in shift.changes for key in change.values.items()]] = 1
    doubt = np.diag([DOUBT / shift.games for shift in shifts])
    moved = np.nan_to_num([shift.outcome - shift.unchanged for shift in shifts])
    return Additive(places, held.T @ np.linalg.solve(held @ held.T + doubt, moved))
