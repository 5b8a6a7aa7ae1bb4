"""The numbers of a game that a designer may change, one step up or down each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from starbalance.analyses.questions import luck
from starbalance.simulator import tables
from starbalance.simulator.errors import BadInput, nearest
from starbalance.simulator.game import Game, Setup
from starbalance.simulator.runs import skill

STEP = 0.1
NO_DESIGN = (
    "switches.max_rounds",
    f"{luck.FILE}.*",
    f"{skill.FILE}.*",
)  # the cap, luck, players


@dataclass(frozen=True)
class Change:
    """One number changed: its path, what it is, and what it becomes."""

    path: str
    old: int | float
    new: int | float

    @property
    def size(self) -> float:
        """How far it goes, as a part of the old number; of a number below 1, of 1."""
        return abs(self.new - self.old) / max(abs(self.old), 1)

    def __str__(self) -> str:
        return f"{self.path} {self.old} -> {self.new}"


def number_changes(
    game: Game,
    setup: Setup,
    patterns: Sequence[str] | None = None,
    *,
    step: float = STEP,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
) -> list[Change]:
    """Every number that fits a pattern (none: all that are not 0), one step up and one down, where the game takes it.

    patterns: paths, or parts of them with * and ?. step: as a part of the number; a whole number moves by 1 at least.
    set, variant: the rules to start from. A number that is 0 or more stays so. Raises BadInput for a pattern that no
    number fits.
    """
    if not 0 < step <= 1:
        raise BadInput(f"A step is a part of a number, above 0 and 1 at most, not {step:g}.")
    document = tables.load(game, setup.name, set=set, variant=variant).document
    found = [each for each in tables.values(document) if _is_number(each.value) and not _fits(each.path, NO_DESIGN)]
    for pattern in patterns or ():
        if not any(_fits(each.path, [pattern]) for each in found):
            raise BadInput(f"No number fits '{pattern}': {nearest(pattern, [each.path for each in found])}")
    chosen = [each for each in found if _is_chosen(each, patterns)]
    steps = [change for each in chosen for change in _steps(each, step)]
    return [each for each in steps if is_possible(game, setup, [each], set=set, variant=variant)]


def is_possible(
    game: Game,
    setup: Setup,
    changes: Sequence[Change],
    *,
    set: Mapping[str, Any] | None = None,
    variant: str | Path | None = None,
) -> bool:
    """Whether the game takes some changes together."""
    try:
        tables.load(game, setup.name, set=changed(changes, set), variant=variant)
    except BadInput:
        return False
    return True


def changed(changes: Sequence[Change], set: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Some changes on top of others, as a run takes them."""
    return {**(set or {}), **{each.path: each.new for each in changes}}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_chosen(value: tables.Value, patterns: Sequence[str] | None) -> bool:
    return bool(value.value) if patterns is None else _fits(value.path, patterns)


def _fits(path: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(path, each) for each in patterns)


def _steps(value: tables.Value, step: float) -> Iterator[Change]:
    """A step down and a step up."""
    old = value.value
    size = step * abs(old) if isinstance(old, float) else max(1, round(step * abs(old)))
    for new in (old - size, old + size):
        if new != old and (old < 0 or new >= 0):
            yield Change(value.path, old, new)
