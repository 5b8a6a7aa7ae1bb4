"""What works well: what is balanced for sure and what that was put to, how the games go, what is near its worth."""

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
from starbalance.analyses.report.scenario import FEW_CAPPED, Scenario, StudyRuns
from starbalance.analyses.report.section import Draws, Flags, Quality, Rates, Section
from starbalance.analyses.statistics.aggregate import parity
from starbalance.analyses.statistics.standings import TENTHS
from starbalance.analyses.statistics.verdict import BALANCE, CHANGE, MARGIN
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games import find_game

_SEAT, _STRATEGY = "seat", "strategy"
_ALIKE = 1.5  # times the rounds of the first quartile, that the third one has at most
_LISTED = 8  # names, beyond which only their number is told
_SURE = f"for sure to within {100 * MARGIN:.0f} points"
_BEHIND = (
    " of the games are won by who is behind in {unit} at half-time; the second number is what it would be if the first "
    "half did not count"
)
_ALL_BUT_ALL = 0.95  # share of those who lead at the end that win, from which on being behind is losing
_AS_OFTEN = f"; who has it wins as often as who has not, {_SURE}"
_NO_MATTER = f" move no win share by {100 * MARGIN:.0f} points or more, for sure"
_AGAINST = {
    PLAY: "from sensible play up",
    STRATEGIES: "where only the strategies that win are played",
    DATA: "under other assumed data",
}
Told = Iterable[tuple[str, str]]  # (what is told of a scenario, its title)


def merits(
    study_runs: StudyRuns,
    compared: Sequence[OtherData],
    asked: Sequence[Section],
    *,
    headlines: Sequence[Scenario],
    judges: Mapping[str, Scenario],
) -> list[Element]:
    """A chapter on what is sure to work well, by tables that the report has; nothing where nothing is.

    compared: the game under other data. headlines, judges: as of `problems`.
    """
    factor = headlines[0].result.factor
    tried = {factor: challenges(study_runs, compared), _SEAT: challenges(study_runs, compared, _SEAT)}
    found = [
        _without_turned(_balanced(each, judges.get(each.name, each), column), tried[column])
        for column in (factor, _SEAT)
        for each in headlines
    ]
    level = pd.concat(found, ignore_index=True)
    lines = [_even(column, level[level["column"] == column]) for column in (factor, _SEAT)]
    lines += [_tested(level, tried), *_course(headlines, asked, study_runs), *_worth(headlines, asked)]
    told = [line for line in lines if line]
    return [Heading("What works well"), *_figure(level), Text(told, listed=True)] if told else []


def _balanced(scenario: Scenario, judge: Scenario, column: str) -> pd.DataFrame:
    """The levels of a column that are balanced; of the turn order either all places or none.

    Columns: column, scenario and judge (their titles), level, share, low, high, fair, levels (how many there are).
    judge: the scenario that gives the verdicts by the factor.
    """
    of = judge if column == scenario.result.factor else scenario
    whole = of.rates([column])
    rows = whole[whole["verdict"] == BALANCE[0]]
    rows = rows.iloc[:0] if column == _SEAT and len(rows) < len(whole) else rows
    facts = {"column": column, "scenario": scenario.title, "judge": of.title, "fair": parity(of.result)}
    names = [named([column], row) for _, row in rows.iterrows()]
    return rows[["share", "low", "high"]].assign(**facts, level=names, levels=len(whole))


def _without_turned(level: pd.DataFrame, tried: pd.DataFrame) -> pd.DataFrame:
    """Balanced levels, but for those that better play or other data surely turn."""
    turned = tried[tried["outcome"] == CHANGES]
    return level[~_keys(level, "judge").isin(_keys(turned, "scenario"))]


def _keys(table: pd.DataFrame, scenario: str) -> pd.MultiIndex:
    """What tells the levels of a table apart. scenario: the column with the titles of scenarios."""
    return pd.MultiIndex.from_frame(table[[scenario, "level"]])


def _even(column: str, level: pd.DataFrame) -> str:
    """Which levels of a column win their fair share, with the least and the most of them, in each scenario."""
    told = ((_of_all(rows), title) for title, rows in level.groupby("scenario", sort=False))
    return _line(f"Balanced by {plain(column)}, {_SURE}", told)


