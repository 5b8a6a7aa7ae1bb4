"""The findings of a report: the win share of each level in each setup, its verdict, and where the verdict holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import lowered, named, plain
from starbalance.analyses.questions.skill import FEW
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.report.sentence import capital
from starbalance.analyses.statistics.verdict import BALANCE


@dataclass(frozen=True, eq=False)
class Finding:
    """The win share of a level in a setup.

    Attributes:
        scenario: Scenario of the setup.
        judge: Scenario whose games give the verdict, usually the same.
        column: Column of the level.
        level: The level, as the tables spell it.
        row: Row of the level in the table of win shares.
        equal_share: The equal share.
        trust: Condition (`play`, `strategies`, `data`) -> `holds`, `changes` or `undecided`, for the conditions that
            were tried.
    """

    scenario: Scenario
    judge: Scenario
    column: str
    level: str
    row: Mapping[str, Any]
    equal_share: float
    trust: Mapping[str, str] = field(default_factory=dict)

    @property
    def away(self) -> float:
        """The win share minus the equal share."""
        return float(self.row["share"] - self.equal_share)

    @property
    def verdict(self) -> str:
        """The verdict."""
        return str(self.row["verdict"])

    @property
    def is_imbalanced(self) -> bool:
        """Whether the verdict is strong or weak."""
        return self.verdict in BALANCE[1:]

    @property
    def name(self) -> str:
        """The level as a label, such as "Mira" or "seat 1". It has the column unless that is clear."""
        label, column = named([self.column], self.row), plain(self.column)
        is_clear = self.column == self.judge.result.factor or column.split()[0] in label
        return label if is_clear else f"{label} ({column})"

    @property
    def label(self) -> str:
        """The level as a label of a chart whose panel names the column."""
        return label_of(self.column, self.row)

    @property
    def where(self) -> str:
        """The setup in words, within a sentence."""
        return lowered(self.judge.title)

    @property
    def printed(self) -> float | None:
        """The win share under the printed rules, if the verdict is from games with other rules.

        `None` if the verdict is from games with the printed rules, or the level has fewer than 400 games with them.
        """
        if self.judge.is_unchanged:
            return None
        rows = self.of_level(self.scenario.rates([self.column]))
        return float(rows["share"].iloc[0]) if rows["games"].sum() >= FEW else None

    def of_level(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of the level in a table."""
        return table[table[self.column].astype(str) == self.level]

    def point(self, **facts: Any) -> dict[str, Any]:
        """Return a row of a chart: the label, the win share as points from the equal share, and further facts."""
        return apart(self.row, self.equal_share) | {"label": self.label} | facts


def label_of(column: str, row: Mapping[str, Any]) -> str:
    """Return the level of a row as a label of a chart whose panel names the column."""
    return capital(named([column], row))


def apart(row: Mapping[str, Any], equal_share: float) -> dict[str, float]:
    """Return the value of a row of win shares and the ends of its interval, as points from an equal share."""
    ends = (("value", "share"), ("low", "low"), ("high", "high"))
    return {new: 100 * (row[old] - equal_share) for new, old in ends}
