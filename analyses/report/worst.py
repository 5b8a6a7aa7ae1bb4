"""Imbalances by the main factor, seat, strategy, and dealt or drawn components, the largest of each first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import named, plain, word
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.flags import flag_words, flags
from starbalance.analyses.report.certainty import drawn_columns, for_all, judged_columns
from starbalance.analyses.report.scenario import Scenario, told_apart
from starbalance.analyses.report.section import Draws, Flags, Section
from starbalance.analyses.statistics.aggregate import equal_share as at_equal_share
from starbalance.analyses.statistics.verdict import BALANCE, ONE_LEVEL, ONE_SEAT, REASON, UNDECIDED

_SEAT, _STRATEGY = "seat", "strategy"
Row = dict[str, Any]
COLUMNS = ("factor", "scenario", "worst", "share", "fair", "points", "low", "high", "verdict")


def worst(
    scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], sections: Sequence[Section] = ()
) -> pd.DataFrame:
    """Return a row for each factor and scenario: the level with the largest imbalance.

    The factors are the columns of win shares with verdicts, and the components that the sections mark as dealt or
    drawn. Drawn components have an effect on each level of the columns of seats, except the strategy.

    Args:
        scenarios: Scenarios of the first page.
        judges: Scenarios that give the verdicts by the main factor, by the name of the other scenario.
        sections: Sections of the study.

    Returns:
        A frame with the columns factor, scenario, worst, share, fair, points, low, high and verdict. `factor` is in
        words, `scenario` is a title, `worst` is the level. `share` is its win share. `fair` is an equal share, or the
        share without a dealt or drawn component. `points` is share minus fair, as a share. `low` and `high` are the
        ends of its interval, for components with family-wise confidence. `verdict` is empty for dealt components.
    """
    return pd.DataFrame([rows[0] for rows in _ranked(scenarios, judges, sections)], columns=list(COLUMNS))


def out_of_line(
    scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], sections: Sequence[Section] = ()
) -> pd.DataFrame:
    """Return the rows of every level with a significant imbalance, the largest first.

    Arguments and columns are the same as for `worst`. The significance allows for the number of levels of each table.
    """
    rows_off = [row for rows in _ranked(scenarios, judges, sections) for row in rows if _is_sure(row)]
    table = pd.DataFrame(rows_off, columns=list(COLUMNS))
    return table.loc[table["points"].astype(float).abs().sort_values(ascending=False, kind="stable").index]


def _is_sure(row: Row) -> bool:
    """Return whether an imbalance is significant, by its verdict or (without a verdict) by its interval."""
    if row["verdict"] in (*BALANCE, UNDECIDED):
        return row["verdict"] in BALANCE[1:]
    return row["low"] > 0 or row["high"] < 0


def _ranked(
    scenarios: Sequence[Scenario], judges: Mapping[str, Scenario], sections: Sequence[Section]
) -> Iterator[list[Row]]:
    """Yield the rows of the levels of each factor of each scenario, the most significant imbalance first."""
    for scenario in scenarios:
        own_sections = [section for section in sections if scenario.name in section.scenarios]
        for by in judged_columns(scenario, own_sections):
            judge = judges.get(scenario.name, scenario) if by == scenario.result.factor else scenario
            yield from filter(None, [_of_shares(judge, scenario.title, by)])
        for section in own_sections:
            if isinstance(section, Draws):
                yield from filter(None, _of_draws(section, scenario))
            elif isinstance(section, Flags) and section.dealt:
                yield from filter(None, _of_flags(section, scenario))


def _of_shares(scenario: Scenario, title: str, by: str) -> list[Row]:
    """Return rows of a column, the most significant distance from an equal share first.

    They are the significantly imbalanced levels, otherwise the undecided ones, otherwise all levels.
    """
    table, equal_share = scenario.rates([by]), at_equal_share(scenario.result)
    table = told_apart(table) if by == _SEAT else table
    table = table[~table[REASON].isin((ONE_LEVEL, ONE_SEAT))]
    off, near = table["verdict"].isin(BALANCE[1:]), table["verdict"] == BALANCE[0]
    among = table[off] if off.any() else table[~near] if not near.all() else table
    away = among.assign(**{name: among[name] - equal_share for name in ("low", "high")})
    return [_row(plain(by), title, named([by], row), row=row, fair=equal_share) for row in _farthest(away)]


def _of_flags(section: Flags, scenario: Scenario) -> Iterator[list[Row]]:
    """Yield the rows of the dealt components of each column of a section, ordered by their effects."""
    for column in section.columns:
        table = for_all(scenario.ask(flags, column, flag_words(scenario.result, column)), scenario.alpha)
        yield _of_differences(table.assign(verdict=""), scenario, plain(column), names=[column])


def _of_draws(section: Draws, scenario: Scenario) -> Iterator[list[Row]]:
    """Yield the levels of each column of a section by the effects of shared components on them.

    The strategy is left out: players choose it, so that its combinations with components are no property of the game.
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
    """Return the rows in the order of the inner ends of their intervals, so that rare rows do not come first."""
    away = table["low"].where(table["low"] > -table["high"], -table["high"])
    return [row for _, row in table.loc[away.sort_values(ascending=False, kind="stable").index].iterrows()]


def _row(factor: str, scenario: str, level: str, *, row: Mapping[str, Any], fair: float) -> Row:
    numbers = {name: row[name] for name in ("share", "low", "high", "verdict")}
    away = row["share"] - fair
    return {"factor": factor, "scenario": scenario, "worst": level, "fair": fair, "points": away, **numbers}
