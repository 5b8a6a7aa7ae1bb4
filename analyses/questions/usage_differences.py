"""What people do more often than strategies, or less often: their use of components, and their counts of actions."""

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete, takes_plays
from starbalance.analyses.presentation.wording import plain, short
from starbalance.analyses.questions.agree import people
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.flags import flag_columns
from starbalance.analyses.questions.recorded_columns import plain_word
from starbalance.analyses.questions.why import Item, are_shares, items_of
from starbalance.analyses.statistics.aggregate import value_sums
from starbalance.analyses.statistics.estimate import (
    ALPHA,
    ClusterSums,
    Ratios,
    exact_shares,
    ratio_and_spread,
    ratios,
    shares,
)
from starbalance.analyses.statistics.verdict import UNDECIDED, VERDICT, check_alpha
from starbalance.analyses.statistics.views import Personal, Recoded
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import HUMAN, PERSON

MORE, LESS = "people more", "people less"  # verdicts
_LINES = "lines"  # an attribute of the table
_GIVEN = ("players", "skill")  # numeric columns of seats that no player influences
_SEVERAL = re.compile(r"\s*[;|]\s*")  # between the words of a set, which may contain commas
_FEW = 3  # columns that a message names


class NothingShared(BadInput):
    """Recorded plays without a column in which their game describes what players do."""


@marks_incomplete
@takes_plays
def usage_differences(result: Result, plays: Result, *, alpha: float = ALPHA) -> pd.DataFrame:
    """Return how often people and the strategies of a run use each component, and how often they do each action.

    A row is a component of a set-valued column, or a numeric column. The columns are the columns of the game that the
    plays have under the same name. The points, what chance deals, and columns that the game excludes are left out.
    Components that no seat has are left out, too.

    Games are the independent unit. Shares of people have exact intervals, and means of people have at least the
    standard error that the spread in the run implies. The interval of a difference combines both intervals (Zou and
    Donner, Statistics in Medicine 27, 2008). The verdicts of the table hold together (Bonferroni).

    Args:
        result: A run.
        plays: Recorded plays of the same game, or games that a person played (`play --human`). Of these games only the
            seats of the person count. In a file of plays, a cell of a set-valued column lists words, separated by
            semicolons, `|` or commas.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.

    Returns:
        column: the column of the seats
        component: the component; an empty text for a numeric column
        is_share: whether the numbers are shares of seats, or means per seat
        games: the number of games of the run with a known value
        run: the share or mean in the run, with run_low and run_high
        plays: the number of plays with a known value
        people: the share or mean of people, with people_low and people_high
        difference: people minus run, with difference_low and difference_high
        verdict: `people more`, `people less` or `undecided`
        The clearest difference is first.

    Raises:
        NothingShared: If the plays have no such column. It is a BadInput.
        BadInput: If the plays are not recorded plays, or no play has the players of the run.
    """
    check_alpha(alpha)
    recorded = people(result, plays)
    items, used, sentences = _shared(result, plays, recorded)
    sums = [value_sums(each, [value for _, _, value in items]) for each in (result, used)]
    table = pd.DataFrame([item[:2] for item in items], columns=["column", "component"])
    table["is_share"] = are_shares(result, items)
    occurs = _occurs(sums, table["is_share"].to_numpy())
    table, sums = table[occurs].reset_index(drop=True), [each.of(np.flatnonzero(occurs)) for each in sums]
    table = _differences(table, sums, alpha=ALPHA)
    exact = _differences(table, sums, alpha=alpha / max(len(table), 1))
    low, high = exact["difference_low"], exact["difference_high"]
    table[VERDICT] = np.select([low > 0, high < 0], [MORE, LESS], UNDECIDED)
    table = table.loc[_clarity(exact).sort_values(ascending=False, kind="stable").index].reset_index(drop=True)
    table.attrs[_LINES] = [_clearest(table), *sentences]
    return table


def usage_lines(table: pd.DataFrame) -> list[str]:
    """Return sentences on a table of `usage_differences`: its clearest difference, and what is not compared.

    Args:
        table: A table of `usage_differences`.
    """
    return list(table.attrs.get(_LINES, []))


def _shared(result: Result, plays: Result, recorded: Result) -> tuple[list[Item], Result, list[str]]:
    """Return what the run and the plays describe, the plays with the columns of the game, and what is not compared."""
    left_out = {*roles(result.settings["game"]).dealt, *_GIVEN}
    items = [item for item in items_of(result, result.factor) if item[0] not in left_out]
    names = list(dict.fromkeys(name for name, _, _ in items))
    sentences: list[str] = []
    if HUMAN in plays.settings:
        used: Result = Personal(plays, PERSON, "strategy")
        known = _columns_of(used, "seats")
    else:
        used, sentences = _recoded(recorded, names, flag_columns(result))
        known = list(used.names)
    shared = [item for item in items if item[0] in known]
    if not shared:
        title, some = find_game(result.settings["game"]).title, joined(names[:_FEW]) or "none"
        raise NothingShared(f"Usage is not compared: the plays have no column of what players of {title} do ({some}).")
    return shared, used, sentences


