"""The effect of a change of the rules: two runs with common random numbers, compared game by game."""

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
from starbalance.analyses.questions.rates import PAYOFF, margin_of_run, rates
from starbalance.analyses.statistics.aggregate import check_cells, game_batches, rules_of, sum_clusters, win_batches
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
    ABSENT,
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
from starbalance.simulator.runs.experiment import Execution, Experiment, prepare
from starbalance.simulator.runs.options import RunOptions
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import Group, check_columns, run_experiment

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
GAMES = 10_000  # in each run
RUNS = Group("compare")
SIDES = ("base", "variant")
LENGTHS = ("rounds", "decisions", "truncated")
_WHOLE = "setup"  # a column with the same value in every row


@dataclass(frozen=True)
class Comparison:
    """A base and a variant of it, played with common random numbers, and the effect of the variant.

    Attributes:
        base: the first run
        variant: the second run
        by: the columns of the win shares
        margin: the margin of the verdicts, as a share
        alpha: the largest probability of a wrong verdict in the table
        max_truncated: the largest share of truncated games under which verdicts are given

    Raises:
        BadInput: If the two runs are not a pair.
    """

    base: Result
    variant: Result
    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA
    max_truncated: float = MAX_TRUNCATED

    def __post_init__(self) -> None:
        _check_pair(self.base, self.variant)

    @cached_property
    def shares(self) -> pd.DataFrame:
        """The win shares of both runs and their differences, with verdicts: the table of `share_differences`."""
        limits = {"margin": self.margin, "alpha": self.alpha, "max_truncated": self.max_truncated}
        return share_differences(self.base, self.variant, self.by, **limits)

    @cached_property
    def balance(self) -> pd.DataFrame:
        """The win shares of the variant compared with an equal share: the table of `rates`."""
        return rates(self.variant, self.by, margin=self.margin, alpha=self.alpha, max_truncated=self.max_truncated)

    @cached_property
    def payoffs(self) -> pd.DataFrame:
        """The mean payoffs of both runs and their differences, in a game with payoffs: `payoff_differences`."""
        return payoff_differences(self.base, self.variant, self.by, alpha=self.alpha)

    @cached_property
    def changes(self) -> pd.DataFrame:
        """Return the values of the rules that the variant changes.

        Returns:
            path: the path of the value
            base: the value in the base; missing for a new entry
            variant: the value in the variant
        """
        base, variant = (self._values(each) for each in (self.base, self.variant))
        paths = [path for path in variant if base.get(path) != variant[path]]
        return pd.DataFrame([(path, base.get(path), variant[path]) for path in paths], columns=["path", *SIDES])

    @staticmethod
    def _values(result: Result) -> dict[str, Any]:
        return {each.path: each.value for each in tables.values(rules_of(result).document)}

    @cached_property
    def course(self) -> pd.DataFrame:
        """The length, truncation and points of the games under both rules: the table of `course`."""
        return course(self.base, self.variant)

    @cached_property
    def flipped(self) -> pd.DataFrame:
        """The number of games with a different winner: the table of `flipped`."""
        return flipped(self.base, self.variant)

    @cached_property
    def mcnemar(self) -> pd.DataFrame:
        """The wins of seats that are in the same cell under both rules: the table of `mcnemar`."""
        return mcnemar(self.base, self.variant, self.by, alpha=self.alpha)

    @cached_property
    def saving(self) -> float:
        """The factor by which independent runs would need more games for intervals of the same width."""
        return saving(self.base, self.variant, self.by)

    def __repr__(self) -> str:
        base = self.base.settings
        return f"<comparison of {base['game']}, {base['setup']}: {self.base.played:,} games each, seed {base['seed']}>"

    def _repr_html_(self) -> str:
        tables = [
            self.shares,
            self.balance,
            self.course,
            self.flipped,
            *([self.mcnemar] if is_covered(self.mcnemar) else []),
        ]
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
    """Measure the effect of a change of the rules on win shares, length and points, game by game on the same seeds.

    Args:
        game: The name or folder of a game.
        games: The number of games of each of the two runs, which are kept below runs/ and continued after a stop.
            Default: 10,000.
        by: Columns of the seats or games. Default: the headline factor.
        margin: The margin of the verdicts, as a share. Default: 2 points.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.
        **options: As for `run`. `variant` and `set` change the second run only. With two variants, the first run plays
            the first of them.

    Returns:
        The two runs, with the tables of their differences.

    Raises:
        BadInput: If nothing is changed, and as `run` does.

    >>> import starbalance as sb
    >>> comparison = sb.compare("comet-chase", games=200, set={"switches.goal": 40})
    >>> comparison.changes
                path  base  variant
    0  switches.goal    50       40
    >>> comparison.shares[["ship", "share_base", "share_variant"]].round(2)
          ship  share_base  share_variant
    0  Clipper        0.53           0.48
    1      Tug        0.53           0.56
    2    Probe        0.44           0.45
    """
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    variant, changes = options.pop("variant", None), options.pop("set", None)
    named = [variant] if variant is None or isinstance(variant, str | Path) else list(variant)
    if len(named) > 2:
        raise BadInput(f"At most 2 variants can be compared, got {len(named)}.")
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
    """Play a base and a variant of it on the same seeds, into folders below runs/.

    Args:
        base: What the first run plays.
        execution: How both runs are played.
        variant: The variant of the second run. Default: the variant of the base.
        changes: Changes of the rules in the second run. Default: no changes.
        games: The number of games of each run. Default: 1,000.

    Returns:
        base: the first run
        variant: the second run

    Raises:
        BadInput: If nothing is changed, or only to the values of the base.
    """
    if variant is None and not changes:
        raise BadInput("There is nothing to compare: name a variant, or change a value.")
    sides = (base, replace(base, variant=variant, changes=changes or {}))
    if sides[0].rules.document == sides[1].rules.document:
        what = " and ".join(changes or [f"the variant '{variant}'"])
        raise BadInput(f"There is nothing to compare: with {what} as given, the rules are those of the base.")
    first, second = (
        run_experiment(side, execution.part(before, 2 * games), games, out=RUNS)
        for before, side in zip((0, games), sides, strict=True)
    )
    return first, second


