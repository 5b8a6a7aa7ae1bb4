"""Bad input: one clear sentence that names the nearest valid choice."""

import difflib
import re
import traceback
from collections.abc import Iterable
from pathlib import Path

_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


class BadInput(ValueError):
    """The user asked for something that does not exist or cannot be; the message is the sentence to show."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """A clause that helps: the choice most like the word, and all of them if they are few."""
    known = [str(choice) for choice in choices]
    if not known:
        return "there is none to choose from."
    lowered = {choice.lower(): choice for choice in known}
    found = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.0)
    suggestion = f"did you mean '{lowered[found[0]]}'?"
    return suggestion if len(known) > 12 else f"{suggestion} (one of {', '.join(known)})"


def unknown(what: str, word: str, choices: Iterable[str]) -> BadInput:
    """The error for a name that is not among the choices."""
    return BadInput(f"There is no {what} '{word}': {nearest(word, choices)}")


def cause(error: Exception) -> str:
    """What went wrong in code that is not ours, and where: `moves.py, line 12: NameError: ...`."""
    text = _COLOURS.sub("", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    named = _PLACE.search(text)  # the compiler's
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno
    elif named is not None:
        file, line = named[1], int(named[2])
    else:
        place = next((each for each in reversed(frames) if _is_of_others(each.filename)), frames[-1])
        file, line = place.filename, place.lineno
    reason = f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}"
    return reason if file.startswith("<") else f"{Path(file).name}, line {line}: {reason}"


def _is_of_others(file: str) -> bool:
    """Whether a source is neither of the engine nor of an installed package."""
    return not file.startswith("<") and "site-packages" not in file and Path(file).parent != Path(__file__).parent
