"""Helpers for sentences of all games."""

from collections.abc import Sequence


def joined(words: Sequence[str]) -> str:
    """Join words for a sentence. Return `a`, `a and b`, or `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
