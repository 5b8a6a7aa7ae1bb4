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
    """An entry of a file of weights for one strategy, or for one row of it. The file may hold other strategies."""

    path: Path
    name: str
    setup: str | None = None
    level: str = ""

    @classmethod
    def of(cls, spec: str, setup: str | None = None, level: str = "") -> "RecipeFile":
        """Return the entry for FILE.toml:NAME.

        Raises:
            BadInput: If the text has another form, the entry was not trained, or the file cannot be written.
        """
        path, colon, name = spec.rpartition(":")
        if not colon or not path.endswith(".toml") or not name.isidentifier():
            raise BadInput(f"'{spec}' is not a file and name for weights: write mine.toml:name.")
        place = cls(Path(path), name, setup, level)
        content = place._content(place._entries())
        if content is not None and "provenance" not in content:
            raise BadInput(f"{path} has '{place._place}', which was not trained: choose another name.")
        check_writable(place.path)
        return place

    @property
    def is_new(self) -> bool:
        """Return whether the file has no strategy of this name yet."""
        return self.name not in self._entries()

    def write(self, about: Mapping[str, Any], content: Mapping[str, Any]) -> None:
        """Write weights with their provenance to the file. They replace an earlier entry; the rest is unchanged.

        Args:
            about: Further keys of a strategy with a new name. If the entry is a row, they include its general weights.
            content: The weights with their provenance.
        """
        entries = self._entries()
        content = content if self.setup else {**about, **content}
        if self._content(entries) is not None:
            write_text(self.path, tomli_w.dumps(self._with(entries, content)))
        else:
            before = read_text(self.path) + "\n" if entries else ""
            new = {} if self.name in entries else {self.name: dict(about)}
            write_text(self.path, before + tomli_w.dumps(self._with(new, content)))

    @property
    def _keys(self) -> list[str]:
        """The keys of the entry, from the outermost to the innermost."""
        setup = [] if self.setup is None else ["setups", self.setup]
        return [self.name, *setup, *(["levels", self.level] if self.level else [])]

    @property
    def _place(self) -> str:
        return ".".join(self._keys)

    def _content(self, entries: Mapping[str, Any]) -> Any:
        """Return the content of the entry, or `None` if it is missing or empty."""
        content: Any = entries
        for key in self._keys:
            content = content.get(key, {})
        return content or None

    def _with(self, entries: dict[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the entries after replacing the content of this entry. A row for a setup keeps its rows for levels."""
        table = entries
        for key in self._keys[:-1]:
            table = table.setdefault(key, {})
        last = self._keys[-1]
        kept = {"levels": table[last]["levels"]} if self.setup and "levels" in table.get(last, {}) else {}
        table[last] = {**kept, **content}
        return entries

    def _entries(self) -> dict[str, Any]:
        return read_entries(self.path) if self.path.exists() else {}