@marks_incomplete
def share_differences(
    base: Result,
    variant: Result,
    by: Sequence[str],
    *,
    margin: float | None = None,
    alpha: float = ALPHA,
    max_truncated: float = MAX_TRUNCATED,
) -> pd.DataFrame:
    """Return the win share of every cell of `by` in both runs, and the difference, the variant minus the base.

    Games are the independent unit. A game counts with its effect on both shares, so randomness that both runs share
    cancels out. Cells of allies are joined as in `rates`. A variant that plays every game exactly as the base differs
    by exactly 0.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.
        by: Columns of the seats or games that define the cells.
        margin: The margin of the verdicts, as a share. Default: the smallest margin of the runs (see `rates`).
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        max_truncated: The largest share of truncated games under which verdicts are given. Default: 5%.

    Returns:
        the columns of `by`
        games: the number of games with a seat in the cell in either run
        share_base: the win share in the base, 0 to 1; NaN for a cell in no game of the base
        share_variant: the win share in the variant; NaN for a cell in no game of the variant
        difference: the variant minus the base
        low: the lower end of the interval of the difference, of level 1 - alpha for each row by itself
        high: the upper end
        truncated: the share of truncated games, in the run that has more of them
        verdict: `unchanged` (the difference lies within the margin), `higher`, `lower` (it is not 0) or `undecided`;
            all verdicts hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text

    Raises:
        BadInput: If the two runs are not a pair.

    >>> import starbalance as sb
    >>> base, variant = (
    ...     sb.run("comet-chase", games=200, seed=1, set={"switches.goal": goal}) for goal in (50, 40)
    ... )
    >>> sb.share_differences(base, variant, ["seat"])[["seat", "difference", "verdict"]].round(3)
       seat  difference    verdict
    0     1      -0.023  undecided
    1     2       0.023  undecided
    """
    margin = margin_of_run(base, variant) if margin is None else margin
    check_margin(margin)
    check_alpha(alpha)
    check_max_truncated(max_truncated)
    cells, differences = paired_shares(base, variant, by, confidence=1 - alpha)
    table = to_pandas(cells)
    table["games"] = differences.games.astype(int)
    table["share_base"], table["share_variant"], table["difference"] = (
        differences.one,
        differences.two,
        differences.value,
    )
    table["low"], table["high"] = np.clip(differences.low, -1, 1), np.clip(differences.high, -1, 1)
    truncated, reason = stalled(base, variant, max_truncated)
    columns = verdict_columns(
        differences,
        np.zeros(len(table)),
        played=max(base.played, variant.played),
        margin=margin,
        alpha=alpha,
        terms=CHANGE,
        reasons=np.select([np.isnan(differences.one), np.isnan(differences.two)], ABSENT, reason).tolist(),
    )
    return table.assign(**{TRUNCATED: truncated, **columns})


