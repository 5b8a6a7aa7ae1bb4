"""Whether simulated players and people at a table agree on the strength of each level."""

from difflib import get_close_matches

import numpy as np
import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete, takes_plays
from starbalance.analyses.questions.import_plays import import_plays
from starbalance.analyses.questions.rates import margin_of_run, rates
from starbalance.analyses.questions.recorded_columns import plain_word
from starbalance.analyses.statistics.aggregate import has_allies
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import UNDECIDED, VERDICT, check_alpha, check_margin
from starbalance.analyses.statistics.views import Personal, Sized
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.settings import HUMAN, PERSON

ALIKE, MORE, LESS = "alike", "people win more", "people win less"  # verdicts
_LINES = "lines"  # an attribute of the table
_SHARES = ["games", "share", "low", "high"]


@marks_incomplete
@takes_plays
def agree(result: Result, plays: Result, *, margin: float | None = None, alpha: float = ALPHA) -> pd.DataFrame:
    """Return for each level of the headline factor how often the strategies of a run and people win with it.

    Only plays with the number of players of the run count. Levels are matched by name, in capital or small letters. The
    interval of the difference combines both intervals (Zou and Donner, Statistics in Medicine 27, 2008). The verdicts
    of the table hold together (Bonferroni).

    Args:
        result: A run.
        plays: Recorded plays of the same game, or games that a person played (`play --human`). Of these games only the
            seats of the person count.
        margin: The largest difference that counts as agreement, as a share. Default: the margin of a run that was
            played until decided, and 2 points for any other run.
        alpha: The largest probability of a wrong verdict in the table. Default: 0.05.

    Returns:
        level: the level
        games: the number of games of the run with the level
        share: the win share in the run
        low: the lower end of its interval
        high: the upper end
        plays: the number of plays with the level
        share_plays: the win share of people, with low_plays and high_plays
        difference: the share of people minus the share of the run, with difference_low and difference_high
        verdict: `alike`, `people win more`, `people win less` or `undecided`

    Raises:
        BadInput: If the plays are not recorded plays, or none of them has the players and the levels of the run.
    """
    margin = margin_of_run(result) if margin is None else margin
    check_margin(margin)
    check_alpha(alpha)
    of_run, of_plays = _tables(result, plays)
    common = [name for name in of_run.index if name in of_plays.index]
    if not common:
        raise BadInput(_without_common(of_run, of_plays))
    table = _differences(of_run.loc[common], of_plays.loc[common])
    strict = {"alpha": alpha / len(common)}
    exact = _differences(*(each.loc[common] for each in _tables(result, plays, **strict)))
    table[VERDICT] = _words(exact, margin)
    table.attrs[_LINES] = _lines(table, of_run, of_plays)
    return table


def lines(table: pd.DataFrame) -> list[str]:
    """Return sentences on a table of `agree`: the answer, and the levels that only one of the two has.

    Args:
        table: A table of `agree`.
    """
    return list(table.attrs.get(_LINES, []))


def people(result: Result, plays: Result) -> Result:
    """Return the recorded plays that have the number of players of a run.

    Args:
        result: A run.
        plays: Recorded plays, or games that a person played. Of these games only the seats of the person count.

    Raises:
        BadInput: If the plays are not recorded plays, no play has the players of the run, or a person played
            another game.
    """
    played = str(plays.settings["game"]) if HUMAN in plays.settings else ""
    if played and plays.folder is not None:
        plays = Personal(import_plays(plays.folder).result, PERSON)
    if result.is_recorded or not plays.is_recorded:
        raise BadInput("agree compares a run with recorded plays: give the folder of the run first, then the plays.")
    if played and find_game(played).name != find_game(result.settings["game"]).name:
        raise BadInput(f"The run is a run of {result.settings['game']}, and the person played {played}.")
    size = int(result.settings["players"])
    sized = Sized(plays, size)
    if not sized.scan("games").select(pl.len()).collect().item():
        raise BadInput(f"No play has {size} players, as the run has: compare with a run of another setup.")
    return sized


def _tables(result: Result, plays: Result, alpha: float = ALPHA) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rates of the run and of the plays of its size, by the plain name of the level."""
    sized = people(result, plays)
    if has_allies(result):
        raise BadInput(
            "agree needs a setup without allies, because recorded plays do not say which players are allies."
        )
    tables = []
    for each in (result, sized):
        table = rates(each, [each.factor], alpha=alpha).rename(columns={each.factor: "level"})
        table["level"] = table["level"].astype(str)
        tables.append(table.set_index(table["level"].map(plain_word)))
        _check_spellings(tables[-1])
    return tables[0], tables[1]


def _check_spellings(table: pd.DataFrame) -> None:
    """Raise BadInput if levels are spellings of one name, since levels are matched by name."""
    twice = table.index[table.index.duplicated()]
    if len(twice):
        spelled = joined(table.loc[[twice[0]], "level"].tolist())
        raise BadInput(f"{spelled} are spellings of one name: correct the file, and import it again.")


def _differences(one: pd.DataFrame, two: pd.DataFrame) -> pd.DataFrame:
    """Return both shares of each level and their difference, with intervals."""
    table = one[["level", *_SHARES]].reset_index(drop=True)
    other = two[_SHARES].reset_index(drop=True)
    table["plays"] = other["games"]
    for name in _SHARES[1:]:
        table[f"{name}_plays"] = other[name]
    difference = other["share"] - table["share"]
    table["difference"] = difference
    table["difference_low"] = difference - np.hypot(other["share"] - other["low"], table["high"] - table["share"])
    table["difference_high"] = difference + np.hypot(other["high"] - other["share"], table["share"] - table["low"])
    return table


def _words(table: pd.DataFrame, margin: float) -> np.ndarray:
    low, high = table["difference_low"], table["difference_high"]
    is_alike = (low >= -margin) & (high <= margin)
    return np.select([is_alike, low > 0, high < 0], [ALIKE, MORE, LESS], UNDECIDED)


def _without_common(one: pd.DataFrame, two: pd.DataFrame) -> str:
    return (
        f"The run and the plays have no level in common: the run has {joined(one['level'].tolist())}, and the plays "
        f"have {joined(two['level'].tolist())}."
    )


def _lines(table: pd.DataFrame, one: pd.DataFrame, two: pd.DataFrame) -> list[str]:
    """Return the answer in a sentence, and a sentence for each level that only one of the two has."""
    named = {word: table.loc[table[VERDICT] == word, "level"].tolist() for word in (MORE, LESS, ALIKE, UNDECIDED)}
    verbs = {MORE: "People win more often with", LESS: "People win less often with", ALIKE: "Both agree on"}
    parts = [f"{verbs[word]} {joined(named[word])}." for word in verbs if named[word]]
    if named[UNDECIDED]:
        few, number = int(table["plays"].min()), len(named[UNDECIDED])
        verb = "is" if number == 1 else "are"
        parts.append(f"{number} of {len(table)} levels {verb} undecided. The rarest level has {counted(few, 'play')}.")
    sentences = [" ".join(parts)]
    for own, other, name in ((one, two, "run"), (two, one, "plays")):
        others = {each.lower(): each for each in other.loc[~other.index.isin(own.index), "level"]}
        for level in own.loc[~own.index.isin(other.index), "level"]:
            alike = get_close_matches(level.lower(), others, n=1)
            end = f": did you mean '{others[alike[0]]}'?" if alike else "."
            sentences.append(f"Only the {name} {'has' if name == 'run' else 'have'} {level}{end}")
    return sentences
