"""The numbers of a game that a designer may change, words and yes-or-no values too, and each change of one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fnmatch import fnmatchcase
from typing import Any

from starbalance.analyses.questions import luck
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs import skill
from starbalance.simulator.runs.experiment import Experiment

STEP = 0.1
_PLACES = 10  # decimal places of a number, so that 0.2 and a tenth of it are 0.22
NO_DESIGN = (
    "switches.max_rounds",
    f"{luck.FILE}.*",
    f"{skill.FILE}.*",
)  # the cap, luck, players


@dataclass(frozen=True)
class Change:
    """One number changed, or a word, or a yes or no: its path, what it is, and what it becomes."""

    path: str
    old: Any
    new: Any

    @property
    def size(self) -> float:
        """How far it goes, as a part of the old number; of a number below 1, of 1.

        A word, or a yes or no, has no parts: it changes as a whole, which counts 1, as for a number that doubles.
        """
        return abs(self.new - self.old) / max(abs(self.old), 1) if is_number(self.old) else 1.0

    @property
    def twice(self) -> "Change":
        """The change of a number, twice as far."""
        return replace(self, new=round(2 * self.new - self.old, _PLACES))

    def __str__(self) -> str:
        return f"{self.path} {_told(self.old)} -> {_told(self.new)}"


def number_changes(
    experiment: Experiment, patterns: Sequence[str] | None = None, *, step: float = STEP
) -> list[Change]:
    """Return the single changes of every number, word and yes-or-no value that fits a pattern.

    A number moves one step up and one step down. A word or a yes or no takes each other listed value. Words without a
    list, such as names, stay. Changes that the game refuses or that change nothing in this set-up are left out.

    Args:
        experiment: The rules to start from.
        patterns: Paths, or parts of them with * and ?. Default: all, except numbers that are 0.
        step: The step, as a part of the number. A whole number moves by at least 1. A number that is at least 0 stays
            at least 0.

    Raises:
        BadInput: If nothing fits a pattern.
    """
    if not 0 < step <= 1:
        raise BadInput(f"A step is a part of a number, above 0 and 1 at most, not {step:g}.")
    game = experiment.game
    found = [each for each in tables.values(experiment.rules.document) if _is_of_design(game, each)]
    for pattern in patterns or ():
        if not any(_fits(each.path, [pattern]) for each in found):
            raise BadInput(f"No number fits '{pattern}': {nearest(pattern, [each.path for each in found])}")
    chosen = [each for each in found if _is_chosen(each, patterns)]
    changes = [Change(each.path, each.value, new) for each in chosen for new in _others(game, each, step)]
    unchanged = _record(experiment, ())
    return [each for each in changes if _record(experiment, [each]) not in (None, unchanged)]


def counted(changes: Sequence[Any]) -> str:
    """How many single changes there are, in words."""
    return f"{len(changes)} single change{'s' * (len(changes) != 1)}"


def is_possible(experiment: Experiment, changes: Sequence[Change]) -> bool:
    """Return whether the game takes some changes together."""
    return _record(experiment, changes) is not None


def _record(experiment: Experiment, changes: Sequence[Change]) -> bytes | None:
    """Return the record of the rules under some changes, or `None` if the game refuses them."""
    try:
        return experiment.changed(changed(changes)).rules.record.tobytes()
    except BadInput:
        return None


def changed(changes: Sequence[Change]) -> dict[str, Any]:
    """Return changes as the option `set` of a run."""
    return {each.path: each.new for each in changes}


def is_number(value: Any) -> bool:
    """Whether a value is a number in the narrow sense, which has steps: neither a word nor a yes or no."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def listed(game: Game, value: tables.Value) -> list[Any]:
    """What a value may be, where that is listed: its choices, the words of an enumeration, no and yes; else nothing."""
    if "choices" in value.entry:
        return list(value.entry["choices"])
    reader, (file, _, name) = game.module("reader"), value.path.partition(".")
    kinds = {**reader.KEYS.get(file, {}), **reader.FIELDS.get(file, {})}
    kind = kinds.get(name.rpartition(".")[2], str)
    if issubclass(kind, IntEnum):
        return [word.lower() for word in kind.__members__]
    return [False, True] if kind is bool else []


def _is_of_design(game: Game, value: tables.Value) -> bool:
    may_change = is_number(value.value) or bool(listed(game, value))
    return may_change and not _fits(value.path, NO_DESIGN)


def _is_chosen(value: tables.Value, patterns: Sequence[str] | None) -> bool:
    if patterns is None:
        return not is_number(value.value) or value.value != 0
    return _fits(value.path, patterns)


def _fits(path: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(path, each) for each in patterns)


def _others(game: Game, value: tables.Value, step: float) -> list[Any]:
    """What a value may become: anything else that is listed for it, or a step down and a step up."""
    old = value.value
    if its := listed(game, value):
        return [each for each in its if each != old]
    size = step * abs(old) if isinstance(old, float) else max(1, round(step * abs(old)))
    return [
        new for new in (round(old - size, _PLACES), round(old + size, _PLACES)) if new != old and (old < 0 or new >= 0)
    ]


def _told(value: Any) -> str:
    """A value as TOML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
