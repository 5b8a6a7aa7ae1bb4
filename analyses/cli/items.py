"""Commands about single components: what is drawn for all players, what players use, where ships fly."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Chart, Format, Margin, RunFolder
from starbalance.simulator.engine.errors import BadInput

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

_ALPHA = 0.05
_LEGEND = "* differs significantly from 0: in at most 5 % of such columns is any mark wrong."
_CAUTION = "What never occurs may be useless, or beyond these strategies. Intervals: 95 %, each by itself."
_FLIGHTS_ONLY = ("games", "flight")
Flights = Annotated[
    bool,
    typer.Option(
        "--flights", help="Replay games of the run: where ships fly and end. CSV and JSON list every point of a flight."
    ),
]
FlownGames = Annotated[int, typer.Option(help="With --flights: how many games of the run are replayed.")]
Flight = Annotated[
    Path | None,
    typer.Option(
        "--flight", help="With --flights: also draw the flight with the most contacts: a .png, .svg or .pdf file."
    ),
]


@shell.command(shell.PLAY)
def draws(
    run: RunFolder,
    by: Annotated[
        str | None, typer.Option(help="A column of the seats, such as strategy: its win shares and claims.")
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Print each pair of components that are drawn together.")
    ] = False,
    by_round: Annotated[int, typer.Option(help="The last round in which a claim counts as early.")] = 5,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Show what each component drawn for all players does to claims, length, victory margin and win shares.

    Every number describes the games in which the component was drawn, or compares them with the games without it. The
    draw is random, so a difference is the effect of this component instead of another. --by prints the effect on win
    shares, with the verdicts of compare, and the claims. --pairs prints the effect of two beyond their single effects.
    """
    from starbalance.analyses.questions.draws import find_draw
    from starbalance.analyses.statistics.verdict import check_alpha, check_margin
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    check_alpha(alpha)
    width = option.share(margin)
    check_margin(width)
    if chart is not None and by is not None and pairs:
        raise BadInput("There is no chart of pairs by a column: leave --pairs or --by out.")
    result = load(run)
    draw = find_draw(result)
    if by is not None:
        _print_shares(result, draw, by, pairs, width, alpha, chart, format)
    elif pairs:
        _print_pairs(result, draw, chart, format)
    else:
        _print_draws(result, draw, by_round, chart, format)
    shell.name_players(result.settings, format)


def _print_draws(result: "Result", draw: Any, by_round: int, path: Path | None, format: str) -> None:
    """Print a table of claims and a table of game lengths and margins, or one table of all numbers for programs."""
    from starbalance.analyses.presentation.incomplete import note
    from starbalance.analyses.questions.draws import claimants, draw_kinds, draw_table

    table = draw_table(result, by_round)
    claims = claimants(result) if draw.is_claimed else None
    if format in ("csv", "json"):
        whole = table if claims is None else table.merge(claims.drop(columns="games"), on=draw.name)
        shell.show(whole, format)
    else:
        tables = {}
        if claims is not None:
            tables[f"How each {draw.name} is claimed in the games with it:"] = _claims(table, draw.name, by_round)
        if claims is not None and draw.kinds:
            kinds = draw_kinds(result, by_round)
            tables[f"How each kind is claimed, for each {draw.name} that is drawn:"] = _claims(kinds, "kind", by_round)
            tables["Win shares of those who claim any of the kind (a choice):"] = _claimants(kinds, "kind")
        if claims is not None:
            head = f"Win shares of those who claim it (a choice: not the effect of the {draw.name}):"
            tables[head] = _claimants(claims, draw.name)
        tables[f"Games with each {draw.name}, minus games with another in its place:"] = _course(table, draw.name)
        _print(tables, format, note(table))
        if format == "table":
            typer.echo(_LEGEND)
    if path is not None:
        from starbalance.analyses.presentation import chart
        from starbalance.analyses.questions.study import run_title

        chart.save(chart.draws(table, draw.name, run_title(result.settings)), path)


def _print_pairs(result: "Result", draw: Any, path: Path | None, format: str) -> None:
    from starbalance.analyses.presentation.incomplete import note
    from starbalance.analyses.questions.draws import draw_pairs

    table = draw_pairs(result)
    if format in ("csv", "json"):
        shell.show(table, format)
    else:
        head = "What both do beyond what each does alone:"
        _print({head: _course(table, draw.name, draw.other)}, format, note(table))
        if format == "table":
            typer.echo(_LEGEND)
    if path is not None:
        from starbalance.analyses.presentation.chart import draw_pairs as drawing
        from starbalance.analyses.presentation.chart import save
        from starbalance.analyses.questions.study import run_title

        save(drawing(table, [draw.name, draw.other], run_title(result.settings)), path)


