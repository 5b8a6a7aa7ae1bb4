"""A file of weights that training writes to: FILE.toml:NAME."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import check_writable, read_text, write_text
from starbalance.simulator.engine.weights import read_entries


@dataclass(frozen=True)
class RecipeFile:
    """A place for a strategy, or for a row of it, in a file of weights that may hold others."""

    path: Path
    name: str
    setup: str | None = None
    level: str = ""

    @classmethod
    def of(cls, spec: str, setup: str | None = None, level: str = "") -> "RecipeFile":
        """Return the place that FILE.toml:NAME names.

        Raises:
            BadInput: if the text names no place, the strategy there was not trained, or the file cannot be written.
        """
        path, colon, name = spec.rpartition(":")
        if not colon or not path.endswith(".toml") or not name.isidentifier():
            raise BadInput(f"'{spec}' names no place for weights: write mine.toml:name.")
        found = cls(Path(path), name, setup, level)
        there = found._there(found._entries())
        if there is not None and "provenance" not in there:
            raise BadInput(f"{path} has '{found._place}', which was not trained: choose another name.")
        check_writable(found.path)
        return found

    @property
    def is_new(self) -> bool:
        """Whether the file has no strategy of that name yet."""
        return self.name not in self._entries()

    def write(self, about: Mapping[str, Any], found: Mapping[str, Any]) -> None:
        """Adds weights with their provenance to the file, which stays as it is; those trained before make way.

        about: what else a strategy of a new name has; with a row, its weights everywhere else too.
        """
        entries = self._entries()
        found = found if self.setup else {**about, **found}
        if self._there(entries) is not None:
            write_text(self.path, tomli_w.dumps(self._with(entries, found)))
        else:
            before = read_text(self.path) + "\n" if entries else ""
            new = {} if self.name in entries else {self.name: dict(about)}
            write_text(self.path, before + tomli_w.dumps(self._with(new, found)))

    @property
    def _keys(self) -> list[str]:
        """The keys that lead to the place."""
        setup = [] if self.setup is None else ["setups", self.setup]
        return [self.name, *setup, *(["levels", self.level] if self.level else [])]

    @property
    def _place(self) -> str:
        return ".".join(self._keys)

    def _there(self, entries: Mapping[str, Any]) -> Any:
        """What stands at the place; None where nothing does."""
        found: Any = entries
        for key in self._keys:
            found = found.get(key, {})
        return found or None

    def _with(self, entries: dict[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
        """The entries with something at the place; a row for a set-up keeps those for levels in it."""
        table = entries
        for key in self._keys[:-1]:
            table = table.setdefault(key, {})
        last = self._keys[-1]
        kept = {"levels": table[last]["levels"]} if self.setup and "levels" in table.get(last, {}) else {}
        table[last] = {**kept, **found}
        return entries

    def _entries(self) -> dict[str, Any]:
        return read_entries(self.path) if self.path.exists() else {}
