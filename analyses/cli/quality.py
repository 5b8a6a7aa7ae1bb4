"""Commands that measure the quality of a game, and show why a level wins or loses."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Chart, Format, Jobs, RunFolder

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

KINDS = ("reason", "other", "given")  # kinds of differences, in the order of `grouped`
_SHOWN = 6  # differences of each kind in tables for people
_RANDOMNESS_ONLY = ("jobs", "alpha")
Randomness = Annotated[
    bool,
    typer.Option(
        "--randomness",
        help="Print the share of the variance of wins that each random part explains.",
    ),
]
Waiting = Annotated[
    bool,
    typer.Option("--waiting", help="Replay games, and print the decisions and waits of each player."),
]
LuckGames = Annotated[
    int | None,
    typer.Option(help="Games of --randomness (default: as in RUN) or of --waiting (default: 20)."),
]


@shell.command(shell.PLAY)
def quality(
    context: typer.Context,
    run: RunFolder,
    randomness: Randomness = False,
    waiting: Waiting = False,
    games: LuckGames = None,
    jobs: Jobs = None,
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Measure the quality of a game: length, first player, skill, attacks and comebacks."""
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    if randomness:
        option.refuse(context, ("waiting",), "does not work with --randomness: leave one of them out.")
        _print_randomness(load(run), {"games": games, "jobs": jobs, "alpha": alpha}, chart, format)
        return
    option.refuse(context, _RANDOMNESS_ONLY, "belongs to --randomness.")
    if waiting:
        option.refuse(context, ("chart",), "does not work with --waiting: leave one of them out.")
        _print_waiting(load(run), games, format)
    else:
        option.refuse(context, ("games",), "belongs to --randomness or --waiting.")
        _print_measures(load(run), chart, format)


def _print_randomness(result: "Result", options: Mapping[str, Any], path: Path | None, format: str) -> None:
    from starbalance.analyses.presentation.incomplete import shortfall
    from starbalance.analyses.questions.players import replay_arguments
    from starbalance.analyses.questions.randomness import GAMES, randomness
    from starbalance.analyses.questions.study import run_title

    games, alpha = options["games"] or min(result.played, GAMES), options["alpha"]
    arguments = replay_arguments(result) | {**options, "games": games}
    shell.warn_of_changes(result)
    with shell.progress(result.settings["game"]) as progress:
        table = randomness(**arguments, progress=progress, notify=shell.notify)
    shell.show(table, format, shortfall([result]))
    shell.name_players(result.settings, format)
    if format == "table":
        typer.echo(
            f"{games:,} games, each played twice more for every part. Shares of the variance of wins; intervals: "
            f"{100 * (1 - alpha):.4g}% each."
        )
    if path is not None:
        from starbalance.analyses.presentation import chart

        title = f"{run_title(result.settings)}: what decides the winner"
        chart.save(chart.randomness(table, title, alpha=alpha), path)


def _print_waiting(result: "Result", games: int | None, format: str) -> None:
    from starbalance.analyses.questions.waiting import GAMES, MEASURES, waiting

    shell.warn_of_changes(result)
    with shell.progress(result.settings["game"]) as progress:
        table = waiting(result, GAMES if games is None else games, progress=progress, notify=shell.notify)
    ends = [f"{name}_{end}" for name in MEASURES for end in ("low", "high")]
    shell.show(table if format in ("csv", "json") else table.drop(columns=ends), format)
    shell.name_players(result.settings, format)
    if format == "table":
        typer.echo(
            "Means over the games. A wait is the number of decisions of other players between two decisions of a "
            "player. Decisions with a single legal action do not count. --format csv prints 95% intervals."
        )


def _print_measures(result: "Result", path: Path | None, format: str) -> None:
    from starbalance.analyses.questions.quality import measure

    if path is not None:
        result.scan("timeline")
    with shell.progress(result.settings["game"]) as progress:
        quality_of_run = measure(result, progress)
    if format in ("csv", "json"):
        shell.show(quality_of_run.rows, format)
    else:
        _print_quality(result, quality_of_run, format)
    if path is not None:
        _draw_tension(result, quality_of_run.decided, path)


