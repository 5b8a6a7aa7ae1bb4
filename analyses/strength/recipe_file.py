"""A file of weights that training writes to: FILE.toml:NAME."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from starbalance.simulator.errors import BadInput
from starbalance.simulator.weights import read_entries

NAME = "trained.toml:trained"


@dataclass(frozen=True)
class RecipeFile:
    """A place for a strategy in a file of weights, which may hold others."""

    path: Path
    name: str

    @classmethod
    def of(cls, spec: str) -> "RecipeFile":
        """The place that FILE.toml:NAME names.

        Raises BadInput for what names none, and for one that holds what was not trained.
        """
        path, colon, name = spec.rpartition(":")
        if not colon or not path.endswith(".toml") or not name.isidentifier():
            raise BadInput(f"'{spec}' names no place for weights: write mine.toml:name.")
        found = cls(Path(path), name)
        entries = found._entries()
        if name in entries and "provenance" not in entries[name]:
            raise BadInput(f"{path} has a strategy '{name}' that was not trained: choose another name.")
        return found

    def write(self, entry: Mapping[str, Any]) -> None:
        """Adds the strategy to those of the file, which stays as it is; one trained before makes way."""
        entries = self._entries()
        text = self.path.read_text(encoding="utf-8") + "\n" if entries else ""
        if self.name in entries:
            del entries[self.name]
            text = tomli_w.dumps(entries) + "\n"
        draft = self.path.with_suffix(".draft")
        draft.write_text(text + tomli_w.dumps({self.name: entry}), encoding="utf-8")
        draft.replace(self.path)

    def _entries(self) -> dict[str, Any]:
        return read_entries(self.path) if self.path.exists() else {}
