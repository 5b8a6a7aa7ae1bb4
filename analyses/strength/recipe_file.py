"""A file of weights that training writes to: FILE.toml:NAME."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from starbalance.simulator.errors import BadInput
from starbalance.simulator.weights import read_entries


@dataclass(frozen=True)
class RecipeFile:
    """A place for a strategy, or for its row for a set-up, in a file of weights that may hold others."""

    path: Path
    name: str
    setup: str | None = None

    @classmethod
    def of(cls, spec: str, setup: str | None = None) -> "RecipeFile":
        """The place that FILE.toml:NAME names. Raises BadInput for what names none, or one that was not trained."""
        path, colon, name = spec.rpartition(":")
        if not colon or not path.endswith(".toml") or not name.isidentifier():
            raise BadInput(f"'{spec}' names no place for weights: write mine.toml:name.")
        found = cls(Path(path), name, setup)
        there = found._there(found._entries())
        if there is not None and "provenance" not in there:
            raise BadInput(f"{path} has '{found._place}', which was not trained: choose another name.")
        return found

    @property
    def is_new(self) -> bool:
        """Whether the file has no strategy of that name yet."""
        return self.name not in self._entries()

    def write(self, about: Mapping[str, Any], found: Mapping[str, Any]) -> None:
        """Adds weights with their provenance to the file, which stays as it is; those trained before make way.

        about: what else a strategy of a new name has; with a row, its weights in all other set-ups too.
        """
        entries = self._entries()
        is_there = self._there(entries) is not None
        added = {**about, **found} if self.setup is None else {"setups": {self.setup: dict(found)}}
        if self.setup is not None and self.name not in entries:
            added = {**about, **added}
        if is_there:
            self._save(tomli_w.dumps(self._replaced(entries, added)))
        else:
            before = self.path.read_text(encoding="utf-8") + "\n" if entries else ""
            self._save(before + tomli_w.dumps({self.name: added}))

    @property
    def _place(self) -> str:
        return self.name if self.setup is None else f"{self.name}.setups.{self.setup}"

    def _there(self, entries: Mapping[str, Any]) -> Any:
        """What stands at the place; None where nothing does."""
        entry = entries.get(self.name)
        return entry if entry is None or self.setup is None else entry.get("setups", {}).get(self.setup)

    def _replaced(self, entries: dict[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
        if self.setup is None:
            return {**entries, self.name: added}
        entries[self.name]["setups"].update(added["setups"])
        return entries

    def _save(self, text: str) -> None:
        draft = self.path.with_suffix(".draft")
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.path)

    def _entries(self) -> dict[str, Any]:
        return read_entries(self.path) if self.path.exists() else {}
