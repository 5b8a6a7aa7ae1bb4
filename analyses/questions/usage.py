"""The use of cards, technologies, leaders and actions: how often seats have them, and how seats with them score."""

from collections.abc import Sequence
from itertools import compress, repeat

import pandas as pd
import polars as pl

from starbalance.analyses.presentation.incomplete import marks_incomplete
from starbalance.analyses.questions.columns import FILE, roles
from starbalance.analyses.questions.flags import flag_columns, flag_marks, holdable, in_cells
from starbalance.analyses.questions.where import chosen
from starbalance.analyses.statistics.aggregate import check_numbers, rules_of
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result

ANY = "any"  # the component of a count
CHOSEN, DEALT = "chosen", "dealt"  # kinds of components
_OCCURS, _IDLE = "occurs", "idle"  # attributes of the table


@marks_incomplete
def usage(
    result: Result, columns: Sequence[str] | None = None, by: Sequence[str] = (), *, where: str | None = None
) -> pd.DataFrame:
    """Return a row for each component that a seat can use, do or be dealt, in every cell of `by`.

    A component that the rules keep out of a column has no row in this column. Games are the independent unit. A
    component that no seat or every seat has gets no difference. The mean of all seats of each game is exact, so its
    interval has no width.

    Args:
        result: A run.
        columns: Columns of flags or counts of the seats. Default: those that the game declares as used or dealt.
        by: Columns of the seats or games that define the cells. Default: one cell.
        where: A condition as in `find`, such as `race=Peacenims`. Only games in which a seat meets it count. Default:
            all games.

    Returns:
        the columns of `by`
        column: the column of the seats
        component: the word of a bit; `any` for a count, which means above 0
        kind: `chosen` or `dealt`. If players choose it, the difference is a correlation. If chance deals it, the
            difference is its effect compared with other components.
        games: the number of games in which a seat has it
        seats: the share of the seats that have it, with seats_low and seats_high
        with: their mean credit, with with_low and with_high
        without: the mean credit of the other seats, with without_low and without_high
        difference: with minus without
        low: the lower end of the 95% interval of the difference
        high: the upper end

    Raises:
        BadInput: If a column does not exist or does not hold numbers, the game declares none, or the condition is
            wrong.

    >>> import starbalance as sb
    >>> result = sb.run("comet-chase", games=200, seed=1)
    >>> sb.usage(result)[["column", "component", "kind", "games"]]
      column component    kind  games
    0  rolls       any  chosen    200
    """
    game_roles, result = roles(result.settings["game"]), chosen(result, where)
    names = list(dict.fromkeys(_declared(result) if columns is None else columns))
    check_numbers(result, names)
    words = flag_columns(result)
    items: list[tuple[str, str]] = []
    marks: list[pl.Expr] = []
    for name in names:
        if name not in words:
            items.append((name, ANY))
            marks.append(pl.col(name) > 0)
            continue
        can = holdable(result, name) if name in game_roles.holds else repeat(True)
        items += [(name, word) for word in compress(words[name], can)]
        marks += compress(flag_marks(name, len(words[name])), can)
    rows = pd.DataFrame(items, columns=["column", "component"])
    rows["kind"] = kinds(result, items, marks)
    table = in_cells(result, rows, marks, by=list(dict.fromkeys(by)))
    present, active = _words_seen(result), _words_seen(result, without=game_roles.dealt)
    table.attrs[_OCCURS] = sorted(present)
    usable = {word for name, own in words.items() if name not in game_roles.dealt for word in own}
    never = present & usable - active
    table.attrs[_IDLE] = [word for name in game_roles.dealt for word in words.get(name, ()) if word in never]
    return table


def kinds(result: Result, items: Sequence[tuple[str, str]], marks: Sequence[pl.Expr]) -> list[str]:
    """Return the kind of each component of a run, `chosen` or `dealt`.

    Chance deals a component of a dealt column. It also deals a component that a seat has only if chance gave it to the
    seat at the setup.

    Args:
        result: A run.
        items: The components, each with its column of the seats.
        marks: For each component, an expression that says whether a seat has it.
    """
    columns, words = roles(result.settings["game"]).dealt, _dealt_words(result)
    is_dealt = [name in columns for name, _ in items]
    if words:
        by_chance = (
            pl.any_horizontal(*(_only_with(mark, column, word) for column in words)).alias(str(i))
            for i, ((_, word), mark) in enumerate(zip(items, marks, strict=True))
        )
        is_found = result.scan("seats").select(by_chance).collect(engine="streaming").row(0)
        is_dealt = [one or other for one, other in zip(is_dealt, is_found, strict=True)]
    return [DEALT if each else CHOSEN for each in is_dealt]


def _only_with(mark: pl.Expr, column: str, word: str) -> pl.Expr:
    """Return whether a seat has the mark, and all seats with the mark have a word in a column."""
    return mark.any() & ~(mark & pl.col(column).cast(pl.String).ne_missing(word)).any()


def _dealt_words(result: Result) -> list[str]:
    """Return the columns of the seats with the word of a component that chance gives at the setup of a run."""
    conditions = roles(result.settings["game"]).dealt_if
    switches = rules_of(result).document["switches"] if conditions else {}
    return [name for name, when in conditions.items() if switches[when["switch"]]["value"] == when["value"]]


def _words_seen(result: Result, without: Sequence[str] = ()) -> set[str]:
    """Return the words of all bits that any seat of a run has, in any column of flags except `without`."""
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
    """Return the columns that the game of a run declares as used or dealt. Raise BadInput if there are none."""
    game_roles = roles(result.settings["game"])
    names = [*game_roles.usage, *game_roles.dealt]
    if not names:
        game = find_game(result.settings["game"])
        raise BadInput(
            f"{game.title} declares no columns of what a player uses: name some columns, or declare them in "
            f'{game.folder / FILE}, such as usage = ["moves"].'
        )
    return names


def unused(table: pd.DataFrame) -> pd.DataFrame:
    """Return the components that never occur in the run of a table of usage, in any column and cell.

    A leader that is never used but leads does occur.

    Args:
        table: A table of `usage`.

    Returns:
        column: the column of the seats
        component: the component
        kind: `chosen` or `dealt`
    """
    never = _never(table)
    return never[~never["component"].isin(table.attrs.get(_OCCURS, []))].reset_index(drop=True)


def elsewhere(table: pd.DataFrame) -> pd.DataFrame:
    """Return the components that never occur in a column of a table of usage, but in another column of the run.

    The components of `idle` are left out.

    Args:
        table: A table of `usage`.

    Returns:
        the columns of `unused`
    """
    never = _never(table)
    away = never["component"].isin(table.attrs.get(_OCCURS, [])) & ~never["component"].isin(idle(table))
    return never[away].reset_index(drop=True)


def _never(table: pd.DataFrame) -> pd.DataFrame:
    """Return the column, component and kind of the rows of a table of usage that have no game in any cell."""
    games = table.groupby(["column", "component", "kind"], sort=False)["games"].sum()
    return games[games == 0].reset_index()[["column", "component", "kind"]]


def idle(table: pd.DataFrame) -> list[str]:
    """Return the components that are dealt in the run of a table of usage, but that no player ever uses.

    A component that no column of used components can hold, such as a secret goal, is not among them.

    Args:
        table: A table of `usage`.
    """
    return list(table.attrs.get(_IDLE, []))
