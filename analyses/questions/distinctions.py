"""What sets the seats of a level of the factor apart: what they do, hold and score more or less than the others."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import columns, roles
from starbalance.analyses.questions.flags import flag_columns, flag_marks
from starbalance.analyses.statistics.aggregate import win_batches
from starbalance.analyses.statistics.estimate import ClusterSums, paired_difference
from starbalance.analyses.statistics.verdict import holm
from starbalance.simulator.runs.result import Result

_OF_ALL = ("game", "seat", "player", "credit")  # number columns that every game has, none of which a seat does
_NEVER, _OFTEN, _ALWAYS = 0.01, 0.1, 0.95  # shares of the seats of a level that hardly ever, often, always have a thing
_NAMES = ("rows", "rows_its", "its", "rows_others", "others")
_SHARE = "0 or 1"  # the unit of a column that is the mark of a seat
Item = tuple[str, str, pl.Expr]  # column, word of one of its flags or nothing, the number of a seat


@marks_incomplete
def distinctions(result: Result, level: str) -> pd.DataFrame:
    """A row for each thing that the seats of a level of the factor and the others do or have on average.

    Columns: column (of the seats), item (the word of one of its flags; empty for a number), is_share (whether the means
    are shares of seats), its, others (means), difference, low, high (in standard deviations of a seat among its like),
    p_value (that there is none, by Holm over the rows), winning (correlation with the credit among the others), given
    (whether it comes with the level: a level hardly ever has what another has often, or its own seats are alike in it).

    Of the numbers and flags that the game gives a meaning, but for its points and what its `apart` names; what nobody
    varies in is left out. Games are the independent unit.
    """
    items = _items(result)
    mine = _factor(result) == level
    sums, moments = _totals(result, items, mine)
    spread, winning = _of_moments(sums, moments)
    found = paired_difference(sums, ("others", "rows_others"), ("its", "rows_its"), rows="rows")
    varies = spread > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = [values / spread for values in (found.value, found.low, found.high)]
    units = columns(result.settings["game"]).query("table == 'seats'").set_index("column")["unit"]
    table = pd.DataFrame([item[:2] for item in items], columns=["column", "item"])
    table["is_share"] = [bool(item) or units[column] == _SHARE for column, item, _ in items]
    table["its"], table["others"] = found.two, found.one
    table["difference"], table["low"], table["high"] = scaled
    table["p_value"] = holm(np.where(varies, found.p_value(np.zeros(len(items))), np.nan))
    table["winning"], table["given"] = winning, _given(result, items, level)
    return table[varies].reset_index(drop=True)


def _items(result: Result) -> list[Item]:
    """The numbers and flags of a seat that may set it apart."""
    game = result.settings["game"]
    its, flags, schema = roles(game), flag_columns(result), result.scan("seats").collect_schema()
    known = columns(game).query("table == 'seats' and meaning != ''")["column"]
    aside = {*_OF_ALL, its.points, *its.apart, result.factor}
    levels = set(result.scan("seats").select(_factor(result).unique()).collect().to_series())
    items: list[Item] = []
    for name in known:
        if name in aside or name not in schema or not schema[name].is_numeric():
            continue
        words: Sequence[str] = flags.get(name, ())
        marks = zip(words, flag_marks(name, len(words)), strict=True)
        items += (
            [(name, word, mark) for word, mark in marks if word not in levels] if words else [(name, "", pl.col(name))]
        )
    return items


def _factor(result: Result) -> pl.Expr:
    """The levels of the factor, as words."""
    return pl.col(result.factor).cast(pl.String)


def _given(result: Result, items: Sequence[Item], level: str) -> np.ndarray:
    """Whether each item comes with the level: one hardly ever has what another has often, or its seats are alike."""
    asked = [each.cast(pl.Float64).alias(f"value {i}") for i, (_, _, each) in enumerate(items)]
    numbers = [f"value {i}" for i in range(len(items))]
    seats = result.scan("seats").select(_factor(result).alias("level"), *asked).group_by("level")
    by_level = seats.agg((pl.col(name) != 0).mean() for name in numbers).collect()
    often, mine = (rows.select(numbers).to_numpy() for rows in (by_level, by_level.filter(level=level)))
    same = seats.agg(pl.col(name).min() == pl.col(name).max() for name in numbers).filter(level=level).collect()
    is_flag = np.array([bool(word) for _, word, _ in items])
    alike = same.select(numbers).to_numpy().any(0) | (is_flag & (mine >= _ALWAYS).any(0))
    return (often.max(0) >= _OFTEN) & ((often.min(0) < _NEVER) | alike)


def _totals(result: Result, items: Sequence[Item], mine: pl.Expr) -> tuple[ClusterSums, Mapping[str, np.ndarray]]:
    """(cluster sums with a cell for each item, sums over seats of squares and of products with the credit)."""
    count, k = len(items), len(_NAMES)
    games, sums, products = np.zeros((count, k)), np.zeros((count, k)), np.zeros((count, k, k))
    moments = {name: np.zeros(count) for name in ("its", "others", "credit", "credits", "both")}
    asked = [each.cast(pl.Float64).alias(f"value {i}") for i, (_, _, each) in enumerate(items)]
    for batch in win_batches(result, []):
        seats = batch.select("game", "credit", mine.alias("mine"), *asked).collect()
        _, place = np.unique(seats["game"].to_numpy(), return_inverse=True)
        its, credit = seats["mine"].to_numpy().astype(float), seats["credit"].to_numpy()
        for i in range(count):
            value = seats[f"value {i}"].to_numpy()
            weights = (np.ones_like(its), its, its * value, 1 - its, (1 - its) * value)
            each = np.stack([np.bincount(place, weights=weight) for weight in weights], axis=1)
            games[i] += (each != 0).sum(0)
            sums[i] += each.sum(0)
            products[i] += each.T @ each
            _add(moments, i, value, its=its, credit=credit)
    return ClusterSums(_NAMES, games, sums, products), moments


def _add(moments: Mapping[str, np.ndarray], i: int, value: np.ndarray, *, its: np.ndarray, credit: np.ndarray) -> None:
    """Adds what the seats of a batch are to the sums of an item; those of credit are of the others alone."""
    others = 1 - its
    moments["its"][i] += its @ value**2
    moments["others"][i] += others @ value**2
    moments["credit"][i] += others @ credit
    moments["credits"][i] += others @ credit**2
    moments["both"][i] += others @ (value * credit)


def _of_moments(sums: ClusterSums, moments: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(the standard deviation of a seat among its like, the correlation with credit among the others) of each item."""
    rows, others = sums.sum("rows"), sums.sum("rows_others")
    with np.errstate(divide="ignore", invalid="ignore"):
        within = {
            name: np.maximum(moments[name] - sums.sum(name) ** 2 / sums.sum(f"rows_{name}"), 0)
            for name in ("its", "others")
        }
        joint = moments["both"] - sums.sum("others") * moments["credit"] / others
        alone = within["others"] * (moments["credits"] - moments["credit"] ** 2 / others)
        winning = np.where(alone > 0, joint / np.sqrt(alone), 0.0)
    return np.sqrt((within["its"] + within["others"]) / rows), winning
