"""What long work has found out so far, in a folder, so that it goes on where it was stopped.

The work is repeated from its beginning; what stands in the journal is not played again. So it ends with the same result
to the bit, wherever it was stopped and however often.
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
    """A folder with a line for every piece of work that is done; one process writes to it at a time."""

    def __init__(self, folder: Path, about: Mapping[str, Any], resume: bool):
        """Opens or begins it; about: what the work is, for whoever looks into the folder.

        Raises BadInput where another process writes to it, and where there is one already that is not to be resumed.
        """
        self.folder = folder
        if (folder / NAME).exists() and not resume:
            raise BadInput(f"This work was begun in {folder}: add --resume to go on with it, or remove the folder.")
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = lock(folder)
        write_text(folder / ABOUT, tomli_w.dumps(about))
        self._known = _read(folder / NAME)

    def close(self) -> None:
        """Lets others write to the folder."""
        self._lock.close()

    def recall(self, what: str, make: Callable[[], np.ndarray]) -> np.ndarray:
        """The numbers of a piece of work, made and written down if they are not known yet."""
        if what not in self._known:
            found = make()
            line = json.dumps({"work": what, "shape": found.shape, "numbers": found.ravel().tolist()})
            with writing(self.folder / NAME), (self.folder / NAME).open("a", encoding="utf-8") as file:
                file.write(line + "\n")
            self._known[what] = found
        return self._known[what]

    def knows(self, what: str) -> bool:
        """Whether a piece of work is done."""
        return what in self._known


def _read(path: Path) -> dict[str, np.ndarray]:
    """The pieces of work in a journal; a line that was not finished is taken out."""
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
        raise BadInput(f"{path} is damaged: remove it to begin anew.") from None


def digest(*parts: Any) -> str:
    """A short name for a piece of work by all that it depends on."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
