"""How sure a report is as a whole: one chance of error for all verdicts that its first pages tell."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Draws, Flags, Rates, Section
from starbalance.analyses.statistics.estimate import ALPHA, LEVEL, critical


def hold_together(study_runs: StudyRuns, asked: Sequence[Section], told: Sequence[Scenario]) -> StudyRuns:
    """A study in which any verdict on the scenarios told is wrong with a chance of 5 % at most, of all their tables.

    These are the win shares of each scenario by each of its columns, and by what the sections say is dealt or drawn.
    Each table has an equal share of that chance (Bonferroni); within it the verdicts hold as ever (Holm).
    """
    tables = sum(_tables(scenario, asked) for scenario in told)
    alpha, names = ALPHA / max(1, tables), {each.name for each in told}
    scenarios = {
        name: replace(each, alpha=alpha) if name in names else each for name, each in study_runs.scenarios.items()
    }
    return replace(study_runs, scenarios=scenarios, together=tables)


def _tables(scenario: Scenario, asked: Sequence[Section]) -> int:
    """How many tables about a scenario the first pages tell of."""
    its = [section for section in asked if scenario.name in section.scenarios]
    dealt = [column for section in its if isinstance(section, Flags) and section.dealt for column in section.columns]
    drawn = [column for section in its if isinstance(section, Draws) for column in drawn_columns(section)]
    return len(judged_columns(scenario, its)) + len(set(dealt)) + len(set(drawn))


def judged_columns(scenario: Scenario, its: Sequence[Section]) -> list[str]:
    """The columns by each of which the win shares of a scenario are judged. its: the sections that are asked of it."""
    dealt = [by for section in its if isinstance(section, Rates) and section.dealt for by in section.by]
    return list(dict.fromkeys(by[0] for by in (*scenario.by, *dealt) if len(by) == 1))


def drawn_columns(section: Draws) -> list[str]:
    """The columns of seats for each of which a section asks what is drawn."""
    return list(dict.fromkeys(column for by in section.by for column in by))


def for_all(table: pd.DataFrame, alpha: float) -> pd.DataFrame:
    """A table of differences with low and high of 95 % each, as intervals that hold for all its rows (Bonferroni)."""
    known = table.dropna(subset=["difference", "low", "high"])
    games, level = known["games"].to_numpy(), 1 - alpha / max(1, len(known))
    wider = critical(games, level, False) / critical(games, LEVEL, False)
    value = known["difference"]
    return known.assign(low=value + (known["low"] - value) * wider, high=value + (known["high"] - value) * wider)
