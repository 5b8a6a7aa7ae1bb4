"""Cold starts: the kernels of a game compiled for this machine, once, in as many processes as help."""

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

PAUSE = 10.0  # seconds between two lines on how far it is
PROCESSES = 4  # at most: each takes up to 0.7 GB, and compiles anew what another has not finished
VERBS = ("options", "go_on", "setup", "finish", "standing", "assets", "redeal", "uses", "level", "look_ahead", "play")
_SCORE = "score of "


def is_compiled(game: Game, strategies: Sequence[Strategy]) -> bool:
    """Whether the verbs of a game and the scores of strategies lie in the cache, so that it starts at once."""
    return not _missing(game, strategies)


def compile_game(game: Game, strategies: Sequence[Strategy], tell: Callable[[str], None]) -> None:
    """Loads the verbs of a game; the first time it compiles them and the scores of strategies, and tells how far it is.

    A function of the user's is left to `Strategy.score`, but what it may call of `sensible` is compiled here.
    """
    missing = _missing(game, strategies)
    start = time.monotonic()
    if missing:
        count = f"{len(missing)} {'piece' if len(missing) == 1 else 'pieces'}"
        tell(f"Compiling {game.title} for this machine, once: {count} of its rules and strategies, maybe minutes ...")
        _tell_progress(game, missing, tell)
    _ = game.verbs
    for module in _modules(strategies):
        find_strategy(game, module).score(game)
    for mark in {_mark(game, piece) for piece in missing}:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    if missing:
        tell(f"Compiled in {time.monotonic() - start:.0f} s.")


def all_strategies(game: Game) -> list[Strategy]:
    """All strategies of a game."""
    return [find_strategy(game, name) for name in strategy_names(game)]


def pieces(game: Game, strategies: Sequence[Strategy]) -> list[str]:
    """What is compiled by itself, in the order in which it is begun.

    What `apply` comes to last is compiled beside it; the score that others share most with comes before these.
    """
    scores = [_SCORE + module for module in _modules(strategies)]
    return ["apply", *game.ahead, *scores[:1], *VERBS, *scores[1:]]


def _modules(strategies: Sequence[Strategy]) -> list[str]:
    """The modules whose scores they play by, or may call: first the one that the others share most with."""
    entered = [*strategies, *(other for each in strategies for other in each.believed)]
    found = {BASE if each.source is not None else each.module for each in entered} - {""}
    return sorted(found, key=lambda name: (name != BASE, name))


def _missing(game: Game, strategies: Sequence[Strategy]) -> list[str]:
    return [piece for piece in pieces(game, strategies) if compiled() and not _mark(game, piece).exists()]


def _mark(game: Game, piece: str) -> Path:
    """Return the file that marks a piece as compiled: one for each score, one for all of the rules.

    Its name depends on everything that Numba's cache depends on: a copy of the folder, another Python, Numba or
    processor have marks of their own.
    """
    module = piece.removeprefix(_SCORE) if piece.startswith(_SCORE) else ""
    compiled_module = f"{game.strategies}.{module}" if module else f"{game.package}.moves"
    return Path(str(cache_folder(compiled_module))) / f"{module}.{cache_key(compiled_module)}.complete"


def _tell_progress(game: Game, pieces: Sequence[str], tell: Callable[[str], None]) -> None:
    start = told = time.monotonic()
    for done, piece in enumerate(_compiled_pieces(game, pieces), start=1):
        now = time.monotonic()
        if now - told >= PAUSE and done < len(pieces):
            tell(f"{done} of {len(pieces)} pieces are compiled after {now - start:.0f} s, the last was '{piece}' ...")
            told = now


def _compiled_pieces(game: Game, pieces: Sequence[str]) -> Iterator[str]:
    """The names of the pieces as they are compiled by processes that each take the next one."""
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
    """Gives a process one piece after the other, until there is none or it ends; then None is done."""
    try:
        while True:
            print(todo.get_nowait(), file=process.stdin)
            piece = process.stdout.readline().strip()
            if not piece:
                break
            done.put(piece)
    except (Empty, OSError, ValueError):  # all is handed out; the process has ended
        pass
    finally:
        done.put(None)


def compile_named(game: Game) -> None:
    """A process: compiles the pieces that its input names, one a line, and prints the name of each when it is done."""
    for line in sys.stdin:
        compile_piece(game, line.strip())
        print(line.strip(), flush=True)


def compile_piece(game: Game, piece: str) -> None:
    """Compiles a verb, a score, or a rule of `ahead` under the types with which `apply` calls it; not what it uses."""
    with postponed():
        verbs = game.verbs
    if piece.startswith(_SCORE):
        find_strategy(game, piece.removeprefix(_SCORE)).score(game)
    elif piece in game.ahead:
        rule = game.function(piece)
        rule.compile(verbs.signatures["apply"].args[: rule.py_func.__code__.co_argcount])
    else:
        ready(getattr(verbs, piece), verbs.signatures[piece])
