"""Benchmark of speed as a Markdown page: `python -m starbalance.analyses.bench [GAME] [--out results/speed.md]`."""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starbalance.analyses.presentation.markdown_text import escaped
from starbalance.analyses.presentation.table import table
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import check_writable, write_text
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import amount, batch, chunk
from starbalance.simulator.runs.ready import make_rules_ready

SECONDS = 2.0  # duration of one measurement
PILOT = 20  # games that estimate the number of games of a measurement
_WHAT = (
    "Complete games by the rulebook, the same strategy in every seat. A decision is a step with more than one option. "
    "Each number is the median of {count}, each in a separate process; slowest and fastest are the decisions per "
    "second of the slowest and the fastest run."
)
_PARTS = "Separate parts, on one core:"


def bench(
    game: str,
    *,
    setup: str | None = None,
    players: int | None = None,
    strategies: Sequence[str] | None = None,
    jobs: Sequence[int] = (1, 2),
    runs: int = 3,
    notify: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """Measure the speed of a game with each strategy in every seat.

    Args:
        game: Name or folder of the game.
        setup: Setup. `None` means the first one, or the first one for `players`.
        players: Number of players. `None` means any number.
        strategies: Names of strategies. `None` means all.
        jobs: Numbers of parallel jobs. Default: 1 and 2.
        runs: Runs per measurement, each in a fresh process. Default: 3.
        notify: Function that prints a line of progress. Default: no lines.

    Returns:
        A row for each strategy and number of jobs with medians over the runs. Columns: strategy, players, jobs,
        games_per_second, decisions_per_second, slowest and fastest (decisions per second of a run),
        decisions_per_game, peak_memory_mb (`None` on Windows). A decision is a step with more than one option.

    Raises:
        BadInput: If a name is unknown, or `runs` or `jobs` is below 1.
    """
    from starbalance.simulator.engine.strategy import find_strategy, strategy_names

    if runs < 1 or min(jobs) < 1:
        raise BadInput("runs and jobs must be at least 1.")
    played = find_game(game)
    chosen = tables.find_setup(played, setup, players)
    names = strategies or strategy_names(played)
    rules = tables.load(played, chosen.name).record
    make_rules_ready(played, rules, [find_strategy(played, name) for name in names], notify=notify)
    rows = []
    for name in names:
        for number in jobs:
            notify(f"{name}, {counted(number, 'job')} ...")
            rows.append(_row(game, chosen.name, chosen.players, name=name, jobs=number, runs=runs))
    return rows


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


def _row(game: str, setup: str, players: int, *, name: str, jobs: int, runs: int) -> dict[str, Any]:
    measured = [_measured(game, setup, name, jobs=jobs) for _ in range(runs)]
    decisions = [each["decisions"] / each["seconds"] for each in measured]
    return {
        "strategy": name,
        "players": players,
        "jobs": jobs,
        "games_per_second": round(statistics.median(each["games"] / each["seconds"] for each in measured)),
        "decisions_per_second": round(statistics.median(decisions)),
        "slowest": round(min(decisions)),
        "fastest": round(max(decisions)),
        "decisions_per_game": round(statistics.median(each["decisions"] / each["games"] for each in measured)),
        "peak_memory_mb": max((round(each["memory"]) for each in measured if each["memory"] is not None), default=None),
    }


def _measured(game: str, setup: str, name: str, *, jobs: int) -> dict[str, Any]:
    """Return the result of `measure`, called in a fresh process."""
    program = f"from starbalance.analyses import bench; bench.print_measurement{game, setup, name, jobs}"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def measure(game: str, setup: str, name: str, *, jobs: int) -> dict[str, Any]:
    """Play for about two seconds and return games, decisions, seconds and peak memory in MB (`None` if unknown)."""
    from starbalance.simulator.runs.plan import make_plan

    played = find_game(game)
    plan, _ = make_plan(played, tables.load(played, setup), strategies=[name], seed=1)
    start = time.perf_counter()
    chunk.play_chunk(plan, 0, PILOT)
    start = time.perf_counter()
    chunk.play_chunk(plan, 0, PILOT)
    games = max(PILOT, int(SECONDS * jobs * PILOT / (time.perf_counter() - start)))
    todo = batch.chunks(0, games, max(1, games // (8 * jobs)))
    start = time.perf_counter()
    decisions = sum(
        int(outcomes["decisions"].sum()) for _, outcomes, _ in batch.play(plan, todo, jobs=jobs, backend="threads")
    )
    seconds = time.perf_counter() - start
    return {"games": games, "decisions": decisions, "seconds": seconds, "memory": peak_memory()}


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


def speed_page(
    measured: Mapping[str, Sequence[Mapping[str, Any]]],
    parts: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    machine: Mapping[str, str],
    day: date,
    runs: int,
) -> str:
    """Return the measurements of several games as a Markdown page.

    Args:
        measured: Title of a game -> its rows of `bench`.
        parts: Title of a game -> its rows of `bench_parts`.
        machine: Processor, cores, system and versions.
        day: Day of the measurements.
        runs: Runs of each measurement.
    """
    where = (
        f"Measured by `python -m starbalance.analyses.bench` on {day.isoformat()}: {machine['cores']} cores "
        f"({machine['processor']}), {machine['system']}, Python {machine['python']}, Numba {machine['numba']}."
    )
    titles = list(dict.fromkeys([*measured, *parts]))
    tables = [_tables(each, measured.get(each, ()), parts.get(each, ())) for each in titles]
    return (
        "\n\n".join(["# Speed", where, _WHAT.format(count="one run" if runs == 1 else f"{runs} runs"), *tables]) + "\n"
    )


def _tables(title: str, rows: Sequence[Mapping[str, Any]], parts: Sequence[Mapping[str, Any]]) -> str:
    """Return the tables of a game under its title."""
    lines = [f"## {escaped(title)}"]
    if rows:
        lines.append(table(rows, "markdown"))
    if parts:
        lines += [_PARTS, table(parts, "markdown")]
    return "\n\n".join(lines)


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
    parser.add_argument("--strategies", help="Names, separated by commas. Default: all.")
    parser.add_argument("--jobs", default="1,2", help="Numbers of parallel jobs, separated by commas. Default: 1,2.")
    parser.add_argument("--runs", type=int, default=3, help="Runs of which the median is taken. Default: 3.")
    parser.add_argument("--out", type=Path, help="File for the page, such as results/speed.md. Default: print it.")
    return parser


def _measured_page(options: argparse.Namespace) -> str:
    names = options.strategies.split(",") if options.strategies else None
    jobs = [amount.count(each, "--jobs") for each in options.jobs.split(",")]
    chosen = {find_game(each).title: each for each in ([options.game] if options.game else games())}
    rows = {
        title: bench(each, strategies=names, jobs=jobs, runs=options.runs, notify=_phrases)
        for title, each in chosen.items()
    }
    parts = {title: bench_parts(each) for title, each in chosen.items()}
    return speed_page(rows, parts, machine=machine(), day=date.today(), runs=options.runs)


def _phrases(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
