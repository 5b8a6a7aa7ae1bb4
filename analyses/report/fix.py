"""Changes of the rules that were tried on an imbalanced level: its win share before and after, and side effects."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import named
from starbalance.analyses.questions.largest_change import length
from starbalance.analyses.questions.study import variant_title
from starbalance.analyses.report.finding import Finding
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section, Variants
from starbalance.analyses.report.sentence import capital
from starbalance.analyses.report.variants import changes, paired, runs_of
from starbalance.analyses.statistics.aggregate import rules_of
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game

_LEAST = 0.01  # effect from which a change is worth a recommendation
_ASSUMED = "assumed"  # the source of a value that is not in the rulebook


@dataclass(frozen=True)
class Fix:
    """A change of the rules that was tried on a level.

    Attributes:
        variant: Name of the variant.
        title: The change in words.
        finding: The level in the setup where the change was tried.
        games: Number of games with and without the change.
        before: Win share of the level without the change, in the same games.
        difference: Change of the win share, with the ends `low` and `high` of its interval. The intervals of all
            changes that were tried in the setup hold together.
        low: Lower end of the interval.
        high: Upper end of the interval.
        worst: Largest distance of any level of the column from an equal share with the change.
        cost: Level that moves farthest from an equal share, and by how much. Empty and 0 if no level significantly
            moves farther.
        run: The scenario with the change.
        is_assumed: Whether the change only replaces values that are not in the rulebook.
    """

    variant: str
    title: str
    finding: Finding
    games: int
    before: float
    difference: float
    low: float
    high: float
    worst: float
    cost: tuple[str, float]
    run: Scenario
    is_assumed: bool

    @property
    def effect(self) -> float:
        """The smallest size of the change of the win share that its interval allows."""
        return min(abs(self.low), abs(self.high))

    @property
    def after(self) -> float:
        """Win share of the level with the change."""
        return self.before + self.difference

    @property
    def left(self) -> float:
        """Distance from an equal share with the change."""
        return abs(self.after - self.finding.equal_share)

    @property
    def is_nearer(self) -> bool:
        """Whether the change brings the win share significantly nearer: both ends of its interval are nearer."""
        away = self.before - self.finding.equal_share
        return max(abs(away + self.low), abs(away + self.high)) < abs(away)

    @property
    def now(self) -> str:
        """The present value, if the change is one number whose title does not name it. Empty otherwise."""
        return _present(self.finding.judge, self.variant)

    @cached_property
    def rounds(self) -> float:
        """By how many rounds the change makes a game longer, or 0 if this is not significant."""
        change = length(*paired(self.finding.judge, self.run))
        is_significant = change["rounds_low"] > 0 or change["rounds_high"] < 0
        return change["difference_rounds"] if is_significant else 0.0


def tried(
    cases: Sequence[Finding], study_runs: StudyRuns, *, study: Mapping[str, Any], sections: Sequence[Section]
) -> list[Fix]:
    """Return all changes that were tried on a level in any setup.

    Changes that bring it significantly nearer come first, the nearest first. Changes that only replace assumed data by
    other assumed data are left out, since a publisher cannot make them.

    Args:
        cases: Findings on the level.
        study_runs: The runs of the study.
        study: The study.
        sections: Sections of the study.
    """
    data, every = _other_data(study), []
    for case in cases:
        for section in sections:
            if isinstance(section, Variants) and case.judge.name in section.scenarios:
                every += [fix for fix in _of_section(case, section, study_runs) if fix.variant not in data]
    return sorted(every, key=lambda fix: (not fix.is_nearer, fix.left))


def best(fixes: Sequence[Fix]) -> Fix | None:
    """Return the change with the smallest largest imbalance among those that surely bring a level a point nearer.

    Args:
        fixes: The changes that were tried on the level.
    """
    sure = (fix for fix in fixes if fix.is_nearer and fix.effect >= _LEAST)
    return min(sure, key=lambda fix: fix.worst, default=None)


def _other_data(study: Mapping[str, Any]) -> set[str]:
    """Return the variants that replace assumed data by other assumed data, by the entries [[robust]] of a study."""
    variants = {each["name"]: each.get("variant", "") for each in study.get("scenario", [])}
    return {variants[name] for entry in study.get("robust", []) for name in entry["under"]}


def _of_section(case: Finding, section: Variants, study_runs: StudyRuns) -> Iterator[Fix]:
    """Yield the changes of a section with their effects on a level."""
    game, runs = case.judge.result.settings["game"], runs_of(section, case.judge, study_runs)
    assumed = _assumed(game)
    for name, table in changes(section, case.judge, study_runs, by=[case.column]).items():
        for _, row in case.of_level(table.dropna(subset=["difference"])).iterrows():
            yield Fix(
                variant=name,
                title=variant_title(game, name),
                finding=case,
                games=min(runs[name].result.played, case.judge.result.played),
                before=row["share_base"],
                difference=row["difference"],
                low=row["low"],
                high=row["high"],
                worst=float((table["share_variant"] - case.equal_share).abs().max()),
                cost=_cost(case, table),
                run=runs[name],
                is_assumed=name in assumed,
            )


def _present(base: Scenario, name: str) -> str:
    """Return the value in a scenario of the number that a variant changes.

    Empty if it changes anything else, or if its title has the value.
    """
    known = {each.path: each.value for each in tables.values(rules_of(base.result).document)}
    variant = tables.read_variant(find_game(base.result.settings["game"]), name)
    values = [known.get(path) for path in variant["changes"]]
    is_number = len(values) == 1 and isinstance(values[0], int | float) and not isinstance(values[0], bool)
    text = f"{values[0]:,}" if is_number else ""
    return "" if text in variant["title"].split() else text


def _assumed(game: str) -> set[str]:
    """Return the variants of a game that change only values whose source is `assumed`."""
    known_game = find_game(game)
    sources = {each.path: each.source for each in tables.values(tables.read(known_game))}
    return {
        name
        for name, variant in tables.variants(known_game).items()
        if all(sources.get(path, "") == _ASSUMED for path in variant["changes"])
    }


def _cost(case: Finding, table: pd.DataFrame) -> tuple[str, float]:
    """Return the other level that moves farthest from an equal share, and by how much, or an empty text and 0."""
    others = table[table[case.column].astype(str) != case.level].dropna(subset=["difference"])
    farther = (others["share_variant"] - case.equal_share).abs() - (others["share_base"] - case.equal_share).abs()
    farther = farther[((others["low"] > 0) | (others["high"] < 0)) & (farther > 0)]
    if farther.empty:
        return "", 0.0
    return capital(named([case.column], others.loc[farther.idxmax()])), float(farther.max())
