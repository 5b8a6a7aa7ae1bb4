"""What is out of line: by home or race, by seat, by strategy, by what is dealt or drawn, the worst of each first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import named, plain, word
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.flags import flag_words, flags
from starbalance.analyses.report.certainty import drawn_columns, for_all, judged_columns
from starbalance.analyses.report.scenario import Scenario, told_apart
from starbalance.analyses.report.section import Draws, Flags, Section
from starbalance.analyses.statistics.aggregate import parity as at_parity
from starbalance.analyses.statistics.verdict import BALANCE, ONE_LEVEL, ONE_SEAT, REASON, UNDECIDED

_SEAT, _STRATEGY = "seat", "strategy"
Row = dict[str, Any]
COLUMNS = ("factor", "scenario", "worst", "share", "fair", "points", "low", "high", "verdict")


def worst(scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], asked: Sequence[Section] = ()) -> pd.DataFrame:
    """Return a row for each factor and scenario: the level that is farthest out of line.

    The factors are the columns by each of which the win shares of a scenario are judged, and what the sections say is
    dealt or drawn, with its effect on each level of the columns of seats but the strategy.

    Args:
        scenarios: Scenarios that the first page is about.
        judges: Scenarios that give the verdicts by the game's factor, by the name of the other.
        asked: Sections of the study.

    Returns:
        A frame with the columns factor (in words), scenario (its title), worst (the level), share (what it wins), fair
        (parity; of what is dealt or drawn: what is won without it), points (share less fair, as a share), low, high (of
        the points; of what is dealt or drawn: for its whole table), verdict (of what is dealt: empty).
    """
    return pd.DataFrame([rows[0] for rows in _ranked(scenarios, judges, asked)], columns=list(COLUMNS))


def out_of_line(
    scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], asked: Sequence[Section] = ()
) -> pd.DataFrame:
    """Return the rows of every level that is sure to be out of line, the farthest of each factor first.

    Arguments and columns are those of `worst`. Allowance is made for the number of levels of each table.
    """
    found = [row for rows in _ranked(scenarios, judges, asked) for row in rows if _is_sure(row)]
    table = pd.DataFrame(found, columns=list(COLUMNS))
    return table.loc[table["points"].astype(float).abs().sort_values(ascending=False, kind="stable").index]


def _is_sure(row: Row) -> bool:
    """Return whether a level is known to be out of line: by its verdict or, without one, by its interval."""
    if row["verdict"] in (*BALANCE, UNDECIDED):
        return row["verdict"] in BALANCE[1:]
    return row["low"] > 0 or row["high"] < 0


def _ranked(
    scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], asked: Sequence[Section]
) -> Iterator[list[Row]]:
    """Yield the rows of the levels of each factor of each scenario, those most surely out of line first."""
    for scenario in scenarios:
        its = [section for section in asked if scenario.name in section.scenarios]
        for by in judged_columns(scenario, its):
            judge = judges.get(scenario.name, scenario) if by == scenario.result.factor else scenario
            yield from filter(None, [_of_shares(judge, scenario.title, by)])
        for section in its:
            if isinstance(section, Draws):
                yield from filter(None, _of_draws(section, scenario))
            elif isinstance(section, Flags) and section.dealt:
                yield from filter(None, _of_flags(section, scenario))


def _of_shares(scenario: Scenario, title: str, by: str) -> list[Row]:
    """Return the levels of a column by their distance from parity: those surely out of line, if any is."""
    table, parity = scenario.rates([by]), at_parity(scenario.result)
    table = told_apart(table) if by == _SEAT else table
    table = table[~table[REASON].isin((ONE_LEVEL, ONE_SEAT))]
    off, near = table["verdict"].isin(BALANCE[1:]), table["verdict"] == BALANCE[0]
    among = table[off] if off.any() else table[~near] if not near.all() else table
    away = among.assign(**{name: among[name] - parity for name in ("low", "high")})
    return [_row(plain(by), title, named([by], row), row=row, fair=parity) for row in _farthest(away)]


def _of_flags(section: Flags, scenario: Scenario) -> Iterator[list[Row]]:
    """Yield the things dealt by what they do, of each column of a section."""
    for column in section.columns:
        table = for_all(scenario.ask(flags, column, flag_words(scenario.result, column)), scenario.alpha)
        yield _of_differences(table.assign(verdict=""), scenario, plain(column), names=[column])


def _of_draws(section: Draws, scenario: Scenario) -> Iterator[list[Row]]:
    """Yield the levels of each column of a section by what a thing drawn for all does to them.

    The strategy is left out: players choose it, so that its combinations with a draw are no finding about the game.
    """
    draw = find_draw(scenario.result).name
    for column in (name for name in drawn_columns(section) if name != _STRATEGY):
        table = scenario.ask(draw_shares, column, alpha=scenario.alpha)
        table = table.assign(low=table["low_all"], high=table["high_all"])
        yield _of_differences(table, scenario, f"{plain(column)}, by {plain(draw)}", names=[column, draw])


def _of_differences(table: pd.DataFrame, scenario: Scenario, factor: str, *, names: Sequence[str]) -> list[Row]:
    known = table.dropna(subset=["difference", "low", "high"])
    return [
        _row(
            factor,
            scenario.title,
            " with ".join(word(name, row[name]) for name in names),
            row={**row, "share": row["with"]},
            fair=row["without"],
        )
        for row in _farthest(known)
    ]


def _farthest(table: pd.DataFrame) -> list[Mapping[str, Any]]:
    """Return the rows, those most surely away from 0 first: by their intervals, so that a rare row does not win."""
    away = table["low"].where(table["low"] > -table["high"], -table["high"])
    return [row for _, row in table.loc[away.sort_values(ascending=False, kind="stable").index].iterrows()]


def _row(factor: str, scenario: str, level: str, *, row: Mapping[str, Any], fair: float) -> Row:
    numbers = {name: row[name] for name in ("share", "low", "high", "verdict")}
    away = row["share"] - fair
    return {"factor": factor, "scenario": scenario, "worst": level, "fair": fair, "points": away, **numbers}
