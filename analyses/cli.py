"""The command line: `starbalance COMMAND`."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from simulator.errors import BadInput, unknown

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Plays science-fiction board games by the hundred thousand and tells who wins, with honest intervals.",
)

Format = Annotated[str, typer.Option("--format", help="How the table is printed: table, csv, json or markdown.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `starbalance games` lists it.")]
Players = Annotated[int | None, typer.Option(help="Number of players.")]
SetupName = Annotated[str | None, typer.Option("--setup", help="Set-up, as `starbalance games` lists it.")]
Seed = Annotated[int, typer.Option(help="Seed of all randomness; the same seed plays the same games.")]
Strategies = Annotated[
    str | None,
    typer.Option(
        help="One for all players, or one for each separated by commas: names, or path/to/file.py:name. "
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
Jobs = Annotated[int | None, typer.Option(help="Parallel jobs. Default: one per core.")]


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def command(function: Callable) -> Callable:
    """Registers a command that ends with one sentence and exit code 2 on bad input, 130 on Ctrl-C."""

    @wraps(function)
    def safe(*args: Any, **options: Any) -> None:
        try:
            function(*args, **options)
        except BadInput as error:
            _tell(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            _tell("Stopped. Finished parts are kept; --resume goes on from there.")
            raise typer.Exit(130) from None
        except OSError as error:
            _tell(f"{error.filename or 'A file'} cannot be read or written: {error.strerror or error}.")
            raise typer.Exit(2) from None

    return app.command()(safe)


def _show(rows: list[dict[str, Any]], format: str) -> None:
    from analyses.print import table

    typer.echo(table(rows, format))


def _records(frame: Any) -> list[dict[str, Any]]:
    return frame.to_dict("records")


def _changes(given: list[str] | None) -> dict[str, str]:
    """PATH=VALUE texts as a dictionary."""
    found = {}
    for each in given or []:
        path, sign, value = each.partition("=")
        if not sign:
            raise BadInput(f"--set takes PATH=VALUE, such as switches.max_warps=3, not '{each}'.")
        found[path.strip()] = value.strip()
    return found


def _names(given: str | None) -> list[str] | None:
    return None if given is None else [name.strip() for name in given.split(",")]


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
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

    def update(done: int, total: int) -> None:
        first[0] = done if first[0] < 0 else first[0]
        seconds = time.monotonic() - start
        if seconds > 2 and not bar.tasks:
            bar.start()
            bar.add_task(what, total=total, speed="")
        if bar.tasks:
            bar.update(bar.tasks[0].id, completed=done, speed=f"{(done - first[0]) / seconds:,.0f} games/s")

    try:
        yield update
    finally:
        if bar.tasks:
            bar.stop()


@command
def games(format: Format = "table") -> None:
    """The games: players, set-ups, the factor of the headline table, strategies, share of data that is assumed."""
    import simulator
    from simulator.tables import assumed_share
    from strategies import names

    rows = [
        {
            "game": name,
            "title": game.title,
            "factor": game.factor,
            "setups": ", ".join(f"{each.name} ({each.players} players)" for each in game.setups),
            "strategies": len(names(game)),
            "assumed": round(assumed_share(game), 3),
        }
        for name, game in simulator.games().items()
    ]
    _show(rows, format)


WHAT = ("components", "strategies", "variants", "switches", "rules")


@command
def show(
    game: GameName,
    what: Annotated[str, typer.Argument(help="components, strategies, variants, switches or rules.")] = "components",
    format: Format = "table",
) -> None:
    """What a game is made of: its components, strategies, variants, switches, or its rules by clause."""
    from simulator import find_game

    found = find_game(game)
    if what not in WHAT:
        raise unknown("part of a game", what, WHAT)
    if what == "rules":
        typer.echo((found.folder / "RULES.md").read_text(encoding="utf-8"))
    else:
        _show({"strategies": _strategies, "variants": _variants}.get(what, _values)(found, what), format)


def _values(game: Any, what: str) -> list[dict[str, Any]]:
    from simulator import tables

    switches = what == "switches"
    rows = []
    for each in tables.values(tables.read(game)):
        if each.path.startswith("switches.") == switches:
            row = {"path": each.path, "value": each.value, "source": each.source}
            rows.append({**row, "takes": _range(each.entry), "note": each.entry.get("note", "")} if switches else row)
    return rows


def _range(entry: Mapping[str, Any]) -> str:
    """What a switch may be, in words."""
    if "choices" in entry:
        return ", ".join(map(str, entry["choices"]))
    if "least" in entry:
        return f"{entry['least']} to {entry['most']}"
    return "true, false"


def _strategies(game: Any, what: str) -> list[dict[str, Any]]:
    from strategies import find, names

    found = [find(game, name) for name in names(game)]
    return [{"strategy": each.name, "recipe": " ".join(each.recipe.split())} for each in found]


def _variants(game: Any, what: str) -> list[dict[str, Any]]:
    from simulator.tables import variants

    return [
        {
            "variant": name,
            "changes": ", ".join(f"{k}={v}" for k, v in each["changes"].items()),
            "question": each["question"],
        }
        for name, each in variants(game).items()
    ]


@command
def play(
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    seed: Seed = 0,
    number: Annotated[int, typer.Option("--game", help="Which game of the seed.")] = 0,
    strategies: Strategies = None,
    set_: Changes = None,
    variant: Variant = None,
    temperature: Temperature = None,
) -> None:
    """Plays one game and prints it as a readable log: every decision, by whom, with the clause it rests on."""
    from analyses.log import lines

    for line in lines(
        game, players, setup, seed, number, _names(strategies), _changes(set_), variant, temperature, _tell
    ):
        typer.echo(line)


@command
def run(
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 10_000,
    seed: Seed = 0,
    strategies: Strategies = None,
    set_: Changes = None,
    variant: Variant = None,
    temperature: Temperature = None,
    jobs: Jobs = None,
    backend: Annotated[str, typer.Option(help="threads or processes.")] = "threads",
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: one below runs/.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped.")] = False,
    format: Format = "table",
) -> None:
    """Plays a batch of games into a folder and prints the win shares by the game's headline factor."""
    from analyses import design
    from analyses.print import check_format

    check_format(format)
    with _progress(game) as progress:
        result = design.run(
            game,
            players,
            setup,
            games,
            seed,
            _names(strategies),
            _changes(set_),
            variant,
            temperature,
            jobs,
            out or design.DEFAULT,
            resume,
            backend,
            progress,
            _tell,
        )
    _print_rates(result, [result.factor], format, 0.02)
    if format == "table":
        typer.echo(f"The run lies in {result.folder}.")