def _of_all(rows: pd.DataFrame) -> str:
    low, high = rows.loc[rows["share"].idxmin()], rows.loc[rows["share"].idxmax()]
    fair = f"where {100 * low['fair']:.1f} % is fair"
    if len(rows) == 1:
        return f"1 of {low['levels']}, {low['level']} with {percent(low)} {fair}"
    ends = f"from {percent(low)} for {low['level']} to {percent(high)} for {high['level']} {fair}"
    return f"{_count(list(rows['level']), low['levels'])}, {ends}"


def _count(names: Sequence[str], total: int) -> str:
    """How many of so many, and which, where that is not all."""
    if len(names) == total:
        return "both" if total == 2 else f"all {total}"
    return f"{len(names)} of {total}{f' ({joined(names)})' if len(names) <= _LISTED else ''}"


def _line(title: str, told: Told, end: str = "") -> str:
    """A line that tells the same of several scenarios; nothing where nothing is told of any."""
    parts = [f"with {lowered(scenario)} {words}" for words, scenario in told]
    return f"{title}: {'; '.join(parts)}{end}." if parts else ""


def _tested(level: pd.DataFrame, tried: Mapping[str, pd.DataFrame]) -> str:
    """How many of the balanced levels better play and other data leave balanced, and how many they leave open."""
    told, untried = [], []
    for column, rows in level.groupby("column", sort=False):
        put = tried[str(column)]
        put = put[_keys(put, "scenario").isin(_keys(rows, "judge"))]
        parts = [_outcome(put[put["against"] == against], words) for against, words in _AGAINST.items()]
        if any(parts):
            told.append(f"by {plain(str(column))} {', and '.join(filter(None, parts))}")
        else:
            where = joined([lowered(title) for title in dict.fromkeys(rows["scenario"])])
            untried.append(f"by {plain(str(column))} with {where}")
    told += [f"{joined(untried)} nothing of the kind was tried"] if untried else []
    return f"Put to better play and other data: {'; '.join(told)}." if told else ""


def _outcome(rows: pd.DataFrame, words: str) -> str:
    if rows.empty:
        return ""
    held = int((rows["outcome"] == HOLDS).sum())
    left = len(rows) - held
    if not held:
        return f"{words} {'the only one is' if left == 1 else f'all {left} are'} undecided"
    stay = f"{held} of {len(rows)} {'stay' if held > 1 else 'stays'} balanced wherever that is decided"
    others = f", the other{f' {left}' if left > 1 else ''} undecided there" if left else ""
    return f"{words} {stay}{others}"


def _figure(level: pd.DataFrame) -> list[Element]:
    """How far the balanced levels are from a fair share; nothing for none."""
    if level.empty:
        return []
    title = "What is balanced for sure"
    drawn = level[["scenario", "level"]].assign(quantity="points above or below a fair share")
    for name, old in (("value", "share"), ("low", "low"), ("high", "high")):
        drawn[name] = 100 * (level[old] - level["fair"])
    least, most = drawn["value"].min(), drawn["value"].max()
    text = f"{title}: win shares less what is fair, from {least:+.1f} to {most:+.1f} points."
    return [Chart("merits", chart.dots(drawn, ["scenario", "level"], "value", title=title, band=100 * MARGIN), text)]


def _course(headlines: Sequence[Scenario], asked: Sequence[Section], study_runs: StudyRuns) -> Iterator[str]:
    """How long games are open, whether one who is behind wins, how alike in length they are, how they end."""
    rules = [each.result.settings["rules"] for each in headlines]
    names = dict.fromkeys(name for section in asked if isinstance(section, Quality) for name in section.scenarios)
    measured = [study_runs.scenarios[name] for name in names]
    measured = [each for each in measured if each.result.settings["rules"] in rules]
    unit = find_game(headlines[0].result.settings["game"]).standing
    decided = f" of the games are decided at half-time, by {unit}, no more"
    yield _line("Open for long", _told(measured, _open), decided)
    yield _line("Comebacks", _told(measured, _comebacks), _BEHIND.format(unit=unit))
    yield _line("Alike in length", _told(measured, _length), " rounds are what half of the games last")
    without_end = set(stopped(study_runs)["scenario"])
    ending = [each for each in headlines if each.title not in without_end]
    yield _line("Ended by the rules", _told(ending, _ended), " of the games are stopped by the cap")


