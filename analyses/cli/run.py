"""Commands that play a run, plan its length, and print its win shares and effects."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    By,
    Chart,
    Format,
    GameName,
    Margin,
    MaxTruncated,
    RunFolder,
    RunMargin,
    Where,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.options import RunOptions

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

GAMES = 10_000
MOST_GAMES = 1_000_000
_PLAN_ONLY = ("chance", "pilot")
_SIZES = ("games", "until", "max_games")
_RUN_ONLY = ("games", "out", "resume", "extend", "timeline", "until", "max_truncated", "max_games")
Games = Annotated[int | None, typer.Option(help="Number of games. Default: 10,000.")]
Out = Annotated[Path | None, typer.Option(help="Folder of the run. Default: a folder below runs/.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue a run that was stopped.")]
Extend = Annotated[int | None, typer.Option(help="Play more games into an existing run, up to this number.")]
Timeline = Annotated[
    bool, typer.Option("--timeline", help="Also store the standings of all seats at the end of each round.")
]
UntilWord = Annotated[str | None, typer.Option(help="decided: play until every row of --by has a verdict.")]
MostGames = Annotated[int | None, typer.Option(help="Largest number of games of --until decided. Default: 1,000,000.")]
Planned = Annotated[
    bool,
    typer.Option("--plan", help="Only play a pilot, and estimate the games and minutes for all verdicts."),
]
Pilot = Annotated[int, typer.Option(help="Games of the pilot of --plan.")]
Chance = Annotated[
    float,
    typer.Option(parser=option.SHARE, metavar="SHARE", help="Probability that the games of --plan suffice."),
]


@shell.command(shell.PLAY)
def run(
    context: typer.Context,
    game: GameName,
    games: Games = None,
    out: Out = None,
    resume: Resume = False,
    extend: Extend = None,
    timeline: Timeline = False,
    until: UntilWord = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    max_games: MostGames = None,
    plan: Planned = False,
    pilot: Pilot = 2000,
    chance: Chance = 0.9,
    format: Format = "table",
    **options: Unpack[RunOptions],
) -> None:
    """Play games into a folder and print the win shares by the main factor."""
    from starbalance.analyses.questions.rates import Until
    from starbalance.simulator.runs.experiment import prepare
    from starbalance.simulator.runs.run import run_experiment
    from starbalance.simulator.runs.settings import RUNS

    option.check_shown(format)
    if plan:
        option.refuse(context, _RUN_ONLY, "does not work with --plan: leave one of them out.")
        needed = {"margin": option.share(margin), "alpha": alpha, "chance": chance, "pilot": pilot}
        _print_plan(game, {"by": option.words(by), **needed}, options, format)
        return
    option.refuse(context, _PLAN_ONLY, "belongs to --plan.")
    if extend is not None:
        option.refuse(context, _SIZES, "does not work with --extend: leave one of them out.")
    limits = option.limits(margin, alpha, max_truncated)
    judged = Until(option.columns(by, game), **limits)
    count, condition = _count(games if extend is None else extend, until, max_games), judged if until else None
    with shell.playing(game, options) as arguments:
        experiment, execution = prepare(game, arguments)
        judged.check(experiment.game, experiment.rules)
        kept: dict[str, Any] = {
            "out": out or RUNS,
            "resume": resume,
            "extend": extend is not None,
            "timeline": timeline,
        }
        result = run_experiment(experiment, execution, count, until=condition, **kept)
    table = _print_rates(result, judged.by, format, limits)
    if format == "table":
        typer.echo(f"The run is in {result.folder}.")
        if more := _games_to_add(table, result):
            typer.echo(f"To play more games into this run, repeat the command with --extend {more} instead of --games.")


def _games_to_add(table: Any, result: "Result") -> int:
    """Return the number of games that may decide every row of a table. 0 if more games are of no use."""
    needed = table["games_needed"].fillna(0).max()
    return int(needed) if needed > result.played and "until" not in result.settings else 0


def _count(games: int | None, until: str | None, most: int | None) -> int:
    """Return the number of games, or the largest number of games with --until decided.

    Raises:
        BadInput: If the options contradict each other.
    """
    if until is None:
        if most is not None:
            raise BadInput("--max-games belongs to --until decided: use --games instead.")
        return GAMES if games is None else games
    if until != "decided":
        raise BadInput(f"--until must be 'decided', got '{until}'.")
    if games is not None:
        raise BadInput("--games does not work with --until decided: use --max-games instead.")
    return MOST_GAMES if most is None else most


def _print_plan(game: str, pilot_options: Mapping[str, Any], options: RunOptions, format: str) -> None:
    from starbalance.analyses.presentation.wording import duration
    from starbalance.analyses.questions.plan import is_plays, plan

    with shell.playing(game, options) as shared:
        table = plan(game, **pilot_options, **shared)
    shell.show(table, format)
    if is_plays(game):
        _explain_plays(table, pilot_options["chance"], format)
        return
    shell.name_asked_players(game, options, format)
    if format == "table":
        most, chance, pilot = table.loc[table["games"].idxmax()], pilot_options["chance"], pilot_options["pilot"]
        typer.echo(
            f"All rows have verdicts after about {most['games']:,.0f} games ({duration(most['minutes'])} on this "
            f"machine), each with a probability of {100 * chance:.4g}%, if the true shares are the estimates of "
            f"{pilot:,} games. games_at_equal_share: the same if all true shares are equal."
        )


def _explain_plays(table: Any, chance: float, format: str) -> None:
    """Print below a table for people how many plays decide it."""
    if format == "table":
        typer.echo(
            f"All rows have verdicts after about {table['games'].max():,.0f} plays in all, each with a probability of "
            f"{100 * chance:.4g}%, if the true shares are the shares of these plays. games_at_equal_share: the same if "
            "all true shares are equal. A wider --margin needs fewer plays."
        )


@shell.command(shell.PLAY)
def rates(
    run: RunFolder,
    by: By = None,
    where: Where = None,
    margin: RunMargin = None,
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Print the win shares of a run with intervals and verdicts."""
    from starbalance.analyses.questions.where import chosen
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    result = chosen(load(run), where)
    columns = option.words(by) or [result.factor]
    table = _print_rates(result, columns, format, option.limits(margin, alpha, max_truncated, result))
    shell.name_chosen([result], where, format)
    if chart is not None:
        from starbalance.analyses.presentation.chart import forest, save
        from starbalance.analyses.presentation.wording import plain
        from starbalance.analyses.questions.study import run_title

        title = f"{run_title(result.settings)}: win share by {' and '.join(map(plain, columns))}"
        save(forest(table, columns, title=title), chart)


