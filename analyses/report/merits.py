"""What works well in a game: balanced levels and their robustness, the course of games, balanced values."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Text
from starbalance.analyses.presentation.wording import lowered, named, percent, plain, points, word
from starbalance.analyses.questions.draws import draw_shares, find_draw
from starbalance.analyses.questions.flags import flag_words, flags
from starbalance.analyses.questions.quality import measure
from starbalance.analyses.questions.rates import about
from starbalance.analyses.report.certainty import drawn_columns, for_all
from starbalance.analyses.report.challenge import CHANGES, DATA, HOLDS, PLAY, STRATEGIES, challenges, stopped
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import FEW_TRUNCATED, Scenario, StudyRuns
from starbalance.analyses.report.section import Draws, Flags, Quality, Rates, Section
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.standings import TENTHS
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE, MARGIN
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games import find_game

_SEAT, _STRATEGY = "seat", "strategy"
_ALIKE = 1.5  # largest ratio of the third to the first quartile of rounds for similar lengths
_LISTED = 8  # largest number of names in a list
_SURE = f"significantly within {100 * MARGIN:.0f} points"
_BEHIND = (
    " of the games are won by players behind in {unit} at half-time. The second number is the share if the first half "
    "had no effect"
)
_ALL_BUT_ALL = 0.95  # win share of final leaders from which the leader practically wins
_AS_OFTEN = f"; seats with it win as often as seats without it, {_SURE}"
_NO_MATTER = f" change every win share by significantly less than {100 * MARGIN:.0f} points"
_AGAINST = {
    PLAY: "from sensible play upwards",
    STRATEGIES: "with only the strategies of the equilibrium",
    DATA: "under other assumed data",
}
Texts = Iterable[tuple[str, str]]  # (text on a scenario, its title)


def merits(
    study_runs: StudyRuns,
    compared: Sequence[OtherData],
    sections: Sequence[Section],
    *,
    headlines: Sequence[Scenario],
    judges: Mapping[str, Scenario],
) -> list[Element]:
    """Return a chapter on what significantly works well. Empty if there is nothing.

    Args:
        study_runs: The runs of the study.
        compared: Comparisons with other data.
        sections: Sections of the study.
        headlines: Scenarios of the summary.
        judges: Scenarios that give the verdicts of other scenarios, by the name of the other scenario.
    """
    factor = headlines[0].result.factor
    tried = {factor: challenges(study_runs, compared), _SEAT: challenges(study_runs, compared, _SEAT)}
    tables = [
        _without_turned(_balanced(each, judges.get(each.name, each), column), tried[column])
        for column in (factor, _SEAT)
        for each in headlines
    ]
    level = pd.concat(tables, ignore_index=True)
    lines = [_even(column, level[level["column"] == column]) for column in (factor, _SEAT)]
    lines += [_tested(level, tried), *_course(headlines, sections, study_runs), *_values(headlines, sections)]
    texts = [line for line in lines if line]
    return [Heading("What works well"), *_figure(level), Text(texts, listed=True)] if texts else []


def _balanced(scenario: Scenario, judge: Scenario, column: str) -> pd.DataFrame:
    """Return a row for each balanced level of a column. Of seats, return all rows or none.

    `judge` is the scenario that gives the verdicts by the factor. Columns: column, scenario and judge (titles), level,
    share, low, high, fair (equal share), levels (number of levels).
    """
    of = judge if column == scenario.result.factor else scenario
    whole = of.rates([column])
    rows = whole[whole["verdict"] == BALANCE[0]]
    rows = rows.iloc[:0] if column == _SEAT and len(rows) < len(whole) else rows
    facts = {"column": column, "scenario": scenario.title, "judge": of.title, "fair": equal_share(of.result)}
    names = [named([column], row) for _, row in rows.iterrows()]
    return rows[["share", "low", "high"]].assign(**facts, level=names, levels=len(whole))


def _without_turned(level: pd.DataFrame, tried: pd.DataFrame) -> pd.DataFrame:
    """Return balanced levels without levels whose verdicts change under better play or other data."""
    turned = tried[tried["outcome"] == CHANGES]
    return level[~_keys(level, "judge").isin(_keys(turned, "scenario"))]


def _keys(table: pd.DataFrame, scenario: str) -> pd.MultiIndex:
    """Return the keys of the levels of a table. `scenario` is the column with the titles of scenarios."""
    return pd.MultiIndex.from_frame(table[[scenario, "level"]])


def _even(column: str, level: pd.DataFrame) -> str:
    """Return a line on the balanced levels of a column in each scenario, with the lowest and highest share.

    Empty without levels.
    """
    texts = ((_of_all(rows), title) for title, rows in level.groupby("scenario", sort=False))
    return _line(f"Balanced by {plain(column)}, {_SURE}", texts)


def _of_all(rows: pd.DataFrame) -> str:
    low, high = rows.loc[rows["share"].idxmin()], rows.loc[rows["share"].idxmax()]
    fair = f"where an equal share is {100 * low['fair']:.1f}%"
    if len(rows) == 1:
        return f"1 of {low['levels']}, {low['level']} with {percent(low)} {fair}"
    ends = f"from {percent(low)} for {low['level']} to {percent(high)} for {high['level']} {fair}"
    return f"{_count(list(rows['level']), low['levels'])}, {ends}"


def _count(names: Sequence[str], total: int) -> str:
    """Return how many of `total` the names are, and the names if they are not all."""
    if len(names) == total:
        return "both" if total == 2 else f"all {total}"
    return f"{len(names)} of {total}{f' ({joined(names)})' if len(names) <= _LISTED else ''}"


def _line(title: str, texts: Texts, end: str = "") -> str:
    """Return a line that combines texts on several scenarios. Empty without texts."""
    parts = [f"with {lowered(scenario)} {words}" for words, scenario in texts]
    return f"{title}: {'; '.join(parts)}{end}." if parts else ""


def _tested(level: pd.DataFrame, tried: Mapping[str, pd.DataFrame]) -> str:
    """Return a line on the balanced levels that stay balanced or are undecided under other conditions.

    Empty without levels.
    """
    texts, untried = [], []
    for column, rows in level.groupby("column", sort=False):
        put = tried[str(column)]
        put = put[_keys(put, "scenario").isin(_keys(rows, "judge"))]
        parts = [_outcome(put[put["against"] == against], words) for against, words in _AGAINST.items()]
        if any(parts):
            texts.append(f"by {plain(str(column))} {', and '.join(filter(None, parts))}")
        else:
            where = joined([lowered(title) for title in dict.fromkeys(rows["scenario"])])
            untried.append(f"by {plain(str(column))} with {where}")
    texts += [f"{joined(untried)} not tried"] if untried else []
    return f"Under better play and other data: {'; '.join(texts)}." if texts else ""


def _outcome(rows: pd.DataFrame, words: str) -> str:
    if rows.empty:
        return ""
    held = int((rows["outcome"] == HOLDS).sum())
    left = len(rows) - held
    if not held:
        return f"{words} {'the only verdict is' if left == 1 else f'all {left} are'} undecided"
    stay = f"{held} of {len(rows)} {'stay' if held > 1 else 'stays'} balanced where decided"
    others = f", the other{f' {left} are' if left > 1 else ' is'} undecided" if left else ""
    return f"{words} {stay}{others}"


def _figure(level: pd.DataFrame) -> list[Element]:
    """Return a chart of the distances of balanced levels from an equal share. Empty without levels."""
    if level.empty:
        return []
    title = "Significantly balanced levels"
    drawn = level[["scenario", "level"]].assign(quantity="points above or below an equal share")
    for name, old in (("value", "share"), ("low", "low"), ("high", "high")):
        drawn[name] = 100 * (level[old] - level["fair"])
    least, most = drawn["value"].min(), drawn["value"].max()
    text = f"{title}: win shares minus an equal share, from {least:+.1f} to {most:+.1f} points."
    return [Chart("merits", chart.dots(drawn, ["scenario", "level"], "value", title=title, band=100 * MARGIN), text)]


def _course(headlines: Sequence[Scenario], sections: Sequence[Section], study_runs: StudyRuns) -> Iterator[str]:
    """Yield a line each on open games, comebacks, similar lengths and endings. A line without findings is empty."""
    rules = [each.result.settings["rules"] for each in headlines]
    names = dict.fromkeys(name for section in sections if isinstance(section, Quality) for name in section.scenarios)
    measured = [study_runs.scenarios[name] for name in names]
    measured = [each for each in measured if each.result.settings["rules"] in rules]
    unit = find_game(headlines[0].result.settings["game"]).standing
    decided = f" of the games are decided at half-time, by {unit}"
    yield _line("Open for long", _of_scenarios(measured, _open), decided)
    yield _line("Comebacks", _of_scenarios(measured, _comebacks), _BEHIND.format(unit=unit))
    yield _line("Similar lengths", _of_scenarios(measured, _length), " rounds in the middle half of the games")
    without_end = set(stopped(study_runs)["scenario"])
    ending = [each for each in headlines if each.title not in without_end]
    yield _line("Ended by the rules", _of_scenarios(ending, _ended), " of the games are truncated by the round limit")


def _of_scenarios(scenarios: Sequence[Scenario], describe: Callable[[Scenario], str]) -> Texts:
    return ((words, each.title) for each in scenarios if (words := describe(each)))


def _open(scenario: Scenario) -> str:
    """Return the share of games decided at half-time if it is significantly below 50%, otherwise an empty text."""
    table = scenario.ask(measure).decided
    if table is None:
        return ""
    half = table[table["tenth"] == 5].iloc[0]
    share = percent({"share": half["decided"], "low": half["decided_low"], "high": half["decided_high"]})
    return share if half["decided_high"] < 0.5 else ""


def _comebacks(scenario: Scenario) -> str:
    """Return the share of games won after being behind at half-time, if it is large enough, otherwise an empty text.

    It is large if it significantly exceeds half of the share that holds if the first half has no effect. The text also
    has the win share of final leaders if it is below 95%.
    """
    quality = scenario.ask(measure)
    summary = quality.summary.set_index("quantity")
    name, most = "won after being behind at half", 1 - equal_share(scenario.result)
    if name not in summary.index or summary.loc[name, "low"] <= most / 2:
        return ""
    row = summary.loc[name]
    share = percent({"share": row["value"], "low": row["low"], "high": row["high"]})
    return f"{share} against {100 * most:.1f}%{_leading(quality.decided)}"


def _leading(decided: pd.DataFrame) -> str:
    """Return the win share of final leaders in words if it is below 95%, otherwise an empty text."""
    last = decided[decided["tenth"] == TENTHS[-1]].iloc[0]
    return f" ({100 * last['leader']:.1f}% of the final leaders win)" if last["leader"] < _ALL_BUT_ALL else ""


def _length(scenario: Scenario) -> str:
    """Return the range from the first to the third quartile of rounds if they are near each other, else empty text."""
    summary = scenario.ask(measure).summary.set_index("quantity")
    low, high = (summary.loc[f"rounds per game, {name} quartile"] for name in ("first", "third"))
    return f"{low['low']:.0f} to {high['high']:.0f}" if high["high"] <= _ALIKE * low["low"] else ""


def _ended(scenario: Scenario) -> str:
    """Return the share of truncated games if it is significantly at most 1%, otherwise an empty text."""
    row = scenario.ask(about).set_index("quantity").loc["share of truncated games"]
    return f"{100 * row['value']:.2g}% (at most {100 * row['high']:.2g})" if row["high"] <= FEW_TRUNCATED else ""


def _values(headlines: Sequence[Scenario], sections: Sequence[Section]) -> Iterator[str]:
    """Yield lines on strategies and components whose values are balanced. A line without findings is empty."""
    manner = [rows for each in headlines if len(rows := _balanced(each, each, _STRATEGY)) > 1]
    yield _even(_STRATEGY, pd.concat(manner, ignore_index=True)) if manner else ""
    for section in sections:
        own = [each for each in headlines if each.name in section.scenarios]
        if own and isinstance(section, Rates) and section.dealt:
            for column in (by[0] for by in section.by if len(by) == 1):
                yield _even(column, pd.concat([_balanced(each, each, column) for each in own], ignore_index=True))
        elif isinstance(section, Flags) and section.dealt:
            for column in section.columns:
                yield _line(f"Balanced value, {plain(column)}", _of_scenarios(own, partial(_cards, column)), _AS_OFTEN)
        elif isinstance(section, Draws):
            for column in drawn_columns(section):
                yield _line(
                    f"Drawn for all, by {plain(column)}", _of_scenarios(own, partial(_drawn, column)), _NO_MATTER
                )


def _cards(column: str, scenario: Scenario) -> str:
    """Return in words the dealt components whose holders win within the margin of other seats, or an empty text.

    The intervals have family-wise confidence.
    """
    table = scenario.ask(flags, column, flag_words(scenario.result, column))
    sure = for_all(table, scenario.alpha)
    near = table.loc[sure.index[(sure["low"] > -MARGIN) & (sure["high"] < MARGIN)]]
    if near.empty:
        return ""
    ends = near.loc[near["difference"].idxmin()], near.loc[near["difference"].idxmax()]
    least, most = (f"{points(row)} for {word(column, row[column])}" for row in ends)
    who = _count([word(column, name) for name in near[column]], len(sure))
    return f"{who}, {points(ends[0]) if len(near) == 1 else f'from {least} to {most}'}"


def _drawn(column: str, scenario: Scenario) -> str:
    """Return in words the shared components that hardly change win shares by a column, or an empty text.

    They change the share of every level by less than the margin.
    """
    draw, table = find_draw(scenario.result).name, scenario.ask(draw_shares, column, alpha=scenario.alpha)
    names: list[Any] = [name for name, rows in table.groupby(draw, sort=False, observed=True) if _is_still(rows)]
    return _count([word(draw, name) for name in names], table[draw].nunique()) if names else ""


def _is_still(rows: pd.DataFrame) -> bool:
    return bool((rows["verdict"] == CHANGE[0]).all())
