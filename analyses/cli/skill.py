"""Commands on strong and weak players: skill levels, gaps in skill, tournaments of strategies."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.change import draw_sweep, run_title_of
from starbalance.analyses.cli.option import (
    Alpha,
    By,
    Chart,
    Format,
    GameName,
    GameOrRun,
    Games,
    Margin,
    MaxTruncated,
    RunMargin,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.options import TrainingOptions

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

GAMES = 10_000
TABLES = ("ranking", "matrix", "mix", "factor")
_LEVELS_ONLY = ("levels", "games", *TrainingOptions.__annotations__)
Levels = Annotated[
    str | None,
    typer.Option(help="Strategies from weak to strong. Default: from uniform to search."),
]
Gap = Annotated[
    bool,
    typer.Option(
        "--gap",
        help="Print the win shares of a run (of run --skill) by the gap in skill.",
    ),
]
Entered = Annotated[
    str | None,
    typer.Option(help="Strategies, separated by commas. Default: all except uniform."),
]
PairGames = Annotated[
    int,
    typer.Option("--games", help="Games per pair, and per strategy in the other parts."),
]


@shell.command(shell.PLAY)
def skill(
    context: typer.Context,
    game: GameOrRun,
    by: By = None,
    levels: Levels = None,
    games: Games = GAMES,
    margin: RunMargin = None,
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    gap: Gap = False,
    chart: Chart = None,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Show how win shares and verdicts change with the skill of the players."""
    option.check_shown(format, chart)
    if gap:
        from starbalance.simulator.runs.result import load

        option.refuse(context, _LEVELS_ONLY, "does not work with --gap: leave one of them out.")
        result = load(game)
        limits = option.limits(margin, alpha, max_truncated, result)
        _print_gap(result, option.words(by), limits, path=chart, format=format)
        return
    if (Path(game) / "run.toml").exists():
        _refuse_run(game)
    from starbalance.analyses.questions.skill import RUNS, skill

    columns, limits = option.columns(by, game), option.limits(margin, alpha, max_truncated)
    with shell.playing(game, options) as arguments:
        table = skill(game, levels=option.words(levels), games=games, by=columns, **limits, **arguments)
    _print_levels(table, columns, format, alpha=alpha, margin=limits["margin"])
    shell.name_runs(RUNS, game, options, format)
    if chart is not None:
        draw_sweep(table, ["skill"], columns, alpha=alpha, path=chart, run=run_title_of(game, options))


def _refuse_run(run: str) -> None:
    """Raise BadInput with the questions that a run or recorded plays take instead."""
    from starbalance.analyses.presentation.incomplete import refuse_plays
    from starbalance.simulator.runs.result import load

    refuse_plays([load(run)])
    raise BadInput(
        f"{run} is a run: use `starbalance skill {run} --gap`, or `starbalance skill GAME` to play new games."
    )


