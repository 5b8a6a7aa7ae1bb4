"""Imbalances by components that are dealt to seats or drawn for all players."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.wording import plain, word
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.flags import flag_words, flags
from starbalance.analyses.report.certainty import drawn_columns, for_all
from starbalance.analyses.report.scenario import STRATEGY, Scenario
from starbalance.analyses.report.section import Draws, Flags, Section
from starbalance.analyses.statistics.estimate import ALPHA

Row = dict[str, Any]
COLUMNS = ("factor", "scenario", "level", "component", "share", "fair", "points", "low", "high")


def out_of_line(scenarios: Sequence[Scenario], sections: Sequence[Section]) -> pd.DataFrame:
    """Return the dealt or drawn components with significant effects on win shares above the margin, the largest first.

    Drawn components have an effect on each level of the columns of seats, except the strategy.

    Args:
        scenarios: Scenarios of the first page.
        sections: Sections of the study.

    Returns:
        A frame with the columns factor, scenario, level, component, share, fair, points, low and high. `factor` is the
        kind of component in words, `scenario` is a title. `level` is the level on which a drawn component has the
        effect, or an empty text for a dealt component. `share` is the win share with the component, `fair` without it.
        `points` is share minus fair, as a share. `low` and `high` are the ends of its interval, which holds with 95%
        confidence for all components of its table together.
    """
    rows = [row for scenario in scenarios for row in _rows(scenario, sections)]
    return pd.DataFrame(sorted(rows, key=lambda row: -abs(row["points"])), columns=list(COLUMNS))


def _rows(scenario: Scenario, sections: Sequence[Section]) -> Iterator[Row]:
    """Yield a row for each dealt or drawn component of a scenario with a significant effect above the margin."""
    for section in sections:
        if scenario.name not in section.scenarios:
            continue
        if isinstance(section, Draws):
            yield from _of_draws(section, scenario)
        elif isinstance(section, Flags) and section.dealt:
            yield from _of_flags(section, scenario)


def _of_flags(section: Flags, scenario: Scenario) -> Iterator[Row]:
    """Yield the rows of the dealt components of each column of a section."""
    for column in section.columns:
        table = scenario.ask(flags, column, flag_words(scenario.result, column))
        shown, strict = (for_all(table, alpha) for alpha in (ALPHA, scenario.alpha))
        yield from _sure(shown, strict, scenario, component=column)


def _of_draws(section: Draws, scenario: Scenario) -> Iterator[Row]:
    """Yield the levels of each column of a section by the effects of shared components on them.

    The strategy is left out: players choose it, so that its combinations with components are no property of the game.
    """
    draw = find_draw(scenario.result).name
    for column in (name for name in drawn_columns(section) if name != STRATEGY):
        tables = scenario.ask(draw_shares, column), scenario.ask(draw_shares, column, alpha=scenario.alpha)
        shown, strict = (table.assign(low=table["low_all"], high=table["high_all"]) for table in tables)
        yield from _sure(shown, strict, scenario, component=draw, level=column)


def _sure(
    shown: pd.DataFrame, strict: pd.DataFrame, scenario: Scenario, *, component: str, level: str | None = None
) -> Iterator[Row]:
    """Yield the rows of a table of differences that are significant and above the margin.

    Args:
        shown: The table, with intervals that hold for all of its rows together.
        strict: The table with intervals that hold for all tables of the first page together. They decide.
        scenario: The scenario of the table.
        component: Column of the component.
        level: Column of the level on which a drawn component has an effect. `None` for a dealt component.
    """
    is_sure = ((strict["low"] > 0) | (strict["high"] < 0)) & (strict["difference"].abs() > scenario.margin)
    for _, row in shown[is_sure].iterrows():
        yield {
            "factor": plain(component),
            "scenario": scenario.title,
            "level": "" if level is None else word(level, row[level]),
            "component": word(component, row[component]),
            "share": row["with"],
            "fair": row["without"],
            "points": row["with"] - row["without"],
            "low": row["low"],
            "high": row["high"],
        }
