"""The game of a report beside another one."""

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Table
from starbalance.analyses.presentation.finding import Facts, briefly, told
from starbalance.analyses.presentation.wording import number
from starbalance.analyses.questions.beside import beside as compared
from starbalance.analyses.questions.study import run_title
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section

_TOLD = (
    "first player: win share minus parity",
    "rounds per game",
    "share of capped games",
    "won after being behind at half",
)


def beside(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """The quality of a scenario and of the game beside it; its facts are the quantities that are drawn."""
    other = study_runs.others[section.name, scenario.name]
    table, there = compared(scenario.result, other), run_title(other.settings)
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}, beside {there}"
    drawn = _long(table[table["quantity"].isin(_TOLD)], scenario.title, there)
    facts = {str(quantity): _both(rows) for quantity, rows in drawn.groupby("quantity", sort=False)}
    figure = chart.dots(drawn, ["game"], "value", title=title)
    return [Chart(name, figure, f"{title}: {told(facts)}."), Table(name, table, title, folded=False)], facts


def _long(table: pd.DataFrame, here: str, there: str) -> pd.DataFrame:
    """A row for each quantity and game: game, quantity, value, low, high, is_share."""
    other = {"other": "value", "other_low": "low", "other_high": "high"}
    columns = ["game", "quantity", *other.values(), "is_share"]
    sides = table.assign(game=here)[columns], table[["quantity", *other, "is_share"]].rename(columns=other)
    return pd.concat([sides[0], sides[1].assign(game=there)[columns]], ignore_index=True).sort_values(
        "quantity", key=lambda quantities: quantities.map(_TOLD.index), kind="stable", ignore_index=True
    )


def _both(rows: pd.DataFrame) -> str:
    """One quantity of both games in words."""
    here, there = (briefly(lambda row: number(row, "value"), "value")(row) for _, row in rows.iterrows())
    return f"{here} against {there}"
