"""Pages on the problems of a game: an imbalanced level, its causes, changes that were tried, and a game to watch."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.incomplete import noted
from starbalance.analyses.presentation.wording import plain, short
from starbalance.analyses.questions.columns import columns, roles
from starbalance.analyses.questions.find import WON, find
from starbalance.analyses.questions.skill import SKILL, able_levels
from starbalance.analyses.questions.why import grouped, profile
from starbalance.analyses.report.challenge import CHANGES, DATA, HOLDS, PLAY
from starbalance.analyses.report.finding import Finding, apart
from starbalance.analyses.report.fix import Fix
from starbalance.analyses.report.sentence import capital, sentence
from starbalance.analyses.report.story import MOST, Story
from starbalance.analyses.statistics.verdict import UNDECIDED
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.games import find_game

_CAUSES, _GIVEN, _CHANGES = 5, 3, 5  # largest numbers of rows and of names
_PAGE = "problem_page"
_ALLIED = " + "  # between seats that win together
_AS_PLAYED = "all players of the study"


def pages(story: Story, colours: Mapping[str, str]) -> list[Element]:
    """Return a page for each of the first three imbalanced levels.

    Args:
        story: The story of the report.
        colours: Label of each level with a page -> its colour.
    """
    return [element for cases in story.problems[:MOST] for element in _page(cases, story, colours)]


def _page(cases: Sequence[Finding], story: Story, colours: Mapping[str, str]) -> list[Element]:
    worst, every = cases[0], story.fixes(cases)
    name = re.sub("[^a-z0-9]+", "-", worst.name.lower()).strip("-")
    colour = colours[worst.label]
    often, rarely = (story.setups([case for case in cases if (case.away > 0) == high]) for high in (True, False))
    lines = [
        sentence(_PAGE, "size", cases=cases),
        sentence(_PAGE, "players", **_outcomes(cases, story, PLAY)),
        sentence(_PAGE, "data", **_outcomes(cases, story, DATA)),
        _untried(cases),
    ]
    cause = _cause(worst, name) if worst.column == story.factor else []
    return [
        Heading(sentence(_PAGE, "heading", name=worst.name, often=often, rarely=rarely), page=True),
        Text([line for line in lines if line], listed=True),
        _shares(cases, story, name=f"problem-{name}", colour=colour),
        *cause,
        Text([_changes(every)]),
        *_changes_chart(every, name=f"problem-{name}-changes", colour=colour),
        Text([_watch(worst)]),
    ]


def _outcomes(cases: Sequence[Finding], story: Story, against: str) -> dict[str, list[str]]:
    """Return outcome -> setups in words, for a condition."""
    return {
        word: story.setups([case for case in cases if case.trust.get(against) == word])
        for word in (HOLDS, CHANGES, UNDECIDED)
    }


def _untried(cases: Sequence[Finding]) -> str:
    """Return a sentence on the conditions under which a level was tried in no setup."""
    play, data = (any(against in case.trust for case in cases) for against in (PLAY, DATA))
    return sentence(_PAGE, "untried", play=play, data=data)


def _shares(cases: Sequence[Finding], story: Story, *, name: str, colour: str) -> Chart:
    """Return a chart of the win share in each setup, in the study and on each rung of the ladder from sensible up."""
    rows = [row for case in cases for row in _drawn(case, story)]
    table = noted(pd.DataFrame(rows).assign(group=""), [case.judge.result for case in cases])
    outcomes = {case.trust.get(PLAY, "untried") for case in cases}
    title = sentence(_PAGE, "share_title", name=cases[0].name, outcomes=outcomes, is_strong=cases[0].away > 0)
    colours = dict.fromkeys(table["label"], colour)
    figure = chart.spread(table, title=title, colours=colours, band=100 * story.margin)
    stronger = " and among stronger players" if table["series"].nunique() > 1 else ""
    text = f"Win share minus an equal share in each setup, among the players of the study{stronger}."
    return Chart(name, figure, text)


def _drawn(case: Finding, story: Story) -> Iterator[dict[str, Any]]:
    label = capital(case.where)
    yield case.point(label=label, series=_AS_PLAYED, labelled=True)
    for table in story.study_runs.skill_of(case.judge.name, [case.column]):
        able = able_levels(table)
        for _, row in case.of_level(table[table[SKILL].isin(able)]).iterrows():
            yield apart(row, case.equal_share) | {"label": label, "series": str(row[SKILL]), "labelled": False}


def _cause(case: Finding, name: str) -> list[Element]:
    """Return a table of what the seats of a level do differently and what goes with winning, and what the rules give.

    Parts of the points that decide the game are left out, since they restate the win.
    """
    is_strong = case.away > 0
    telling, _, of_setup = grouped(case.judge.ask(profile, case.level), is_strong)
    restated = _restated(case.judge.result.settings["game"])
    telling = telling[~telling["column"].isin(restated)].head(_CAUSES)
    rows = [_means(row) for _, row in telling.iterrows()]
    given = [_means(row) for _, row in of_setup.head(_GIVEN).iterrows()]
    frame = pd.DataFrame(rows, columns=["what", "own", "others"])
    table = Table(
        f"problem-{name}-causes",
        frame.rename(columns={"own": f"seats of {case.name}", "others": "other seats"}),
        "What its seats do differently, as means per seat",
        folded=False,
    )
    texts = [
        sentence(_PAGE, "cause", count=len(rows), is_strong=is_strong, where=case.where),
        sentence(_PAGE, "given", rows=given),
    ]
    return [Text([text for text in texts if text]), *([table] if rows else [])]


def _restated(game: str) -> set[str]:
    """Return the columns of the seats that have the unit of the points or of the standing that decides the game."""
    table = columns(game).query("table == 'seats'")
    standing = find_game(game).standing
    units = {*table.loc[table["column"].isin([roles(game).points, standing]), "unit"], standing}
    return set(table.loc[table["unit"].isin(units), "column"])


def _means(row: Any) -> dict[str, str]:
    """Return what differs, with the means of the level and of other seats as text."""
    largest = max(abs(row["level_mean"]), abs(row["others"]))
    own, others = (
        f"{100 * value:.0f}%" if row["is_share"] else short(value, largest)
        for value in (row["level_mean"], row["others"])
    )
    what = " ".join(filter(None, [plain(row["column"]), row["component"]]))
    return {"what": what, "own": own, "others": others}


def _changes(every: Sequence[Fix]) -> str:
    nearer = [fix for fix in every if fix.is_nearer]
    first = every[0] if every else None
    return sentence(
        _PAGE,
        "changes",
        nearer=len(nearer),
        total=len(every),
        first=first,
        rounds=first.rounds if nearer and first else 0.0,
    )


def _changes_chart(every: Sequence[Fix], *, name: str, colour: str) -> list[Element]:
    """Return a chart of the win shares before and after the changes that come nearest, all in one setup."""
    if not every:
        return []
    first = every[0].finding
    shown = [fix for fix in every if fix.finding is first][:_CHANGES]
    rows = [
        {
            "label": capital(fix.title),
            "before": 100 * fix.before,
            "after": 100 * fix.after,
            "low": 100 * (fix.before + fix.low),
            "high": 100 * (fix.before + fix.high),
            "significant": fix.is_nearer,
        }
        for fix in shown
    ]
    title = sentence(_PAGE, "changes_title", nearer=every[0].is_nearer, name=first.name)
    figure = chart.before_after(pd.DataFrame(rows), title=title, colour=colour, equal_share=100 * first.equal_share)
    text = (
        f"Win share of {first.name} ({first.where}) with each change, in the first {shown[0].games:,} games, with "
        "common random numbers. Grey: not significantly nearer."
    )
    return [Chart(name, figure, text, only_html=True)]


def _watch(case: Finding) -> str:
    """Return a sentence with the command that shows a game in which the level does what the finding says."""
    result, is_strong = case.judge.result, case.away > 0
    rule = f"{case.column}={case.level.split(_ALLIED)[0]} and {WON}={'true' if is_strong else 'false'}"
    known = {each["name"] for each in result.settings["strategies"]}
    conditions = [f"{rule} and strategy={BASE}"] * (BASE in known) + [rule]
    games = (find(result, where, limit=1) for where in conditions)
    command = next((each.first["play"].iloc[0] for each in games if each.games), "")
    return sentence(_PAGE, "watch", command=command, is_strong=is_strong)
