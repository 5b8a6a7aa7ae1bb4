"""Commands on single components: shared components, components that players use, flights of ships."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Chart, Format, RunFolder, RunMargin, Where
from starbalance.simulator.engine.errors import BadInput

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

_ALPHA = 0.05
_LEGEND = "* differs significantly from 0, family-wise 95% for each column."
_CAUTION = "Components that never occur may be useless or unknown to these strategies. Intervals: 95% each."
_FLIGHTS_ONLY = ("games", "flight")
Flights = Annotated[
    bool,
    typer.Option("--flights", help="Replay games of the run and show where ships fly and end."),
]
FlownGames = Annotated[int, typer.Option(help="Number of games that --flights replays.")]
Flight = Annotated[
    Path | None,
    typer.Option("--flight", help="Also draw the flight with the most contacts to this file."),
]


@shell.command(shell.PLAY)
def draws(
    run: RunFolder,
    by: Annotated[
        str | None, typer.Option(help="Column of the seats, such as strategy, for win shares and claims.")
    ] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="Print the joint effects of pairs of components.")] = False,
    by_round: Annotated[int, typer.Option(help="Last round in which a claim counts as early.")] = 5,
    margin: RunMargin = None,
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Show the effects of shared components on claims, length, victory margin and win shares."""
    from starbalance.analyses.questions.draws import find_draw
    from starbalance.analyses.statistics.verdict import check_alpha, check_margin
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    check_alpha(alpha)
    if chart is not None and by is not None and pairs:
        raise BadInput("--chart does not work with --pairs and --by together: leave one of them out.")
    if margin is not None:
        check_margin(option.share(margin))
    result = load(run)
    draw, width = find_draw(result), option.margin_for(margin, result)
    if by is not None:
        _print_shares(result, draw, by, pairs, width, alpha, chart, format)
    elif pairs:
        _print_pairs(result, draw, chart, format)
    else:
        _print_draws(result, draw, by_round, chart, format)
    shell.name_players(result.settings, format)


def _print_draws(result: "Result", draw: Any, by_round: int, path: Path | None, format: str) -> None:
    """Print tables of claims, lengths and margins, or one table of all numbers for programs."""
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
            tables[f"Claims of each {draw.name} in games with it:"] = _claims(table, draw.name, by_round)
        if claims is not None and draw.kinds:
            kinds = draw_kinds(result, by_round)
            tables[f"Claims of each kind, per drawn {draw.name}:"] = _claims(kinds, "kind", by_round)
            tables["Win shares of seats that claim any of the kind (a choice):"] = _claimants(kinds, "kind")
        if claims is not None:
            head = f"Win shares of seats that claim it (a choice, not the effect of the {draw.name}):"
            tables[head] = _claimants(claims, draw.name)
        tables[f"Games with each {draw.name}, minus games with another one:"] = _course(table, draw.name)
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
        head = "Joint effects of pairs, beyond the sum of their effects:"
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
    from starbalance.analyses.presentation.wording import plain
    from starbalance.analyses.questions.draws import draw_claims, draw_pair_shares, draw_shares
    from starbalance.analyses.statistics.verdict import ONE_LEVEL, REASON, is_significant

    table = (draw_pair_shares if pairs else draw_shares)(result, by, margin=margin, alpha=alpha)
    claims = draw_claims(result, by) if draw.is_claimed and not pairs else None
    if format in ("csv", "json"):
        whole = table if claims is None else table.merge(claims.drop(columns="games"), on=[draw.name, by])
        shell.show(whole, format)
    elif not pairs:
        head = f"Points of win share with each {draw.name}, minus points with another one:"
        _print({head: _square(table, draw.name, by)}, format, note(table))
        if format == "table":
            typer.echo(_legend(result, margin, alpha))
            if (table[REASON] == ONE_LEVEL).all():
                typer.echo(f"{ONE_LEVEL}: all seats have the same {plain(by)}, so there is nothing to compare.")
        if claims is not None:
            typer.echo("")
            head = "Share of the seats that claim it in games with it, %:"
            _print({head: _claim_square(claims, draw.name, by)}, format, note(claims))
    else:
        _print_pair_shares(
            table[is_significant(table)],
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
    """Print the pairs with a significant joint effect and the number of pairs, or that there is none."""
    from starbalance.analyses.presentation.incomplete import note

    if len(significant):
        count = f"{len(significant)} of {known:,}"
        head = f"Pairs with a significant joint effect on a win share ({count}):"
        _print({head: _shares(significant, names)}, format, note(significant))
    else:
        sentence = f"No pair has a significant joint effect on a win share by {names[-1]}."
        typer.echo(f"{sentence} {note(significant)}".rstrip())


def _print(tables: dict[str, list[dict[str, Any]]], format: str, line: str) -> None:
    """Print tables for people, each with a heading, and a line below the last."""
    for place, (head, rows) in enumerate(tables.items()):
        typer.echo(f"\n{head}\n" if place else f"{head}\n")
        shell.show(rows, format, line if place == len(tables) - 1 else "")


def _course(table: Any, *names: str) -> list[dict[str, Any]]:
    """Return rows on the course of games, with shares in percent and signed differences."""
    columns = {
        "both_claimed": ("both claimed", lambda row: _percent(row, "both_claimed")),
        "difference_rounds": ("rounds", lambda row: _marked(row, "rounds")),
        "difference_margin": ("margin", lambda row: _marked(row, "margin")),
        "truncated": ("truncated (with it)", lambda row: _percent(row, "truncated")),
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
            "seats with a claim": _percent(row, "seats"),
            "their win share": _percent(row, "with"),
            "other seats": _percent(row, "without"),
            "difference": points(row) if row["difference"] == row["difference"] else "",
        }
        for _, row in table.iterrows()
    ]


