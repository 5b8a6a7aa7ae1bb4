"""The findings of a report: the win share of each level in each setup, its verdict, and where the verdict holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import lowered, named, plain
from starbalance.analyses.report.certainty import judged_columns
from starbalance.analyses.report.challenge import CHANGES, PLAY, challenges
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import Scenario, StudyRuns, told_apart
from starbalance.analyses.report.section import Section
from starbalance.analyses.report.sentence import capital
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import BALANCE, MARGIN, UNDECIDED

SEAT, STRATEGY = "seat", "strategy"
MOST = 3  # levels with a page of their own
_FEW = 400  # games; with fewer, a share is uncertain by 5 points


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
        return capital(named([self.column], self.row))

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
        return float(rows["share"].iloc[0]) if rows["games"].sum() >= _FEW else None

    def of_level(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of the level in a table."""
        return table[table[self.column].astype(str) == self.level]


@dataclass(frozen=True, eq=False)
class Story:
    """What the pages of a report are about: the runs of a study with their findings.

    Attributes:
        study_runs: The runs of the study.
        study: The study.
        sections: Sections of the study.
        compared: Comparisons with other data.
        headlines: Scenarios of the summary, one for each setup.
        judges: Scenarios that give the verdicts of other scenarios, by the name of the other scenario.
    """

    study_runs: StudyRuns
    study: Mapping[str, Any]
    sections: Sequence[Section]
    compared: Sequence[OtherData]
    headlines: Sequence[Scenario]
    judges: Mapping[str, Scenario]

    @property
    def factor(self) -> str:
        """The main factor."""
        return self.headlines[0].result.factor

    @cached_property
    def challenged(self) -> pd.DataFrame:
        """The table of `challenges`."""
        return challenges(self.study_runs, self.compared)

    @cached_property
    def findings(self) -> list[Finding]:
        """Findings on every level of the factor, the seats, and dealt components with verdicts, in each setup."""
        return [finding for scenario in self.headlines for finding in self._of_setup(scenario)]

    @cached_property
    def problems(self) -> list[list[Finding]]:
        """Findings on each imbalanced level in all setups where it is imbalanced, the largest imbalance first.

        A level other than of the main factor needs an imbalance above the margin.
        """
        by_level: dict[tuple[str, str], list[Finding]] = {}
        for finding in sorted(self.findings, key=lambda each: -abs(each.away)):
            if finding.is_imbalanced and (finding.column == self.factor or abs(finding.away) > MARGIN):
                by_level.setdefault((finding.column, finding.level), []).append(finding)
        return list(by_level.values())

    def setups(self, cases: Sequence[Finding]) -> list[str]:
        """Return the setups of findings in words, in the order of the study. All setups are "every setup"."""
        where = [case.where for scenario in self.headlines for case in cases if case.scenario is scenario]
        return ["every setup"] if len(where) == len(self.headlines) > 1 else where

    def changed(self, against: str) -> list[str]:
        """Return the levels with a verdict that changes under a condition, as labels, the largest imbalance first."""
        turned = [each for each in self.findings if each.trust.get(against) == CHANGES]
        return list(dict.fromkeys(each.name for each in sorted(turned, key=lambda each: -abs(each.away))))

    def has_untried(self, against: str) -> bool:
        """Return whether a decided verdict was not tried under a condition."""
        return any(each.verdict in BALANCE and against not in each.trust for each in self.findings)

    def outcomes(self, against: str) -> list[str]:
        """Return the outcomes of all verdicts that were tried under a condition."""
        return [each.trust[against] for each in self.findings if against in each.trust]

    def play_outcomes(self) -> list[str]:
        """Return the outcomes among stronger players. Without a decided verdict they are undecided, if any played."""
        return self.outcomes(PLAY) or [UNDECIDED] * bool(self.study_runs.skills)

    def _of_setup(self, scenario: Scenario) -> Iterator[Finding]:
        own_sections = [section for section in self.sections if scenario.name in section.scenarios]
        columns = [self.factor, *judged_columns(scenario, own_sections), SEAT]
        for column in dict.fromkeys(name for name in columns if name != STRATEGY):
            judge = self.judges.get(scenario.name, scenario) if column == self.factor else scenario
            table = judge.rates([column])
            for _, row in (told_apart(table) if column == SEAT else table).iterrows():
                yield Finding(
                    scenario,
                    judge,
                    column,
                    str(row[column]),
                    row,
                    equal_share(judge.result),
                    self._trust(judge, column, named([column], row)),
                )

    def _trust(self, judge: Scenario, column: str, level: str) -> dict[str, str]:
        table = self.challenged
        rows = table[(table["scenario"] == judge.name) & (table["column"] == column) & (table["level"] == level)]
        return dict(zip(rows["against"], rows["outcome"], strict=True))
