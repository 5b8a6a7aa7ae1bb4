"""How strong the play of a report is: what one player who looks ahead wins among others."""

import pandas as pd

from starbalance.analyses.presentation.document import Element, Table, Text
from starbalance.analyses.presentation.finding import Facts
from starbalance.analyses.presentation.wording import points
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section

_SHARES = ("share", "gain", "low", "high")


def yardstick(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """The gains of players who look ahead over the fair share; its facts are of the largest."""
    table = study_runs.yardsticks[section.name, scenario.name]
    fair = f"beyond the fair {100 / scenario.result.settings['players']:.4g} %"
    bests = [part.loc[part["gain"].idxmax()] for part in by_depth(table) if len(part)]
    told = [
        f"one player of {best['strategy']} among players of {best['against']} wins {_gain(best)} {fair}, in "
        f"{best['games']:,} games"
        for best in bests
    ]
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what one who looks ahead wins"
    return [Text([f"{scenario.title}: {'; '.join(told)}."]), Table(name, table, title, _SHARES)], {
        f"{best['strategy']} among {who} wins beyond a fair share": f"{_gain(best)}, in {best['games']:,} games"
        for best, who in zip(bests, ("others", "those who look less far"), strict=False)
    }


def by_depth(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows of those who look ahead among others, and of those among players who look ahead less far."""
    further = table["against"].isin(table["strategy"])
    return table[~further], table[further]


def _gain(row: pd.Series) -> str:
    return points({"difference": row["gain"], "low": row["low"], "high": row["high"]})