def _claim_square(table: Any, name: str, by: str) -> list[dict[str, Any]]:
    """Return a row for each component, with its claims in percent and their half widths in a column for each level."""
    from starbalance.analyses.presentation.wording import word

    rows: dict[str, dict[str, Any]] = {}
    for _, row in table.iterrows():
        half = 50 * (row["claimed_high"] - row["claimed_low"])
        cell = f"{100 * row['claimed']:.1f} ±{half:.1f}" if half == half else ""
        rows.setdefault(row[name], {name: row[name]})[word(by, row[by])] = cell
    return list(rows.values())


def _square(table: Any, name: str, by: str) -> list[dict[str, Any]]:
    """Return a row for each component, with its differences in points and their half widths in a column for each level.

    The mark `*` is for the verdicts `higher` and `lower`, `=` for the verdict `unchanged`.
    """
    from starbalance.analyses.presentation.wording import word

    rows: dict[str, dict[str, Any]] = {}
    for _, row in table.iterrows():
        mark = {"higher": "*", "lower": "*", "unchanged": "="}.get(row["verdict"], "")
        half = 50 * (row["high"] - row["low"])
        cell = f"{100 * row['difference']:+z.1f} ±{half:.1f}{mark}" if half == half else ""
        rows.setdefault(row[name], {name: row[name]})[word(by, row[by])] = cell
    return list(rows.values())


def _legend(result: "Result", margin: float, alpha: float) -> str:
    from starbalance.analyses.presentation.wording import margin_words

    return (
        f"{result.played:,} games of {result.settings['setup']}; games with it minus games without it, with half "
        f"the width of each {100 * (1 - alpha):.4g}% interval; * is significantly higher or lower, "
        f"= lies significantly within {margin_words(margin)} (family-wise {100 * (1 - alpha):.4g}%)."
    )


def _shares(table: Any, names: list[str]) -> list[dict[str, Any]]:
    from starbalance.analyses.presentation.truncation_text import joined
    from starbalance.analyses.presentation.wording import points

    return [
        {name: row[name] for name in names}
        | {"games": row["games"], "with": f"{100 * row['with']:.1f}%", "expected": f"{100 * row['expected']:.1f}%"}
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
    """Return a number with its interval. One game gives no interval."""
    value, low, high = (row[f"{name}{end}"] for end in ("", "_low", "_high"))
    if value != value:
        return ""
    interval = f"{low:{form}} to {high:{form}}" if isfinite(high - low) else "one game"
    return f"{value:{form}} ({interval})"


@shell.command(shell.PLAY)
def usage(
    context: typer.Context,
    run: RunFolder,
    columns: Annotated[
        str | None,
        typer.Option(help="Columns, separated by commas. Default: the columns of the game."),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(help="Further columns, such as strategy, separated by commas, or repeat it."),
    ] = None,
    where: Where = None,
    flights: Flights = False,
    games: FlownGames = 20,
    flight: Flight = None,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Count how often components are used or dealt, and how often their users win."""
    from starbalance.analyses.presentation import wording
    from starbalance.analyses.questions.usage import elsewhere, idle, unused, usage
    from starbalance.analyses.questions.where import chosen, game_count
    from starbalance.simulator.games import find_game
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    if flights:
        option.refuse(context, ("columns", "by", "where"), "does not work with --flights: leave one of them out.")
        _print_flights(load(run), games, flight, chart=chart, format=format)
        return
    option.refuse(context, _FLIGHTS_ONLY, "belongs to --flights.")
    result, cells = chosen(load(run), where), option.words(by) or []
    table = usage(result, option.words(columns), cells)
    is_avoidable = hasattr(find_game(result.settings["game"]).module("state"), "Usage")
    shell.show(table if format in ("csv", "json") else _short(table), format)
    shell.name_players(result.settings, format)
    shell.name_chosen([result], where, format)
    if format == "table":
        missing = wording.unused(unused(table), idle(table), elsewhere(table))
        typer.echo(f"{game_count(result):,} games of {result.settings['setup']}. {missing}")
        typer.echo(f"{wording.caution(list(table['kind']), is_avoidable=is_avoidable)} {_CAUTION}")
    if chart is not None:
        _draw(result, table, cells, chart)


def _short(table: Any) -> Any:
    """Return the table for people, which has no intervals except those of the difference."""
    ends = [f"{name}{end}" for name in ("seats", "with", "without") for end in ("_low", "_high")]
    return table.drop(columns=ends)


def _draw(result: "Result", table: Any, cells: list[str], path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain
    from starbalance.analyses.questions.study import run_title

    known = table.dropna(subset=["difference"])
    if known.empty:
        raise BadInput("The chart is empty: every component is used by all seats or by no seat.")
    used = known.assign(used=known["component"] + " " + known["column"].map(plain))
    chart.save(
        chart.marked(used, ["used", *cells], f"{run_title(result.settings)}: win shares by used components"), path
    )


def _print_flights(result: "Result", games: int, flight: Path | None, *, chart: Path | None, format: str) -> None:
    """Print how flights in the first games of a run end (every point for programs), and draw them."""
    from starbalance.analyses.presentation.incomplete import shortfall
    from starbalance.analyses.questions.board import board, ends, flights, most_contacts
    from starbalance.analyses.questions.players import replay_arguments

    option.check_shown(format, flight)
    count, arguments = min(games, result.played), replay_arguments(result)
    shell.warn_of_changes(result)
    with shell.progress(result.settings["game"]) as progress:
        table = flights(**arguments, games=count, progress=progress, notify=shell.notify)
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
