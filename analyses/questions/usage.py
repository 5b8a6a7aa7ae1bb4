"""What players use, do and are dealt: cards, technologies, leaders, actions; who wins with them, what never occurs."""

from collections.abc import Sequence

import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import FILE, roles
from starbalance.analyses.questions.flags import flag_columns, flag_marks, in_cells
from starbalance.analyses.statistics.aggregate import check_numbers
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

ANY = "any"  # the item of a count
CHOSEN, DEALT = "chosen", "dealt"  # kinds of items
_OCCURS, _IDLE = "occurs", "idle"  # among the attributes of a frame


@marks_incomplete
def usage(result: Result, columns: Sequence[str] | None = None, by: Sequence[str] = ()) -> pd.DataFrame:
    """Return a row for each thing that a seat can use, do or be dealt, in every cell of `by`.

    Columns: those of by, column (of the seats), item (the word of one of its bits; of a count: any, which is more than
    0), kind, games (in which a seat has it), seats (share of the seats that have it), with (their mean credit), without
    (mean credit of the other seats), difference, low, high. An item that no seat has or that all seats have has no
    difference. kind: `chosen` if players choose it, so that the difference is a correlation; `dealt` if chance gives
    it, so that the difference is its effect, in place of another. Games are the independent unit.

    Args:
        result: A run.
        columns: Flags or counts of the seats. Default: those that the game declares as used or dealt.
        by: Columns of the seats or games.

    Raises:
        BadInput: if a column does not exist or does not hold numbers, or if the game declares none.
    """
    its = roles(result.settings["game"])
    names = list(dict.fromkeys(_declared(result) if columns is None else columns))
    check_numbers(result, names)
    words = flag_columns(result)
    items: list[tuple[str, str]] = []
    marks: list[pl.Expr] = []
    for name in names:
        items += [(name, word) for word in words.get(name, [ANY])]
        marks += flag_marks(name, len(words[name])) if name in words else [pl.col(name) > 0]
    rows = pd.DataFrame(items, columns=["column", "item"])
    rows["kind"] = [DEALT if name in its.dealt else CHOSEN for name in rows["column"]]
    table = in_cells(result, rows, marks, by=list(dict.fromkeys(by)))
    present, active = _words_seen(result), _words_seen(result, without=its.dealt)
    table.attrs[_OCCURS] = sorted(present)
    table.attrs[_IDLE] = [word for name in its.dealt for word in words.get(name, ()) if word in present - active]
    return table


def _words_seen(result: Result, without: Sequence[str] = ()) -> set[str]:
    """Return the words of all bits that any seat of a run has, in any column of flags but some."""
    known = result.scan("seats").collect_schema().names()
    columns = {name: words for name, words in flag_columns(result).items() if name in known and name not in without}
    if not columns:
        return set()
    marks = [
        mark.any().alias(f"{name} {bit}")
        for name, words in columns.items()
        for bit, mark in enumerate(flag_marks(name, len(words)))
    ]
    seen = result.scan("seats").select(marks).collect().row(0)
    every = [word for words in columns.values() for word in words]
    return {word for word, is_seen in zip(every, seen, strict=True) if is_seen}


def _declared(result: Result) -> Sequence[str]:
    """Return the columns that the game of a run declares as used or dealt. Raises BadInput if there are none."""
    its = roles(result.settings["game"])
    found = [*its.usage, *its.dealt]
    if not found:
        game = find_game(result.settings["game"])
        raise BadInput(
            f"{game.title} does not say which columns tell what a player uses: name them, or declare them in "
            f'{game.folder / FILE}, such as usage = ["moves"].'
        )
    return found


def unused(table: pd.DataFrame) -> pd.DataFrame:
    """Return what never occurs in the run of a table of usage, in any column and cell: column, item, kind.

    A leader that is never used but leads does occur.
    """
    games = table.groupby(["column", "item", "kind"], sort=False)["games"].sum()
    never = games[games == 0].reset_index()[["column", "item", "kind"]]
    return never[~never["item"].isin(table.attrs.get(_OCCURS, []))].reset_index(drop=True)


def idle(table: pd.DataFrame) -> list[str]:
    """Return the items in the run of a table of usage that are dealt, but that no player ever uses in any way."""
    return list(table.attrs.get(_IDLE, []))
