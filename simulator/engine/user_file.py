"""Python files of users: a strategy file and the helper modules next to it."""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import util
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from starbalance.simulator.engine.errors import BadInput, cause


def import_file(path: Path) -> ModuleType:
    """Import and return a strategy file. The file and the helper modules in its folder are read again every time.

    An installed module hides a helper module of the same name.

    Args:
        path: The absolute path of the file.

    Raises:
        BadInput: If the file cannot be imported.
    """
    from starbalance.simulator.engine.jit import postponed

    name = _unique(path.stem, path)
    module = util.module_from_spec(_spec(ModuleSpec(name, None, origin=str(path)), path))
    sys.modules[name] = module
    try:
        with postponed(), _helpers(path.parent):
            module.__spec__.loader.exec_module(module)  # type: ignore[union-attr]
    except (Exception, SystemExit) as error:
        raise BadInput(f"{path} cannot be imported: {cause(error)}") from None
    return module


class _Source(SourceFileLoader):
    """A loader that ignores bytecode files, which miss a change within one second that keeps the file size."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _Finder:
    """A finder of the modules in one folder, and of the modules inside its packages."""

    def __init__(self, folder: Path):
        self.loaded: list[str] = []
        self._folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Return the specification of a module. `None` if it is not in the folder, or is installed."""
        if path is None and _is_importable(name, self._folder):
            return None
        if path is not None and name.partition(".")[0] not in self.loaded:
            return None
        spec = PathFinder.find_spec(name, [str(self._folder)] if path is None else path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        self.loaded.append(name)
        return _spec(spec, Path(str(spec.origin)))


def _spec(source: ModuleSpec, path: Path) -> ModuleSpec:
    inside = source.submodule_search_locations
    spec = util.spec_from_file_location(source.name, path, loader=_Source(source.name, str(path)))
    assert spec is not None
    spec.submodule_search_locations = inside
    return spec


def _is_importable(name: str, folder: Path) -> bool:
    """Return whether a top-level module is built in or installed.

    Modules in the folder, in the current folder, and next to the main program do not count.
    """
    if name in sys.stdlib_module_names:
        return True
    started = Path(getattr(sys.modules.get("__main__"), "__file__", None) or "main").resolve().parent
    users = {folder, Path.cwd(), started}
    if PathFinder.find_spec(name, [place for place in sys.path if Path(place).resolve() not in users]) is not None:
        return True
    finders = [each for each in sys.meta_path if not isinstance(each, _Finder) and hasattr(each, "find_spec")]
    specs = [each.find_spec(name, None) for each in finders if each is not PathFinder]
    return any(spec is not None and _folder_of(spec) not in users for spec in specs)


def _folder_of(spec: ModuleSpec) -> Path:
    """Return the folder from which a top-level module is imported."""
    file = Path(str(spec.origin)).resolve()
    return file.parent.parent if file.name == "__init__.py" else file.parent


@contextmanager
def _helpers(folder: Path) -> Iterator[None]:
    """Make the modules of a folder importable in the body, and then rename them so that they cannot clash.

    Modules of the same name that the process has imported from another folder are set aside in the body. Games are
    not set aside: the process keeps the game that it has loaded.
    """
    own = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    loaded = {name.partition(".")[0] for name in sys.modules} & own - _games()
    hidden = {name for name in loaded if not _is_importable(name, folder)}
    aside = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] in hidden}
    finder = _Finder(folder)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.loaded:
            module = sys.modules.pop(name, None)
            if module is not None:
                module.__name__ = _unique(name, folder)
        sys.modules.update(aside)


def _games() -> set[str]:
    """Return the top-level packages of the games that the process has loaded."""
    modules = list(sys.modules.items())
    return {name.partition(".")[0] for name, module in modules if "GAME" in getattr(module, "__dict__", {})}


def _unique(name: str, path: Path) -> str:
    """Return a module name that is unique to a file: files of the same name in other folders get other names."""
    return f"own_{name}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
