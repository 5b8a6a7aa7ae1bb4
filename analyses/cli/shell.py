"""What every command shares: its options, its output, how it ends."""

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from starbalance.simulator.errors import BadInput

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Format = Annotated[str, typer.Option("--format", help="How the table is printed: table, csv, json or markdown.")]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as `starbalance games` lists it, or its folder.")
]
Players = Annotated[int | None, typer.Option(help="Number of players.")]
SetupName = Annotated[str | None, typer.Option("--setup", help="Set-up, as `starbalance games` lists it.")]
Seed = Annotated[int, typer.Option(help="Seed of all randomness; the same seed plays the same games.")]
Strategies = Annotated[
    str | None,
    typer.Option(
        help="One for all players, or one for each separated by commas: names, path/to/file.py:name, "
        "or path/to/weights.toml:name. "
        "Default: drawn at random per player and game from all but uniform."
    ),
]
Changes = Annotated[
    list[str] | None, typer.Option("--set", help="PATH=VALUE, one changed number or switch; may be repeated.")
]
Variant = Annotated[str | None, typer.Option(help="A named variant, or a TOML file with `changes`.")]
Temperature = Annotated[
    float | None, typer.Option(help="0: always the best option; higher: more random. Default: the strategy's own.")
]
Margin = Annotated[str, typer.Option(help="Margin of the verdicts in percentage points (2pp) or as a share.")]
Alpha = Annotated[
    float, typer.Option(help="Chance of a wrong verdict in the whole table; intervals are of level 1 - alpha.")
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
By = Annotated[str | None, typer.Option(help="Columns, separated by commas. Default: the headline factor.")]
Jobs = Annotated[int | None, typer.Option(help="Parallel jobs. Default: one per core.")]


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        typer.echo(f"starbalance {version('starbalance')}")
        raise typer.Exit


@app.callback()
def starbalance(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Plays board games by the hundred thousand and says who wins, by how much, and how sure that is."""


def tell(line: str) -> None:
    """A line for people, on the error stream."""
    typer.echo(line, err=True)


def command(function: Callable) -> Callable:
    """Registers a command that ends with one sentence and exit code 2 on bad input, 130 on Ctrl-C."""

    @wraps(function)
    def safe(*args: Any, **options: Any) -> None:
        try:
            with _told_of_incomplete_runs():
                function(*args, **options)
        except BadInput as error:
            tell(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            tell("Stopped. Finished parts are kept: repeat the command to continue (add --resume if you gave --out).")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            raise  # typer ends quietly when the reader has seen enough
        except OSError as error:
            tell(f"{error.filename or 'A file'} cannot be read or written: {error.strerror or error}.")
            raise typer.Exit(2) from None

    return app.command()(safe)


@contextmanager
def _told_of_incomplete_runs() -> Iterator[None]:
    """While it lasts, that a run is incomplete is a line on the error stream."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show_warning(message: Any, category: type[Warning], *place: Any, **options: Any) -> None:
            from starbalance.simulator.runs.result import IncompleteRun

            if issubclass(category, IncompleteRun):
                tell(str(message))
            else:
                usual(message, category, *place, **options)

        warnings.showwarning = show_warning
        yield


def show(rows: Any, format: str, line: str = "") -> None:
    """Prints a table of rows or of a frame; for people with a line below it, or the note that the frame has."""
    from starbalance.analyses.present.incomplete import note
    from starbalance.analyses.present.table import table

    typer.echo(table(rows if isinstance(rows, list) else rows.to_dict("records"), format))
    line = line or note(rows)
    if line and format in ("table", "markdown"):
        typer.echo(f"\n{line}" if format == "markdown" else line)


def changes(given: list[str] | None) -> dict[str, str]:
    """PATH=VALUE texts as a dictionary."""
    found = {}
    for each in given or []:
        path, sign, value = each.partition("=")
        if not sign:
            raise BadInput(f"--set takes PATH=VALUE, such as switches.max_warps=3, not '{each}'.")
        found[path.strip()] = value.strip()
    return found


def names(given: str | None) -> list[str] | None:
    """Words separated by commas."""
    return None if given is None else [name.strip() for name in given.split(",")]


@contextmanager
def progress(what: str) -> Iterator[Callable[..., None]]:
    """A bar on the error stream with games per second and time left, once the work takes more than two seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    start, first = time.monotonic(), [-1]

    def update(done: int, total: int, note: str = "") -> None:
        first[0] = done if first[0] < 0 else first[0]
        seconds = time.monotonic() - start
        if seconds > 2 and not bar.tasks:
            bar.start()
            bar.add_task(what, total=total, speed="")
        if bar.tasks:
            bar.update(
                bar.tasks[0].id, completed=done, total=total, speed=f"{(done - first[0]) / seconds:,.0f} games/s {note}"
            )

    try:
        yield update
    finally:
        if bar.tasks:
            bar.stop()


def share(text: str) -> float:
    """A margin in percentage points (2pp) or as a share (0.02)."""
    from starbalance.analyses.statistics.verdict import margin_of

    return margin_of(text)
