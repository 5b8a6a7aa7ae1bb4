"""The contents of the sections of a study: tables, charts, and facts or a sentence."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, singledispatch

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.finding import Facts, briefly, findings, in_words
from starbalance.analyses.presentation.wording import (
    lowered,
    number,
    percent,
    plain,
    points,
    significant_extremes,
    sums,
    word,
)
from starbalance.analyses.questions.averages import game_means, lengths, seat_means, seat_ratios
from starbalance.analyses.questions.draws import by_significance
from starbalance.analyses.questions.effects import effects, left_out
from starbalance.analyses.questions.flags import flag_pairs, flag_words, flags, occurrences
from starbalance.analyses.questions.interactions import interactions
from starbalance.analyses.questions.quality import measure
from starbalance.analyses.report import draws, played, variants
from starbalance.analyses.report.scenario import Scenario, StudyRuns, length_chart, pooled, rates_elements
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
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.wording import plural
from starbalance.simulator.runs.result import Result

Content = tuple[list[Element], Facts | str]
_NOTHING: Facts = {"": "there is nothing to compare"}
_FLAGS = tuple(f"{name}{end}" for name in ("seats", "with", "without") for end in ("", "_low", "_high"))
_FLAGS += ("difference", "low", "high")
_PAIRS = ("with", "expected", "difference", "low", "high")


def section_elements(
    section: Section, study_runs: StudyRuns, is_answer: bool = False
) -> tuple[list[Element], list[str]]:
    """Return the elements of a section, and its findings (empty if the section has none).

    `is_answer` is whether the findings answer the question of the study, so that they do not repeat the title.
    """
    scenarios = study_runs.scenarios
    elements: list[Element] = [Heading(section.title, 3)]
    elements += [Text([section.text])] if section.text else []
    facts: dict[str, Facts | str] = {}
    for name in section.scenarios[:1] if _is_together(section) else section.scenarios:
        is_one = len(section.scenarios) == 1 or _is_together(section)
        elements += [] if is_one else [Heading(scenarios[name].title, 4)]
        more, facts[scenarios[name].title] = content(section, scenarios[name], study_runs)
        elements += more
    return elements, _lines(section, facts, is_answer) if section.finding else []


@singledispatch
def content(section: Section, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Return the elements of a section for one scenario, and its facts or a sentence. Each kind has a function."""
    raise TypeError(f"a report has no content for a section of type {type(section).__name__}")


def _is_together(section: Section) -> bool:
    return isinstance(section, PooledSection) and section.together


def _lines(section: Section, found: Mapping[str, Facts | str], is_answer: bool) -> list[str]:
    """Return the findings of a section. Facts of all scenarios are combined, sentences stay separate."""
    facts = {title: each for title, each in found.items() if not isinstance(each, str)}
    if _is_together(section):
        return [f"{section.title}: {in_words(each)}." for each in facts.values()]
    lines = findings(section.title, facts) if facts and not is_answer else []
    for title, each in found.items():
        if is_answer:
            lines.append(f"{title}: {(each if isinstance(each, str) else in_words(each)).removesuffix('.')}.")
        elif isinstance(each, str):
            lines.append(f"{title}, {lowered(section.title)}: {each.removesuffix('.')}.")
    return lines


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
def _rates(section: Rates, scenario: Scenario, study_runs: StudyRuns) -> Content:
    named_columns = [(by, _name(section, scenario, by)) for by in section.by]
    elements = [
        element for by, name in named_columns for element in rates_elements(scenario, by, name, judged=section.verdicts)
    ]
    by = section.by[0]
    table = scenario.rates(by) if section.verdicts else pooled(scenario, by)
    return elements, {"": significant_extremes(table, by, "share", describe=briefly(percent, "share"))}


@content.register
def _seat_means(section: SeatMeans, scenario: Scenario, study_runs: StudyRuns) -> Content:
    columns = [*section.columns, *([section.total] if section.total else [])]

    def ask(by: Sequence[str]) -> pd.DataFrame:
        return _table(section, scenario, study_runs, ask=lambda result: seat_means(result, by, columns))

    return _values(section, scenario, "mean", ask=ask, only=section.total or columns[0])


