"""Commands that ask how good a game is and why a level wins or loses."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import Alpha, Chart, Format, Jobs, RunFolder

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

KINDS = ("reason", "other", "given")  # of a distinction, as `grouped` sorts them
_SHOWN = 6  # distinctions of each kind that people see
_LUCK_ONLY = ("games", "jobs", "alpha")
Luck = Annotated[
    bool,
    typer.Option(
        "--luck",
        help="Play the run again with parts of its randomness kept or redrawn, and print the share of the variance of "
        "wins that each part explains. The game's data must give the parts seeds of their own.",
    ),
]
LuckGames = Annotated[
    int | None,
    typer.Option(
        help="With --luck: games of each of its runs, one and two for each part. Default: the games of RUN, at most "
        "10,000."
    ),
]


@shell.command(shell.PLAY)
def quality(
    context: typer.Context,
    run: RunFolder,
    luck: Luck = False,
    games: LuckGames = None,
    jobs: Jobs = None,
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Measure how good a game is: length, first player, skill, attacks; with a timeline also leads and comebacks.

    --luck, share: what a part explains by itself. in_all: what changes if only this part is redrawn, such as other
    flicks in the same deal. The runs of --luck are kept below runs/ and continued after a stop.
    """
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    if luck:
        _print_luck(load(run), {"games": games, "jobs": jobs, "alpha": alpha}, chart, format)
    else:
        option.refuse(context, _LUCK_ONLY, "belongs to --luck.")
        _print_measures(load(run), chart, format)


def _print_luck(result: "Result", options: Mapping[str, Any], path: Path | None, format: str) -> None:
    from starbalance.analyses.presentation.incomplete import shortfall
    from starbalance.analyses.questions.luck import GAMES, luck
    from starbalance.analyses.questions.players import replay_arguments
    from starbalance.analyses.questions.study import run_title

    games, alpha = options["games"] or min(result.played, GAMES), options["alpha"]
    arguments = replay_arguments(result) | {**options, "games": games}
    shell.warn_of_changes(result)
    with shell.progress(result.settings["game"]) as progress:
        table = luck(**arguments, progress=progress, tell=shell.tell)
    shell.show(table, format, shortfall([result]))
    shell.name_players(result.settings, format)
    if format == "table":
        typer.echo(
            f"{games:,} games, each played again twice for every part. Shares of the variance of who wins; intervals: "
            f"{100 * (1 - alpha):.4g} %, each by itself."
        )
    if path is not None:
        from starbalance.analyses.presentation import chart

        chart.save(chart.luck(table, f"{run_title(result.settings)}: what decides who wins"), path)


def _print_measures(result: "Result", path: Path | None, format: str) -> None:
    from starbalance.analyses.questions.quality import measure

    if path is not None:
        result.scan("timeline")
    with shell.progress(result.settings["game"]) as progress:
        found = measure(result, progress)
    if format in ("csv", "json"):
        shell.show(found.rows, format)
    else:
        _print_quality(result, found, format)
    if path is not None:
        _draw_tension(result, found.decided, path)


def _print_quality(result: "Result", found: Any, format: str) -> None:
    """Print three tables for people, or one table and a sentence if the run has no timeline."""
    from starbalance.analyses.presentation.wording import percent

    shell.show(found.summary, format)
    shell.name_players(result.settings, format)
    if found.decided is None:
        typer.echo(
            "\nMargin, lead changes, comebacks and when games are decided need a run that was played with --timeline."
        )
        return
    typer.echo("\nHow the winner stood against the best of the others when a quarter was over, share of the games:\n")
    cells = found.comebacks.assign(cell=found.comebacks.apply(percent, axis=1))
    wide = cells.pivot(index="winner", columns="quarter", values="cell").loc[cells["winner"].unique()]
    wide.columns = ["after a quarter", "after half", "after three quarters", "at the end"]
    shell.show(wide.reset_index(), format)
    typer.echo("\nHow often the leader wins, and the share of games that are decided, when so many tenths are over:\n")
    shell.show(found.decided.drop(columns="games"), format)


def _draw_tension(result: "Result", table: Any, path: Path) -> None:
    from starbalance.analyses.presentation.chart import save, tension
    from starbalance.analyses.questions.study import run_title
    from starbalance.analyses.statistics.aggregate import parity

    save(tension(table, parity(result), f"{run_title(result.settings)}: does the leader win?"), path)


@shell.command(shell.PLAY)
def why(
    run: RunFolder,
    level: Annotated[
        str, typer.Argument(metavar="LEVEL", help="A level of the headline factor, such as a race, or COLUMN=LEVEL.")
    ],
    format: Format = "table",
) -> None:
    """Show what distinguishes the seats of a level from other seats, which of it goes with winning, and three games.

    difference: means of the level against the means of the other seats, in standard deviations (SD) of a seat. winning:
    correlation with the win share among the other seats. kind: a reason is a difference that goes with winning as the
    share of the level does; a correlation need not be a cause. given: comes with the level, and is no choice.
    """
    from starbalance.analyses.questions.why import why
    from starbalance.simulator.runs.result import load

    option.check_shown(format)
    result = load(run)
    found = why(result, level)
    kinds = _kinds(found)
    if format in ("csv", "json"):
        table = found.distinctions
        shell.show(table.assign(kind=[kinds.get(row, "") for row in table.index]), format)
        return
    _print_why(found, kinds, format)
    shell.name_players(result.settings, format)
    shell.warn_of_changes(result)


def _kinds(found: Any) -> dict[int, str]:
    """Return the kind of each significant distinction, by its row, the reasons first."""
    from starbalance.analyses.questions.why import grouped

    tables = grouped(found.distinctions, found.is_strong)
    return {row: kind for kind, table in zip(KINDS, tables, strict=True) for row in table.index}


def _print_why(found: Any, kinds: Mapping[int, str], format: str) -> None:
    from starbalance.analyses.presentation.incomplete import note
    from starbalance.analyses.presentation.wording import percent, plain

    share, fair = found.shares.iloc[0], found.shares.attrs["parity"]
    typer.echo(
        f"{share[found.column]} ({plain(found.column)}) wins {percent(share)} of {share['games']:,} games; parity is "
        f"{100 * fair:.4g} %: {share['verdict']}.\n"
    )
    chosen = [row for kind in KINDS for row in [row for row, its in kinds.items() if its == kind][:_SHOWN]]
    if chosen:
        rows = [_why_row(found.distinctions.loc[row], found.level, kinds[row]) for row in chosen]
        shell.show(rows, format, note(found.distinctions))
        typer.echo(
            f"{len(chosen)} of {len(kinds)} significant differences (p <= 0.05 for all numbers together). Intervals: "
            "95 %, each by itself. --format csv prints every number."
        )
    else:
        typer.echo(f"No number distinguishes these seats significantly. {note(found.distinctions)}".rstrip())
    if len(found.games):
        typer.echo(f"\nGames to watch, which it {'won' if found.is_strong else 'lost'}:")
        for command in dict.fromkeys(found.games["play"]):
            typer.echo(f"  {command}")


def _why_row(row: Any, level: str, kind: str) -> dict[str, str]:
    """Return a distinction for people."""
    from starbalance.analyses.presentation.wording import plain

    return {
        "what": " ".join(filter(None, [plain(row["column"]), row["item"]])),
        level: _mean(row, "its"),
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
    largest = max(abs(row["its"]), abs(row["others"]))
    value, low, high = (short(each, largest) for each in values)
    return f"{value} ({low} to {high})"


def _correlation(row: Any) -> str:
    value, low, high = row["winning"], row["winning_low"], row["winning_high"]
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f})" if low == low else ""
