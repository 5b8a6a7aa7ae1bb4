"""Benchmark of speed as a Markdown page: `python -m starbalance.analyses.bench [GAME] [--out results/speed.md]`."""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starbalance.analyses import small_games
from starbalance.analyses.presentation.table import table
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import check_writable, write_text
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import amount, batch, chunk
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_rules_ready

SECONDS = 2.0  # duration of one measurement
PILOT = 0.2  # duration of the games that estimate the number of games of a measurement
FEWEST = 4  # games of a measurement, if they take less than LONGEST
LONGEST = 20.0  # seconds that the fewest games may take
SEARCH = "search:sensible@8"
_WHAT = (
    "Complete games by the rulebook, the same strategy in every seat. A decision is a step with more than one option. "
    "Each number is the median of {count}, each in a separate process; slowest and fastest are the decisions per "
    "second of the slowest and the fastest run."
)
_COMPILED = (
    "Seconds until the first game on a new machine, with `uniform` and `sensible`. Later processes load the compiled "
    "code from the disk."
)
_SMALL = (
    "Kuhn poker and Pig against other programs, on one core and in one process. The other programs play one game after "
    "another, driven from Python, and keep the outcome of each game. `starbalance` records every column of a run in "
    "memory. The ratio is the median of {count} in turns; smallest and largest are single comparisons. OpenSpiel's Pig "
    "also lets a player hold before the first roll."
)
_TEXTS: Mapping[str, Callable[[Any], str]] = {  # of columns whose rows differ by powers of ten
    "games_per_second": lambda speed: f"{speed:,}",
    **dict.fromkeys(("ratio", "smallest", "largest"), "{:.1f}".format),
}
_ABSENT = "{} is not installed, so it is not compared."


