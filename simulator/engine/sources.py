"""The sources that compiled code depends on."""

import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

_COMPILED = ("*.py", "weights.toml")  # files that determine the machine code; weights.toml sets the order of weights


def reached(module: str) -> tuple[str, tuple[str, ...], str]:
    """Return the packages whose sources the compiled code of a module can reach.

    Args:
        module: The name of a module.

    Returns:
        The package of the module, the packages outside the engine that it can reach, and a package that it cannot
        reach. The latter is the package of strategies inside the folder of a game. All three are empty for a module of
        the user.
    """
    names = [module.rpartition(".")[0]]
    while "." in names[-1]:
        names.append(names[-1].rpartition(".")[0])
    for name in names:
        game = getattr(sys.modules.get(name), "GAME", None)
        if game is not None and game.strategies in names:
            return game.strategies, game.packages, ""
        if game is not None:
            return name, game.rule_packages, game.strategies
    engine = __name__.rpartition(".")[0]
    games = f"{engine.rpartition('.')[0]}.games"
    shared = [name for name in names if name.rpartition(".")[0] == games]
    if shared:
        return shared[0], (shared[0],), ""
    return (engine, (), "") if engine in names else ("", (), "")


def reached_sources(packages: Iterable[str], without: str) -> Iterator[Path]:
    """Yield the sources of the engine, then of each package, except the sources of the package `without`."""
    yield from sorted(Path(__file__).parent.glob("*.py"))
    spared = set(_sources(without)) if without else set()
    for package in packages:
        yield from (source for source in _sources(package) if source not in spared)


def _sources(package: str) -> list[Path]:
    """Return the source files of a package and its subpackages except tests, or of a module.

    Empty if it does not exist.
    """
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return [Path(spec.origin)] if spec is not None and spec.origin else []
    folders = [Path(folder) for folder in spec.submodule_search_locations]
    files = {path: folder for folder in folders for name in _COMPILED for path in folder.rglob(name)}
    return sorted(path for path, folder in files.items() if "tests" not in path.relative_to(folder).parts)


def home(package: str) -> Path:
    """Return the folder of an external game, or the folder of the engine for every other package."""
    spec = find_spec(package)
    outside = package.partition(".")[0] != __name__.partition(".")[0] and spec is not None and spec.origin
    return Path(str(spec.origin)).parent if spec is not None and outside else Path(__file__).parent
