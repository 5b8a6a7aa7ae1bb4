"""What players use and do: cards, technologies, leaders, actions; who wins with them, and what nobody uses."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import polars as pl

from starbalance.analyses.present.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import FILE
from starbalance.analyses.questions.flags import flag_columns, flag_marks, in_cells
from starbalance.analyses.questions.roles import roles
from starbalance.analyses.statistics.aggregate import check_numbers
from starbalance.simulator import find_game
from starbalance.simulator.errors import BadInput

ANY = "any"  # the item of a count


@marks_incomplete
def usage(result: Any, columns: Sequence[str] | None = None, by: Sequence[str] = ()) -> pd.DataFrame:
    """A row for each thing that a seat can use or do, in every cell of `by`; every number with its low and high.

    Columns: those of by, column (of the seats), item (the word of one of its bits; of a count: any, which is more than
    0), games (in which a seat uses it), seats (share of the seats that use it), with (their mean credit), without (that
    of the other seats), difference, low, high. What nobody uses has seats of 0 and no difference, as has what all use.
    columns: flags or counts of the seats; none: those that the game declares. by: columns of the seats or games. Games
    are the independent unit. A use is a choice, so that a difference goes with it and need not be what it does. Raises
    BadInput for a column that does not exist or does not hold numbers, and where the game declares none.
    """
    names = list(dict.fromkeys(_declared(result) if columns is None else columns))
    check_numbers(result, names)
    words = flag_columns(result)
    items: list[tuple[str, str]] = []
    marks: list[pl.Expr] = []
    for name in names:
        items += [(name, word) for word in words.get(name, [ANY])]
        marks += flag_marks(name, len(words[name])) if name in words else [pl.col(name) > 0]
    return in_cells(result, pd.DataFrame(items, columns=["column", "item"]), marks, by=list(dict.fromkeys(by)))


def _declared(result: Any) -> Sequence[str]:
    """The columns that the game of a run declares. Raises BadInput where there are none."""
    found = roles(result.settings["game"]).usage
    if not found:
        game = find_game(result.settings["game"])
        raise BadInput(
            f"{game.title} does not say which columns tell what a player uses: name them, or declare them in "
            f'{game.folder / FILE}, such as usage = ["moves"].'
        )
    return found


def unused(table: pd.DataFrame) -> pd.DataFrame:
    """Of a table of usage, what nobody uses in any of its cells: column, item."""
    games = table.groupby(["column", "item"], sort=False)["games"].sum()
    return games[games == 0].reset_index()[["column", "item"]]
