"""The first page of a report: headline, chart, three messages, one recommendation, and how far to trust it."""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Box, Chart, Element, Text
from starbalance.analyses.presentation.incomplete import noted
from starbalance.analyses.presentation.wording import as_options, lowered, margin_words, named, plain
from starbalance.analyses.questions.players import strategies_option
from starbalance.analyses.report.challenge import CHANGES, DATA, PLAY, stopped
from starbalance.analyses.report.component import out_of_line
from starbalance.analyses.report.finding import Finding
from starbalance.analyses.report.played import by_opponents
from starbalance.analyses.report.scenario import SEAT
from starbalance.analyses.report.sentence import capital, sentence
from starbalance.analyses.report.story import MOST, Story
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import BALANCE, UNDECIDED
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import joined

_PAGE = "first_page"
_MESSAGES = 3
_LONG = 25  # words of a message
_WORDS, _NUMBERS = 150, 15  # largest numbers of words and numbers on the page


def headline(story: Story) -> str:
    """Return the sentence that states the main finding."""
    return sentence(
        _PAGE,
        "headline",
        worst=story.worst,
        fix=story.fix,
        factor=plain(story.factor),
        is_open=_is_open(story),
        margin=margin_words(story.margin),
    )


def first_page(story: Story, colours: Mapping[str, str]) -> list[Element]:
    """Return the elements of the first page below its headline.

    Args:
        story: The story of the report.
        colours: Label of each level with a problem -> its colour.
    """
    return [
        _chart(story, colours),
        Text(messages(story), listed=True),
        Box("Recommendation", [recommendation(story)]),
        Box("How far to trust this", trust(story)),
    ]


def messages(story: Story) -> list[str]:
    """Return at most three sentences: other levels, other factors, and games without an end or what is balanced.

    The last ones are left out if the page would have too many words or numbers.
    """
    every = [_others(story), _other_factor(story), _endless(story), _balanced(story)]
    lines = [line for line in every if line][:_MESSAGES]
    others = [headline(story), recommendation(story), *trust(story)]
    while lines and not _fits([*others, *lines]):
        lines.pop()
    return lines


def recommendation(story: Story) -> str:
    """Return the change to make with its cost and certainty, or that none is needed or known."""
    every = story.fixes(story.problems[0]) if story.problems else []
    return sentence(
        _PAGE,
        "recommendation",
        worst=story.worst,
        fix=story.fix,
        rounds=story.fix.rounds if story.fix else 0.0,
        margin=story.margin,
        tried=len({fix.variant for fix in every}),
        nearer=len({fix.variant for fix in every if fix.is_nearer}),
        search=_search(story.worst) if story.worst else "",
        is_open=_is_open(story),
    )


def _search(worst: Finding) -> str:
    """Return the command that searches for changes of a level, in the setup and with the players of its verdict."""
    result = worst.judge.result
    settings, strategies = result.settings, strategies_option(result.settings)
    words = ["starbalance", "balance", settings["game"], "--setup", settings["setup"]]
    words += ["--by", worst.column] * (worst.column != result.factor)
    words += ["--strategies", joined(strategies)] if strategies not in (None, [BASE]) else []
    return shlex.join([*words, *as_options(settings["changes"])])


def trust(story: Story) -> list[str]:
    """Return three lines on the data, the players and the luck behind the verdicts of the report."""
    game, worst = find_game(story.headlines[0].result.settings["game"]), story.worst
    data = sentence(
        _PAGE,
        "data",
        assumed=tables.assumed_share(game),
        is_headline=worst is not None and worst.trust.get(DATA) == CHANGES,
        turned=story.changed(DATA),
        outcomes=_data_outcomes(story),
        untried=story.has_untried(DATA),
        trust=story.study.get("trust", []),
    )
    players = sentence(
        _PAGE,
        "players",
        gain=_gain(story),
        turned=story.changed(PLAY),
        outcomes=story.play_outcomes(),
        untried=story.has_untried(PLAY),
    )
    _, is_doubtful = story.self_test
    return [data, players, sentence(_PAGE, "luck", chance=ALPHA, is_doubtful=is_doubtful)]


def _fits(texts: Sequence[str]) -> bool:
    """Return whether texts have few enough words and numbers for the first page."""
    text = " ".join(texts)
    return len(text.split()) <= _WORDS and len(re.findall(r"\d[\d.,]*", text)) <= _NUMBERS


