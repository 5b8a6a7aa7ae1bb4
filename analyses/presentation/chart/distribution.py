"""Charts of distributions: lengths, endings, sums of means, tension."""

from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from starbalance.analyses.presentation.chart.style import (
    LINE,
    MAIN,
    PALE,
    PALETTE,
    STYLE,
    Drawing,
    entitle,
    figure_of,
    labels,
    legend,
)
from starbalance.analyses.presentation.wording import plain


def lengths(values: np.ndarray | pd.Series, title: str = "Length of the games", unit: str = "rounds") -> Figure:
    """Draw the distribution of the length of games, with its median.

    Args:
        values: Length of each game.
        title: Title of the chart. Default: "Length of the games".
        unit: Unit of the lengths. Default: "rounds".
    """
    with matplotlib.rc_context(STYLE):
        figure, axes = figure_of(7, 2.6)
        width = max(1, int(values.max()) // 50)
        bins = np.arange(values.min(), values.max() + width + 1, width) - 0.5
        axes.hist(values, bins=bins, weights=np.full(len(values), 100 / len(values)), color=MAIN)
        axes.margins(y=0.15)
        median = float(np.median(values))
        axes.axvline(median, color=LINE, ls="--", lw=1)
        axes.annotate(f"median {median:.0f}", (median, axes.get_ylim()[1]), (4, -10), textcoords="offset points")
        axes.locator_params(axis="y", nbins=5)
        axes.set_xlabel(f"{unit} (in steps of {width})" if width > 1 else unit)
        axes.set_ylabel("games, %")
        entitle(figure, title, values)
        return figure


def stacked(table: pd.DataFrame, by: Sequence[str], total: str, *, title: str) -> Figure:
    """Draw means that add up to a total as stacked bars, one bar per cell, with the total and its interval.

    Args:
        table: Table of means with the columns of `by`, quantity, mean, low, high.
        by: Columns that identify a cell.
        total: Quantity that is the total of the other quantities.
        title: Title of the chart.
    """
    whole = table[table["quantity"] == total]
    places, start = np.arange(len(whole))[::-1], np.zeros(len(whole))
    with matplotlib.rc_context(STYLE):
        figure, axes = figure_of(7.5, 1.6 + 0.35 * len(whole))
        for quantity, rows in table[table["quantity"] != total].groupby("quantity", sort=False):
            colour = PALETTE[len(axes.containers) % len(PALETTE)]
            width = rows["mean"].to_numpy()
            axes.barh(places, width, left=start, height=0.65, color=colour, label=plain(str(quantity)))
            start = start + width
        for place, row in zip(places, whole.itertuples(), strict=True):
            text = f"{row.mean:.1f} ({row.low:.1f} to {row.high:.1f})"
            axes.annotate(text, (row.mean, place), (6, 0), textcoords="offset points", va="center")
        axes.set_yticks(places, labels(whole, by))
        axes.margins(x=0.3)
        axes.set_xlim(left=0)
        axes.set_xlabel(f"{plain(total)}, mean per seat (95% interval)")
        entitle(figure, title, table)
        legend(figure, axes)
        return figure


def bars(table: pd.DataFrame, column: str, title: str) -> Figure:
    """Draw how often each value of a column occurs, in percent of the games, with intervals.

    Args:
        table: Table with the column, share, low, high.
        column: Column with the values.
        title: Title of the chart.
    """
    with matplotlib.rc_context(STYLE):
        figure, axes = figure_of(7, 1.0 + 0.35 * len(table))
        places = np.arange(len(table))[::-1]
        share = 100 * table["share"].to_numpy()
        spread = [share - 100 * table["low"].to_numpy(), 100 * table["high"].to_numpy() - share]
        axes.barh(places, share, xerr=spread, color=MAIN, height=0.6, ecolor=LINE)
        for place, value in zip(places, share, strict=True):
            axes.annotate(f"{value:.1f}", (value, place), (8, 0), textcoords="offset points", va="center")
        axes.set_yticks(places, [str(word).replace("_", " ") for word in table[column]])
        axes.set_xlim(0, 108)
        axes.set_xlabel("games, % (95% interval)")
        entitle(figure, title, table)
        return figure


def tension(table: pd.DataFrame, equal_share: float, title: str) -> Figure:
    """Draw how well the leader predicts the winner, and when games are decided.

    Args:
        table: Table with a row for each tenth of a game: tenth, leader, leader_low, leader_high, decided.
        equal_share: The equal share.
        title: Title of the chart.
    """
    with matplotlib.rc_context(STYLE):
        figure = Drawing(9, 3.4)
        left, right = figure.subplots(1, 2)
        over, low, high = 10 * table["tenth"], 100 * table["leader_low"], 100 * table["leader_high"]
        left.fill_between(over, low, high, color=MAIN, alpha=0.25, lw=0)
        left.plot(over, 100 * table["leader"], "o-", color=MAIN, ms=4)
        left.axhline(100 * equal_share, color=LINE, lw=1, ls="--")
        left.annotate(
            f"equal share {100 * equal_share:.0f}",
            (100, 100 * equal_share),
            (0, 3),
            textcoords="offset points",
            ha="right",
        )
        left.set_ylim(0, 103)
        left.set_ylabel("the leader wins, % (band: 95% interval)")
        entitle(figure, title, table)
        left.set_title("How often the leader wins", size=9.5)
        _decisions(right, table)
        for axes in (left, right):
            axes.set_xlabel("part of the game that is over, %")
        return figure


def _decisions(axes: Any, table: pd.DataFrame) -> None:
    """Draw a bar for the games decided in each tenth, and a bar for games that the final standing does not decide."""
    shares = 100 * np.diff([0.0, *table["decided"], 1.0])
    axes.bar(10 * np.arange(10) + 5, shares[:-1], width=8.5, color=MAIN)
    axes.bar(105, shares[-1], width=8.5, color=PALE)
    for place, share in enumerate(shares):
        axes.annotate(f"{share:.0f}", (10 * place + 5, share), (0, 2), textcoords="offset points", ha="center")
    axes.margins(y=0.1)
    axes.set_xticks([0, 20, 40, 60, 80, 100])
    axes.set_ylabel("games decided, % (grey: not by standing)")
    axes.set_title("When the winner takes the final lead", size=9.5)
