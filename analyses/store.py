"""Run folders: `run.toml`, which says everything needed to repeat the run, and numbered Parquet parts."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import tomli_w

from simulator.errors import BadInput

TABLES = ("seats", "games")


class Store:
    """The folder of one run. A part is complete when its games file exists: it is written last."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)

    @property
    def _parts(self) -> Path:
        return self.folder / "parts"

    def path(self, table: str, number: int) -> Path:
        """The file of a part: table is `games` or `seats`."""
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
        for key in settings:
            if key != "versions" and stored.get(key) != settings[key]:
                raise BadInput(f"{self.folder} holds a run with another {key}: choose another folder.")

    def write(self, number: int, games: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Writes a part: whole or not at all."""
        self._write(self.path("seats", number), seats.write_parquet)
        self._write(self.path("games", number), games.write_parquet)

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
        for number in sorted(self.finished()):
            for table in TABLES:
                path = self.path(table, number)
                if not _is_readable(path):
                    damaged.append(path.name)
                    self.path("games", number).unlink(missing_ok=True)
                    self.path("seats", number).unlink(missing_ok=True)
                    break
        return damaged

    def scan(self, table: str) -> pl.LazyFrame:
        """A lazy frame over all parts. Raises BadInput for a run without parts, or naming the damaged one."""
        paths = [self.path(table, number) for number in sorted(self.finished())]
        if not paths:
            raise BadInput(f"The run in {self.folder} has no finished part yet.")
        for path in paths:
            if not _has_footer(path):
                raise BadInput(f"{path} is damaged: `starbalance run ... --out {self.folder} --resume` plays it again.")
        return pl.scan_parquet(paths)

    def size(self) -> tuple[int, int]:
        """(games finished, games asked for)."""
        finished = self.scan("games").select(pl.len()).collect().item() if self.finished() else 0
        return finished, self.settings()["games"]


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