@content.register
def _seat_ratios(section: SeatRatios, scenario: Scenario, study_runs: StudyRuns) -> Content:

    def ask(by: Sequence[str]) -> pd.DataFrame:
        return _table(section, scenario, study_runs, ask=lambda result: seat_ratios(result, by, section.columns))

    return _values(section, scenario, "ratio", ask=ask)


def _values(
    section: SeatMeans | SeatRatios,
    scenario: Scenario,
    value: str,
    *,
    ask: Callable[[Sequence[str]], pd.DataFrame],
    only: str = "",
) -> Content:
    """Return tables and charts of means or ratios by each of `by`, and the facts of the first.

    `only` is the only quantity of the facts. Empty: all quantities.
    """
    elements: list[Element] = []
    facts = []
    for by in section.by:
        table, name = ask(by), _name(section, scenario, by)
        facts.append(_facts(table, by, value, only=only))
        title = f"{_title(section, scenario)}, by {' and '.join(map(plain, by))}"
        figure = None
        if isinstance(section, SeatMeans) and section.total:
            figure = chart.stacked(table, by, section.total, title=title)
        elif len(by) == 1 and table[by[0]].nunique() > 1:
            figure = chart.dots(table, by, value, title=title)
        elements += [Chart(name, figure, f"{title}: {in_words(facts[-1])}.")] if figure else []
        elements.append(Table(name, table, title, folded=True if figure else None))
    return elements, facts[0]


def _facts(table: pd.DataFrame, by: Sequence[str], value: str, *, only: str) -> Facts:
    """Return quantity -> the significantly low and high cells in words, for one quantity (`only`) or for all."""
    facts, describe = {}, briefly(lambda row: number(row, value), value)
    for quantity, rows in table.dropna(subset=[value, "low", "high"]).groupby("quantity", sort=False):
        if only in ("", quantity):
            words = (
                describe(rows.iloc[0]) if len(rows) == 1 else significant_extremes(rows, by, value, describe=describe)
            )
            facts[plain(str(quantity))] = words
    return facts or _NOTHING


@content.register
def _flags(section: Flags, scenario: Scenario, study_runs: StudyRuns) -> Content:
    contents = []
    for column in section.columns:
        table = scenario.ask(flags, column, flag_words(scenario.result, column))
        title = f"{scenario.title}: difference in win share, {plain(column)} or not"
        contents.append(_marked(table, [column], _name(section, scenario, [column]), title=title))
    elements = [element for more, _ in contents for element in more]
    if len(contents) == 1:
        return elements, contents[0][1]
    return elements, {
        plain(column): in_words(facts) for column, (_, facts) in zip(section.columns, contents, strict=True)
    }


