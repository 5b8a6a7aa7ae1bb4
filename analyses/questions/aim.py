"""The aims of a search for changes: win shares, the number of rounds, and truncated games."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from starbalance.analyses.questions.trial import Shift
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED
from starbalance.simulator.engine.errors import BadInput, nearest, unknown

ENOUGH = 0.75  # the part of the allowed distance at which a search stops
MORE_TRUNCATED = 0.01  # the share of truncated games may rise by this much
FORMS = ("share of LEVEL", "share of LEVEL = 30", "rounds < 12", "rounds > 8", "truncated < 1")
EVERY_SHARE = "every share"
EDGE = 1e-12  # the distance of a value at a limit, which an aim such as `rounds < 12` does not meet; a rounding error
ROUNDS, TRUNCATED = -2, -1  # places in an outcome, which begins with the shares
_SHARE = re.compile(r"share of\s+(?P<level>[^<>=]+?)(?:\s*=\s*(?P<number>\d+(?:\.\d+)?)\s*%?)?", re.IGNORECASE)
_LIMIT = re.compile(r"(?:(?P<rounds>rounds)\s*(?P<sign>[<>])|truncated\s*<)\s*(?P<number>\d+(?:\.\d+)?)\s*%?", re.I)


@dataclass(frozen=True)
class Goal:
    """A quantity of the games, and the values that a search aims at.

    Attributes:
        name: the quantity
        places: the places of the quantity in an outcome
        target: the value to reach, or the limit
        side: 0 if the target counts, 1 if the target is an upper limit, -1 if it is a lower limit
        within: the distance from the target that is allowed
        unit: the size of a distance of 1
    """

    name: str
    places: Sequence[int]
    target: float
    side: int = 0
    within: float = 0.0
    unit: float = 1.0

    def distances(self, outcomes: np.ndarray) -> np.ndarray:
        """Return how far each quantity lies from its target, or beyond its limit.

        A quantity at its limit does not meet the aim, so its distance is EDGE.

        Args:
            outcomes: The outcomes, shape (..., shares and ends).
        """
        away = np.nan_to_num((outcomes[..., list(self.places)] - self.target) / self.unit)
        beyond = self.side * away
        return np.where(beyond > -EDGE, np.maximum(beyond, EDGE), 0.0) if self.side else np.abs(away)

    def missed(self, outcomes: np.ndarray, part: float) -> np.ndarray:
        """Return how far the farthest quantity lies beyond a part of the allowed distance. Within it, the result is 0.

        Args:
            outcomes: The outcomes, shape (..., shares and ends).
            part: The part of the allowed distance.
        """
        return np.maximum(self.distances(outcomes).max(axis=-1) - part * self.within, 0.0)


@dataclass(frozen=True)
class Aim:
    """The aims of a search, games of a similar length, and few truncated games.

    Attributes:
        goals: the aims
        rounds: the largest relative change of the number of rounds; `None` allows any change
        max_truncated: the largest share of truncated games
    """

    goals: Sequence[Goal]
    rounds: float | None = None
    max_truncated: float = MAX_TRUNCATED

    def missed(self, outcomes: np.ndarray, part: float = 0.5) -> np.ndarray:
        """Return how far each aim is missed.

        Args:
            outcomes: The outcomes, shape (..., shares and ends).
            part: The part of the allowed distance within which an aim is reached. Default: half of it.

        Returns:
            The distances, shape (..., aims).
        """
        return np.stack([goal.missed(outcomes, part) for goal in self.goals], axis=-1)

    def is_reached(self, shift: Shift) -> bool:
        """Return whether some changes reach every aim, within three quarters of the allowed distances.

        Args:
            shift: The effect of the changes.
        """
        return self.is_kept(shift) and not self.missed(shift.outcome, ENOUGH).any()

    def is_kept(self, shift: Shift) -> bool:
        """Return whether the length of the games stays within its limit, and few enough games are truncated.

        Args:
            shift: The effect of the changes.
        """
        before, now = shift.rounds
        return self.is_live(shift) and (self.rounds is None or abs(now / before - 1) <= self.rounds)

    def is_live(self, shift: Shift) -> bool:
        """Return whether few enough games are truncated: below the limit, and hardly more than without the changes.

        Args:
            shift: The effect of the changes.
        """
        before, now = shift.truncated
        return now <= min(self.max_truncated, before + MORE_TRUNCATED)

    def nearness(self, shift: Shift) -> float:
        """Return how near some changes come to all aims: larger is nearer, and too many truncated games come last.

        Args:
            shift: The effect of the changes.
        """
        return -self.squares(shift.outcome) if self.is_live(shift) else -np.inf

    def squares(self, outcome: np.ndarray) -> float:
        """Return the sum of the squared distances from all aims.

        Args:
            outcome: The shares, rounds and truncated games.
        """
        return float(sum((goal.distances(outcome) ** 2).sum() for goal in self.goals))


def check_form(text: str) -> None:
    """Raise BadInput if an aim has an unknown form.

    Args:
        text: The aim, such as `rounds < 12`.

    Raises:
        BadInput: If it has another form. The message names the nearest form.
    """
    if not _SHARE.fullmatch(text.strip()) and not _LIMIT.fullmatch(text.strip()):
        raise BadInput(f"'{text}' is no aim: {nearest(text, FORMS)}")


def goals_of(texts: Sequence[str], levels: Sequence[Sequence[str]], *, equal_share: float, within: float) -> list[Goal]:
    """Return the aims that texts describe. Without a text, the aim is every share near the equal share.

    Args:
        texts: The aims, such as `share of Mira = 30` or `rounds < 12`.
        levels: The names of each level.
        equal_share: The equal share of a side.
        within: The allowed distance of a share from its target.

    Raises:
        BadInput: If an aim has another form, or names an unknown level.
    """
    if not texts:
        return [Goal(EVERY_SHARE, range(len(levels)), equal_share, within=within)]
    return [_goal(text, levels, equal_share, within=within) for text in texts]


def _goal(text: str, levels: Sequence[Sequence[str]], equal_share: float, *, within: float) -> Goal:
    check_form(text)
    if (found := _LIMIT.fullmatch(text.strip())) is not None:
        number = float(found["number"])
        if found["rounds"]:
            return Goal("rounds", [ROUNDS], number, 1 if found["sign"] == "<" else -1, unit=max(number, 1.0))
        return Goal("truncated", [TRUNCATED], number / 100, 1)
    words = _SHARE.fullmatch(text.strip())
    assert words is not None
    for place, names in enumerate(levels):
        if words["level"].lower() in map(str.lower, names):
            target = float(words["number"]) / 100 if words["number"] else equal_share
            return Goal(f"share of {names[0]}", [place], target, within=within)
    raise unknown("level", words["level"], [names[0] for names in levels])
