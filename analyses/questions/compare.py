"""Two runs on the same luck, game by game: what a change of the rules does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import zip_longest
from operator import or_
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.statistics.aggregate import check_cells, game_batches, sum_clusters, win_batches
from starbalance.analyses.statistics.estimate import (
    ALPHA,
    ClusterSums,
    PairedDifference,
    paired_difference,
    proportions,
)
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.analyses.statistics.players import one_row_a_side
from starbalance.analyses.statistics.truncation import (
    MAX_TRUNCATED,
    TRUNCATED,
    check_max_truncated,
    reason_for,
    truncated_share,
)
from starbalance.analyses.statistics.verdict import (
    CHANGE,
    GAMES_NEEDED,
    MARGIN,
    REASON,
    VERDICT,
    check_alpha,
    check_margin,
    verdict_columns,
)
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.experiment import Execution, Experiment, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, check_columns, run_experiment

BASE, VARIANT = ("credit_base", "rows_base"), ("credit_variant", "rows_variant")
COLUMNS = (
    "games",
    "share_base",
    "share_variant",
    "difference",
    "low",
    "high",
    TRUNCATED,
    VERDICT,
    GAMES_NEEDED,
    REASON,
)
GAMES = 10_000  # of each side
SIDES = ("base", "variant")
LENGTHS = ("rounds", "decisions", "capped")
_WHOLE = "setup"  # a column with one value


@dataclass(frozen=True)
class Comparison:
    """A base and a variant of it, played on the same luck, and what the variant changes, by some columns."""

    base: Result
    variant: Result
    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA
    max_truncated: float = MAX_TRUNCATED

    @cached_property
    def shares(self) -> pd.DataFrame:
        """Win shares and what the variant adds to them, with verdicts: the table of `share_differences`."""
        limits = {"margin": self.margin, "alpha": self.alpha, "max_truncated": self.max_truncated}
        return share_differences(self.base, self.variant, self.by, **limits)

    @cached_property
    def changes(self) -> pd.DataFrame:
        """What the variant changes: path, base, variant; a new entry has no value in the base."""
        base, variant = (self._values(each) for each in (self.base, self.variant))
        paths = [path for path in variant if base.get(path) != variant[path]]
        return pd.DataFrame([(path, base.get(path), variant[path]) for path in paths], columns=["path", *SIDES])

    @staticmethod
    def _values(result: Result) -> dict[str, Any]:
        its = result.settings
        document = tables.load(find_game(its["game"]), its["setup"], set=its["changes"]).document
        return {each.path: each.value for each in tables.values(document)}

    @cached_property
    def course(self) -> pd.DataFrame:
        """How the games go: length, capped games, points."""
        return course(self.base, self.variant)

    @cached_property
    def flipped(self) -> pd.DataFrame:
        """In how many games another player won."""
        return flipped(self.base, self.variant)

    @cached_property
    def mcnemar(self) -> pd.DataFrame:
        """Wins of the seats that are in the same cell under both rules: the table of `mcnemar`."""
        return mcnemar(self.base, self.variant, self.by, alpha=self.alpha)

    @cached_property
    def saving(self) -> float:
        """How many times as many games with luck of their own would be as good."""
        return saving(self.base, self.variant, self.by)

    def __repr__(self) -> str:
        its = self.base.settings
        return f"<comparison of {its['game']}, {its['setup']}: {self.base.played:,} games each, seed {its['seed']}>"

    def _repr_html_(self) -> str:
        tables = [self.shares, self.course, self.flipped, *([self.mcnemar] if is_covered(self.mcnemar) else [])]
        return f"<p>{self.__repr__()[1:-1]}</p>" + "".join(table.to_html(index=False) for table in tables)


def compare(
    game: str | Path,
    *,
    games: int = GAMES,
    by: Sequence[str] | None = None,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
    **options: Unpack[RunOptions],
) -> Comparison:
    """Measure what a change of the rules does to win shares, length and points, game by game on the same seeds.

    Args:
        game: The name or folder of a game.
        games: Games of each of the two runs. The runs are kept below runs/ and continued after a stop.
        by: Columns of seats or games. Default: the headline factor.
        margin: Margin of the verdicts, as a share.
        alpha: Chance of a wrong verdict in the whole table.
        max_truncated: Verdicts are undecided if a larger share of the games was truncated.
        **options: As for `run`. `variant` and `set` change the second run only. With two variants, the first run plays
            the first of them.

    Raises:
        BadInput: If nothing is changed, and as `run` does.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    variant, changes = options.pop("variant", None), options.pop("set", None)
    named = [variant] if variant is None or isinstance(variant, str | Path) else list(variant)
    if len(named) > 2:
        raise BadInput(f"Two variants can be compared, not {len(named)}.")
    experiment, execution = prepare(game, options)
    columns = list(by or [experiment.factor])
    check_columns(columns, experiment.game, experiment.rules)
    first, last = named if len(named) == 2 else (None, named[0] if named else None)
    base = replace(experiment, variant=first)
    runs = pair(base, execution, variant=last, changes=changes, games=games)
    return Comparison(*runs, columns, margin, alpha, max_truncated)


