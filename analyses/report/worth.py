"""What skill is worth, and what of the luck decides who wins."""

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Table, Text
from starbalance.analyses.presentation.wording import decided, exchanged, gaps, plain
from starbalance.analyses.questions.skill_gap import GAP, exchange
from starbalance.analyses.questions.skill_gap import skill_gap as by_gap
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.truncation import without_empty
from starbalance.simulator.engine.errors import BadInput

_PARTS = ("share", "low", "high", "in_all", "in_all_low", "in_all_high")


def skill_gap(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Win shares by the gap in skill, also by further columns; strategies in points of skill."""
    elements: list[Element] = []
    name, sides = f"{scenario.name}-{section.name}", round(1 / parity(scenario.result))
    whole = without_empty(by_gap(scenario.result))
    for by in [[], *section.by]:
        table = without_empty(by_gap(scenario.result, by)) if by else whole
        columns = [*by, GAP]
        title = f"{scenario.title}: win share by {' and '.join(map(plain, columns))}"
        figure = (
            chart.sweep(table, [GAP], by, sides=sides, title=title)
            if by
            else chart.forest(table, [GAP], sides, title=title)
        )
        text = f"{title}, the skill of a player less the mean of the others: {gaps(whole)}."
        elements += [
            Chart(f"{name}-by-{'-and-'.join(columns)}", figure, text if not by else f"{title}."),
            Table(f"{name}-by-{'-and-'.join(columns)}", table, title, SHARES, True),
        ]
    more, sentence = _exchange(scenario, name)
    return elements + more, f"{gaps(whole)}. {sentence}"


def _exchange(scenario: Scenario, name: str) -> tuple[list[Element], str]:
    """Strategies in points of skill; a sentence in their place where the games do not tell."""
    try:
        table = exchange(scenario.result)
    except BadInput as error:
        return [Text([str(error)])], str(error)
    title = f"{scenario.title}: by how much skill each strategy is behind the best"
    drawn = table.rename(columns={"points": "value"}).assign(quantity="points of skill")
    figure = chart.dots(drawn, ["strategy"], "value", title=title)
    sentence = exchanged(table, "strategy")
    return [
        Chart(f"{name}-exchange", figure, f"{title}. {sentence}"),
        Table(f"{name}-exchange", table, title, folded=True),
    ], sentence


def luck(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """What each part of the luck decides: by itself, and together with the rest."""
    table = study_runs.lucks[section.name, scenario.name]
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what decides who wins"
    sentence = decided(table)
    figure = chart.luck(table, title)
    return [Chart(name, figure, f"{title}: {sentence}."), Table(name, table, title, _PARTS, True)], sentence