@marks_incomplete
def payoff_differences(base: Result, variant: Result, by: Sequence[str], *, alpha: float = ALPHA) -> pd.DataFrame:
    """Return how a variant changes the mean payoff in each cell of `by`.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.
        by: Columns of the seats or games that define the cells.
        alpha: One minus the confidence level of the intervals. Default: 0.05.

    Returns:
        the columns of `by`
        games: the number of games with a seat in the cell in either run
        payoff_base: the mean payoff of a seat in the base
        payoff_variant: the mean payoff in the variant
        difference: the variant minus the base, from paired games
        low: the lower end of its interval
        high: the upper end

    Raises:
        BadInput: If the two runs are not a pair, or the game has no payoffs.
    """
    _check_pair(base, variant)
    if not base.has_payoffs:
        raise BadInput(f"The game '{base.settings['game']}' has no payoffs: compare its shares of the win.")
    cells, sums = _totals_of_both(base, variant, by, values={PAYOFF: pl.col(PAYOFF), "rows": pl.lit(1)})
    first, cells = one_row_a_side([base, variant], by, cells)
    pairs = [(f"{PAYOFF}_{side}", f"rows_{side}") for side in SIDES]
    found = paired_difference(sums.of(first), *pairs, rows="rows", confidence=1 - alpha)
    means = {"games": found.games.astype(int), "payoff_base": found.one, "payoff_variant": found.two}
    return to_pandas(cells).assign(**means, difference=found.value, low=found.low, high=found.high)


def stalled(base: Result, variant: Result, limit: float) -> tuple[float, str]:
    """Return the larger share of truncated games of two runs, and why it withholds verdicts.

    Args:
        base: The first run.
        variant: The second run.
        limit: The largest share of truncated games under which verdicts are given.

    Returns:
        share: the larger share, 0 to 1
        reason: the side and its share, or an empty text if no verdict is withheld
    """
    shares = {side: truncated_share(each) for side, each in zip(SIDES, (base, variant), strict=True)}
    side = max(shares, key=lambda each: shares[each])
    reason = reason_for(shares[side], limit)
    return shares[side], f"{side}: {reason}" if reason else ""


def saving(base: Result, variant: Result, by: Sequence[str]) -> float:
    """Return the factor by which independent runs would need more games for intervals of the same width.

    This is the sum over the cells of the variances of the differences if the runs were independent, divided by the sum
    of the actual variances.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.
        by: Columns of the seats or games that define the cells.

    Returns:
        The factor, or infinity if no share changes in any game.
    """
    differences = paired_shares(base, variant, by)[1]
    known = ~np.isnan(differences.value)
    unpaired_error, error = (
        float(np.sum(each[known] ** 2)) for each in (differences.unpaired_error, differences.error)
    )
    return unpaired_error / error if error > 0 else np.inf


def paired_shares(
    base: Result, variant: Result, by: Sequence[str], *, confidence: float = 1 - ALPHA
) -> tuple[pl.DataFrame, PairedDifference]:
    """Return the cells of `by` and the differences of their win shares.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.
        by: Columns of the seats or games that define the cells.
        confidence: The confidence level of the intervals. Default: 0.95.

    Returns:
        cells: the columns of `by`, one row per cell
        differences: the variant minus the base, in the order of the cells

    Raises:
        BadInput: If the two runs are not a pair.
    """
    _check_pair(base, variant)
    values = {"credit": pl.col("credit"), "rows": pl.lit(1)}
    cells, sums = _totals_of_both(base, variant, by, values=values)
    first, cells = one_row_a_side([base, variant], by, cells)
    flip = _flip(base, variant)
    return cells, paired_difference(sums.of(first), BASE, VARIANT, rows="rows", flip=flip, confidence=confidence)


def _flip(base: Result, variant: Result, most: float = 1.0) -> float:
    """Return `most`, the largest change of one game, or 0 if the variant plays every game exactly as the base."""
    return 0.0 if _is_same(base, variant) else most


def _check_pair(base: Result, variant: Result) -> None:
    """Raise BadInput unless two runs have the same game, setup and seed, and neither was played until decided."""
    for key, what in (("game", "games"), ("setup", "setups"), ("seed", "seeds")):
        one, two = base.settings[key], variant.settings[key]
        if one != two:
            raise BadInput(f"The two runs have different {what}, {one} and {two}: compare runs that share them.")
    if "until" in base.settings or "until" in variant.settings:
        raise BadInput(
            "Runs that were played until decided cannot be compared: play them with a fixed number of games."
        )


