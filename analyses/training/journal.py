"""A journal of long work in a folder, so that stopped work continues.

A continued computation starts again from its beginning, and reads finished pieces from the journal. So it ends with the
same result to the bit, however often it was stopped.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import read_text, write_text, writing
from starbalance.simulator.runs.lock import lock

NAME = "journal.jsonl"
ABOUT = "work.toml"


class Journal:
    """A folder with one line for each finished piece of work. Only one process writes to it at a time."""

    def __init__(self, folder: Path, about: Mapping[str, Any], resume: bool):
        """Open a journal or start a new one.

        Args:
            folder: Folder of the journal.
            about: Description of the work, written to the folder for its readers.
            resume: Whether an existing journal may be continued.

        Raises:
            BadInput: If another process writes to the folder, or the journal exists and `resume` is false.
        """
        self.folder = folder
        if (folder / NAME).exists() and not resume:
            raise BadInput(f"This work was started in {folder}: add --resume to continue it, or remove the folder.")
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = lock(folder)
        write_text(folder / ABOUT, tomli_w.dumps(about))
        self._known = _read(folder / NAME)

    def close(self) -> None:
        """Allow other processes to write to the folder."""
        self._lock.close()

    def recall(self, what: str, make: Callable[[], np.ndarray]) -> np.ndarray:
        """Return the numbers of a piece of work. Compute and store them if the journal does not have them yet."""
        if what not in self._known:
            numbers = make()
            line = json.dumps({"work": what, "shape": numbers.shape, "numbers": numbers.ravel().tolist()})
            with writing(self.folder / NAME), (self.folder / NAME).open("a", encoding="utf-8") as file:
                file.write(line + "\n")
            self._known[what] = numbers
        return self._known[what]

    def knows(self, what: str) -> bool:
        """Return whether a piece of work is finished."""
        return what in self._known


def _read(path: Path) -> dict[str, np.ndarray]:
    """Return the finished pieces of work by name. Empty without a file.

    An incomplete last line is removed from the file. Raise BadInput if the file is damaged.
    """
    if not path.exists():
        return {}
    text = read_text(path)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_text(path, whole)
    try:
        lines = [json.loads(line) for line in whole.splitlines()]
        return {each["work"]: np.array(each["numbers"]).reshape(each["shape"]) for each in lines}
    except (ValueError, KeyError, TypeError):
        raise BadInput(f"{path} is damaged: remove it to start again.") from None


def digest(*parts: Any) -> str:
    """Return a short name for a piece of work: a hash of everything that it depends on."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
