"""Commands that play the same luck under different rules."""

from collections.abc import Mapping, Sequence
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
    Games,
    Jobs,
    Margin,
    MaxTruncated,
    Players,
    Seed,
    SetupName,
    Skill,
    Strategies,
    Temperature,
)
from starbalance.analyses.cli.players import name_asked_players, name_players
from starbalance.simulator.games import find_game

GAMES = 10_000
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", help="A named variant, or a TOML file with `changes`. Two: the first is the base."),
]
Vary = Annotated[list[str], typer.Option(help="PATH=VALUE,VALUE,...; may be repeated: all combinations.")]


@shell.command
def compare(
    context: typer.Context,
    game: GameName,
    variant: Variants = None,
    set_: Changes = None,
    players: Players = None,
    setup: SetupName = None,
    games: Games = GAMES,
    seed: Seed = 0,
    strategies: Strategies = None,
    skill: Skill = None,
    temperature: Temperature = None,
    jobs: Jobs = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """What a change of the rules does, game by game on the same luck: to win shares, length and points.

    The base is the game as printed, or the first of two variants; the variant is the other, with the values of --set
    changed in it, or the base with these alone. Unchanged: the difference lies significantly within the margin;
    higher, lower: it differs significantly from 0. Both runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.questions.compare import compare

    option.check_shown(format, chart)
    with shell.progress(game) as progress:
        found = compare(**option.given(context, compare), progress=progress, tell=shell.tell)
    _print_comparison(found, format, chart)


def _print_comparison(found: Any, format: str, chart: Path | None) -> None:
    from starbalance.analyses.presentation.truncation_text import shown
    from starbalance.analyses.presentation.wording import certainty, uncovered
    from starbalance.analyses.questions.compare import is_covered

    base, variant, alpha, margin = found.base, found.variant, found.alpha, found.margin
    shell.show(shown(found.shares, format), format)
    name_players(base.settings, format)
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
    """How many games the same luck has saved, in a sentence."""
    if times == float("inf"):
        return "No share changes in any game."
    return (
        f"The same luck makes these 2 x {games:,} games as good as 2 x {games * times:,.0f} independent ones "
        f"({times:.2f} times as many)."
    )


def _title(base: Any, variant: Any) -> str:
    """What is compared, by what the variant changes."""
    from starbalance.analyses.presentation.wording import changed
    from starbalance.analyses.questions.study import run_title

    printed = base.settings["changes"]
    new = {path: value for path, value in variant.settings["changes"].items() if printed.get(path) != value}
    return f"{run_title({**base.settings, 'changes': {}})}: {changed(new) or 'back to the printed rules'}"


@shell.command
def sweep(
    context: typer.Context,
    game: GameName,
    vary: Vary,
    players: Players = None,
    setup: SetupName = None,
    games: Games = GAMES,
    seed: Seed = 0,
    strategies: Strategies = None,
    skill: Skill = None,
    jobs: Jobs = None,
    by: By = None,
    margin: Margin = "2pp",
    alpha: Alpha = 0.05,
    max_truncated: MaxTruncated = 0.05,
    chart: Chart = None,
    format: Format = "table",
) -> None:
    """Win shares over a grid of values, every point played on the same luck.

    Where the printed rules are among the points, each share also has its difference from theirs. The verdicts are
    against parity and hold for the whole table. The runs are kept below runs/ and continued after a stop.
    """
    from starbalance.analyses.presentation.truncation_text import shown, truncated_line
    from starbalance.analyses.presentation.wording import certainty
    from starbalance.analyses.questions.sweep import sweep

    option.check_shown(format, chart)
    asked = option.given(context, sweep)
    with shell.progress(game) as progress:
        table = sweep(**asked, progress=progress, tell=shell.tell)
    shell.show(shown(table, format), format)
    name_asked_players(asked, format)
    if format == "table":
        if line := truncated_line(table):
            typer.echo(line)
        typer.echo(
            f"{games:,} games of each, with the same luck; verdicts are against parity. "
            f"{certainty(alpha, asked['margin'])}"
        )
        _print_nearest(table, list(asked["vary"]), asked["by"] or [find_game(game).factor])
    if chart is not None:
        draw_sweep(table, asked, list(asked["vary"]), chart)


def _print_nearest(table: Any, varied: Sequence[str], by: Sequence[str]) -> None:
    """Which point comes nearest to balance, and between which values of a number parity lies."""
    from starbalance.analyses.presentation.truncation_text import shown
    from starbalance.analyses.questions.sweep import crossings, nearest

    typer.echo("\nThe nearest to balance first, by the share farthest from parity:")
    shell.show(shown(nearest(table, varied, by), "table"), "table")
    if len(varied) == 1 and table[varied[0]].dtype.kind in "if":
        passed = crossings(table, varied[0], by)
        if len(passed):
            typer.echo(f"\nParity lies between these values of {varied[0]}, by the shares as found:")
            shell.show(passed, "table")


def draw_sweep(table: Any, asked: Mapping[str, Any], varied: Sequence[str], path: Path) -> None:
    """Saves the chart of win shares over what was varied, asked for by the options of a command."""
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.presentation.wording import plain
    from starbalance.analyses.questions.study import run_title
    from starbalance.simulator.engine.tables import find_setup

    found = find_game(asked["game"])
    columns, setup = asked["by"] or [found.factor], find_setup(found, asked["setup"], asked["players"])
    run = run_title({"game": asked["game"], "setup": setup.name, "changes": {}})
    title = f"{run}: win share by {' and '.join(map(plain, columns))} over {varied[0]}"
    sides = round(1 / table.attrs["parity"])
    chart.save(chart.sweep(table, varied, columns, sides=sides, alpha=asked["alpha"], title=title), path)
