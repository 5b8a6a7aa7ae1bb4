"""Run folders: `run.toml`, numbered Parquet parts, and a manifest for each part.

    run.toml  end.json  parts/games-00000.parquet  parts/seats-00000.parquet  parts/manifest-00000.json

A manifest contains the games of a part and a digest of each file. It is written last: a part is complete if it has a
manifest. Reading a part compares its files with the digests.

While a run is extended to more games, the folder `extended` has the new `run.toml` and the parts that the larger run
shares with the smaller one. They then replace the files of the smaller run.
"""

import hashlib
import io
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import polars as pl
import tomli_w

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import DRAFT, replacing, writing
from starbalance.simulator.runs import lock
from starbalance.simulator.runs.settings import read_settings, run_hash

TIMELINE = "timeline"
_SHORT = ("game", "setup", "games", "seed")  # keys with values short enough for a message
_DERIVED = ("part", "rules", "code")  # keys that may differ because other keys do
_READERS = 4  # threads that compute digests
_DIGESTS: dict[tuple[Path, int, int], str] = {}  # of the versions of files that this process has read
_SYNCED = 16  # threads that wait for the disk, which writes their files together
_EXTENDED = "extended"  # folder of a run while it is extended


@dataclass(frozen=True)
class Manifest:
    """The contents of a part.

    Attributes:
        run: The hash of the run.
        first: The number of the first game.
        games: The number of games.
        digests: The digest of the file of each table, by name.
    """

    run: str
    first: int
    games: int
    digests: Mapping[str, str]


