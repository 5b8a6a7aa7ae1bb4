"""Effects: of each level of several columns when the others are equal, by one model for all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from scipy import stats

from starbalance.analyses.presentation.incomplete import marks_incomplete
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
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, verdict_columns
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

SEAT = "seat"  # another thing at another number of seats
ALL = "all"  # the model of several set-ups at once, of all columns at once
NONE = "none"  # the level of a seat that has no word
MOST_LEVELS = 50
_LEFT_OUT = "left_out"  # among the attributes of a frame
_ROUNDING = 1e-9  # a standard error below which an effect does not vary


@marks_incomplete
def effects(
    result: Result | Sequence[Result],
    columns: Sequence[str] | None = None,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> pd.DataFrame:
    """The effect of each level, the other columns being equal: column, level, games, effect, low, high, points, ...

    result: a run, or several of one game under the same rules. columns: of the seats; none: the headline factor, the
    seat (of which 1 is the first player's) and the strategy, without those that the games do not separate from columns
    before them, which `left_out` names. The model is the conditional logit of `choice`.

    effect: log odds against the average level, between low and high. points: percentage points of the win share of
    a side against the average level, all else as in these games, between points_low and points_high. verdict: of the
    points, for the levels of each column as one table. Allies win together: where a run cannot tell their levels
    apart, those of a side are one level, as `Algol + Regulus`. A level that never wins has the effect -inf.

    Several runs: a column `setup` before the others, a model for each set-up, and one of all, in which the effects of
    all columns but the seat are the same at every number of players. Raises BadInput for columns that do not exist,
    do not vary within games or cannot be told apart, and for runs that do not belong together. progress is told (games
    done, games in all).
    """
    check_margin(margin)
    check_alpha(alpha)
    results, tables, done, lines = together(result), [], 0, dict[str, None]()
    models = _by_setup(results) if len(_by_setup(results)) > 1 else {}
    total = sum(each.played for each in results) * (2 if models else 1)
    for name, some in {**models, ALL: results}.items():
        progress(done, total)
        contest = contest_of(some, columns)
        lines |= dict.fromkeys(contest.left_out)
        tables.append(_table(contest, margin, alpha).assign(setup=name))
        done += sum(each.played for each in some)
    progress(done, total)
    table = pd.concat(tables, ignore_index=True)
    table = table[["setup", *table.columns.drop("setup")]] if models else table.drop(columns="setup")
    table.attrs[_LEFT_OUT] = list(lines)
    return table


def left_out(table: pd.DataFrame) -> list[str]:
    """Return a sentence for each default column that a table of `effects` lacks as the games do not separate it."""
    return list(table.attrs.get(_LEFT_OUT, []))


@marks_incomplete
def explained(
    result: Result | Sequence[Result],
    columns: Sequence[str] | None = None,
    alpha: float = ALPHA,
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> pd.DataFrame:
    """How much of who wins the columns explain: column, share, low, high; a row `all`, and one for each of several.

    The share of all is McFadden's R squared against equal chances, less what as many columns of no effect reach on
    average (Horowitz, Transportation Science 17, 1983); that of a column is what is lost without it. They need not add
    up. Intervals by the variance of the log likelihood over games (Vuong, Econometrica 57, 1989).
    """
    contest = contest_of(together(result), columns)
    steps = len(contest.names) + 1
    progress(0, steps * contest.games.count)
    whole = fit_of(contest.games, contest.names)
    chance = np.concatenate([np.full(len(each.credit), -np.log(each.credit.shape[1])) for each in contest.games.blocks])
    rows = [_explains(ALL, whole.likelihood - chance, whole.rank, chance=chance, alpha=alpha)]
    for place, name in enumerate(contest.names):
        progress((place + 1) * contest.games.count, steps * contest.games.count)
        if len(contest.names) > 1:
            less = fit_of(contest.games.without(place), contest.names)
            rows.append(
                _explains(name, whole.likelihood - less.likelihood, whole.rank - less.rank, chance=chance, alpha=alpha)
            )
    return pd.DataFrame(rows, columns=["column", "share", "low", "high"])


def _explains(
    name: str, gain: np.ndarray, free: int, *, chance: np.ndarray, alpha: float
) -> tuple[str, float, float, float]:
    """Return a row of `explained` from the log likelihood that each game gains from some free effects.

    Only the correction for their number can bring a share below 0; the interval does not reach further.
    """
    share = (gain.sum() - free / 2) / -chance.sum()
    error = gain.std() * np.sqrt(len(gain)) / -chance.sum()
    error = error if error > _ROUNDING else float(unseen_error(np.clip(share, 0.0, 1.0), len(gain)))
    half = stats.norm.ppf(1 - alpha / 2) * error
    return name, share, max(share - half, min(share, 0.0)), min(share + half, 1.0)


@dataclass(frozen=True)
class Contest:
    """The games of a model, and the words of its columns and their levels.

    left_out: a sentence for each column that the games do not separate from the others.
    """

    names: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    games: Games
    sequential: bool
    left_out: tuple[str, ...] = ()


def _table(contest: Contest, margin: float, alpha: float) -> pd.DataFrame:
    """The effects of one model."""
    fitted = fit_of(contest.games, contest.names)
    z = float(critical(np.array(contest.games.count), 1 - alpha, contest.sequential))
    half = z * np.sqrt(np.maximum(np.diag(fitted.covariance), 0.0))
    ends = np.where(fitted.known, fitted.effect, np.nan)
    effect = np.where(fitted.endless == 0, ends, np.copysign(np.inf, fitted.endless))
    tables = []
    for place, name in enumerate(contest.names):
        here = contest.games.of(place)
        found = _marginal_effects(contest, fitted, place, z=z)
        table = pd.DataFrame({"column": name, "level": contest.levels[place], "games": found.games.astype(int)})
        reach = np.where(np.isfinite(effect[here]), np.maximum(half[here], z * found.least_odds), np.nan)
        table["effect"], table["low"], table["high"] = effect[here], effect[here] - reach, effect[here] + reach
        table["points"], table["points_low"] = 100 * found.value, 100 * found.low
        table["points_high"] = 100 * found.high
        columns = verdict_columns(found, np.zeros(1), played=contest.games.count, margin=margin, alpha=alpha)
        tables.append(table.assign(**columns))
    return pd.concat(tables, ignore_index=True)


@dataclass(frozen=True, kw_only=True)
class _MarginalEffects(PairedDifference):
    """What the levels of a column do to a win share, as differences from the average level.

    least_odds: the lowest standard error of the log odds of each level, from `unseen_error` where its games are alike.
    """

    least_odds: np.ndarray

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """As of PairedDifference, at all numbers of games at once where the run was looked at while it was played."""
        return p_values(np.abs(self._away(value)), self.games, self.sequential)


def _marginal_effects(contest: Contest, fitted: Fit, place: int, *, z: float) -> _MarginalEffects:
    """The marginal effects of the levels of a column.

    For a level that never wins, or always: by the score test of its games, and by Wilson's interval.
    """
    here, games = contest.games.of(place), _games(contest.games, place).astype(float)
    value, error, mean = marginal_effects(contest.games, fitted, place)
    is_alike, least = error <= _ROUNDING, unseen_error(mean, games)
    error = np.where(is_alike, least, error)
    low, high = np.maximum(value - z * error, -1.0), np.minimum(value + z * error, 1.0)
    endless = fitted.endless[here]
    bottom, top = wilson(np.where(endless > 0, 1.0, 0.0), games, z)
    error = np.where(endless != 0, np.sqrt(mean * (1 - mean) / games), error)
    low = np.where(endless != 0, np.minimum(value, bottom - mean), low)
    high = np.where(endless != 0, np.maximum(value, top - mean), high)
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.where(is_alike, least / (mean * (1 - mean)), 0.0)
    zero = np.zeros(len(value))
    return _MarginalEffects(games, zero, value, low, high, error, error, contest.sequential, least_odds=odds)


def _games(games: Games, place: int) -> np.ndarray:
    """How many games have each level of a column."""
    count = np.zeros(games.levels[place], dtype=int)
    for block in games.blocks:
        for level in range(len(count)):
            count[level] += (block.columns[place].codes == level).any(axis=1).sum()
    return count


def fit_of(games: Games, names: Sequence[str]) -> Fit:
    """The model of some games. Raises BadInput where its effects have no end."""
    try:
        return fit(games)
    except Separation:
        raise BadInput(
            f"The effects of {' and '.join(names)} have no end in {games.count:,} games, where some levels win only "
            "against levels that never win otherwise: play more games, or name fewer columns."
        ) from None


def together(result: Result | Sequence[Result]) -> list[Result]:
    """Return the runs of a model. Raises BadInput if they do not belong together."""
    results = [result] if isinstance(result, Result) else list(result)
    first = results[0].settings
    for each in results:
        for key, what in (("game", "games"), ("changes", "rules")):
            if each.settings[key] != first[key]:
                raise BadInput(
                    f"The runs are of different {what}: effects are of runs of one game under the same rules."
                )
    luck = [(each.settings["setup"], each.settings["seed"]) for each in results]
    if len(set(luck)) < len(luck):
        raise BadInput("Two of the runs have the same set-up and seed, which is the same luck: play one with another.")
    return results


def _by_setup(results: Sequence[Result]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for each in results:
        found.setdefault(each.settings["setup"], []).append(each)
    return found


def contest_of(results: Sequence[Result], columns: Sequence[str] | None) -> Contest:
    """The games of runs with the columns of a model, those asked for or those that vary within games."""
    factor = find_game(results[0].settings["game"]).factor
    names = list(dict.fromkeys(columns if columns is not None else (factor, SEAT, "strategy")))
    read = [_read(each, names) for each in results]
    varies = [any((codes[:, :1, i] != codes[:, :, i]).any() for _, codes, _ in read) for i in range(len(names))]
    for name, does in zip(names, varies, strict=True):
        if columns is not None and not does:
            raise BadInput(f"The column '{name}' is the same for all seats of a game: it says nothing of who wins.")
    if not any(credit.any() for credit, _, _ in read):
        raise BadInput("No seat wins any of these games: there is nothing that effects could explain.")
    kept = [i for i, does in enumerate(varies) if does]
    if not kept:
        raise BadInput(_nothing_to_compare(names, read[0][0].shape[1]))
    names = [names[i] for i in kept]
    several = len({credit.shape[1] for credit, _, _ in read}) > 1
    parts = [
        _coded(credit, codes[:, :, kept], [words[i] for i in kept], side=_sides(result, credit.shape[1]))
        for (credit, codes, words), result in zip(read, results, strict=True)
    ]
    if several and SEAT in names:
        parts = [_numbered(block, words, names.index(SEAT)) for block, words in parts]
    games, levels = _pooled(parts)
    confused = aliased(games)
    if confused and columns is not None:
        alike = " and ".join(names[i] for i in confused)
        raise BadInput(
            f"The games do not tell the effects of {alike} apart: leave one out, as by --columns {names[confused[0]]}."
        )
    contest = Contest(tuple(names), levels, games, any("until" in each.settings for each in results))
    return _separated(contest, confused)


def _separated(contest: Contest, confused: Sequence[int]) -> Contest:
    """Return a contest without the columns whose effects the games do not separate from those of columns before them.

    Args:
        contest: The games with all columns.
        confused: Places of the columns whose effects are not separated, as of `aliased`.
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


def _read(result: Result, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray, list[list[str]]]:
    """(credits: games x seats, codes: games x seats x columns, the words of the codes of each column) of a run."""
    check_cells(result, names)
    rows = seat_batches(result, names)
    words = [_words(result, name) for name in names]
    coded = [
        pl.col(name).cast(pl.String).fill_null(NONE).cast(pl.Enum(each)).to_physical().cast(pl.UInt8).alias(f"code {i}")
        for i, (name, each) in enumerate(zip(names, words, strict=True))
    ]
    credit, codes = [], []
    for batch in rows:
        table = batch.select("game", "credit", *coded).sort("game", maintain_order=True).collect()
        if not table.height:
            continue
        seats = int((table["game"] == table["game"][0]).sum())
        credit.append(table["credit"].to_numpy().astype(np.float32).reshape(-1, seats))
        codes.append(table.select(pl.col("^code .*$")).to_numpy().reshape(-1, seats, len(names)))
    return np.concatenate(credit), np.concatenate(codes), words


def _words(result: Result, name: str) -> list[str]:
    """The levels of a column in their order. Raises BadInput where there is no such column, or too many."""
    seats, games = result.scan("seats"), result.scan("games")
    known, others = (frame.collect_schema().names() for frame in (seats, games))
    if name not in known and name not in others:
        raise unknown("column", name, [*known, *(each for each in others if each not in known)])
    found = (seats if name in known else games).select(pl.col(name).unique()).collect()[name].sort(nulls_last=True)
    if len(found) > MOST_LEVELS:
        raise BadInput(f"The column '{name}' has {len(found):,} levels: effects are of {MOST_LEVELS} at most.")
    return found.cast(pl.String).fill_null(NONE).to_list()


def _sides(result: Result, seats: int) -> np.ndarray:
    """Return the side of each seat of a run, from 0."""
    return np.array(seat_sides(result)) if has_allies(result) else np.arange(seats)


def _coded(
    credit: np.ndarray, codes: np.ndarray, words: list[list[str]], *, side: np.ndarray
) -> tuple[Block, list[list[str]]]:
    """Return the games of a run by sides, and the words of their levels. side: the side of each seat."""
    count = int(side.max()) + 1
    whole = np.stack([credit[:, side == each].sum(axis=1) for each in range(count)], axis=1)
    block = Block(whole, np.bincount(side), ())
    found = [_column(block, codes[:, :, i], side, words=each) for i, each in enumerate(words)]
    return Block(whole, block.seats, tuple(column for column, _ in found)), [each for _, each in found]


def _column(block: Block, codes: np.ndarray, side: np.ndarray, *, words: list[str]) -> tuple[Column, list[str]]:
    """A column of one level for each side, or for each seat where the games tell allies apart."""
    count = len(block.seats)
    if count == len(side):
        return Column(codes[:, np.argsort(side)], np.arange(count)), words
    seats = Column(codes, side)
    alone = Games((Block(block.credit, block.seats, (seats,)),), (len(words),))
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
    """The same, the seats named with their number."""
    seats = int(block.seats.sum())
    return block, [[f"{word} of {seats}" for word in each] if i == place else each for i, each in enumerate(words)]


def _pooled(parts: Sequence[tuple[Block, list[list[str]]]]) -> tuple[Games, tuple[tuple[str, ...], ...]]:
    """The games of several runs, their codes by common words."""
    levels = [tuple(dict.fromkeys(word for _, words in parts for word in words[i])) for i in range(len(parts[0][1]))]
    blocks = []
    for block, words in parts:
        codes = [np.array([every.index(word) for word in own]) for every, own in zip(levels, words, strict=True)]
        columns = [Column(new[c.codes].astype(np.uint8), c.side) for new, c in zip(codes, block.columns, strict=True)]
        blocks.append(Block(block.credit, block.seats, tuple(columns)))
    return Games(tuple(blocks), tuple(map(len, levels))), tuple(levels)
