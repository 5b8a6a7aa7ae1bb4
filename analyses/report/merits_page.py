"""The page on what works well in a game: balanced levels, the course of the games, components without advantage."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Text
from starbalance.analyses.presentation.incomplete import noted
from starbalance.analyses.presentation.wording import lowered, margin_words, named, plain, word
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.flags import flag_words, flags
from starbalance.analyses.questions.quality import measure
from starbalance.analyses.questions.rates import about
from starbalance.analyses.report.certainty import drawn_columns, for_all
from starbalance.analyses.report.challenge import CHANGES, DATA, PLAY, STRATEGIES, stopped
from starbalance.analyses.report.finding import Finding
from starbalance.analyses.report.scenario import FEW_TRUNCATED, STRATEGY, Scenario
from starbalance.analyses.report.section import Draws, Flags, Quality
from starbalance.analyses.report.sentence import capital, sentence
from starbalance.analyses.report.story import Story
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE
from starbalance.simulator.games import find_game

_PAGE = "merits_page"
_ALIKE = 1.5  # largest ratio of the third to the first quartile of rounds for similar lengths
_DRAWN = 24  # largest number of rows of the chart
Part = dict[str, Any]


def page(story: Story, colours: Mapping[str, str]) -> list[Element]:
    """Return the page on what significantly works well. Empty if there is nothing.

    A level counts as balanced only if no condition that was tried changes its verdict. Of a column of numbers, such as
    seats, all levels of the setup must be free of imbalance.

    Args:
        story: The story of the report.
        colours: Label of each level with a page -> its colour.
    """
    uneven = {(each.scenario, each.column) for each in story.findings if each.is_imbalanced and each.level.isdigit()}
    balanced = [each for each in story.findings if _is_balanced(each) and (each.scenario, each.column) not in uneven]
    columns = dict.fromkeys(each.column for each in balanced)
    lines = [
        *(_balanced(column, [each for each in balanced if each.column == column]) for column in columns),
        _strategies(story),
        *_course(story),
        *_components(story),
    ]
    texts = [line for line in lines if line]
    if not texts:
        return []
    return [
        Heading(sentence(_PAGE, "heading"), page=True),
        *_chart(balanced, colours, story.margin),
        Text(texts, listed=True),
    ]


def _is_balanced(finding: Finding) -> bool:
    tried = (finding.trust.get(against) for against in (PLAY, STRATEGIES, DATA))
    return finding.verdict == BALANCE[0] and CHANGES not in tried


def _balanced(column: str, findings: Sequence[Finding]) -> str:
    by_setup: dict[str, list[str]] = {}
    for each in findings:
        by_setup.setdefault(each.where, []).append(capital(each.name))
    parts = [{"levels": levels, "where": where} for where, levels in by_setup.items()]
    return sentence(_PAGE, "balanced", column=plain(column), parts=parts)


def _strategies(story: Story) -> str:
    """Return a sentence on the strategies that win within the margin of an equal share in each setup."""
    parts = []
    for scenario in story.headlines:
        table = scenario.rates([STRATEGY])
        rows = table[table["verdict"] == BALANCE[0]]
        if len(rows) > 1:
            levels = [named([STRATEGY], row) for _, row in rows.iterrows()]
            parts.append({"levels": levels, "where": lowered(scenario.title)})
    return sentence(_PAGE, "balanced", column=STRATEGY, parts=parts)


def _chart(balanced: Sequence[Finding], colours: Mapping[str, str], margin: float) -> list[Element]:
    """Return a chart of the distances of balanced levels from an equal share. Empty without levels."""
    if not balanced:
        return []
    nearest = sorted(balanced, key=lambda each: abs(each.away))[:_DRAWN]
    rows = [each.point(group=plain(each.column), series=capital(each.where)) for each in nearest]
    title = sentence(_PAGE, "chart_title", margin=margin_words(margin))
    table = noted(pd.DataFrame(rows), [each.judge.result for each in nearest])
    figure = chart.spread(table, title=title, colours=colours, band=100 * margin)
    text = "Win share minus an equal share of each balanced level, with 95% intervals."
    return [Chart("merits", figure, text, only_html=True)]


def _course(story: Story) -> Iterator[str]:
    """Yield a sentence each on open games, comebacks, similar lengths and endings."""
    rules = [each.result.settings["rules"] for each in story.headlines]
    names = dict.fromkeys(
        name for section in story.sections if isinstance(section, Quality) for name in section.scenarios
    )
    runs = [story.study_runs.scenarios[name] for name in names]
    runs = [each for each in runs if each.result.settings["rules"] in rules]
    unit = find_game(story.headlines[0].result.settings["game"]).standing
    yield sentence(_PAGE, "decided", parts=_parts(runs, _open), unit=unit)
    yield sentence(_PAGE, "comebacks", parts=_parts(runs, _comebacks), unit=unit)
    yield sentence(_PAGE, "lengths", parts=_parts(runs, _length))
    without_end = set(stopped(story.study_runs)["scenario"])
    ending = [each for each in story.headlines if each.title not in without_end]
    yield sentence(_PAGE, "ended", parts=_parts(ending, _ended))


def _parts(scenarios: Sequence[Scenario], describe: Callable[[Scenario], Part | None]) -> list[Part]:
    """Return facts on each scenario for which there are any, with its title in words."""
    return [{**part, "where": lowered(each.title)} for each in scenarios if (part := describe(each))]


def _open(scenario: Scenario) -> Part | None:
    """Return the share of games decided at half-time if it is significantly below 50%."""
    table = scenario.ask(measure).decided
    if table is None:
        return None
    half = table[table["tenth"] == 5].iloc[0]
    return {"share": half["decided"]} if half["decided_high"] < 0.5 else None


def _comebacks(scenario: Scenario) -> Part | None:
    """Return the share of games won after being behind at half-time, if it is large.

    It is large if it significantly exceeds half of the share that holds if the first half has no effect.
    """
    summary = scenario.ask(measure).summary.set_index("quantity")
    name, most = "won after being behind at half", 1 - equal_share(scenario.result)
    if name not in summary.index or summary.loc[name, "low"] <= most / 2:
        return None
    return {"share": summary.loc[name, "value"]}


def _length(scenario: Scenario) -> Part | None:
    """Return the first and the third quartile of rounds if they are near each other, and the games differ in length."""
    summary = scenario.ask(measure).summary.set_index("quantity")
    low, high = (summary.loc[f"rounds per game, {name} quartile"] for name in ("first", "third"))
    if high["high"] > _ALIKE * low["low"] or _has_fixed_length(scenario):
        return None
    return {"low": f"{low['low']:.0f}", "high": f"{high['high']:.0f}"}


def _ended(scenario: Scenario) -> Part | None:
    """Return the upper end of the share of truncated games if it is at most 1%, and the games differ in length."""
    row = scenario.ask(about).set_index("quantity").loc["share of truncated games"]
    return {"high": row["high"]} if row["high"] <= FEW_TRUNCATED and not _has_fixed_length(scenario) else None


def _has_fixed_length(scenario: Scenario) -> bool:
    """Return whether all games of a scenario have the same number of rounds: by the rules, which is no merit."""
    rounds = scenario.ask(about).set_index("quantity").loc["rounds per game"]
    return bool(rounds["low"] == rounds["high"])


def _components(story: Story) -> Iterator[str]:
    """Yield a sentence for each column of components without a significant advantage."""
    for section in story.sections:
        own = [each for each in story.headlines if each.name in section.scenarios]
        if isinstance(section, Flags) and section.dealt:
            for column in section.columns:
                parts = _levels(own, partial(_without_advantage, column))
                yield sentence(_PAGE, "still", column=plain(column), parts=parts)
        elif isinstance(section, Draws):
            for column in drawn_columns(section):
                parts = _levels(own, partial(_without_effect, column))
                yield sentence(_PAGE, "still", column=f"draw, by {plain(column)}", parts=parts)


def _levels(scenarios: Sequence[Scenario], names: Callable[[Scenario], list[str]]) -> list[Part]:
    return [{"levels": levels, "where": lowered(each.title)} for each in scenarios if (levels := names(each))]


def _without_advantage(column: str, scenario: Scenario) -> list[str]:
    """Return the dealt components whose holders win within the margin of other seats, with family-wise confidence."""
    table = for_all(scenario.ask(flags, column, flag_words(scenario.result, column)), scenario.alpha)
    near = table[(table["low"] > -scenario.margin) & (table["high"] < scenario.margin)]
    return [word(column, name) for name in near[column]]


def _without_effect(column: str, scenario: Scenario) -> list[str]:
    """Return the shared components that change the win share of every level by less than the margin."""
    draw, table = find_draw(scenario.result).name, scenario.ask(draw_shares, column, alpha=scenario.alpha)
    by_component: Mapping[Any, pd.DataFrame] = dict(iter(table.groupby(draw, sort=False, observed=True)))
    return [word(draw, name) for name, rows in by_component.items() if (rows["verdict"] == CHANGE[0]).all()]
