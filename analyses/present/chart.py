"""Charts: every one can be read without the text. The only module that knows Matplotlib."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine, PlaceHolderLayoutEngine
from matplotlib.text import Text
from matplotlib.transforms import BboxBase
from PIL import Image
from scipy.spatial import KDTree

from starbalance.analyses.present.wording import named, plain, short, word
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator.errors import BadInput, unknown

SUFFIXES = (".png", ".svg", ".pdf")
_COLOURS = {"balanced": "#4477aa", "strong": "#228833", "weak": "#cc3311", "undecided": "#888888"}
_COLOURS |= {"unchanged": "#4477aa", "higher": "#228833", "lower": "#cc3311"}
_MARKS = {"balanced": "o", "strong": "^", "weak": "v", "undecided": "s"}
_MARKS |= {"unchanged": "o", "higher": "^", "lower": "v"}
_DASHES = ("-", "--", ":")
_PALETTE = ("#4477aa", "#ccbb44", "#228833", "#aa3377", "#66ccee", "#bbbbbb", "#ee6677")
_SHADES = matplotlib.colormaps["PuOr"].resampled(64)  # so few that the palette of a picture has them all
_TINTS = matplotlib.colormaps["Purples"].resampled(64)
_ON_CELL = ("#111111", "#fefefe")  # words on a light and on a dark cell, whatever is around it
_PLATE = {"facecolor": "white", "alpha": 0.85, "lw": 0, "pad": 1}
_FEW = 500  # games, with fewer of which a cell is grey where others have ten times as many
_DPI = 150  # of a picture
_EDGE = 0.01  # of the width of a figure, left and right of its words
_LINE = 0.17  # inches
_PAD = 0.09  # inches about a chart: words are not of one width at every resolution
_LETTERS = 11  # that have room in an inch
_STYLE: Any = {
    "font.size": 9.5,
    "font.sans-serif": ["DejaVu Sans"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "starbalance",
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name with dollars is a name
}


class _Drawing(Figure):
    """A figure that shows itself in a notebook; its title begins at its left edge."""

    def __init__(self, width: float, height: float) -> None:
        """Inches."""
        super().__init__(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD), dpi=_DPI)

    def suptitle(self, t: str, **looks: Any) -> Text:
        """As of any figure, at the left edge."""
        return super().suptitle(t, **{"x": _EDGE, "ha": "left", **looks})

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        with matplotlib.rc_context(_STYLE):
            _lay_out(self)
            self.savefig(picture, format="png", dpi=100, metadata={"Software": None})
        return picture.getvalue()


def _lay_out(figure: Figure) -> None:
    """Puts all of a figure in its place, once; a title or label that would be cut goes on in a further line."""
    if isinstance(figure.get_layout_engine(), PlaceHolderLayoutEngine):
        return
    figure.draw_without_rendering()
    more, turned = sum(_break(text, figure.bbox) for text in figure.texts), 0
    for axes in figure.axes:
        place = axes.get_subplotspec()
        canvas = axes.bbox if place and place.get_gridspec().ncols > 1 else figure.bbox
        more += sum(_break(text, canvas) for text in (axes.xaxis.label, axes.title) if text.get_text())
        turned += _break(axes.yaxis.label, figure.bbox)
    if more or turned:
        figure.set_figheight(figure.get_figheight() + _LINE * more)
        for _ in range(2):  # what is drawn is laid out by the ticks and words that it had before
            figure.draw_without_rendering()
    figure.set_layout_engine("none")


def _break(text: Text, canvas: BboxBase) -> int:
    """Breaks words that reach beyond a canvas into lines; how many more lines they have then."""
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
    lines = [""]
    for each in text.get_text().split():
        text.set_text(f"{lines[-1]} {each}".strip())
        if lines[-1] and text.get_window_extent().size[upright] > room:
            lines.append(each)
        else:
            lines[-1] = text.get_text()
    text.set_text("\n".join(lines))
    return len(lines) - 1


def _figure(width: float, height: float) -> tuple[Figure, Any]:
    figure = _Drawing(width, height)
    return figure, figure.add_subplot()


def _labels(table: pd.DataFrame, by: Sequence[str]) -> list[str]:
    return [named(by, dict(zip(by, row, strict=True))) for row in table[list(by)].values]


def forest(table: pd.DataFrame, by: Sequence[str], seats: int, title: str = "", margin: float = MARGIN) -> Figure:
    """Win shares with 95 % intervals, one line a row of a rates table; parity 1 / seats and the margin as a band.

    A table without verdicts has no band.
    """
    parity, margin = 1 / seats, margin if "verdict" in table else 0.0
    band = f"; band: ±{100 * margin:.0f} points" if margin else ""
    note = f"win share, % (95 % interval; dashed: parity {100 * parity:.1f}{band})"
    title = title or f"Win share by {' and '.join(map(plain, by))}"
    figure = _intervals(table, by, "share", ".1f", (parity, margin), note, title)
    _keep_to_shares(figure.axes[0])
    return figure


def _keep_to_shares(axes: Any) -> None:
    """No place below 0 % and no tick above 100 %, where words may stand."""
    axes.set_xlim(left=max(0.0, axes.get_xlim()[0]))
    axes.set_xticks(
        [tick for tick in axes.get_xticks() if axes.get_xlim()[0] <= tick <= min(100.0, axes.get_xlim()[1])]
    )


def differences(
    table: pd.DataFrame, by: Sequence[str], title: str, margin: float = MARGIN, alpha: float = ALPHA
) -> Figure:
    """What a variant adds to win shares, one line a row of a compare table; 0 and the margin as a band."""
    note = (
        f"variant less base, points of win share ({100 * (1 - alpha):.4g} % interval; dashed: no difference; "
        f"band: ±{100 * margin:.4g} points)"
    )
    return _intervals(table.dropna(subset=["difference"]), by, "difference", "+.1f", (0.0, margin), note, title)


def _intervals(
    table: pd.DataFrame, by: Sequence[str], value: str, form: str, band: tuple[float, float], note: str, title: str
) -> Figure:
    """Values with intervals and verdicts, one line a row, in percent; band: its middle, and how far to each side."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = _figure(7, 1.3 + 0.32 * len(table))
        middle, places = 100 * band[0], np.arange(len(table))[::-1]
        axes.axvspan(middle - 100 * band[1], middle + 100 * band[1], color="#4477aa", alpha=0.12, lw=0)
        axes.axvline(middle, color="#333333", lw=1, ls="--")
        for place, (_, row) in zip(places, table.iterrows(), strict=True):
            verdict = str(row["verdict"]).split()[0] if "verdict" in table else ""
            colour = _COLOURS.get(verdict, _PALETTE[0])
            axes.plot([100 * row["low"], 100 * row["high"]], [place, place], color=colour, lw=2)
            axes.plot(100 * row[value], place, _MARKS.get(verdict, "o"), color=colour, ms=6)
            axes.annotate(
                f"{100 * row[value]:{form}}  {verdict}".strip(),
                (100 * row["high"], place),
                (6, 0),
                textcoords="offset points",
                va="center",
                bbox=_PLATE,
            )
        axes.set_yticks(places, _labels(table, by))
        axes.set_ylim(-0.7, len(table) - 0.3)
        axes.margins(x=0.22)
        axes.set_xlabel(note)
        figure.suptitle(title)
        return figure


