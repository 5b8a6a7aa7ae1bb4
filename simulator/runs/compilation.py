"""Cold starts: the kernels of a game compiled for this machine, once, in two processes."""

import subprocess
import sys
import time
from collections.abc import Callable

from starbalance.simulator.game import Game
from starbalance.simulator.kernel import cache_folder, compiled, postponed


def is_compiled(game: Game) -> bool:
    """Whether the kernels of a game lie in the cache, so that it starts at once."""
    folder = cache_folder(f"{game.package}.moves")
    return not compiled() or (folder is not None and (folder / ".complete").exists())


def compile_verbs(game: Game, tell: Callable[[str], None]) -> None:
    """Loads the verbs of a game; the first time it compiles them, side by side in two processes, and says so."""
    if is_compiled(game):
        _ = game.verbs
        return
    tell(f"Compiling the rules of {game.title} for this machine (once, less than a minute) ...")
    start = time.perf_counter()
    found = f"from starbalance.simulator import find_game; game = find_game({game.address!r})"
    halves = (f"{found}; game.module('moves')", f"{found}; from {__name__} import compile_ahead; compile_ahead(game)")
    processes = [subprocess.Popen([sys.executable, "-c", half], stderr=subprocess.DEVNULL) for half in halves]
    for process in processes:
        process.wait()
    _ = game.verbs
    folder = cache_folder(f"{game.package}.moves")
    if folder is not None and folder.exists():
        (folder / ".complete").touch()
    tell(f"Compiled in {time.perf_counter() - start:.0f} s.")


def compile_ahead(game: Game) -> None:
    """Compiles all verbs but `apply`, and first what `apply` comes to last: in a process that does nothing else."""
    with postponed():
        verbs = game.verbs
    for path in game.ahead:
        module, _, name = path.partition(".")
        rule = getattr(game.module(module), name)
        rule.compile(verbs.signatures["apply"].args[: rule.py_func.__code__.co_argcount])
    for name in ("options", "go_on", "setup", "finish", "standing", "redeal", "play"):
        getattr(verbs, name).compile(verbs.signatures[name])
