"""The check of the files of a game: its rules can be made in every way that they allow, and every name in them exists.

A choice, or a variant, may be meant for some setups only. It has a fault if no setup takes it.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

from starbalance.analyses.questions import check_study
from starbalance.analyses.questions.column_check import place
from starbalance.analyses.questions.study import check_path, read, study_path
from starbalance.analyses.report.study_check import check_study as check_report
from starbalance.analyses.statistics.aggregate import sides_in
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules, Value
from starbalance.simulator.runs.finding import FILES, NUMBERS, Finding

VARIANTS = "variants.toml"


def side_findings(game: Game, rules: Rules) -> Iterator[Finding]:
    """Yield a fault if the rules of a setup do not name the sides that the setup declares.

    Args:
        game: The game.
        rules: The rules of the setup.
    """
    yield from _refused(NUMBERS, lambda: sides_in(rules.setup, rules.record), game.folder / "reader.py")


def choice_findings(game: Game) -> Iterator[Finding]:
    """Yield the choices of values with which the rules cannot be made.

    Args:
        game: The game.
    """
    for value in tables.values(tables.read(game)):
        for choice in value.entry.get("choices", []):
            if not str(choice).endswith(":"):
                yield from _choice_fault(game, value, choice)


def _choice_fault(game: Game, value: Value, choice: Any) -> Iterator[Finding]:
    file, _, name = value.path.partition(".")
    path, kind = game.data_file(file), game.module("reader").KEYS.get(file, {}).get(name, object)
    where, what = place(path, f"[{name}]"), f"'{value.path}' allows the choice '{choice}'"
    if issubclass(kind, IntEnum) and not tables.is_a(choice, kind):
        known = [each.lower() for each in kind.__members__]
        sentence = f"{what}, which {kind.__name__} in rules.py does not have: {nearest(str(choice), known)}"
        yield Finding(NUMBERS, sentence.rstrip("."), where)
        return
    faults = [error for error in _errors(game, set={value.path: choice}) if error.__cause__ is not None]
    if faults:
        yield Finding(NUMBERS, f"{what}, with which the rules cannot be made: {faults[0]}".rstrip("."), where)


def file_findings(game: Game) -> Iterator[Finding]:
    """Yield the faults of the variants, the study and the balance check of a game.

    Args:
        game: The game.
    """
    path = game.folder / "data" / VARIANTS
    if path.is_file():
        yield from _variant_findings(game, path)
    study, check = study_path(game.address), check_path(game.address)
    if study.is_file():
        yield from _refused(FILES, lambda: check_report({**read(game.address), "game": game.address}, study), study)
    if check.is_file():
        yield from _refused(FILES, lambda: check_study.read(game.address), check)


def _variant_findings(game: Game, path: Path) -> Iterator[Finding]:
    try:
        names = tables.variants(game)
    except BadInput as error:
        yield _finding(FILES, error, path)
        return
    for name in names:
        errors = _errors(game, variant=name)
        if len(errors) == len(game.setups):
            yield _finding(FILES, errors[0], place(path, f"[{name}]"))


def _errors(game: Game, **changes: Any) -> list[BadInput]:
    """Return why setups of a game cannot be made with some changes, an error for each setup that refuses them."""
    errors = []
    for setup in game.setups:
        try:
            tables.load(game, setup.name, **changes)
        except BadInput as error:
            errors.append(error)
    return errors


def _refused(check: str, read: Callable[[], Any], where: str | Path) -> Iterator[Finding]:
    """Yield a fault if a call raises BadInput."""
    try:
        read()
    except BadInput as error:
        yield _finding(check, error, where)


def _finding(check: str, error: BadInput, where: str | Path) -> Finding:
    """Return an error as a fault, with its file unless the message names it."""
    sentence = str(error).rstrip(".")
    return Finding(check, sentence, "" if str(where).partition(",")[0] in sentence else str(where))
