"""Commands that change rules or values of a game and play the changed games with common random numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    By,
    Chart,
    Format,
    GameName,
    Games,
    Margin,
    MaxTruncated,
)
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.options import GameOptions, RunOptions

GAMES = 10_000
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", help="Name of a variant, or a TOML or CSV file. The first of two is the base."),
]
Vary = Annotated[list[str], typer.Option(help="PATH=VALUE,VALUE,... Repeat it to play all combinations.")]
Numbers = Annotated[
    str | None,
    typer.Option(
        metavar="PATTERN,...",
        help="Paths of values that may change, with wildcards. Default: all except zeros.",
    ),
]
Step = Annotated[
    float,
    typer.Option(
        parser=option.SHARE,
        metavar="SHARE",
        help="Relative step of each number. Whole numbers move by at least 1.",
    ),
]
Top = Annotated[int, typer.Option(help="Number of changes that are measured again and printed.")]
ChangeGames = Annotated[int, typer.Option("--games", help="Games per printed change.")]
Within = Annotated[str, typer.Option(help="Largest distance of a win share from an equal share, such as 2pp.")]
Largest = Annotated[int, typer.Option(help="Largest number of changes in one proposal.")]
Aims = Annotated[
    list[str] | None,
    typer.Option(help="Aim such as 'share of Mira = 30'. Repeat it for more. Default: equal shares."),
]
Kept = Annotated[
    str | None, typer.Option(metavar="rounds=PART", help="Largest change of the length of games, such as rounds=5%.")
]
Searched = Annotated[int, typer.Option(help="Games per proposal among search players.")]
ProposalGames = Annotated[int, typer.Option("--games", help="Games per proposal.")]


@shell.command(shell.CHANGE)
def compare(
    game: GameName,
    variants: Variants = None,
    games: Games = GAMES,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
    **options: Unpack[RunOptions],
) -> None:
    """Compare a game with a variant of it, with common random numbers."""
    from starbalance.analyses.questions.compare import RUNS, compare

    option.check_shown(format, chart)
    limits = option.limits(margin, alpha, max_truncated)
    options["variant"] = variants
    with shell.playing(game, options) as arguments:
        comparison = compare(game, games=games, by=option.words(by), **limits, **arguments)
    _print_comparison(comparison, format, chart)
    shell.name_runs(RUNS, game, options, format)


def _print_comparison(found: Any, format: str, chart: Path | None) -> None:
    from starbalance.analyses.presentation.truncation_text import without_common_truncation
    from starbalance.analyses.presentation.wording import balanced, certainty, uncovered
    from starbalance.analyses.questions.compare import is_covered

    base, variant, alpha, margin = found.base, found.variant, found.alpha, found.margin
    shell.show(without_common_truncation(found.shares, format), format)
    shell.name_players(base.settings, format)
    if format == "table":
        typer.echo(
            f"{base.played:,} games of {base.settings['setup']}, each under both rules with common random numbers. "
            f"{certainty(alpha, margin)}"
        )
        shell.note_payoffs(base, format)
        typer.echo("\nWin shares of the changed game compared with an equal share:")
        shell.show(without_common_truncation(found.balance, format), format)
        typer.echo(balanced(found.balance, found.by, margin))
        for title, rows in (
            *([("Mean payoffs under both rules:", found.payoffs)] if base.has_payoffs else []),
            ("Changed values:", found.changes),
            ("Course of the games:", found.course),
            ("Games with another winner or other shares of the win:", found.flipped),
        ):
            typer.echo(f"\n{title}")
            shell.show(rows, "table")
        if is_covered(found.mcnemar):
            typer.echo("\nWins of a seat under both rules and under one of them (McNemar):")
            shell.show(found.mcnemar.drop(columns="covered"), "table")
        else:
            typer.echo(f"\n{uncovered(found.mcnemar)}")
        typer.echo(f"\n{_saving(found.saving, base.played)}")
    if chart is not None:
        from starbalance.analyses.presentation.chart import differences, save

        save(differences(found.shares, found.by, _title(base, variant), margin=margin, alpha=alpha), chart)


def _saving(times: float, games: int) -> str:
    """Return a sentence on the games that common random numbers save, or that no share changes in any game."""
    if times == float("inf"):
        return "No share changes in any game."
    return (
        f"With common random numbers, these 2 x {games:,} games are as precise as 2 x {games * times:,.0f} independent "
        f"games (factor {times:.2f})."
    )


def _title(base: Any, variant: Any) -> str:
    """Return the title of a comparison, with the changed values."""
    from starbalance.analyses.presentation.wording import changed
    from starbalance.analyses.questions.study import run_title

    printed = base.settings["changes"]
    new = {path: value for path, value in variant.settings["changes"].items() if printed.get(path) != value}
    return f"{run_title({**base.settings, 'changes': {}})}: {changed(new) or 'printed rules'}"


@shell.command(shell.CHANGE)
def sweep(
    game: GameName,
    vary: Vary,
    games: Games = GAMES,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
    **options: Unpack[RunOptions],
) -> None:
    """Print the win shares at each point of a grid of values."""
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.sweep import RUNS, sweep

    option.check_shown(format, chart)
    varied, columns, limits = option.values(vary), option.columns(by, game), option.limits(margin, alpha, max_truncated)
    with shell.playing(game, options) as arguments:
        table = sweep(game, varied, games=games, by=columns, **limits, **arguments)
    shell.show(without_common_truncation(table, format), format)
    shell.name_asked_players(game, options, format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        sure = certainty(alpha, limits["margin"])
        typer.echo(
            f"{games:,} games per point, with common random numbers; verdicts are against an equal share. {sure}"
        )
        _print_nearest(table, list(varied), columns)
    shell.name_runs(RUNS, game, options, format)
    if chart is not None:
        draw_sweep(table, list(varied), columns, alpha=alpha, path=chart, run=run_title_of(game, options))


def _print_nearest(table: Any, varied: Sequence[str], by: Sequence[str]) -> None:
    """Print the points by their distance from an equal share, and the values between which a share crosses it."""
    from starbalance.analyses.presentation.truncation_text import without_common_truncation
    from starbalance.analyses.questions.sweep import crossings, nearest

    typer.echo("\nEach point with the share that decides its verdict, the nearest to an equal share first:")
    shell.show(without_common_truncation(nearest(table, varied, by), "table"), "table")
    if len(varied) == 1 and table[varied[0]].dtype.kind in "if":
        passed = crossings(table, varied[0], by)
        if len(passed):
            typer.echo(f"\nThe estimated shares cross an equal share at these values of {varied[0]}:")
            shell.show(passed, "table")


def run_title_of(game: str, options: GameOptions) -> str:
    """Return the title of a run that the options of a command describe."""
    from starbalance.analyses.questions.study import run_title
    from starbalance.simulator.engine.tables import find_setup

    setup = find_setup(find_game(game), options["setup"], options["players"])
    return run_title({"game": game, "setup": setup.name, "changes": {}})


def draw_sweep(
    table: Any, varied: Sequence[str], columns: Sequence[str], *, alpha: float, path: Path, run: str
) -> None:
    """Save the chart of win shares over a varied value. `run` begins its title."""
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain

    title = f"{run}: win share by {' and '.join(map(plain, columns))} over {varied[0]}"
    sides = round(1 / table.attrs["equal_share"])
    chart.save(chart.sweep(table, varied, columns, sides=sides, alpha=alpha, title=title), path)


@shell.command(shell.CHANGE)
def sensitivity(
    game: GameName,
    numbers: Numbers = None,
    by: By = None,
    step: Step = 0.1,
    top: Top = 20,
    games: ChangeGames = GAMES,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
    **options: Unpack[RunOptions],
) -> None:
    """Rank the values of a game by their effects on the win shares."""
    from starbalance.analyses.presentation.wording import margin_words
    from starbalance.analyses.questions.sensitivity import sensitivity
    from starbalance.analyses.questions.trial import RUNS

    option.check_shown(format, chart)
    columns, limits = option.columns(by, game), option.limits(margin, alpha, max_truncated)
    with shell.playing(game, options) as arguments:
        table = sensitivity(
            game, numbers=option.words(numbers), step=step, top=top, games=games, by=columns, **limits, **arguments
        )
    shell.show(table, format)
    shell.name_asked_players(game, options, format)
    if format == "table":
        typer.echo(
            f"The {len(table)} of {table.attrs['changes']} single changes with the largest effects on win shares, "
            f"{games:,} games each. Each row is the share that changes most. Intervals and verdicts: family-wise "
            f"{100 * (1 - alpha):.4g}%, margin {margin_words(limits['margin'])}."
        )
    shell.name_runs(RUNS, game, options, format)
    if chart is not None:
        _draw_changes(table, columns, chart, margin=limits["margin"], alpha=alpha)


@shell.command(shell.CHANGE)
def balance(
    game: GameName,
    numbers: Numbers = None,
    by: By = None,
    aim: Aims = None,
    within: Within = "2pp",
    keep: Kept = None,
    step: Step = 0.1,
    largest: Largest = 3,
    games: ProposalGames = GAMES,
    searched: Searched = 0,
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
    **options: Unpack[RunOptions],
) -> None:
    """Search for the smallest changes that bring every win share near an equal share."""
    from starbalance.analyses.questions.balance import balance
    from starbalance.analyses.questions.trial import RUNS

    option.check_shown(format, chart)
    cell, width = option.columns(by, game), option.share(within)
    search: dict[str, Any] = {"numbers": option.words(numbers), "aim": aim, "step": step, "largest": largest}
    limits: dict[str, Any] = {
        "alpha": alpha,
        "max_truncated": max_truncated,
        "keep": option.parts(keep),
        "searched": searched,
    }
    with shell.playing(game, options) as arguments:
        result = balance(game, games=games, by=cell, within=width, **search, **limits, **arguments)
    shell.show(result.proposals, format)
    shell.name_asked_players(game, options, format)
    if format == "table":
        _print_sentences(result, cell, aim, within=width, largest=largest)
        _print_proposals(result, games, alpha=alpha, within=width)
    shell.name_runs(RUNS, game, options, format)
    if chart is not None:
        _draw_proposals(result, cell, chart)


def _print_sentences(found: Any, by: list[str], aim: Sequence[str] | None, *, within: float, largest: int) -> None:
    """Print whether the proposals reach the aims, the next steps, and the meaning of undecided rows."""
    from starbalance.analyses.presentation.balance_text import met, not_proposed, reached, to_try, undecided
    from starbalance.analyses.presentation.wording import one_seat
    from starbalance.analyses.questions.balance import ROOM

    near = {"equal_share": found.shares.attrs["equal_share"], "within": within}
    sentences = [met(found.proposals, aim)] if aim else [reached(found.proposals, by, **near)]
    sentences.append(not_proposed(found.rejected))
    sentences.append(to_try(found.proposals, found.sets, largest=largest, room=ROOM, **near))
    if not aim:
        sentences.append(undecided(found.proposals, found.shares, found.elsewhere, **near))
    sentences.append(one_seat([found.proposals, found.shares], by))
    typer.echo("\n" + "\n".join(filter(None, sentences)))


def _print_proposals(found: Any, games: int, *, alpha: float, within: float) -> None:
    from starbalance.analyses.presentation.wording import certainty

    typer.echo("\nWin shares under each proposal:")
    shell.show(found.shares, "table")
    if len(found.elsewhere):
        typer.echo("\nOther setups, data and players, the share that decides each verdict:")
        shell.show(found.elsewhere, "table")
    typer.echo(
        f"{games:,} games each, and a fifth as many in each other setup and under other data, with fresh random "
        "numbers. Each row shows the farthest share of those with its verdict, and was selected for it. "
        f"{certainty(alpha, within, whole='each table and condition')}"
    )
    if len(found.untried):
        typer.echo("\nNot tried:")
        shell.show(found.untried, "table")


def _draw_proposals(found: Any, by: list[str], path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain

    title = f"Win share by {' and '.join(map(plain, by))}, unchanged and as proposed"
    sides = round(1 / found.shares.attrs["equal_share"])
    chart.save(chart.sweep(found.shares, ["proposal"], by, sides=sides, title=title), path)


def _draw_changes(table: Any, by: list[str], path: Path, *, margin: float, alpha: float) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.table import readable
    from starbalance.analyses.presentation.wording import plain

    old, new = (table[name].map(readable) for name in ("old", "new"))
    change = table["number"] + ": " + old + " \N{RIGHTWARDS ARROW} " + new
    title = f"Single changes with the largest effects on the win share of a {' and '.join(map(plain, by))}"
    figure = chart.differences(table.assign(change=change), ["change", *by], title, margin=margin, alpha=alpha)
    chart.save(figure, path)