@content.register
def _flag_pairs(section: FlagPairs, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Return the joint effects of two flags beyond the sum of their effects, the most significant first."""
    elements: list[Element] = []
    sentences = []
    for column in section.columns:
        table = by_significance(flag_pairs(scenario.result, column, flag_words(scenario.result, column)))
        what, name = f"the win share of players with both ({plain(column)})", _name(section, scenario, [column])
        elements += draws.pair_table(table, name, scenario, what=what, percent=_PAIRS, is_shown=True)
        sentences += [_most_of_pairs(table, column)] if len(table) else []
    return elements, "; ".join(sentences)


def _most_of_pairs(table: pd.DataFrame, column: str) -> str:
    """Return a sentence with the number of significant joint effects, and the most significant one if there is any."""
    row, significant = table.iloc[0], int((table["p_value"] <= ALPHA).sum())
    many = f"{plain(column)}: {significant or 'none'} of {len(table)} {plural(len(table), 'pair')}"
    verb = "differs" if 1 in (significant, len(table)) else "differ"
    differ = f"{many} {verb} significantly from the sum of the single effects"
    most = f", most of all {row[column]} with {row[f'other_{column}']}, {points(row)}"
    return differ + most * bool(significant)


@content.register
def _occurrences(section: Occurrences, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Return a comparison of seats with and without an occurrence, by each of `by`, and the facts of the first.

    Unless the section says otherwise, the first comparison is of the whole scenario.
    """
    contents = []
    for by in section.by if section.together else [[], *section.by]:
        table = _table(section, scenario, study_runs, ask=partial(occurrences, columns=section.columns, by=by))
        title = _title(section, scenario) + (f", by {' and '.join(map(plain, by))}" if by else "")
        contents.append(_marked(table, ["occurrence", *by], _name(section, scenario, by), title=title))
    return [element for elements, _ in contents for element in elements], contents[0][1]


def _marked(table: pd.DataFrame, names: Sequence[str], name: str, *, title: str) -> tuple[list[Element], Facts]:
    """Return a chart and a table of win shares with and without a property that the columns `names` identify."""
    known = table.dropna(subset=["difference"])
    if known.empty:
        return [Table(name, table, title, _FLAGS)], _NOTHING
    sentence = significant_extremes(known, names, "difference", describe=points)
    half = " Each cell has the half width of its 95% interval." if len(names) == 2 else ""
    figure = Chart(name, chart.marked(known, names, title), f"{title}: {sentence}.{half}")
    return [figure, Table(name, table, title, _FLAGS, True)], {"": sentence}


@content.register
def _game_means(section: GameMeans, scenario: Scenario, study_runs: StudyRuns) -> Content:
    table = game_means(scenario.result, section.columns)
    describe = briefly(lambda row: number(row, "value"), "value")
    facts = {plain(str(row["quantity"])): describe(row) for _, row in table.dropna().iterrows()}
    return [Table(_name(section, scenario), table, _title(section, scenario), folded=False)], facts or _NOTHING


@content.register
def _lengths(section: Lengths, scenario: Scenario, study_runs: StudyRuns) -> Content:
    table = lengths(scenario.result, section.columns)
    elements: list[Element] = [
        length_chart(scenario, column, _name(section, scenario, [column])) for column in section.columns
    ]
    describe = briefly(lambda row: number(row, "mean"), "mean")
    facts = {plain(str(row["quantity"])): f"{describe(row)} on average" for _, row in table.iterrows()}
    return [*elements, Table(_name(section, scenario), table, _title(section, scenario), folded=True)], facts


@content.register
def _quality(section: Quality, scenario: Scenario, study_runs: StudyRuns) -> Content:
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
    return [*elements, Table(name, quality.summary, title, folded=False)], _NOTHING


@content.register
def _effects(section: Effects, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Return the effects of several columns and the columns left out, or the reason why there are no effects."""
    try:
        table = effects(scenario.result, section.columns or None)
    except BadInput as error:
        return [Text([str(error)])], _NOTHING
    name, title = _name(section, scenario), _title(section, scenario)
    drawn = table[["column", "level"]].assign(quantity="points of win share")
    drawn["level"] = [word(column, level) for column, level, _ in drawn.values]
    for column, old in (("value", "points"), ("low", "points_low"), ("high", "points_high")):
        drawn[column] = table[old]
    known, lacks = drawn.dropna(), [Text(lines)] if (lines := left_out(table)) else []
    if known.empty:
        return [*lacks, Table(name, table, title)], _NOTHING
    shares = known.assign(difference=known["value"] / 100, low=known["low"] / 100, high=known["high"] / 100)
    describe = briefly(points, "difference")
    facts = {
        plain(str(column)): significant_extremes(rows, ["level"], "difference", describe=describe)
        for column, rows in shares.groupby("column", sort=False)
    }
    figure = chart.dots(drawn, ["level"], "value", title=title)
    shown: list[Element] = [
        Chart(name, figure, f"{title}: {in_words(facts)}."),
        Table(name, table, title, folded=True),
    ]
    return [*lacks, *shown, *_sums(section, scenario)], facts


def _sums(section: Effects, scenario: Scenario) -> list[Element]:
    """Return a sentence and a table on the additivity of the effects of a model. Empty for a single column."""
    table = interactions(scenario.result, section.columns or None)
    if table.empty:
        return []
    name, shown = f"{_name(section, scenario)}-interactions", list(table.columns.drop(["games", "p_value"]))
    title = "Largest interactions of two effects"
    return [Text([f"Are the effects additive? {sums(table)}."]), Table(name, table, title, folded=True, columns=shown)]


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
