"""The check of an external game before its rules are compiled: some games are played as plain Python.

Compiled rules that do not end, or leave the bounds of an array, give no message. The check runs once for each version
of the game, its strategies and the values of its rules. A command that tries hundreds of values checks them until MOST
sets have passed.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from starbalance.simulator.engine.cache import cache_folder, source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.runs import child, fields, finding, trial, trial_source, trial_texts, trial_worlds
from starbalance.simulator.runs.finding import PLAY, Finding, distinct

PATIENCE = 10.0  # seconds for one call of a function of the game
LIMIT = 120.0  # seconds for the process
LONGEST = 30.0  # seconds after which the check ends, even if no game of a kind is finished
AGAIN = 5.0  # the same, if the game has passed with other values of the rules
MOST = 8  # sets of values of a version that pass in a process; further ones are not checked
_CHECKED: Counter[str] = Counter()  # the sets of values of each version that have passed in this process
_NOTIFIED: set[tuple[str, str]] = set()  # the versions of games and the lines that this process has printed
FULL = {"games": 60, "seconds": 4.0}  # the limits of a full check, which a user asks for


def check_game(game: Game, rules: Any, notify: Callable[[str], None]) -> None:
    """Play checked games of an external game, unless it has already passed under these rules.

    Args:
        game: The game.
        rules: The record of its rules.
        notify: Prints a line if the check runs.

    Raises:
        BadInput: If the game has a fault. The message names the function, the reason, the file and the line.
    """
    if game.is_built_in:
        return
    folder, version, numbers = cache_folder(f"{game.package}.moves"), _version(game), _hash(rules.tobytes())
    passed = [] if folder is None else [path.name for path in folder.glob(f"played-{version}-*")]
    name = f"played-{version}-{numbers}"
    if name in passed or _CHECKED[version] >= MOST:
        return
    of_version = partial(_notify_once, notify, version)
    of_version(f"Checking the rules of {game.title} in a few games (once for each set of values, some seconds) ...")
    findings, _ = find_faults(game, rules, longest=AGAIN if passed else LONGEST)
    _refuse(game, [each for each in findings if each.is_fault])
    _CHECKED[version] += 1
    for each in findings:
        of_version(f"Note: {each.line}")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def _notify_once(notify: Callable[[str], None], version: str, line: str) -> None:
    """Print a line on a version of a game, which a command may check with hundreds of values, once in a process."""
    if (version, line) not in _NOTIFIED:
        notify(line)
    _NOTIFIED.add((version, line))


def _refuse(game: Game, faults: list[Finding]) -> None:
    """Raise BadInput with the first fault, if there is one."""
    if faults:
        command = f"`starbalance check-game {game.address}`"
        further = f" {command} lists {counted(len(faults) - 1, 'further fault')}." if len(faults) > 1 else ""
        raise BadInput(f"{game.title}: {faults[0].line}{further}")


def find_faults(
    game: Game, rules: Any, *, longest: float = LONGEST, limits: Mapping[str, Any] | None = None
) -> tuple[list[Finding], dict[str, int]]:
    """Play checked games in another process, and return the findings and the size of the check.

    Args:
        game: The game.
        rules: The record of its rules.
        longest: The time in seconds after which the check ends, even if no game of a kind is finished.
        limits: The largest number of `games`, the `seconds` after which the check ends otherwise, and the setup of
            the rules as `told`, if the texts are checked, too. `None` means that the check is short.

    Returns:
        The findings, each place once, and the numbers of `games`, `decisions`, `redeals` and `texts` that were checked.
    """
    content = (game.address, rules.tobytes(), rules.dtype, {"patience": PATIENCE, "longest": longest, **(limits or {})})
    try:
        findings, size = child.reported(trial.__name__, content, limit=LIMIT, plain=True)
    except child.NoReport as error:
        return [Finding(PLAY, str(error))], {}
    return distinct(Finding(*each) for each in findings), size


def _version(game: Game) -> str:
    """Return a hash of the sources of a game, of its strategies and of this check."""
    checks = child.source_hash(
        sys.modules[__name__], child, fields, finding, trial, trial_source, trial_texts, trial_worlds
    )
    return _hash(f"{source_hash(game.packages)}{checks}".encode())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
