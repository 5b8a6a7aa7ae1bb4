"""Errors and warnings for the user: one clear sentence, which names the nearest valid choice."""

import ast
import difflib
import linecache
import re
import sysconfig
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_FEW, _MANY = 12, 60  # number of choices listed: with a similar one, without
_ALIKE = 0.4  # similarity of two words, at most 1; below this value a word is no misspelling of the other
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_SIMULATOR = "starbalance.simulator"
_PYTHON = sysconfig.get_path("stdlib")
_LOST = re.compile(
    r"No module named 'starbalance\.simulator\.(?:engine\.)?(\w+)'"
    r"|cannot import name '(\w+)' from 'starbalance\.simulator(?:\.engine)?'"
)

_RENAMED = {  # name in version 0.2 -> the name now
    "Phase": "Decision",
    "phase": "decision",
    "Then": "PendingStep",
    "then": "pending_step",
    "go_on": "proceed",
    "verbs": "kernels",
    "capped": "truncated",
    "ahead": "compiled_apart",
    "uses": "shared_packages",
    "judgement": "evaluation",
    "luck": "randomness",
    "redeal_luck": "redeal_randomness",
    "parity": "equal_share",
    "believing": "opponents",
    "reach": "trust_region",
    "items": "components",
    "item_codes": "component_codes",
    "yardstick": "benchmark",
    "caution": "threshold",
    "phases": "decisions",
    "worth": "asset_weights",
    "recipe": "description",
    "item": "component",
    "told": "summary",
    "asks": "conditions",
}
_NAME = re.compile(  # of starbalance, in the message of an error
    r"No module named 'starbalance\.(?:\w+\.)*(?P<module>\w+)'"
    r"|cannot import name '(?P<imported>\w+)' from 'starbalance"
    r"|(?:Game|Functions)\.__init__\(\) got an unexpected keyword argument '(?P<argument>\w+)'"
    r"|'(?:Game|record)' object has no attribute '(?P<attribute>\w+)'"
)


class BadInput(ValueError):
    """An error in the user's input: an unknown name, or a value out of range. The message is one sentence to show."""


class Notice(UserWarning):
    """A warning for the user. The message is one sentence, which commands print without a place in the code."""


def new_name(word: str) -> str:
    """Return the present name of a word that had another name in version 0.2. Empty if the word is not an old name."""
    return _RENAMED.get(word, "")


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return the end of an error message: the choice most similar to a word, or a list of the choices.

    Args:
        word: The unknown word.
        choices: The valid words.

    Returns:
        A clause for the end of a sentence. It lists all choices if there are few, or if no choice is similar.
    """
    known = [str(choice) for choice in choices]
    if not known:
        return "there is nothing to choose from."
    if new_name(word) in known:
        return f"it is now '{new_name(word)}'."
    lowered = {choice.lower(): choice for choice in known}
    similar = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=_ALIKE if len(known) <= _MANY else 0.0)
    if not similar:
        return f"choose one of {', '.join(known)}." if len(known) > 1 else f"the only one is '{known[0]}'."
    suggestion = f"did you mean '{lowered[similar[0]]}'?"
    return suggestion if len(known) > _FEW else f"{suggestion} (one of {', '.join(known)})"


def unknown(what: str, word: str, choices: Iterable[str]) -> BadInput:
    """Return the error for a name that does not exist.

    Args:
        what: The kind of thing that has the name, such as "column".
        word: The unknown name.
        choices: The valid names.
    """
    return BadInput(f"There is no {what} '{word}': {nearest(word, choices)}")


def cause(error: BaseException) -> str:
    """Return an error in the user's code as text, with its place if known: `moves.py, line 12: NameError: ...`."""
    text = _COLOURS.sub("", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    place = _place(error, text)
    reason = (
        f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}{_moved(text, place) or _renamed(text)}"
    )
    return reason if place is None else f"{Path(place[0]).name}, line {place[1]}: {reason}"


def _renamed(text: str) -> str:
    """Return a hint at the new name of something that had another name in version 0.2. Empty for other errors."""
    lost = _NAME.search(text)
    name = str(lost[str(lost.lastgroup)]) if lost else ""
    return f" ('{name}' is now '{new_name(name)}')" if new_name(name) else ""


def _moved(text: str, place: tuple[str, int] | None) -> str:
    """Return a hint at the new place of a module or of names of the simulator. Empty for other errors.

    Args:
        text: The message of an error.
        place: The file and the line of the import.
    """
    lost = _LOST.search(text)
    if lost is None:
        return ""
    for package in ("engine", "games"):
        if find_spec(f"{_SIMULATOR}.{package}.{lost[1] or lost[2]}"):
            return f" (moved to {_SIMULATOR}.{package})"
    names: dict[str, list[str]] = {}
    for name in _imported_names(*place) if place else ():
        if module := _home(name):
            names.setdefault(module, []).append(name)
    places = [f"{' and '.join(each)} to {_SIMULATOR}.{module}" for module, each in names.items()]
    return f" (moved: {', '.join(places)})" if places else ""


def _imported_names(file: str, line: int) -> list[str]:
    """Return the names that the `from ... import ...` in a line imports."""
    tree = ast.parse("".join(linecache.getlines(file)))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [each.name for node in imports if node.lineno <= line <= (node.end_lineno or 0) for each in node.names]


def _home(name: str) -> str:
    """Return the module of the engine, or the package of the games, that defines a name. Empty if none does."""
    engine = Path(__file__).parent
    definition = re.compile(rf"^(?:(?:def|class) )?{name}(?:\(|: | = )", re.MULTILINE)
    for path in (*sorted(engine.glob("*.py")), engine.parent / "games" / "__init__.py"):
        if definition.search(path.read_text(encoding="utf-8")):
            return "games" if path.stem == "__init__" else f"engine.{path.stem}"
    return ""


@contextmanager
def in_a_sentence(what: str) -> Iterator[None]:
    """Turn every exception in the body into one sentence: `what`, a colon, and the cause.

    Raises:
        BadInput: If the body raises an exception. A `BadInput` from the body is raised unchanged.
    """
    try:
        yield
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(f"{what}: {cause(error)}") from error


def _place(error: BaseException, text: str) -> tuple[str, int] | None:
    """Return the file and the line of an error in code outside the engine. `None` if it has no such place.

    Args:
        error: The error. A syntax error has a place as attributes; for other errors the traceback is searched.
        text: The message of the error. Places that the compiler names in it count as innermost.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    known = [(each.filename, each.lineno or 1) for each in frames]
    known += [(file, int(line)) for file, line in reversed(_PLACE.findall(text))]  # of the compiler: innermost first
    return next((each for each in reversed(known) if _is_of_others(each[0])), None)


def _is_of_others(file: str) -> bool:
    """Return whether a source file belongs neither to the engine nor to Python or an installed package."""
    others = "site-packages" not in file and not Path(file).is_relative_to(_PYTHON)
    return not file.startswith("<") and others and Path(file).parent != Path(__file__).parent
