"""How fast the games play: complete games and decisions per second, and the memory they take."""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import batch, chunk
from starbalance.simulator.runs.ready import make_rules_ready

SECONDS = 2.0  # of one measurement
PILOT = 20  # games that settle how many a measurement plays


def bench(
    game: str,
    *,
    setup: str | None = None,
    players: int | None = None,
    strategies: Sequence[str] | None = None,
    jobs: Sequence[int] = (1, 2),
    runs: int = 3,
    tell: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """A row for each strategy (in every seat) and number of jobs; medians of several runs, each in a fresh process.

    Columns: strategy, players, jobs, games_per_second, decisions_per_second, slowest and fastest (decisions per second
    of a run), decisions_per_game, peak_memory_mb (none on Windows). A decision is a step with more than one option.
    """
    from starbalance.simulator.engine.strategy import find_strategy, strategy_names

    if runs < 1 or min(jobs) < 1:
        raise BadInput("A bench takes 1 run or more, and 1 job or more.")
    played = find_game(game)
    chosen = tables.find_setup(played, setup, players)
    names = strategies or strategy_names(played)
    rules = tables.load(played, chosen.name).record
    make_rules_ready(played, rules, [find_strategy(played, name) for name in names], tell=tell)
    rows = []
    for name in names:
        for number in jobs:
            tell(f"{name}, {number} {'job' if number == 1 else 'jobs'} ...")
            rows.append(_row(game, chosen.name, chosen.players, name=name, jobs=number, runs=runs))
    return rows


def bench_parts(game: str) -> list[dict[str, Any]]:
    """A row for each part that a game measures by itself, in its module `parts`; none where it has no such module.

    Columns: part, per_second, and what the game counts of it; one core, two seconds a part.
    """
    played = find_game(game)
    if find_spec(f"{played.package}.parts") is None:
        return []
    return played.module("parts").measure(tables.load(played).record, SECONDS)


def machine() -> dict[str, str]:
    """What a measurement depends on beside the code: processor, cores, system, versions of Python and Numba."""
    return {
        "processor": platform.machine(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
    }


def _row(game: str, setup: str, players: int, *, name: str, jobs: int, runs: int) -> dict[str, Any]:
    found = [_measured(game, setup, name, jobs=jobs) for _ in range(runs)]
    decisions = [each["decisions"] / each["seconds"] for each in found]
    return {
        "strategy": name,
        "players": players,
        "jobs": jobs,
        "games_per_second": round(statistics.median(each["games"] / each["seconds"] for each in found)),
        "decisions_per_second": round(statistics.median(decisions)),
        "slowest": round(min(decisions)),
        "fastest": round(max(decisions)),
        "decisions_per_game": round(statistics.median(each["decisions"] / each["games"] for each in found)),
        "peak_memory_mb": max((round(each["memory"]) for each in found if each["memory"] is not None), default=None),
    }


def _measured(game: str, setup: str, name: str, *, jobs: int) -> dict[str, Any]:
    """One measurement in a fresh process."""
    command = [sys.executable, "-m", __spec__.name, game, setup, name, str(jobs)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def measure(game: str, setup: str, name: str, *, jobs: int) -> dict[str, Any]:
    """Plays for about two seconds; games, decisions, seconds, peak memory in MB (none where the system tells none)."""
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
    """The most memory that this process has had, in MB; none on Windows, which does not tell."""
    if find_spec("resource") is None:
        return None
    resource = import_module("resource")
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2], sys.argv[3], jobs=int(sys.argv[4]))))
