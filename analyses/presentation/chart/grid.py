"""Charts of values by two columns, with cells coloured by the distance from a middle value."""

from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from starbalance.analyses.presentation.chart.style import SLANT, STYLE, VERDICT_COLOURS, entitle, figure_of, signed
from starbalance.analyses.presentation.wording import plain, word
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import is_significant

_SHADES = matplotlib.colormaps["PuOr"].resampled(64)  # 64 shades, so that the palette of a picture contains all of them
_TINTS = matplotlib.colormaps["Purples"].resampled(64)
_ON_CELL = ("#111111", "#fefefe")  # colours of words on light and dark cells
_SLANTED = 0.04  # inches per letter that slanted words add to the height of a chart
_FEW = 500  # games below which a cell is grey, if another cell has at least ten times its games


def heat(table: pd.DataFrame, by: Sequence[str], sides: int, *, title: str = "") -> Figure:
    """Draw win shares by two columns as a grid, with colours relative to an equal share.

    Args:
        table: Table of shares with the columns of `by`, share, low, high. With a column games, cells with few games are
            grey and do not affect the scale of the colours.
        by: Column of the rows and column of the columns.
        sides: Number of sides. The equal share is 1 / sides.
        title: Title of the chart. Empty: "Win share by ...".

    Returns:
        The chart. Cells without games are empty.
    """
    equal_share, cells = 100 / sides, in_percent(table, by, ("share", "low", "high"))
    if "games" in table:
        cells["few"] = table["games"] < min(_FEW, table["games"].max() / 10)
    title = title or f"Win share by {' and '.join(map(plain, by))}"
    grey = "; grey: few games" if "few" in cells and cells["few"].any() else ""
    return _grid(
        cells,
        by,
        (equal_share, 0.0, 100.0),
        form=".1f",
        label=f"win share, % (equal share {equal_share:.1f}{grey})",
        title=title,
    )


def grid(table: pd.DataFrame, by: Sequence[str], label: str, *, title: str) -> Figure:
    """Draw differences by two columns as a grid. Significant cells are bold.

    Args:
        table: Table with the columns of `by`, value, low, high and significant.
        by: Column of the rows and column of the columns, in the order of the table.
        label: Label of the colour scale.
        title: Title of the chart.
    """
    return _grid(_ordered(table, by), by, (0.0, -np.inf, np.inf), form="+z.1f", label=label, title=title)


