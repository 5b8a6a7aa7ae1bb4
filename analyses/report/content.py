"""The contents of the sections of a study: texts and tables of the appendix."""

from collections.abc import Callable, Sequence
from functools import partial, singledispatch

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.wording import (
    lowered,
    plain,
    sums,
)
from starbalance.analyses.questions.averages import game_means, lengths, seat_means, seat_ratios
from starbalance.analyses.questions.draws import by_significance
from starbalance.analyses.questions.effects import effects, left_out
from starbalance.analyses.questions.flags import flag_pairs, flag_words, flags, occurrences
from starbalance.analyses.questions.interactions import interactions
from starbalance.analyses.questions.quality import measure
from starbalance.analyses.report import draws, played, variants
from starbalance.analyses.report.scenario import Scenario, StudyRuns, rates_elements
from starbalance.analyses.report.section import (
    Effects,
    FlagPairs,
    Flags,
    GameMeans,
    Lengths,
    Occurrences,
    PooledSection,
    Quality,
    Rates,
    SeatMeans,
    SeatRatios,
    Section,
)
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

_FLAGS = tuple(f"{name}{end}" for name in ("seats", "with", "without") for end in ("", "_low", "_high"))
_FLAGS += ("difference", "low", "high")
_PAIRS = ("with", "expected", "difference", "low", "high")


def section_elements(section: Section, study_runs: StudyRuns) -> list[Element]:
    """Return the elements of a section: its title, its text, and its tables for each scenario."""
    scenarios = study_runs.scenarios
    elements: list[Element] = [Heading(section.title, 3)]
    elements += [Text([section.text])] if section.text else []
    is_one = len(section.scenarios) == 1 or _is_together(section)
    for name in section.scenarios[:1] if _is_together(section) else section.scenarios:
        elements += [] if is_one else [Heading(scenarios[name].title, 4)]
        elements += content(section, scenarios[name], study_runs)
    return elements


