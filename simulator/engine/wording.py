"""Helpers for sentences of all games."""

from collections.abc import Sequence


def joined(words: Sequence[str]) -> str:
    """Join words for a sentence. Return `a`, `a and b`, or `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def plural(number: float, word: str) -> str:
    """Return a noun as it follows a number: `ship` after 1 or -1, otherwise `ships`."""
    return word if abs(number) == 1 else f"{word}s"


def counted(number: int, word: str) -> str:
    """Return a number with its noun, such as `1 ship` or `12,000 ships`."""
    return f"{number:,} {plural(number, word)}"