def sweep(table: pd.DataFrame, varied: Sequence[str], by: Sequence[str], seats: int, alpha: float = ALPHA) -> Figure:
    """Win shares over a varied value, one line with its band a cell of `by`; a panel for each of the other values.

    table: a sweep. varied: the columns of the values, the first is the x axis. Words stand side by side, numbers to
    scale.
    """
    panels = (
        [({}, table)]
        if len(varied) == 1
        else [
            (dict(zip(varied[1:], key, strict=True)), rows) for key, rows in table.groupby(list(varied[1:]), sort=False)
        ]
    )
    with matplotlib.rc_context(_STYLE):
        figure = _Drawing(max(7.0, 4.2 * len(panels)), 4.6)
        grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axes, (fixed, rows) in zip(grid, panels, strict=True):
            axes.axhline(100 / seats, color="#333333", lw=1, ls="--")
            _lines(axes, rows, varied[0], by)
            axes.set_xlabel(varied[0])
            axes.set_title(", ".join(f"{path} = {value}" for path, value in fixed.items()), size=9.5)
        grid[0].set_ylabel(f"win share, % (band: {100 * (1 - alpha):.4g} % interval; dashed: parity)")
        figure.suptitle(f"Win share by {' and '.join(map(plain, by))} over {varied[0]}")
        _legend(figure, grid[0])
        return figure


