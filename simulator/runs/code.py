"""The code that a process has loaded, which is the code that it plays."""

import sys
from types import ModuleType
from weakref import WeakKeyDictionary

from starbalance.simulator.engine.cache import source_stamp
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game

_LOADED: WeakKeyDictionary[ModuleType, str] = WeakKeyDictionary()


def code_stamp(game: Game) -> str:
    """Return a hash of the engine, a game and its strategies, as this process has loaded them.

    Raises:
        BadInput: If a source has changed since the first call: the process would play the code of before.
    """
    stamp = source_stamp(game.packages)
    if _LOADED.setdefault(sys.modules[game.package], stamp) != stamp:
        raise BadInput(
            f"The code of {game.title} has changed since this process loaded it: restart Python (in a notebook, the "
            f"kernel; on a cluster, the workers)."
        )
    return stamp
