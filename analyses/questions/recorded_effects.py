"""The adjusted effects of factions, seats and people in recorded plays, shrunken towards the average."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.questions.where import NONE
from starbalance.analyses.statistics.aggregate import check_cells
from starbalance.analyses.statistics.estimate import PairedDifference, critical, p_values
from starbalance.analyses.statistics.shrunken import Table, against_average, shrunken
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, REASON, verdict_columns
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.runs.result import Result

SEAT, PERSON = "seat", "person"
MOST = 300  # levels of a column
_FEW = 10  # games of a level below which its row says little
_LINES = "left_out"  # an attribute of the table


@dataclass(frozen=True)
class _Points(PairedDifference):
    """Win shares minus the equal share, with normal p-values."""

    def p_value(self, value: np.ndarray) -> np.ndarray:
        """Return two-sided p-values of the hypothesis that a number equals a value."""
        return p_values(np.abs(self._away(value)), self.games, False)


def effects_of_plays(result: Result, columns: Sequence[str] | None, *, margin: float, alpha: float) -> pd.DataFrame:
    """Return the adjusted effect of each level of some columns of recorded plays, as `effects` does.

    Args:
        result: Recorded plays.
        columns: Columns of the seats. Default: the factor, the seat and the person, as far as the plays have them.
        margin: The margin of the verdicts, as a share.
        alpha: The largest probability of a wrong verdict in the column.

    Returns:
        The columns of `effects`. The points compare a player who has the level with average players.

    Raises:
        BadInput: If a column does not exist, has too many levels, or is the same for all players of each game.
    """
    seats = result.seats
    names = _names(result, columns)
    words = [seats[name].cast(pl.String).fill_null(NONE) for name in names]
    levels = [seats[name].unique().sort(nulls_last=True).cast(pl.String).fill_null(NONE).to_list() for name in names]
    tables = _tables(seats, words, levels)
    fitted = shrunken(tables, [len(each) for each in levels])
    players = result.games["players"].to_numpy()
    rows, first = [], 0
    for name, word, known in zip(names, words, levels, strict=True):
        own = slice(first, first + len(known))
        first += len(known)
        frame = pd.DataFrame({"column": name, "level": known, "games": _games(seats, word, known)})
        reasons = _reasons(seats, name, known)
        effect = (fitted.effect[own], fitted.error[own])
        rows.append(_rows(frame, effect, players, reasons=reasons, margin=margin, alpha=alpha))
    table = pd.concat(rows, ignore_index=True)
    table.attrs[_LINES] = list(_lines(table, result.played))
    return table


def _names(result: Result, columns: Sequence[str] | None) -> list[str]:
    seats = result.seats
    known = [name for name in (result.factor, SEAT, PERSON) if name in seats.columns]
    names = list(dict.fromkeys(known if columns is None else columns))
    check_cells(result, names)
    for name in names:
        if name not in seats.columns:
            raise unknown("column", name, seats.columns)
        if seats[name].n_unique() > MOST:
            raise BadInput(f"The column '{name}' has {seats[name].n_unique():,} levels: effects take at most {MOST}.")
        if seats.group_by("game").agg(pl.col(name).n_unique())[name].max() == 1:
            raise BadInput(f"The column '{name}' is the same for all players of each game, so it has no effect.")
    return names


def _tables(seats: pl.DataFrame, words: Sequence[pl.Series], levels: Sequence[Sequence[str]]) -> list[Table]:
    """Return the games by number of players, with codes that count the levels of all columns."""
    codes, first = [], 0
    for word, known in zip(words, levels, strict=True):
        codes.append(word.cast(pl.Enum(known)).to_physical().cast(pl.Int64).to_numpy() + first)
        first += len(known)
    whole, credit, players = np.stack(codes, axis=1), seats["credit"].to_numpy(), seats["players"].to_numpy()
    return [
        Table(credit[players == size].reshape(-1, size), whole[players == size].reshape(-1, size, len(words)))
        for size in np.unique(players)
    ]


def _games(seats: pl.DataFrame, word: pl.Series, known: Sequence[str]) -> list[int]:
    counts = seats.select("game", word.alias("word")).group_by("word").agg(pl.col("game").n_unique())
    return [dict(counts.rows())[each] for each in known]


def _reasons(seats: pl.DataFrame, name: str, known: Sequence[str]) -> list[str]:
    """Return why the games do not separate a level from a person. Empty texts for other levels."""
    if PERSON not in seats.columns or name in (PERSON, SEAT):
        return [""] * len(known)
    people = seats.group_by(pl.col(name).cast(pl.String)).agg(pl.col(PERSON).cast(pl.String).unique())
    of_level = {level: each for level, each in people.rows()}
    only = [of_level.get(level, []) for level in known]
    return [f"only {each[0]} played it" if len(each) == 1 else "" for each in only]


def _rows(
    table: pd.DataFrame,
    effect: tuple[np.ndarray, np.ndarray],
    players: np.ndarray,
    *,
    reasons: Sequence[str],
    margin: float,
    alpha: float,
) -> pd.DataFrame:
    """Return the rows of a column with their intervals and verdicts."""
    value, error = effect
    z = float(critical(np.array(len(players)), 1 - alpha, False))
    low, high = value - z * error, value + z * error
    points, bottom, top = (against_average(each, players) for each in (value, low, high))
    zero = np.zeros(len(value))
    spread = (top - bottom) / (2 * z)
    estimate = _Points(table["games"].to_numpy(float), zero, points, bottom, top, spread, spread)
    judged = verdict_columns(
        estimate, np.zeros(1), played=len(players), margin=margin, alpha=alpha, reasons=list(reasons)
    )
    unknown = {GAMES_NEEDED: pd.array([pd.NA] * len(table), dtype="Int64")}  # shrunken effects grow with the games
    numbers = {"effect": value, "low": low, "high": high}
    shown = {"points": 100 * points, "points_low": 100 * bottom, "points_high": 100 * top}
    return table.assign(**numbers, **shown, **(judged | unknown))


def _lines(table: pd.DataFrame, played: int) -> Iterator[str]:
    """Yield sentences on how little the games say about the levels."""
    yield "Effects are shrunken towards the average: a level with few games stays near 0."
    for name, rows in table.groupby("column", sort=False):
        median = int(rows["games"].median())
        if median < _FEW:
            yield (
                f"{counted(played, 'game')} for {counted(len(rows), 'level')} of {name}: half of them are in at most "
                f"{counted(median, 'game')}, which is too few for a verdict."
            )
    alone = table.loc[table[REASON] != "", "level"].tolist()
    if alone:
        yield f"These plays cannot separate {joined(alone)} from the only person that played it."
