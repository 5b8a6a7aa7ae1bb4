"""Lists in one option: words separated by commas, where a comma inside a word is written as `\\,`."""

import re
from collections.abc import Iterable

_COMMA = re.compile(r"(?<!\\),")


def split(text: str) -> list[str]:
    """Return the words that commas separate, without the spaces around them."""
    return [word.strip().replace("\\,", ",") for word in _COMMA.split(text)]


def joined(words: Iterable[str]) -> str:
    """Return words as one text that `split` takes apart again."""
    return ",".join(word.replace(",", "\\,") for word in words)
