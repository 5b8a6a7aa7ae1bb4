"""Run folders: `run.toml`, numbered Parquet parts, and a seal for each part: its games and digests of its files.

    run.toml  end.json  parts/games-00000.parquet  parts/seats-00000.parquet  parts/seal-00000.json

The seal is written last, so that a part is there when its seal is; whoever reads a part compares it with its seal.
"""

import hashlib
import io
import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import polars as pl
import tomli_w

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import replacing, writing
from starbalance.simulator.runs import lock
from starbalance.simulator.runs.settings import read_settings, stamp

TIMELINE = "timeline"
_TOLD = ("game", "setup", "games", "seed")  # short enough for a sentence
_READERS = 4  # threads that compute digests


@dataclass(frozen=True)
class Seal:
    """What a part holds: the stamp of its run, its games first..first+games-1, the digest of each table's file."""

    run: str
    first: int
    games: int
    digests: Mapping[str, str]


class Store:
    """The folder of one run. A part is complete when its seal is there: it is written last."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self._lock: Any = None

    @property
    def _parts(self) -> Path:
        return self.folder / "parts"

    def path(self, table: str, number: int) -> Path:
        """The file of a part: table is `games`, `seats` or `timeline`."""
        return self._parts / f"{table}-{number:05d}.parquet"

    def _seal_path(self, number: int) -> Path:
        return self._parts / f"seal-{number:05d}.json"

    def settings(self) -> dict[str, Any]:
        """The contents of run.toml. Raises BadInput where there is none, or a broken one."""
        return read_settings(self.folder)

    @cached_property
    def _settings(self) -> dict[str, Any]:
        """The settings, read once."""
        return self.settings()

    @cached_property
    def _stamp(self) -> str:
        return stamp(self._settings)

    @property
    def _tables(self) -> list[str]:
        return ["seats", "games", *([TIMELINE] if self._settings["timeline"] else [])]

    def begin(self, settings: Mapping[str, Any], resume: bool) -> None:
        """Creates the folder, or checks that it holds the same run, and keeps other writers out until `end`.

        Raises BadInput otherwise.
        """
        is_there = (self.folder / "run.toml").exists()
        if resume and not is_there:
            raise BadInput(f"There is no run in {self.folder} to resume.")
        if not is_there and self.folder.exists() and any(each.name != lock.NAME for each in self.folder.iterdir()):
            raise BadInput(f"{self.folder} exists and is not a run: choose another folder.")
        with writing(self._parts):
            self._parts.mkdir(parents=True, exist_ok=True)
        self._lock = lock.lock(self.folder)
        try:
            self._open(settings, resume)
        except BaseException:
            self.release()
            raise

    def _open(self, settings: Mapping[str, Any], resume: bool) -> None:
        if (self.folder / "run.toml").exists():
            self._refuse_other(settings)
            if not resume:
                raise BadInput(f"{self.folder} holds this run already: add --resume to go on with it.")
        else:
            _write(self.folder / "run.toml", tomli_w.dumps(settings).encode())
        for draft in self.folder.rglob("*.draft"):
            draft.unlink(missing_ok=True)

    def release(self) -> None:
        """Lets other writers in."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _refuse_other(self, settings: Mapping[str, Any]) -> None:
        stored = self.settings()
        for key in {**stored, **settings}:
            if key != "versions" and stored.get(key) != settings.get(key):
                what = f"{key} = {stored.get(key)}, not {settings.get(key)}" if key in _TOLD else f"different {key}"
                raise BadInput(f"{self.folder} holds a run with {what}: choose another folder.")

    def write(self, number: int, tables: Mapping[str, pl.DataFrame]) -> None:
        """Writes a part, its tables by name, and seals it: whole or not at all."""
        digests = {}
        for name, frame in tables.items():
            content = io.BytesIO()
            frame.write_parquet(content)
            digests[name] = _digest(content.getvalue())
            _write(self.path(name, number), content.getvalue())
        games = tables["games"]["game"]
        seal = Seal(self._stamp, int(games[0]), len(games), digests)
        _write(self._seal_path(number), json.dumps(asdict(seal)).encode())

    def end(self, games: int) -> None:
        """Notes that so many games are all that the run was to have, and lets other writers in."""
        _write(self.folder / "end.json", json.dumps({"run": self._stamp, "games": games}).encode())
        self.release()

    @property
    def asked(self) -> int:
        """How many games the run was to have: until a condition is met, at most so many as long as it has not ended."""
        end = _json(self.folder / "end.json")
        if self.is_open_ended and end.get("run") == self._stamp and isinstance(end.get("games"), int):
            return end["games"]
        return self._settings["games"]

    @property
    def is_open_ended(self) -> bool:
        """Whether the run was to go on until a condition is met."""
        return "until" in self._settings

    def count(self, games: range) -> int:
        """How many of the games with these numbers are there, in parts that are sealed."""
        there = (self._seal(number) for number in self._numbers(games))
        return sum(len(_overlap(range(each.first, each.first + each.games), games)) for each in there)

    def finished(self) -> set[int]:
        """The numbers of the parts that are sealed."""
        return {int(path.stem.rpartition("-")[2]) for path in self._parts.glob("seal-*.json")}

    def discard_damaged(self) -> list[str]:
        """Removes the parts that are not what their seals say; the names of their files."""
        with ThreadPoolExecutor(_READERS) as readers:
            numbers = sorted(self.finished())
            found = list(readers.map(self._damaged, numbers))
        for number, damaged in zip(numbers, found, strict=True):
            if damaged:
                for path in (self._seal_path(number), *(self.path(table, number) for table in self._tables)):
                    path.unlink(missing_ok=True)
        return [path.name for damaged in found for path in damaged]

    def _damaged(self, number: int) -> list[Path]:
        """The files of a part that are not as they were written."""
        try:
            seal = self._seal(number)
        except BadInput:
            return [self._seal_path(number)]
        paths = {table: self.path(table, number) for table in self._tables}
        return [path for table, path in paths.items() if not _is_sound(path, seal.digests.get(table))]

    def scan(self, table: str, games: range | None = None) -> pl.LazyFrame:
        """A lazy frame over all games, or over some by their numbers: then no other parts are opened.

        Raises BadInput for a run without parts, or naming the damaged one, or for the timeline of a run that has none.
        """
        if table not in self._tables:
            raise BadInput(f"The run in {self.folder} has no timeline: play it with --timeline.")
        numbers = self._numbers(games) or sorted(self.finished())[:1]
        if not numbers:
            raise BadInput(f"The run in {self.folder} has no finished part yet.")
        self._refuse_damaged(table, numbers)
        frame = pl.scan_parquet([_source(self.path(table, number)) for number in numbers])
        return frame if games is None else frame.filter(pl.col("game").is_between(games.start, games.stop - 1))

    def _refuse_damaged(self, table: str, numbers: Sequence[int]) -> None:
        seals = [self._seal(number) for number in numbers]
        paths = [self.path(table, number) for number in numbers]
        with ThreadPoolExecutor(_READERS) as readers:
            sound = list(readers.map(_is_sound, paths, (seal.digests.get(table) for seal in seals)))
        for path, is_sound in zip(paths, sound, strict=True):
            if not is_sound:
                raise self._damage(path)

    def _damage(self, path: Path) -> BadInput:
        return BadInput(f"{path} is damaged: `starbalance run ... --out {self.folder} --resume` plays it again.")

    def _numbers(self, games: range | None) -> list[int]:
        """The parts that are there, all or those that hold games."""
        size = self._settings["part"]
        if games is None:
            return sorted(self.finished())
        stop = min(games.stop, self._settings["games"])
        near = range(games.start // size, (stop - 1) // size + 1)
        if len(near) > 1:
            return sorted(self.finished() & set(near))
        return [number for number in near if self._seal_path(number).exists()]

    def _seal(self, number: int) -> Seal:
        """The seal of a part. Raises BadInput where it is damaged, or that of another part or run."""
        path = self._seal_path(number)
        try:
            seal = _read_seal(path, path.stat().st_mtime_ns)
        except (OSError, ValueError, TypeError):
            raise self._damage(path) from None
        size, games = self._settings["part"], self._settings["games"]
        if seal.run != self._stamp:
            raise BadInput(f"{path} is the seal of another run than run.toml describes: one of the two was changed.")
        if (seal.first, seal.games) != (number * size, min(size, games - number * size)):
            raise self._damage(path)
        return seal


def _source(path: Path) -> Any:
    """Return what polars reads a file from: an open file where the path is not in UTF-8, as polars expects paths."""
    return path if os.fsencode(path) == str(path).encode(errors="replace") else path.open("rb")


def _overlap(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _write(path: Path, content: bytes) -> None:
    """Write a file completely or not at all, and wait until the disk has it.

    Raises:
        BadInput: if it cannot be written.
    """
    with replacing(path) as draft, draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _json(path: Path) -> dict[str, Any]:
    """A table in JSON; an empty one where there is none."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@cache
def _read_seal(path: Path, modified: int) -> Seal:
    seal = Seal(**_json(path))
    if not isinstance(seal.digests, dict):
        raise TypeError
    return seal


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _is_sound(path: Path, digest: str | None) -> bool:
    """Whether a file is what it was when its digest was taken."""
    try:
        about = path.stat()
        return digest is not None and _digest_of(path, about.st_size, about.st_mtime_ns) == digest
    except OSError:
        return False


@cache
def _digest_of(path: Path, size: int, modified: int) -> str:
    """The digest of a file, computed once as long as it is not written again."""
    return _digest(path.read_bytes())
