"""The parts that all commands share: registration, help, output, progress and exit codes."""

import errno
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import wraps
from inspect import Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from starbalance.analyses.cli import option
from starbalance.simulator.engine.errors import BadInput, Notice, new_name
from starbalance.simulator.engine.files import reason

if TYPE_CHECKING:
    from starbalance.simulator.runs.result import Result
    from starbalance.simulator.runs.run import Group

PLAY, CHANGE, REPORT = "Play and ask", "Change", "Report"  # panels of the help
LOOK, OWN = "Look", "Own games, data, players"
_OLD = {  # command of version 0.2 -> its replacement
    "bench": "python -m starbalance.analyses.bench",
    "blunders": "starbalance strategy blunders",
    "board": "starbalance show GAME board",
    "check-strategy": "starbalance strategy check",
    "flights": "starbalance usage RUN --flights",
    "games-of": "starbalance find",
    "league": "starbalance strategy league",
    "luck": "starbalance quality RUN --randomness",
    "plan": "starbalance run GAME --plan",
    "skill-gap": "starbalance skill RUN --gap",
    "train": "starbalance strategy train",
    "yardstick": "starbalance strategy benchmark",
}
_LINE = 30  # seconds between two lines of progress without a terminal
_WATCHED_LINE = 10  # seconds, on a terminal without a bar
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
PIPE_CLOSED = 141  # the exit code of a program that SIGPIPE ends
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # of click, which some versions of typer contain
_SENTENCE = 200  # letters, longer than every first sentence


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
            notify(f"`starbalance {args[0]}` is now `{_OLD[args[0]]}`.")
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


class Command(typer.core.TyperCommand):
    """A command that names the new option if a user gives an option of version 0.2."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. Name the new option if one of them is an old option."""
        try:
            return super().parse_args(ctx, args)
        except _UsageError as error:
            old = str(getattr(error, "option_name", ""))
            new = new_name(old.lstrip("-").replace("-", "_")).replace("_", "-")
            if f"--{new}" in (word for each in self.params for word in each.opts):
                notify(f"`{old}` is now `--{new}`.")
                raise typer.Exit(2) from None
            raise


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
    """Play many games of a board game and measure its balance with confidence intervals."""


def notify(line: str) -> None:
    """Print a line for people on the error stream."""
    typer.echo(line, err=True)


def group(name: str, panel: str, summary: str) -> typer.Typer:
    """Return a new group of commands, such as `starbalance strategy`, listed under a panel of the help."""
    commands = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode=None, help=summary)
    app.add_typer(commands, name=name, rich_help_panel=panel)
    return commands


def command(
    panel: str | None = None, *, of: typer.Typer = app, name: str | None = None, cls: type[Command] = Command
) -> Callable:
    """Return a decorator that registers a command.

    `**options: Unpack[RunOptions]` (or another kind of options) represents the shared options. The command ends with
    one sentence and exit code 2 on bad input, and with exit code 130 on Ctrl-C.

    Args:
        panel: Panel of the help. `None` is for the commands of a group.
        of: Group of the command. Default: the program itself.
        name: Name of the command. Default: the name of the function.
        cls: Class of the command, which reads its arguments.
    """

    def register(function: Callable) -> Callable:
        parameters = option.shared(function)
        option.with_counts(parameters)
        safe = _safe(function)
        # for typer; unknown to mypy
        safe.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return of.command(name, cls=cls, rich_help_panel=panel)(safe)

    return register


def _safe(function: Callable) -> Callable:
    @wraps(function)
    def safe(*args: Any, **options: Any) -> None:
        try:
            with _plain_warnings(), _interruptible():
                function(*args, **option.read(function, options))
        except BadInput as error:
            notify(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            notify("Stopped. Finished parts are kept: repeat the command to continue (add --resume if you gave --out).")
            raise typer.Exit(130) from None
        except BrokenPipeError:
            raise  # `Commands.main` ends quietly
        except OSError as error:
            _report(error)
            raise typer.Exit(2) from None
        except UnicodeEncodeError as error:
            notify(f"{error.object[:_SENTENCE]!a} cannot be written in {error.encoding.upper()}: use another name.")
            raise typer.Exit(2) from None

    return safe


def _report(error: OSError) -> None:
    """Print that a file cannot be read or written, or that the output cannot be printed."""
    if error.filename is None and error.errno in _FULL:  # `files` reports files that cannot be written
        _drop_output()
        notify(f"The output cannot be written: {reason(error)}.")
    else:
        notify(f"{error.filename or 'A file'} cannot be read or written: {reason(error)}.")


def _drop_output() -> None:
    """Discard the remaining output, so that the interpreter ends quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]


@contextmanager
def _interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt after Ctrl-C also if a library raises another exception in its place, as Polars may."""
    signals: list[int] = []
    usual = signal.getsignal(signal.SIGINT)

    def interrupt(number: int, frame: Any) -> None:
        signals.append(number)
        signal.default_int_handler(number, frame)

    if usual is signal.default_int_handler and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except (typer.Exit, BrokenPipeError):
        raise
    except BaseException:
        if signals:
            raise KeyboardInterrupt from None
        raise
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, usual)


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """Print each warning as one line on the error stream, without its place in the code."""

    def show_warning(message: Any, category: type[Warning], *place: Any, **options: Any) -> None:
        first = str(message).strip().partition("\n")[0]
        notify(first if issubclass(category, Notice) else f"Warning: {first}")

    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", message=".*First-class function type"
        )  # a warning of Numba; a caller may have reset the filters
        warnings.showwarning = show_warning
        yield


