"""The style of charts: colours, marks, labels of axes, and titles that are never cut."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from typing import Any

import matplotlib
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine, PlaceHolderLayoutEngine
from matplotlib.text import Text
from matplotlib.transforms import BboxBase

from starbalance.analyses.presentation.chart.fonts import USUAL, families
from starbalance.analyses.presentation.incomplete import note
from starbalance.analyses.presentation.wording import named

MAIN, LINE, PALE = "#4477aa", "#333333", "#bbbbbb"  # measured values; reference lines; the rest
_ABOVE, _BELOW, _UNKNOWN = "#cc3311", "#4b1d91", "#77777c"  # above and below an equal share; undecided
VERDICT_COLOURS = {"balanced": MAIN, "strong": _ABOVE, "weak": _BELOW, "undecided": _UNKNOWN}
VERDICT_COLOURS |= {"unchanged": MAIN, "higher": _ABOVE, "lower": _BELOW}
VERDICT_MARKS = {"balanced": "o", "strong": "^", "weak": "v", "undecided": "s"}
VERDICT_MARKS |= {"unchanged": "o", "higher": "^", "lower": "v"}
PALETTE = (MAIN, "#ccbb44", "#228833", "#aa3377", "#66ccee", PALE, "#ee6677")
DASHES = ("-", "--", ":")
BAND = {"color": MAIN, "alpha": 0.12, "lw": 0}  # the margin around an equal share
PLATE = {"facecolor": "white", "alpha": 0.85, "lw": 0, "pad": 1}  # background of a label that may overlap a line
DPI = 150  # dots per inch of a picture
_EDGE = 0.01  # part of the width of a figure that is free at its left and right edge
_LINE = 0.17  # inches
_PAD = 0.09  # inches around a chart, since the width of text depends on the resolution
_LETTERS = 11  # letters per inch
_BETWEEN = 0.05  # smallest distance in inches between labels below a panel
SLANT = 30  # rotation in degrees of labels that do not fit side by side
STYLE: Any = {
    "font.size": 9.5,
    "font.sans-serif": [USUAL],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "starbalance",
    "svg.fonttype": "none",
    "text.parse_math": False,  # dollar signs in names are not formulas
}


class Drawing(Figure):
    """A figure that is shown in notebooks, with its title at the left edge."""

    def __init__(self, width: float, height: float) -> None:
        """Create an empty figure with a width and height in inches."""
        super().__init__(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD), dpi=DPI)

    def suptitle(self, t: str, **looks: Any) -> Text:
        """Set the title of the figure at its left edge."""
        return super().suptitle(t, **{"x": _EDGE, "ha": "left", **looks})

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        with styled(self):
            lay_out(self)
            self.savefig(picture, format="png", dpi=100, metadata={"Software": None})
        return picture.getvalue()


@contextmanager
def styled(figure: Figure) -> Iterator[None]:
    """Apply the style of charts, and fonts that have the characters of a figure, while it is drawn."""
    fonts = {"font.sans-serif": families(figure)}
    with matplotlib.rc_context(STYLE | fonts), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")  # `families` reports them
        yield


def lay_out(figure: Figure) -> None:
    """Fix the layout of a figure. Titles and labels that would be cut are wrapped.

    Labels below a panel that would overlap are slanted. A second call has no effect.
    """
    if isinstance(figure.get_layout_engine(), PlaceHolderLayoutEngine):
        return
    figure.draw_without_rendering()
    if taller := max(map(_slant, figure.axes), default=0.0):
        figure.set_figheight(figure.get_figheight() + taller)
        figure.draw_without_rendering()
    more, turned = sum(_break(text, figure.bbox) for text in figure.texts), 0
    for axes in figure.axes:
        place = axes.get_subplotspec()
        canvas = axes.bbox if place and place.get_gridspec().ncols > 1 else figure.bbox
        more += sum(_break(text, canvas) for text in (axes.xaxis.label, axes.title) if text.get_text())
        turned += _break(axes.yaxis.label, figure.bbox)
    if more or turned:
        figure.set_figheight(figure.get_figheight() + _LINE * more)
        for _ in range(2):  # each drawing uses the ticks and labels of the drawing before it
            figure.draw_without_rendering()
    figure.set_layout_engine("none")


def _slant(axes: Any) -> float:
    """Slant the tick labels below a panel if they would overlap, and return by how many inches they become taller."""
    words = [each for each in axes.get_xticklabels() if each.get_visible() and not each.get_rotation()]
    boxes = sorted((each.get_window_extent() for each in words if each.get_text()), key=lambda box: box.x0)
    dpi = axes.figure.dpi
    if all(two.x0 - one.x1 >= _BETWEEN * dpi for one, two in pairwise(boxes)):
        return 0.0
    for each in words:
        each.set(rotation=SLANT, ha="right", rotation_mode="anchor")
    tallest = max(each.get_window_extent().height for each in words)
    return float(tallest - max(box.height for box in boxes)) / dpi


def _break(text: Text, canvas: BboxBase) -> int:
    """Wrap a text that is wider than a canvas, and return the number of additional lines."""
    upright = int(text.get_rotation() == 90)
    (start, end), (first, last) = (box.get_points()[:, upright] for box in (text.get_window_extent(), canvas))
    edge = _EDGE * (last - first)
    if start >= first and end <= last - edge / 2:
        return 0
    middle = (start + end) / 2
    room = (
        last - start - 2 * edge
        if text.get_horizontalalignment() == "left"
        else 2 * min(middle - first, last - middle) - edge
    )
    before = text.get_text().splitlines()
    lines = [line for whole in before for line in _lines(text, whole, upright, room=room)]
    text.set_text("\n".join(lines))
    return len(lines) - len(before)


def _lines(text: Text, whole: str, upright: int, *, room: float) -> list[str]:
    """Return the lines of a text that is wrapped to a width."""
    lines = [""]
    for each in whole.split():
        text.set_text(f"{lines[-1]} {each}".strip())
        if lines[-1] and text.get_window_extent().size[upright] > room:
            lines.append(each)
        else:
            lines[-1] = text.get_text()
    return lines


def figure_of(width: float, height: float) -> tuple[Figure, Any]:
    """Return a figure with a width and height in inches, and its only panel."""
    figure = Drawing(width, height)
    return figure, figure.add_subplot()


def entitle(figure: Figure, title: str, frame: Any, **looks: Any) -> None:
    """Set the title of a chart of a frame, with a note below it if games are missing."""
    figure.suptitle("\n".join(filter(None, [title, note(frame)])), **looks)


def signed(text: str) -> str:
    """Return a number with a typographic minus sign."""
    return text.replace("-", "\u2212")


def labels(table: pd.DataFrame, by: Sequence[str]) -> list[str]:
    """Return a label for each row from the values of some columns."""
    return [named(by, dict(zip(by, row, strict=True))) for row in table[list(by)].values]


def keep_to_shares(axes: Any) -> None:
    """Start an axis at 0% or above, and remove ticks above 100%, where labels may be."""
    axes.set_xlim(left=max(0.0, axes.get_xlim()[0]))
    axes.set_xticks(
        [tick for tick in axes.get_xticks() if axes.get_xlim()[0] <= tick <= min(100.0, axes.get_xlim()[1])]
    )


def legend(figure: Figure, axes: Any) -> None:
    """Draw the legend of one panel below all panels, in one to four columns."""
    handles, words = axes.get_legend_handles_labels()
    longest = max(map(len, words), default=1)
    columns = max(1, min(4, int(_LETTERS * figure.get_figwidth() / (longest + 6))))
    figure.legend(handles, words, loc="outside lower center", ncols=columns, frameon=False)
