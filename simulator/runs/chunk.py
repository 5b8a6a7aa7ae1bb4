"""Chunks: some games of a plan, played in this process or sent to another process or machine."""

import pickle
import platform
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from importlib import metadata
from typing import Any

import numpy as np

from starbalance.simulator.engine import play
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.fingerprint import fingerprint, is_own
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.network_file import join
from starbalance.simulator.engine.pickling import packed
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.searcher import set_row
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.code import code_hash
from starbalance.simulator.runs.deal import numbers
from starbalance.simulator.runs.lanes import Lanes
from starbalance.simulator.runs.plan import Plan

Chunk = tuple[Plan, int, int]  # the plan, the first game, and the number of games
MEASURED = -1  # rounds of a timeline: the largest number of rounds of a game in the chunk
_LOADING = threading.Lock()


def play_chunk(plan: Plan, first: int, count: int) -> np.ndarray:
    """Play a chunk and return its outcomes."""
    return play_with_timeline(plan, first, count)[0]


def play_with_timeline(plan: Plan, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Play a chunk.

    Args:
        plan: The plan.
        first: The first game.
        count: The number of games.

    Returns:
        The outcome records, and the timeline (games x rounds x SEATS).

    Raises:
        BadInput: If a game raises an exception. The message names its seed and number.
    """
    rules, lineup = laid_out(plan)
    games = partial(play.play_chunk, plan.game, rules, table(plan), lineup, plan.seed)
    played = numbers(plan, first, count)
    together = partial(_side_by_side, games, plan.lanes)
    try:
        rounds = plan.rounds if plan.rounds != MEASURED else int(together(numbers=played)[0]["rounds"].max())
        outcomes, timeline = together(numbers=played, rounds=rounds)
        _refuse_agents(plan, outcomes)
        return outcomes, timeline
    except BadInput:
        raise
    except Exception:
        for number in played.tolist():
            _play_alone(games, plan.seed, number)
        raise


def _side_by_side(games: Callable, most: int, *, numbers: np.ndarray, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Play games, side by side if Python functions choose for many of them at once.

    Args:
        games: Plays the games with some numbers.
        most: The largest number of lanes. 0 means that the games follow one another.
        numbers: The numbers of the games.
        **options: Further options of `games`.
    """
    lanes = min(most, len(numbers))
    if not lanes:
        return games(numbers=numbers, **options)
    shares = np.array_split(numbers, lanes)
    played = Lanes(lanes).play(lambda lane: games(numbers=shares[lane], **options))
    outcomes, timelines = map(np.concatenate, zip(*played, strict=True))
    return outcomes, timelines


def _refuse_agents(plan: Plan, outcomes: np.ndarray) -> None:
    """Raise the error of a Python function that has failed, with the first game that it stopped."""
    for agent in plan.agents:
        stopped = outcomes["game"][outcomes["fault"] > 0]
        agent.refuse(plan.game, f"Game {stopped[0] if len(stopped) else 0} of seed {plan.seed}")


def laid_out(plan: Plan) -> tuple[Any, np.ndarray]:
    """Return a copy of the rules record of a plan, and the row of each player (SEATS)."""
    rules, lineup = zeros(1, plan.rules.dtype), np.zeros(SEATS, np.int64)
    rules[0] = plan.rules
    lineup[: len(plan.lineup)] = plan.lineup
    return rules[0], lineup


def _play_alone(games: Callable, seed: int, number: int) -> None:
    """Play one game of a failed chunk, to find the game that fails.

    Raises:
        BadInput: If the game raises an exception.
    """
    try:
        games(numbers=np.array([number]))
    except Exception as error:
        raise BadInput(
            f"Game {number} of seed {seed} stopped: {type(error).__name__}: {error}. "
            f"Replay it with --seed {seed} --game {number}."
        ) from None


def table(plan: Plan) -> play.Table:
    """Return the strategy table of a plan, with restrictions, levels and searches."""
    rows = [(each.score(plan.game), list(each.weights.values()), each.temperature) for each in plan.entered]
    networks = plan.networks
    joined = join(networks, plan.game.kernels.state_dt, plan.rules) if networks else None
    strategy_table = replace(play.Table.of(rows, plan.pool or len(plan.strategies)), networks=joined)
    for row, each in zip(strategy_table.rows, plan.entered, strict=False):
        row["levels"] = len(each.levels)
        row["level"][: len(each.codes)] = each.codes
        for place, weights in enumerate(each.levels.values(), 1):
            row["weights"][place, : len(weights)] = list(weights.values())
        row["random_from"] = each.random_from
        row["components"] = len(each.components)
        row["without"][: len(each.components)] = each.components
    for place, each in enumerate(plan.strategies):
        if each.search is not None:
            first_model, models = plan.model_rows(place)
            words = plan.game.module("state")
            network = 0 if each.search.network is None else 1 + networks.index(each.search.network)
            numbers_of = {"first_model": first_model, "models": models, "network": network}
            set_row(strategy_table.rows[place], each.search, words, **numbers_of)
    return strategy_table


def send(chunks: Sequence[Chunk]) -> bytes:
    """Return chunks as bytes for other processes and machines.

    Common parts of the plans are stored once. Users' strategies travel by value, other strategies by name.

    Args:
        chunks: Chunks of plans of one game.
    """
    plans = list({id(plan): plan for plan, _, _ in chunks}.values())
    sources = [each for plan in plans for each in plan.entered if each.source is not None]
    own = {name for each in sources for name in each.fingerprint.modules}
    game = plans[0].game
    return pickle.dumps((game.address, _code(game), packed(chunks, own, _identify)))


def _identify(function: Any) -> str:
    """Return the hash of a user's compiled function, and an empty text for other compiled functions."""
    return fingerprint(function, f"The function '{function.__name__}'").code_hash if is_own(function) else ""


def play_sent(sent: bytes, place: int) -> tuple[int, np.ndarray, np.ndarray]:
    """Play one of the chunks that were sent.

    Args:
        sent: The bytes of `send`.
        place: The index of the chunk.

    Returns:
        The index, the outcome records and the timeline.

    Raises:
        BadInput: If the code differs from the code of the sender, or a game fails.
    """
    with _LOADING:
        plan, first, count = _received(sent)[place]
        _ = plan.game.kernels, table(plan)  # load the compiled code while the lock is held
    return place, *play_with_timeline(plan, first, count)


@lru_cache(maxsize=4)
def _received(sent: bytes) -> Sequence[Chunk]:
    """Return the chunks, unpacked once per process."""
    return received(sent)


def received(sent: bytes) -> Sequence[Chunk]:
    """Return the chunks that were sent.

    Raises:
        BadInput: If the code differs from the code of the sender.
    """
    address, code, content = pickle.loads(sent)
    if code != _code(find_game(address)):
        raise BadInput(
            f"The worker on {platform.node()} has another version. Install the same versions of starbalance, numba and "
            "numpy there."
        )
    return pickle.loads(content)


def _code(game: Game) -> tuple[str, ...]:
    """Return the hashes and versions that must be equal in every process that plays a game.

    Raises:
        BadInput: If the code of the game has changed since it was loaded.
    """
    return code_hash(game), *(metadata.version(name) for name in ("numba", "numpy"))
