"""What the sections of a study answer: tables, charts, and a sentence each."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, singledispatch

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.finding import Facts, briefly, findings, told
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
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

Content = tuple[list[Element], Facts | str]
_NOTHING: Facts = {"": "there is nothing to compare"}
_FLAGS = tuple(f"{name}{end}" for name in ("seats", "with", "without") for end in ("", "_low", "_high"))
_FLAGS += ("difference", "low", "high")
_PAIRS = ("with", "expected", "difference", "low", "high")


def section_elements(
    section: Section, study_runs: StudyRuns, is_answer: bool = False
) -> tuple[list[Element], list[str]]:
    """(the elements of a section, its findings where it has some).

    is_answer: its findings stand below the question that they answer, so that they do not repeat the title.
    """
    scenarios = study_runs.scenarios
    elements: list[Element] = [Heading(section.title, 3)]
    elements += [Text([section.text])] if section.text else []
    found: dict[str, Facts | str] = {}
    for name in section.scenarios[:1] if _is_together(section) else section.scenarios:
        is_one = len(section.scenarios) == 1 or _is_together(section)
        elements += [] if is_one else [Heading(scenarios[name].title, 4)]
        more, found[scenarios[name].title] = content(section, scenarios[name], study_runs)
        elements += more
    return elements, _lines(section, found, is_answer) if section.finding else []


@singledispatch
def content(section: Section, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Return the elements of a section for one scenario, and its facts or a sentence; one function for each kind."""
    raise TypeError(f"a report has no content for a section of type {type(section).__name__}")


def _is_together(section: Section) -> bool:
    return isinstance(section, PooledSection) and section.together


def _lines(section: Section, found: Mapping[str, Facts | str], is_answer: bool) -> list[str]:
    """The findings of a section: facts in one for all its scenarios, sentences in one for each."""
    facts = {title: each for title, each in found.items() if not isinstance(each, str)}
    if _is_together(section):
        return [f"{section.title}: {told(each)}." for each in facts.values()]
    lines = findings(section.title, facts) if facts and not is_answer else []
    for title, each in found.items():
        if is_answer:
            lines.append(f"{title}: {(each if isinstance(each, str) else told(each)).removesuffix('.')}.")
        elif isinstance(each, str):
            lines.append(f"{title}, {lowered(section.title)}: {each.removesuffix('.')}.")
    return lines


def _name(section: Section, scenario: Scenario, by: Sequence[str] = ()) -> str:
    """The name of the files of a section."""
    of_scenario = "" if _is_together(section) else f"{scenario.name}-"
    return f"{of_scenario}{section.name}" + (f"-by-{'-and-'.join(by)}" if by else "")


def _title(section: Section, scenario: Scenario, end: str = ": ") -> str:
    return section.title if _is_together(section) else f"{scenario.title}{end}{lowered(section.title)}"


def _table(
    section: Section, scenario: Scenario, study_runs: StudyRuns, *, ask: Callable[[Result], pd.DataFrame]
) -> pd.DataFrame:
    """What is asked of a scenario, or of all of a section that has them together, below each other.

    What is a share in all of them is shown as one.
    """
    scenarios = [study_runs.scenarios[name] for name in section.scenarios] if _is_together(section) else [scenario]
    table = pd.concat([ask(each.result) for each in scenarios], ignore_index=True)
    if "is_share" in table:
        table["is_share"] = table.groupby("quantity")["is_share"].transform("all")
    return table


@content.register
def _rates(section: Rates, scenario: Scenario, study_runs: StudyRuns) -> Content:
    asked = [(by, _name(section, scenario, by)) for by in section.by]
    elements = [
        element for by, name in asked for element in rates_elements(scenario, by, name, judged=section.verdicts)
    ]
    by = section.by[0]
    table = scenario.rates(by) if section.verdicts else pooled(scenario, by)
    return elements, {"": significant_extremes(table, by, "share", tell=briefly(percent, "share"))}


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
    """Blocks of means or ratios by each of `by`, and a sentence of the first: of one quantity only, or of all."""
    elements: list[Element] = []
    found = []
    for by in section.by:
        table, name = ask(by), _name(section, scenario, by)
        found.append(_facts(table, by, value, only=only))
        title = f"{_title(section, scenario)}, by {' and '.join(map(plain, by))}"
        figure = None
        if isinstance(section, SeatMeans) and section.total:
            figure = chart.stacked(table, by, section.total, title=title)
        elif len(by) == 1 and table[by[0]].nunique() > 1:
            figure = chart.dots(table, by, value, title=title)
        elements += [Chart(name, figure, f"{title}: {told(found[-1])}.")] if figure else []
        elements.append(Table(name, table, title, folded=True if figure else None))
    return elements, found[0]


def _facts(table: pd.DataFrame, by: Sequence[str], value: str, *, only: str) -> Facts:
    """The cells that are significantly low and high in one quantity only, or in every one."""
    found, tell = {}, briefly(lambda row: number(row, value), value)
    for quantity, rows in table.dropna(subset=[value, "low", "high"]).groupby("quantity", sort=False):
        if only in ("", quantity):
            words = tell(rows.iloc[0]) if len(rows) == 1 else significant_extremes(rows, by, value, tell=tell)
            found[plain(str(quantity))] = words
    return found or _NOTHING


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
    return elements, {plain(column): told(facts) for column, (_, facts) in zip(section.columns, contents, strict=True)}


