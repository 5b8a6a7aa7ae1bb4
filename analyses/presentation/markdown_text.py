"""Texts and tables as Markdown, with special characters escaped."""

import re
from collections.abc import Sequence

_SPECIAL = re.compile(  # no escape for an underscore within a word, or a single ampersand or smaller-than sign
    r"([\\`*|\[\]~$]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))"
)
_START = re.compile(r"^(\d*)([#+\-=>.)])(?=\s|$|[#=\-])")  # start of a heading, list, quotation or underlined title


def escaped(text: str) -> str:
    """Return a text on one line, with all special characters of Markdown escaped."""
    return _START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(text.split())))


def prose(text: str) -> str:
    """Return a sentence with all special characters escaped, except for `code`."""
    return "".join(
        part if i % 2 else _SPECIAL.sub(r"\\\1", part) for i, part in enumerate(re.split(r"(`[^`\n]+`)", text))
    )


def markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table of texts."""
    first, *others = (f"| {' | '.join(map(escaped, line))} |" for line in (heads, *rows))
    return "\n".join([first, "| --- " * len(heads) + "|", *others])
