"""Charts of values with intervals: one line per row, or lines over a varied value."""

from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from starbalance.analyses.presentation.chart.grid import grid, in_percent
from starbalance.analyses.presentation.chart.style import (
    BAND,
    DASHES,
    LINE,
    MAIN,
    PALETTE,
    PLATE,
    STYLE,
    VERDICT_COLOURS,
    VERDICT_MARKS,
    Drawing,
    entitle,
    figure_of,
    keep_to_shares,
    labels,
    legend,
    signed,
)
from starbalance.analyses.presentation.wording import margin_words, named, plain, short
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN, is_significant
from starbalance.simulator.engine.errors import BadInput

_EQUAL = "equal_share"  # an attribute of a table of shares; for recorded plays a column
_OFFSET = 0.012  # distance between neighbouring lines of a sweep, relative to its width


def forest(
    table: pd.DataFrame,
    by: str | Sequence[str],
    sides: int | None = None,
    *,
    title: str = "",
    margin: float | None = None,
) -> Figure:
    """Draw the win shares of a rates table with intervals, one line per row, and the margin as a band.

    Args:
        table: A table of `rates`. Without verdicts the chart has no band. Its attributes name the level of intervals.
        by: Columns that name a row, or one column.
        sides: Number of sides. The equal share is 1 / sides. Default: that of the run of the table. Recorded plays with
            different numbers of players have none.
        title: Title of the chart. Empty: "Win share by ...".
        margin: Half width of the band, as a share. Default: the margin of the verdicts of the table.

    Raises:
        BadInput: If the number of sides is not given, and the table does not say it.
    """
    by, level = [by] if isinstance(by, str) else by, _level(table.attrs.get("alpha", ALPHA))
    margin = (table.attrs.get("margin", MARGIN) if margin is None else margin) if "verdict" in table else 0.0
    equal_share = table.attrs.get(_EQUAL) if sides is None else 1 / sides
    if equal_share is not None:
        band = f"; band: ±{margin_words(margin)}" if margin else ""
        note = f"win share, % ({level}; dashed: equal share {100 * equal_share:.1f}{band})"
    elif _EQUAL in table:
        note = f"win share, % ({level}; the equal share depends on the number of players)"
    else:
        raise BadInput("The table does not say how many sides a game has: give `sides`, such as 4.")
    title = title or f"Win share by {' and '.join(map(plain, by))}"
    figure = _intervals(table, by, "share", form=".1f", band=(equal_share, margin), note=note, title=title)
    keep_to_shares(figure.axes[0])
    return figure


def _level(alpha: float) -> str:
    """Return the confidence level of intervals in words."""
    return f"{100 * (1 - alpha):.4g}% interval"


def differences(
    table: pd.DataFrame, by: Sequence[str], title: str, *, margin: float = MARGIN, alpha: float = ALPHA
) -> Figure:
    """Draw the differences in win share of a table of `compare`, one line per row, and the margin as a band.

    Args:
        table: Table with the columns of `by`, difference, low, high and verdict.
        by: Columns that name a row.
        title: Title of the chart.
        margin: Half width of the band, as a share. Default: 0.02 (2 points).
        alpha: One minus the confidence level of the intervals. Default: 0.05.
    """
    note = (
        f"variant minus base, points of win share ({_level(alpha)}; dashed: no difference; "
        f"band: ±{margin_words(margin)})"
    )
    return _intervals(
        table.dropna(subset=["difference"]), by, "difference", form="+.1f", band=(0.0, margin), note=note, title=title
    )


