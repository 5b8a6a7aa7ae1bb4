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

Row = dict[str, Any]
COLUMNS = ("factor", "scenario", "worst", "share", "fair", "points", "low", "high")


def out_of_line(scenarios: Sequence[Scenario], sections: Sequence[Section]) -> pd.DataFrame:
    """Return the dealt or drawn components with significant effects on win shares above the margin, the largest first.

    Drawn components have an effect on each level of the columns of seats, except the strategy.

    Args:
        scenarios: Scenarios of the first page.
        sections: Sections of the study.

    Returns:
        A frame with the columns factor, scenario, worst, share, fair, points, low and high. `factor` is in words,
        `scenario` is a title, `worst` is the component. `share` is the win share with it, `fair` without it. `points`
        is share minus fair, as a share. `low` and `high` are the ends of its interval with family-wise confidence.
    """
    rows = [row for scenario in scenarios for row in _rows(scenario, sections) if _is_sure(row, scenario.margin)]
    return pd.DataFrame(sorted(rows, key=lambda row: -abs(row["points"])), columns=list(COLUMNS))


def _is_sure(row: Row, margin: float) -> bool:
    return (row["low"] > 0 or row["high"] < 0) and abs(row["points"]) > margin


def _rows(scenario: Scenario, sections: Sequence[Section]) -> Iterator[Row]:
    """Yield a row for each dealt or drawn component of a scenario."""
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
        table = for_all(scenario.ask(flags, column, flag_words(scenario.result, column)), scenario.alpha)
        yield from _of_differences(table, scenario, plain(column), names=[column])


def _of_draws(section: Draws, scenario: Scenario) -> Iterator[Row]:
    """Yield the levels of each column of a section by the effects of shared components on them.

    The strategy is left out: players choose it, so that its combinations with components are no property of the game.
    """
    draw = find_draw(scenario.result).name
    for column in (name for name in drawn_columns(section) if name != STRATEGY):
        table = scenario.ask(draw_shares, column, alpha=scenario.alpha)
        table = table.assign(low=table["low_all"], high=table["high_all"])
        yield from _of_differences(table, scenario, f"{plain(column)}, by {plain(draw)}", names=[column, draw])


def _of_differences(table: pd.DataFrame, scenario: Scenario, factor: str, *, names: Sequence[str]) -> Iterator[Row]:
    for _, row in table.dropna(subset=["difference", "low", "high"]).iterrows():
        yield {
            "factor": factor,
            "scenario": scenario.title,
            "worst": " with ".join(word(name, row[name]) for name in names),
            "share": row["with"],
            "fair": row["without"],
            "points": row["with"] - row["without"],
            "low": row["low"],
            "high": row["high"],
        }