class Store:
    """The folder of one run."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self._lock: Any = None
        self._unsynced: list[Path] = []

    @property
    def _parts(self) -> Path:
        return self.folder / "parts"

    def path(self, table: str, number: int) -> Path:
        """Return the file of a part.

        Args:
            table: `games`, `seats` or `timeline`.
            number: The number of the part.
        """
        return self._parts / f"{table}-{number:05d}.parquet"

    def _manifest_path(self, number: int) -> Path:
        return self._parts / f"manifest-{number:05d}.json"

    def settings(self) -> dict[str, Any]:
        """Return the contents of run.toml.

        Raises:
            BadInput: If there is no run, or run.toml is damaged.
        """
        return read_settings(self.folder)

    @cached_property
    def _settings(self) -> dict[str, Any]:
        """The contents of run.toml, read once."""
        return self.settings()

    @cached_property
    def _run_hash(self) -> str:
        return run_hash(self._settings)

    @property
    def _tables(self) -> list[str]:
        return ["seats", "games", *([TIMELINE] if self._settings["timeline"] else [])]

    def begin(self, settings: Mapping[str, Any], resume: bool) -> None:
        """Create the folder, or check that it contains the same run. Lock it until `end` or `release`.

        The folder may also contain a smaller run with the same settings, which `extend` then extends.

        Args:
            settings: The contents of run.toml.
            resume: Whether to continue a run.

        Raises:
            BadInput: If there is no run to resume, or the folder contains other files, another run, or the same run
                without `resume`, or is locked.
        """
        self.check(settings, resume)
        with writing(self._parts):
            self._parts.mkdir(parents=True, exist_ok=True)
        self._lock = lock.lock(self.folder)
        try:
            self._open(settings, resume)
        except BaseException:
            self.release()
            raise

    def check(self, settings: Mapping[str, Any], resume: bool) -> None:
        """Check that the folder can take a run. Nothing is written.

        Args:
            settings: The contents of run.toml.
            resume: Whether to continue a run.

        Raises:
            BadInput: If there is no run to resume, or the folder contains other files, another run, or the same run
                without `resume`.
        """
        is_there = (self.folder / "run.toml").exists()
        if resume and not is_there:
            raise BadInput(f"There is no run in {self.folder} to resume.")
        if not is_there and self.folder.exists() and any(each.name != lock.NAME for each in self.folder.iterdir()):
            raise BadInput(f"{self.folder} exists and is not a run. Choose another folder.")
        if is_there:
            self._refuse(settings, resume)

    def _refuse(self, settings: Mapping[str, Any], resume: bool) -> None:
        """Raise BadInput for a stored run that is neither the beginning of the new run nor may be continued."""
        if is_extension(self.settings(), settings):
            return
        self._refuse_other(settings)
        if not resume:
            raise BadInput(f"{self.folder} already contains this run. Add --resume to continue it.")

    def _open(self, settings: Mapping[str, Any], resume: bool) -> None:
        if (self.folder / "run.toml").exists():
            self._finish_extension()
            self._refuse(settings, resume)
            if is_extension(self.settings(), settings):
                return
        else:
            self._write(self.folder / "run.toml", tomli_w.dumps(settings).encode())
            self._sync()
        for draft in self.folder.rglob("*.draft"):
            draft.unlink(missing_ok=True)

    def extend(self, settings: Mapping[str, Any]) -> None:
        """Turn the run into the beginning of a larger run, if it is smaller. The files equal those of the larger run.

        A part of the larger run that is not complete in the smaller run is left to play.

        Args:
            settings: The contents of run.toml of the larger run.

        Raises:
            BadInput: If a file cannot be written.
        """
        stored = self.settings()
        if not is_extension(stored, settings):
            return
        with replacing(self.folder / _EXTENDED) as draft:
            larger = Store(draft)
            larger.begin({**settings, "versions": stored["versions"]}, resume=False)
            larger.release()
            size, stop = settings["part"], stored["games"]
            for number in range(stop // size):
                self._copy(range(number * size, (number + 1) * size), larger, number)
            larger._sync()
        self._finish_extension()

    def _copy(self, games: range, larger: "Store", number: int) -> None:
        """Write games of the run as a part of a larger run, if all of them are played."""
        if self.count(games) == len(games):
            larger.write(number, {table: self.scan(table, games).collect().rechunk() for table in sorted(self._tables)})

    def _finish_extension(self) -> None:
        """Replace the run by its extension, if that is completely prepared. A kill at any point can be repeated."""
        draft, extended = self.folder / f"{_EXTENDED}{DRAFT}", self.folder / _EXTENDED
        with writing(self.folder):
            shutil.rmtree(draft, ignore_errors=True)
            if (extended / "parts").exists():
                shutil.rmtree(self._parts, ignore_errors=True)
                (extended / "parts").replace(self._parts)
            if (extended / "run.toml").exists():
                (self.folder / "end.json").unlink(missing_ok=True)
                (extended / "run.toml").replace(self.folder / "run.toml")
            shutil.rmtree(extended, ignore_errors=True)
        for name in ("_settings", "_run_hash"):
            self.__dict__.pop(name, None)  # cached properties

    def release(self) -> None:
        """Wait until the disk has all parts, and release the lock of the folder."""
        try:
            self._sync()
        finally:
            if self._lock is not None:
                self._lock.close()
                self._lock = None

    def _refuse_other(self, settings: Mapping[str, Any]) -> None:
        stored = self.settings()
        if different_keys(stored, settings):
            raise BadInput(
                f"{self.folder} contains a run with {difference(stored, settings)}. "
                "Repeat its options, or choose another folder."
            )

    def write(self, number: int, tables: Mapping[str, pl.DataFrame]) -> None:
        """Write a part and its manifest, completely or not at all. `end` and `release` wait until the disk has them.

        Args:
            number: The number of the part.
            tables: The frames by name.
        """
        digests = {}
        for name, frame in tables.items():
            content = io.BytesIO()
            frame.write_parquet(content)
            digests[name] = _digest(content.getvalue())
            self._write(self.path(name, number), content.getvalue())
        games = tables["games"]["game"]
        manifest = Manifest(self._run_hash, int(games[0]), len(games), digests)
        self._write(self._manifest_path(number), json.dumps(asdict(manifest)).encode())

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file completely or not at all.

        Raises:
            BadInput: If it cannot be written.
        """
        with replacing(path) as draft:
            draft.write_bytes(content)
        self._unsynced.append(path)

    def _sync(self) -> None:
        """Wait until the disk has all files of the run.

        To wait for each part would take longer than to play a small one. A part that a power failure damages differs
        from its manifest, and is played again.

        Raises:
            BadInput: If a file cannot be written.
        """
        paths = [path for path in self._unsynced if path.exists()]
        self._unsynced.clear()
        with ThreadPoolExecutor(_SYNCED) as syncing:
            list(syncing.map(_sync, paths))

    def end(self, games: int) -> None:
        """Record the final number of games of the run, delete parts beyond it, and release the lock."""
        for number in self.finished():
            if number * self._settings["part"] >= games:
                self._delete(number)
        self._sync()
        self._write(self.folder / "end.json", json.dumps({"run": self._run_hash, "games": games}).encode())
        self.release()

    @property
    def asked(self) -> int:
        """The number of requested games. For an unfinished run with `until`, it is the largest number of games."""
        end = _json(self.folder / "end.json")
        if self.is_open_ended and end.get("run") == self._run_hash and isinstance(end.get("games"), int):
            return end["games"]
        return self._settings["games"]

    @property
    def is_open_ended(self) -> bool:
        """Return whether the run has a condition that ends it."""
        return "until" in self._settings

    def count(self, games: range) -> int:
        """Return how many of the games with these numbers are in finished parts."""
        manifests = (self._manifest(number) for number in self._numbers(games))
        return sum(len(_overlap(range(each.first, each.first + each.games), games)) for each in manifests)

    def finished(self) -> set[int]:
        """Return the numbers of the finished parts."""
        return {int(path.stem.rpartition("-")[2]) for path in self._parts.glob("manifest-*.json")}

    def discard_damaged(self) -> list[str]:
        """Delete the parts whose files differ from their manifests. Return the names of the damaged files."""
        with ThreadPoolExecutor(_READERS) as readers:
            numbers = sorted(self.finished())
            damaged_files = list(readers.map(self._damaged, numbers))
        for number, damaged in zip(numbers, damaged_files, strict=True):
            if damaged:
                self._delete(number)
        return [path.name for damaged in damaged_files for path in damaged]

    def _delete(self, number: int) -> None:
        """Delete the files of a part, the manifest first."""
        for path in (self._manifest_path(number), *(self.path(table, number) for table in self._tables)):
            path.unlink(missing_ok=True)

    def _damaged(self, number: int) -> list[Path]:
        """Return the files of a part that are missing or have changed since they were written."""
        try:
            manifest = self._manifest(number)
        except BadInput:
            return [self._manifest_path(number)]
        paths = {table: self.path(table, number) for table in self._tables}
        return [path for table, path in paths.items() if not _is_sound(path, manifest.digests.get(table))]

    def scan(self, table: str, games: range | None = None) -> pl.LazyFrame:
        """Return a table of the run as a lazy frame.

        Args:
            table: `games`, `seats` or `timeline`.
            games: The numbers of the games. Only their parts are opened. Default: all games.

        Raises:
            BadInput: If the run has no finished part, a part is damaged, or the run has no timeline.
        """
        if table not in self._tables:
            raise BadInput(f"The run in {self.folder} has no timeline. Play it with --timeline.")
        numbers = self._numbers(games) or sorted(self.finished())[:1]
        if not numbers:
            raise BadInput(f"The run in {self.folder} has no finished part yet. Wait for the run, or play it again.")
        self._refuse_damaged(table, numbers)
        frame = pl.scan_parquet([_source(self.path(table, number)) for number in numbers])
        return frame if games is None else frame.filter(pl.col("game").is_between(games.start, games.stop - 1))

    def _refuse_damaged(self, table: str, numbers: Sequence[int]) -> None:
        digests = {self.path(table, number): self._manifest(number).digests.get(table) for number in numbers}
        unread = [path for path in digests if not _is_known(path)]
        if len(unread) > 1:
            with ThreadPoolExecutor(_READERS) as readers:
                list(readers.map(_is_sound, unread, map(digests.get, unread)))
        for path, digest in digests.items():
            if not _is_sound(path, digest):
                raise self._damage(path)

    def _damage(self, path: Path) -> BadInput:
        return BadInput(f"{path} is damaged. `starbalance run ... --out {self.folder} --resume` plays it again.")

    def _numbers(self, games: range | None) -> list[int]:
        """Return the numbers of the finished parts, or of those that contain some of the given games."""
        size = self._settings["part"]
        if games is None:
            return sorted(self.finished())
        stop = min(games.stop, self._settings["games"])
        near = range(games.start // size, (stop - 1) // size + 1)
        if len(near) > 1:
            return sorted(self.finished() & set(near))
        return [number for number in near if self._manifest_path(number).exists()]

    def _manifest(self, number: int) -> Manifest:
        """Return the manifest of a part.

        Raises:
            BadInput: If it is damaged, or belongs to another part or run.
        """
        path = self._manifest_path(number)
        try:
            manifest = _read_manifest(path, path.stat().st_mtime_ns)
        except (OSError, ValueError, TypeError):
            raise self._damage(path) from None
        size, games = self._settings["part"], self._settings["games"]
        if manifest.run != self._run_hash:
            if (self.folder / _EXTENDED).exists():
                raise BadInput(f"The extension of {self.folder} was stopped. Repeat the command that extends it.")
            raise BadInput(f"{path} belongs to another run than run.toml describes: one of the two files was changed.")
        if (manifest.first, manifest.games) != (number * size, min(size, games - number * size)):
            raise self._damage(path)
        return manifest


def different_keys(stored: Mapping[str, Any], settings: Mapping[str, Any]) -> list[str]:
    """Return the keys in which the settings of two runs differ. Versions of packages do not count.

    Keys that follow from other keys come last, and so do more games than the stored run has.

    Args:
        stored: The settings of the stored run.
        settings: The settings of the other run.
    """
    keys = [key for key in {**stored, **settings} if key != "versions" and stored.get(key) != settings.get(key)]
    last = (*_DERIVED, "games") if settings["games"] > stored["games"] else _DERIVED
    return sorted(keys, key=lambda key: key in last)


def difference(stored: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """Return the first difference between the settings of two runs, such as `seed = 1, not 2`.

    Args:
        stored: The settings of the stored run.
        settings: The settings of the other run.
    """
    key = different_keys(stored, settings)[0]
    return f"{key} = {stored.get(key)}, not {settings.get(key)}" if key in _SHORT else f"different {key}"


def is_extension(stored: Mapping[str, Any], settings: Mapping[str, Any]) -> bool:
    """Return whether a run has more games than a stored run, and otherwise the same settings.

    Args:
        stored: The settings of the stored run.
        settings: The settings of the other run.
    """
    return settings["games"] > stored["games"] and set(different_keys(stored, settings)) <= {"games", "part"}


def _source(path: Path) -> Any:
    """Return a source for polars: the path, or an open file if the path is not in UTF-8, which polars requires."""
    return path if os.fsencode(path) == str(path).encode(errors="replace") else path.open("rb")


def _overlap(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _sync(path: Path) -> None:
    """Wait until the disk has a file."""
    with writing(path), path.open("r+b") as file:
        os.fsync(file.fileno())


def _json(path: Path) -> dict[str, Any]:
    """Return the table in a JSON file. Empty if the file does not exist or contains no table."""
    try:
        table = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}


@cache
def _read_manifest(path: Path, modified: int) -> Manifest:
    manifest = Manifest(**_json(path))
    if not isinstance(manifest.digests, dict):
        raise TypeError
    return manifest


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _is_sound(path: Path, digest: str | None) -> bool:
    """Return whether a file exists and its content has the digest. False without a digest."""
    try:
        version = _version(path)
        if version not in _DIGESTS:
            _DIGESTS[version] = _digest(path.read_bytes())
    except OSError:
        return False
    return _DIGESTS[version] == digest


def _is_known(path: Path) -> bool:
    """Return whether the digest of a file was computed in this process, and the file has not changed since."""
    try:
        return _version(path) in _DIGESTS
    except OSError:
        return False


def _version(path: Path) -> tuple[Path, int, int]:
    """Return the path, the size and the modification time of a file."""
    about = path.stat()
    return path, about.st_size, about.st_mtime_ns
