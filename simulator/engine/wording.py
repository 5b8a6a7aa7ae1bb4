"""Words of the sentences of all games."""

from collections.abc import Sequence


def joined(words: Sequence[str]) -> str:
    """Such as `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
