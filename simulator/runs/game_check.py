"""The check of a game from outside the toolkit, before its rules are compiled: some games as plain Python.

Compiled rules that do not end or leave an array give no message. The check runs once per version of the game, its
strategies and the numbers of its rules.
"""

import hashlib
import sys
from collections.abc import Callable
from typing import Any

from starbalance.simulator.engine.cache import cache_folder, source_stamp
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs import child, fields, trial, trial_source, trial_worlds

PATIENCE = 10.0  # seconds for one call of a function of the game
LIMIT = 120.0  # seconds for the process
LONGEST = 30.0  # seconds for games that take longer than usual
AGAIN = 5.0  # the same, if the game has passed with other numbers


def check_game(game: Game, rules: Any, tell: Callable[[str], None]) -> None:
    """Play checked games of a game that is not built in, unless it has passed under these rules.

    Args:
        game: The game.
        rules: The record of its rules.
        tell: Prints a line if the check runs.

    Raises:
        BadInput: With the function, the reason, file and line, if a function of the game raises, does not end, leaves
            the bounds of an array or breaks what every game must keep.
    """
    if game.is_built_in:
        return
    folder, version, numbers = cache_folder(f"{game.package}.moves"), _version(game), _hash(rules.tobytes())
    passed = [] if folder is None else [path.name for path in folder.glob(f"played-{version}-*")]
    name = f"played-{version}-{numbers}"
    if name in passed:
        return
    tell(f"Checking the rules of {game.title} in a few games (once for these rules, some seconds) ...")
    found = complaint(game, rules, longest=AGAIN if passed else LONGEST)
    if found:
        raise BadInput(f"{game.title}: {found}.")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def complaint(game: Game, rules: Any, *, longest: float = LONGEST) -> str:
    """Return what a process that plays checked games finds wrong; an empty text if nothing is."""
    content = (game.address, rules.tobytes(), rules.dtype, PATIENCE, longest)
    return child.sentence(trial.__name__, content, limit=LIMIT, plain=True)


def _version(game: Game) -> str:
    """Return a hash of the sources of a game, of its strategies and of this check."""
    checks = child.source_hash(sys.modules[__name__], child, fields, trial, trial_source, trial_worlds)
    return _hash(f"{source_stamp(game.packages)}{checks}".encode())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