def _ordered(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return a table whose values keep their order of appearance."""
    return table.astype({name: pd.CategoricalDtype(list(dict.fromkeys(table[name])), ordered=True) for name in by})


def _grid(
    table: pd.DataFrame,
    by: Sequence[str],
    limits: tuple[float | None, float, float],
    *,
    form: str,
    label: str,
    title: str,
) -> Figure:
    """Draw values with half widths of intervals in cells, bold if `significant` is true, grey if `few` is true.

    `limits` are the middle of the colours and the smallest and largest possible values. If the middle is `None`, the
    colours deepen from the smallest value.
    """
    table = table.assign(**{name: table.get(name, False) for name in ("significant", "few")})
    values, low, high, significant, few = (
        table.pivot(index=by[0], columns=by[1], values=name).astype(float)
        for name in ("value", "low", "high", "significant", "few")
    )
    coloured = values.mask(few == 1)
    half = (high - low).to_numpy() / 2
    with matplotlib.rc_context(STYLE):
        heads = [word(by[1], name) for name in values.columns]
        height = 1.1 + 0.45 * values.shape[0] + _SLANTED * max(map(len, heads))
        figure, axes = figure_of(max(6.0, 1.6 + 0.85 * values.shape[1]), height)
        shades, first, last, depth = _coloured(coloured.to_numpy(), limits)
        image = axes.imshow(coloured, cmap=shades, vmin=first, vmax=last, aspect="auto", interpolation="none")
        for i, j in np.argwhere(values.notna().to_numpy()):
            ends = f"\n±{half[i, j]:.1f}" if np.isfinite(half[i, j]) else ""
            text, dark = signed(f"{values.iloc[i, j]:{form}}{ends}"), depth[i, j] > 0.55
            colour = VERDICT_COLOURS["undecided"] if few.iloc[i, j] else _ON_CELL[int(dark)]
            look: Any = {"color": colour, "weight": "bold" if significant.iloc[i, j] else "normal"}
            axes.text(j, i, text, ha="center", va="center", size=8, **look)
        axes.set_xticks(range(values.shape[1]), heads, rotation=SLANT, ha="right")
        axes.set_yticks(range(values.shape[0]), [word(by[0], name) for name in values.index])
        scale = figure.colorbar(image, label=label)
        scale.ax.set_ylim(max(limits[1], first), min(limits[2], last))
        entitle(figure, title, table)
        return figure


def _coloured(values: np.ndarray, limits: tuple[float | None, float, float]) -> tuple[Any, float, float, np.ndarray]:
    """Return the colour map, the values of its ends, and the depth of each cell from 0 to 1."""
    middle, least, most = limits
    if middle is None:
        return _TINTS, least, most, (values - least) / (most - least)
    away = np.abs(values - middle)
    reach = max(1.0, float(np.nan_to_num(away).max()))
    return _SHADES, middle - reach, middle + reach, away / reach


def draw_shares(table: pd.DataFrame, by: Sequence[str], title: str, *, alpha: float = ALPHA) -> Figure:
    """Draw how drawn components change win shares compared with other components.

    Args:
        table: A table of `draw_shares`.
        by: Column of the components and a further column.
        title: Title of the chart.
        alpha: Significance level of the bold cells. Default: 0.05.
    """
    cells = in_percent(table, by, ("difference", "low", "high"))
    label = "points of win share compared with another component (bold: significant)"
    return grid(cells.assign(significant=is_significant(table, alpha)), by, label, title=title)


def draw_claims(table: pd.DataFrame, by: Sequence[str], title: str) -> Figure:
    """Draw how often seats claim drawn components.

    Args:
        table: A table of `draw_claims`.
        by: Column of the components and column of the seats.
        title: Title of the chart.
    """
    return _claims(table, by, "claimed", label="seats that claim the component in games with it, %", title=title)


def draw_pairs(table: pd.DataFrame, by: Sequence[str], title: str) -> Figure:
    """Draw how often both of two components that are drawn together are claimed.

    Args:
        table: A table of `draw_pairs`.
        by: Columns of the two components.
        title: Title of the chart.
    """
    return _claims(
        table, by, "both_claimed", label="games with both components in which both are claimed, %", title=title
    )


def _claims(table: pd.DataFrame, by: Sequence[str], value: str, *, label: str, title: str) -> Figure:
    """Draw shares with intervals by two columns, in the order of the table."""
    cells = in_percent(table, by, (value, f"{value}_low", f"{value}_high"))
    return _grid(_ordered(cells, by), by, (None, 0.0, 100.0), form=".1f", label=label, title=title)


def in_percent(table: pd.DataFrame, by: Sequence[str], numbers: Sequence[str]) -> pd.DataFrame:
    """Return cells with the columns value, low and high in percent.

    Args:
        table: Table of shares.
        by: Columns that identify the cells.
        numbers: Columns of the share and of the ends of its interval.
    """
    percent = {new: 100 * table[old] for new, old in zip(("value", "low", "high"), numbers, strict=True)}
    return table[list(by)].assign(**percent)


def matrix(table: pd.DataFrame, order: Sequence[str], title: str) -> Figure:
    """Draw the win share of each strategy (row) against each opponent (column).

    Args:
        table: Table with the columns strategy, opponent, share, low, high.
        order: Strategies in the order of rows and columns.
        title: Title of the chart.
    """
    words = pd.CategoricalDtype(list(order), ordered=True)
    columns = ["strategy", "opponent"]
    return heat(table.astype(dict.fromkeys(columns, words)), columns, 2, title=title)
