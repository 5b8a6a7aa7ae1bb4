"""How strong the play of a report is: what one player who looks ahead wins among others."""

from starbalance.analyses.present.document import Element, Table, Text
from starbalance.analyses.present.finding import Facts
from starbalance.analyses.present.wording import points
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section

_SHARES = ("share", "gain", "low", "high")


def yardstick(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """The gains of players who look ahead over the fair share; its facts are of the largest."""
    table = study_runs.yardsticks[section.name, scenario.name]
    best, players = table.loc[table["gain"].idxmax()], scenario.result.settings["players"]
    gain = points({"difference": best["gain"], "low": best["low"], "high": best["high"]})
    sentence = (
        f"one player of {best['strategy']} among players of {best['against']} wins {gain} beyond the fair "
        f"{100 / players:.4g} %, in {best['games']:,} games"
    )
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what one who looks ahead wins"
    return [Text([f"{scenario.title}: {sentence}."]), Table(name, table, title, _SHARES)], {
        f"{best['strategy']} among others wins beyond a fair share": f"{gain}, in {best['games']:,} games"
    }
