"""The story of a report: the findings of a study, its problems, and the changes that were tried on them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import named
from starbalance.analyses.report.certainty import judged_columns
from starbalance.analyses.report.challenge import CHANGES, PLAY, challenges
from starbalance.analyses.report.finding import Finding
from starbalance.analyses.report.fix import Fix, best, tried
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import SEAT, STRATEGY, Scenario, StudyRuns, self_test, told_apart
from starbalance.analyses.report.section import Section
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import BALANCE, UNDECIDED

MOST = 3  # levels with a page each
_NEARLY = 0.75  # part of the largest imbalance that is large enough for the headline if a change mends it


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
    _fixes: dict[tuple[str, str], list[Fix]] = field(default_factory=dict, init=False, repr=False)

    @property
    def factor(self) -> str:
        """The main factor."""
        return self.headlines[0].result.factor

    @property
    def margin(self) -> float:
        """The margin of the verdicts, as a share."""
        return self.headlines[0].margin

    @cached_property
    def challenged(self) -> pd.DataFrame:
        """The table of `challenges`."""
        return challenges(self.study_runs, self.compared)

    @cached_property
    def self_test(self) -> tuple[list[str], bool]:
        """The sentences of `self_test` on the equal levels of the study, and whether they make it doubtful."""
        return self_test(self.study_runs.scenarios, self.study.get("equal", []))

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
            if finding.is_imbalanced and (finding.column == self.factor or abs(finding.away) > finding.judge.margin):
                by_level.setdefault((finding.column, finding.level), []).append(finding)
        return list(by_level.values())

    @cached_property
    def fix(self) -> Fix | None:
        """The best change for the level with the largest imbalance."""
        return best(self.fixes(self.problems[0])) if self.problems else None

    @cached_property
    def worst(self) -> Finding | None:
        """The finding of the headline: the largest imbalance, or one nearly as large that a change mends."""
        if not self.problems:
            return None
        largest = self.problems[0][0]
        is_near = self.fix is not None and abs(self.fix.finding.away) >= _NEARLY * abs(largest.away)
        return self.fix.finding if self.fix and is_near else largest

    def fixes(self, cases: Sequence[Finding]) -> list[Fix]:
        """Return the changes that were tried on a level (see `tried`). Repeated calls do not compute them again."""
        key = cases[0].column, cases[0].level
        if key not in self._fixes:
            self._fixes[key] = tried(cases, self.study_runs, study=self.study, sections=self.sections)
        return self._fixes[key]

    def setups(self, cases: Sequence[Finding]) -> list[str]:
        """Return the setups of findings in words, in the order of the study.

        All setups are "every setup", with the condition that the titles of all of them share.
        """
        where = [case.where for scenario in self.headlines for case in cases if case.scenario is scenario]
        if len(where) != len(self.headlines) or len(where) == 1:
            return where
        conditions = {each.partition(", ")[2] for each in where}
        return [", ".join(filter(None, ["every setup", *(conditions if len(conditions) == 1 else ())]))]

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