@command
def rates(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    by: Annotated[str | None, typer.Option(help="Columns, separated by commas. Default: the headline factor.")] = None,
    margin: Annotated[
        str, typer.Option(help="Margin of the verdict in percentage points (2pp) or as a share.")
    ] = "2pp",
    chart: Annotated[Path | None, typer.Option(help="Also draw it: a .png, .svg or .pdf file.")] = None,
    format: Format = "table",
) -> None:
    """Win shares of a run by one or more columns, with 95 % intervals and verdicts."""
    from analyses.design import load
    from analyses.print import check_format

    check_format(format)
    result = load(run)
    columns = [result.factor] if by is None else [name.strip() for name in by.split(",")]
    table = _print_rates(result, columns, format, _margin(margin))
    if chart is not None:
        from analyses.chart import forest, save

        save(forest(table, columns, result.seats_per_game), chart)


def _margin(text: str) -> float:
    try:
        return float(text.removesuffix("pp")) / 100 if text.endswith("pp") else float(text)
    except ValueError:
        raise BadInput(f"The margin cannot be '{text}': write 2pp or 0.02.") from None


def _print_rates(result: Any, columns: list[str], format: str, margin: float) -> Any:
    from analyses.rates import about, rates

    table = rates(result, columns, margin)
    _show(_records(table), format)
    if format == "table":
        facts = about(result).set_index("quantity")["value"]
        typer.echo(
            f"{facts['games']:,.0f} games of {result.settings['setup']}, "
            f"{facts['rounds per game']:.1f} rounds on average, {facts['share of capped games']:.1%} capped; "
            "intervals: 95 % for each row, games independent."
        )
    return table


@command
def report(
    subject: Annotated[str, typer.Argument(metavar="GAME|RUN", help="A game, or the folder of a run.")],
    games: Annotated[
        int | None, typer.Option(help="Games of each part of the study. Default: as the study says.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the report. Default: results/GAME.")] = None,
    jobs: Jobs = None,
) -> None:
    """The balance report: HTML that stands alone, Markdown, tables as CSV, charts as SVG and PNG."""
    from analyses.report import make

    with _progress(subject) as progress:
        headline, page = make(subject, games, out, jobs, progress, _tell)
    _show(_records(headline), "table")
    typer.echo(f"The report lies in {page}.")


@command
def bench(
    game: GameName,
    players: Players = None,
    setup: SetupName = None,
    strategies: Annotated[str | None, typer.Option(help="Names, separated by commas. Default: all.")] = None,
    jobs: Annotated[str, typer.Option(help="Numbers of jobs, separated by commas.")] = "1,2",
    runs: Annotated[int, typer.Option(help="Runs of which the median is taken.")] = 3,
    format: Format = "table",
) -> None:
    """Measures complete games and decisions per second, and peak memory, for each strategy."""
    from analyses import bench as measurement
    from analyses.print import check_format

    check_format(format)
    try:
        numbers = [int(each) for each in jobs.split(",")]
    except ValueError:
        raise BadInput(f"--jobs takes whole numbers separated by commas, not '{jobs}'.") from None
    _show(measurement.bench(game, setup, players, _names(strategies), numbers, runs, _tell), format)


def main() -> None:
    """The entry point."""
    sys.exit(app())
