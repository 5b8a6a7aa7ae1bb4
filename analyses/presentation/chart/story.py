"""Charts of the first pages of a report: narrow enough for a phone, with the finding as the title."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from starbalance.analyses.presentation.chart.style import BAND, LINE, STYLE, Drawing, entitle, signed

HIGHLIGHTS = ("#d55e00", "#0072b2", "#aa3377")  # of the levels with a page of their own; readable if colour-blind
QUIET = "#8a8a8f"  # of all other levels
_WIDTH = 4.7  # inches
_ROW, _SERIES = 0.11, 0.075  # inches of a row, of each of its series
_LETTER, _LEGEND = 0.15, 0.2  # inches of a line of a label and of the legend
_PANEL, _AROUND = 0.3, 0.9  # inches of the title of a panel, and of the title and the axis of a chart
_LINE = 25  # letters of a line of a label
_MARKS = "os^Dv<>P"
_TITLE = {"weight": "bold", "size": 10.5}


def spread(
    table: pd.DataFrame, *, title: str, colours: Mapping[str, str], band: float, unit: str = "", by_value: bool = True
) -> Figure:
    """Draw values with intervals: a panel for each group, a row for each label, a mark for each series.

    Args:
        table: Table with the columns group, label, series, value, low, high. Rows whose column `labelled` is true show
            their value.
        title: Title of the chart.
        colours: Label -> colour of its row. Other rows are grey.
        band: Half width of the band around 0.
        unit: Label of the x axis. Default: points from an equal share.
        by_value: Whether to sort the rows of each panel by their mean value, the highest first. Default: yes.
    """
    groups = [_sorted(rows) if by_value else rows for _, rows in table.groupby("group", sort=False)]
    names = list(dict.fromkeys(table["series"]))
    heights = [sum(_row_heights(rows)) for rows in groups]
    lines = -(-len(names) // 2) if len(names) > 1 else 0
    with matplotlib.rc_context(STYLE):
        figure = Drawing(_WIDTH, sum(heights) + _PANEL * len(groups) + _AROUND + _LEGEND * lines)
        panels = figure.subplots(len(groups), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
        for axes, rows in zip(panels, groups, strict=True):
            axes.axvspan(-band, band, **BAND)
            axes.axvline(0, color=LINE, lw=1, ls="--")
            _rows(axes, rows, names, colours=colours)
            if len(groups) > 1:
                axes.set_title(f"By {rows['group'].iloc[0]}", loc="left", size=9.5, pad=14)
        _name_line(panels[0], 0)
        panels[-1].set_xlabel(unit or "points from an equal share (95% interval)")
        _name_series(figure, names)
        entitle(figure, title, table, **_TITLE)
        return figure


def before_after(table: pd.DataFrame, *, title: str, colour: str, equal_share: float) -> Figure:
    """Draw the win share before and after each change, the share nearest to an equal share first.

    Args:
        table: Table with the columns label, before, after, low, high (all in percent) and significant.
        title: Title of the chart.
        colour: Colour of significant changes. Other changes are grey.
        equal_share: The equal share in percent.
    """
    with matplotlib.rc_context(STYLE):
        labels = [_folded(each) for each in table["label"]]
        figure = Drawing(_WIDTH, 1.0 + sum(0.12 + _LETTER * (1 + each.count("\n")) for each in labels))
        axes = figure.add_subplot()
        axes.axvline(equal_share, color=LINE, lw=1, ls="--")
        places = np.arange(len(table))[::-1]
        for place, row in zip(places, table.itertuples(), strict=True):
            shade = colour if row.significant else QUIET
            axes.plot([row.low, row.high], [place, place], color=shade, lw=1.5)
            axes.annotate(
                "", (row.after, place), (row.before, place), arrowprops={"arrowstyle": "->", "color": shade, "lw": 0.8}
            )
            axes.plot(row.before, place, "o", color=shade, mfc="white", ms=5)
            axes.plot(row.after, place, "o", color=shade, ms=6)
        axes.set_yticks(places, labels, size=8.5)
        axes.set_ylim(-0.7, len(table) - 0.3)
        axes.margins(x=0.08)
        _name_line(axes, equal_share)
        axes.set_xlabel("win share, %: open before, filled after")
        entitle(figure, title, table, **_TITLE)
        return figure


def _row_heights(rows: pd.DataFrame) -> list[float]:
    """Return the height of each row in inches, which has room for its marks and for the lines of its label."""
    most = rows.groupby("label")["series"].nunique().max()
    lines = (1 + _folded(label).count("\n") for label in rows["label"].unique())
    return [max(_ROW + _SERIES * most, 0.1 + _LETTER * count) for count in lines]


def _name_line(axes: Any, equal_share: float) -> None:
    """Label the line of the equal share above a panel."""
    axes.annotate(
        "equal share", (equal_share, 1), (3, 2), xycoords=("data", "axes fraction"), textcoords="offset points", size=8
    )


def _sorted(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows whose labels are sorted by their mean value, the highest first."""
    means = rows.groupby("label", sort=False)["value"].mean().sort_values(ascending=False, kind="stable")
    place = {label: i for i, label in enumerate(means.index)}
    return rows.sort_values("label", key=lambda labels: labels.map(place), kind="stable")


def _rows(axes: Any, rows: pd.DataFrame, names: Sequence[str], *, colours: Mapping[str, str]) -> None:
    """Draw the rows of a panel. Series that a row lacks leave no gap."""
    labels = list(dict.fromkeys(rows["label"]))
    for place, label in enumerate(labels):
        own = rows[rows["label"] == label]
        offsets = (np.arange(len(own)) - (len(own) - 1) / 2) * 0.8 / max(1, len(own))
        for offset, row in zip(offsets, own.itertuples(), strict=True):
            y, colour = len(labels) - 1 - place - offset, colours.get(label, QUIET)
            axes.plot([row.low, row.high], [y, y], color=colour, lw=1.6)
            axes.plot(row.value, y, _MARKS[names.index(row.series) % len(_MARKS)], color=colour, ms=4.5)
            if getattr(row, "labelled", False):
                _label(axes, row, y, colour=colour)
    axes.set_yticks(np.arange(len(labels))[::-1], [_folded(each) for each in labels])
    axes.set_ylim(-0.6, len(labels) - 0.4)
    axes.margins(x=0.2)
    for tick in axes.get_yticklabels():
        if shade := colours.get(tick.get_text().replace("\n", " ")):
            tick.set(color=shade, weight="bold")


def _label(axes: Any, row: Any, y: float, *, colour: str) -> None:
    """Write the value of a row next to its interval, in whole points if it is at least 1."""
    text = f"{row.value:+.0f}" if abs(row.value) >= 1 else f"{row.value:+.1f}"
    end, shift, side = (row.high, 4, "left") if row.value > 0 else (row.low, -4, "right")
    axes.annotate(
        signed(text), (end, y), (shift, 0), textcoords="offset points", va="center", ha=side, color=colour, size=8.5
    )


def _name_series(figure: Figure, names: Sequence[str]) -> None:
    """Draw a legend of the marks of several series below the panels."""
    if len(names) > 1:
        handles = [
            matplotlib.lines.Line2D([], [], color=QUIET, marker=_MARKS[i % len(_MARKS)], ls="", ms=4.5)
            for i in range(len(names))
        ]
        figure.legend(handles, names, loc="outside lower left", ncols=2, frameon=False, fontsize=8.5)


def _folded(text: str) -> str:
    """Return a label on several lines if it is long."""
    return fill(text, _LINE, break_long_words=False, break_on_hyphens=False)
