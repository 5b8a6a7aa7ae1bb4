"""The family-wise confidence of a report: one error probability for all verdicts of its first pages."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Draws, Flags, Rates, Section
from starbalance.analyses.statistics.estimate import ALPHA, CONFIDENCE, critical


def hold_together(study_runs: StudyRuns, sections: Sequence[Section], first: Sequence[Scenario]) -> StudyRuns:
    """Return a study whose verdicts on some scenarios are all correct with a probability of at least 95%.

    The verdicts are on the win shares of each scenario by each of its columns, and by dealt or drawn components. Each
    table gets an equal part of the error probability (Bonferroni). Within a table, the verdicts use Holm's method.

    Args:
        study_runs: The runs of the study.
        sections: Sections of the study.
        first: Scenarios whose verdicts the first pages show.
    """
    tables = sum(_tables(scenario, sections) for scenario in first)
    alpha, names = ALPHA / max(1, tables), {each.name for each in first}
    scenarios = {
        name: replace(each, alpha=alpha) if name in names else each for name, each in study_runs.scenarios.items()
    }
    return replace(study_runs, scenarios=scenarios, together=tables)


def _tables(scenario: Scenario, sections: Sequence[Section]) -> int:
    """Return the number of tables on a scenario that the first pages use."""
    own_sections = [section for section in sections if scenario.name in section.scenarios]
    dealt = [
        column for section in own_sections if isinstance(section, Flags) and section.dealt for column in section.columns
    ]
    drawn = [column for section in own_sections if isinstance(section, Draws) for column in drawn_columns(section)]
    return len(judged_columns(scenario, own_sections)) + len(set(dealt)) + len(set(drawn))


def judged_columns(scenario: Scenario, its: Sequence[Section]) -> list[str]:
    """Return the columns whose win shares have verdicts. `its` are the sections of the scenario."""
    dealt = [by for section in its if isinstance(section, Rates) and section.dealt for by in section.by]
    return list(dict.fromkeys(by[0] for by in (*scenario.by, *dealt) if len(by) == 1))


def drawn_columns(section: Draws) -> list[str]:
    """Return the columns of seats for which a section shows effects of shared components."""
    return list(dict.fromkeys(column for by in section.by for column in by))


def for_all(table: pd.DataFrame, alpha: float) -> pd.DataFrame:
    """Return a table of differences whose 95% intervals are widened so that they hold for all rows (Bonferroni)."""
    known = table.dropna(subset=["difference", "low", "high"])
    games, level = known["games"].to_numpy(), 1 - alpha / max(1, len(known))
    wider = critical(games, level, False) / critical(games, CONFIDENCE, False)
    value = known["difference"]
    return known.assign(low=value + (known["low"] - value) * wider, high=value + (known["high"] - value) * wider)
