"""Cold starts: the kernels of a game compiled for this machine, once, in two processes."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Thread
from typing import Any

from starbalance.simulator.game import Game
from starbalance.simulator.kernel import cache_folder, compiled, postponed

PAUSE = 10.0  # seconds between two lines on how far it is
END = ""
_VERBS = ("options", "go_on", "setup", "finish", "standing", "redeal", "play")


def is_compiled(game: Game) -> bool:
    """Whether the kernels of a game lie in the cache, so that it starts at once."""
    folder = cache_folder(f"{game.package}.moves")
    return not compiled() or (folder is not None and (folder / ".complete").exists())


def compile_verbs(game: Game, tell: Callable[[str], None]) -> None:
    """Loads the verbs of a game; the first time it compiles them in two processes, and tells how far it is."""
    if is_compiled(game):
        _ = game.verbs
        return
    pieces = len(("apply", *game.ahead, *_VERBS))
    tell(f"Compiling the rules of {game.title} for this machine, once: {pieces} pieces, minutes for a large game ...")
    start = told = time.monotonic()
    for done, piece in enumerate(_compiled_pieces(game), start=1):
        now = time.monotonic()
        if now - told >= PAUSE and done < pieces:
            tell(f"{done} of {pieces} pieces are compiled after {now - start:.0f} s, the last was '{piece}' ...")
            told = now
    _ = game.verbs
    folder = cache_folder(f"{game.package}.moves")
    if folder is not None and folder.exists():
        (folder / ".complete").touch()
    tell(f"Compiled in {time.monotonic() - start:.0f} s.")


def _compiled_pieces(game: Game) -> Iterator[str]:
    """The names of the pieces as they are compiled: `apply` in one process, all else in another."""
    found = f"from starbalance.simulator import find_game; game = find_game({game.address!r})"
    halves = (
        f"{found}; game.module('moves'); print('apply', flush=True)",
        f"{found}; from {__name__} import compile_ahead; compile_ahead(game)",
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", half], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for half in halves
    ]
    names: Queue[str] = Queue()
    readers = [Thread(target=_read, args=(process.stdout, names), daemon=True) for process in processes]
    try:
        for reader in readers:
            reader.start()
        for _ in readers:
            yield from iter(names.get, END)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _read(lines: Any, names: Queue[str]) -> None:
    """Puts the lines of a process into a queue, and END after the last."""
    for line in lines:
        names.put(line.strip())
    names.put(END)


def compile_ahead(game: Game) -> None:
    """Compiles all verbs but `apply`, and first what `apply` comes to last; prints the name of each when it is done."""
    with postponed():
        verbs = game.verbs
    for path in game.ahead:
        module, _, name = path.partition(".")
        rule = getattr(game.module(module), name)
        rule.compile(verbs.signatures["apply"].args[: rule.py_func.__code__.co_argcount])
        print(path, flush=True)
    for name in _VERBS:
        getattr(verbs, name).compile(verbs.signatures[name])
        print(name, flush=True)
