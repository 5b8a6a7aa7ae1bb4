"""The command that plays strategies against each other."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    Changes,
    Chart,
    Format,
    GameName,
    Jobs,
    Margin,
    Players,
    Seed,
    SetupName,
    Skill,
    Variant,
)

TABLES = ("ranking", "matrix", "mix", "factor")
Entered = Annotated[
    str | None,
    typer.Option(
        help="Separated by commas: names, NAME@TEMPERATURE, path/to/file.py:name, or search:NAME@PLAYOUTS, which looks "
        "ahead. Default: all but uniform."
    ),
]
Games = Annotated[
    int,
    typer.Option(help="Games of each pair, and for each strategy in the free-for-all and in the games of the mix."),
]


@shell.command
def tournament(
    context: typer.Context,
    game: GameName,
    strategies: Entered = None,
    players: Players = None,
    setup: SetupName = None,
    games: Games = 1000,
    seed: Seed = 0,
    skill: Skill = None,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Strategies against each other: ranking, matrix, the mix that nobody beats, and what is balanced in that mix.

    A ladder over temperature is a tournament too: --strategies sensible@0,sensible@0.5,sensible@1,sensible@2,uniform.
    """
    from starbalance.analyses.questions.tournament import tournament

    option.check_shown(format, chart)
    with shell.progress(game) as progress:
        found = tournament(**option.given(context, tournament), progress=progress, tell=shell.tell)
    if format == "table":
        _print(found)
    else:
        _print_whole(found, format)
    if chart is not None:
        _draw(found, chart)


def _print_whole(found: Any, format: str) -> None:
    """The four tables with every number: JSON as one object, else with the name of each above it."""
    import json

    from starbalance.analyses.presentation.table import table

    texts = {name: table(getattr(found, name).to_dict("records"), format) for name in TABLES}
    if format == "json":
        typer.echo(json.dumps({name: json.loads(text) for name, text in texts.items()}, indent=2))
    else:
        typer.echo("\n\n".join(f"{name}\n\n{text}" for name, text in texts.items()))


def _print(found: Any) -> None:
    """The tables for people, each with a line above it, and what they say in words."""
    from starbalance.analyses.presentation.tournament_text import summary
    from starbalance.analyses.presentation.wording import plain

    factor, level = found.free.factor, f"{100 * (1 - found.alpha):.4g} %"
    order = list(found.ranking["strategy"])
    parts = {
        f"Ranking: strength (parity {100 / len(order):.1f} %) in {found.free.played:,} games of all, {level} interval":
        _ranking(found.ranking),
        "Pairs: of the wins of the two, the row's share in %; ? where it is not known who is better":
        _matrix(found.matrix, order),
        f"Mix: who is left when everybody chooses by the pairs, and the middle {level} of draws of the games":
        _mix(found.mix),
        f"Win share by {plain(factor)} among all strategies alike, and in the mix (Nash)":
        _factor(found.factor, factor),
    }  # fmt: skip
    for heading, rows in parts.items():
        typer.echo(f"{heading}\n")
        shell.show(rows, "table")
        typer.echo()
    text = summary(found.ranking, found.mix, found.matrix, cycles=found.cycles, tables=[([factor], found.factor)])
    typer.echo(f"{text}\n{_games(found)}")


def _games(found: Any) -> str:
    """What was played for the last table, and where it lies."""
    free, drawn = found.free, found.drawn
    capped = [f"{100 * each.scan('games').collect()['capped'].mean():.1f} %" for each in (free, drawn)]
    return (
        f"{drawn.played:,} games were drawn from the mix; their effective number is {found.effective:,.0f}. "
        f"Capped: {capped[0]} of the games among all, {capped[1]} of those from the mix.\n"
        f"They are in {free.folder} and {drawn.folder}."
    )


def _ranking(table: Any) -> list[dict[str, Any]]:
    return [
        {
            "rank": row.rank,
            "strategy": row.strategy,
            "games": row.games,
            "strength": _percent(row.strength, row.low, row.high),
            "ranks": str(row.best) if row.best == row.worst else f"{row.best} to {row.worst}",
        }
        for row in table.itertuples()
    ]


def _matrix(table: Any, order: list[str]) -> list[dict[str, Any]]:
    """A square, the strategies by their rank; columns by the number of the rank."""
    from starbalance.analyses.statistics.verdict import is_decided

    cells = {
        (row.strategy, row.opponent): f"{100 * row.share:.1f} ±{50 * (row.high - row.low):.1f}"
        f"{' ' if is_decided(row.verdict) else '?'}"
        for row in table.dropna(subset=["share"]).itertuples()  # strategies may never have met
    }
    return [
        {"": f"{rank} {one}"} | {str(other): cells.get((one, two), "") for other, two in enumerate(order, 1)}
        for rank, one in enumerate(order, 1)
    ]


def _mix(table: Any) -> list[dict[str, Any]]:
    return [
        {
            "strategy": row.strategy,
            "nash": _percent(row.nash, row.low, row.high),
            "alpha-rank": _percent(row.alpha_rank, row.alpha_low, row.alpha_high),
        }
        for row in table.itertuples()
    ]


def _factor(table: Any, factor: str) -> list[dict[str, Any]]:
    from starbalance.analyses.presentation.wording import percent, points

    rows = []
    for _, row in table.iterrows():
        apart = {"difference": row["difference"], "low": row["difference_low"], "high": row["difference_high"]}
        rows.append(
            {
                factor: row[factor],
                "all": percent(row),
                "verdict": row["verdict"],
                "mix": _percent(row["share_mix"], row["low_mix"], row["high_mix"]),
                "in the mix": row["verdict_mix"],
                "difference": points(apart),
                "survives": row["survives"],
            }
        )
    return rows


def _percent(share: float, low: float, high: float) -> str:
    from starbalance.analyses.presentation.wording import percent

    return percent({"share": share, "low": low, "high": high})


def _draw(found: Any, path: Path) -> None:
    from starbalance.analyses.presentation.chart import matrix, save
    from starbalance.analyses.questions.study import run_title

    title = f"{run_title(found.free.settings)}: the row against the column"
    save(matrix(found.matrix, list(found.ranking["strategy"]), title), path)