@singledispatch
def content(section: Section, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the elements of a section for one scenario. Each kind of section has a function."""
    raise TypeError(f"a report has no content for a section of type {type(section).__name__}")


def _is_together(section: Section) -> bool:
    return isinstance(section, PooledSection) and section.together


def _name(section: Section, scenario: Scenario, by: Sequence[str] = ()) -> str:
    """Return the name of the files of a section, without the scenario if the section combines its scenarios."""
    of_scenario = "" if _is_together(section) else f"{scenario.name}-"
    return f"{of_scenario}{section.name}" + (f"-by-{'-and-'.join(by)}" if by else "")


def _title(section: Section, scenario: Scenario, end: str = ": ") -> str:
    return section.title if _is_together(section) else f"{scenario.title}{end}{lowered(section.title)}"


def _table(
    section: Section, scenario: Scenario, study_runs: StudyRuns, *, ask: Callable[[Result], pd.DataFrame]
) -> pd.DataFrame:
    """Return a table of a scenario, or of all scenarios of a section that combines them.

    A quantity counts as a share only if it is a share in all scenarios.
    """
    scenarios = [study_runs.scenarios[name] for name in section.scenarios] if _is_together(section) else [scenario]
    table = pd.concat([ask(each.result) for each in scenarios], ignore_index=True)
    if "is_share" in table:
        table["is_share"] = table.groupby("quantity")["is_share"].transform("all")
    return table


@content.register
def _rates(section: Rates, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    return [
        element
        for by in section.by
        for element in rates_elements(scenario, by, _name(section, scenario, by), judged=section.verdicts)
    ]


@content.register
def _seat_means(section: SeatMeans, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    columns = [*section.columns, *([section.total] if section.total else [])]
    return _values(section, scenario, study_runs, ask=lambda by: lambda result: seat_means(result, by, columns))


@content.register
def _seat_ratios(section: SeatRatios, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    columns = section.columns
    return _values(section, scenario, study_runs, ask=lambda by: lambda result: seat_ratios(result, by, columns))


def _values(
    section: SeatMeans | SeatRatios,
    scenario: Scenario,
    study_runs: StudyRuns,
    *,
    ask: Callable[[Sequence[str]], Callable[[Result], pd.DataFrame]],
) -> list[Element]:
    """Return a table of means or ratios by each of `by`."""
    return [
        Table(
            _name(section, scenario, by),
            _table(section, scenario, study_runs, ask=ask(by)),
            f"{_title(section, scenario)}, by {' and '.join(map(plain, by))}",
        )
        for by in section.by
    ]


@content.register
def _flags(section: Flags, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    return [
        Table(
            _name(section, scenario, [column]),
            scenario.ask(flags, column, flag_words(scenario.result, column)),
            f"{scenario.title}: difference in win share, {plain(column)} or not",
            _FLAGS,
        )
        for column in section.columns
    ]


@content.register
def _flag_pairs(section: FlagPairs, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the joint effects of two flags beyond the sum of their effects, the most significant first."""
    elements: list[Element] = []
    for column in section.columns:
        table = by_significance(flag_pairs(scenario.result, column, flag_words(scenario.result, column)))
        what, name = f"the win share of players with both ({plain(column)})", _name(section, scenario, [column])
        elements += draws.pair_table(table, name, scenario, what=what, percent=_PAIRS, is_shown=True)
    return elements


@content.register
def _occurrences(section: Occurrences, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return a comparison of seats with and without an occurrence, by each of `by`.

    Unless the section says otherwise, the first comparison is of the whole scenario.
    """
    elements: list[Element] = []
    for by in section.by if section.together else [[], *section.by]:
        table = _table(section, scenario, study_runs, ask=partial(occurrences, columns=section.columns, by=by))
        title = _title(section, scenario) + (f", by {' and '.join(map(plain, by))}" if by else "")
        elements.append(Table(_name(section, scenario, by), table, title, _FLAGS))
    return elements


@content.register
def _game_means(section: GameMeans, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    table = game_means(scenario.result, section.columns)
    return [Table(_name(section, scenario), table, _title(section, scenario), folded=False)]


@content.register
def _lengths(section: Lengths, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    table = lengths(scenario.result, section.columns)
    return [Table(_name(section, scenario), table, _title(section, scenario), folded=False)]


@content.register
def _quality(section: Quality, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the quality of the games, with their standings if the scenario has a timeline."""
    quality = scenario.ask(measure)
    name, title = _name(section, scenario), _title(section, scenario)
    elements: list[Element] = []
    if quality.decided is not None and quality.comebacks is not None:
        drawn = f"{scenario.title}: how often the leader wins, and when games are decided"
        text = f"{title}: how often the leader wins, and when the winner takes the final lead, by tenths of the game."
        elements.append(Chart(name, chart.tension(quality.decided, equal_share(scenario.result), drawn), text))
        ends = [f"{column}{end}" for column in ("leader", "decided") for end in ("", "_low", "_high")]
        elements.append(Table(f"{name}-decided", quality.decided, "The leader wins; the game is decided", ends, True))
        elements.append(Table(f"{name}-comebacks", quality.comebacks, "Win shares by earlier standing", SHARES, True))
    return [*elements, Table(name, quality.summary, title, folded=False)]


@content.register
def _effects(section: Effects, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the effects of several columns and the columns left out, or the reason why there are no effects."""
    try:
        table = effects(scenario.result, section.columns or None)
    except BadInput as error:
        return [Text([str(error)])]
    lacks: list[Element] = [Text(lines)] if (lines := left_out(table)) else []
    shown = Table(_name(section, scenario), table, _title(section, scenario))
    return [*lacks, shown, *_sums(section, scenario)]


def _sums(section: Effects, scenario: Scenario) -> list[Element]:
    """Return a sentence and a table on the additivity of the effects of a model. Empty for a single column."""
    table = interactions(scenario.result, section.columns or None)
    if table.empty:
        return []
    name, shown = f"{_name(section, scenario)}-interactions", list(table.columns.drop(["games", "p_value"]))
    title = "Largest interactions of two effects"
    return [Text([sums(table)]), Table(name, table, title, folded=True, columns=shown)]


for _function in (
    draws.draws,
    variants.variants,
    variants.strategies,
    played.skill,
    played.exploitability,
    played.benchmark,
    played.beside,
    played.skill_gap,
    played.randomness,
    played.flights,
):
    content.register(_function)