def _intervals(
    table: pd.DataFrame,
    by: Sequence[str],
    value: str,
    *,
    form: str,
    band: tuple[float | None, float],
    note: str,
    title: str,
) -> Figure:
    """Draw values with intervals and verdicts in percent, one line per row.

    `band` is the middle and the half width of the band, as shares. Without a middle there is no band.
    """
    with matplotlib.rc_context(STYLE):
        figure, axes = figure_of(7, 1.3 + 0.32 * len(table))
        places = np.arange(len(table))[::-1]
        if band[0] is not None:
            middle = 100 * band[0]
            axes.axvspan(middle - 100 * band[1], middle + 100 * band[1], **BAND)
            axes.axvline(middle, color=LINE, lw=1, ls="--")
        for place, (_, row) in zip(places, table.iterrows(), strict=True):
            verdict = row["verdict"] if "verdict" in table else ""
            colour = VERDICT_COLOURS.get(verdict, PALETTE[0])
            axes.plot([100 * row["low"], 100 * row["high"]], [place, place], color=colour, lw=2)
            axes.plot(100 * row[value], place, VERDICT_MARKS.get(verdict, "o"), color=colour, ms=6)
            axes.annotate(
                f"{signed(f'{100 * row[value]:{form}}')}  {verdict}".strip(),
                (100 * row["high"], place),
                (6, 0),
                textcoords="offset points",
                va="center",
                bbox=PLATE,
            )
        axes.set_yticks(places, labels(table, by))
        axes.set_ylim(-0.7, len(table) - 0.3)
        axes.margins(x=0.22)
        axes.set_xlabel(note)
        entitle(figure, title, table)
        return figure


def sweep(
    table: pd.DataFrame,
    varied: Sequence[str],
    by: Sequence[str],
    *,
    sides: int,
    alpha: float = ALPHA,
    title: str = "",
    band: float = 0.0,
) -> Figure:
    """Draw win shares over a varied value, one line per cell, with a panel for each combination of further values.

    Args:
        table: A table of `sweep`.
        varied: Columns of the varied values. The first is the x axis, on which numbers are to scale.
        by: Columns that identify a line.
        sides: Number of sides. The equal share is 1 / sides.
        alpha: One minus the confidence level of the intervals. Default: 0.05.
        title: Title of the chart. Empty: "Win share by ... over ...".
        band: Half width of the band around an equal share, as a share. Default: 0 (no band).
    """
    panels = (
        [({}, table)]
        if len(varied) == 1
        else [
            (dict(zip(varied[1:], key, strict=True)), rows) for key, rows in table.groupby(list(varied[1:]), sort=False)
        ]
    )
    with matplotlib.rc_context(STYLE):
        figure = Drawing(max(7.0, 4.2 * len(panels)), 4.6)
        grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axes, (fixed, rows) in zip(grid, panels, strict=True):
            axes.axhline(100 / sides, color=LINE, lw=1, ls="--")
            if band:
                axes.axhspan(100 * (1 / sides - band), 100 * (1 / sides + band), **BAND)
            _lines(axes, rows, varied[0], by=by)
            axes.set_xlabel(varied[0])
            axes.set_title(", ".join(f"{path} = {value}" for path, value in fixed.items()), size=9.5)
        grid[0].set_ylabel(f"win share, % ({_level(alpha)}; dashed: equal share)")
        entitle(figure, title or f"Win share by {' and '.join(map(plain, by))} over {varied[0]}", table)
        legend(figure, grid[0])
        return figure