def show(rows: Any, format: str, line: str = "") -> None:
    """Print a table of rows or a frame.

    Formats for people also get a line below it (default: the note of the frame) and the reasons of the verdicts.
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


def note_payoffs(result: "Result", format: str) -> None:
    """Print below a table of a game with payoffs that its verdicts are not about them.

    Args:
        result: A run.
        format: The format of the table.
    """
    if result.has_payoffs:
        _print_below("Verdicts are about shares of the win, not about payoffs.", format)


def name_asked_players(game: str, options: Mapping[str, Any], format: str) -> None:
    """Print the players of a command's options below a table for people."""
    from starbalance.analyses.questions.players import asked_players_line

    if format in ("table", "markdown"):
        _print_below(asked_players_line(game, options), format)


def name_runs(group: "Group", game: str, options: Mapping[str, Any], format: str) -> None:
    """Print where the runs of a command are, below its tables."""
    from starbalance.simulator.engine.tables import find_setup
    from starbalance.simulator.games import find_game

    setup = find_setup(find_game(game), options["setup"], options["players"])
    folder = group.folder(game, setup.name)
    if format == "table" and folder.exists():
        typer.echo(f"The runs are in {folder}.")


def _print_below(line: str, format: str) -> None:
    if format in ("table", "markdown"):
        typer.echo(f"\n{line}" if format == "markdown" else line)


def name_chosen(results: Sequence["Result"], where: str | None, format: str) -> None:
    """Print how many games of runs meet a condition, below a table for people."""
    if where is not None:
        from starbalance.analyses.questions.where import game_count

        games = sum(map(game_count, results))
        _print_below(
            f"Only the {games:,} of {sum(each.played for each in results):,} games in which a seat meets '{where}'.",
            format,
        )


def warn_of_changes(result: "Result") -> None:
    """Print a warning if the rules or strategies of a run have changed, so that its games may differ when replayed."""
    from starbalance.analyses.questions.find import is_as_played

    if not is_as_played(result):
        notify("Rules or strategies have changed since the run: replayed games may differ from the games of the run.")


@contextmanager
def progress(what: str) -> Iterator[Callable[..., None]]:
    """Yield a function that shows games done, games per second and time left on the error stream, after some time.

    A terminal shows a bar. A terminal without cursor movement (TERM=dumb) gets a line every 10 seconds. Other streams,
    such as logs, get a line every 30 seconds.
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
        yield {**options, "progress": update, "notify": notify}


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
        speed = f"{_speed(pace(done))} {note}"
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
    pace, last = _Pace(), 0.0

    def update(done: int, total: int, note: str = "") -> None:
        nonlocal last
        speed = f"{_speed(pace(done))} {note}".rstrip()
        if pace.seconds > last + seconds:
            last = pace.seconds
            typer.echo(f"{what}: {done:,} of {total:,}, {speed}", err=True)

    return update


def _speed(games: float) -> str:
    """Return a number of games a second in words, below one a second as games a minute."""
    return f"{games:,.0f} games/s" if games >= 1 else f"{60 * games:.2g} games/min"


class _Pace:
    """The speed of play. Games that were done before the first call belong to an earlier command and do not count.

    If fewer games are done than in the call before, a new piece of work has begun and the speed starts again.
    """

    def __init__(self) -> None:
        self._begun = self._since = time.monotonic()
        self._first, self._last, self.seconds = -1, -1, 0.0

    def __call__(self, done: int) -> float:
        """Return the games per second after `done` games."""
        now = time.monotonic()
        if done < self._last:
            self._since, self._first = now, done
        self._first = done if self._first < 0 else self._first
        self._last, self.seconds = done, now - self._begun
        passed = now - self._since
        return (done - self._first) / passed if passed else 0.0