def _print_rates(result: "Result", columns: Sequence[str], format: str, limits: Mapping[str, Any]) -> Any:
    from starbalance.analyses.presentation.truncation_text import without_common_truncation
    from starbalance.analyses.presentation.wording import certainty, one_seat, plain
    from starbalance.analyses.questions.averages import lengths
    from starbalance.analyses.questions.rates import about, are_shared, have_own_strategies, rates
    from starbalance.analyses.questions.recorded_quality import plays_line
    from starbalance.simulator.engine.wording import joined

    table = rates(result, columns, **limits)
    shell.show(without_common_truncation(table, format), format)
    shell.name_players(result.settings, format)
    if format == "table" and result.is_recorded:
        typer.echo(f"{plays_line(result)} {certainty(limits['alpha'], limits['margin'])}")
        command = shlex.join(["starbalance", "effects", str(result.folder)])
        typer.echo(f"`{command}` separates factions, seats and people.")
    elif format == "table":
        facts = about(result).set_index("quantity")
        most = lengths(result, ["rounds"])["percentile_95"].item()
        means, truncated = facts["value"], facts.loc["share of truncated games"] * 100
        typer.echo(
            f"{means['games']:,.0f} games of {result.settings['setup']}, "
            f"{means['rounds per game']:.1f} rounds on average (95% of the games: at most {most:.0f}), "
            f"{truncated['value']:.1f}% truncated "
            f"({truncated['low']:.1f}\u2013{truncated['high']:.1f}). "
            f"{certainty(limits['alpha'], limits['margin'], always='until' in result.settings)}"
        )
        shell.note_payoffs(result, format)
    if format == "table" and (sentence := one_seat([table], columns)):
        typer.echo(sentence)
    if format == "table" and not result.is_recorded and have_own_strategies(result, columns):
        typer.echo(
            "Each seat has its own strategy in every game, so the table also compares the strategies. "
            "Give all players one strategy to compare the seats."
        )
    if format == "table" and are_shared(result, columns):
        typer.echo(
            f"All players of a game have the same {joined([plain(each) for each in columns])}, so each share is an "
            f"equal share. Add a column of the players: --by {','.join([result.factor, *columns])}."
        )
    return table


