"""The findings of the checks of a game: what is wrong, and where."""

from collections.abc import Iterable
from typing import NamedTuple

NUMBERS, FUNCTIONS, PLAY, REDEAL, STRATEGIES, TEXTS, COLUMNS, FILES = CHECKS = (
    "numbers",
    "functions",
    "play",
    "redeal",
    "strategies",
    "texts",
    "columns",
    "files",
)


class Finding(NamedTuple):
    """A fault of a game, or a note on it.

    Attributes:
        check: The check: one of CHECKS.
        what: What is wrong, as a sentence without its full stop.
        place: The file and the line. Empty if the sentence contains them.
        where: The decision and the game. Empty if they do not matter.
        is_fault: Whether the game is wrong. A note may be intended. Default: true.
    """

    check: str
    what: str
    place: str = ""
    where: str = ""
    is_fault: bool = True

    @property
    def line(self) -> str:
        """The finding with its place, as a sentence with its full stop. A hint that ends with a question needs none."""
        return self.sentence if self.sentence.endswith("?") else f"{self.sentence}."

    @property
    def sentence(self) -> str:
        """The finding with its place, without a full stop."""
        return f"{self.what} ({self.place}{self.where})" if self.place else self.what


def distinct(findings: Iterable[Finding]) -> list[Finding]:
    """Return the first finding of each check and place."""
    by_place: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        by_place.setdefault((finding.check, finding.place or finding.what), finding)
    return list(by_place.values())
