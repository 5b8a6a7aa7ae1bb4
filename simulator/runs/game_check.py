"""The check of an external game before its rules are compiled: some games are played as plain Python.

Compiled rules that do not end, or leave the bounds of an array, give no message. The check runs once for each version
of the game, its strategies and the values of its rules.
"""

import hashlib
import sys
from collections.abc import Callable
from typing import Any

from starbalance.simulator.engine.cache import cache_folder, source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.runs import child, fields, trial, trial_source, trial_worlds

PATIENCE = 10.0  # seconds for one call of a function of the game
LIMIT = 120.0  # seconds for the process
LONGEST = 30.0  # seconds after which the check ends, even if no game of a kind is finished
AGAIN = 5.0  # the same, if the game has passed with other values of the rules


def check_game(game: Game, rules: Any, notify: Callable[[str], None]) -> None:
    """Play checked games of an external game, unless it has already passed under these rules.

    Args:
        game: The game.
        rules: The record of its rules.
        notify: Prints a line if the check runs.

    Raises:
        BadInput: If a game function raises, does not end, leaves the bounds of an array, or violates the contract of
            games. The message names the function, the reason, the file and the line.
    """
    if game.is_built_in:
        return
    folder, version, numbers = cache_folder(f"{game.package}.moves"), _version(game), _hash(rules.tobytes())
    passed = [] if folder is None else [path.name for path in folder.glob(f"played-{version}-*")]
    name = f"played-{version}-{numbers}"
    if name in passed:
        return
    notify(f"Checking the rules of {game.title} in a few games (once for these rules, some seconds) ...")
    violation = find_violation(game, rules, longest=AGAIN if passed else LONGEST)
    if violation:
        raise BadInput(f"{game.title}: {violation}.")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def find_violation(game: Game, rules: Any, *, longest: float = LONGEST) -> str:
    """Return the violation that a process finds in checked games. Empty if there is none."""
    content = (game.address, rules.tobytes(), rules.dtype, PATIENCE, longest)
    return child.sentence(trial.__name__, content, limit=LIMIT, plain=True)


def _version(game: Game) -> str:
    """Return a hash of the sources of a game, of its strategies and of this check."""
    checks = child.source_hash(sys.modules[__name__], child, fields, trial, trial_source, trial_worlds)
    return _hash(f"{source_hash(game.packages)}{checks}".encode())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