def _told(scenarios: Sequence[Scenario], tell: Callable[[Scenario], str]) -> Told:
    return ((words, each.title) for each in scenarios if (words := tell(each)))


def _open(scenario: Scenario) -> str:
    """How many games are decided at half-time, if that is surely fewer than half of them."""
    table = scenario.ask(measure).decided
    if table is None:
        return ""
    half = table[table["tenth"] == 5].iloc[0]
    share = percent({"share": half["decided"], "low": half["decided_low"], "high": half["decided_high"]})
    return share if half["decided_high"] < 0.5 else ""


def _comebacks(scenario: Scenario) -> str:
    """How many games are won from behind, if surely more than half as many as if the first half did not count.

    Where many of those who lead at the end do not win, it says how many do.
    """
    found = scenario.ask(measure)
    summary = found.summary.set_index("quantity")
    name, most = "won after being behind at half", 1 - parity(scenario.result)
    if name not in summary.index or summary.loc[name, "low"] <= most / 2:
        return ""
    row = summary.loc[name]
    share = percent({"share": row["value"], "low": row["low"], "high": row["high"]})
    return f"{share} against {100 * most:.1f} %{_leading(found.decided)}"


def _leading(decided: pd.DataFrame) -> str:
    """How many of those who lead at the end win, where these are not nearly all."""
    last = decided[decided["tenth"] == TENTHS[-1]].iloc[0]
    return f" (at the end {100 * last['leader']:.1f} % of those who lead win)" if last["leader"] < _ALL_BUT_ALL else ""


def _length(scenario: Scenario) -> str:
    """The rounds that half of the games last, if these are near each other."""
    summary = scenario.ask(measure).summary.set_index("quantity")
    low, high = (summary.loc[f"rounds per game, {name} quartile"] for name in ("first", "third"))
    return f"{low['low']:.0f} to {high['high']:.0f}" if high["high"] <= _ALIKE * low["low"] else ""


def _ended(scenario: Scenario) -> str:
    """How many games the cap stops, if surely hardly any."""
    row = scenario.ask(about).set_index("quantity").loc["share of capped games"]
    return f"{100 * row['value']:.2g} % (at most {100 * row['high']:.2g})" if row["high"] <= FEW_CAPPED else ""


def _worth(headlines: Sequence[Scenario], asked: Sequence[Section]) -> Iterator[str]:
    """Strategies, and what is dealt or drawn, that are near their worth."""
    manner = [rows for each in headlines if len(rows := _balanced(each, each, _STRATEGY)) > 1]
    yield _even(_STRATEGY, pd.concat(manner, ignore_index=True)) if manner else ""
    for section in asked:
        its = [each for each in headlines if each.name in section.scenarios]
        if its and isinstance(section, Rates) and section.dealt:
            for column in (by[0] for by in section.by if len(by) == 1):
                yield _even(column, pd.concat([_balanced(each, each, column) for each in its], ignore_index=True))
        elif isinstance(section, Flags) and section.dealt:
            for column in section.columns:
                yield _line(f"Near its worth, {plain(column)}", _told(its, partial(_cards, column)), _AS_OFTEN)
        elif isinstance(section, Draws):
            for column in drawn_columns(section):
                yield _line(f"Drawn for all, by {plain(column)}", _told(its, partial(_drawn, column)), _NO_MATTER)


def _cards(column: str, scenario: Scenario) -> str:
    """The things dealt whose holders win, for sure of all of them at once, within the margin of the others."""
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
    """The things drawn that move the win share of no level of a column by as much as the margin."""
    draw, table = find_draw(scenario.result).name, scenario.ask(draw_shares, column, alpha=scenario.alpha)
    names: list[Any] = [name for name, rows in table.groupby(draw, sort=False, observed=True) if _is_still(rows)]
    return _count([word(draw, name) for name in names], table[draw].nunique()) if names else ""


def _is_still(rows: pd.DataFrame) -> bool:
    return bool((rows["verdict"] == CHANGE[0]).all())
