"""Sections on players and randomness: skill, training, benchmarks, another game, randomness, the board."""

from collections.abc import Sequence

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Chart, Element, Table, Text
from starbalance.analyses.presentation.finding import Facts, briefly, in_words
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
    Benchmark,
    Beside,
    Exploitability,
    Flights,
    Randomness,
    Skill,
    SkillGap,
)
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator.engine.errors import BadInput

_TRUNCATED = ("truncated", "truncated_low", "truncated_high")
_GAINS = ("share", "gain", "low", "high")
_PARTS = ("share", "low", "high", "in_all", "in_all_low", "in_all_high")
_COMPARED = (  # quantities in the chart of two games
    "first player: win share minus equal share",
    "rounds per game",
    "share of truncated games",
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
    title = f"{scenario.title}: win share by {' and '.join(map(plain, by))} at increasing skill"
    going = courses(table)
    sentence = f"{by_skill(claims, by)}. {stopped_by_skill(able_courses(table))}"
    figure = chart.sweep(table, [SKILL], by, sides=round(1 / table.attrs["equal_share"]), title=title, band=MARGIN)
    return [
        Chart(name, figure, f"{title}: {sentence}"),
        Table(f"{name}-claims", claims, "Verdicts from sensible play upwards", ("lowest", "highest"), False),
        Table(name, table, title, SHARES, True),
        Table(f"{name}-courses", going, f"{scenario.title}: how the games of each level go", _TRUNCATED, True),
    ], sentence


def exploitability(section: Exploitability, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """Return the gains of trained players over an equal share, among players of the pool, and the largest as a fact."""
    table = study_runs.responses[section.name, scenario.name]
    best, players = table.iloc[0], scenario.result.settings["players"]
    gain = _gain(best)
    sentence = (
        f"one player with the weights of {best['start']}, trained in {best['budget']:,} games, gains {gain} "
        f"over an equal share of {100 / players:.4g}% among players of the pool, in {best['games']:,} fresh games"
    )
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: gain of training against the pool"
    text = f"{scenario.title}: {sentence}. This is a lower bound: more training, or a search, may gain more."
    facts = {f"gain over an equal share of one player trained from {best['start']}": gain}
    return [Text([text]), Table(name, table, title, _GAINS)], facts


def benchmark(section: Benchmark, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """Return the gains of search players over an equal share, and the largest as facts."""
    table = study_runs.benchmarks[section.name, scenario.name]
    equal = f"over an equal share of {100 / scenario.result.settings['players']:.4g}%"
    bests = [part.loc[part["gain"].idxmax()] for part in by_depth(table) if len(part)]
    lines = [
        f"one player of {best['strategy']} among players of {best['against']} gains {_gain(best)} {equal}, in "
        f"{best['games']:,} games"
        for best in bests
    ]
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: gain of a search player"
    return [Text([f"{scenario.title}: {'; '.join(lines)}."]), Table(name, table, title, _GAINS)], {
        f"gain over an equal share of {best['strategy']} among {who}": f"{_gain(best)}, in {best['games']:,} games"
        for best, who in zip(bests, ("other players", "players with less search"), strict=False)
    }


def by_depth(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return two tables: search players among other players, and among search players with fewer playouts."""
    further = table["against"].isin(table["strategy"])
    return table[~further], table[further]


def _gain(row: pd.Series) -> str:
    return points({"difference": row["gain"], "low": row["low"], "high": row["high"]})


def beside(section: Beside, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], Facts]:
    """Return the quality of a scenario and of another game, and the quantities of the chart as facts."""
    other = study_runs.others[section.name, scenario.name]
    table, other_title = compared(scenario.result, other), run_title(other.settings)
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}, compared with {other_title}"
    drawn = _by_game(table[table["quantity"].isin(_COMPARED)], scenario.title, other_title)
    facts = {str(quantity): _both(rows) for quantity, rows in drawn.groupby("quantity", sort=False)}
    figure = chart.dots(drawn, ["game"], "value", title=title)
    return [Chart(name, figure, f"{title}: {in_words(facts)}."), Table(name, table, title, folded=False)], facts


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
    first, second = (briefly(lambda row: number(row, "value"), "value")(row) for _, row in rows.iterrows())
    return f"{first} against {second}"


def skill_gap(section: SkillGap, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return win shares by the gap in skill, also by further columns, and strategies in points of skill."""
    elements: list[Element] = []
    name, sides = f"{scenario.name}-{section.name}", round(1 / equal_share(scenario.result))
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
        text = f"{title}. The gap is the skill of a player minus the mean of the other players: {gaps(whole)}."
        elements += [
            Chart(f"{name}-by-{'-and-'.join(columns)}", figure, text if not by else f"{title}."),
            Table(f"{name}-by-{'-and-'.join(columns)}", table, title, SHARES, True),
        ]
    more, sentence = _exchange(scenario, name)
    return elements + more, f"{gaps(whole)}. {sentence}"


def _exchange(scenario: Scenario, name: str) -> tuple[list[Element], str]:
    """Return a chart and a table of strategies in points of skill, and a sentence on them.

    If the games do not show them, both are a sentence with the reason.
    """
    try:
        table = exchange(scenario.result)
    except BadInput as error:
        return [Text([str(error)])], str(error)
    title = f"{scenario.title}: skill that each strategy lacks compared with the best"
    drawn = table.rename(columns={"points": "value"}).assign(quantity="points of skill")
    figure = chart.dots(drawn, ["strategy"], "value", title=title)
    sentence = exchanged(table, "strategy")
    return [
        Chart(f"{name}-exchange", figure, f"{title}. {sentence}"),
        Table(f"{name}-exchange", table, title, folded=True),
    ], sentence


def randomness(section: Randomness, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return what each part of the randomness decides, by itself and together with the other parts."""
    table = study_runs.randomness[section.name, scenario.name]
    name, title = f"{scenario.name}-{section.name}", f"{scenario.title}: what decides the winner"
    sentence = decided(table)
    figure = chart.randomness(table, title)
    return [Chart(name, figure, f"{title}: {sentence}."), Table(name, table, title, _PARTS, True)], sentence


def flights(section: Flights, scenario: Scenario, study_runs: StudyRuns) -> tuple[list[Element], str]:
    """Return pictures of the board to scale, of where ships fly and of one flight, and how flights end."""
    table, settings = study_runs.flights[section.name, scenario.name], scenario.result.settings
    discs, name = (
        board(settings["game"], setup=settings["setup"], set=settings["changes"]),
        f"{scenario.name}-{section.name}",
    )
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