def _gain(story: Story) -> dict[str, Any] | None:
    """Return the row of the gain of search with the largest lower end above 0, with its setup in words."""
    runs = story.study_runs
    gains = (
        {**row, "where": lowered(runs.scenarios[name].title)}
        for (_, name), table in runs.benchmarks.items()
        for row in by_opponents(table)[0].to_dict("records")
        if row["low"] > 0
    )
    return max(gains, key=lambda row: row["low"], default=None)


def _data_outcomes(story: Story) -> list[str]:
    """Return the outcomes of verdicts under other data, or one word if only other results were compared."""
    return story.outcomes(DATA) or [UNDECIDED] * bool(story.compared)


def _is_open(story: Story) -> bool:
    """Return whether a level of the factor is undecided and none is imbalanced."""
    words = {each.verdict for each in story.findings if each.column == story.factor}
    return words != {BALANCE[0]}


def _others(story: Story) -> str:
    """Return a sentence on the other imbalanced levels of the same column in the setup of the headline."""
    worst = story.worst
    if worst is None:
        return ""
    same = [
        each
        for each in story.findings
        if each.scenario is worst.scenario and each.column == worst.column and each.is_imbalanced
    ]
    same.sort(key=lambda each: -abs(each.away))
    strong, weak = (
        [capital(each.name) for each in same if each.verdict == word and each.level != worst.level]
        for word in BALANCE[1:]
    )
    also = worst.verdict == BALANCE[1]
    by_length = (
        sentence(_PAGE, "others", strong=strong, weak=weak, where=worst.where, also=also, most=most)
        for most in (3, 2, 1)
    )
    return min(by_length, key=lambda line: max(0, len(line.split()) - _LONG))


def _other_factor(story: Story) -> str:
    """Return a sentence on the largest imbalance of another factor than that of the headline."""
    worst = story.worst
    rows: list[dict[str, Any]] = [
        {
            "factor": plain(case.column),
            "worst": named([case.column], case.row),
            "points": case.away,
            "verdict": case.verdict,
            "where": case.where,
        }
        for cases in story.problems
        for case in cases[:1]
        if worst is None or case.column != worst.column
    ]
    table = out_of_line(story.headlines, story.sections)
    rows += [{**row, "verdict": "", "where": lowered(str(row["scenario"]))} for row in table.to_dict("records")]
    row = max(rows, key=lambda each: abs(each["points"]), default=None)
    return sentence(_PAGE, "other_factor", row=row)


def _endless(story: Story) -> str:
    """Return a sentence on the largest share of truncated games of stronger players."""
    table = stopped(story.study_runs)
    row = None if table.empty else table.loc[table["share"].idxmax()].to_dict()
    return sentence(_PAGE, "endless", row=row and {**row, "where": lowered(row["scenario"])})


def _balanced(story: Story) -> str:
    """Return a sentence on setups in which every level of a column is balanced."""
    columns = dict.fromkeys(each.column for each in story.findings if each.column in (story.factor, SEAT))
    where = [
        f"{plain(column)} with {lowered(scenario.title)}"
        for column in columns
        for scenario in story.headlines
        if (words := {each.verdict for each in story.findings if (each.scenario, each.column) == (scenario, column)})
        and words == {BALANCE[0]}
    ]
    return sentence(_PAGE, "balanced", where=where)


def _chart(story: Story, colours: Mapping[str, str]) -> Element:
    """Return the chart of every level of the factor and seat, as distances from an equal share in each setup.

    Of other columns, it has the levels with a page.
    """
    pages = {(each.column, each.level) for each, *_ in story.problems[:MOST]}
    shown = [
        each for each in story.findings if each.column in (story.factor, SEAT) or (each.column, each.level) in pages
    ]
    worst = story.worst
    shown.sort(key=lambda each: worst is not None and each.column != worst.column)
    labelled = [worst, *(cases[0] for cases in story.problems[:MOST] if worst is None or cases[0].name != worst.name)]
    points = [
        each.point(group=plain(each.column), series=each.scenario.title, labelled=each in labelled) for each in shown
    ]
    rows = noted(pd.DataFrame(points), [each.judge.result for each in shown])
    title = sentence(_PAGE, "chart_title", worst=worst, factor=plain(story.factor))
    figure = chart.spread(rows, title=title, colours=colours, band=100 * story.margin)
    return Chart(
        "overview",
        figure,
        "Win share minus an equal share, in points. The mark shows the setup, the line the 95% interval, the band "
        f"{margin_words(story.margin)} around an equal share. Coloured: levels with a page of their own.",
    )