@content.register
def _flag_pairs(section: FlagPairs, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """What seats with two flags win beyond what each flag does alone, the most significant first."""
    elements: list[Element] = []
    sentences = []
    for column in section.columns:
        table = by_significance(flag_pairs(scenario.result, column, flag_words(scenario.result, column)))
        what, name = f"the win share of players with both ({plain(column)})", _name(section, scenario, [column])
        elements += draws.pair_table(table, name, scenario, what=what, percent=_PAIRS, is_shown=True)
        sentences += [_most_of_pairs(table, column)] if len(table) else []
    return elements, "; ".join(sentences)


def _most_of_pairs(table: pd.DataFrame, column: str) -> str:
    """How many pairs do more or less than each does alone, and which does most, in a sentence."""
    row, significant = table.iloc[0], int((table["p_value"] <= ALPHA).sum())
    many = f"{plain(column)}: {significant or 'none'} of {len(table)} {'pair' if len(table) == 1 else 'pairs'}"
    differ = (
        f"{many} {'differs' if 1 in (significant, len(table)) else 'differ'} significantly from what each does alone"
    )
    most = f", most of all {row[column]} with {row[f'other_{column}']}, {points(row)}"
    return differ + most * bool(significant)


@content.register
def _occurrences(section: Occurrences, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Those who did something against those who did not: of all of a scenario, then within each cell of `by`."""
    contents = []
    for by in section.by if section.together else [[], *section.by]:
        table = _table(section, scenario, study_runs, ask=partial(occurrences, columns=section.columns, by=by))
        title = _title(section, scenario) + (f", by {' and '.join(map(plain, by))}" if by else "")
        contents.append(_marked(table, ["occurrence", *by], _name(section, scenario, by), title=title))
    return [element for elements, _ in contents for element in elements], contents[0][1]


def _marked(table: pd.DataFrame, names: Sequence[str], name: str, *, title: str) -> tuple[list[Element], Facts]:
    """Win shares with and without something, which the columns `names` name, as a chart and a table."""
    known = table.dropna(subset=["difference"])
    if known.empty:
        return [Table(name, table, title, _FLAGS)], _NOTHING
    sentence = significant_extremes(known, names, "difference", tell=points)
    half = " With half the width of the 95 % interval in each cell." if len(names) == 2 else ""
    figure = Chart(name, chart.marked(known, names, title), f"{title}: {sentence}.{half}")
    return [figure, Table(name, table, title, _FLAGS, True)], {"": sentence}


@content.register
def _game_means(section: GameMeans, scenario: Scenario, study_runs: StudyRuns) -> Content:
    table = game_means(scenario.result, section.columns)
    tell = briefly(lambda row: number(row, "value"), "value")
    facts = {plain(str(row["quantity"])): tell(row) for _, row in table.dropna().iterrows()}
    return [Table(_name(section, scenario), table, _title(section, scenario), folded=False)], facts or _NOTHING


@content.register
def _lengths(section: Lengths, scenario: Scenario, study_runs: StudyRuns) -> Content:
    table = lengths(scenario.result, section.columns)
    elements: list[Element] = [
        length_chart(scenario, column, _name(section, scenario, [column])) for column in section.columns
    ]
    tell = briefly(lambda row: number(row, "mean"), "mean")
    facts = {plain(str(row["quantity"])): f"{tell(row)} on average" for _, row in table.iterrows()}
    return [*elements, Table(_name(section, scenario), table, _title(section, scenario), folded=True)], facts


@content.register
def _quality(section: Quality, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """The quality of the games; with their standings where the scenario has a timeline."""
    found = scenario.ask(measure)
    name, title = _name(section, scenario), _title(section, scenario)
    elements: list[Element] = []
    if found.decided is not None and found.comebacks is not None:
        drawn = f"{scenario.title}: how often the leader wins, and when games are decided"
        text = f"{title}: how often the leader wins, and since when the winner leads to the end, by tenths of the game."
        elements.append(Chart(name, chart.tension(found.decided, parity(scenario.result), drawn), text))
        ends = [f"{column}{end}" for column in ("leader", "decided") for end in ("", "_low", "_high")]
        elements.append(Table(f"{name}-decided", found.decided, "The leader wins; the game is decided", ends, True))
        elements.append(Table(f"{name}-comebacks", found.comebacks, "From where games are won", SHARES, True))
    return [*elements, Table(name, found.summary, title, folded=False)], _NOTHING


@content.register
def _effects(section: Effects, scenario: Scenario, study_runs: StudyRuns) -> Content:
    """Return the effects of several columns and which columns are left out, or why the games show no effects."""
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
    tell = briefly(points, "difference")
    facts = {
        plain(str(column)): significant_extremes(rows, ["level"], "difference", tell=tell)
        for column, rows in shares.groupby("column", sort=False)
    }
    figure = chart.dots(drawn, ["level"], "value", title=title)
    shown: list[Element] = [Chart(name, figure, f"{title}: {told(facts)}."), Table(name, table, title, folded=True)]
    return [*lacks, *shown, *_sums(section, scenario)], facts


def _sums(section: Effects, scenario: Scenario) -> list[Element]:
    """Whether the effects of a model add up, where it has several columns."""
    table = interactions(scenario.result, section.columns or None)
    if table.empty:
        return []
    name, shown = f"{_name(section, scenario)}-interactions", list(table.columns.drop(["games", "p_value"]))
    title = "What lies furthest from the sum of two effects"
    return [Text([f"Do the effects add up? {sums(table)}."]), Table(name, table, title, folded=True, told=shown)]


for _function in (
    draws.draws,
    variants.variants,
    variants.strategies,
    played.skill,
    played.exploitability,
    played.yardstick,
    played.beside,
    played.skill_gap,
    played.luck,
    played.flights,
):
    content.register(_function)
