"""Sections about how play and luck decide: better players, training, another game, skill, luck, the board."""

from collections.abc import Sequence

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Table, Text
from starbalance.analyses.presentation.finding import Facts, briefly, told
from starbalance.analyses.presentation.wording import (
    by_skill,
    decided,
    exchanged,
    gaps,
    number,
    plain,
    points,
    stopped_by_skill,
)
from starbalance.analyses.questions.board import board, ends, most_contacts
from starbalance.analyses.questions.quality import beside as compared
from starbalance.analyses.questions.skill import SKILL, able_courses, courses, verdict_by_skill
from starbalance.analyses.questions.skill_gap import GAP, exchange
from starbalance.analyses.questions.skill_gap import skill_gap as by_gap
from starbalance.analyses.questions.study import run_title
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import (
    Beside,
    Exploitability,
    Flights,
    Luck,
    Skill,
    SkillGap,
    Yardstick,
)
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator.engine.errors import BadInput

_CAPPED = ("capped", "capped_low", "capped_high")
_GAINS = ("share", "gain", "low", "high")
_PARTS = ("share", "low", "high", "in_all", "in_all_low", "in_all_high")
_COMPARED = (  # quantities in the chart of two games
    "first player: win share minus parity",
    "rounds per game",
    "share of capped games",
    "won after being behind at half",
)


