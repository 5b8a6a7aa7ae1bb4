"""The compiled code on disk: the choice of its folder, its versions and its files.

Numba's cache files are pickles, which run code when they are loaded. A folder that another user can write to is
therefore never used, except inside an installation that the same users can write to.
"""

import atexit
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from glob import escape
from pathlib import Path
from typing import Any

import numba
from numba import config
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.registry import cpu_target

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.sources import home, reached, reached_sources

CHOSEN = ("STARBALANCE_CACHE", "NUMBA_CACHE_DIR")  # the first one that is set is used
_OTHERS_WRITE = 0o022  # permission bits: the group or all users can write
_CHECKSUM = 4  # bytes


@cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for the compiled code of a module. Its name contains a hash of every source the code can reach.

    Returns `None` for a module outside the engine and the games: its compiled code is not kept.
    """
    package, packages, without = reached(module)
    if not package:
        return None
    family = f"{package}-{'checked' if config.BOUNDSCHECK else 'plain'}"
    return only_folder(cache_root(home(package)), family, source_hash(packages, without))


def cache_key(module: str) -> str:
    """Return a hash of everything that Numba's cache of a module depends on, except the contents of the sources.

    These are the versions of Python and Numba, the processor, and the paths of the sources.
    """
    _, packages, without = reached(module)
    python = (sys.implementation.cache_tag, getattr(sys, "abiflags", ""))
    paths = source_paths(packages, without)
    parts = (python, numba.__version__, cpu_target.target_context.codegen().magic_tuple(), paths)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


@cache
def source_paths(packages: tuple[str, ...], without: str) -> tuple[str, ...]:
    """Return the paths of the sources that compiled code depends on, found once per process."""
    return tuple(map(str, reached_sources(packages, without)))


def source_hash(packages: Iterable[str], without: str = "") -> str:
    """Return a hash of the engine, the packages except the package `without`, and Numba's environment."""
    code_hash = hashlib.sha256(f"{config.BOUNDSCHECK}-{config.OPT}".encode())
    for source in reached_sources(packages, without):
        code_hash.update(source.read_bytes())
    return code_hash.hexdigest()[:12]


def cache_root(package: Path) -> Path:
    """Return the folder for the compiled code of a package: the first of these that can be used.

    - the folder in `STARBALANCE_CACHE`, or else in `NUMBA_CACHE_DIR`
    - `__pycache__` of the package
    - `XDG_CACHE_HOME`
    - `.cache` in the home folder
    - a temporary folder that is deleted when the process ends

    Args:
        package: The folder of the engine, or of an external game.

    Raises:
        BadInput: If the chosen folder cannot be used, or if no folder can be written.
    """
    for name in CHOSEN:
        if os.environ.get(name):
            return _chosen(name, package)
    own = package / "__pycache__" / "kernels"
    if not _objection(own, package):
        return own
    for base in _user_folders():
        folder = base / "starbalance" / _named_by(package)
        if not _objection(folder):
            return folder
    return _temporary() / _named_by(package)


def only_folder(root: Path, family: str, code_hash: str) -> Path:
    """Return the folder for one version of a package. If it does not exist, delete the folders of other versions.

    A process that still runs another version has already loaded its code.
    """
    folder = root / f"{family}-{code_hash}"
    if not folder.exists():
        for old in root.glob(f"{family}-*"):
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _chosen(variable: str, package: Path) -> Path:
    base = Path(os.environ[variable]).expanduser().absolute()
    folder = base / _named_by(package)
    objection = _objection(folder)
    if objection:
        raise BadInput(f"{variable}={base} cannot keep compiled code: {objection}. Choose another folder.")
    return folder


def _named_by(package: Path) -> str:
    """Return a folder name that differs between installations, so that they do not delete each other's code."""
    place = hashlib.sha256(str(package.resolve()).encode()).hexdigest()[:8]
    return f"kernels-{package.name}-{place}"


def _user_folders() -> Iterator[Path]:
    """Yield the user's cache folders. A relative `XDG_CACHE_HOME` is ignored, as its specification says."""
    if os.path.isabs(os.environ.get("XDG_CACHE_HOME", "")):
        yield Path(os.environ["XDG_CACHE_HOME"])
    home = os.path.expanduser("~")
    if os.path.isabs(home):
        yield Path(home) / ".cache"


def _objection(folder: Path, package: Path | None = None) -> str:
    """Return why a folder cannot keep compiled code. Empty if it can. A missing folder is created.

    Args:
        folder: The folder.
        package: The installed package that contains the folder. `None` means a folder of the user.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_trusted(folder, package):
            return f"{folder} belongs to another user, or other users can write to it"
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return f"{folder} cannot be written ({error.strerror or error})"
    return ""


def _is_trusted(folder: Path, package: Path | None) -> bool:
    """Return whether only users that can change the package can write files to a folder."""
    if not hasattr(os, "geteuid"):
        return True
    status = folder.stat()
    owners, writable = {os.geteuid()}, status.st_mode & _OTHERS_WRITE
    if package is not None:
        installed = package.stat()
        owners.add(installed.st_uid)
        writable &= ~installed.st_mode
    return status.st_uid in owners and not writable


@cache
def _temporary() -> Path:
    """Create and return a private temporary folder. Raise BadInput if none can be written.

    Worker processes find the folder through the environment variable.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="starbalance-"))
    except OSError as error:
        raise BadInput(f"No folder for compiled code can be written ({error}). Set {CHOSEN[0]} to a folder.") from None
    os.environ[CHOSEN[0]] = str(folder)
    atexit.register(_remove, folder, os.getpid())
    print(
        f"No permanent folder for compiled code can be written. This process compiles into {folder} and deletes it at "
        f"its end. Set {CHOSEN[0]} to a folder to keep compiled code.",
        file=sys.stderr,
    )
    return folder


def _remove(folder: Path, owner: int) -> None:
    """Delete a temporary folder at the end of the process that created it, but not at the end of its forks."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


class CheckedFile(IndexDataCacheFile):
    """Files of compiled code with a checksum after the pickle. Readers of pickles ignore the checksum.

    Numba numbers the files of a function in the order of saving. Two processes that compile it for different types at
    the same time could save their code under one name. Later runs would then always load the wrong code. In this class
    the name depends on the types.
    """

    def save(self, key: Any, data: Any) -> None:
        name = self._data_name(int.from_bytes(hashlib.sha256(pickle.dumps(key)).digest()[:6]))
        self._save_data(name, data)
        self._save_index(self._load_index() | {key: name})

    def _dump(self, content: Any) -> bytes:
        data = super()._dump(content)
        return data + zlib.crc32(data).to_bytes(_CHECKSUM)

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if zlib.crc32(data[:-_CHECKSUM]).to_bytes(_CHECKSUM) != data[-_CHECKSUM:]:
            raise pickle.UnpicklingError(f"{name} is damaged")
        return pickle.loads(data)


class DiskCache(FunctionCache):
    """A cache of a function by Numba that deletes damaged files, so that the function is compiled again."""

    def __init__(self, function: Callable):
        super().__init__(function)
        source = self._impl.locator.get_source_stamp()
        self._cache_file = CheckedFile(self.cache_path, self._impl.filename_base, source)

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception as error:  # a damaged pickle can raise any exception
            print(f"A damaged file in {self.cache_path} was deleted ({error}). Compiling again ...", file=sys.stderr)
            for path in Path(self.cache_path).glob(f"{escape(self._impl.filename_base)}.*nb[ic]"):
                path.unlink(missing_ok=True)
            return None
