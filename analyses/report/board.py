"""The board of a game in pictures: to scale, where ships fly and are lost, one flight."""

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Table
from starbalance.analyses.questions.board import board, ends, most_contacts
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Section


def flights(section: Section, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """The pictures of a scenario; its sentence says what becomes of flights."""
    table, its = study_runs.flights[section.name, scenario.name], scenario.result.settings
    discs, name = board(its["game"], setup=its["setup"], set=its["changes"]), f"{scenario.name}-{section.name}"
    games, counted = table["game"].nunique(), ends(table)
    told = counted[~counted["what"].isin(("start", "stop"))]
    sentence = f"of 100 flights, {', '.join(f'{100 * row.per_flight:.1f} {row.what}' for row in told.itertuples())}"
    one = most_contacts(table)
    of_one = f"flight {one['flight'].iloc[0]} of game {one['game'].iloc[0]}, the one with the most contacts"
    return [
        Chart(f"{name}-board", chart.board(discs, f"{scenario.title}: the board"), "The board to scale, with orbits."),
        Chart(
            f"{name}-heat",
            chart.flights(discs, table, f"{scenario.title}: where ships fly, {games:,} games"),
            f"Where ships fly and are lost: {sentence}.",
        ),
        Chart(f"{name}-one", chart.flight(discs, one, f"{scenario.title}: a flight"), f"{of_one.capitalize()}."),
        Table(f"{name}-ends", counted, f"{scenario.title}: what flights meet and how they end", folded=True),
    ], sentence