def pair(
    base: Experiment,
    execution: Execution,
    *,
    variant: str | Path | None = None,
    changes: Mapping[str, Any] | None = None,
    games: int = 1000,
) -> tuple[Result, Result]:
    """Play a base and a variant of it on the same seeds into folders below runs/, and return the two runs.

    Args:
        base: What the first run plays.
        execution: How both are played.
        variant: The variant of the second run, in place of the variant of the base.
        changes: Changes of the rules in the second run.
        games: Games of each run.

    Raises:
        BadInput: If nothing is changed.
    """
    if variant is None and not changes:
        raise BadInput("There is nothing to compare: name a variant, or change a value.")
    sides = (base, replace(base, variant=variant, changes=changes or {}))
    first, second = (
        run_experiment(side, execution.part(before, 2 * games), games, out=DEFAULT)
        for before, side in zip((0, games), sides, strict=True)
    )
    return first, second


@marks_incomplete
def share_differences(
    base: Result,
    variant: Result,
    by: Sequence[str],
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """The win share of every cell of `by` in both runs, and what the variant adds to it; allies as of rates.

    Columns: those of by, games (with a row in either run), share_base, share_variant, difference, low, high, truncated
    (the share of truncated games of the run that has more of them), verdict, games_needed, reason (why more games would
    not decide; otherwise empty). Games are the independent unit; a game counts with what it adds to both shares, so
    that luck that both runs share cancels out. Intervals are of level 1 - alpha for each row by itself. The verdicts
    hold for the whole table at once: unchanged (the difference lies within the margin), higher, lower (it is not 0),
    undecided. A variant that plays every game as the base does differs by exactly 0. Raises BadInput for runs that are
    no pair.
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    cells, found = paired_shares(base, variant, by, level=1 - alpha)
    table = to_pandas(cells)
    table["games"] = found.games.astype(int)
    table["share_base"], table["share_variant"], table["difference"] = found.one, found.two, found.value
    table["low"], table["high"] = np.clip(found.low, -1, 1), np.clip(found.high, -1, 1)
    truncated, reason = stalled(base, variant, max_truncated)
    columns = verdict_columns(
        found,
        np.zeros(len(table)),
        played=max(base.played, variant.played),
        margin=margin,
        alpha=alpha,
        terms=CHANGE,
        reasons=[reason] * len(table),
    )
    return table.assign(**{TRUNCATED: truncated, **columns})


def stalled(base: Result, variant: Result, limit: float) -> tuple[float, str]:
    """Return the larger share of truncated games of two runs, and why that withholds verdicts (else empty)."""
    shares = {side: truncated_share(each) for side, each in zip(SIDES, (base, variant), strict=True)}
    side = max(shares, key=lambda each: shares[each])
    reason = reason_for(shares[side], limit)
    return shares[side], f"{side}: {reason}" if reason else ""


def saving(base: Result, variant: Result, by: Sequence[str]) -> float:
    """How many times as many games two runs with luck of their own would take for intervals as narrow.

    Over all cells of `by`: the variances of the differences, were the runs independent, over those that they have.
    Infinite where no share changes in any game.
    """
    found = paired_shares(base, variant, by)[1]
    known = ~np.isnan(found.value)
    unpaired_error, error = (float(np.sum(each[known] ** 2)) for each in (found.unpaired_error, found.error))
    return unpaired_error / error if error > 0 else np.inf


def paired_shares(
    base: Result, variant: Result, by: Sequence[str], *, level: float = 1 - ALPHA
) -> tuple[pl.DataFrame, PairedDifference]:
    """(cells, the differences of their win shares)."""
    _check_pair(base, variant)
    values = {"credit": pl.col("credit"), "rows": pl.lit(1)}
    cells, sums = _totals_of_both(base, variant, by, values=values)
    first, cells = one_row_a_side([base, variant], by, cells)
    flip = _flip(base, variant)
    return cells, paired_difference(sums.of(first), BASE, VARIANT, rows="rows", flip=flip, level=level)


def _flip(base: Result, variant: Result, most: float = 1.0) -> float:
    """What one game may change: most, or nothing where the variant plays every game as the base does."""
    return 0.0 if _is_same(base, variant) else most


def _check_pair(base: Result, variant: Result) -> None:
    """Raises BadInput for runs of different games, set-ups or luck, or of a length that luck decided."""
    for key, what in (("game", "games"), ("setup", "set-ups"), ("seed", "seeds")):
        one, two = base.settings[key], variant.settings[key]
        if one != two:
            raise BadInput(f"The two runs have different {what}, {one} and {two}: compare runs that share it.")
    if "until" in base.settings or "until" in variant.settings:
        raise BadInput("A run that was played until decided cannot be compared: play it with a number of games.")


def _totals_of_both(
    base: Result, variant: Result, by: Sequence[str], *, values: Mapping[str, pl.Expr]
) -> tuple[pl.DataFrame, ClusterSums]:
    """(cells, sums over the games of either run): NAME_base and NAME_variant of each value, rows of both."""
    check_cells(base, by)
    of = {"base": ~pl.col("is_variant"), "variant": pl.col("is_variant")}
    sides = {f"{name}_{side}": pl.col(name) * here for side, here in of.items() for name in values}
    return sum_clusters(_rows_of_both(base, variant, by, values=values), by, sides | {"rows": pl.col("rows")})


def _rows_of_both(
    base: Result, variant: Result, by: Sequence[str], *, values: Mapping[str, pl.Expr]
) -> Iterator[pl.LazyFrame]:
    """The seats of both runs below each other, a batch at a time: game, columns of by, values, is_variant."""
    keys = list(dict.fromkeys([*by, "game"]))
    needed = [*by, *(name for value in values.values() for name in value.meta.root_names())]
    for pair in zip_longest(win_batches(base, needed), win_batches(variant, needed)):
        sides = [rows.with_columns(is_variant=pl.lit(i == 1)) for i, rows in enumerate(pair) if rows is not None]
        yield pl.concat(rows.select(*keys, "is_variant", **values) for rows in _in_common(sides))


def _in_common(frames: Sequence[pl.LazyFrame]) -> list[pl.LazyFrame]:
    """Frames of which each column of words knows the words of all."""
    kinds = [frame.collect_schema() for frame in frames]
    words = {name: [each[name] for each in kinds] for name in kinds[0] if isinstance(kinds[0][name], pl.Enum)}
    return [frame.with_columns(pl.col(name).cast(_joined(each)) for name, each in words.items()) for frame in frames]


def _joined(kinds: Sequence[Any]) -> pl.Enum:
    """The words of several kinds of words."""
    return pl.Enum(pl.concat([each.categories for each in kinds]).unique(maintain_order=True))


def _is_same(base: Result, variant: Result) -> bool:
    """Whether both runs are the same in every column of every game and seat."""
    return all(
        one is not None and two is not None and one.collect().equals(two.collect())
        for table in ("games", "seats")
        for one, two in zip_longest(_scans(base, table), _scans(variant, table))
    )


def _scans(result: Result, table: str) -> Iterator[pl.LazyFrame]:
    """A table of a run, a batch of games at a time."""
    return (here.scan(table) for here in game_batches(result))


@marks_incomplete
def course(base: Result, variant: Result) -> pd.DataFrame:
    """How the games go: rounds, decisions, share of capped games, points of a seat where the game declares them.

    Columns: quantity, base, variant, difference, low, high: means over games (points: over seats), paired differences.
    """
    _check_pair(base, variant)
    points = roles(base.settings["game"]).points
    names = [*LENGTHS, *([points] if points else [])]
    values = {name: pl.col(name) for name in names} | {"rows": pl.lit(1)}
    _, sums = _totals_of_both(base, variant, [_WHOLE], values=values)
    flips = {"capped": _flip(base, variant, base.seats_per_game)}
    rows = []
    for name in names:
        one, two = ((f"{name}_{side}", f"rows_{side}") for side in ("base", "variant"))
        found = paired_difference(sums, one, two, rows="rows", flip=flips.get(name, 0.0))
        numbers = (found.one, found.two, found.value, found.low, found.high)
        rows.append((_quantity(name, points), *(each[0] for each in numbers)))
    return pd.DataFrame(rows, columns=["quantity", "base", "variant", "difference", "low", "high"])


def _quantity(name: str, points: str | None) -> str:
    """What a quantity is a mean of."""
    return f"{name} per seat" if name == points else "share of capped games" if name == "capped" else f"{name} per game"


@marks_incomplete
def flipped(base: Result, variant: Result) -> pd.DataFrame:
    """Return in how many games another player won, or a win was shared differently: games, flipped, low, high.

    Only games of both runs count. Seats are matched by the order of their players, wherever a player sits in the turn
    order and whatever the player's cell is: a rule that moves players between seats does not count as a change.
    """
    _check_pair(base, variant)
    changed = pl.col("credit") != pl.col("credit_variant")
    _, sums = sum_clusters(_seats_of_both(base, variant, [_WHOLE]), [_WHOLE], {"rows": pl.lit(1), "changed": changed})
    games = int(sums.count("rows")[0])
    share, low, high = (each[0] for each in proportions(sums.count("changed"), games))
    return pd.DataFrame({"games": [games], "flipped": share, "low": low, "high": high})


def differing(base: Result, variant: Result) -> int:
    """How many games differ in anything that is recorded of them or their seats, of two runs with the same games."""
    _check_pair(base, variant)
    found: set[int] = set()
    for pair in zip(game_batches(base), game_batches(variant), strict=True):
        for table in ("games", "seats"):
            one, two = (rows.collect() for rows in _in_common([here.scan(table) for here in pair]))
            changed = (one[name].ne_missing(two[name]) for name in one.columns)
            found.update(one["game"].filter(reduce(or_, changed)))
    return len(found)


@marks_incomplete
def mcnemar(base: Result, variant: Result, by: Sequence[str], *, alpha: float = ALPHA) -> pd.DataFrame:
    """Return where a seat won: in both runs, only in the base, only in the variant, in neither; for every cell of `by`.

    The test is about seats that are in the same cell in both runs; seats that a variant moves to another cell are left
    out. Where `covered` is below 1, its difference is therefore not the difference of `share_differences`.

    Columns: those of by, seats (in the cell in both runs), covered (their share of the seats of the cell in either
    run), both, base_only, variant_only, neither (of these seats; a shared win counts as its share of one), difference
    (of the win shares of these seats), low, high, p_value. The test is McNemar's (Psychometrika 12, 1947) in the form
    that its interval has: games are clusters of seats, and two wins more that change sides, one each way, keep few
    changes from feigning certainty (Bonett and Price, 2012).
    """
    _check_pair(base, variant)
    check_cells(base, by)
    one, two = pl.col("credit"), pl.col("credit_variant")
    both = pl.min_horizontal(one, two)
    values = {"rows": pl.lit(1), "one": one, "two": two, "both": both, "lost": one - both, "won": two - both}
    cells, whole = _totals_of_both(base, variant, by, values={"rows": pl.lit(1)})
    same, sums = sum_clusters(_seats_of_both(base, variant, by), by, values)
    sums = _spread(sums, same, cells)
    first, cells = one_row_a_side([base, variant], by, cells)
    sums, whole = sums.of(first), whole.of(first)
    seats = sums.sum("rows")
    found = paired_difference(
        sums, ("one", "rows"), ("two", "rows"), rows="rows", flip=_flip(base, variant), level=1 - alpha
    )
    counts = {"both": "both", "base_only": "lost", "variant_only": "won"}
    table = to_pandas(cells).assign(seats=seats.astype(int))
    table["covered"] = 2 * seats / (whole.sum("rows_base") + whole.sum("rows_variant"))
    table = table.assign(**{k: sums.sum(name) for k, name in counts.items()})
    table["neither"] = seats - table[list(counts)].sum(axis=1)
    table["difference"] = found.value
    table["low"], table["high"] = np.clip(found.low, -1, 1), np.clip(found.high, -1, 1)
    return table.assign(p_value=found.p_value(np.zeros(len(table))))


def _spread(sums: ClusterSums, cells: pl.DataFrame, whole: pl.DataFrame) -> ClusterSums:
    """Return the sums of `cells` as sums of the cells of `whole`; 0 for a cell that `cells` lacks."""
    place = {row: i for i, row in enumerate(cells.rows())}
    parts = (np.concatenate([each, np.zeros((1, *each.shape[1:]))]) for each in (sums.games, sums.sums, sums.products))
    return ClusterSums(sums.names, *parts).of(np.array([place.get(row, -1) for row in whole.rows()]))


def is_covered(table: pd.DataFrame) -> bool:
    """Return whether McNemar's test covers every seat of every cell: no seat changes its cell."""
    return bool((table["covered"] == 1).all()) if len(table) else False


def _seats_of_both(base: Result, variant: Result, by: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """The seats that fall into the same cell in both runs, with the credit of each, a batch at a time."""
    columns = list(dict.fromkeys([*by, "game", "credit"]))
    place = pl.int_range(pl.len()).over("game").alias("place")
    for pair in zip(win_batches(base, by), win_batches(variant, by), strict=False):
        one, two = (rows.select(*columns, place) for rows in _in_common(pair))
        same = [pl.col(name).eq_missing(pl.col(f"{name}_variant")) for name in by if name != "game"]
        yield one.join(two, on=["game", "place"], suffix="_variant").filter(*same)