def skill(section: Skill, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return the verdicts of a scenario at each level of skill, and a sentence on those that hold."""
    contents = [
        _skill_table(table, by, name=f"{scenario.name}-{section.name}", scenario=scenario)
        for by, table in study_runs.skills[section.name, scenario.name]
    ]
    return [element for elements, _ in contents for element in elements], contents[0][1]


def _skill_table(table: pd.DataFrame, by: Sequence[str], *, name: str, scenario: Scenario) -> tuple[list[Element], str]:
    claims = verdict_by_skill(table, by)
    name = f"{name}-by-{'-and-'.join(by)}"
    title = f"{scenario.title}: win share by {' and '.join(map(plain, by))} among ever better players"
    going = courses(table)
    sentence = f"{by_skill(claims, by)}. {stopped_by_skill(able_courses(table))}"
    figure = chart.sweep(table, [SKILL], by, sides=round(1 / table.attrs["parity"]), title=title, band=MARGIN)
    return [
        Chart(name, figure, f"{title}: {sentence}"),
        Table(f"{name}-claims", claims, "What holds from sensible play on", ("lowest", "highest"), False),
        Table(name, table, title, SHARES, True),
        Table(f"{name}-courses", going, f"{scenario.title}: how the games of each level go", _CAPPED, True),
    ], sentence


def exploitability(section: Exploitability, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """Return the gains of trained players over an equal share, among players of the pool, and the largest as a fact."""
    table = study_runs.responses[section.name, scenario.name]
    best, players = table.iloc[0], scenario.result.settings["players"]
    gain = _gain(best)
    sentence = (
        f"one player with the weights of {best['start']}, trained in {best['budget']:,} games, wins {gain} "
        f"beyond the fair {100 / players:.4g} % among players of the pool, in {best['games']:,} fresh games"
    )
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what training against the pool gains"
    text = f"{scenario.title}: {sentence}. More training, or a search, may find more: it is a bound from below."
    facts = {f"one player trained from {best['start']} wins beyond a fair share": gain}
    return [Text([text]), Table(name, table, title, _GAINS)], facts


def yardstick(section: Yardstick, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """Return the gains of search players over an equal share, and the largest as facts."""
    table = study_runs.yardsticks[section.name, scenario.name]
    fair = f"beyond the fair {100 / scenario.result.settings['players']:.4g} %"
    bests = [part.loc[part["gain"].idxmax()] for part in by_depth(table) if len(part)]
    lines = [
        f"one player of {best['strategy']} among players of {best['against']} wins {_gain(best)} {fair}, in "
        f"{best['games']:,} games"
        for best in bests
    ]
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what one who looks ahead wins"
    return [Text([f"{scenario.title}: {'; '.join(lines)}."]), Table(name, table, title, _GAINS)], {
        f"{best['strategy']} among {who} wins beyond a fair share": f"{_gain(best)}, in {best['games']:,} games"
        for best, who in zip(bests, ("others", "those who look less far"), strict=False)
    }


def by_depth(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows of search players among other players, and among search players with fewer playouts."""
    further = table["against"].isin(table["strategy"])
    return table[~further], table[further]


def _gain(row: pd.Series) -> str:
    return points({"difference": row["gain"], "low": row["low"], "high": row["high"]})


def beside(section: Beside, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """Return the quality of a scenario and of another game, and the quantities of the chart as facts."""
    other = study_runs.others[section.name, scenario.name]
    table, there = compared(scenario.result, other), run_title(other.settings)
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}, beside {there}"
    drawn = _by_game(table[table["quantity"].isin(_COMPARED)], scenario.title, there)
    facts = {str(quantity): _both(rows) for quantity, rows in drawn.groupby("quantity", sort=False)}
    figure = chart.dots(drawn, ["game"], "value", title=title)
    return [Chart(name, figure, f"{title}: {told(facts)}."), Table(name, table, title, folded=False)], facts


def _by_game(table: pd.DataFrame, here: str, there: str) -> pd.DataFrame:
    """Return a row for each quantity and game: game, quantity, value, low, high, is_share."""
    other = {"other": "value", "other_low": "low", "other_high": "high"}
    columns = ["game", "quantity", *other.values(), "is_share"]
    sides = table.assign(game=here)[columns], table[["quantity", *other, "is_share"]].rename(columns=other)
    return pd.concat([sides[0], sides[1].assign(game=there)[columns]], ignore_index=True).sort_values(
        "quantity", key=lambda quantities: quantities.map(_COMPARED.index), kind="stable", ignore_index=True
    )


def _both(rows: pd.DataFrame) -> str:
    """Return one quantity of both games in words."""
    here, there = (briefly(lambda row: number(row, "value"), "value")(row) for _, row in rows.iterrows())
    return f"{here} against {there}"


def skill_gap(section: SkillGap, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return win shares by the gap in skill, also by further columns, and strategies in points of skill."""
    elements: list[Element] = []
    name, sides = f"{scenario.name}-{section.name}", round(1 / parity(scenario.result))
    whole = by_gap(scenario.result)
    for by in [[], *section.by]:
        table = by_gap(scenario.result, by) if by else whole
        columns = [*by, GAP]
        title = f"{scenario.title}: win share by {' and '.join(map(plain, columns))}"
        figure = (
            chart.sweep(table, [GAP], by, sides=sides, title=title)
            if by
            else chart.forest(table, [GAP], sides, title=title)
        )
        text = f"{title}, the skill of a player less the mean of the others: {gaps(whole)}."
        elements += [
            Chart(f"{name}-by-{'-and-'.join(columns)}", figure, text if not by else f"{title}."),
            Table(f"{name}-by-{'-and-'.join(columns)}", table, title, SHARES, True),
        ]
    more, sentence = _exchange(scenario, name)
    return elements + more, f"{gaps(whole)}. {sentence}"


def _exchange(scenario: Scenario, name: str) -> tuple[list[Element], str]:
    """Return strategies in points of skill, or a sentence that says why the games do not show them."""
    try:
        table = exchange(scenario.result)
    except BadInput as error:
        return [Text([str(error)])], str(error)
    title = f"{scenario.title}: by how much skill each strategy is behind the best"
    drawn = table.rename(columns={"points": "value"}).assign(quantity="points of skill")
    figure = chart.dots(drawn, ["strategy"], "value", title=title)
    sentence = exchanged(table, "strategy")
    return [
        Chart(f"{name}-exchange", figure, f"{title}. {sentence}"),
        Table(f"{name}-exchange", table, title, folded=True),
    ], sentence


def luck(section: Luck, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return what each part of the randomness decides, by itself and together with the other parts."""
    table = study_runs.lucks[section.name, scenario.name]
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what decides who wins"
    sentence = decided(table)
    figure = chart.luck(table, title)
    return [Chart(name, figure, f"{title}: {sentence}."), Table(name, table, title, _PARTS, True)], sentence


def flights(section: Flights, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return pictures of the board to scale, of where ships fly and of one flight, and how flights end."""
    table, its = study_runs.flights[section.name, scenario.name], scenario.result.settings
    discs, name = board(its["game"], setup=its["setup"], set=its["changes"]), f"{scenario.name}-{section.name}"
    games, counted = table["game"].nunique(), ends(table)
    shown = counted[~counted["what"].isin(("start", "stop"))]
    sentence = f"of 100 flights, {', '.join(f'{100 * row.per_flight:.1f} {row.what}' for row in shown.itertuples())}"
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
