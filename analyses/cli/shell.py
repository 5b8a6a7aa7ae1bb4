"""The parts that all commands share: the place in the help, the output, the exit code."""

import errno
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import wraps
from inspect import Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from starbalance.analyses.cli import option
from starbalance.simulator.engine.errors import BadInput, Notice
from starbalance.simulator.engine.files import reason

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result

PLAY, CHANGE, REPORT = "Play and ask", "Change", "Report"  # panels of the help
LOOK, OWN = "Look", "Own games, data, players"
_OLD = {  # command of version 0.2 -> what replaces it
    "bench": "python -m starbalance.analyses.bench",
    "blunders": "starbalance strategy blunders",
    "board": "starbalance show GAME board",
    "check-strategy": "starbalance strategy check",
    "flights": "starbalance usage RUN --flights",
    "games-of": "starbalance find",
    "league": "starbalance strategy league",
    "luck": "starbalance quality RUN --luck",
    "plan": "starbalance run GAME --plan",
    "skill-gap": "starbalance skill RUN --gap",
    "train": "starbalance strategy train",
    "yardstick": "starbalance strategy benchmark",
}
_LINE = 30  # seconds between two lines of progress where there is no terminal
_WATCHED_LINE = 10  # seconds, on a terminal without a bar
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
PIPE_CLOSED = 141  # the exit code of a program that SIGPIPE ends
_SENTENCE = 200  # letters, of which no first sentence has more


class Commands(typer.core.TyperGroup):
    """A group of commands, listed in the help under their panels.

    Typer prints panels only with its rich markup, whose boxes leave 40 columns of 80 for the text and cut long words.
    """

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command. End quietly, with exit code 141, if the reader of the output closes it, as `| head` does."""
        try:
            return super().main(*args, **options)
        except SystemExit as end:
            if isinstance(end.__context__, BrokenPipeError):
                raise SystemExit(PIPE_CLOSED) from None
            raise
        except OSError as error:  # of the help; commands report their own
            _report(error)
            raise SystemExit(2) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the arguments name. Name the new command if the first argument is an old name."""
        if args[0] in _OLD and args[0] not in self.commands:
            tell(f"`starbalance {args[0]}` is now `{_OLD[args[0]]}`.")
            raise typer.Exit(2)
        return super().resolve_command(ctx, args)

    def panels(self) -> dict[str, list[str]]:
        """Return the names of the commands under each panel of the help, in their order."""
        panels: dict[str, list[str]] = {}
        for name, command in self.commands.items():
            panels.setdefault(getattr(command, "rich_help_panel", None) or "Commands", []).append(name)
        return panels

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the first sentence of each command's help under the headings of the panels."""
        widest = max(map(len, self.commands))
        for title, names in self.panels().items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), self.commands[name].get_short_help_str(_SENTENCE)) for name in names]
                )


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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
    """Play board games by the hundred thousand and measure who wins, by how much, and with what certainty."""


def tell(line: str) -> None:
    """Print a line for people on the error stream."""
    typer.echo(line, err=True)


def group(name: str, panel: str, summary: str) -> typer.Typer:
    """Return a new group of commands, such as `starbalance strategy`, listed under a panel of the help."""
    commands = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode=None, help=summary)
    app.add_typer(commands, name=name, rich_help_panel=panel)
    return commands


def command(panel: str | None = None, *, of: typer.Typer = app, name: str | None = None) -> Callable:
    """Return a decorator that registers a command.

    `**options: Unpack[RunOptions]` (or another kind of options) stands for the options that commands share. The command
    ends with one sentence and exit code 2 on bad input, and with exit code 130 on Ctrl-C.

    Args:
        panel: Panel of the help. Default: none, for the commands of a group.
        of: Group of the command. Default: the program itself.
        name: Name of the command. Default: the name of the function.
    """

    def register(function: Callable) -> Callable:
        parameters = option.shared(function)
        option.with_counts(parameters)
        safe = _safe(function)
        # typer reads it; mypy does not know it of functions
        safe.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return of.command(name, rich_help_panel=panel)(safe)

    return register