def _totals_of_both(
    base: Result, variant: Result, by: Sequence[str], *, values: Mapping[str, pl.Expr]
) -> tuple[pl.DataFrame, ClusterSums]:
    """Return the cells, and sums over the games of either run.

    The sums are NAME_base and NAME_variant for each value, and `rows`, which counts both.
    """
    check_cells(base, by)
    of = {"base": ~pl.col("is_variant"), "variant": pl.col("is_variant")}
    sides = {f"{name}_{side}": pl.col(name) * is_side for side, is_side in of.items() for name in values}
    return sum_clusters(_rows_of_both(base, variant, by, values=values), by, sides | {"rows": pl.col("rows")})


def _rows_of_both(
    base: Result, variant: Result, by: Sequence[str], *, values: Mapping[str, pl.Expr]
) -> Iterator[pl.LazyFrame]:
    """Yield the seats of both runs below each other in batches: game, columns of by, values, is_variant."""
    keys = list(dict.fromkeys([*by, "game"]))
    needed = [*by, *(name for value in values.values() for name in value.meta.root_names())]
    for pair in zip_longest(win_batches(base, needed), win_batches(variant, needed)):
        sides = [rows.with_columns(is_variant=pl.lit(i == 1)) for i, rows in enumerate(pair) if rows is not None]
        yield pl.concat(rows.select(*keys, "is_variant", **values) for rows in _in_common(sides))


def _in_common(frames: Sequence[pl.LazyFrame]) -> list[pl.LazyFrame]:
    """Return frames in which each column of words has the words of all frames as its type."""
    kinds = [frame.collect_schema() for frame in frames]
    words = {name: [each[name] for each in kinds] for name in kinds[0] if isinstance(kinds[0][name], pl.Enum)}
    return [frame.with_columns(pl.col(name).cast(_joined(each)) for name, each in words.items()) for frame in frames]


def _joined(kinds: Sequence[Any]) -> pl.Enum:
    """Return the union of several types of words."""
    return pl.Enum(pl.concat([each.categories for each in kinds]).unique(maintain_order=True))


def _is_same(base: Result, variant: Result) -> bool:
    """Return whether both runs agree in every column of every game and seat."""
    return all(
        one is not None and two is not None and one.collect().equals(two.collect())
        for table in ("games", "seats")
        for one, two in zip_longest(_scans(base, table), _scans(variant, table))
    )


def _scans(result: Result, table: str) -> Iterator[pl.LazyFrame]:
    """Yield a table of a run in batches of games."""
    return (batch.scan(table) for batch in game_batches(result))


@marks_incomplete
def course(base: Result, variant: Result) -> pd.DataFrame:
    """Return how long games last, how many are truncated, and how many points a seat scores, under both rules.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.

    Returns:
        quantity: rounds per game, decisions per game, share of truncated games, and points per seat if the game
            declares a column of points
        base: the mean in the base, over games (points: over seats)
        variant: the mean in the variant
        difference: the variant minus the base, from paired games
        low: the lower end of its 95% interval
        high: the upper end
        is_share: whether the quantity is a share
    """
    _check_pair(base, variant)
    points = roles(base.settings["game"]).points
    names = [*LENGTHS, *([points] if points else [])]
    values = {name: pl.col(name) for name in names} | {"rows": pl.lit(1)}
    _, sums = _totals_of_both(base, variant, [_WHOLE], values=values)
    flips = {"truncated": _flip(base, variant, base.seats_per_game)}
    rows = []
    for name in names:
        one, two = ((f"{name}_{side}", f"rows_{side}") for side in ("base", "variant"))
        difference = paired_difference(sums, one, two, rows="rows", flip=flips.get(name, 0.0))
        numbers = (difference.one, difference.two, difference.value, difference.low, difference.high)
        rows.append((_quantity(name, points), *(each[0] for each in numbers), name == "truncated"))
    return pd.DataFrame(rows, columns=["quantity", "base", "variant", "difference", "low", "high", "is_share"])


def _quantity(name: str, points: str | None) -> str:
    """Return the name of a quantity, with the unit over which it is a mean."""
    return (
        f"{name} per seat"
        if name == points
        else "share of truncated games"
        if name == "truncated"
        else f"{name} per game"
    )


@marks_incomplete
def flipped(base: Result, variant: Result) -> pd.DataFrame:
    """Return in how many games a different player won, or a win was shared differently.

    Only games of both runs count. Seats are matched by the order of their players. A rule that moves players between
    seats or cells does not count as a change.

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.

    Returns:
        One row.
        games: the number of games of both runs
        flipped: the share of them with a different winner, 0 to 1
        low: the lower end of its 95% interval
        high: the upper end
    """
    _check_pair(base, variant)
    changed = pl.col("credit") != pl.col("credit_variant")
    _, sums = sum_clusters(_seats_of_both(base, variant, [_WHOLE]), [_WHOLE], {"rows": pl.lit(1), "changed": changed})
    games = int(sums.count("rows")[0])
    share, low, high = (each[0] for each in proportions(sums.count("changed"), games))
    return pd.DataFrame({"games": [games], "flipped": share, "low": low, "high": high})


