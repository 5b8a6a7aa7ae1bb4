"""Commands that change the numbers of a game: which matter, and which to change."""

from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.analyses.cli import option, shell
from starbalance.analyses.cli.option import (
    Alpha,
    By,
    Changes,
    Chart,
    Format,
    GameName,
    Jobs,
    Margin,
    MaxTruncated,
    Players,
    Seed,
    SetupName,
    Strategies,
    Variant,
)
from starbalance.analyses.cli.players import name_asked_players
from starbalance.simulator.games import find_game

Numbers = Annotated[
    str | None,
    typer.Option(
        metavar="PATTERN,...",
        help="The numbers, words and yes-or-no values that may change, by their paths as `starbalance show GAME "
        "components` and `switches` list them, parts of them as * and ?, separated by commas. Default: all but numbers "
        "that are 0.",
    ),
]
Step = Annotated[
    float,
    typer.Option(
        parser=option.SHARE,
        metavar="SHARE",
        help="How far each number goes, as a part of it; a whole one by 1 at least. A word, or a yes or no, "
        "becomes every other that is listed for it.",
    ),
]
Top = Annotated[int, typer.Option(help="How many changes are left at last, and told.")]
Games = Annotated[int, typer.Option(help="Games of each change that is left.")]
Within = Annotated[
    str, typer.Option(help="How near parity every share is to be, in percentage points (2pp) or as a share.")
]
Largest = Annotated[int, typer.Option(help="How many changes are made together, at most.")]
Kept = Annotated[
    str | None, typer.Option(metavar="rounds=PART", help="How much longer or shorter games may become: rounds=5%.")
]
Searched = Annotated[int, typer.Option(help="Games of each proposal among players who look ahead; none: 0.")]
ProposalGames = Annotated[int, typer.Option("--games", help="Games of each proposal.")]


@shell.command
def sensitivity(
    context: typer.Context,
    game: GameName,
    numbers: Numbers = None,
    by: By = None,
    players: Players = None,
    setup: SetupName = None,
    step: Step = 0.1,
    top: Top = 20,
    games: Games = 10_000,
    seed: Seed = 0,
    strategies: Strategies = None,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Which numbers of a game its balance hangs on: each changed alone, on the same luck.

    A number goes a step up and a step down, a word, or a yes or no, becomes every other that is listed for it. All
    changes race; those that move win shares most are played anew on other luck and told, with what each does to the
    length of the games. How long it may take is told first. The runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.presentation.truncation_text import shown
    from starbalance.analyses.questions.sensitivity import sensitivity

    option.check_shown(format, chart)
    asked = option.given(context, sensitivity)
    with shell.progress(game) as progress:
        table = sensitivity(**asked, progress=progress, tell=shell.tell)
    shell.show(shown(table, format, is_each=True), format)
    name_asked_players(asked, format)
    if format == "table":
        typer.echo(
            f"{len(table)} of {table.attrs['changes']} single changes, those that move win shares most, "
            f"{games:,} games of each; for each the share that changes most. Intervals and verdicts: "
            f"{100 * (1 - alpha):.4g} % for all of them at once, margin {100 * asked['margin']:.4g} points."
        )
    if chart is not None:
        _draw(table, asked["by"] or [find_game(game).factor], chart, margin=asked["margin"], alpha=alpha)


@shell.command
def balance(
    context: typer.Context,
    game: GameName,
    numbers: Numbers = None,
    by: By = None,
    players: Players = None,
    setup: SetupName = None,
    within: Within = "2pp",
    keep: Kept = None,
    step: Step = 0.1,
    largest: Largest = 3,
    games: ProposalGames = 10_000,
    searched: Searched = 0,
    seed: Seed = 0,
    strategies: Strategies = None,
    set_: Changes = None,
    variant: Variant = None,
    jobs: Jobs = None,
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """The smallest changes of a game's numbers that bring every win share near parity: up to three proposals.

    What is found on one luck is told on another, also in the other set-ups, under other assumed data, and with
    --searched among players who look ahead. How long it may take is told first. The runs are kept below runs/ and
    continued after a stop.
    """
    from starbalance.analyses.presentation.balance_text import reached, to_try, undecided
    from starbalance.analyses.presentation.truncation_text import shown
    from starbalance.analyses.questions.balance import ROOM, balance

    option.check_shown(format, chart)
    asked = option.given(context, balance)
    with shell.progress(game) as progress:
        found = balance(**asked, progress=progress, tell=shell.tell)
    cell = asked["by"] or [find_game(game).factor]
    shell.show(shown(found.proposals, format), format)
    name_asked_players(asked, format)
    if format == "table":
        aim = {"parity": found.shares.attrs["parity"], "within": asked["within"]}
        typer.echo(f"\n{reached(found.proposals, cell, **aim)}")
        if next_one := to_try(found.proposals, found.sets, largest=largest, room=ROOM, **aim):
            typer.echo(next_one)
        if meaning := undecided(found.proposals, [found.shares, found.elsewhere], **aim):
            typer.echo(meaning)
        _print_proposals(found, games, alpha=alpha, within=asked["within"])
    if chart is not None:
        _draw_proposals(found, cell, chart)


def _print_proposals(found: Any, games: int, *, alpha: float, within: float) -> None:
    from starbalance.analyses.presentation.truncation_text import shown, truncated_line
    from starbalance.analyses.presentation.wording import certainty

    if line := truncated_line(found.proposals):
        typer.echo(line)
    typer.echo("\nThe win shares under each:")
    shell.show(shown(found.shares, "table"), "table")
    if len(found.elsewhere):
        typer.echo("\nElsewhere, the share farthest from parity:")
        shell.show(shown(found.elsewhere, "table"), "table")
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


def _draw(table: Any, by: list[str], path: Path, *, margin: float, alpha: float) -> None:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.table import readable
    from starbalance.analyses.presentation.wording import plain

    old, new = (table[name].map(readable) for name in ("old", "new"))
    change = table["number"] + ": " + old + " \N{RIGHTWARDS ARROW} " + new
    title = f"The single changes that move the win share of a {' and '.join(map(plain, by))} most"
    figure = chart.differences(table.assign(change=change), ["change", *by], title, margin=margin, alpha=alpha)
    chart.save(figure, path)
