"""Words and tables as Markdown that shows them as they are."""

import re
from collections.abc import Sequence

_SPECIAL = re.compile(  # an underscore within a word, an ampersand or a smaller-than sign by itself means nothing
    r"([\\`*|\[\]~$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))"
)
_START = re.compile(r"^(\d*)([#+\-=>.)])(?=\s|$|[#=\-])")  # of a heading, a list, a quotation or a line below a title


def escaped(text: str) -> str:
    """Words that Markdown shows as they are, on one line."""
    return _START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(text.split())))


def prose(text: str) -> str:
    """A sentence in which only `code` has a meaning of its own."""
    return "".join(
        part if i % 2 else _SPECIAL.sub(r"\\\1", part) for i, part in enumerate(re.split(r"(`[^`\n]+`)", text))
    )


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts."""
    first, *others = (f"| {' | '.join(map(escaped, line))} |" for line in (heads, *rows))
    return "\n".join([first, "| --- " * len(heads) + "|", *others])
