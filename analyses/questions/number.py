"""The values that a designer may change (numbers, words, and yes-or-no values), and single changes of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fnmatch import fnmatchcase
from typing import Any

from starbalance.analyses.questions import randomness
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs import skill
from starbalance.simulator.runs.experiment import Experiment

STEP = 0.1
_PLACES = 10  # decimal places of a number, so that 0.2 plus a tenth of it is 0.22
NO_DESIGN = (
    "switches.max_rounds",
    f"{randomness.FILE}.*",
    f"{skill.FILE}.*",
)  # the round limit, the random streams and the skill of the players are not part of the design


@dataclass(frozen=True)
class Change:
    """A change of one value of the rules.

    Attributes:
        path: the path of the value
        old: the old value
        new: the new value
    """

    path: str
    old: Any
    new: Any

    @property
    def size(self) -> float:
        """The size of the change as a share of the old number, or of 1 if the number is below 1.

        A word or a yes-or-no value changes as a whole, which counts 1, like a number that doubles.
        """
        return abs(self.new - self.old) / max(abs(self.old), 1) if is_number(self.old) else 1.0

    @property
    def twice(self) -> "Change":
        """The change of a number by two steps."""
        return replace(self, new=round(2 * self.new - self.old, _PLACES))

    def __str__(self) -> str:
        return f"{self.path} {_as_toml(self.old)} -> {_as_toml(self.new)}"


def number_changes(
    experiment: Experiment, patterns: Sequence[str] | None = None, *, step: float = STEP
) -> list[Change]:
    """Return the single changes of every number, word and yes-or-no value that fits a pattern.

    A number moves one step up and one step down. A word or a yes-or-no value takes each other listed value. Words
    without a list, such as names, stay. Changes that the game refuses, or that change nothing in this setup, are left
    out.

    Args:
        experiment: The rules to start from.
        patterns: Paths, or parts of them with * and ?. Default: all values, except numbers that are 0.
        step: The step, as a share of the number. A whole number moves by at least 1. A number that is at least 0 stays
            at least 0. Default: 0.1.

    Returns:
        The changes, in the order of the values.

    Raises:
        BadInput: If no value fits a pattern.
    """
    if not 0 < step <= 1:
        raise BadInput(f"The step must be a share of the number, above 0 and at most 1, got {step:g}.")
    game = experiment.game
    values = [each for each in tables.values(experiment.rules.document) if _is_of_design(game, each)]
    for pattern in patterns or ():
        if not any(_fits(each.path, [pattern]) for each in values):
            raise BadInput(f"No number fits '{pattern}': {nearest(pattern, [each.path for each in values])}")
    chosen = [each for each in values if _is_chosen(each, patterns)]
    changes = [Change(each.path, each.value, new) for each in chosen for new in _others(game, each, step)]
    unchanged = _record(experiment, ())
    return [each for each in changes if _record(experiment, [each]) not in (None, unchanged)]


def is_possible(experiment: Experiment, changes: Sequence[Change]) -> bool:
    """Return whether the game allows some changes together.

    Args:
        experiment: The rules to start from.
        changes: The changes.
    """
    return _record(experiment, changes) is not None


def _record(experiment: Experiment, changes: Sequence[Change]) -> bytes | None:
    """Return the record of the rules under some changes, or `None` if the game refuses them."""
    try:
        return experiment.changed(changed(changes)).rules.record.tobytes()
    except BadInput:
        return None


def changed(changes: Sequence[Change]) -> dict[str, Any]:
    """Return changes as the option `set` of a run: path -> new value.

    Args:
        changes: The changes.
    """
    return {each.path: each.new for each in changes}


def is_number(value: Any) -> bool:
    """Return whether a value is a number with steps. Words and yes-or-no values are not.

    Args:
        value: The value.
    """
    return isinstance(value, int | float) and not isinstance(value, bool)


def listed(game: Game, value: tables.Value) -> list[Any]:
    """Return the allowed values of a value, if they are listed.

    Args:
        game: The game.
        value: The value.

    Returns:
        Its choices, the words of an enumeration, or no and yes. Empty if nothing is listed.
    """
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
    """Return the new values that a value may take: all other listed values, or one step down and one step up."""
    old = value.value
    if allowed := listed(game, value):
        return [each for each in allowed if each != old]
    size = step * abs(old) if isinstance(old, float) else max(1, round(step * abs(old)))
    return [
        new for new in (round(old - size, _PLACES), round(old + size, _PLACES)) if new != old and (old < 0 or new >= 0)
    ]


def _as_toml(value: Any) -> str:
    """Return a value as TOML writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
