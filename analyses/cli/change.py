"""Commands that change the rules or the numbers of a game and play the changed games on the same random numbers."""

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
    typer.Option("--variant", help="A named variant, or a TOML file with `changes`. Of two, the first is the base."),
]
Vary = Annotated[list[str], typer.Option(help="PATH=VALUE,VALUE,...; if it is repeated, all combinations are played.")]
Numbers = Annotated[
    str | None,
    typer.Option(
        metavar="PATTERN,...",
        help="The values that may change: paths as `starbalance show GAME components` and `switches` list them, with * "
        "and ? for any part, separated by commas. Default: all values except numbers that are 0.",
    ),
]
Step = Annotated[
    float,
    typer.Option(
        parser=option.SHARE,
        metavar="SHARE",
        help="How far each number moves, as a share of it; whole numbers move by at least 1. A word or flag takes each "
        "other value that is listed for it.",
    ),
]
Top = Annotated[int, typer.Option(help="How many changes are kept to the end and printed.")]
ChangeGames = Annotated[int, typer.Option("--games", help="Games of each change that is kept.")]
Within = Annotated[
    str, typer.Option(help="Largest distance of a share from parity, in percentage points (2pp) or as a share.")
]
Largest = Annotated[int, typer.Option(help="Largest number of changes in one proposal.")]
Kept = Annotated[
    str | None, typer.Option(metavar="rounds=PART", help="How much longer or shorter games may become: rounds=5%.")
]
Searched = Annotated[int, typer.Option(help="Games of each proposal among search players. 0 means none.")]
ProposalGames = Annotated[int, typer.Option("--games", help="Games of each proposal.")]


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
    """Compare a game with a changed version of it, game by game on common random numbers.

    The base is the game as printed, or the first of two variants. The changed version is the other variant, with the
    values of --set on top. Unchanged: the difference lies significantly within the margin. Higher, lower: the
    difference is significantly different from 0. Both runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.questions.compare import compare

    option.check_shown(format, chart)
    limits = option.limits(margin, alpha, max_truncated)
    options["variant"] = variants
    with shell.playing(game, options) as asked:
        found = compare(game, games=games, by=option.words(by), **limits, **asked)
    _print_comparison(found, format, chart)


def _print_comparison(found: Any, format: str, chart: Path | None) -> None:
    from starbalance.analyses.presentation.truncation_text import without_common_truncation
    from starbalance.analyses.presentation.wording import certainty, uncovered
    from starbalance.analyses.questions.compare import is_covered

    base, variant, alpha, margin = found.base, found.variant, found.alpha, found.margin
    shell.show(without_common_truncation(found.shares, format), format)
    shell.name_players(base.settings, format)
    if format == "table":
        typer.echo(
            f"{base.played:,} games of {base.settings['setup']}, each played under both rules with the same luck. "
            f"{certainty(alpha, margin)}"
        )
        for title, rows in (
            ("What the variant changes:", found.changes),
            ("How the games go:", found.course),
            ("Games that another player won, or a win that was shared otherwise:", found.flipped),
        ):
            typer.echo(f"\n{title}")
            shell.show(rows, "table")
        if is_covered(found.mcnemar):
            typer.echo("\nWins of a seat under both rules or under one of them (McNemar):")
            shell.show(found.mcnemar.drop(columns="covered"), "table")
        else:
            typer.echo(f"\n{uncovered(found.mcnemar)}")
        typer.echo(f"\n{_saving(found.saving, base.played)}")
    if chart is not None:
        from starbalance.analyses.presentation.chart import differences, save

        save(differences(found.shares, found.by, _title(base, variant), margin=margin, alpha=alpha), chart)


def _saving(times: float, games: int) -> str:
    """Return one sentence on how many games the common random numbers save."""
    if times == float("inf"):
        return "No share changes in any game."
    return (
        f"The same luck makes these 2 x {games:,} games as good as 2 x {games * times:,.0f} independent ones "
        f"({times:.2f} times as many)."
    )


def _title(base: Any, variant: Any) -> str:
    """Return the title of a comparison, which names the changed values."""
    from starbalance.analyses.presentation.wording import changed
    from starbalance.analyses.questions.study import run_title

    printed = base.settings["changes"]
    new = {path: value for path, value in variant.settings["changes"].items() if printed.get(path) != value}
    return f"{run_title({**base.settings, 'changes': {}})}: {changed(new) or 'back to the printed rules'}"


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
    """Print the win shares at each point of a grid of values, played on common random numbers.

    If the printed rules are one of the points, each share also has its difference from that point. The verdicts are
    against parity and hold for the whole table. The runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.sweep import sweep

    option.check_shown(format, chart)
    varied, columns, limits = option.values(vary), option.columns(by, game), option.limits(margin, alpha, max_truncated)
    with shell.playing(game, options) as asked:
        table = sweep(game, varied, games=games, by=columns, **limits, **asked)
    shell.show(without_common_truncation(table, format), format)
    shell.name_asked_players(game, options, format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        sure = certainty(alpha, limits["margin"])
        typer.echo(f"{games:,} games of each, with the same luck; verdicts are against parity. {sure}")
        _print_nearest(table, list(varied), columns)
    if chart is not None:
        draw_sweep(table, list(varied), columns, alpha=alpha, path=chart, run=run_title_of(game, options))


def _print_nearest(table: Any, varied: Sequence[str], by: Sequence[str]) -> None:
    """Print the points by their distance from balance, and the values of a number between which parity lies."""
    from starbalance.analyses.presentation.truncation_text import without_common_truncation
    from starbalance.analyses.questions.sweep import crossings, nearest

    typer.echo("\nThe nearest to balance first, by the share farthest from parity:")
    shell.show(without_common_truncation(nearest(table, varied, by), "table"), "table")
    if len(varied) == 1 and table[varied[0]].dtype.kind in "if":
        passed = crossings(table, varied[0], by)
        if len(passed):
            typer.echo(f"\nParity lies between these values of {varied[0]}, by the shares as found:")
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
    sides = round(1 / table.attrs["parity"])
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
    """Rank the numbers of a game by how much a change of each one moves the win shares.

    Each number moves one step up and down, and each word or flag takes its other values. All changes are compared on
    common random numbers. The changes that move win shares most are played again on new random numbers and printed,
    with their effect on the length of the games. The command prints a time estimate first. The runs are kept below
    runs/ and continued after a stop.
    """
    from starbalance.analyses.questions.sensitivity import sensitivity

    option.check_shown(format, chart)
    columns, limits = option.columns(by, game), option.limits(margin, alpha, max_truncated)
    with shell.playing(game, options) as asked:
        table = sensitivity(
            game, numbers=option.words(numbers), step=step, top=top, games=games, by=columns, **limits, **asked
        )
    shell.show(table, format)
    shell.name_asked_players(game, options, format)
    if format == "table":
        typer.echo(
            f"{len(table)} of {table.attrs['changes']} single changes, those that move win shares most, "
            f"{games:,} games of each; for each the share that changes most. Intervals and verdicts: "
            f"{100 * (1 - alpha):.4g} % for all of them at once, margin {100 * limits['margin']:.4g} points."
        )
    if chart is not None:
        _draw_changes(table, columns, chart, margin=limits["margin"], alpha=alpha)


@shell.command(shell.CHANGE)
def balance(
    game: GameName,
    numbers: Numbers = None,
    by: By = None,
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
    """Search for the smallest changes of a game's numbers that bring every win share near parity.

    The command prints up to three proposals. Each one is measured on new random numbers, also in the other setups,
    under alternative assumed data and, with --searched, among search players. The command prints a time estimate
    first. The runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.presentation.balance_text import reached, to_try, undecided
    from starbalance.analyses.presentation.truncation_text import without_common_truncation
    from starbalance.analyses.questions.balance import ROOM, balance

    option.check_shown(format, chart)
    cell, width = option.columns(by, game), option.share(within)
    search: dict[str, Any] = {"numbers": option.words(numbers), "step": step, "largest": largest, "searched": searched}
    limits: dict[str, Any] = {"alpha": alpha, "max_truncated": max_truncated, "keep": option.parts(keep)}
    with shell.playing(game, options) as asked:
        found = balance(game, games=games, by=cell, within=width, **search, **limits, **asked)
    shell.show(without_common_truncation(found.proposals, format), format)
    shell.name_asked_players(game, options, format)
    if format == "table":
        aim = {"parity": found.shares.attrs["parity"], "within": width}
        typer.echo(f"\n{reached(found.proposals, cell, **aim)}")
        if next_one := to_try(found.proposals, found.sets, largest=largest, room=ROOM, **aim):
            typer.echo(next_one)
        if meaning := undecided(found.proposals, [found.shares, found.elsewhere], **aim):
            typer.echo(meaning)
        _print_proposals(found, games, alpha=alpha, within=width)
    if chart is not None:
        _draw_proposals(found, cell, chart)


def _print_proposals(found: Any, games: int, *, alpha: float, within: float) -> None:
    from starbalance.analyses.presentation.truncation_text import truncated_line, without_common_truncation
    from starbalance.analyses.presentation.wording import certainty

    if line := truncated_line(found.proposals):
        typer.echo(line)
    typer.echo("\nThe win shares under each:")
    shell.show(without_common_truncation(found.shares, "table"), "table")
    if len(found.elsewhere):
        typer.echo("\nElsewhere, the share farthest from parity:")
        shell.show(without_common_truncation(found.elsewhere, "table"), "table")
    typer.echo(
        f"{games:,} games of each, on luck that chose none of them; a share that is farthest from parity was chosen "
        f"for that. {certainty(alpha, within, whole='each of these tables and conditions')}"
    )


def _draw_proposals(found: Any, by: list[str], path: Path) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain

    title = f"Win share by {' and '.join(map(plain, by))}, as it is and as proposed"
    sides = round(1 / found.shares.attrs["parity"])
    chart.save(chart.sweep(found.shares, ["proposal"], by, sides=sides, title=title), path)


def _draw_changes(table: Any, by: list[str], path: Path, *, margin: float, alpha: float) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.table import readable
    from starbalance.analyses.presentation.wording import plain

    old, new = (table[name].map(readable) for name in ("old", "new"))
    change = table["number"] + ": " + old + " \N{RIGHTWARDS ARROW} " + new
    title = f"The single changes that move the win share of a {' and '.join(map(plain, by))} most"
    figure = chart.differences(table.assign(change=change), ["change", *by], title, margin=margin, alpha=alpha)
    chart.save(figure, path)
