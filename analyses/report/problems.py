"""Pages on the problems of a game: an imbalanced level, reasons, changes that were tried, an example game."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Text
from starbalance.analyses.presentation.wording import (
    as_options,
    between,
    evaluation,
    lowered,
    percent,
    plain,
    points,
    word,
)
from starbalance.analyses.questions.find import WON, find
from starbalance.analyses.questions.players import strategies_option
from starbalance.analyses.questions.rates import measured
from starbalance.analyses.questions.skill import OPEN, SKILL, able_levels, seldom, verdict_by_skill
from starbalance.analyses.report.reasons import reasons
from starbalance.analyses.report.scenario import Scenario, StudyRuns, told_apart
from starbalance.analyses.report.section import Section, Variants
from starbalance.analyses.report.variants import changes, paired, runs_of
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import BALANCE, MARGIN
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.runs.amount import joined

_MOST = 3  # largest number of pages, and of listed changes
_SEAT, _STRATEGY = "seat", "strategy"
_ALLIED = " + "  # between seats that win together


@dataclass(frozen=True)
class _Case:
    """A scenario in which a level of a column is imbalanced.

    Attributes:
        scenario: The scenario.
        judge: Scenario whose games give the verdict, usually the same.
        column: The main factor or the seat.
        level: The level.
        row: Row of the level in the table of win shares.
        fair: The equal share.
    """

    scenario: Scenario
    judge: Scenario
    column: str
    level: str
    row: Mapping[str, Any]
    fair: float

    @property
    def away(self) -> float:
        return float(self.row["share"] - self.fair)

    @property
    def title(self) -> str:
        return lowered(self.scenario.title)

    @property
    def name(self) -> str:
        """The level as a label."""
        return word(self.column, self.level)


def problems(
    study_runs: StudyRuns, sections: Sequence[Section], *, headlines: Sequence[Scenario], judges: Mapping[str, Scenario]
) -> list[Element]:
    """Return a chapter for each imbalanced level of the factor or seat, the largest imbalance first.

    Args:
        study_runs: The runs of the study.
        sections: Sections of the study.
        headlines: Scenarios of the summary.
        judges: Scenarios that give the verdicts of other scenarios, by the name of the other scenario.
    """
    cases = [case for scenario in headlines for case in _cases(scenario, judges.get(scenario.name, scenario))]
    cases.sort(key=lambda case: -abs(case.away))
    by_level: dict[str, list[_Case]] = {}
    for case in cases:
        by_level.setdefault(case.name, []).append(case)
    pages = list(by_level.values())[:_MOST]
    return [element for page_cases in pages for element in _page(page_cases, study_runs, sections)]


def _cases(scenario: Scenario, judge: Scenario) -> Iterator[_Case]:
    """Yield imbalanced levels of the factor, then seats with an imbalance above the margin."""
    factor = scenario.result.factor
    for _, row in judge.rates([factor]).iterrows():
        if row["verdict"] in BALANCE[1:]:
            yield _Case(scenario, judge, factor, str(row[factor]), row, equal_share(judge.result))
    for _, row in told_apart(scenario.rates([_SEAT])).iterrows():
        case = _Case(scenario, scenario, _SEAT, str(row[_SEAT]), row, equal_share(scenario.result))
        if row["verdict"] in BALANCE[1:] and abs(case.away) > MARGIN:
            yield case


def _page(cases: Sequence[_Case], study_runs: StudyRuns, sections: Sequence[Section]) -> list[Element]:
    worst = cases[0]
    wins = {case.away > 0 for case in cases}
    verdict = "Imbalanced" if len(wins) > 1 else "Too strong" if wins.pop() else "Too weak"
    of_factor = worst.column == worst.judge.result.factor
    why = reasons(worst.judge, worst.level, title=worst.title, is_strong=worst.away > 0) if of_factor else ()
    lines = [_how_much(cases), _play(cases, study_runs), *why, _tried(worst, study_runs, sections), *_next(worst)]
    return [
        Heading(f"{verdict}: {worst.name}"),
        *_figure(worst),
        Text([line for line in lines if line], listed=True),
    ]


def _figure(case: _Case) -> list[Element]:
    """Return a chart of the win share of a level with each strategy. Empty for a single strategy."""
    whole = case.judge.rates([case.column, _STRATEGY])
    table = _of_level(case, whole).drop(columns=case.column)
    if len(table) < 2:
        return []
    title = f"{case.judge.title}: win share of {case.name} by strategy"
    table = table.assign(strategy=table[_STRATEGY].astype(str)).reset_index(drop=True)
    low, high = table.loc[table["share"].idxmin()], table.loc[table["share"].idxmax()]
    text = f"{title}: from {percent(low)} played by {low[_STRATEGY]} to {percent(high)} by {high[_STRATEGY]}."
    name = f"problem-{re.sub('[^a-z0-9]+', '-', case.name.lower())}"
    return [Chart(name, chart.forest(table, [_STRATEGY], round(1 / case.fair), title=title), text)]


def _how_much(cases: Sequence[_Case]) -> str:
    parts = [f"{case.title} {percent(case.row)} where an equal share is {100 * case.fair:.1f}%" for case in cases]
    return f"How much: {'; '.join(parts)}."


def _play(cases: Sequence[_Case], study_runs: StudyRuns) -> str:
    """Return a line on the verdicts at increasing skill. Empty if the study does not measure it."""
    parts: list[str] = []
    levels: dict[str, None] = {}
    for case in cases:
        for table in study_runs.skill_of(case.scenario.name, [case.column]):
            few = _of_level(case, seldom(table, [case.column]))
            levels |= dict.fromkeys(level for level in able_levels(table) if level not in set(few[SKILL]))
            parts += [_range(case, table), *(f"{case.title} at {_at(row)}" for _, row in few.iterrows())]
    if not parts:
        return ""
    return (
        f"From sensible play upwards: {'; '.join(parts)}. Levels of these ranges: {', '.join(levels)}, for all players."
    )


def _range(case: _Case, table: pd.DataFrame) -> str:
    """Return the range of the share from sensible play upwards, with the verdict, in words."""
    row = _of_level(case, verdict_by_skill(table, [case.column])).iloc[0]
    word = "undecided" if row["verdict"] == OPEN else evaluation(str(row["verdict"]))
    return f"{case.title} {between(row['lowest'], row['highest'])} ({word})"


def _at(row: pd.Series) -> str:
    return f"{row[SKILL]} {percent(row)}, in {row['games']:,} games"


def _tried(case: _Case, study_runs: StudyRuns, sections: Sequence[Section]) -> str:
    """Return a line on the variants that bring the share significantly nearer to an equal share, or that none does."""
    tables: dict[str, pd.DataFrame] = {}
    runs: dict[str, Scenario] = {}
    for section in sections:
        if isinstance(section, Variants) and case.scenario.name in section.scenarios and _is_by(section, case):
            tables.update(changes(section, case.scenario, study_runs, by=[case.column]))
            runs.update(runs_of(section, case.scenario, study_runs))
    if not tables:
        return f"Changes that were tried in {case.title}: none."
    nearer = sorted(each for name, table in tables.items() for each in _nearer(case, table, name))
    nearest = "; ".join(_won_then(case, tables[name], name, run=runs[name]) for _, name in nearer[:_MOST])
    result = (
        f"{len(nearer)} of {len(tables)} bring it significantly nearer, the nearest {nearest}. The share after "
        "'instead of' is from the same games without the change"
        if nearer
        else "none of them brings it significantly nearer"
    )
    return f"Changes that were tried in {case.title}, with common random numbers: {result}."


def _nearer(case: _Case, table: pd.DataFrame, name: str) -> Iterator[tuple[float, str]]:
    """Yield (remaining distance from an equal share, variant) if the variant brings the share significantly nearer."""
    for _, row in _of_level(case, table).iterrows():
        away = row["share_base"] - case.fair
        left = abs(away + row["difference"])
        if left < abs(away) and (row["high"] < 0 or row["low"] > 0):
            yield left, name


def _won_then(case: _Case, table: pd.DataFrame, name: str, *, run: Scenario) -> str:
    """Return the shares under a variant and without it, in words.

    `table` has the changes, `run` has the games of the variant.
    """
    shares, _ = measured(paired(case.scenario, run)[1], [case.column])
    (_, share), (_, row) = (next(_of_level(case, each).iterrows()) for each in (shares, table))
    return f"{plain(name)} {percent(share)} instead of {100 * row['share_base']:.1f}%, {points(row)}"


def _of_level(case: _Case, table: pd.DataFrame) -> pd.DataFrame:
    return table[table[case.column].astype(str) == case.level]


def _is_by(section: Variants, case: _Case) -> bool:
    return [case.column] in ([list(by) for by in section.by] or [[case.scenario.result.factor]])


def _next(case: _Case) -> Iterator[str]:
    """Yield a line with a command that searches for the smallest fix, and a line with a game against the trend.

    The second line is left out if there is no such game.
    """
    result = case.judge.result
    settings, is_strong = result.settings, case.away > 0
    words = ["starbalance", "balance", settings["game"], "--setup", settings["setup"], "--by", case.column]
    if players := strategies_option(settings):
        words += ["--strategies", joined(players)]
    yield f"To search for the smallest fix: `{shlex.join([*words, *as_options(settings['changes'])])}`."
    one = case.level.split(_ALLIED)[0]
    rule = f"{case.column}={one} and {WON}={'false' if is_strong else 'true'}"
    well = [f"{rule} and {_STRATEGY}={BASE}"] if BASE in {each["name"] for each in settings["strategies"]} else []
    listed = next((each for where in (*well, rule) if (each := find(result, where, limit=1)).games), None)
    if listed:
        what = "lost" if is_strong else "won"
        yield f"An example game, which it {what}: `{listed.first['play'][0]} --html game.html`."
