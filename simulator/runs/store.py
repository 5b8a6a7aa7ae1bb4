"""Run folders: `run.toml`, which says everything needed to repeat the run, and numbered Parquet parts."""

import os
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl
import tomli_w

from starbalance.simulator.errors import BadInput

TIMELINE = "timeline"
_TOLD = ("game", "setup", "games", "seed")  # short enough for a sentence


class Store:
    """The folder of one run. A part is complete when its games file exists: it is written last."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)

    @property
    def _parts(self) -> Path:
        return self.folder / "parts"

    def path(self, table: str, number: int) -> Path:
        """The file of a part: table is `games`, `seats` or `timeline`."""
        return self._parts / f"{table}-{number:05d}.parquet"

    def settings(self) -> dict[str, Any]:
        """The contents of run.toml. Raises BadInput where there is none."""
        try:
            return tomllib.loads((self.folder / "run.toml").read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise BadInput(f"There is no run in {self.folder}.") from None
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise BadInput(f"{self.folder / 'run.toml'} cannot be read: {error}.") from None

    def begin(self, settings: Mapping[str, Any], resume: bool) -> None:
        """Creates the folder, or checks that it holds the same run. Raises BadInput otherwise."""
        if (self.folder / "run.toml").exists():
            self._refuse_other(settings)
            if not resume:
                raise BadInput(f"{self.folder} holds this run already: add --resume to go on with it.")
            return
        if resume:
            raise BadInput(f"There is no run in {self.folder} to resume.")
        if self.folder.exists() and any(self.folder.iterdir()):
            raise BadInput(f"{self.folder} exists and is not a run: choose another folder.")
        self._write(self.folder / "run.toml", lambda path: path.write_bytes(tomli_w.dumps(settings).encode()))

    def _refuse_other(self, settings: Mapping[str, Any]) -> None:
        stored = self.settings()
        for key in {**stored, **settings}:
            if key != "versions" and stored.get(key) != settings.get(key):
                told = f", {stored.get(key)} and not {settings.get(key)}" if key in _TOLD else ""
                raise BadInput(f"{self.folder} holds a run with another {key}{told}: choose another folder.")

    def write(self, number: int, tables: Mapping[str, pl.DataFrame]) -> None:
        """Writes a part, its tables by name: whole or not at all."""
        for name in sorted(tables, key=lambda name: name == "games"):
            self._write(self.path(name, number), tables[name].write_parquet)

    def _write(self, path: Path, write: Any) -> None:
        draft = path.with_suffix(".draft")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(draft)
            with draft.open("rb") as file:
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True) if path.parent.is_dir() else None
            raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from None

    def finished(self) -> set[int]:
        """The numbers of the parts that are there."""
        return {int(path.stem.rpartition("-")[2]) for path in self._parts.glob("games-*.parquet")}

    def discard_damaged(self) -> list[str]:
        """Removes the parts that cannot be read; their names."""
        damaged = []
        tables = ["seats", "games", *([TIMELINE] if self.settings()["timeline"] else [])]
        for number in sorted(self.finished()):
            paths = [self.path(table, number) for table in tables]
            unreadable = [path for path in paths if not _is_readable(path)]
            damaged += [path.name for path in unreadable]
            for path in paths if unreadable else []:
                path.unlink(missing_ok=True)
        return damaged

    def scan(self, table: str, games: range | None = None) -> pl.LazyFrame:
        """A lazy frame over all games, or over some by their numbers: then no other parts are opened.

        Raises BadInput for a run without parts, or naming the damaged one, or for the timeline of a run that has none.
        """
        if table == TIMELINE and not self.settings()["timeline"]:
            raise BadInput(f"The run in {self.folder} has no timeline: play it with --timeline.")
        paths = self._paths(table, games)
        for path in paths:
            if not _has_footer(path):
                raise BadInput(f"{path} is damaged: `starbalance run ... --out {self.folder} --resume` plays it again.")
        frame = pl.scan_parquet(paths)
        return frame if games is None else frame.filter(pl.col("game").is_between(games.start, games.stop - 1))

    def _paths(self, table: str, games: range | None) -> list[Path]:
        """The files that hold games, or where there are none of these, the first; all for None."""
        if games is not None:
            size, stop = self._size, min(games.stop, self._games)
            near = [self.path(table, number) for number in range(games.start // size, (stop - 1) // size + 1)]
            if there := [path for path in near if path.exists()]:
                return there
        numbers = sorted(self.finished())
        if not numbers:
            raise BadInput(f"The run in {self.folder} has no finished part yet.")
        return [self.path(table, number) for number in (numbers if games is None else numbers[:1])]

    @cached_property
    def _size(self) -> int:
        """How many games a part has."""
        return int(self.settings()["part"])

    @cached_property
    def _games(self) -> int:
        """How many games the run has at most."""
        return int(self.settings()["games"])


def _has_footer(path: Path) -> bool:
    """Whether a Parquet file is whole at both ends."""
    try:
        with path.open("rb") as file:
            head = file.read(4)
            file.seek(-4, os.SEEK_END)
            return head == file.read(4) == b"PAR1"
    except OSError:
        return False


def _is_readable(path: Path) -> bool:
    try:
        return _has_footer(path) and pl.read_parquet(path).height > 0
    except (OSError, pl.exceptions.PolarsError):
        return False
