"""The first page of a report: the answer, its reliability, and the largest imbalance of every factor."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import answer_text
from starbalance.analyses.presentation.document import Box, Element, Imbalances, Text
from starbalance.analyses.presentation.wording import plain
from starbalance.analyses.report.challenge import challenges, spans, stopped
from starbalance.analyses.report.played import by_depth
from starbalance.analyses.report.robustness import OtherData, misplayed
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section
from starbalance.analyses.report.worst import out_of_line, worst
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import is_decided
from starbalance.simulator.engine import tables
from starbalance.simulator.games import find_game


def front_page(
    study_runs: StudyRuns,
    study: Mapping[str, Any],
    *,
    sections: Sequence[Section],
    compared: Sequence[OtherData],
    headlines: Sequence[Scenario],
    judges: Mapping[str, Scenario],
) -> list[Element]:
    """Return the elements of the first page.

    Args:
        study_runs: The runs of the study.
        study: The study.
        sections: Sections of the study.
        compared: Comparisons with other data.
        headlines: Scenarios of the summary.
        judges: Scenarios that give the verdicts of other scenarios, by the name of the other scenario.
    """
    by = [headlines[0].result.factor]
    rates = {each.title: _with_equal_share(each, by) for each in (judges.get(each.name, each) for each in headlines)}
    imbalances, challenged = worst(headlines, judges, sections), challenges(study_runs, compared)
    off = out_of_line(headlines, judges, sections)
    answer = answer_text.answer(rates, off, plain(by[0]), challenged=challenged, spans=spans(study_runs))
    lines = [*answer, answer_text.without_end(stopped(study_runs)), answer_text.stands(challenged)]
    unsure = sum(not is_decided(verdict) for table in rates.values() for verdict in table["verdict"])
    return [
        Text([*filter(None, lines)], listed=True),
        Box("How far to trust this", _trust(study_runs, study, put=challenged, unsure=unsure)),
        Imbalances("worst", "Largest imbalance of every factor", imbalances),
    ]


def _with_equal_share(scenario: Scenario, by: Sequence[str]) -> pd.DataFrame:
    return scenario.rates(by).assign(fair=equal_share(scenario.result))


def _trust(study_runs: StudyRuns, study: Mapping[str, Any], *, put: pd.DataFrame, unsure: int) -> list[str]:
    """Return the lines on the reliability of the verdicts, as far as the study measures it."""
    settings = next(iter(study_runs.scenarios.values())).result.settings
    assumed = tables.assumed_share(find_game(settings["game"]))
    lines = [
        answer_text.assumed(assumed, study.get("assumed", ""), put),
        _strength(study_runs),
        answer_text.out_of_depth(misplayed(study_runs.scenarios, study.get("robust", []))),
        answer_text.turning(put, unsure),
        answer_text.certainty(study_runs.together),
    ]
    return [*filter(None, lines)]


def _strength(study_runs: StudyRuns) -> str:
    parts = {key: by_depth(table) for key, table in study_runs.benchmarks.items()}
    among, further = ({key: tables[k] for key, tables in parts.items()} for k in (0, 1))
    return answer_text.strength(*(_most(study_runs, gains) for gains in (among, further, study_runs.responses)))


def _most(study_runs: StudyRuns, by_section: Mapping[tuple[str, str], pd.DataFrame]) -> dict[str, Any]:
    """Return scenario title -> the row of its table with the largest gain. Scenarios without rows are left out."""
    return {
        study_runs.scenarios[name].title: table.loc[table["gain"].idxmax()]
        for (_, name), table in by_section.items()
        if len(table)
    }
