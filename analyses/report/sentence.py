"""Sentences of a report, filled from the templates in the folder `sentences`."""

from collections.abc import Sequence
from math import floor
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from starbalance.simulator.engine.wording import joined

_MOST = 3  # largest number of names in a list
_WHOLE = 10  # points from which on a lower limit has no tenths
_NOISE = 1e-9  # of the arithmetic, so that 0.29 does not become 28 %


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
    return _in_points(f"{size:.0f}" if size >= 1 else f"{size:.1f}")


def _in_points(number: str) -> str:
    return f"{number} point" if number == "1" else f"{number} points"


def at_least(difference: float) -> str:
    """Return a size that a difference of shares has at least, in points. It is rounded down, to tenths below 10 points.

    >>> at_least(-0.0155), at_least(0.1287), at_least(0.02)
    ('1.5 points', '12 points', '2 points')
    """
    size = 100 * abs(difference) + _NOISE
    return _in_points(f"{floor(size)}" if size >= _WHOLE else f"{floor(10 * size) / 10:g}")


def size(low: float, high: float) -> str:
    """Return the interval of the size of a difference of shares that is not 0, in whole points.

    >>> size(0.041, 0.57), size(-0.37, -0.22)
    ('4 to 57 points', '22 to 37 points')
    """
    least, most = sorted(abs(100 * end) for end in (low, high))
    return f"{least:.0f} to {_in_points(f'{most:.0f}')}"


def percent_at_least(share: float) -> str:
    """Return a share that a quantity has at least, rounded down to whole percent.

    >>> percent_at_least(0.447)
    '44%'
    """
    return f"{floor(100 * share + _NOISE)}%"


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
_FILTERS = (names, percent, points, at_least, size, percent_at_least, signed, capital)
_TEMPLATES.filters |= {each.__name__: each for each in _FILTERS}


def sentence(page: str, macro: str, /, **facts: Any) -> str:
    """Return a sentence of a page from facts, or an empty text if the facts give no reason for it.

    Args:
        page: Template in the folder `sentences`, without its suffix.
        macro: Macro of the template.
        **facts: Arguments of the macro.
    """
    text = getattr(_TEMPLATES.get_template(f"{page}.j2").module, macro)(**facts)
    return " ".join(str(text).split())
