"""A board to scale: its discs and orbits, where ships fly and are lost, one flight with its contacts."""

from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from starbalance.analyses.presentation.chart.style import LINE, MAIN, PALE, PLATE, STYLE, Drawing, entitle

COLOURS = {"red": "#cc3311", "blue": "#4477aa", "green": "#228833", "yellow": "#ccbb44"}
COLOURS |= {"any": "#aaaaaa", "": "#e6e6e6"}  # a homeworld of whom chance says; no homeworld
_WIDTH = 6.6  # inches of a panel
_STEP, _CELL = 4.0, 15.0  # of what the board is measured in: between points of a path, and of the heat
_LOST = {"off": ("left the board", "#aa3377"), "ram": ("rammed another", "#ccbb44"), "lost": ("destroyed", "#cc3311")}
_ABOUT = 110.0  # of the board that is shown about a flight


def board(discs: pd.DataFrame, title: str) -> Figure:
    """The discs of a board with the orbits around them, to scale, each with its label."""
    with matplotlib.rc_context(STYLE):
        figure, axes = _table(discs, 1)
        _discs(axes[0], discs)
        entitle(figure, title, discs)
        return figure


def flights(discs: pd.DataFrame, points: pd.DataFrame, title: str) -> Figure:
    """Two panels: how much ships fly over each place of the board; where and how they are lost."""
    with matplotlib.rc_context(STYLE):
        figure, (flown, lost) = _table(discs, 2)
        width, height = discs.attrs["size"]
        x, y = _spread(points)
        cells = [np.arange(0, size + _CELL, _CELL) for size in (width, height)]
        heat, *_ = np.histogram2d(x, y, cells)
        shown = flown.imshow(np.sqrt(heat.T), origin="lower", extent=(0, width, 0, height), cmap="YlOrRd")
        shown.set_clim(0, np.sqrt(max(np.quantile(heat, 0.995), 1)))
        _discs(flown, discs, filled=False)
        flown.set_title("how much is flown over a place (darker: more)", size=9.5)
        _discs(lost, discs)
        for what, (words, colour) in _LOST.items():
            here = points[points["what"] == what]
            label = f"{words}: {len(here):,}"
            lost.plot(here["x"], here["y"], "x", color=colour, ms=4, mew=1, alpha=0.7, label=label)
        lost.set_title("where ships are lost", size=9.5)
        lost.legend(loc="upper center", ncols=3, frameon=False, borderaxespad=0.1)
        entitle(figure, title, points)
        return figure


def flight(discs: pd.DataFrame, points: pd.DataFrame, title: str) -> Figure:
    """One flight and the board about it: the way of every ship, what it meets, where it stops or is lost."""
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
    """The stretch of a side of the board that has some values and room about them, as wide as the widest needs."""
    reach = min(_ABOUT + widest / 2, size / 2)
    middle = float(np.clip((values.min() + values.max()) / 2, reach, size - reach))
    return middle - reach, middle + reach


def _way(axes: Any, way: pd.DataFrame) -> None:
    """The way of a ship: the ship where it starts (dotted), at each contact, and (filled) where it ends."""
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
    """A figure with boards side by side, empty but for their edges and seams."""
    width, height = discs.attrs["size"]
    figure = Drawing(_WIDTH * panels, _WIDTH * height / width + 0.6)
    found = figure.subplots(1, panels, squeeze=False)[0]
    for axes in found:
        for x, y, to_x, to_y in discs.attrs["lines"]:
            axes.plot([x, to_x], [y, to_y], color=PALE, lw=0.8, ls="--", zorder=0)
        axes.set(xlim=(0, width), ylim=(0, height), aspect="equal", xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set_visible(True)
    return figure, found


def _discs(axes: Any, discs: pd.DataFrame, *, filled: bool = True) -> None:
    """The discs of a board, with the orbits around them."""
    for row in discs.itertuples():
        axes.add_patch(Circle((row.x, row.y), row.ring, fc=MAIN if filled else "none", alpha=0.15, lw=0, zorder=1))
        axes.add_patch(Circle((row.x, row.y), row.ring, fc="none", ec=MAIN, lw=0.6, zorder=1))
        fill = COLOURS[row.colour] if filled else "none"
        axes.add_patch(Circle((row.x, row.y), row.radius, fc=fill, ec=LINE, lw=0.8, zorder=2))
        axes.text(row.x, row.y, row.label, ha="center", va="center", size=8, zorder=2.5, clip_on=True)


def _spread(points: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """x and y of points at even steps of every way."""
    xs, ys = [], []
    for _, way in points[points["what"] != "lost"].groupby(["game", "flight", "ship"], sort=False):
        x, y = way["x"].to_numpy(), way["y"].to_numpy()
        for k in range(len(x) - 1):
            count = max(int(np.hypot(x[k + 1] - x[k], y[k + 1] - y[k]) / _STEP), 1)
            xs.append(np.linspace(x[k], x[k + 1], count, endpoint=False))
            ys.append(np.linspace(y[k], y[k + 1], count, endpoint=False))
    return np.concatenate(xs), np.concatenate(ys)
