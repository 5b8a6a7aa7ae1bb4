"""The adjusted effect of each level of several columns: one model of the winner with all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from scipy import special

from starbalance.analyses.presentation.incomplete import marks_incomplete, refuse_plays, takes_plays
from starbalance.analyses.questions.rates import FEW, PAYOFF, has_seat, in_one_seat, margin_of_run
from starbalance.analyses.questions.recorded_effects import effects_of_plays
from starbalance.analyses.questions.where import chosen
from starbalance.analyses.statistics.aggregate import check_cells, has_allies, seat_batches, seat_sides
from starbalance.analyses.statistics.conditional_logit import (
    Block,
    Column,
    Fit,
    Games,
    Separation,
    aliased,
    fit,
    groups,
    hidden,
    marginal_effects,
)
from starbalance.analyses.statistics.estimate import (
    ALPHA,
    PairedDifference,
    critical,
    p_values,
    unseen_error,
    wilson,
)
from starbalance.analyses.statistics.payoff_model import payoff_effects
from starbalance.analyses.statistics.verdict import ONE_SEAT, check_alpha, check_margin, verdict_columns
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

CREDIT = "credit"
SEAT = "seat"  # its levels differ between numbers of seats
ALL = "all"  # the model of several setups at once, of all columns at once
NONE = "none"  # the level of a seat that has no word
MOST_LEVELS = 50
_LEFT_OUT = "left_out"  # an attribute of the table
_BATCHES = 64  # batches of games whose rows are brought together at a time
_ROUNDING = 1e-9  # a standard error below which an effect does not vary


@marks_incomplete
@takes_plays
def effects(
    result: Result | Sequence[Result],
    columns: Sequence[str] | None = None,
    *,
    where: str | None = None,
    margin: float | None = None,
    alpha: float = ALPHA,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> pd.DataFrame:
    """Return the adjusted effect of each level, with the other columns held equal.

    The model is the conditional logit (see `conditional_logit`). Allies win together. If a run cannot separate their
    levels, the levels of a side are one level, as `Algol + Regulus`.

    With several setups, there is a model for each setup, and one for all. In the latter, the effects of all columns
    except the seat are the same at every number of players.

    Recorded plays have shrunken effects of the faction, the seat and the person: levels with few games stay near the
    average. The points compare with average players. A faction that only one person played gets no verdict.

    Args:
        result: A run, or several runs of one game under the same rules.
        columns: Columns of the seats. Default: the headline factor, the seat (1 is the first player's) and the
            strategy,
            without those that the games do not separate from columns before them (see `left_out`).
        where: A condition as in `find`, such as `race=Peacenims`. Only games in which a seat meets it count. Default:
            all games.
        margin: The margin of the verdicts, as a share. Default: the smallest margin of the runs (see `rates`).
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.
        progress: Called with the games done and the games in all.

    Returns:
        setup: the setup, or `all`; only with several setups
        column: the column
        level: its level
        games: the number of games with the level
        effect: the log odds relative to the average level; minus infinity for a level that never wins
        low: the lower end of its interval
        high: the upper end
        points: the win share of a side relative to the average level in these games, in percentage points
        points_low: the lower end of its interval
        points_high: the upper end
        payoff, payoff_low, payoff_high: the mean payoff of a side relative to the average level, and its interval, from
            a linear model with all columns; only in a game with payoffs
        verdict: `balanced`, `strong`, `weak` or `undecided`, for the points; the verdicts of a column hold together
        games_needed: the total games that may decide the row
        reason: why more games would not decide the row, or an empty text. `one seat only` means that the level has
            the same seat in every game, and the model does not contain the seat.

    Raises:
        BadInput: If a column does not exist, does not vary within games, or is aliased with other columns, if the runs
            do not belong together, or if the condition is wrong.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> table = sb.effects(result, ["ship", "seat"])
    >>> table[["column", "level", "verdict"]]
      column    level    verdict
    0   ship  Clipper  undecided
    1   ship      Tug  undecided
    2   ship    Probe  undecided
    3   seat        1       weak
    4   seat        2     strong
    """
    runs = [result] if isinstance(result, Result) else result
    margin = margin_of_run(*runs) if margin is None else margin
    check_margin(margin)
    check_alpha(alpha)
    if isinstance(result, Result) and result.is_recorded:
        return effects_of_plays(chosen(result, where), columns, margin=margin, alpha=alpha)
    results, tables, done, lines = [chosen(each, where) for each in together(result)], [], 0, dict[str, None]()
    models = _by_setup(results) if len(_by_setup(results)) > 1 else {}
    total = sum(each.played for each in results) * (2 if models else 1)
    for name, some in {**models, ALL: results}.items():
        progress(done, total)
        contest = contest_of(some, columns)
        lines |= dict.fromkeys(contest.left_out)
        paid = contest_of(some, contest.names, value=PAYOFF) if some[0].has_payoffs else None
        tables.append(_table(some, contest, paid, margin=margin, alpha=alpha).assign(setup=name))
        done += sum(each.played for each in some)
    progress(done, total)
    table = pd.concat(tables, ignore_index=True)
    table = table[["setup", *table.columns.drop("setup")]] if models else table.drop(columns="setup")
    table.attrs[_LEFT_OUT] = list(lines)
    return table


def left_out(table: pd.DataFrame) -> list[str]:
    """Return a sentence for each default column that a table of `effects` lacks because the games do not separate it.

    Args:
        table: A table of `effects`.
    """
    return list(table.attrs.get(_LEFT_OUT, []))


@marks_incomplete
def explained(
    result: Result | Sequence[Result],
    columns: Sequence[str] | None = None,
    alpha: float = ALPHA,
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> pd.DataFrame:
    """Return how much of the win the columns explain: a row for all of them, and with several columns one for each.

    The share of all columns is McFadden's R squared relative to equal chances. It is corrected for the average R
    squared of as numerous columns without effect (Horowitz, Transportation Science 17, 1983). The share of a column is
    what the model loses without it. These shares need not add up. Intervals use the variance of the log-likelihood over
    games (Vuong, Econometrica 57, 1989).

    Args:
        result: A run, or several runs of one game under the same rules.
        columns: Columns of the seats. Default: as for `effects`.
        alpha: One minus the confidence level of the intervals. Default: 0.05.
        progress: Called with the games done and the games in all.

    Returns:
        column: the column, or `all`
        share: the share, at most 1
        low: the lower end of its interval
        high: the upper end

    Raises:
        BadInput: As `effects` does.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> table = sb.explained(result, ["ship", "seat"])
    >>> table["column"].tolist()
    ['all', 'ship', 'seat']
    """
    contest = contest_of(together(result), columns)
    steps = len(contest.names) + 1
    progress(0, steps * contest.games.count)
    whole = fit_of(contest.games, contest.names)
    blocks = contest.games.blocks
    chance = np.concatenate([np.full(len(each.credit), -np.log(each.credit.shape[1])) for each in blocks])
    games = np.concatenate([each.games for each in blocks])
    rows = [_explains(ALL, whole.likelihood - chance, whole.rank, chance=chance, games=games, alpha=alpha)]
    for place, name in enumerate(contest.names):
        progress((place + 1) * contest.games.count, steps * contest.games.count)
        if len(contest.names) > 1:
            less = fit_of(contest.games.without(place), contest.names)
            gain, free = whole.likelihood - less.likelihood, whole.rank - less.rank
            rows.append(_explains(name, gain, free, chance=chance, games=games, alpha=alpha))
    return pd.DataFrame(rows, columns=["column", "share", "low", "high"])


def _explains(
    name: str, gain: np.ndarray, free: int, *, chance: np.ndarray, games: np.ndarray, alpha: float
) -> tuple[str, float, float, float]:
    """Return a row of `explained` from the log-likelihood that each game of each row gains from some free effects.

    Only the correction for their number can bring a share below 0. The interval does not extend further.
    """
    count, most = games.sum(), -games @ chance
    share = (games @ gain - free / 2) / most
    error = np.sqrt(games @ (gain - games @ gain / count) ** 2) / most
    error = error if error > _ROUNDING else float(unseen_error(np.clip(share, 0.0, 1.0), count))
    half = special.ndtri(1 - alpha / 2) * error
    return name, share, max(share - half, min(share, 0.0)), min(share + half, 1.0)


@dataclass(frozen=True)
class Contest:
    """The data of a model, with the names of its columns and levels.

    Attributes:
        names: the columns
        levels: the levels of each column
        games: the games
        sequential: whether the run was played until decided, so that intervals must be anytime-valid
        left_out: a sentence for each column that the games do not separate from other columns
    """

    names: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    games: Games
    sequential: bool
    left_out: tuple[str, ...] = ()


def _table(
    results: Sequence[Result], contest: Contest, paid: Contest | None, *, margin: float, alpha: float
) -> pd.DataFrame:
    """Return the rows of `effects` for one model, and for the payoffs of the same games."""
    fitted = fit_of(contest.games, contest.names)
    z = float(critical(np.array(contest.games.count), 1 - alpha, contest.sequential))
    half = z * np.sqrt(np.maximum(np.diag(fitted.covariance), 0.0))
    paid_by_level = _payoffs(paid, z) if paid is not None else pd.DataFrame(index=range(len(fitted.effect)))
    ends = np.where(fitted.known, fitted.effect, np.nan)
    effect = np.where(fitted.separated == 0, ends, np.copysign(np.inf, fitted.separated))
    tables = []
    for place, name in enumerate(contest.names):
        levels = contest.games.of(place)
        marginal = _marginal_effects(contest, fitted, place, z=z)
        table = pd.DataFrame({"column": name, "level": contest.levels[place], "games": marginal.games.astype(int)})
        reach = np.where(np.isfinite(effect[levels]), np.maximum(half[levels], z * marginal.least_odds), np.nan)
        table["effect"], table["low"], table["high"] = effect[levels], effect[levels] - reach, effect[levels] + reach
        table["points"], table["points_low"] = 100 * marginal.value, 100 * marginal.low
        table["points_high"] = 100 * marginal.high
        table = table.join(paid_by_level[levels].reset_index(drop=True))
        bound = np.array(_in_one_seat(results, contest, place)) & (marginal.games >= FEW)
        limits: dict[str, Any] = {"margin": margin, "alpha": alpha, "reasons": np.where(bound, ONE_SEAT, "")}
        columns = verdict_columns(marginal, np.zeros(1), played=contest.games.count, **limits)
        tables.append(table.assign(**columns))
    return pd.concat(tables, ignore_index=True)


def _in_one_seat(results: Sequence[Result], contest: Contest, place: int) -> list[bool]:
    """Return whether each level of a column occurs in one seat only, and the model does not contain the seat."""
    name, levels = contest.names[place], contest.levels[place]
    if SEAT in contest.names or not all(map(has_seat, results)):
        return [False] * len(levels)
    cells = in_one_seat(results, [name]).cast({name: pl.String})
    bound = set(cells.filter(pl.col(ONE_SEAT))[name])
    return [level in bound for level in levels]


def _payoffs(paid: Contest, z: float) -> pd.DataFrame:
    """Return the columns of the effects on the payoff, a row for each level of all columns."""
    effect, error = payoff_effects(paid.games)
    ends = {f"{PAYOFF}_low": effect - z * error, f"{PAYOFF}_high": effect + z * error}
    return pd.DataFrame({PAYOFF: effect, **ends})


@dataclass(frozen=True, kw_only=True)
class _MarginalEffects(PairedDifference):
    """The effects of the levels of a column on a win share, as differences from the average level.

    Attributes:
        least_odds: the lowest standard error of the log odds of each level, from `unseen_error` if its games are alike
    """

    least_odds: np.ndarray

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values, anytime-valid if the run was played until decided."""
        return p_values(np.abs(self._away(value)), self.games, self.sequential)


def _marginal_effects(contest: Contest, fitted: Fit, place: int, *, z: float) -> _MarginalEffects:
    """Return the marginal effects of the levels of a column.

    A level that never wins, or always, has the p-value of a score test and a Wilson interval.
    """
    levels, games = contest.games.of(place), _games(contest.games, place).astype(float)
    value, error, mean = marginal_effects(contest.games, fitted, place)
    is_alike, least = error <= _ROUNDING, unseen_error(mean, games)
    error = np.where(is_alike, least, error)
    low, high = np.maximum(value - z * error, -1.0), np.minimum(value + z * error, 1.0)
    separated = fitted.separated[levels]
    bottom, top = wilson(np.where(separated > 0, 1.0, 0.0), games, z)
    error = np.where(separated != 0, np.sqrt(mean * (1 - mean) / games), error)
    low = np.where(separated != 0, np.minimum(value, bottom - mean), low)
    high = np.where(separated != 0, np.maximum(value, top - mean), high)
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.where(is_alike, least / (mean * (1 - mean)), 0.0)
    zero = np.zeros(len(value))
    return _MarginalEffects(games, zero, value, low, high, error, error, contest.sequential, least_odds=odds)


def _games(games: Games, place: int) -> np.ndarray:
    """Return how many games have each level of a column."""
    count = np.zeros(games.levels[place], dtype=int)
    for block in games.blocks:
        for level in range(len(count)):
            count[level] += (block.columns[place].codes == level).any(axis=1) @ block.games
    return count


def fit_of(games: Games, names: Sequence[str]) -> Fit:
    """Return the model of some games.

    Args:
        games: The data.
        names: The names of the columns, for the message.

    Raises:
        BadInput: If effects grow without bound (separation).
    """
    try:
        return fit(games)
    except Separation:
        raise BadInput(
            f"The effects of {' and '.join(names)} cannot be estimated from {games.count:,} games, because some "
            "levels win only against levels that never win otherwise: play more games, or name fewer columns."
        ) from None


def together(result: Result | Sequence[Result]) -> list[Result]:
    """Return the runs of a model as a list.

    Args:
        result: A run, or several.

    Raises:
        BadInput: If the runs have different games or rules, or two of them have the same setup and seed.
    """
    results = [result] if isinstance(result, Result) else list(result)
    refuse_plays(results)
    first = results[0].settings
    for each in results:
        for key, what in (("game", "games"), ("changes", "rules")):
            if each.settings[key] != first[key]:
                raise BadInput(f"The runs have different {what}: effects need runs of one game under the same rules.")
    randomness = [(each.settings["setup"], each.settings["seed"]) for each in results]
    if len(set(randomness)) < len(randomness):
        raise BadInput(
            "Two of the runs have the same setup and seed, so their games are not independent: use different seeds."
        )
    return results


def _by_setup(results: Sequence[Result]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for each in results:
        groups.setdefault(each.settings["setup"], []).append(each)
    return groups


def contest_of(results: Sequence[Result], columns: Sequence[str] | None, *, value: str = CREDIT) -> Contest:
    """Return the data of a model from runs.

    Args:
        results: The runs.
        columns: Columns of the seats. `None` means the default columns that vary within games.
        value: The column of the seats that the model explains. Default: the credit.

    Raises:
        BadInput: If a column does not exist, does not vary within games, or is aliased with other columns.
    """
    factor = find_game(results[0].settings["game"]).factor
    names = list(dict.fromkeys(columns if columns is not None else (factor, SEAT, "strategy")))
    read = [_read(each, names, value) for each in results]
    varies = [any((each.codes[:, :1, i] != each.codes[:, :, i]).any() for each in read) for i in range(len(names))]
    for name, does in zip(names, varies, strict=True):
        if columns is not None and not does:
            raise BadInput(
                f"The column '{name}' is the same for all seats of a game, so it cannot have an effect on the winner."
            )
    if value == CREDIT and not any(each.values.any() for each in read):
        raise BadInput("No seat wins any of these games, so there are no effects.")
    kept = [i for i, does in enumerate(varies) if does]
    if not kept:
        raise BadInput(_nothing_to_compare(names, read[0].values.shape[1]))
    names = [names[i] for i in kept]
    several = len({each.values.shape[1] for each in read}) > 1
    parts = [
        _coded(each, kept, _sides(result, each.values.shape[1])) for each, result in zip(read, results, strict=True)
    ]
    if several and SEAT in names:
        parts = [_numbered(block, words, names.index(SEAT)) for block, words in parts]
    games, levels = _pooled(parts)
    confused = aliased(games)
    if confused and columns is not None:
        alike = " and ".join(names[i] for i in confused)
        raise BadInput(
            f"The games do not separate the effects of {alike}: leave one out, as in --columns {names[confused[0]]}."
        )
    contest = Contest(tuple(names), levels, games, any("until" in each.settings for each in results))
    return _separated(contest, confused)


def _separated(contest: Contest, confused: Sequence[int]) -> Contest:
    """Return a contest without the columns whose effects the games do not separate from those of columns before them.

    Args:
        contest: The games with all columns.
        confused: The positions of the columns whose effects are not separated, from `aliased`.
    """
    while confused:
        *others, last = confused
        name, known = contest.names[last], joined([contest.names[i] for i in others])
        reason = f"these games do not separate its effect from {known}"
        line = f"{name} is left out: {reason}. Ask for it with --columns {name}."
        games = contest.games.without(last)
        contest = Contest(
            contest.names[:last] + contest.names[last + 1 :],
            contest.levels[:last] + contest.levels[last + 1 :],
            games,
            contest.sequential,
            (*contest.left_out, line),
        )
        confused = aliased(games)
    return contest


def _nothing_to_compare(names: Sequence[str], seats: int) -> str:
    """Return why there are no effects if no column varies within games."""
    if seats == 1:
        return "These games have one seat each: effects compare the seats of a game, so there are none."
    same = f"{joined(names)} {'is' if len(names) == 1 else 'are'} the same for all seats of each game"
    return f"{same}: there are no effects to compare."


@dataclass(frozen=True)
class _Rows:
    """The games of a run. Games with the same values and codes are one row.

    Attributes:
        values: the value of each seat, shape (rows, seats)
        codes: the level of each seat in each column, shape (rows, seats, columns)
        games: the number of games of each row, shape (rows,)
        words: the levels of each column
    """

    values: np.ndarray
    codes: np.ndarray
    games: np.ndarray
    words: Sequence[list[str]]


def _read(result: Result, names: Sequence[str], value: str) -> _Rows:
    """Return a value and the codes of some columns of each seat of a run.

    A large run has few different rows, so that the memory does not grow with its games.
    """
    check_cells(result, names)
    words = [_words(result, name) for name in names]
    coded = [
        pl.col(name).cast(pl.String).fill_null(NONE).cast(pl.Enum(each)).to_physical().cast(pl.UInt8).alias(f"code {i}")
        for i, (name, each) in enumerate(zip(names, words, strict=True))
    ]
    seats, rows = 0, []
    for batch in seat_batches(result, [*names, value]):
        table = batch.select("game", pl.col(value).cast(pl.Float32), *coded).sort("game", maintain_order=True).collect()
        if not table.height:
            continue
        seats = int((table["game"] == table["game"][0]).sum())
        values = table[value].to_numpy().reshape(-1, seats)
        codes = table.select(pl.col("^code .*$")).to_numpy().reshape(-1, seats * len(names))
        rows.append(_alike(np.hstack([values.view(np.uint8), codes]), np.ones(len(values), np.int64)))
        if len(rows) == _BATCHES:
            rows = [_alike(*(np.concatenate(each) for each in zip(*rows, strict=True)))]
    packed, games = _alike(*(np.concatenate(each) for each in zip(*rows, strict=True)))
    values = np.ascontiguousarray(packed[:, : 4 * seats]).view(np.float32)
    return _Rows(values, packed[:, 4 * seats :].reshape(-1, seats, len(names)), games, words)


def _alike(rows: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the different rows of bytes and the number of games of each.

    Args:
        rows: The bytes of each row, shape (rows, bytes).
        games: The number of games of each row.
    """
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, place = np.unique(whole, return_index=True, return_inverse=True)
    return rows[first], np.bincount(place.ravel(), games, len(first)).astype(np.int64)


def _words(result: Result, name: str) -> list[str]:
    """Return the levels of a column in their order."""
    seats, games = result.scan("seats"), result.scan("games")
    known, others = (frame.collect_schema().names() for frame in (seats, games))
    if name not in known and name not in others:
        raise unknown("column", name, [*known, *(each for each in others if each not in known)])
    levels = (seats if name in known else games).select(pl.col(name).unique()).collect()[name].sort(nulls_last=True)
    if len(levels) > MOST_LEVELS:
        raise BadInput(f"The column '{name}' has {len(levels):,} levels: effects are limited to {MOST_LEVELS}.")
    return levels.cast(pl.String).fill_null(NONE).to_list()


def _sides(result: Result, seats: int) -> np.ndarray:
    """Return the side of each seat of a run, from 0."""
    return np.array(seat_sides(result)) if has_allies(result) else np.arange(seats)


def _coded(rows: _Rows, kept: Sequence[int], side: np.ndarray) -> tuple[Block, list[list[str]]]:
    """Return the games of a run by sides with some of its columns, and the words of their levels."""
    count = int(side.max()) + 1
    whole = np.stack([rows.values[:, side == each].sum(axis=1) for each in range(count)], axis=1)
    block = Block(whole, np.bincount(side), (), rows.games)
    columns = [_column(block, rows.codes[:, :, i], side, words=rows.words[i]) for i in kept]
    return replace(block, columns=tuple(column for column, _ in columns)), [each for _, each in columns]


def _column(block: Block, codes: np.ndarray, side: np.ndarray, *, words: list[str]) -> tuple[Column, list[str]]:
    """Return a column with one level per side, or one per seat if the games separate allies, and its words."""
    count = len(block.seats)
    if count == len(side):
        return Column(codes[:, np.argsort(side)], np.arange(count)), words
    seats = Column(codes, side)
    alone = Games((replace(block, columns=(seats,)),), (len(words),))
    of_sides = [np.sort(codes[:, side == each], axis=1) for each in range(count)]
    alike = all((each == each[:, :1]).all() for each in of_sides)
    if not alike and hidden(alone) == len(np.unique(groups(codes, len(words)))):
        return seats, words
    unique = [np.unique(each, axis=0, return_inverse=True) for each in of_sides]
    levels = sorted({tuple(dict.fromkeys(row)) for rows, _ in unique for row in rows.tolist()})
    joined = [
        np.array([levels.index(tuple(dict.fromkeys(row))) for row in rows.tolist()])[where.reshape(-1)]
        for rows, where in unique
    ]
    return Column(np.stack(joined, axis=1), np.arange(count)), [" + ".join(words[i] for i in each) for each in levels]


def _numbered(block: Block, words: list[list[str]], place: int) -> tuple[Block, list[list[str]]]:
    """Return the same data, with the number of seats added to the names of the seats."""
    seats = int(block.seats.sum())
    return block, [[f"{word} of {seats}" for word in each] if i == place else each for i, each in enumerate(words)]


def _pooled(parts: Sequence[tuple[Block, list[list[str]]]]) -> tuple[Games, tuple[tuple[str, ...], ...]]:
    """Return the games of several runs, with codes of common words, and the words of each column."""
    levels = [tuple(dict.fromkeys(word for _, words in parts for word in words[i])) for i in range(len(parts[0][1]))]
    blocks = []
    for block, words in parts:
        codes = [np.array([every.index(word) for word in own]) for every, own in zip(levels, words, strict=True)]
        columns = [Column(new[c.codes].astype(np.uint8), c.side) for new, c in zip(codes, block.columns, strict=True)]
        blocks.append(replace(block, columns=tuple(columns)))
    return Games(tuple(blocks), tuple(map(len, levels))), tuple(levels)
