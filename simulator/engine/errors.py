"""Bad input: one clear sentence that names the nearest valid choice."""

import ast
import difflib
import linecache
import re
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_FEW, _MANY = 12, 60  # choices that are listed beside the most alike, or where none is alike
_ALIKE = 0.4  # of two words, of 1: less is no misspelling
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_SIMULATOR = "starbalance.simulator"
_LOST = re.compile(
    r"No module named 'starbalance\.simulator\.(?:engine\.)?(\w+)'"
    r"|cannot import name '(\w+)' from 'starbalance\.simulator(?:\.engine)?'"
)


class BadInput(ValueError):
    """The user asked for something that does not exist or cannot be; the message is the sentence to show."""


class Notice(UserWarning):
    """A warning for the user. The message is one sentence, which commands print without a place in the code."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """A clause that helps: the choice most like the word, and all of them if they are few, or if none is like it."""
    known = [str(choice) for choice in choices]
    if not known:
        return "there is none to choose from."
    lowered = {choice.lower(): choice for choice in known}
    found = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=_ALIKE if len(known) <= _MANY else 0.0)
    if not found:
        return f"choose one of {', '.join(known)}." if len(known) > 1 else f"the only one is '{known[0]}'."
    suggestion = f"did you mean '{lowered[found[0]]}'?"
    return suggestion if len(known) > _FEW else f"{suggestion} (one of {', '.join(known)})"


def unknown(what: str, word: str, choices: Iterable[str]) -> BadInput:
    """The error for a name that is not among the choices."""
    return BadInput(f"There is no {what} '{word}': {nearest(word, choices)}")


def cause(error: BaseException) -> str:
    """Return what went wrong in the user's code, with its place if known: `moves.py, line 12: NameError: ...`."""
    text = _COLOURS.sub("", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    place = _place(error, text)
    reason = f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}{_moved(text, place)}"
    return reason if place is None else f"{Path(place[0]).name}, line {place[1]}: {reason}"


def _moved(text: str, place: tuple[str, int] | None) -> str:
    """Return a hint where a module or names of the simulator are now. Empty if the text reports another error.

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
    """Raises BadInput, `what` with the cause, for whatever goes wrong inside; a sentence passes as it is."""
    try:
        yield
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(f"{what}: {cause(error)}") from error


def _place(error: BaseException, text: str) -> tuple[str, int] | None:
    """(file, line) in code that is not ours: of a syntax error, the last that the compiler names, or the innermost."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    known = [(each.filename, each.lineno or 1) for each in frames]
    known += [(file, int(line)) for file, line in _PLACE.findall(text)]  # the compiler's
    return next((each for each in reversed(known) if _is_of_others(each[0])), None)


def _is_of_others(file: str) -> bool:
    """Whether a source is neither of the engine nor of an installed package."""
    return not file.startswith("<") and "site-packages" not in file and Path(file).parent != Path(__file__).parent