def _print_quality(result: "Result", found: Any, format: str) -> None:
    """Print three tables for people, or one table and a sentence for a run without a timeline."""
    from starbalance.analyses.presentation.wording import percent

    shell.show(found.summary, format)
    shell.name_players(result.settings, format)
    if result.is_recorded:
        return
    if found.decided is None:
        typer.echo("\nMargin, lead changes, comebacks and decided games need a run with --timeline.")
        return
    typer.echo("\nStanding of the winner compared with the best other player after each quarter, share of the games:\n")
    cells = found.comebacks.assign(cell=found.comebacks.apply(percent, axis=1))
    wide = cells.pivot(index="winner", columns="quarter", values="cell").loc[cells["winner"].unique()]
    wide.columns = ["after a quarter", "after half", "after three quarters", "at the end"]
    shell.show(wide.reset_index(), format)
    typer.echo("\nHow often the leader wins, and the share of decided games, after each tenth of a game:\n")
    shell.show(found.decided.drop(columns="games"), format)


def _draw_tension(result: "Result", table: Any, path: Path) -> None:
    from starbalance.analyses.presentation.chart import save, tension
    from starbalance.analyses.questions.study import run_title
    from starbalance.analyses.statistics.aggregate import equal_share

    save(tension(table, equal_share(result), f"{run_title(result.settings)}: does the leader win?"), path)


@shell.command(shell.PLAY)
def why(
    run: RunFolder,
    level: Annotated[
        str, typer.Argument(metavar="LEVEL", help="Level of the main factor, such as a race, or COLUMN=LEVEL.")
    ],
    format: Format = "table",
) -> None:
    """Show how the seats of a level differ from other seats, with example games."""
    from starbalance.analyses.questions.why import why
    from starbalance.simulator.runs.result import load

    option.check_shown(format)
    result = load(run)
    explanation = why(result, level)
    kinds = _kinds(explanation)
    if format in ("csv", "json"):
        table = explanation.profile
        shell.show(table.assign(kind=[kinds.get(row, "") for row in table.index]), format)
        return
    _print_why(explanation, kinds, format)
    shell.name_players(result.settings, format)
    shell.warn_of_changes(result)


def _kinds(found: Any) -> dict[int, str]:
    """Return the kind of each significant difference by its row, the reasons first."""
    from starbalance.analyses.questions.why import grouped

    tables = grouped(found.profile, found.is_strong)
    return {row: kind for kind, table in zip(KINDS, tables, strict=True) for row in table.index}


def _print_why(found: Any, kinds: Mapping[int, str], format: str) -> None:
    from starbalance.analyses.presentation.incomplete import note
    from starbalance.analyses.presentation.wording import percent, plain

    share, equal = found.shares.iloc[0], found.shares.attrs["equal_share"]
    typer.echo(
        f"{share[found.column]} ({plain(found.column)}) wins {percent(share)} of {share['games']:,} games; an equal "
        f"share is {100 * equal:.4g}%: {share['verdict']}.\n"
    )
    chosen = [row for kind in KINDS for row in [row for row, of_row in kinds.items() if of_row == kind][:_SHOWN]]
    if chosen:
        rows = [_why_row(found.profile.loc[row], found.level, kinds[row]) for row in chosen]
        shell.show(rows, format, note(found.profile))
        typer.echo(
            f"{len(chosen)} of {len(kinds)} significant differences (family-wise p <= 0.05). Intervals: 95% each. "
            "--format csv prints all numbers."
        )
    else:
        typer.echo(f"These seats do not differ significantly from other seats. {note(found.profile)}".rstrip())
    if len(found.games):
        typer.echo(f"\nExample games, which it {'won' if found.is_strong else 'lost'}:")
        for command in dict.fromkeys(found.games["play"]):
            typer.echo(f"  {command}")


def _why_row(row: Any, level: str, kind: str) -> dict[str, str]:
    """Return a difference as a row for people."""
    from starbalance.analyses.presentation.wording import plain

    return {
        "what": " ".join(filter(None, [plain(row["column"]), row["component"]])),
        level: _mean(row, "level_mean"),
        "others": _mean(row, "others"),
        "difference (SD)": f"{row['difference']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})",
        "winning": _correlation(row),
        "kind": kind,
    }


def _mean(row: Any, name: str) -> str:
    from starbalance.analyses.presentation.wording import percent, short

    values = [row[name], row[f"{name}_low"], row[f"{name}_high"]]
    if row["is_share"]:
        return percent(dict(zip(("share", "low", "high"), values, strict=True)))
    largest = max(abs(row["level_mean"]), abs(row["others"]))
    value, low, high = (short(each, largest) for each in values)
    return f"{value} ({low} to {high})"


def _correlation(row: Any) -> str:
    value, low, high = row["winning"], row["winning_low"], row["winning_high"]
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f})" if low == low else ""
