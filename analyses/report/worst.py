"""The worst imbalance of every factor: of home or race, of the seat, of the strategy, of what is dealt or drawn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.present.wording import named, plain, word
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.flags import flag_words, flags
from starbalance.analyses.report.certainty import drawn_columns, for_all, judged_columns
from starbalance.analyses.report.scenario import Scenario, told_apart
from starbalance.analyses.report.section import Section
from starbalance.analyses.statistics.aggregate import parity as at_parity
from starbalance.analyses.statistics.verdict import BALANCE, ONE_LEVEL, ONE_SEAT

_SEAT = "seat"
Row = dict[str, Any]
COLUMNS = ("factor", "scenario", "worst", "share", "fair", "points", "low", "high", "verdict")


def worst(scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], asked: Sequence[Section] = ()) -> pd.DataFrame:
    """A row for each factor and scenario: the level that is farthest out of line.

    The factors are the columns by each of which the win shares of a scenario are judged, and what the sections say is
    dealt or drawn. judges: the scenarios that give the verdicts by the game's factor, by the name of the other.
    Columns: factor (in words), scenario (its title), worst (the level), share (what it wins), fair (parity; of what is
    dealt or drawn: what is won without it), points (share less fair, as a share), low, high (of the points), verdict
    (of what is dealt: empty).
    """
    found: list[Row] = []
    for scenario in scenarios:
        its = [section for section in asked if scenario.name in section.scenarios]
        for by in judged_columns(scenario, its):
            judge = judges.get(scenario.name, scenario) if by == scenario.result.factor else scenario
            found += _of_shares(judge, scenario.title, by)
        for section in its:
            if section.kind == "draws":
                found += _of_draws(section, scenario)
            elif section.dealt and section.kind == "flags":
                found += _of_flags(section, scenario)
    return pd.DataFrame(found, columns=list(COLUMNS))


def _of_shares(scenario: Scenario, title: str, by: str) -> Iterator[Row]:
    """The level of a column whose share is farthest from parity: of those surely out of line, if any is."""
    table, parity = scenario.rates([by]), at_parity(scenario.result)
    table = told_apart(table) if by == _SEAT else table
    table = table[~table["verdict"].isin((ONE_LEVEL, ONE_SEAT))]
    off, near = table["verdict"].isin(BALANCE[1:]), table["verdict"] == BALANCE[0]
    among = table[off] if off.any() else table[~near] if not near.all() else table
    away = among.assign(**{name: among[name] - parity for name in ("low", "high")})
    if len(away):
        row = _farthest(away)
        yield _row(plain(by), title, named([by], row), row=row, fair=parity)


def _of_flags(section: Section, scenario: Scenario) -> Iterator[Row]:
    """The thing dealt that does most, of each column of a section."""
    for column in section.columns:
        table = for_all(scenario.ask(flags, column, flag_words(scenario.result, column)), scenario.alpha)
        yield from _of_differences(table.assign(verdict=""), scenario, plain(column), names=[column])


def _of_draws(section: Section, scenario: Scenario) -> Iterator[Row]:
    """The level of each column of a section that a thing drawn for all helps or harms most."""
    draw = find_draw(scenario.result).name
    for column in drawn_columns(section):
        table = scenario.ask(draw_shares, column, alpha=scenario.alpha)
        table = table.assign(low=table["low_all"], high=table["high_all"])
        yield from _of_differences(table, scenario, f"{plain(column)}, by {plain(draw)}", names=[column, draw])


def _of_differences(table: pd.DataFrame, scenario: Scenario, factor: str, *, names: Sequence[str]) -> Iterator[Row]:
    known = table.dropna(subset=["difference", "low", "high"])
    if len(known):
        row = _farthest(known)
        level = " with ".join(word(name, row[name]) for name in names)
        yield _row(factor, scenario.title, level, row={**row, "share": row["with"]}, fair=row["without"])


def _farthest(table: pd.DataFrame) -> Mapping[str, Any]:
    """The row that is most surely away from 0: by its interval, so that a rare row does not win."""
    return table.loc[table["low"].where(table["low"] > -table["high"], -table["high"]).idxmax()]


def _row(factor: str, scenario: str, level: str, *, row: Mapping[str, Any], fair: float) -> Row:
    numbers = {name: row[name] for name in ("share", "low", "high", "verdict")}
    away = row["share"] - fair
    return {"factor": factor, "scenario": scenario, "worst": level, "fair": fair, "points": away, **numbers}
