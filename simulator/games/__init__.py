"""The games: five built-in ones, the star field that two of them share, the example game; and how a game is found."""

import copyreg
from collections.abc import Callable
from importlib import import_module
from os import sep
from pathlib import Path

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game, registered
from starbalance.simulator.engine.outside import from_folder

_PACKAGES = (
    "four_thousand_ad",
    "four_thousand_ad_leaders",
    "handful_of_stars",
    "interstellar_ambitions",
    "ascending_empires",
)


def _built_in() -> dict[str, Game]:
    found = [import_module(f"{__name__}.{package}").GAME for package in _PACKAGES]
    return {game.name: game for game in found}


def games() -> dict[str, Game]:
    """Every game by its name on the command line: the built-in ones, then those of installed packages."""
    own = _built_in()
    return own | {name: _installed(name) for name in registered() if name not in own}


def _installed(name: str) -> Game:
    package = registered()[name]
    return from_folder(Path(str(import_module(package).__file__)).parent, package)


def find_game(name: str | Path) -> Game:
    """A game by its name, or by the folder of its package.

    Raises BadInput that names the nearest one, or says what is wrong with the folder.
    """
    own = _built_in()
    if str(name) in own:
        return own[str(name)]
    if str(name) in registered():
        return _installed(str(name))
    if not (Path(name).is_dir() or sep in str(name) or "/" in str(name)):
        raise unknown("game", str(name), games())
    found = from_folder(Path(name))
    if found.name in own:
        raise BadInput(f"The game in {name} has the name of a built-in one, '{found.name}': give it another.")
    return found


def _by_address(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """All of a game that travels to another process, which loads the verbs from its own cache."""
    return find_game, (game.address,)


copyreg.pickle(Game, _by_address)
