"""Batches: seeds to chunks to joblib to outcome records. Names go in, records come out."""

import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.errors import BadInput
from simulator.game import Game

BACKENDS = {"threads": "threading", "processes": "loky"}
SEED_LIMIT = 2**32


@dataclass(frozen=True)
class Plan:
    """What a batch plays: rows of strategies, the row of each player (-1: drawn), a seed; rounds: of the timeline."""

    game: Game
    rules: np.ndarray
    strategies: tuple[Any, ...]
    temperatures: tuple[float, ...]
    lineup: tuple[int, ...]
    seed: int
    rounds: int = 0


def chunks(first: int, last: int, size: int) -> list[tuple[int, int]]:
    """(first game, count) of every chunk of the games first..last-1; a chunk's name is its first game."""
    return [(start, min(size, last - start)) for start in range(first, last, size)]


def play_chunk(plan: Plan, first: int, count: int) -> np.ndarray:
    """The outcomes of one chunk, wherever it is played."""
    return _played(plan, first, count)[1]


def _played(plan: Plan, first: int, count: int) -> tuple[int, np.ndarray, np.ndarray]:
    """(first game, outcomes, timeline) of one chunk."""
    from simulator import play
    from simulator.kernel import SEATS, zeros

    rules = zeros(1, plan.rules.dtype)
    rules[0] = plan.rules
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    return first, *play.play_chunk(plan.game, rules[0], table(plan), lineup, plan.seed, first, count, plan.rounds)


def table(plan: Plan) -> Any:
    """The strategies of a plan as the loop wants them."""
    from simulator.play import Table

    rows = [
        (each.score(plan.game), list(each.weights.values()), heat)
        for each, heat in zip(plan.strategies, plan.temperatures, strict=True)
    ]
    return Table.of(rows)


def play(
    plan: Plan, todo: Sequence[tuple[int, int]], jobs: int, backend: str
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Plays the chunks in parallel and yields (first game, outcomes, timeline) as each is done, in any order.

    Raises BadInput for a fault, with the seed and the game that replay it.
    """
    from joblib import Parallel, delayed

    if backend not in BACKENDS:
        raise BadInput(f"There is no backend '{backend}': it is one of {', '.join(BACKENDS)}.")
    workers = Parallel(n_jobs=jobs, backend=BACKENDS[backend], return_as="generator_unordered", batch_size=1)
    with closing(workers(delayed(_played)(plan, *chunk) for chunk in todo)) as done, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*still being processed by the workers")  # a fault stops the run
        for first, outcomes, timeline in done:
            refuse_faults(outcomes, plan.seed)
            yield first, outcomes, timeline


def refuse_faults(outcomes: np.ndarray, seed: int) -> None:
    """Raises BadInput if a game of the outcomes has a fault."""
    from simulator.play import FAULTS

    faulty = outcomes[outcomes["fault"] > 0]
    if len(faulty):
        game, fault = int(faulty[0]["game"]), int(faulty[0]["fault"])
        raise BadInput(
            f"Game {game} of seed {seed} stopped: {FAULTS[fault]}. Replay it with --seed {seed} --game {game}."
        )


def is_compiled(game: Game) -> bool:
    """Whether the kernels of a game lie in the cache, so that it starts at once."""
    from simulator.kernel import cache_folder, compiled

    folder = cache_folder(f"simulator.{game.package}.moves")
    return not compiled() or (folder is not None and (folder / ".complete").exists())


def compile_verbs(game: Game, tell: Callable[[str], None]) -> None:
    """Loads the verbs of a game; the first time it compiles them, side by side in two processes, and says so."""
    if is_compiled(game):
        _ = game.verbs
        return
    from simulator.kernel import cache_folder

    tell(f"Compiling the rules of {game.title} for this machine (once, about half a minute) ...")
    start = time.perf_counter()
    command = [sys.executable, "-c", f"import simulator.{game.package}.moves"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as other:
        for name in ("options", "setup", "scoring", "hidden"):
            game.module(name)
        other.wait()
    _ = game.verbs
    folder = cache_folder(f"simulator.{game.package}.moves")
    if folder is not None and folder.exists():
        (folder / ".complete").touch()
    tell(f"Compiled in {time.perf_counter() - start:.0f} s.")
