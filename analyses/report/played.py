"""Sections on players and randomness: skill, training, benchmarks, another game, randomness, the board."""

from collections.abc import Sequence

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Table, Text
from starbalance.analyses.presentation.wording import (
    plain,
)
from starbalance.analyses.questions.board import board, ends, most_contacts
from starbalance.analyses.questions.quality import beside as compared
from starbalance.analyses.questions.skill import courses, verdict_by_skill
from starbalance.analyses.questions.skill_gap import GAP, exchange
from starbalance.analyses.questions.skill_gap import skill_gap as by_gap
from starbalance.analyses.questions.study import run_title
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import (
    Benchmark,
    Beside,
    Exploitability,
    Flights,
    Randomness,
    Skill,
    SkillGap,
)
from starbalance.simulator.engine.errors import BadInput

_TRUNCATED = ("truncated", "truncated_low", "truncated_high")
_GAINS = ("share", "gain", "low", "high")
_PARTS = ("share", "low", "high", "in_all", "in_all_low", "in_all_high")


def skill(section: Skill, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the ladder of skill of a scenario, and the win shares and verdicts at each level."""
    name, tables = f"{scenario.name}-{section.name}", study_runs.skills[section.name, scenario.name]
    ladder = study_runs.ladders[section.name, scenario.name]
    title = f"{scenario.title}: gain of one player among players of the rung below"
    going = courses(tables[0][1])
    return [
        Table(f"{name}-ladder", ladder, title, _GAINS[1:]),
        Table(f"{name}-courses", going, f"{scenario.title}: how the games of each level go", _TRUNCATED),
        *(element for by, table in tables for element in _skill_tables(table, by, name=name, scenario=scenario)),
    ]


def _skill_tables(table: pd.DataFrame, by: Sequence[str], *, name: str, scenario: Scenario) -> list[Element]:
    name, words = f"{name}-by-{'-and-'.join(by)}", " and ".join(map(plain, by))
    claims = verdict_by_skill(table, by)
    return [
        Table(
            f"{name}-claims",
            claims,
            f"{scenario.title}: verdicts by {words} on the rungs from sensible upwards",
            ("lowest", "highest"),
            False,
        ),
        Table(name, table, f"{scenario.title}: win share by {words} at each level of skill", SHARES, True),
    ]


def exploitability(section: Exploitability, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the gains of trained players over an equal share, among players of the pool."""
    table = study_runs.responses[section.name, scenario.name]
    text = "More training, or a search, may gain more."
    title = f"{scenario.title}: gain of training against the pool"
    return [Text([text]), Table(f"{scenario.name}-{section.name}", table, title, _GAINS)]


def benchmark(section: Benchmark, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the gains of search players over an equal share."""
    table = study_runs.benchmarks[section.name, scenario.name]
    return [Table(f"{scenario.name}-{section.name}", table, f"{scenario.title}: gain of a search player", _GAINS)]


def by_opponents(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return two tables: search players among other players, and among players of an earlier row's search."""
    further = table["against"].isin(table["strategy"])
    return table[~further], table[further]


def beside(section: Beside, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return the quality of a scenario and of another game."""
    other = study_runs.others[section.name, scenario.name]
    table, other_title = compared(scenario.result, other), run_title(other.settings)
    title = f"{scenario.title}, compared with {other_title}"
    return [Table(f"{scenario.name}-{section.name}", table, title, folded=False)]


def skill_gap(section: SkillGap, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return win shares by the gap in skill, also by further columns, and strategies in points of skill."""
    name = f"{scenario.name}-{section.name}"
    elements: list[Element] = [Text(["The gap is the skill of a player minus the mean skill of the other players."])]
    for by in [[], *section.by]:
        columns = [*by, GAP]
        title = f"{scenario.title}: win share by {' and '.join(map(plain, columns))}"
        table = by_gap(scenario.result, by)
        elements.append(Table(f"{name}-by-{'-and-'.join(columns)}", table, title, SHARES, True))
    return elements + _exchange(scenario, name)


def _exchange(scenario: Scenario, name: str) -> list[Element]:
    """Return a table of strategies in points of skill, or a sentence with the reason why the games do not show it."""
    try:
        table = exchange(scenario.result)
    except BadInput as error:
        return [Text([str(error)])]
    title = f"{scenario.title}: skill that each strategy lacks compared with the best"
    return [Table(f"{name}-exchange", table, title, folded=True)]


def randomness(section: Randomness, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return what each part of the randomness decides, by itself and together with the other parts."""
    table = study_runs.randomness[section.name, scenario.name]
    title = f"{scenario.title}: what decides the winner"
    return [Table(f"{scenario.name}-{section.name}", table, title, _PARTS, True)]


def flights(section: Flights, scenario: Scenario, study_runs: StudyRuns) -> list[Element]:
    """Return pictures of the board to scale, of where ships fly and of one flight, and how flights end."""
    table, settings = study_runs.flights[section.name, scenario.name], scenario.result.settings
    discs = board(settings["game"], setup=settings["setup"], set=settings["changes"])
    games, name = table["game"].nunique(), f"{scenario.name}-{section.name}"
    one = most_contacts(table)
    of_one = f"flight {one['flight'].iloc[0]} of game {one['game'].iloc[0]}, the one with the most contacts"
    return [
        Chart(f"{name}-board", chart.board(discs, f"{scenario.title}: the board"), "The board to scale, with orbits."),
        Chart(
            f"{name}-heat",
            chart.flights(discs, table, f"{scenario.title}: where ships fly, {games:,} games"),
            "Where ships fly and are lost.",
        ),
        Chart(f"{name}-one", chart.flight(discs, one, f"{scenario.title}: a flight"), f"{of_one.capitalize()}."),
        Table(f"{name}-ends", ends(table), f"{scenario.title}: what flights meet and how they end", folded=True),
    ]