def bench(
    game: str,
    *,
    setup: str | None = None,
    players: int | None = None,
    strategies: Sequence[str] | None = None,
    jobs: Sequence[int] = (1,),
    runs: int = 3,
    notify: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """Measure the speed of a game with each strategy in every seat.

    Args:
        game: Name or folder of the game.
        setup: Setup. `None` means the first one, or the first one for `players`.
        players: Number of players. `None` means any number.
        strategies: Names of strategies. `None` means `uniform`, `sensible`, a search, and `strong` if the setup has
            it.
        jobs: Numbers of parallel jobs. Default: 1.
        runs: Runs per measurement, each in a fresh process. Default: 3.
        notify: Function that prints a line of progress. Default: no lines.

    Returns:
        A row for each strategy and number of jobs with medians over the runs. Columns: game, strategy, players, jobs,
        games_per_second, decisions_per_second, slowest and fastest (decisions per second of a run),
        decisions_per_game, peak_memory_mb (`None` on Windows). A decision is a step with more than one option.

    Raises:
        BadInput: If a name is unknown, or `runs` or `jobs` is below 1.
    """
    from starbalance.simulator.engine.strategy import find_strategy

    if runs < 1 or min(jobs) < 1:
        raise BadInput("runs and jobs must be at least 1.")
    played = find_game(game)
    chosen = tables.find_setup(played, setup, players)
    names = strategies or _usual_strategies(played, chosen.name)
    rules = tables.load(played, chosen.name).record
    make_rules_ready(played, rules, [find_strategy(played, name) for name in names], notify=notify)
    rows = []
    for name in names:
        for number in jobs:
            notify(f"{name}, {counted(number, 'job')} ...")
            measured = [_measured(game, chosen.name, name, jobs=number) for _ in range(runs)]
            about = {"game": played.title, "strategy": name, "players": chosen.players, "jobs": number}
            rows.append(about | _medians(measured))
    return rows


def _usual_strategies(game: Game, setup: str) -> list[str]:
    """Return the strategies that are measured by default."""
    from starbalance.simulator.engine.strategy import BASE, STRONG, UNIFORM, has_strong
    from starbalance.simulator.runs.plan import has_base

    based = [BASE, SEARCH] if has_base(game) else []
    return [UNIFORM, *based, *([STRONG] if has_strong(game, setup) else [])]


def compilation_seconds(game: str) -> float:
    """Return the seconds in which a game is compiled in an empty folder, with `uniform` and `sensible`."""
    program = (
        "from starbalance.simulator.games import find_game; "
        "from starbalance.simulator.runs.compilation import compile_game, find_strategy; "
        f"game = find_game({game!r}); "
        "compile_game(game, [find_strategy(game, name) for name in ('uniform', 'sensible')], lambda line: None)"
    )
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [sys.executable, "-c", program]
        subprocess.run(command, env={**os.environ, "STARBALANCE_CACHE": folder}, capture_output=True, check=True)
        return time.perf_counter() - start


def bench_parts(game: str) -> list[dict[str, Any]]:
    """Return a row for each part that a game measures in its module `parts`, or no rows without such a module.

    Columns: part, per_second, and further counts of the game. Each part runs for two seconds on one core.
    """
    played = find_game(game)
    if not played.has_module("parts"):
        return []
    return played.module("parts").measure(tables.load(played).record, SECONDS)


def machine() -> dict[str, str]:
    """Return the processor, cores, system, and versions of Python and Numba."""
    return {
        "processor": platform.machine(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
    }


def _medians(measured: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the columns of a row with the medians over the measurements."""
    decisions = [each["decisions"] / each["seconds"] for each in measured]
    return {
        "games_per_second": _rounded(statistics.median(each["games"] / each["seconds"] for each in measured)),
        "decisions_per_second": round(statistics.median(decisions)),
        "slowest": round(min(decisions)),
        "fastest": round(max(decisions)),
        "decisions_per_game": round(statistics.median(each["decisions"] / each["games"] for each in measured)),
        "peak_memory_mb": max((round(each["memory"]) for each in measured if each["memory"] is not None), default=None),
    }


def _rounded(number: float) -> float:
    """Return a number rounded to an integer, or to two significant digits below 10."""
    return round(number) if number >= 10 else float(f"{number:.2g}")


def _measured(game: str, setup: str, name: str, *, jobs: int) -> dict[str, Any]:
    """Return the result of `measure`, called in a fresh process."""
    program = f"from starbalance.analyses import bench; bench.print_measurement{game, setup, name, jobs}"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def measure(game: str, setup: str, name: str, *, jobs: int) -> dict[str, Any]:
    """Play for about two seconds and return games, decisions, seconds and peak memory in MB (`None` if unknown).

    Slow strategies play longer: at least four games, or as many of them as 20 seconds allow.
    """
    from starbalance.simulator.runs.plan import make_plan

    played = find_game(game)
    plan, _ = make_plan(played, tables.load(played, setup), strategies=[name], seed=1)
    chunk.play_chunk(plan, 0, 1)  # loads the compiled code
    pilot, seconds = 1, _seconds(plan, 1)
    while seconds < PILOT:
        pilot *= 4
        seconds = _seconds(plan, pilot)
    games = _measured_games(seconds / pilot, jobs)
    todo = batch.chunks(0, games, max(1, games // (8 * jobs)))
    start = time.perf_counter()
    decisions = sum(
        int(outcomes["decisions"].sum()) for _, outcomes, _ in batch.play(plan, todo, jobs=jobs, backend="threads")
    )
    seconds = time.perf_counter() - start
    return {"games": games, "decisions": decisions, "seconds": seconds, "memory": peak_memory()}


def _measured_games(seconds: float, jobs: int) -> int:
    """Return how many games to measure. A game takes `seconds` on one core."""
    fewest = min(FEWEST, int(LONGEST * jobs / seconds))
    return max(1, fewest, int(SECONDS * jobs / seconds))


def _seconds(plan: Plan, games: int) -> float:
    start = time.perf_counter()
    chunk.play_chunk(plan, 0, games)
    return time.perf_counter() - start


def peak_memory() -> float | None:
    """Return the peak memory of this process in MB, or `None` on Windows."""
    if find_spec("resource") is None:
        return None
    resource = import_module("resource")
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def print_measurement(game: str, setup: str, name: str, jobs: int) -> None:
    """Print one measurement as JSON."""
    print(json.dumps(measure(game, setup, name, jobs=jobs)))


@dataclass(frozen=True)
class Speed:
    """The measurements of a page.

    Attributes:
        games: The rows of `bench`.
        parts: The rows of `bench_parts`.
        compilation: A row for each game with the seconds of its first compilation. Empty for a page of one game.
        small: The rows of `small_games.compare`. Empty for a page of one game.
        catanatron: Games per second of Catanatron. `None` if it is not measured.
    """

    games: Sequence[Mapping[str, Any]]
    parts: Sequence[Mapping[str, Any]] = ()
    compilation: Sequence[Mapping[str, Any]] = ()
    small: Sequence[Mapping[str, Any]] = ()
    catanatron: float | None = None


def speed_page(speed: Speed, *, machine: Mapping[str, str], day: date, runs: int) -> str:
    """Return measurements as a Markdown page.

    Args:
        speed: The measurements.
        machine: Processor, cores, system and versions.
        day: Day of the measurements.
        runs: Runs of each measurement.
    """
    where = (
        f"Measured by `python -m starbalance.analyses.bench` on {day.isoformat()}: {machine['cores']} cores "
        f"({machine['processor']}), {machine['system']}, Python {machine['python']}, Numba {machine['numba']}."
    )
    count = "one run" if runs == 1 else f"{runs} runs"
    blocks = ["# Speed", where, _WHAT.format(count=count), table(_shown(speed.games), "markdown")]
    if speed.parts:
        blocks += ["## Parts of games, on one core", table(speed.parts, "markdown")]
    if speed.compilation:
        blocks += ["## First compilation", _COMPILED, table(speed.compilation, "markdown")]
    if speed.small:
        blocks += ["## Small games", _SMALL.format(count=count), table(_shown(speed.small), "markdown"), *_notes(speed)]
    return "\n\n".join(blocks) + "\n"


def _shown(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows with small speeds in two digits and ratios in one decimal, whatever the other rows are."""
    return [{name: _TEXTS.get(name, lambda value: value)(value) for name, value in row.items()} for row in rows]


def _notes(speed: Speed) -> list[str]:
    """Return the sentences on other packages: which are missing, and the speed of Catanatron."""
    missing = [] if any(row["compared_with"] == "OpenSpiel" for row in speed.small) else ["OpenSpiel"]
    if speed.catanatron is None:
        return [_ABSENT.format(name) for name in [*missing, "Catanatron"]]
    rate = f"{_rounded(speed.catanatron):,} games per second"
    catan = f"For orientation: four random players of Catanatron, a board game of usual size, play {rate} on one core."
    return [*map(_ABSENT.format, missing), catan]


def main(words: Sequence[str] | None = None) -> None:
    """Measure one game or every game, and print the page or write it to a file. Exit with code 2 on bad input."""
    options = _options().parse_args(words)
    try:
        if options.out is not None:
            check_writable(options.out)
        text = _measured_page(options)
    except BadInput as error:
        _phrases(str(error))
        sys.exit(2)
    if options.out is None:
        print(text, end="")
    else:
        write_text(options.out, text)


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m starbalance.analyses.bench", description=main.__doc__)
    parser.add_argument("game", nargs="?", help="A game. Default: every game.")
    parser.add_argument("--strategies", help="Names, separated by commas. Default: the usual ones.")
    parser.add_argument("--jobs", default="1", help="Numbers of parallel jobs, separated by commas. Default: 1.")
    parser.add_argument("--runs", type=int, default=3, help="Runs of which the median is taken. Default: 3.")
    parser.add_argument("--out", type=Path, help="File for the page, such as results/speed.md. Default: print it.")
    return parser


def _measured_page(options: argparse.Namespace) -> str:
    names = options.strategies.split(",") if options.strategies else None
    jobs = [amount.count(each, "--jobs") for each in options.jobs.split(",")]
    chosen = [options.game] if options.game else list(games())
    kinds = {"strategies": names, "jobs": jobs, "runs": options.runs, "notify": _phrases}
    rows = [row for each in chosen for row in bench(each, **kinds)]
    parts = [row for each in chosen for row in bench_parts(each)]
    speed = Speed(rows, parts) if options.game else Speed(rows, parts, **_measured_once(options.runs))
    return speed_page(speed, machine=machine(), day=date.today(), runs=options.runs)


def _measured_once(runs: int) -> dict[str, Any]:
    """Return what is measured for a page of all games: first compilations, and small games."""
    compilation = []
    for name in [*games(), *small_games.GAMES]:
        _phrases(f"{name}, first compilation ...")
        compilation.append({"game": find_game(name).title, "seconds": round(compilation_seconds(name))})
    is_there = small_games.is_installed("catanatron")
    return {
        "compilation": compilation,
        "small": small_games.compare(runs=runs, notify=_phrases),
        "catanatron": small_games.catanatron_speed() if is_there else None,
    }


def _phrases(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
