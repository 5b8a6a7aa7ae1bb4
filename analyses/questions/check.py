"""A balance check for scripts. It plays the runs that a study asks for and reports whether the game is balanced."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import judged
from starbalance.analyses.questions.check_study import Check, read
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.truncation import TRUNCATED
from starbalance.analyses.statistics.verdict import BALANCE, GAMES_NEEDED, REASON, UNDECIDED, VERDICT, is_decided
from starbalance.simulator.runs.experiment import after
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.settings import RUNS

BALANCED, OUT = BALANCE[0], "out of balance"


@dataclass(frozen=True)
class Row:
    """One row of a check.

    Attributes:
        name: the cell, such as `home=Algol`
        games: the number of games with a seat in the cell
        share: the win share of the cell, 0 to 1
        low: the lower end of its interval
        high: the upper end
        equal_share: the win share of a side if all sides are equal
        verdict: `balanced`, `strong`, `weak` or `undecided`
        sentence: the row in words
        truncated: the share of truncated games
        games_needed: the total games that may decide the row, or `None`
        reason: why more games would not decide the row, or an empty text
    """

    name: str
    games: int
    share: float
    low: float
    high: float
    equal_share: float
    verdict: str
    sentence: str
    truncated: float
    games_needed: int | None
    reason: str

    @property
    def outcome(self) -> str:
        """The outcome of the row: `balanced`, `out of balance` or `undecided`."""
        if not is_decided(self.verdict):
            return UNDECIDED
        return BALANCED if self.verdict == BALANCED else OUT


@dataclass(frozen=True)
class Checked:
    """A check with the run that was played for it.

    Attributes:
        check: the check
        result: the run
    """

    check: Check
    result: Result

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of the check, one per cell of its table."""
        balance_check, at_equal_share = self.check, equal_share(self.result)
        table = rates(
            self.result,
            balance_check.by,
            margin=balance_check.margin,
            alpha=balance_check.alpha,
            max_truncated=balance_check.max_truncated,
        )
        return [_row(balance_check, cell, at_equal_share) for cell in table.to_dict("records")]


@dataclass(frozen=True)
class Gate:
    """The checks of a study after they were played.

    Attributes:
        game: the name of the game
        checked: the checks with their runs
    """

    game: str
    checked: list[Checked]

    @property
    def rows(self) -> pd.DataFrame:
        """Return a row for each cell of every check.

        Returns:
            check: the name of the check
            row: the cell, such as `home=Algol`
            games: the number of games with a seat in the cell
            share: the win share of the cell, 0 to 1
            low: the lower end of its interval
            high: the upper end
            equal_share: the win share of a side if all sides are equal
            truncated: the share of truncated games
            verdict: `balanced`, `strong`, `weak` or `undecided`
            games_needed: the total games that may decide the row; missing if there is no such number
            reason: why more games would not decide the row, or an empty text
        """
        columns = ("games", "share", "low", "high", "equal_share", TRUNCATED, VERDICT, GAMES_NEEDED, REASON)
        return pd.DataFrame(
            {"check": each.check.name, "row": row.name, **{name: getattr(row, name) for name in columns}}
            for each in self.checked
            for row in each.rows
        )

    @property
    def outcome(self) -> str:
        """The outcome of all rows: `out of balance` if any row is, else `undecided` if any row is, else `balanced`."""
        outcomes = [row.outcome for each in self.checked for row in each.rows]
        return next((word for word in (OUT, UNDECIDED) if word in outcomes), BALANCED)


def check(
    game: str,
    *,
    study: Path | None = None,
    jobs: int | None = None,
    out: Path | None = RUNS,
    progress: Callable[..., None] = lambda done, total, note="": None,
    notify: Callable[[str], None] = lambda line: None,
) -> Gate:
    """Play the checks of a study and return their outcome.

    Args:
        game: The name or folder of a game.
        study: The file with the checks. Default: the file of the game.
        jobs: The number of processes. Default: one per core.
        out: The folder for the runs. `None` keeps them in memory. Default: a folder below runs/ for each run.
        progress: Called with the games done, the games in all, and a note.
        notify: Called with lines for the user.

    Returns:
        The checks with their runs, see `Gate`.

    Raises:
        BadInput: Before a game is played, if the file names anything that does not exist or is out of range.

    >>> import starbalance as sb
    >>> gate = sb.check("comet-chase", out=None, jobs=1)
    >>> gate.outcome, gate.rows["check"].nunique()
    ('out of balance', 1)
    """
    checks = read(game, study)
    total, done = sum(each.options["games"] for each in checks), 0
    checked = []
    for each in checks:
        part = after(progress, done, total)
        checked.append(Checked(each, run(game, **each.options, jobs=jobs, out=out, progress=part, notify=notify)))
        done += each.options["games"]
    return Gate(game, checked)


def _row(balance_check: Check, cell: dict[str, Any], equal_share: float) -> Row:
    name = ", ".join(f"{column}={cell[column]}" for column in balance_check.by)
    sentence = judged(name, cell, equal_share, margin=balance_check.margin)
    numbers = {column: cell[column] for column in ("games", "share", "low", "high", TRUNCATED, VERDICT, REASON)}
    needed = None if pd.isna(cell[GAMES_NEEDED]) else int(cell[GAMES_NEEDED])
    return Row(name=name, equal_share=equal_share, sentence=sentence, games_needed=needed, **numbers)
