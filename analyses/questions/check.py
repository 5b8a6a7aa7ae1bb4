"""A check for scripts: plays what a study asks for and says whether the game is in balance."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import judged
from starbalance.analyses.questions.check_study import Check, read
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import BALANCE, GAMES_NEEDED, REASON, UNDECIDED, VERDICT, is_decided
from starbalance.simulator.runs.experiment import after
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, run

BALANCED, OUT = BALANCE[0], "out of balance"


@dataclass(frozen=True)
class Row:
    """One row of a check: its name such as `home=Algol`, what was found, and the same in a sentence."""

    name: str
    games: int
    share: float
    low: float
    high: float
    parity: float
    verdict: str
    sentence: str
    truncated: float
    games_needed: int | None
    reason: str

    @property
    def outcome(self) -> str:
        """balanced, out of balance or undecided."""
        if not is_decided(self.verdict):
            return UNDECIDED
        return BALANCED if self.verdict == BALANCED else OUT


@dataclass(frozen=True)
class Checked:
    """A check with the run it was played as."""

    check: Check
    result: Result

    @cached_property
    def rows(self) -> list[Row]:
        """A row for each cell of its table."""
        asked, at_parity = self.check, parity(self.result)
        table = rates(self.result, asked.by, margin=asked.margin, alpha=asked.alpha, max_truncated=asked.max_truncated)
        return [_row(asked, cell, at_parity) for cell in table.to_dict("records")]


@dataclass(frozen=True)
class Gate:
    """The checks of a study, played."""

    game: str
    checked: list[Checked]

    @property
    def rows(self) -> pd.DataFrame:
        """Return a row for each cell of every check.

        Columns: check, row, games, share, low, high, parity, truncated, verdict, games_needed, reason.
        """
        columns = ("games", "share", "low", "high", "parity", TRUNCATED, VERDICT, GAMES_NEEDED, REASON)
        return pd.DataFrame(
            {"check": each.check.name, "row": row.name, **{name: getattr(row, name) for name in columns}}
            for each in self.checked
            for row in each.rows
        )

    @property
    def outcome(self) -> str:
        """out of balance where any row is, else undecided where any row is, else balanced."""
        found = [row.outcome for each in self.checked for row in each.rows]
        return next((word for word in (OUT, UNDECIDED) if word in found), BALANCED)


def check(
    game: str,
    *,
    study: Path | None = None,
    jobs: int | None = None,
    out: Path | None = DEFAULT,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> Gate:
    """Plays the checks of a study (none: the game's own), each into a folder below runs/ (out=None: in memory).

    Raises BadInput, before a game is played, for anything in the file that does not exist or cannot be.
    """
    checks = read(game, study)
    total, done = sum(each.options["games"] for each in checks), 0
    checked = []
    for each in checks:
        part = after(progress, done, total)
        checked.append(Checked(each, run(game, **each.options, jobs=jobs, out=out, progress=part, tell=tell)))
        done += each.options["games"]
    return Gate(game, checked)


def _row(asked: Check, cell: dict[str, Any], parity: float) -> Row:
    name = ", ".join(f"{column}={cell[column]}" for column in asked.by)
    sentence = judged(name, cell, parity, margin=asked.margin)
    numbers = {column: cell[column] for column in ("games", "share", "low", "high", TRUNCATED, VERDICT, REASON)}
    needed = None if pd.isna(cell[GAMES_NEEDED]) else int(cell[GAMES_NEEDED])
    return Row(name=name, parity=parity, sentence=sentence, games_needed=needed, **numbers)
