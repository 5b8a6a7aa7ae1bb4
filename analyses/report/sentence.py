"""Sentences of a report, filled from the templates in the folder `sentences`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from starbalance.simulator.engine.wording import joined

_MOST = 3  # largest number of names in a list


def names(texts: Sequence[str], most: int = _MOST) -> str:
    """Return up to `most` names as one text, and the number of the other names. Default: 3 names.

    >>> names(["Algol", "Mira"]), names(["Algol", "Mira", "Pavo", "Antares"])
    ('Algol and Mira', 'Algol, Mira, Pavo and 1 more')
    """
    rest = len(texts) - most
    return f"{', '.join(texts[:most])} and {rest} more" if rest > 0 else joined(texts)


def percent(share: float) -> str:
    """Return a share in whole percent, or in tenths if it is below 1%."""
    return f"{100 * share:.0f}%" if share == 0 or share >= 0.01 else f"{100 * share:.1f}%"


def points(difference: float) -> str:
    """Return the size of a difference of shares in whole points, or in tenths if it is below 1 point."""
    size = 100 * abs(difference)
    text = f"{size:.0f}" if size >= 1 else f"{size:.1f}"
    return f"{text} point" if text == "1" else f"{text} points"


def signed(difference: float, digits: int = 0) -> str:
    """Return a difference of shares in signed points, with `digits` decimals. Default: none."""
    return f"{100 * difference:+.{digits}f}"


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "sentences"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=False,  # the writers of HTML and Markdown escape each text
)
_TEMPLATES.filters |= {"names": names, "percent": percent, "points": points, "signed": signed, "capital": capital}


def sentence(page: str, macro: str, /, **facts: Any) -> str:
    """Return a sentence of a page from facts, or an empty text if the facts give no reason for it.

    Args:
        page: Template in the folder `sentences`, without its suffix.
        macro: Macro of the template.
        **facts: Arguments of the macro.
    """
    text = getattr(_TEMPLATES.get_template(f"{page}.j2").module, macro)(**facts)
    return " ".join(str(text).split())