def differing(base: Result, variant: Result) -> int:
    """Return in how many games two runs differ in any recorded value of the game or its seats.

    Args:
        base: The first run.
        variant: The second run, with the same games.
    """
    _check_pair(base, variant)
    games: set[int] = set()
    for pair in zip(game_batches(base), game_batches(variant), strict=True):
        for table in ("games", "seats"):
            one, two = (rows.collect() for rows in _in_common([batch.scan(table) for batch in pair]))
            changed = (one[name].ne_missing(two[name]) for name in one.columns)
            games.update(one["game"].filter(reduce(or_, changed)))
    return len(games)


@marks_incomplete
def mcnemar(base: Result, variant: Result, by: Sequence[str], *, alpha: float = ALPHA) -> pd.DataFrame:
    """Return where a seat won, for every cell of `by`: in both runs, only in the base, only in the variant, or in
    neither.

    The test compares seats that are in the same cell in both runs. Seats that a variant moves to another cell are left
    out. Where `covered` is below 1, its difference is therefore not the difference of `share_differences`.

    The test is McNemar's (Psychometrika 12, 1947) in the form that matches its interval, with games as clusters of
    seats. Two imagined wins that change sides, one in each direction, keep few changes from looking certain (Bonett and
    Price, 2012).

    Args:
        base: The first run.
        variant: The second run, of the same game, setup and seed.
        by: Columns of the seats or games that define the cells.
        alpha: One minus the confidence level of the intervals. Default: 0.05.

    Returns:
        the columns of `by`
        seats: the number of seats in the cell in both runs
        covered: their share of the seats of the cell in either run
        both: the wins in both runs; a shared win counts with its credit
        base_only: the wins only in the base
        variant_only: the wins only in the variant
        neither: the seats that win in neither run
        difference: the difference of the win shares of these seats, the variant minus the base
        low: the lower end of its interval
        high: the upper end
        p_value: the p-value of the hypothesis that there is no difference
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
    difference = paired_difference(
        sums, ("one", "rows"), ("two", "rows"), rows="rows", flip=_flip(base, variant), confidence=1 - alpha
    )
    counts = {"both": "both", "base_only": "lost", "variant_only": "won"}
    table = to_pandas(cells).assign(seats=seats.astype(int))
    table["covered"] = 2 * seats / (whole.sum("rows_base") + whole.sum("rows_variant"))
    table = table.assign(**{k: sums.sum(name) for k, name in counts.items()})
    table["neither"] = seats - table[list(counts)].sum(axis=1)
    table["difference"] = difference.value
    table["low"], table["high"] = np.clip(difference.low, -1, 1), np.clip(difference.high, -1, 1)
    return table.assign(p_value=difference.p_value(np.zeros(len(table))))


def _spread(sums: ClusterSums, cells: pl.DataFrame, whole: pl.DataFrame) -> ClusterSums:
    """Return the sums of `cells` as sums of the cells of `whole`; 0 for a cell that `cells` lacks."""
    place = {row: i for i, row in enumerate(cells.rows())}
    parts = (np.concatenate([each, np.zeros((1, *each.shape[1:]))]) for each in (sums.games, sums.sums, sums.products))
    return ClusterSums(sums.names, *parts).of(np.array([place.get(row, -1) for row in whole.rows()]))


def is_covered(table: pd.DataFrame) -> bool:
    """Return whether McNemar's test covers every seat of every cell, so that no seat changes its cell.

    Args:
        table: A table of `mcnemar`.
    """
    return bool((table["covered"] == 1).all()) if len(table) else False


def _seats_of_both(base: Result, variant: Result, by: Sequence[str]) -> Iterator[pl.LazyFrame]:
    """Yield in batches the seats that are in the same cell in both runs, with the credit of each run."""
    columns = list(dict.fromkeys([*by, "game", "credit"]))
    place = pl.int_range(pl.len()).over("game").alias("place")
    for pair in zip(win_batches(base, by), win_batches(variant, by), strict=False):
        one, two = (rows.select(*columns, place) for rows in _in_common(pair))
        same = [pl.col(name).eq_missing(pl.col(f"{name}_variant")) for name in by if name != "game"]
        yield one.join(two, on=["game", "place"], suffix="_variant").filter(*same)