def _print_shares(
    result: "Result", draw: Any, by: str, pairs: bool, margin: float, alpha: float, path: Path | None, format: str
) -> None:
    from starbalance.analyses.presentation.incomplete import note
    from starbalance.analyses.questions.draws import draw_claims, draw_pair_shares, draw_shares

    table = (draw_pair_shares if pairs else draw_shares)(result, by, margin=margin, alpha=alpha)
    claims = draw_claims(result, by) if draw.is_claimed and not pairs else None
    if format in ("csv", "json"):
        whole = table if claims is None else table.merge(claims.drop(columns="games"), on=[draw.name, by])
        shell.show(whole, format)
    elif not pairs:
        head = f"Points of win share with each {draw.name}, minus those with another in its place:"
        _print({head: _square(table, draw.name, by, alpha)}, format, note(table))
        if format == "table":
            typer.echo(_legend(result, margin, alpha))
        if claims is not None:
            typer.echo("")
            head = "Share of the seats that claim it in the games with it, %:"
            _print({head: _claim_square(claims, draw.name, by)}, format, note(claims))
    else:
        _print_pair_shares(
            table[table["p_value"] <= alpha],
            int(table["difference"].notna().sum()),
            [draw.name, draw.other, by],
            format,
        )
    if path is not None:
        from starbalance.analyses.presentation.chart import draw_shares as drawing
        from starbalance.analyses.presentation.chart import save
        from starbalance.analyses.questions.study import run_title

        save(drawing(table, [draw.name, by], run_title(result.settings), alpha=alpha), path)


def _print_pair_shares(significant: Any, known: int, names: list[str], format: str) -> None:
    """Print the pairs with a significant joint effect, and the number of pairs."""
    from starbalance.analyses.presentation.incomplete import note

    if len(significant):
        count = f"{len(significant)} of {known:,}"
        head = f"Pairs that change a win share significantly beyond what each does alone ({count}):"
        _print({head: _shares(significant, names)}, format, note(significant))
    else:
        sentence = f"No pair changes a win share by {names[-1]} significantly beyond what each does alone."
        typer.echo(f"{sentence} {note(significant)}".rstrip())


def _print(tables: dict[str, list[dict[str, Any]]], format: str, line: str) -> None:
    """Print tables for people, each with a heading, and a line below the last."""
    for place, (head, rows) in enumerate(tables.items()):
        typer.echo(f"\n{head}\n" if place else f"{head}\n")
        shell.show(rows, format, line if place == len(tables) - 1 else "")


def _course(table: Any, *names: str) -> list[dict[str, Any]]:
    """Return rows on the course of games: some columns unchanged, shares in percent, differences with a sign."""
    columns = {
        "both_claimed": ("both claimed", lambda row: _percent(row, "both_claimed")),
        "difference_rounds": ("rounds", lambda row: _marked(row, "rounds")),
        "difference_margin": ("margin", lambda row: _marked(row, "margin")),
        "capped": ("capped (with it)", lambda row: _percent(row, "capped")),
    }
    return [
        {name: row[name] for name in (*names, "games")}
        | {head: cell(row) for name, (head, cell) in columns.items() if name in row}
        for _, row in table.iterrows()
    ]


def _claims(table: Any, name: str, by_round: int) -> list[dict[str, Any]]:
    return [
        {
            name: row[name],
            **({"kind": row["kind"]} if "kind" in row else {}),
            "games": row["games"],
            "claimed": _percent(row, "claimed"),
            "claims": _number(row, "claims", ".2f"),
            "round of the first": _number(row, "claim_round", ".1f"),
            f"by round {by_round}": _percent(row, f"by_{by_round}"),
        }
        for _, row in table.iterrows()
    ]


def _claimants(table: Any, name: str) -> list[dict[str, Any]]:
    from starbalance.analyses.presentation.wording import points

    return [
        {
            name: row[name],
            "seats that do": _percent(row, "seats"),
            "they win": _percent(row, "with"),
            "the others": _percent(row, "without"),
            "difference": points(row) if row["difference"] == row["difference"] else "",
        }
        for _, row in table.iterrows()
    ]


def _claim_square(table: Any, name: str, by: str) -> list[dict[str, Any]]:
    """Return the claims in a row for each component and a column for each level."""
    from starbalance.analyses.presentation.wording import word

    rows: dict[str, dict[str, Any]] = {}
    for _, row in table.iterrows():
        half = 50 * (row["claimed_high"] - row["claimed_low"])
        cell = f"{100 * row['claimed']:.1f} ±{half:.1f}" if half == half else ""
        rows.setdefault(row[name], {name: row[name]})[word(by, row[by])] = cell
    return list(rows.values())


def _square(table: Any, name: str, by: str, alpha: float) -> list[dict[str, Any]]:
    """Return the differences in a row for each component and a column for each level."""
    from starbalance.analyses.presentation.wording import word

    rows: dict[str, dict[str, Any]] = {}
    for _, row in table.iterrows():
        mark = "*" * (row["p_value"] <= alpha) + "=" * (row["verdict"] == "unchanged")
        half = 50 * (row["high"] - row["low"])
        cell = f"{100 * row['difference']:+z.1f} ±{half:.1f}{mark}" if half == half else ""
        rows.setdefault(row[name], {name: row[name]})[word(by, row[by])] = cell
    return list(rows.values())