def _lines(axes: Any, rows: pd.DataFrame, over: str, by: Sequence[str]) -> None:
    """One panel of a sweep: a line and its band for each cell, over a value."""
    values = list(dict.fromkeys(rows[over]))
    scale = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    places = {value: value if scale else place for place, value in enumerate(values)}
    for i, (key, cell) in enumerate(rows.groupby(list(by), sort=False, observed=True)):
        at = cell.assign(place=[places[value] for value in cell[over]]).sort_values("place")
        look = {"color": _PALETTE[i % len(_PALETTE)], "ls": _DASHES[i // len(_PALETTE) % len(_DASHES)]}
        axes.fill_between(at["place"], 100 * at["low"], 100 * at["high"], color=look["color"], alpha=0.15, lw=0)
        axes.plot(
            at["place"], 100 * at["share"], marker="o", ms=4, label=named(by, dict(zip(by, key, strict=True))), **look
        )
    axes.set_xticks(list(places.values()), [str(value) for value in values])


def _legend(figure: Figure, axes: Any) -> None:
    """The legend of one panel below all, in as many columns as its words leave room for."""
    handles, words = axes.get_legend_handles_labels()
    longest = max(map(len, words), default=1)
    columns = max(1, min(4, int(_LETTERS * figure.get_figwidth() / (longest + 6))))
    figure.legend(handles, words, loc="outside lower center", ncols=columns, frameon=False)


def heat(table: pd.DataFrame, by: Sequence[str], seats: int, title: str = "") -> Figure:
    """Win share by two columns: one is the rows, the other the columns; numbers in the cells, colour against parity.

    A cell without games stays empty; one of few games, of a table that tells them, is grey and sets no colour.
    """
    parity, cells = 100 / seats, in_percent(table, by, ("share", "low", "high"))
    if "games" in table:
        cells["few"] = table["games"] < min(_FEW, table["games"].max() / 10)
    title = title or f"Win share by {' and '.join(map(plain, by))}"
    grey = "; grey: few games" if "few" in cells and cells["few"].any() else ""
    return _grid(cells, by, (parity, 0.0, 100.0), ".1f", f"win share, % (parity {parity:.1f}{grey})", title)


def grid(table: pd.DataFrame, by: Sequence[str], label: str, title: str) -> Figure:
    """Differences by two columns (value, low, high, sure), in their order; what is sure stands out."""
    return _grid(_ordered(table, by), by, (0.0, -np.inf, np.inf), "+z.1f", label, title)


def _ordered(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """A table whose words keep the order in which they come."""
    return table.astype({name: pd.CategoricalDtype(list(dict.fromkeys(table[name])), ordered=True) for name in by})


def _grid(
    table: pd.DataFrame,
    by: Sequence[str],
    limits: tuple[float | None, float, float],
    form: str,
    label: str,
    title: str,
) -> Figure:
    """Values with half their intervals in cells, bold where a column `sure` says so, grey where `few` does.

    limits: the middle of the colours (None: they deepen from the least on), the least and the largest possible value.
    """
    table = table.assign(**{name: table.get(name, False) for name in ("sure", "few")})
    values, low, high, sure, few = (
        table.pivot(index=by[0], columns=by[1], values=name).astype(float)
        for name in ("value", "low", "high", "sure", "few")
    )
    coloured = values.mask(few == 1)
    half = (high - low).to_numpy() / 2
    with matplotlib.rc_context(_STYLE):
        figure, axes = _figure(max(6.0, 1.6 + 0.85 * values.shape[1]), 1.4 + 0.45 * values.shape[0])
        shades, first, last, depth = _coloured(coloured.to_numpy(), limits)
        image = axes.imshow(coloured, cmap=shades, vmin=first, vmax=last, aspect="auto", interpolation="none")
        for i, j in np.argwhere(values.notna().to_numpy()):
            ends = f"\n±{half[i, j]:.1f}" if np.isfinite(half[i, j]) else ""
            text, dark = f"{values.iloc[i, j]:{form}}{ends}", depth[i, j] > 0.55
            colour = _COLOURS["undecided"] if few.iloc[i, j] else _ON_CELL[int(dark)]
            look: Any = {"color": colour, "weight": "bold" if sure.iloc[i, j] else "normal"}
            axes.text(j, i, text, ha="center", va="center", size=8, **look)
        axes.set_xticks(range(values.shape[1]), [word(by[1], name) for name in values.columns], rotation=30, ha="right")
        axes.set_yticks(range(values.shape[0]), [word(by[0], name) for name in values.index])
        scale = figure.colorbar(image, label=label)
        scale.ax.set_ylim(max(limits[1], first), min(limits[2], last))
        figure.suptitle(title)
        return figure


def _coloured(values: np.ndarray, limits: tuple[float | None, float, float]) -> tuple[Any, float, float, np.ndarray]:
    """(the colours of a grid, the values of the first and the last of them, how deep each cell is: 0 to 1)."""
    middle, least, most = limits
    if middle is None:
        return _TINTS, least, most, (values - least) / (most - least)
    away = np.abs(values - middle)
    reach = max(1.0, float(np.nan_to_num(away).max()))
    return _SHADES, middle - reach, middle + reach, away / reach


def drawn(table: pd.DataFrame, name: str, title: str) -> Figure:
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
        pd.DataFrame(
            {name: labels, "quantity": words}
            | {new: scale * ranked[f"{old}{end}"] for new, end in (("value", ""), ("low", "_low"), ("high", "_high"))}
        )
        for old, (words, scale) in panels.items()
        if old in table
    ]
    return dots(pd.concat(found, ignore_index=True), [name], "value", title)


def draw_shares(table: pd.DataFrame, by: Sequence[str], title: str, alpha: float = ALPHA) -> Figure:
    """What things drawn, each in the place of another, do to win shares, of a table of draw_shares by a column."""
    cells = in_percent(table, by, ("difference", "low", "high"))
    label = "points of win share more than with another in its place (bold: surely)"
    return grid(cells.assign(sure=table["p_value"] <= alpha), by, label, title)


def draw_claims(table: pd.DataFrame, by: Sequence[str], title: str) -> Figure:
    """How often seats claim what is drawn, of a table of draw_claims by the draw and a column of the seats."""
    return _claims(table, by, "claimed", "seats that claim it in the games with it, %", title)


def draw_pairs(table: pd.DataFrame, by: Sequence[str], title: str) -> Figure:
    """How often both of two things drawn together are claimed, of a table of draw_pairs."""
    return _claims(table, by, "both_claimed", "games with the two in which both are claimed, %", title)


def _claims(table: pd.DataFrame, by: Sequence[str], value: str, label: str, title: str) -> Figure:
    """Shares with intervals by two columns, in their order."""
    cells = in_percent(table, by, (value, f"{value}_low", f"{value}_high"))
    return _grid(_ordered(cells, by), by, (None, 0.0, 100.0), ".1f", label, title)


def in_percent(table: pd.DataFrame, by: Sequence[str], numbers: Sequence[str]) -> pd.DataFrame:
    """Cells with a share, its low and its high in percent."""
    percent = {new: 100 * table[old] for new, old in zip(("value", "low", "high"), numbers, strict=True)}
    return table[list(by)].assign(**percent)


def lengths(values: np.ndarray, title: str = "Length of the games", unit: str = "rounds") -> Figure:
    """The distribution of game length in a unit, with its median."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = _figure(7, 2.6)
        width = max(1, int(values.max()) // 50)
        bins = np.arange(values.min(), values.max() + width + 1, width) - 0.5
        axes.hist(values, bins=bins, weights=np.full(len(values), 100 / len(values)), color="#4477aa")
        axes.margins(y=0.15)
        median = float(np.median(values))
        axes.axvline(median, color="#333333", ls="--", lw=1)
        axes.annotate(f"median {median:.0f}", (median, axes.get_ylim()[1]), (4, -10), textcoords="offset points")
        axes.locator_params(axis="y", nbins=5)
        axes.set_xlabel(f"{unit} (in steps of {width})" if width > 1 else unit)
        axes.set_ylabel("games, %")
        figure.suptitle(title)
        return figure


def stacked(table: pd.DataFrame, by: Sequence[str], total: str, title: str) -> Figure:
    """Means that add up to a total, one bar a cell of a table of means; the total with its interval at the end."""
    whole = table[table["quantity"] == total]
    places, start = np.arange(len(whole))[::-1], np.zeros(len(whole))
    with matplotlib.rc_context(_STYLE):
        figure, axes = _figure(7.5, 1.6 + 0.35 * len(whole))
        for quantity, rows in table[table["quantity"] != total].groupby("quantity", sort=False):
            colour = _PALETTE[len(axes.containers) % len(_PALETTE)]
            width = rows["mean"].to_numpy()
            axes.barh(places, width, left=start, height=0.65, color=colour, label=plain(str(quantity)))
            start = start + width
        for place, row in zip(places, whole.itertuples(), strict=True):
            text = f"{row.mean:.1f} ({row.low:.1f} to {row.high:.1f})"
            axes.annotate(text, (row.mean, place), (6, 0), textcoords="offset points", va="center")
        axes.set_yticks(places, _labels(whole, by))
        axes.margins(x=0.3)
        axes.set_xlim(left=0)
        axes.set_xlabel(f"{plain(total)}, mean per seat (95 % interval)")
        figure.suptitle(title)
        _legend(figure, axes)
        return figure


def dots(table: pd.DataFrame, by: Sequence[str], value: str, title: str, is_one_scale: bool = False) -> Figure:
    """Values with 95 % intervals, one line a cell, one panel a quantity; a dashed line at 0 where the signs differ.

    is_one_scale: the panels share one.
    """
    quantities = list(dict.fromkeys(table["quantity"]))
    with matplotlib.rc_context(_STYLE):
        height = 1.3 + 0.3 * len(table) / len(quantities)
        figure = _Drawing(3.2 + 3.8 * len(quantities), height)
        panels = figure.subplots(1, len(quantities), sharex=is_one_scale, sharey=True, squeeze=False)[0]
        for axes, quantity in zip(panels, quantities, strict=True):
            rows = table[table["quantity"] == quantity]
            is_share = "is_share" in table and rows["is_share"].all()
            _dots(axes, rows.assign(**{each: 100 * rows[each] for each in (value, "low", "high") if is_share}), value)
            if is_share:
                _keep_to_shares(axes)
            axes.set_xlabel(f"{plain(quantity)}{', %' if is_share else ''} (95 % interval)")
        panels[0].set_yticks(np.arange(len(rows))[::-1], _labels(rows, by))
        figure.suptitle(title)
        return figure


def _dots(axes: Any, rows: pd.DataFrame, value: str) -> None:
    """One panel of dots; an interval without ends is not drawn."""
    places, values = np.arange(len(rows))[::-1], rows[value].to_numpy()
    low, high = (np.where(np.isfinite(rows[name]), rows[name], values) for name in ("low", "high"))
    axes.hlines(places, low, high, color="#4477aa", lw=2)
    axes.plot(values, places, "o", color="#4477aa", ms=5)
    for place, each, end in zip(places, values, high, strict=True):
        if np.isfinite(each):
            axes.annotate(short(each), (end, place), (5, 0), textcoords="offset points", va="center", bbox=_PLATE)
    axes.margins(x=0.2)
    axes.locator_params(axis="x", nbins=6)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    if (low < 0).any() and (high > 0).any():
        axes.axvline(0, color="#333333", lw=1, ls="--")


def bars(table: pd.DataFrame, column: str, title: str) -> Figure:
    """How often each word of a column occurs, in percent, with intervals."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = _figure(7, 1.0 + 0.35 * len(table))
        places = np.arange(len(table))[::-1]
        share = 100 * table["share"].to_numpy()
        spread = [share - 100 * table["low"].to_numpy(), 100 * table["high"].to_numpy() - share]
        axes.barh(places, share, xerr=spread, color="#4477aa", height=0.6, ecolor="#333333")
        for place, value in zip(places, share, strict=True):
            axes.annotate(f"{value:.1f}", (value, place), (8, 0), textcoords="offset points", va="center")
        axes.set_yticks(places, [str(word).replace("_", " ") for word in table[column]])
        axes.set_xlim(0, 108)
        axes.set_xlabel("games, % (95 % interval)")
        figure.suptitle(title)
        return figure


def tension(table: pd.DataFrame, parity: float, title: str) -> Figure:
    """How well the leader predicts the winner and when games are decided, of a table by tenths of the game."""
    with matplotlib.rc_context(_STYLE):
        figure = _Drawing(9, 3.4)
        left, right = figure.subplots(1, 2)
        over, low, high = 10 * table["tenth"], 100 * table["leader_low"], 100 * table["leader_high"]
        left.fill_between(over, low, high, color="#4477aa", alpha=0.25, lw=0)
        left.plot(over, 100 * table["leader"], "o-", color="#4477aa", ms=4)
        left.axhline(100 * parity, color="#333333", lw=1, ls="--")
        left.annotate(f"parity {100 * parity:.0f}", (100, 100 * parity), (0, 3), textcoords="offset points", ha="right")
        left.set_ylim(0, 103)
        left.set_ylabel("the leader wins, % (band: 95 % interval)")
        figure.suptitle(title)
        left.set_title("How often the leader wins", size=9.5)
        _decisions(right, table)
        for axes in (left, right):
            axes.set_xlabel("share of the game that is over, %")
        return figure


def _decisions(axes: Any, table: pd.DataFrame) -> None:
    """A bar for the games decided in each tenth, and one for those that the last standing does not decide."""
    shares = 100 * np.diff([0.0, *table["decided"], 1.0])
    axes.bar(10 * np.arange(10) + 5, shares[:-1], width=8.5, color="#4477aa")
    axes.bar(105, shares[-1], width=8.5, color="#bbbbbb")
    for place, share in enumerate(shares):
        axes.annotate(f"{share:.0f}", (10 * place + 5, share), (0, 2), textcoords="offset points", ha="center")
    axes.margins(y=0.1)
    axes.set_xticks([0, 20, 40, 60, 80, 100])
    axes.set_ylabel("games decided, % (grey: not by standing)")
    axes.set_title("Since when the winner leads to the end", size=9.5)


def matrix(table: pd.DataFrame, order: Sequence[str], title: str) -> Figure:
    """Shares of the wins of two (strategy, opponent, share, low, high): the row's against the column's, in an order."""
    words = pd.CategoricalDtype(list(order), ordered=True)
    columns = ["strategy", "opponent"]
    return heat(table.astype(dict.fromkeys(columns, words)), columns, 2, title)


def worths(table: pd.DataFrame, title: str, margin: float = MARGIN) -> Figure:
    """The points of an effects table with 95 % intervals: a panel for each column, side by side for several set-ups."""
    setups = table["setup"] if "setup" in table else pd.Series("", table.index)
    kinds, names = list(dict.fromkeys(setups)), list(dict.fromkeys(table["column"]))
    rows = [[table[(setups == kind) & (table["column"] == name)] for kind in kinds] for name in names]
    heights = [max(len(each) for each in line) + 1 for line in rows]
    with matplotlib.rc_context(_STYLE):
        figure = _Drawing(2.6 + 4.4 * len(kinds), 1.2 + 0.3 * sum(heights))
        panels = figure.subplots(
            len(names), len(kinds), sharex="col", squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        for name, line, places in zip(names, rows, panels, strict=True):
            for kind, each, axes in zip(kinds, line, places, strict=True):
                _worths(axes, each, margin)
                axes.set_title(f"{plain(name)}, {kind}" if kind else plain(name), size=9.5)
        for axes in panels[-1]:
            axes.set_xlabel(f"points of win share (95 % interval; band: ±{100 * margin:.4g})")
        figure.suptitle(f"{title}: worth against the average, all else equal")
        return figure


def _worths(axes: Any, rows: pd.DataFrame, margin: float) -> None:
    """One panel of worths, coloured by verdict."""
    axes.axvspan(-100 * margin, 100 * margin, color="#4477aa", alpha=0.12, lw=0)
    axes.axvline(0, color="#333333", lw=1, ls="--")
    places = np.arange(len(rows))[::-1]
    for place, row in zip(places, rows.itertuples(), strict=True):
        word = str(row.verdict).split()[0]
        axes.plot([row.points_low, row.points_high], [place, place], color=_COLOURS[word], lw=2)
        axes.plot(row.points, place, _MARKS[word], color=_COLOURS[word], ms=6)
        text = f"{row.points:+z.1f}  {word}"
        axes.annotate(
            text, (row.points_high, place), (6, 0), textcoords="offset points", va="center", size=8.5, bbox=_PLATE
        )
    axes.set_yticks(places, [plain(each) for each in rows["level"]])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.margins(x=0.3)


def check_path(path: Path) -> None:
    """Raises BadInput for a kind of file that a chart cannot be."""
    if path.suffix not in SUFFIXES:
        raise unknown("kind of chart file", path.suffix or path.name, SUFFIXES)


def _shrink_picture(path: Path) -> None:
    """Rewrites a picture with its most frequent colours as a palette: the bytes are a third."""
    with Image.open(path) as file:
        points = np.asarray(file.convert("RGB")).astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    colours, place, number = np.unique(points, return_inverse=True, return_counts=True)
    parts = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    palette = parts[np.argsort(-number, kind="stable")[:256]]
    _, nearest = KDTree(palette).query(parts)
    small = Image.fromarray(nearest[place].reshape(points.shape).astype(np.uint8), mode="P")
    small.putpalette(palette.ravel().tolist())
    small.save(path, format="png", optimize=True)


def _shrink_drawing(path: Path) -> None:
    """Rewrites a drawing without what no reader needs: what made it, names, less than a hundredth of a point."""
    text = re.sub(r"(?s)<metadata>.*?</metadata>|<!--.*?-->", "", path.read_text(encoding="utf-8"))
    linked = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in linked else "", text)
    text = re.sub(r"<[^>]*>", lambda found: re.sub(r"(\.\d\d)\d+", r"\1", found[0]), text)
    path.write_text(re.sub(r"\s*\n\s*", "\n", text), encoding="utf-8")


_SMALLER = {".png": _shrink_picture, ".svg": _shrink_drawing}


def save(figure: Figure, path: Path) -> None:
    """Writes a chart, whole or not at all. Raises BadInput for a kind of file that cannot be written."""
    check_path(path)
    draft = path.with_name(path.name + ".draft")
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}[path.suffix]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with matplotlib.rc_context(_STYLE):
            _lay_out(figure)
            figure.savefig(draft, format=path.suffix[1:], dpi=_DPI, metadata=metadata)
        if path.suffix in _SMALLER:
            _SMALLER[path.suffix](draft)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None