def _safe(function: Callable) -> Callable:
    @wraps(function)
    def safe(*args: Any, **options: Any) -> None:
        try:
            with _plain_warnings():
                function(*args, **option.read(function, options))
        except BadInput as error:
            tell(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            tell("Stopped. Finished parts are kept: repeat the command to continue (add --resume if you gave --out).")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            raise  # `Commands.main` ends quietly
        except OSError as error:
            _report(error)
            raise typer.Exit(2) from None
        except UnicodeEncodeError as error:
            tell(f"{error.object[:_SENTENCE]!a} cannot be written in {error.encoding.upper()}: use another name.")
            raise typer.Exit(2) from None

    return safe


def _report(error: OSError) -> None:
    """Print which file cannot be read or written, or that the output cannot be printed."""
    if error.filename is None and error.errno in _FULL:  # `files` names the files that cannot be written
        _drop_output()
        tell(f"The output cannot be written: {reason(error)}.")
    else:
        tell(f"{error.filename or 'A file'} cannot be read or written: {reason(error)}.")


def _drop_output() -> None:
    """Let what is still to be printed go nowhere, so that the interpreter ends quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Print each warning as one line on the error stream, without its place in the code."""

    def show_warning(message: Any, category: type[Warning], *place: Any, **options: Any) -> None:
        first = str(message).strip().partition("\n")[0]
        tell(first if issubclass(category, Notice) else f"Warning: {first}")

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*First-class function type")  # Numba's; a caller may reset filters
        warnings.showwarning = show_warning
        yield


def show(rows: Any, format: str, line: str = "") -> None:
    """Print a table of rows or a frame.

    People also get a line below it, by default the note of the frame, and each verdict with its reason.
    """
    from starbalance.analyses.presentation.incomplete import note
    from starbalance.analyses.presentation.table import table

    listed = rows if isinstance(rows, list) else _records(rows, format)
    if format == "table" and sys.stdout.isatty():
        from starbalance.analyses.cli.terminal import print_table

        print_table(listed)
    else:
        typer.echo(table(listed, format))
    if line := line or note(rows):
        _print_below(line, format)


def _records(frame: Any, format: str) -> list[dict[str, Any]]:
    from starbalance.analyses.presentation.truncation_text import PEOPLE, joined

    return (joined(frame) if format in PEOPLE else frame).to_dict("records")


def name_players(settings: Mapping[str, Any], format: str) -> None:
    """Print the players of a run below a table for people. CSV and JSON stay data only."""
    from starbalance.analyses.questions.players import players_line

    _print_below(players_line(settings), format)


def name_asked_players(game: str, options: Mapping[str, Any], format: str) -> None:
    """Print the players that the options of a command name, below a table for people."""
    from starbalance.analyses.questions.players import asked_players_line

    if format in ("table", "markdown"):
        _print_below(asked_players_line(game, options), format)


def _print_below(line: str, format: str) -> None:
    if format in ("table", "markdown"):
        typer.echo(f"\n{line}" if format == "markdown" else line)


def warn_of_changes(result: "Result") -> None:
    """Print a warning if the rules or strategies of a run have changed, so that its games may differ when replayed."""
    from starbalance.analyses.questions.find import is_as_played

    if not is_as_played(result):
        tell("Rules or strategies have changed since the run was played: its games may go another way now.")


@contextmanager
def progress(what: str) -> Iterator[Callable[..., None]]:
    """Show games done, games per second and time left on the error stream, once the work takes some time.

    A terminal shows a bar. A terminal that cannot move its cursor (TERM=dumb) gets a line every 10 seconds, and a
    stream that is not a terminal, such as a log, a line every 30 seconds.
    """
    from rich.console import Console

    console = Console(stderr=True)
    has_bar = console.is_terminal and not console.is_dumb_terminal
    seconds = _WATCHED_LINE if console.is_terminal else _LINE
    with _bar(what, console) if has_bar else nullcontext(_lines(what, seconds)) as update:
        yield update


@contextmanager
def playing(what: str, options: Any) -> Iterator[Any]:
    """Yield the options of a function that plays games, with the progress and the messages of the command line."""
    with progress(what) as update:
        yield {**options, "progress": update, "tell": tell}


@contextmanager
def _bar(what: str, console: Any) -> Iterator[Callable[..., None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    bar, pace = Progress(*columns, console=console, transient=True), _Pace()

    def update(done: int, total: int, note: str = "") -> None:
        speed = f"{pace(done):,.0f} games/s {note}"
        if pace.seconds > 2 and not bar.tasks:
            bar.start()
            bar.add_task(what, total=total, speed="")
        if bar.tasks:
            bar.update(bar.tasks[0].id, completed=done, total=total, speed=speed)

    try:
        yield update
    finally:
        if bar.tasks:
            bar.stop()


def _lines(what: str, seconds: float) -> Callable[..., None]:
    """Return a function that prints a line at most every `seconds`."""
    pace, told = _Pace(), 0.0

    def update(done: int, total: int, note: str = "") -> None:
        nonlocal told
        speed = f"{pace(done):,.0f} games/s {note}".rstrip()
        if pace.seconds > told + seconds:
            told = pace.seconds
            typer.echo(f"{what}: {done:,} of {total:,}, {speed}", err=True)

    return update


class _Pace:
    """How fast games are played; those done before the first call were played by an earlier command.

    Fewer of them done than before are those of another piece of work, whose pace is its own.
    """

    def __init__(self) -> None:
        self._begun = self._since = time.monotonic()
        self._first, self._last, self.seconds = -1, -1, 0.0

    def __call__(self, done: int) -> float:
        """Games per second, when so many are done."""
        now = time.monotonic()
        if done < self._last:
            self._since, self._first = now, done
        self._first = done if self._first < 0 else self._first
        self._last, self.seconds = done, now - self._begun
        passed = now - self._since
        return (done - self._first) / passed if passed else 0.0
