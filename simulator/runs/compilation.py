"""The first compilation of a game on this machine, in several processes, with progress reports."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from starbalance.simulator.engine.cache import cache_folder, cache_key
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.jit import compiled, postponed, ready
from starbalance.simulator.engine.strategy import Strategy, find_strategy, strategy_names
from starbalance.simulator.engine.weights import BASE
from starbalance.simulator.engine.wording import counted

PAUSE = 10.0  # seconds between two progress reports
PROCESSES = 4  # at most: each needs up to 0.7 GB, and repeats unfinished work of the other processes
KERNELS = (
    "options",
    "proceed",
    "setup",
    "finish",
    "standing",
    "assets",
    "redeal",
    "uses",
    "level",
    "play",
)
SEARCH = ("look_ahead", "estimate")
_SCORE = "score of "


def is_compiled(game: Game, strategies: Sequence[Strategy]) -> bool:
    """Return whether the game functions and the scores of strategies are in the cache."""
    return not _missing(game, strategies)


def compile_game(game: Game, strategies: Sequence[Strategy], notify: Callable[[str], None]) -> None:
    """Load the game functions and the scores of strategies. Compile them if they are not in the cache.

    A user's function is not compiled (`Strategy.score` does that), but the score of `sensible`, which it may call, is.

    Args:
        game: The game.
        strategies: The strategies.
        notify: Prints a line. It is called if anything is compiled.
    """
    missing = _missing(game, strategies)
    start = time.monotonic()
    if missing:
        count = counted(len(missing), "piece")
        notify(
            f"Compiling {game.title} for this machine (once, up to some minutes): {count} of rules and strategies ..."
        )
        _tell_progress(game, missing, notify)
    kernels = game.kernels
    if _is_searching(strategies):
        _ = kernels.look_ahead, kernels.estimate
    for module in _modules(strategies):
        find_strategy(game, module).score(game)
    for mark in {_mark(game, piece) for piece in missing}:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    if missing:
        notify(f"Compiled in {time.monotonic() - start:.0f} s.")


def all_strategies(game: Game) -> list[Strategy]:
    """Return all strategies of a game."""
    return [find_strategy(game, name) for name in strategy_names(game)]


def pieces(game: Game, strategies: Sequence[Strategy]) -> list[str]:
    """Return the pieces that are compiled separately, in the order in which they are started.

    `apply` takes longest and comes first, then the functions of `compiled_apart`, which it would compile last. Then
    follows the score that shares most code with other scores.
    """
    scores = [_SCORE + module for module in _modules(strategies)]
    search = SEARCH if _is_searching(strategies) else ()
    return ["apply", *game.compiled_apart, *scores[:1], *search, *KERNELS, *scores[1:]]


def _is_searching(strategies: Sequence[Strategy]) -> bool:
    return any(each.search is not None for each in strategies)


def _modules(strategies: Sequence[Strategy]) -> list[str]:
    """Return the modules whose scores the strategies use or may call, first the one with most shared code."""
    entered = [*strategies, *(other for each in strategies for other in each.opponent_models)]
    names = {BASE if each.source is not None else each.module for each in entered} - {""}
    return sorted(names, key=lambda name: (name != BASE, name))


def _missing(game: Game, strategies: Sequence[Strategy]) -> list[str]:
    return [piece for piece in pieces(game, strategies) if compiled() and not _mark(game, piece).exists()]


def _mark(game: Game, piece: str) -> Path:
    """Return the path of the file that marks a piece as compiled: one for each score, the search, and all rules.

    Its name depends on everything that Numba's cache depends on: the folder, the versions of Python and Numba, and the
    processor.
    """
    module = piece.removeprefix(_SCORE) if piece.startswith(_SCORE) else ""
    compiled_module = f"{game.strategies}.{module}" if module else f"{game.package}.moves"
    module = "search" if piece in SEARCH else module
    return Path(str(cache_folder(compiled_module))) / f"{module}.{cache_key(compiled_module)}.complete"


def _tell_progress(game: Game, pieces: Sequence[str], notify: Callable[[str], None]) -> None:
    start = last = time.monotonic()
    for done, piece in enumerate(_compiled_pieces(game, pieces), start=1):
        now = time.monotonic()
        if now - last >= PAUSE and done < len(pieces):
            notify(f"Compiled {done} of {len(pieces)} pieces in {now - start:.0f} s, last '{piece}' ...")
            last = now


def _compiled_pieces(game: Game, pieces: Sequence[str]) -> Iterator[str]:
    """Compile pieces in several processes, and yield the name of each piece when it is done."""
    program = (
        "from starbalance.simulator.games import find_game; "
        f"from {__name__} import compile_named; compile_named(find_game({game.address!r}))"
    )
    processes = [_start(program) for _ in range(min(PROCESSES, os.cpu_count() or 1, len(pieces)))]
    todo, done = SimpleQueue[str](), SimpleQueue[str | None]()
    for piece in pieces:
        todo.put(piece)
    try:
        for process in processes:
            Thread(target=_hand_out, args=(process, todo, done), daemon=True).start()
        for _ in processes:
            yield from iter(done.get, None)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _start(program: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=1
    )


def _hand_out(process: Any, todo: SimpleQueue[str], done: SimpleQueue[str | None]) -> None:
    """Give pieces to a process, one by one, and put the finished ones into `done`.

    At the end, when no piece is left or the process has ended, put `None`.
    """
    try:
        while True:
            print(todo.get_nowait(), file=process.stdin)
            piece = process.stdout.readline().strip()
            if not piece:
                break
            done.put(piece)
    except (Empty, OSError, ValueError):  # no piece is left, or the process has ended
        pass
    finally:
        done.put(None)


def compile_named(game: Game) -> None:
    """Compile the pieces that the standard input names, one per line, and print the name of each finished piece."""
    for line in sys.stdin:
        compile_piece(game, line.strip())
        print(line.strip(), flush=True)


def compile_piece(game: Game, piece: str) -> None:
    """Compile a game function, a score, or a function of `compiled_apart` for the argument types of `apply`."""
    with postponed():
        kernels = game.kernels
    if piece.startswith(_SCORE):
        find_strategy(game, piece.removeprefix(_SCORE)).score(game)
    elif piece in game.compiled_apart:
        rule = game.function(piece)
        rule.compile(kernels.signatures["apply"].args[: rule.py_func.__code__.co_argcount])
    else:
        ready(getattr(kernels, piece), kernels.signatures[piece])