@shell.command(shell.PLAY)
def effects(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="Folders of runs. All runs are fitted in one model.")
    ],
    columns: Annotated[
        str | None,
        typer.Option(help="Columns, separated by commas. Default: main factor, seat and strategy."),
    ] = None,
    where: Where = None,
    margin: RunMargin = None,
    alpha: Alpha = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Estimate the adjusted effects of factor, seat and strategy on winning in one model."""
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.effects import effects, left_out
    from starbalance.analyses.questions.recorded_quality import plays_line
    from starbalance.analyses.questions.where import chosen
    from starbalance.simulator.runs.result import load

    option.check_shown(format, chart)
    results, names = [chosen(load(run), where) for run in runs], option.words(columns)
    width = option.margin_for(margin, *results)
    with shell.progress("effects") as progress:
        subject = results[0] if len(results) == 1 else results
        table = effects(subject, names, margin=width, alpha=alpha, progress=progress)
    shell.show(table if format in ("csv", "json") else _rounded(table), format)
    for each in results:
        shell.name_players(each.settings, format)
    shell.name_chosen(results, where, format)
    if format == "table":
        for line in left_out(table):
            typer.echo(line)
        if results[0].is_recorded:
            typer.echo(f"{plays_line(results[0])} {certainty(alpha, width, whole='each column')}")
        else:
            _explain(results, names, width, alpha)
            shell.note_payoffs(results[0], format)
    if chart is not None:
        from starbalance.analyses.presentation import chart as charts

        charts.save(charts.effects(table, _title(results), margin=width, alpha=alpha), chart)


def _rounded(table: Any) -> Any:
    """Return the table for people, with signed points rounded to one digit."""
    points = ["points", "points_low", "points_high"]
    words = table[points].map(lambda value: f"{value:+.1f}" if value == value else "")
    return table.assign(**words.apply(lambda column: column.str.rjust(column.str.len().max())))


def _explain(results: list[Any], names: list[str] | None, margin: float, alpha: float) -> None:
    """Print the games of the table, how much of the wins its columns explain, and whether the effects are additive."""
    from starbalance.analyses.presentation.wording import certainty, percent, sums
    from starbalance.analyses.questions.effects import explained
    from starbalance.analyses.questions.interactions import interactions
    from starbalance.analyses.questions.where import game_count

    of = " and ".join(f"{game_count(each):,} games of {each.settings['setup']}" for each in results)
    typer.echo(
        f"{of}; adjusted effects in points compared with the average level. "
        f"{certainty(alpha, margin, whole='each column')}"
    )
    with shell.progress("explained") as progress:
        table = explained(results, names, alpha, progress=progress)
    shown = table.assign(**{name: table[name].clip(lower=0.0) for name in ("share", "low", "high")})
    (_, whole), *parts = [(row["column"], percent(row)) for _, row in shown.iterrows()]
    lost = f"; lost without a column: {', '.join(f'{name} {share}' for name, share in parts)}" if parts else ""
    typer.echo(f"The columns explain {whole} of the wins (McFadden's R squared){lost}.")
    with shell.progress("interactions") as progress:
        pairs = interactions(results, names, margin=margin, alpha=alpha, progress=progress)
    if len(pairs):
        typer.echo(sums(pairs))


def _title(results: list[Any]) -> str:
    from starbalance.analyses.questions.study import run_title

    first, *others = dict.fromkeys(run_title(each.settings) for each in results)
    return " and ".join([first, *(title.partition(", ")[2] for title in others)])
