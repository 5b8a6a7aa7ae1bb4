"""The values that a designer may change (numbers, words, and yes-or-no values), single changes and transfers."""

from collections.abc import Container, Sequence
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
    def values(self) -> dict[str, Any]:
        """The new value by path."""
        return {self.path: self.new}

    @property
    def amount(self) -> float:
        """The difference of the new and the old number. It is 0 for a word or a yes-or-no value."""
        return round(self.new - self.old, _PLACES) if is_number(self.old) else 0

    @property
    def twice(self) -> "Change | None":
        """The change of a number by two steps, or `None` if the number would fall below 0 or is no number."""
        change = replace(self, new=round(self.new + self.amount, _PLACES)) if self.amount else None
        return None if change is None or change.new < 0 <= change.old else change

    @property
    def column(self) -> tuple[str, str]:
        """The table and the last part of the path, such as `ships` and `boost`. Both are empty without a component."""
        table, _, rest = self.path.partition(".")
        component, _, name = rest.rpartition(".")
        return (table, name) if component else ("", "")

    @property
    def component(self) -> str:
        """The part of the path between the table and the last part, such as `Tug`."""
        return self.path.partition(".")[2].rpartition(".")[0]

    def __str__(self) -> str:
        return f"{self.path} {self._arrow}"

    @property
    def _arrow(self) -> str:
        return f"{_as_toml(self.old)} -> {_as_toml(self.new)}"


@dataclass(frozen=True)
class Transfer:
    """A change that moves one step of a column from one component to another, such as a resource between two seats.

    Attributes:
        giver: the number that falls
        taker: the number that rises by the same amount
    """

    giver: Change
    taker: Change

    @property
    def size(self) -> float:
        """The total size of both changes."""
        return self.giver.size + self.taker.size

    @property
    def values(self) -> dict[str, Any]:
        """The new values by path."""
        return {**self.giver.values, **self.taker.values}

    @property
    def twice(self) -> "Transfer | None":
        """The transfer of two steps, or `None` if the giver would fall below 0."""
        giver, taker = self.giver.twice, self.taker.twice
        return Transfer(giver, taker) if giver and taker else None

    def __str__(self) -> str:
        (table, name), giver, taker = self.giver.column, self.giver, self.taker
        ends = f"{giver.component} ({giver._arrow}) to {taker.component} ({taker._arrow})"
        return f"{table}.*.{name}: {_as_toml(taker.amount)} from {ends}"


AnyChange = Change | Transfer


def transfers(singles: Sequence[Change]) -> list[Transfer]:
    """Return every transfer that two single changes make: in the same column, one down and one up by the same amount.

    Args:
        singles: The single changes.
    """
    takers: dict[tuple[Any, ...], list[Change]] = {}
    for each in singles:
        if each.amount > 0 and any(each.column):
            takers.setdefault((*each.column, each.amount), []).append(each)
    return [
        Transfer(giver, taker)
        for giver in singles
        for taker in takers.get((*giver.column, -giver.amount), ())
        if taker.path != giver.path
    ]


def number_changes(
    experiment: Experiment, patterns: Sequence[str] | None = None, *, step: float = STEP, zeros: bool = False
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
        zeros: Whether a 0 also moves up without a pattern, if another number of its column is not 0. Default: false.

    Returns:
        The changes, in the order of the values.

    Raises:
        BadInput: If no value fits a pattern.
    """
    if not 0 < step <= 1:
        raise BadInput(f"The step must be a share of the number, above 0 and at most 1, got {step:g}.")
    values = _of_design(experiment)
    for pattern in patterns or ():
        if not any(_fits(each.path, [pattern]) for each in values):
            raise BadInput(f"No number fits '{pattern}': {nearest(pattern, [each.path for each in values])}")
    chosen = [each for each in values if _is_chosen(each, patterns)]
    if zeros and patterns is None:
        known = {each.path for each in chosen}
        filled = {_of(each).column for each in chosen if is_number(each.value)} - {("", "")}
        chosen = [each for each in values if each.path in known or _of(each).column in filled]
    changes = [replace(_of(each), new=new) for each in chosen for new in _others(experiment.game, each, step)]
    unchanged = _record(experiment, ())
    return [each for each in changes if _record(experiment, [each]) not in (None, unchanged)]


def untried_values(
    experiment: Experiment, tried: Sequence[Change], patterns: Sequence[str] | None
) -> dict[tuple[str, str], list[str]]:
    """Return the paths of the values that some changes leave out, by their kind and the option that tries them.

    Args:
        experiment: The rules to start from.
        tried: The changes.
        patterns: The patterns of paths to which the changes are limited. `None` means no limit.
    """
    design, known = {each.path for each in _of_design(experiment)}, {each.path for each in tried}
    kinds: dict[tuple[str, str], list[str]] = {}
    for each in tables.values(experiment.rules.document):
        if each.path not in known and not _fits(each.path, NO_DESIGN):
            kinds.setdefault(_kind(each, design, patterns), []).append(each.path)
    return kinds


def _kind(value: tables.Value, design: Container[str], patterns: Sequence[str] | None) -> tuple[str, str]:
    """Return why a value is not tried, and the option that tries it."""
    if value.path not in design:
        return "words and lists without listed values", "--set"
    if patterns is not None and not _fits(value.path, patterns):
        return "values that --numbers leaves out", "--numbers"
    if patterns is None and is_number(value.value) and value.value == 0:
        return "numbers that are 0, except in transfers", "--numbers"
    return "values without an effect in this setup, or whose steps the game refuses", "--step"


def _of_design(experiment: Experiment) -> list[tables.Value]:
    """Return the values of the rules that a designer may change."""
    return [each for each in tables.values(experiment.rules.document) if _is_of_design(experiment.game, each)]


def _of(value: tables.Value) -> Change:
    """Return the change of a value to itself."""
    return Change(value.path, value.value, value.value)


def is_possible(experiment: Experiment, changes: Sequence[AnyChange]) -> bool:
    """Return whether the game allows some changes together.

    Args:
        experiment: The rules to start from.
        changes: The changes.
    """
    return _record(experiment, changes) is not None


def _record(experiment: Experiment, changes: Sequence[AnyChange]) -> bytes | None:
    """Return the record of the rules under some changes, or `None` if the game refuses them."""
    try:
        return experiment.changed(changed(changes)).rules.record.tobytes()
    except BadInput:
        return None


def changed(changes: Sequence[AnyChange]) -> dict[str, Any]:
    """Return changes as the option `set` of a run: path -> new value.

    Args:
        changes: The changes.
    """
    return {path: new for each in changes for path, new in each.values.items()}


def is_clear(changes: Sequence[AnyChange]) -> bool:
    """Return whether no two of some changes are about the same value.

    Args:
        changes: The changes.
    """
    return len(changed(changes)) == sum(len(each.values) for each in changes)


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
