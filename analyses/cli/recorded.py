"""Commands on recorded plays: games that people played."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Format, RunFolder, RunMargin
from starbalance.analyses.questions.recorded_columns import WORDS as ROLES
from starbalance.simulator.engine.errors import BadInput

_SHOWN = 40  # problems of each kind in tables for people
_CLEAREST = 10  # differences in usage below the win shares


@shell.command(shell.OWN, name="import")
def import_plays(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, Excel or JSON file of plays.")],
    out: Annotated[
        Path | None, typer.Option(help="New folder of the run. Default: a trial, which writes nothing.")
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="ROLE=COLUMN,...", help=f"Roles: {', '.join(ROLES)}."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Name of the game. Default: the name of the file.")] = None,
    anonymise: Annotated[bool, typer.Option("--anonymise", help="Replace people by numbers.")] = False,
    format: Format = "table",
) -> None:
    """Import recorded plays from a file as a run, and list what cannot be used."""
    from starbalance.analyses.questions.import_plays import import_plays

    option.check_shown(format)
    found = import_plays(file, out, columns=_roles(columns), game=game, anonymise=anonymise)
    if format != "table":
        shell.show(found.problems, format)
        return
    shell.show(found.columns, format)
    for sentence in found.facts:
        typer.echo(sentence)
    _print_problems("Not used", found.problems[found.problems["lost"]])
    _print_problems("Please check", found.problems[~found.problems["lost"]])
    where = f"The plays are in {out}." if out else "This was a trial. Add --out FOLDER to save the plays."
    typer.echo(where)


@shell.command(shell.PLAY)
def agree(
    context: typer.Context,
    run: RunFolder,
    plays: Annotated[Path, typer.Argument(metavar="PLAYS", help="Folder of recorded plays (see import).")],
    usage: Annotated[
        bool, typer.Option("--usage", help="Compare only what players do, in all shared columns.")
    ] = False,
    margin: RunMargin = None,
    alpha: Alpha = 0.05,
    format: Format = "table",
) -> None:
    """Compare strategies in a run with people in plays: win shares and usage."""
    from starbalance.analyses.presentation.wording import margin_words
    from starbalance.analyses.questions.agree import agree, lines
    from starbalance.simulator.runs.result import load

    option.check_shown(format)
    if usage:
        option.refuse(context, ["margin"], "does not work with --usage: leave one of them out.")
    result, recorded = load(run), load(plays)
    if usage:
        _print_usage(result, recorded, alpha=alpha, format=format, most=None)
        shell.name_players(result.settings, format)
        return
    width = option.margin_for(margin, result)
    table = agree(result, recorded, margin=width, alpha=alpha)
    shell.show(table if format in ("csv", "json") else _for_people(table), format)
    if format == "table":
        for sentence in lines(table):
            typer.echo(sentence)
    shell.name_players(result.settings, format)
    if format == "table":
        level = f"{100 * (1 - alpha):.4g}%"
        typer.echo(f"Intervals: 95% each. Verdicts: family-wise {level}, margin {margin_words(width)}.")
        _print_usage_below(result, recorded, alpha)


def _print_usage_below(result: Any, plays: Any, alpha: float) -> None:
    """Print the clearest differences in usage, or the reason why usage is not compared."""
    from starbalance.analyses.questions.usage_differences import NothingShared

    typer.echo("")
    try:
        _print_usage(result, plays, alpha=alpha, format="table", most=_CLEAREST)
    except NothingShared as error:
        typer.echo(str(error))


def _print_usage(result: Any, plays: Any, *, alpha: float, format: str, most: int | None) -> None:
    """Print what people and strategies do, at most some rows, with sentences for people."""
    from starbalance.analyses.questions.usage_differences import usage_differences, usage_lines

    table = usage_differences(result, plays, alpha=alpha)
    if format in ("csv", "json"):
        shell.show(table, format)
        return
    shown = table.head(most or len(table))
    shell.show(_usage_for_people(shown), format)
    if format == "table":
        for sentence in usage_lines(table):
            typer.echo(sentence)
        rest = f"{len(shown)} of {len(table)} differences; --usage lists all. " if len(shown) < len(table) else ""
        typer.echo(f"{rest}Intervals: 95% each. Verdicts: family-wise {100 * (1 - alpha):.4g}%.")


def _usage_for_people(table: Any) -> Any:
    """Return a table of `usage_differences` with each number and its interval in one cell."""
    from starbalance.analyses.presentation.wording import plain

    rows = table.to_dict("records")
    columns = {name: [_with_interval(row, name) for row in rows] for name in ("run", "people", "difference")}
    what = [" ".join(filter(None, [plain(row["column"]), row["component"]])) for row in rows]
    shown = table[["games", "plays"]].assign(**columns, verdict=table["verdict"])
    shown.insert(0, "what", what)
    shown.attrs = table.attrs
    return shown


def _with_interval(row: Any, name: str) -> str:
    """Return a number of a row with its interval: in percent or points for shares, otherwise as a mean."""
    from starbalance.analyses.presentation.wording import percent, points, short

    value, low, high = (row[f"{name}{end}"] for end in ("", "_low", "_high"))
    if row["is_share"]:
        ends = {"low": low, "high": high}
        return points({"difference": value, **ends}) if name == "difference" else percent({"share": value, **ends})
    largest, sign = max(abs(row["run"]), abs(row["people"])), "+" if name == "difference" and value > 0 else ""
    return f"{sign}{short(value, largest)} ({short(low, largest)} to {short(high, largest)})"


def _for_people(table: Any) -> Any:
    """Return a table of `agree` with each share and its interval in one cell."""
    from starbalance.analyses.presentation.wording import percent, points

    rows = table.to_dict("records")
    ends = {"difference": "difference", "low": "difference_low", "high": "difference_high"}
    columns = {
        "run": [percent(row) for row in rows],
        "people": [percent({name: row[f"{name}_plays"] for name in ("share", "low", "high")}) for row in rows],
        "difference": [points({name: row[key] for name, key in ends.items()}) for row in rows],
    }
    shown = table[["level", "games", "plays"]].assign(**columns, verdict=table["verdict"])
    shown.attrs = table.attrs
    return shown


def _roles(texts: Sequence[str] | None) -> dict[str, str]:
    """Return texts ROLE=COLUMN,... as a dictionary.

    Raises:
        BadInput: If a text has another form, or if two give a role different columns.
    """
    roles: dict[str, str] = {}
    for each in (word for text in texts or () for word in option.words(text) or []):
        role, column = (part.strip() for part in each.partition("=")[::2])
        if not (role and column):
            raise BadInput(f"--map takes ROLE=COLUMN, such as faction=race, got '{each}'.")
        if roles.setdefault(role, column) != column:
            raise BadInput(f"--map gives the role '{role}' two columns: {roles[role]} and {column}.")
    return roles


def _print_problems(title: str, table: Any) -> None:
    if table.empty:
        return
    typer.echo(f"\n{title} ({len(table)}):")
    for row in table.head(_SHOWN).itertuples():
        typer.echo(f"  {row.place}: {row.problem}.")
    if len(table) > _SHOWN:
        typer.echo(f"  and {len(table) - _SHOWN} more, which --format csv lists.")