def _legend(result: "Result", margin: float, alpha: float) -> str:
    return (
        f"{result.played:,} games of {result.settings['setup']}; games with it minus those without it, with half the "
        f"width of the {100 * (1 - alpha):.4g} % interval of each; * differs significantly from 0, "
        f"= lies significantly within {100 * margin:.4g} points: in at most "
        f"{100 * alpha:.4g} % of such tables is any mark wrong."
    )


def _shares(table: Any, names: list[str]) -> list[dict[str, Any]]:
    from starbalance.analyses.presentation.truncation_text import joined
    from starbalance.analyses.presentation.wording import points

    return [
        {name: row[name] for name in names}
        | {"games": row["games"], "with": f"{100 * row['with']:.1f} %", "expected": f"{100 * row['expected']:.1f} %"}
        | {"difference": points(row), "p": f"{row['p_value']:.2g}", "verdict": row["verdict"]}
        for _, row in joined(table).iterrows()
    ]


def _percent(row: Any, name: str) -> str:
    from starbalance.analyses.presentation.wording import percent

    if row[name] != row[name]:
        return ""
    return percent({"share": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]})


def _marked(row: Any, name: str) -> str:
    """Return a difference with its interval, marked if it differs significantly from 0."""
    text = _number(row, f"difference_{name}", "+z.2f")
    return f"{text}*" if row[f"p_value_{name}"] <= _ALPHA else text


def _number(row: Any, name: str, form: str) -> str:
    value, low, high = (row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return f"{value:{form}} ({low:{form}} to {high:{form}})" if value == value else ""


@shell.command(shell.PLAY)
def usage(
    context: typer.Context,
    run: RunFolder,
    columns: Annotated[
        str | None,
        typer.Option(help="Columns of the seats, separated by commas. Default: those that the game declares."),
    ] = None,
    by: Annotated[str | None, typer.Option(help="Further columns, separated by commas, such as strategy.")] = None,
    flights: Flights = False,
    games: FlownGames = 20,
    flight: Flight = None,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Count how often cards, technologies, leaders and actions are used or dealt, and how often their users win.

    seats: share of the seats that have the item. with, without: the win share of seats with and without the item.
    difference: for a dealt item the effect of the item, for a chosen item (kind) a correlation only. --flights needs a
    game in which ships fly over a board.
    """
    from starbalance.analyses.presentation import wording
    from starbalance.analyses.questions.usage import idle, unused, usage
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    if flights:
        option.refuse(context, ("columns", "by"), "does not go with --flights: leave one of them out.")
        _print_flights(load(run), games, flight, chart=chart, format=format)
        return
    option.refuse(context, _FLIGHTS_ONLY, "belongs to --flights.")
    result, cells = load(run), option.words(by) or []
    table = usage(result, option.words(columns), cells)
    shell.show(table if format in ("csv", "json") else _short(table), format)
    shell.name_players(result.settings, format)
    if format == "table":
        typer.echo(
            f"{result.played:,} games of {result.settings['setup']}. {wording.unused(unused(table), idle(table))}"
        )
        typer.echo(f"{wording.caution(list(table['kind']))} {_CAUTION}")
    if chart is not None:
        _draw(result, table, cells, chart)


def _short(table: Any) -> Any:
    """Return the table for people, with the interval of the difference only."""
    ends = [f"{name}{end}" for name in ("seats", "with", "without") for end in ("_low", "_high")]
    return table.drop(columns=ends)


def _draw(result: "Result", table: Any, cells: list[str], path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain
    from starbalance.analyses.questions.study import run_title

    known = table.dropna(subset=["difference"])
    if known.empty:
        raise BadInput("There is nothing to draw: all seats have each item, or none has it.")
    used = known.assign(used=known["item"] + " " + known["column"].map(plain))
    chart.save(chart.marked(used, ["used", *cells], f"{run_title(result.settings)}: win shares by what is used"), path)


def _print_flights(result: "Result", games: int, flight: Path | None, *, chart: Path | None, format: str) -> None:
    """Print how the flights of a run's first games end, or every point for programs, and draw them."""
    from starbalance.analyses.presentation.incomplete import shortfall
    from starbalance.analyses.questions.board import board, ends, flights, most_contacts
    from starbalance.analyses.questions.players import replay_arguments

    option.check_shown(format, flight)
    count, arguments = min(games, result.played), replay_arguments(result)
    shell.warn_of_changes(result)
    with shell.progress(result.settings["game"]) as progress:
        table = flights(**arguments, games=count, progress=progress, tell=shell.tell)
    shell.show(ends(table) if format in ("table", "markdown") else table, format, shortfall([result]))
    shell.name_players(result.settings, format)
    if chart is None and flight is None:
        return
    from starbalance.analyses.presentation import chart as charts
    from starbalance.simulator.games import find_game

    title = find_game(result.settings["game"]).title
    discs = board(arguments["game"], setup=arguments["setup"], set=arguments["set"])
    if chart is not None:
        charts.save(charts.flights(discs, table, f"{title}: where ships fly, {count:,} games"), chart)
    if flight is not None:
        charts.save(charts.flight(discs, most_contacts(table), f"{title}: a flight"), flight)
