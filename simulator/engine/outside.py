"""Games of others: a package in a folder of theirs, not part of the toolkit."""

import importlib
import sys
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, in_a_sentence
from starbalance.simulator.engine.files import replacing
from starbalance.simulator.engine.game import Game

TEMPLATE = Path(__file__).parents[1] / "games" / "miniature"


def new_game(folder: str | Path) -> Path:
    """Copy the small example game to a new folder, as the beginning of another game.

    Args:
        folder: Path of the new folder. Its name becomes the name of a Python package.

    Returns:
        The path of the new folder.

    Raises:
        BadInput: if the folder exists, its name is not the name of a Python package, or it cannot be written. Nothing
            is left of the folder then.
    """
    path = Path(folder)
    if path.exists():
        raise BadInput(f"{path} exists: choose another folder.")
    _check_name(path)
    with replacing(path) as draft:
        for source in sorted(TEMPLATE.rglob("*")):
            if source.is_file() and "__pycache__" not in source.parts:
                target = draft / source.relative_to(TEMPLATE)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read_bytes())
    return path


def from_folder(path: Path, package: str = "") -> Game:
    """The game that a folder declares as GAME in its `__init__.py`; package: its name where it is installed.

    Raises BadInput for a folder that is missing, is no package, cannot be loaded or has no game.
    """
    folder = path.resolve()
    _check_package(path, folder)
    found = importlib.import_module(package) if package else _imported(path, folder)
    game = getattr(found, "GAME", None)
    if not isinstance(game, Game):
        raise BadInput(f"{path} is no game: its __init__.py has no GAME = Game(...).")
    if game.package != found.__name__:
        raise BadInput(f"{path}: its GAME names the package '{game.package}': write package=__name__.")
    return game


def _check_package(path: Path, folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(f"There is no folder of a game {path}.")
    if not (folder / "__init__.py").is_file():
        raise BadInput(f"{path} is no game: it has no __init__.py.")
    _check_name(path)


def _check_name(path: Path) -> None:
    if not path.resolve().name.isidentifier():
        raise BadInput(f"{path} cannot be imported: the name of its folder takes letters, digits and _ only.")


def _imported(path: Path, folder: Path) -> Any:
    """The package in a folder, imported by the folder's name."""
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))  # last: nothing beside the game takes the place of another module
        importlib.invalidate_caches()
    with in_a_sentence(f"{path} cannot be loaded"):
        package = importlib.import_module(folder.name)
    if Path(package.__file__ or "").parent.resolve() != folder:
        raise BadInput(f"{path} has the name of another Python module, '{folder.name}': rename the folder.")
    return package
