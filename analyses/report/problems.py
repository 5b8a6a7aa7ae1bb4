"""The problems of a game, a page each: a level out of line, why, what was tried, a game to watch."""

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
    judgement,
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
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.verdict import BALANCE, MARGIN
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.runs.amount import joined

_MOST = 3  # problems with a page, changes that are told
_SEAT, _STRATEGY = "seat", "strategy"
_ALLIED = " + "  # between those who win together


@dataclass(frozen=True)
class _Case:
    """A scenario in which a level of a column is out of line: its row among the win shares, what would be fair.

    judge: the scenario whose games give the verdict, mostly the same. column: the factor, or the seat.
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
    study_runs: StudyRuns, asked: Sequence[Section], *, headlines: Sequence[Scenario], judges: Mapping[str, Scenario]
) -> list[Element]:
    """A chapter for each level of the factor, or seat, that wins too much or too little, the farthest first.

    headlines: the scenarios that the summary tells of; judges: those that give the verdicts in their place, by name.
    """
    cases = [case for scenario in headlines for case in _cases(scenario, judges.get(scenario.name, scenario))]
    cases.sort(key=lambda case: -abs(case.away))
    by_level: dict[str, list[_Case]] = {}
    for case in cases:
        by_level.setdefault(case.name, []).append(case)
    pages = list(by_level.values())[:_MOST]
    return [element for its in pages for element in _page(its, study_runs, asked)]


def _cases(scenario: Scenario, judge: Scenario) -> Iterator[_Case]:
    """The levels of the factor with a verdict, then the seats that have one and are off by more than the margin."""
    factor = scenario.result.factor
    for _, row in judge.rates([factor]).iterrows():
        if row["verdict"] in BALANCE[1:]:
            yield _Case(scenario, judge, factor, str(row[factor]), row, parity(judge.result))
    for _, row in told_apart(scenario.rates([_SEAT])).iterrows():
        case = _Case(scenario, scenario, _SEAT, str(row[_SEAT]), row, parity(scenario.result))
        if row["verdict"] in BALANCE[1:] and abs(case.away) > MARGIN:
            yield case


def _page(its: Sequence[_Case], study_runs: StudyRuns, asked: Sequence[Section]) -> list[Element]:
    worst = its[0]
    wins = {case.away > 0 for case in its}
    verdict = "Out of line" if len(wins) > 1 else "Too strong" if wins.pop() else "Too weak"
    of_factor = worst.column == worst.judge.result.factor
    why = reasons(worst.judge, worst.level, title=worst.title, is_strong=worst.away > 0) if of_factor else ()
    lines = [_how_much(its), _play(its, study_runs), *why, _tried(worst, study_runs, asked), *_next(worst)]
    return [
        Heading(f"{verdict}: {worst.name}"),
        *_figure(worst),
        Text([line for line in lines if line], listed=True),
    ]


def _figure(case: _Case) -> list[Element]:
    """Whether it hangs on who plays it: its win share with each strategy, where strategies meet."""
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


def _how_much(its: Sequence[_Case]) -> str:
    told = [f"{case.title} {percent(case.row)} where {100 * case.fair:.1f} % is fair" for case in its]
    return f"How much: {'; '.join(told)}."


def _play(its: Sequence[_Case], study_runs: StudyRuns) -> str:
    """Whether the verdicts hold as players get better; nothing where that was not asked."""
    told: list[str] = []
    levels: dict[str, None] = {}
    for case in its:
        for table in study_runs.skill_of(case.scenario.name, [case.column]):
            few = _of_level(case, seldom(table, [case.column]))
            levels |= dict.fromkeys(level for level in able_levels(table) if level not in set(few[SKILL]))
            told += [_range(case, table), *(f"{case.title} at {_at(row)}" for _, row in few.iterrows())]
    if not told:
        return ""
    return f"From sensible play up: {'; '.join(told)}. Levels of a range: {', '.join(levels)}, each of all players."


def _range(case: _Case, table: pd.DataFrame) -> str:
    """From what to what it wins from sensible play up, and what is claimed."""
    row = _of_level(case, verdict_by_skill(table, [case.column])).iloc[0]
    word = "undecided there" if row["verdict"] == OPEN else judgement(str(row["verdict"]))
    return f"{case.title} {between(row['lowest'], row['highest'])} ({word})"


def _at(row: pd.Series) -> str:
    return f"{row[SKILL]} {percent(row)}, in {row['games']:,} games"


def _tried(case: _Case, study_runs: StudyRuns, asked: Sequence[Section]) -> str:
    """The variants under which its share is surely nearer to parity, if any was played."""
    tables: dict[str, pd.DataFrame] = {}
    runs: dict[str, Scenario] = {}
    for section in asked:
        if isinstance(section, Variants) and case.scenario.name in section.scenarios and _is_by(section, case):
            tables.update(changes(section, case.scenario, study_runs, by=[case.column]))
            runs.update(runs_of(section, case.scenario, study_runs))
    if not tables:
        return f"Changes that were tried in {case.title}: none."
    found = sorted(each for name, table in tables.items() for each in _nearer(case, table, name))
    nearest = "; ".join(_won_then(case, tables[name], name, run=runs[name]) for _, name in found[:_MOST])
    told = (
        f"{len(found)} of {len(tables)} bring it nearer for sure, nearest {nearest}. The share after 'instead of' is "
        "that of the same games without the change"
        if found
        else "none of them brings it nearer for sure"
    )
    return f"Changes that were tried in {case.title}, on the same luck: {told}."


def _nearer(case: _Case, table: pd.DataFrame, name: str) -> Iterator[tuple[float, str]]:
    """(how far from parity a variant leaves its share, the variant) if that is nearer for sure than without it."""
    for _, row in _of_level(case, table).iterrows():
        away = row["share_base"] - case.fair
        left = abs(away + row["difference"])
        if left < abs(away) and (row["high"] < 0 or row["low"] > 0):
            yield left, name


def _won_then(case: _Case, table: pd.DataFrame, name: str, *, run: Scenario) -> str:
    """What it wins under a variant and without it. table: what the variant changes; run: its games."""
    shares, _ = measured(paired(case.scenario, run)[1], [case.column])
    (_, share), (_, row) = (next(_of_level(case, each).iterrows()) for each in (shares, table))
    return f"{plain(name)} {percent(share)} instead of {100 * row['share_base']:.1f} %, {points(row)}"


def _of_level(case: _Case, table: pd.DataFrame) -> pd.DataFrame:
    return table[table[case.column].astype(str) == case.level]


def _is_by(section: Variants, case: _Case) -> bool:
    return [case.column] in ([list(by) for by in section.by] or [[case.scenario.result.factor]])


def _next(case: _Case) -> Iterator[str]:
    """How the smallest changes that mend it are found, and a game against the rule, well played if any was."""
    result = case.judge.result
    its, is_strong = result.settings, case.away > 0
    words = ["starbalance", "balance", its["game"], "--setup", its["setup"], "--by", case.column]
    if players := strategies_option(its):
        words += ["--strategies", joined(players)]
    yield f"To look for the smallest changes that mend it: `{shlex.join([*words, *as_options(its['changes'])])}`."
    one = case.level.split(_ALLIED)[0]
    rule = f"{case.column}={one} and {WON}={'false' if is_strong else 'true'}"
    well = [f"{rule} and {_STRATEGY}={BASE}"] if BASE in {each["name"] for each in its["strategies"]} else []
    found = next((each for where in (*well, rule) if (each := find(result, where, limit=1)).games), None)
    if found:
        what = "lost" if is_strong else "won"
        yield f"A game to watch, which it {what}: `{found.first['play'][0]} --html game.html`."
