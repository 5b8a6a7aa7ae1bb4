"""External games: Python packages in the user's folders, which are not part of the toolkit."""

import importlib
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, in_a_sentence
from starbalance.simulator.engine.files import replacing
from starbalance.simulator.engine.game import Game

_GAMES = Path(__file__).parents[1] / "games"
TEMPLATE, BARE, CARDS = (_GAMES / name for name in ("example_game", "pig", "kuhn_poker"))


def new_game(folder: str | Path, *, bare: bool = False, cards: bool = False) -> Path:
    """Copy an example game to a new folder, as the start of a new game.

    Args:
        folder: The path of the new folder. Its name becomes the name of a Python package.
        bare: Whether the game is in one file: Pig, without hidden information. Default: false, several files.
        cards: Whether the game is in one file and has a deck and hands: Kuhn poker. Default: false.

    Returns:
        The path of the new folder.

    Raises:
        BadInput: If the folder exists, cannot be written, or has a name that no Python package can have or that
            another one has. Nothing is written then.
    """
    path, template = Path(folder), CARDS if cards else BARE if bare else TEMPLATE
    if path.exists():
        raise BadInput(f"{path} already exists. Choose another folder.")
    _check_name(path)
    if _is_taken(path.name):
        raise BadInput(f"{path} has the name of another Python module, '{path.name}'. Choose another name.")
    with replacing(path) as draft:
        for source in sorted(template.rglob("*")):
            if source.is_file() and "__pycache__" not in source.parts:
                target = draft / source.relative_to(template)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read_bytes())
    return path


def from_folder(path: Path, package: str = "") -> Game:
    """Return the game that a folder declares as GAME in its `__init__.py`.

    Args:
        path: The folder of the game.
        package: The name of the package if it is installed. Default: the folder is imported by its own name.

    Raises:
        BadInput: If the folder does not exist, is a run, is no package, cannot be loaded, or has no game.
    """
    folder = path.resolve()
    _check_package(path, folder)
    module = importlib.import_module(package) if package else _imported(path, folder)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise BadInput(f"{path} is not a game: its __init__.py does not define GAME = Game(...).")
    if game.package != module.__name__:
        raise BadInput(f"{path}: its GAME names the package '{game.package}'. Write package=__name__.")
    return game


def _check_package(path: Path, folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(f"The game folder {path} does not exist.")
    if (folder / "run.toml").is_file():
        raise BadInput(f"{path} is a run, and a game is needed: give the name of a game, or the folder of its package.")
    if not (folder / "__init__.py").is_file():
        raise BadInput(f"{path} is not a game: it has no __init__.py.")
    _check_name(path)


def _check_name(path: Path) -> None:
    if not path.resolve().name.isidentifier():
        raise BadInput(
            f"{path} cannot be imported: the name of its folder must consist of letters, digits and _, and start with "
            "a letter or _."
        )


def _is_taken(name: str) -> bool:
    """Return whether a module of Python or of an installed package has a name."""
    found = PathFinder.find_spec(name)
    return name in sys.stdlib_module_names or (found is not None and "site-packages" in str(found.origin))


def _imported(path: Path, folder: Path) -> Any:
    """Import and return the package in a folder, by the name of the folder."""
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))  # last, so that no file next to the game hides another module
        importlib.invalidate_caches()
    with in_a_sentence(f"{path} cannot be loaded"):
        package = importlib.import_module(folder.name)
    if Path(package.__file__ or "").parent.resolve() != folder:
        raise BadInput(f"{path} has the name of another Python module, '{folder.name}'. Rename the folder.")
    return package