def _print_levels(table: Any, columns: Sequence[str], format: str, *, alpha: float, margin: float) -> None:
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.skill import able_levels, courses, verdict_by_skill
    from starbalance.simulator.engine.wording import joined

    shell.show(without_common_truncation(table, format), format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        typer.echo(f"\nVerdicts at the levels that count ({joined(able_levels(table))}):")
        shell.show(verdict_by_skill(table, columns), "table")
        typer.echo("\nCourse of the games:")
        shell.show(courses(table), "table")
        typer.echo(
            f"Common random numbers at every level; verdicts are against an equal share. {certainty(alpha, margin)}"
        )


def _print_gap(
    result: "Result", by: list[str] | None, limits: Mapping[str, float], *, path: Path | None, format: str
) -> None:
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.presentation.wording import certainty, exchanged
    from starbalance.analyses.questions.skill_gap import GAP, exchange, skill_gap

    columns, width, alpha = by or [], limits["margin"], limits["alpha"]
    table = skill_gap(result, by, **limits)
    shell.show(without_common_truncation(table, format), format)
    shell.name_players(result.settings, format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        setup = result.settings["setup"]
        typer.echo(f"{result.played:,} games of {setup}; -2 and 2 include larger gaps. {certainty(alpha, width)}")
        if len(result.settings["strategies"]) > 1:
            exchange_table = exchange(result, alpha=alpha)
            typer.echo("\nStrategies in points of skill, adjusted:")
            shell.show(exchange_table, "table")
            typer.echo(exchanged(exchange_table, "strategy"))
    if path is not None:
        _draw_gap(result, table, [*columns, GAP], path=path)


def _draw_gap(result: "Result", table: Any, columns: list[str], *, path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.questions.study import run_title

    *others, gap = columns
    title = f"{run_title(result.settings)}: win share by the gap in skill"
    if others:
        title, sides = f"{title} and {' and '.join(others)}", round(1 / table.attrs["equal_share"])
        drawn = chart.sweep(table, [gap], others, sides=sides, alpha=table.attrs["alpha"], title=title)
    else:
        drawn = chart.forest(table, gap, title=title)
    chart.save(drawn, path)


@shell.command(shell.PLAY)
def tournament(
    game: GameName,
    strategies: Entered = None,
    games: PairGames = 1000,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
    **options: Unpack[TrainingOptions],
) -> None:
    """Play strategies against each other and print their ranking, equilibrium and balance."""
    from starbalance.analyses.questions.tournament import tournament

    option.check_shown(format, chart)
    with shell.playing(game, options) as arguments:
        width = option.share(margin)
        result = tournament(game, option.words(strategies), games=games, margin=width, alpha=alpha, **arguments)
    if format == "table":
        _print(result)
    else:
        _print_whole(result, format)
    if chart is not None:
        _draw(result, chart)


def _print_whole(found: Any, format: str) -> None:
    """Print the tables with all numbers, as one JSON object or each below its name."""
    import json

    from starbalance.analyses.presentation.table import table

    names = [*TABLES, *(["payoffs"] if found.free.has_payoffs else [])]
    texts = {name: table(getattr(found, name).to_dict("records"), format) for name in names}
    if format == "json":
        typer.echo(json.dumps({name: json.loads(text) for name, text in texts.items()}, indent=2))
    else:
        typer.echo("\n\n".join(f"{name}\n\n{text}" for name, text in texts.items()))


def _print(found: Any) -> None:
    """Print the tables for people, each with a heading, and a summary in sentences."""
    from starbalance.analyses.presentation.tournament_text import summary
    from starbalance.analyses.presentation.wording import plain

    factor, level = found.free.factor, f"{100 * (1 - found.alpha):.4g}%"
    order = list(found.ranking["strategy"])
    parts = {
        f"Ranking: strength (equal share {100 / len(order):.1f}%), {found.free.played:,} games, {level} interval":
        _ranking(found.ranking),
        **({"Mean payoff of each strategy in these games": found.payoffs} if found.free.has_payoffs else {}),
        "Pairs: share of the row in the wins of both, in %; ? if the better one is undecided":
        _matrix(found.matrix, order),
        f"Equilibrium of the pairs (Nash and alpha-rank), with the middle {level} of bootstrap draws":
        _mix(found.mix),
        f"Win share by {plain(factor)} among all strategies and in the equilibrium (Nash)":
        _factor(found.factor, factor),
    }  # fmt: skip
    for heading, rows in parts.items():
        typer.echo(f"{heading}\n")
        shell.show(rows, "table")
        typer.echo()
    text = summary(found.ranking, found.mix, found.matrix, cycles=found.cycles, tables=[([factor], found.factor)])
    typer.echo(f"{text}\n{_games(found)}")
    shell.note_payoffs(found.free, "table")


def _games(found: Any) -> str:
    """Return sentences on the games drawn from the equilibrium, the truncated games, and the folders of both runs."""
    free, drawn = found.free, found.drawn
    truncated = [f"{100 * each.scan('games').collect()['truncated'].mean():.1f}%" for each in (free, drawn)]
    return (
        f"{drawn.played:,} games were drawn from the equilibrium; their effective number is {found.effective:,.0f}. "
        f"Truncated: {truncated[0]} of the games among all, {truncated[1]} of the games of the equilibrium.\n"
        f"The games are in {free.folder} and {drawn.folder}."
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
    """Return a row for each strategy by rank, with its win share against each rank. A cell is empty without games."""
    from starbalance.analyses.statistics.verdict import is_decided

    cells = {
        (row.strategy, row.opponent): f"{100 * row.share:.1f} ±{50 * (row.high - row.low):.1f}"
        f"{' ' if is_decided(row.verdict) else '?'}"
        for row in table.dropna(subset=["share"]).itertuples()  # pairs without games are missing
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
    from starbalance.analyses.presentation.truncation_text import joined
    from starbalance.analyses.presentation.wording import percent, points

    rows = []
    for _, row in joined(table).iterrows():
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
