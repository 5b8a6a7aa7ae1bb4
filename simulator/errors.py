"""Bad input: one clear sentence that names the nearest valid choice."""

import difflib
from collections.abc import Iterable


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