def _lines(axes: Any, rows: pd.DataFrame, over: str, *, by: Sequence[str]) -> None:
    """Draw one panel of a sweep: a line with intervals for each cell. A small offset separates the lines."""
    values = list(dict.fromkeys(rows[over]))
    scale = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    places = {value: value if scale else place for place, value in enumerate(values)}
    cells = list(rows.groupby(list(by), sort=False, observed=True))
    step = _OFFSET * (max(places.values()) - min(places.values()) or 1)
    for i, (key, cell) in enumerate(cells):
        place = np.array([places[value] for value in cell[over]])
        order, aside = np.argsort(place), step * (i - (len(cells) - 1) / 2)
        share, low, high = (100 * cell[name].to_numpy()[order] for name in ("share", "low", "high"))
        look = {"color": PALETTE[i % len(PALETTE)], "ls": DASHES[i // len(PALETTE) % len(DASHES)]}
        label = named(by, dict(zip(by, key, strict=True)))
        axes.vlines(place[order] + aside, low, high, color=look["color"], lw=1.5)
        axes.plot(place[order] + aside, share, marker="o", ms=4, label=label, **look)
    axes.set_xticks(list(places.values()), [str(value) for value in values])


def draws(table: pd.DataFrame, name: str, title: str) -> Figure:
    """Draw how often drawn components are claimed, most often first, and how they change the length of games.

    Args:
        table: A table of `draws`.
        name: Column with the names of the components.
        title: Title of the chart.
    """
    panels = {
        "claimed": ("games in which it is claimed, %", 100),
        "claim_round": ("round of the first claim", 1),
        "difference_rounds": (f"more rounds than with another component{' of its kind' if 'kind' in table else ''}", 1),
    }
    occurring = table[table["games"] > 0]
    ranked = occurring.sort_values("claimed", ascending=False, kind="stable") if "claimed" in table else occurring
    labels = ranked[name] + (" (" + ranked["kind"] + ")" if "kind" in table else "")
    panel_rows = [
        ranked[[]].assign(
            **{name: labels, "quantity": words},
            **{new: scale * ranked[f"{old}{end}"] for new, end in (("value", ""), ("low", "_low"), ("high", "_high"))},
        )
        for old, (words, scale) in panels.items()
        if old in table
    ]
    return dots(pd.concat(panel_rows, ignore_index=True), [name], "value", title=title)


def randomness(table: pd.DataFrame, title: str, *, alpha: float = ALPHA) -> Figure:
    """Draw how much of the outcome each part of the randomness decides, by itself and together with the other parts.

    Args:
        table: A table of `randomness`.
        title: Title of the chart.
        alpha: One minus the confidence level of the intervals. Default: 0.05.
    """
    panels = {"share of the outcome, by itself": ("share", ""), "together with the other parts": ("in_all", "in_all_")}
    drawn = [
        table[["part"]].assign(
            quantity=words, value=table[value], low=table[f"{ends}low"], high=table[f"{ends}high"], is_share=True
        )
        for words, (value, ends) in panels.items()
    ]
    return dots(pd.concat(drawn, ignore_index=True), ["part"], "value", title=title, is_one_scale=True, alpha=alpha)


def dots(
    table: pd.DataFrame,
    by: Sequence[str],
    value: str,
    *,
    title: str,
    is_one_scale: bool = False,
    band: float = 0.0,
    alpha: float = ALPHA,
) -> Figure:
    """Draw values with intervals, one line per cell and one panel per quantity.

    A panel whose values have both signs has a dashed line at 0.

    Args:
        table: Table with the columns of `by`, quantity, low, high and the column of the values.
        by: Columns that identify a cell.
        value: Column of the values.
        title: Title of the chart.
        is_one_scale: Whether the panels share one scale. Default: no.
        band: Half width of a band around 0. Default: 0 (no band).
        alpha: One minus the confidence level of the intervals. Default: 0.05.
    """
    quantities = list(dict.fromkeys(table["quantity"]))
    with matplotlib.rc_context(STYLE):
        height = 1.3 + 0.3 * len(table) / len(quantities)
        figure = Drawing(3.2 + 3.8 * len(quantities), height)
        panels = figure.subplots(1, len(quantities), sharex=is_one_scale, sharey=True, squeeze=False)[0]
        for axes, quantity in zip(panels, quantities, strict=True):
            rows = table[table["quantity"] == quantity]
            is_share = "is_share" in table and rows["is_share"].all()
            _dots(axes, rows.assign(**{each: 100 * rows[each] for each in (value, "low", "high") if is_share}), value)
            if is_share:
                keep_to_shares(axes)
            if band:
                axes.axvspan(-band, band, **BAND)
            axes.set_xlabel(f"{plain(quantity)}{', %' if is_share else ''} ({_level(alpha)})")
        panels[0].set_yticks(np.arange(len(rows))[::-1], labels(rows, by))
        entitle(figure, title, table)
        return figure


def _dots(axes: Any, rows: pd.DataFrame, value: str) -> None:
    """Draw one panel of dots. Intervals with missing ends are not drawn."""
    places, values = np.arange(len(rows))[::-1], rows[value].to_numpy()
    low, high = (np.where(np.isfinite(rows[name]), rows[name], values) for name in ("low", "high"))
    largest = float(np.max(np.abs(values), initial=0.0, where=np.isfinite(values)))
    axes.hlines(places, low, high, color=MAIN, lw=2)
    axes.plot(values, places, "o", color=MAIN, ms=5)
    for place, each, end in zip(places, values, high, strict=True):
        if np.isfinite(each):
            text = signed(short(each, largest))
            axes.annotate(text, (end, place), (5, 0), textcoords="offset points", va="center", bbox=PLATE)
    axes.margins(x=0.2)
    axes.locator_params(axis="x", nbins=6)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    if (low < 0).any() and (high > 0).any():
        axes.axvline(0, color=LINE, lw=1, ls="--")


def effects(table: pd.DataFrame, title: str, *, margin: float = MARGIN, alpha: float = ALPHA) -> Figure:
    """Draw the effects of a table of `effects` with intervals, one panel per column and setup.

    Args:
        table: A table of `effects`, or tables of several setups with a column `setup`.
        title: Title of the chart.
        margin: Half width of the band, as a share. Default: 0.02 (2 points).
        alpha: One minus the confidence level of the intervals. Default: 0.05.
    """
    setups = table["setup"] if "setup" in table else pd.Series("", table.index)
    kinds, names = list(dict.fromkeys(setups)), list(dict.fromkeys(table["column"]))
    rows = [[table[(setups == kind) & (table["column"] == name)] for kind in kinds] for name in names]
    heights = [max(len(each) for each in line) + 1 for line in rows]
    with matplotlib.rc_context(STYLE):
        figure = Drawing(2.6 + 4.4 * len(kinds), 1.2 + 0.3 * sum(heights))
        panels = figure.subplots(
            len(names), len(kinds), sharex="col", squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        for name, line, places in zip(names, rows, panels, strict=True):
            for kind, each, axes in zip(kinds, line, places, strict=True):
                _effects(axes, each, margin)
                axes.set_title(f"{plain(name)}, {kind}" if kind else plain(name), size=9.5)
        for axes in panels[-1]:
            axes.set_xlabel(f"points of win share ({_level(alpha)}; band: ±{100 * margin:.4g})")
        entitle(figure, f"{title}: adjusted effects on win share", table)
        return figure


def _effects(axes: Any, rows: pd.DataFrame, margin: float) -> None:
    """Draw one panel of effects, coloured by verdict."""
    axes.axvspan(-100 * margin, 100 * margin, **BAND)
    axes.axvline(0, color=LINE, lw=1, ls="--")
    places = np.arange(len(rows))[::-1]
    for place, row in zip(places, rows.itertuples(), strict=True):
        word = row.verdict
        axes.plot([row.points_low, row.points_high], [place, place], color=VERDICT_COLOURS[word], lw=2)
        axes.plot(row.points, place, VERDICT_MARKS[word], color=VERDICT_COLOURS[word], ms=6)
        text = f"{signed(f'{row.points:+z.1f}')}  {word}"
        axes.annotate(
            text, (row.points_high, place), (6, 0), textcoords="offset points", va="center", size=8.5, bbox=PLATE
        )
    axes.set_yticks(places, [plain(each) for each in rows["level"]])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.margins(x=0.3)


def marked(table: pd.DataFrame, names: Sequence[str], title: str) -> Figure:
    """Draw the differences in win share of a table of flags, occurrences or usage.

    Args:
        table: A table with the columns difference, low and high.
        names: Columns that name a row. Two columns make a grid. Otherwise each row is a line, the largest first.
        title: Title of the chart.
    """
    points = in_percent(table, names, ("difference", "low", "high"))
    if len(names) == 2:
        label = "points of win share compared with other rows (bold: the interval excludes 0)"
        return grid(points.assign(significant=is_significant), names, label, title=title)
    ranked = points.sort_values("value", ascending=False).assign(quantity="difference, percentage points")
    return dots(ranked, names, "value", title=title)
