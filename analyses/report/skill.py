"""How the headline moves with skill: the win shares among ever better players, and what can be claimed of them."""

from collections.abc import Sequence

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Table
from starbalance.analyses.presentation.wording import by_skill, plain, stopped_by_skill
from starbalance.analyses.questions.skill import SKILL, able_courses, courses, verdict_by_skill
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section
from starbalance.analyses.statistics.truncation import without_empty
from starbalance.analyses.statistics.verdict import MARGIN

CAPPED = ("capped", "capped_low", "capped_high")


def skill(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """The verdicts of a scenario under each level of skill; its sentence says which hold from sensible play on."""
    elements: list[Element] = []
    sentences = []
    for by, table in study_runs.skills[section.name, scenario.name]:
        more, sentence = _elements(table, by, section=section, scenario=scenario)
        elements += more
        sentences.append(sentence)
    return elements, sentences[0]


def _elements(
    table: pd.DataFrame, by: Sequence[str], *, section: Section, scenario: Scenario
) -> tuple[list[Element], str]:
    claims = verdict_by_skill(table, by)
    name = f"{scenario.name}-{section.name}-by-{'-and-'.join(by)}"
    title = f"{scenario.title}: win share by {' and '.join(map(plain, by))} among ever better players"
    going = courses(table)
    sentence = f"{by_skill(claims, by)}. {stopped_by_skill(able_courses(table))}"
    figure = chart.sweep(table, [SKILL], by, sides=round(1 / table.attrs["parity"]), title=title, band=MARGIN)
    return [
        Chart(name, figure, f"{title}: {sentence}"),
        Table(f"{name}-claims", claims, "What holds from sensible play on", ("lowest", "highest"), False),
        Table(name, without_empty(table), title, SHARES, True),
        Table(f"{name}-courses", going, f"{scenario.title}: how the games of each level go", CAPPED, True),
    ], sentence
