"""One chunk of a batch, wherever it is played: games of a plan go in, outcome records come out."""

import pickle
import platform
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from importlib import metadata
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.fingerprint import fingerprint, is_own
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.pickling import packed
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.searcher import set_row
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.code import code_stamp
from starbalance.simulator.runs.deal import numbers
from starbalance.simulator.runs.plan import Plan

Chunk = tuple[Plan, int, int]  # its first game, and how many
MEASURED = -1  # rounds of a timeline: as many as the games of the chunk take
_LOADING = threading.Lock()


def play_chunk(plan: Plan, first: int, count: int) -> np.ndarray:
    """The outcomes of one chunk, wherever it is played."""
    return play_with_timeline(plan, first, count)[0]


def play_with_timeline(plan: Plan, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(outcomes, timeline) of one chunk."""
    rules = zeros(1, plan.rules.dtype)
    rules[0] = plan.rules
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    games = partial(play.play_chunk, plan.game, rules[0], table(plan), lineup, plan.seed)
    played = numbers(plan, first, count)
    try:
        rounds = plan.rounds if plan.rounds != MEASURED else int(games(numbers=played)[0]["rounds"].max())
        return games(numbers=played, rounds=rounds)
    except Exception:
        for number in played.tolist():
            _play_alone(games, plan.seed, number)
        raise


def _play_alone(games: Callable, seed: int, number: int) -> None:
    """Plays one game of a chunk that failed. Raises BadInput where it is the one that fails."""
    try:
        games(numbers=np.array([number]))
    except Exception as error:
        raise BadInput(
            f"Game {number} of seed {seed} stopped: {type(error).__name__}: {error}. "
            f"Replay it with --seed {seed} --game {number}."
        ) from None


def table(plan: Plan) -> play.Table:
    """The strategies of a plan as the loop wants them."""
    rows = [(each.score(plan.game), list(each.weights.values()), each.temperature) for each in plan.entered]
    found = play.Table.of(rows, plan.pool or len(plan.strategies))
    for row, each in zip(found.rows, plan.entered, strict=False):
        row["levels"] = len(each.levels)
        row["level"][: len(each.codes)] = each.codes
        for place, weights in enumerate(each.levels.values(), 1):
            row["weights"][place, : len(weights)] = list(weights.values())
        row["random_from"] = each.random_from
        row["items"] = len(each.items)
        row["without"][: len(each.items)] = each.items
    for place, each in enumerate(plan.strategies):
        if each.search is not None:
            believed, beliefs = plan.beliefs(place)
            words = plan.game.module("state")
            set_row(found.rows[place], each.search, words, believed=believed, beliefs=beliefs)
    return found


def send(chunks: Sequence[Chunk]) -> bytes:
    """Chunks of a game's plans for other processes and machines; what the plans have in common is in there once.

    Strategies of the user's own travel with it, the rest by name.
    """
    plans = list({id(plan): plan for plan, _, _ in chunks}.values())
    sources = [each for plan in plans for each in plan.entered if each.source is not None]
    own = {name for each in sources for name in each.fingerprint.modules}
    game = plans[0].game
    return pickle.dumps((game.address, _code(game), packed(chunks, own, _identify)))


def _identify(function: Any) -> str:
    """Return the stamp of a compiled function of the user's, and an empty text for other compiled functions."""
    return fingerprint(function, f"The function '{function.__name__}'").stamp if is_own(function) else ""


def play_sent(sent: bytes, place: int) -> tuple[int, np.ndarray, np.ndarray]:
    """(its place, outcomes, timeline) of one of the chunks that were sent. Raises BadInput where the code differs."""
    with _LOADING:
        plan, first, count = _received(sent)[place]
        _ = plan.game.verbs, table(plan)  # its kernels are loaded
    return place, *play_with_timeline(plan, first, count)


@lru_cache(maxsize=4)
def _received(sent: bytes) -> Sequence[Chunk]:
    """The chunks: unpacked once per process."""
    return received(sent)


def received(sent: bytes) -> Sequence[Chunk]:
    """The chunks that were sent. Raises BadInput where the code differs."""
    address, code, content = pickle.loads(sent)
    if code != _code(find_game(address)):
        raise BadInput(f"The worker on {platform.node()} has another version: install the same starbalance and numba.")
    return pickle.loads(content)


def _code(game: Game) -> tuple[str, ...]:
    """Return what must be equal in every process that plays a game. Raises BadInput if its code has changed."""
    return code_stamp(game), *(metadata.version(name) for name in ("numba", "numpy"))
