"""Charts of values by two columns: a cell each, coloured by how far it is from the middle."""

from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from starbalance.analyses.presentation.chart.style import SLANT, STYLE, VERDICT_COLOURS, entitle, figure_of, signed
from starbalance.analyses.presentation.wording import plain, word
from starbalance.analyses.statistics.estimate import ALPHA

_SHADES = matplotlib.colormaps["PuOr"].resampled(64)  # so few that the palette of a picture has them all
_TINTS = matplotlib.colormaps["Purples"].resampled(64)
_ON_CELL = ("#111111", "#fefefe")  # words on a light and on a dark cell, whatever is around it
_SLANTED = 0.04  # inches that a letter of a slanted word adds to the height of a chart
_FEW = 500  # games, with fewer of which a cell is grey where others have ten times as many


def heat(table: pd.DataFrame, by: Sequence[str], sides: int, *, title: str = "") -> Figure:
    """Win share by two columns: one is the rows, the other the columns; numbers in the cells, colour against parity.

    A cell without games stays empty; one of few games, of a table that tells them, is grey and sets no colour.
    """
    parity, cells = 100 / sides, in_percent(table, by, ("share", "low", "high"))
    if "games" in table:
        cells["few"] = table["games"] < min(_FEW, table["games"].max() / 10)
    title = title or f"Win share by {' and '.join(map(plain, by))}"
    grey = "; grey: few games" if "few" in cells and cells["few"].any() else ""
    return _grid(
        cells, by, (parity, 0.0, 100.0), form=".1f", label=f"win share, % (parity {parity:.1f}{grey})", title=title
    )


def grid(table: pd.DataFrame, by: Sequence[str], label: str, *, title: str) -> Figure:
    """Differences by two columns (value, low, high, significant), in their order; what is significant stands out."""
    return _grid(_ordered(table, by), by, (0.0, -np.inf, np.inf), form="+z.1f", label=label, title=title)


def _ordered(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """A table whose words keep the order in which they come."""
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
    """Values with half their intervals in cells, bold where a column `significant` says so, grey where `few` does.

    limits: the middle of the colours (None: they deepen from the least on), the least and the largest possible value.
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
    """(the colours of a grid, the values of the first and the last of them, how deep each cell is: 0 to 1)."""
    middle, least, most = limits
    if middle is None:
        return _TINTS, least, most, (values - least) / (most - least)
    away = np.abs(values - middle)
    reach = max(1.0, float(np.nan_to_num(away).max()))
    return _SHADES, middle - reach, middle + reach, away / reach


def draw_shares(table: pd.DataFrame, by: Sequence[str], title: str, *, alpha: float = ALPHA) -> Figure:
    """What things drawn, each in the place of another, do to win shares, of a table of draw_shares by a column."""
    cells = in_percent(table, by, ("difference", "low", "high"))
    label = "points of win share more than with another in its place (bold: significant)"
    return grid(cells.assign(significant=table["p_value"] <= alpha), by, label, title=title)


def draw_claims(table: pd.DataFrame, by: Sequence[str], title: str) -> Figure:
    """How often seats claim what is drawn, of a table of draw_claims by the draw and a column of the seats."""
    return _claims(table, by, "claimed", label="seats that claim it in the games with it, %", title=title)


def draw_pairs(table: pd.DataFrame, by: Sequence[str], title: str) -> Figure:
    """How often both of two things drawn together are claimed, of a table of draw_pairs."""
    return _claims(table, by, "both_claimed", label="games with the two in which both are claimed, %", title=title)


def _claims(table: pd.DataFrame, by: Sequence[str], value: str, *, label: str, title: str) -> Figure:
    """Shares with intervals by two columns, in their order."""
    cells = in_percent(table, by, (value, f"{value}_low", f"{value}_high"))
    return _grid(_ordered(cells, by), by, (None, 0.0, 100.0), form=".1f", label=label, title=title)


def in_percent(table: pd.DataFrame, by: Sequence[str], numbers: Sequence[str]) -> pd.DataFrame:
    """Cells with a share, its low and its high in percent."""
    percent = {new: 100 * table[old] for new, old in zip(("value", "low", "high"), numbers, strict=True)}
    return table[list(by)].assign(**percent)


def matrix(table: pd.DataFrame, order: Sequence[str], title: str) -> Figure:
    """Shares of the wins of two (strategy, opponent, share, low, high): the row's against the column's, in an order."""
    words = pd.CategoricalDtype(list(order), ordered=True)
    columns = ["strategy", "opponent"]
    return heat(table.astype(dict.fromkeys(columns, words)), columns, 2, title=title)
