"""The packages of the built-in games, the star field that two of them share, the example game, and the game lookup."""

import copyreg
from collections.abc import Callable
from importlib import import_module
from os import sep
from pathlib import Path

from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.external import from_folder
from starbalance.simulator.engine.game import Game, registered

_PACKAGES = (
    "four_thousand_ad",
    "four_thousand_ad_leaders",
    "handful_of_stars",
    "interstellar_ambitions",
    "ascending_empires",
)

EXAMPLE = "comet-chase"  # the example game in several files
EXAMPLES = {
    EXAMPLE: "example_game",
    "pig": "pig",
    "kuhn-poker": "kuhn_poker",
    "card-tic-tac-toe": "card_tic_tac_toe",
}


def _built_in() -> dict[str, Game]:
    built_in = [import_module(f"{__name__}.{package}").GAME for package in _PACKAGES]
    return {game.name: game for game in built_in}


def load_example(name: str = EXAMPLE) -> Game:
    """Return an example game by its name. Examples are not listed among the games."""
    game: Game = import_module(f"{__name__}.{EXAMPLES[name]}").GAME
    return game


def games() -> dict[str, Game]:
    """Return all games by their names on the command line: the built-in games, then the games of installed packages."""
    own = _built_in()
    return own | {name: _installed(name) for name in registered() if name not in own}


def _installed(name: str) -> Game:
    package = registered()[name]
    return from_folder(Path(str(import_module(package).__file__)).parent, package)


def is_known(name: str) -> bool:
    """Return whether a name is that of a built-in, installed or example game."""
    return name in (*_built_in(), *registered(), *EXAMPLES)


def find_game(name: str | Path) -> Game:
    """Find a game by its name or by the folder of its package.

    Args:
        name: The name of a built-in, example or installed game, or the path of a folder with a game package.

    Returns:
        The game.

    Raises:
        BadInput: If the name is unknown (the message suggests the nearest name), or if it is also a folder with a
            package. If the folder has no valid game, or a game with the name of a built-in game.
    """
    own = _built_in()
    if (Path(name) / "__init__.py").is_file() and is_known(str(name)):
        raise BadInput(f"'{name}' is a game of the toolkit and a folder here: write ./{name} for the folder.")
    if str(name) in own:
        return own[str(name)]
    if str(name) in registered():
        return _installed(str(name))
    if str(name) in EXAMPLES:
        return load_example(str(name))
    if not (Path(name).is_dir() or sep in str(name) or "/" in str(name)):
        raise unknown("game", str(name), [*games(), *EXAMPLES])
    game = from_folder(Path(name))
    if game.name in own:
        raise BadInput(f"The game in {name} has the name of the built-in game '{game.name}'. Give it another name.")
    return game


def _by_address(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Return the pickled form of a game: its address. Another process loads the game functions from its own cache."""
    return find_game, (game.address,)


copyreg.pickle(Game, _by_address)
