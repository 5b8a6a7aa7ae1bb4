"""Charts of values with intervals: a line a row, or a line over a varied value."""

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
from starbalance.analyses.presentation.wording import is_significant, named, plain, short
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN

_BESIDE = 0.012  # of the width of a sweep: from a line to the next


def forest(table: pd.DataFrame, by: Sequence[str], sides: int, *, title: str = "", margin: float = MARGIN) -> Figure:
    """Win shares with 95 % intervals, one line a row of a rates table; parity 1 / sides and the margin as a band.

    A table without verdicts has no band.
    """
    parity, margin = 1 / sides, margin if "verdict" in table else 0.0
    band = f"; band: ±{100 * margin:.0f} points" if margin else ""
    note = f"win share, % (95 % interval; dashed: parity {100 * parity:.1f}{band})"
    title = title or f"Win share by {' and '.join(map(plain, by))}"
    figure = _intervals(table, by, "share", form=".1f", band=(parity, margin), note=note, title=title)
    keep_to_shares(figure.axes[0])
    return figure


def differences(
    table: pd.DataFrame, by: Sequence[str], title: str, *, margin: float = MARGIN, alpha: float = ALPHA
) -> Figure:
    """What a variant adds to win shares, one line a row of a compare table; 0 and the margin as a band."""
    note = (
        f"variant minus base, points of win share ({100 * (1 - alpha):.4g} % interval; dashed: no difference; "
        f"band: ±{100 * margin:.4g} points)"
    )
    return _intervals(
        table.dropna(subset=["difference"]), by, "difference", form="+.1f", band=(0.0, margin), note=note, title=title
    )


def _intervals(
    table: pd.DataFrame, by: Sequence[str], value: str, *, form: str, band: tuple[float, float], note: str, title: str
) -> Figure:
    """Values with intervals and verdicts, one line a row, in percent; band: its middle, and how far to each side."""
    with matplotlib.rc_context(STYLE):
        figure, axes = figure_of(7, 1.3 + 0.32 * len(table))
        middle, places = 100 * band[0], np.arange(len(table))[::-1]
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
    """Win shares over a varied value, a line for each cell of `by`, side by side; a panel for each of the other values.

    table: a sweep. varied: the columns of the values, the first is the x axis. Words stand side by side, numbers to
    scale. Parity is 1 / sides. band: a share; how far from parity a shade goes; 0: there is none.
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
        grid[0].set_ylabel(f"win share, % ({100 * (1 - alpha):.4g} % interval; dashed: parity)")
        entitle(figure, title or f"Win share by {' and '.join(map(plain, by))} over {varied[0]}", table)
        legend(figure, grid[0])
        return figure


def _lines(axes: Any, rows: pd.DataFrame, over: str, *, by: Sequence[str]) -> None:
    """One panel of a sweep: a line with its intervals for each cell, over a value; lines stand beside each other."""
    values = list(dict.fromkeys(rows[over]))
    scale = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    places = {value: value if scale else place for place, value in enumerate(values)}
    cells = list(rows.groupby(list(by), sort=False, observed=True))
    step = _BESIDE * (max(places.values()) - min(places.values()) or 1)
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
    """How things drawn are claimed, the most often claimed first, and how much longer games are than with another.

    table: of draws, whose things stand in the column `name`.
    """
    panels = {
        "claimed": ("games in which it is claimed, %", 100),
        "claim_round": ("round of the first claim", 1),
        "difference_rounds": (f"rounds more than with another{' of its kind' if 'kind' in table else ''}", 1),
    }
    here = table[table["games"] > 0]
    ranked = here.sort_values("claimed", ascending=False, kind="stable") if "claimed" in table else here
    labels = ranked[name] + (" (" + ranked["kind"] + ")" if "kind" in table else "")
    found = [
        ranked[[]].assign(
            **{name: labels, "quantity": words},
            **{new: scale * ranked[f"{old}{end}"] for new, end in (("value", ""), ("low", "_low"), ("high", "_high"))},
        )
        for old, (words, scale) in panels.items()
        if old in table
    ]
    return dots(pd.concat(found, ignore_index=True), [name], "value", title=title)


def luck(table: pd.DataFrame, title: str) -> Figure:
    """What each part of the luck decides: by itself, and together with the rest, side by side to one scale."""
    panels = {"share of who wins, by itself": ("share", ""), "with all else as it is": ("in_all", "in_all_")}
    drawn = [
        table[["part"]].assign(
            quantity=words, value=table[value], low=table[f"{ends}low"], high=table[f"{ends}high"], is_share=True
        )
        for words, (value, ends) in panels.items()
    ]
    return dots(pd.concat(drawn, ignore_index=True), ["part"], "value", title=title, is_one_scale=True)


def dots(
    table: pd.DataFrame, by: Sequence[str], value: str, *, title: str, is_one_scale: bool = False, band: float = 0.0
) -> Figure:
    """Values with 95 % intervals, one line a cell, one panel a quantity; a dashed line at 0 where the signs differ.

    is_one_scale: the panels share one. band: how far from 0 a shade goes; 0: there is none.
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
            axes.set_xlabel(f"{plain(quantity)}{', %' if is_share else ''} (95 % interval)")
        panels[0].set_yticks(np.arange(len(rows))[::-1], labels(rows, by))
        entitle(figure, title, table)
        return figure


def _dots(axes: Any, rows: pd.DataFrame, value: str) -> None:
    """One panel of dots; an interval without ends is not drawn."""
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


def effects(table: pd.DataFrame, title: str, margin: float = MARGIN) -> Figure:
    """The points of an effects table with 95 % intervals: a panel for each column, side by side for several set-ups."""
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
            axes.set_xlabel(f"points of win share (95 % interval; band: ±{100 * margin:.4g})")
        entitle(figure, f"{title}: effects on win share, all else equal", table)
        return figure


def _effects(axes: Any, rows: pd.DataFrame, margin: float) -> None:
    """One panel of effects, coloured by verdict."""
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
        label = "points of win share more than the others (bold: the interval leaves out 0)"
        return grid(points.assign(significant=is_significant), names, label, title=title)
    ranked = points.sort_values("value", ascending=False).assign(quantity="difference, percentage points")
    return dots(ranked, names, "value", title=title)