def _recoded(plays: Result, names: Sequence[str], sets: Mapping[str, Sequence[str]]) -> tuple[Recoded, list[str]]:
    """Return plays with the columns of the game that they have under the same name, and what cannot be compared."""
    columns = {plain_word(name): (name, table) for table in ("games", "seats") for name in _columns_of(plays, table)}
    own, masks, sentences = {}, {}, []
    for name in names:
        column, table = columns.get(plain_word(name), ("", ""))
        if not column:
            continue
        values = plays.scan(table).select(pl.col(column).unique().sort()).collect()[column].drop_nulls()
        if len(values) and values.dtype.is_numeric() == (name in sets):
            found, needed = ("numbers", "words") if name in sets else ("words", "numbers")
            sentences.append(f"'{column}' of the plays holds {found} instead of {needed}, so it is not compared.")
            continue
        own[name] = column
        if name in sets:
            masks[name] = {text: _mask(text, sets[name]) for text in values.cast(pl.String)}
            sentences += _unknown_words(column, masks[name], sets[name])
    return Recoded(plays, own, masks), sentences


def _columns_of(plays: Result, table: str) -> list[str]:
    return plays.scan(table).collect_schema().names()


def _parts(text: str, words: Sequence[str]) -> list[str]:
    """Return the words of a cell. A part between semicolons that is no word is split at its commas."""
    known = set(map(plain_word, words))
    several = [[each] if plain_word(each) in known else each.split(",") for each in _SEVERAL.split(text)]
    return [part.strip() for each in several for part in each if part.strip()]


def _mask(text: str, words: Sequence[str]) -> int:
    """Return the bits of the words in a cell."""
    cell = set(map(plain_word, _parts(text, words)))
    return sum(1 << bit for bit, word in enumerate(words) if plain_word(word) in cell)


def _unknown_words(column: str, texts: Mapping[str, int], words: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each word of a column that the game does not have."""
    known = set(map(plain_word, words))
    for part in dict.fromkeys(part for text in texts for part in _parts(text, words)):
        if plain_word(part) not in known:
            yield f"'{part}' in '{column}' of the plays is not compared: {nearest(part, list(words))}"


def _occurs(sums: Sequence[ClusterSums], is_share: np.ndarray) -> np.ndarray:
    """Return for each item whether both sides have rows. False if all seats have 0, or all have a component."""
    rows, values = (np.array([each.sum(name) for each in sums]) for name in ("rows", "value"))
    is_known, is_nowhere = (rows > 0).all(0), (values == 0).all(0)
    return is_known & ~is_nowhere & ~(is_share & (values == rows).all(0))


def _differences(table: pd.DataFrame, sums: Sequence[ClusterSums], *, alpha: float) -> pd.DataFrame:
    """Return a table with the shares or means of both sides and their differences, with intervals."""
    table = table[["column", "component", "is_share"]].copy()
    confidence, (of_run, of_people) = 1 - alpha, sums
    estimates = {
        "run": (shares(of_run, "value", "rows", confidence=confidence), _means(of_run, confidence)),
        "people": (
            exact_shares(of_people, "value", "rows", confidence=confidence),
            _means(of_people, confidence, _implied_error(of_run, of_people)),
        ),
    }
    table["games"], table["plays"] = (each.count("rows").astype(int) for each in sums)
    for name, (share, mean) in estimates.items():
        table[name] = mean.ratio
        for end in ("low", "high"):
            table[f"{name}_{end}"] = np.where(table["is_share"], getattr(share, end), getattr(mean, end))
    difference = table["people"] - table["run"]
    below = np.hypot(table["people"] - table["people_low"], table["run_high"] - table["run"])
    above = np.hypot(table["people_high"] - table["people"], table["run"] - table["run_low"])
    return table.assign(difference=difference, difference_low=difference - below, difference_high=difference + above)


def _means(sums: ClusterSums, confidence: float, least_error: np.ndarray | float = 0.0) -> Ratios:
    return ratios(sums, "value", "rows", confidence=confidence, flip=1.0, least_error=least_error)


def _implied_error(of_run: ClusterSums, of_people: ClusterSums) -> np.ndarray:
    """Return the standard errors of the means of people if their seats vary as much as the seats of the run.

    The spread of a few plays is small by chance when their mean is low.
    """
    games, spread = of_run.count("rows"), ratio_and_spread(of_run, "value", "rows")[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.sqrt(spread * games / (games - 1) * of_run.sum("rows") / of_people.sum("rows"))


def _clarity(table: pd.DataFrame) -> pd.Series:
    """Return each difference in units of its interval from the difference towards 0: above 1, it is not 0."""
    difference = table["difference"]
    towards = np.where(difference > 0, difference - table["difference_low"], table["difference_high"] - difference)
    return difference.abs() / towards


def _clearest(table: pd.DataFrame) -> str:
    """Return a sentence on the first difference."""
    if table.empty:
        return "No seat has any of the shared components."
    row = table.iloc[0]
    if row["is_share"]:
        of_people, of_run = (f"{100 * row[name]:.1f}%" for name in ("people", "run"))
        values = f"in {of_people} of the seats of people, and in {of_run} of the seats of strategies"
    else:
        largest = max(abs(row["people"]), abs(row["run"]))
        of_people, of_run = (short(row[name], largest) for name in ("people", "run"))
        values = f"{of_people} on average for people, and {of_run} for strategies"
    what = " ".join(filter(None, [plain(row["column"]), row["component"]]))
    if row[VERDICT] == UNDECIDED:
        return f"No difference of {len(table)} is clear. The clearest is {what}: {values}."
    return f"The clearest difference is {what}: {values}."
