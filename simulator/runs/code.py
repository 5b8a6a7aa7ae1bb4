"""A check that the source code of a game is the code that this process has loaded."""

import sys
from types import ModuleType
from weakref import WeakKeyDictionary

from starbalance.simulator.engine.cache import source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game

_LOADED: WeakKeyDictionary[ModuleType, str] = WeakKeyDictionary()


def code_hash(game: Game) -> str:
    """Return a hash of the sources of the engine, a game and its strategies.

    Raises:
        BadInput: If a source has changed since the first call. The process still plays the previous code.
    """
    code_hash = source_hash(game.packages)
    if _LOADED.setdefault(sys.modules[game.package], code_hash) != code_hash:
        raise BadInput(
            f"The code of {game.title} has changed since this process loaded it. Restart Python (in a notebook, the "
            f"kernel; on a cluster, the workers)."
        )
    return code_hash
