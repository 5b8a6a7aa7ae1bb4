"""Charts of a board to scale: its discs and orbits, where ships fly and are lost, and single flights."""

from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from starbalance.analyses.presentation.chart.style import LINE, MAIN, PALE, PLATE, STYLE, Drawing, entitle

COLOURS = {"red": "#cc3311", "blue": "#4477aa", "green": "#228833", "yellow": "#ccbb44"}
COLOURS |= {"any": "#aaaaaa", "": "#e6e6e6"}  # any: a homeworld of a random player; empty: no homeworld
_WIDTH = 6.6  # inches of a panel
_STEP, _CELL = 4.0, 15.0  # units of the board: distance between points of a path, size of a cell of the heat map
_LOST = {"off": ("left the board", "#aa3377"), "ram": ("rammed another", "#ccbb44"), "lost": ("destroyed", "#cc3311")}
_ABOUT = 110.0  # units of the board that are shown around a flight


def board(discs: pd.DataFrame, title: str) -> Figure:
    """Draw the discs of a board to scale, with their orbits and labels.

    Args:
        discs: A table of `board`.
        title: Title of the chart.
    """
    with matplotlib.rc_context(STYLE):
        figure, axes = _table(discs, 1)
        _discs(axes[0], discs)
        entitle(figure, title, discs)
        return figure


def flights(discs: pd.DataFrame, points: pd.DataFrame, title: str) -> Figure:
    """Draw how often ships fly over each place of a board, and where and how ships are lost, in two panels.

    Args:
        discs: A table of `board`.
        points: A table of `flights`.
        title: Title of the chart.
    """
    with matplotlib.rc_context(STYLE):
        figure, (flown, lost) = _table(discs, 2)
        width, height = discs.attrs["size"]
        x, y = _spread(points)
        cells = [np.arange(0, size + _CELL, _CELL) for size in (width, height)]
        heat, *_ = np.histogram2d(x, y, cells)
        shown = flown.imshow(np.sqrt(heat.T), origin="lower", extent=(0, width, 0, height), cmap="YlOrRd")
        shown.set_clim(0, np.sqrt(max(np.quantile(heat, 0.995), 1)))
        _discs(flown, discs, filled=False)
        flown.set_title("flights over each place (darker: more)", size=9.5)
        _discs(lost, discs)
        for what, (words, colour) in _LOST.items():
            rows = points[points["what"] == what]
            label = f"{words}: {len(rows):,}"
            lost.plot(rows["x"], rows["y"], "x", color=colour, ms=4, mew=1, alpha=0.7, label=label)
        lost.set_title("where ships are lost", size=9.5)
        lost.legend(loc="upper center", ncols=3, frameon=False, borderaxespad=0.1)
        entitle(figure, title, points)
        return figure


def flight(discs: pd.DataFrame, points: pd.DataFrame, title: str) -> Figure:
    """Draw one flight with the board around it: paths, contacts, and where each ship stops or is lost.

    Args:
        discs: A table of `board`.
        points: Rows of one flight of a table of `flights`.
        title: Title of the chart.
    """
    with matplotlib.rc_context(STYLE):
        figure, (axes,) = _table(discs, 1)
        _discs(axes, discs)
        for _, way in points.groupby("ship", sort=False):
            _way(axes, way)
        for name, size in zip("xy", discs.attrs["size"], strict=True):
            axes.set(**{f"{name}lim": _window(points[name], size, np.ptp(points[["x", "y"]].to_numpy(), axis=0).max())})
        entitle(figure, title, points)
        return figure


def _window(values: pd.Series, size: float, widest: float) -> tuple[float, float]:
    """Return the ends of the visible part of a side of the board, centred on some values.

    `widest` is the largest extent of the flight, which sets the width of the part.
    """
    half = min(_ABOUT + widest / 2, size / 2)
    middle = float(np.clip((values.min() + values.max()) / 2, half, size - half))
    return middle - half, middle + half


def _way(axes: Any, way: pd.DataFrame) -> None:
    """Draw the path of a ship, with the ship at its start (dotted), at each contact, and at its end (filled)."""
    colour = COLOURS[way["colour"].iloc[0]]
    axes.plot(way["x"], way["y"], color=colour, lw=1.6, zorder=3)
    for place, row in enumerate(way.itertuples()):
        fill = colour if place == len(way) - 1 else "none"
        at = row.x, row.y
        axes.add_patch(Circle(at, row.radius, fc=fill, ec=colour, ls="-" if place else ":", lw=1.4, zorder=4))
        if place or row.what == "lost":
            axes.annotate(
                f"{place or ''} {row.what}", at, (14, -14 if place % 2 else 14), textcoords="offset points", bbox=PLATE
            )


def _table(discs: pd.DataFrame, panels: int) -> tuple[Figure, Any]:
    """Return a figure with empty boards side by side, and its panels. The boards have only edges and seams."""
    width, height = discs.attrs["size"]
    figure = Drawing(_WIDTH * panels, _WIDTH * height / width + 0.6)
    panels_drawn = figure.subplots(1, panels, squeeze=False)[0]
    for axes in panels_drawn:
        for x, y, to_x, to_y in discs.attrs["lines"]:
            axes.plot([x, to_x], [y, to_y], color=PALE, lw=0.8, ls="--", zorder=0)
        axes.set(xlim=(0, width), ylim=(0, height), aspect="equal", xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set_visible(True)
    return figure, panels_drawn


def _discs(axes: Any, discs: pd.DataFrame, *, filled: bool = True) -> None:
    """Draw the discs of a board with their orbits."""
    for row in discs.itertuples():
        axes.add_patch(Circle((row.x, row.y), row.ring, fc=MAIN if filled else "none", alpha=0.15, lw=0, zorder=1))
        axes.add_patch(Circle((row.x, row.y), row.ring, fc="none", ec=MAIN, lw=0.6, zorder=1))
        fill = COLOURS[row.colour] if filled else "none"
        axes.add_patch(Circle((row.x, row.y), row.radius, fc=fill, ec=LINE, lw=0.8, zorder=2))
        axes.text(row.x, row.y, row.label, ha="center", va="center", size=8, zorder=2.5, clip_on=True)


def _spread(points: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return the x and y coordinates of points at equal steps along every path."""
    xs, ys = [], []
    for _, way in points[points["what"] != "lost"].groupby(["game", "flight", "ship"], sort=False):
        x, y = way["x"].to_numpy(), way["y"].to_numpy()
        for k in range(len(x) - 1):
            count = max(int(np.hypot(x[k + 1] - x[k], y[k + 1] - y[k]) / _STEP), 1)
            xs.append(np.linspace(x[k], x[k + 1], count, endpoint=False))
            ys.append(np.linspace(y[k], y[k + 1], count, endpoint=False))
    return np.concatenate(xs), np.concatenate(ys)
