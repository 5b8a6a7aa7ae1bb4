"""Fonts for characters that the default font of charts lacks."""

import unicodedata
import warnings
from functools import cache
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import findSystemFonts, fontManager
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text

from starbalance.simulator.engine.errors import Notice

USUAL = "DejaVu Sans"  # comes with Matplotlib
_reported: set[str] = set()


class MissingGlyphs(Notice):
    """A warning about characters that no installed font has."""


def families(figure: Figure) -> list[str]:
    """Return the font families for a figure: the default one, and installed ones that have further characters.

    Warn with `MissingGlyphs` once for each character that no installed font has.
    """
    missing, names = _characters(figure) - _covered(_usual_file()), [USUAL]
    files = findSystemFonts() if missing else []
    while missing:
        best = max(files, key=lambda file: len(missing & _covered(file)), default=None)
        if best is None or not missing & _covered(best):
            _report(missing)
            break
        fontManager.addfont(best)
        names.append(FT2Font(best).family_name)
        missing -= _covered(best)
    return names


def _usual_file() -> str:
    return str(Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))


def _characters(figure: Figure) -> set[str]:
    """Return the printable characters of a figure."""
    letters = {letter for text in figure.findobj(Text) for letter in text.get_text()}  # type: ignore[attr-defined]
    return {letter for letter in letters if not unicodedata.category(letter).startswith("C")}


@cache
def _covered(file: str) -> frozenset[str]:
    """Return the characters of a scalable font. Empty if Matplotlib cannot use the file."""
    try:
        font = FT2Font(file)
    except (OSError, RuntimeError):
        return frozenset()
    return frozenset(map(chr, font.get_charmap())) if font.scalable else frozenset()


def _report(missing: set[str]) -> None:
    new = sorted(missing - _reported)
    _reported.update(new)
    if new:
        warnings.warn(
            f"No installed font has the characters {' '.join(new)}: charts show boxes instead. "
            "Install a font that has them, such as Noto Sans CJK for Chinese, Japanese and Korean.",
            MissingGlyphs,
            stacklevel=2,
        )
