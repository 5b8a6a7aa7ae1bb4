"""A scenario of a study: one run, its win shares, its course."""

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Card, Chart, Element, Heading, Table, Text
from starbalance.analyses.presentation.finding import briefly, findings
from starbalance.analyses.presentation.incomplete import note
from starbalance.analyses.presentation.wording import (
    MORE,
    extremes,
    levels,
    number,
    percent,
    plain,
    points,
    significant_extremes,
    verdicts,
)
from starbalance.analyses.questions.averages import lengths
from starbalance.analyses.questions.compare import differing
from starbalance.analyses.questions.rates import about, rates, rates_of, shares_of
from starbalance.analyses.questions.tournament import Tournament
from starbalance.analyses.statistics.aggregate import parity as at_parity
from starbalance.analyses.statistics.aggregate import with_side_credit
from starbalance.analyses.statistics.estimate import ALPHA, LEVEL, chance_of_missing, mean_interval
from starbalance.analyses.statistics.truncation import truncated_share
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, REASON, VERDICT
from starbalance.analyses.statistics.views import Pooled, Uncapped
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.runs.result import Result

_FIRST = 1000  # games that nearly always tell whether changed rules change any
_FEW = 1000  # games, with fewer of which a count is shown together with larger ones
_TWO = 2
_SELDOM = 0.001  # share of the games, below which a way to end is not told in a sentence
FEW_CAPPED = 0.01  # share of the games, up to which they matter little
Answer = TypeVar("Answer")
Skills = Sequence[tuple[Sequence[str], pd.DataFrame]]  # (by, a table of `skill`)


@dataclass(frozen=True, eq=False)
class Scenario:
    """One run of a study and the tables asked of it.

    finding: it has one although it changes the rules. verdicts_of: the headline scenario whose verdicts by the factor
    are those of this one, where the game as it is played mixes the factor with something else. alpha: the chance that
    any verdict in one of its tables of win shares by a single column is wrong.
    """

    name: str
    title: str
    by: Sequence[Sequence[str]]
    result: Result
    finding: bool = False
    verdicts_of: str = ""
    alpha: float = ALPHA
    _answers: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def ask(self, question: Callable[..., Answer], *what: Hashable, **how: Hashable) -> Answer:
        """The answer to a question about the run, such as a table, counted once however often it is asked for."""
        key = question, what, *how.items()
        if key not in self._answers:
            self._answers[key] = question(self.result, *what, **how)
        return copy(cast(Answer, self._answers[key]))

    def rates(self, by: Sequence[str]) -> pd.DataFrame:
        """A rates table of the scenario: its intervals of 95 % each, its verdicts by alpha if it is by one column."""
        return self.ask(judged_rates, tuple(by), alpha=self.alpha if len(by) == 1 else ALPHA)

    @property
    def is_unchanged(self) -> bool:
        """Whether it plays the game as printed."""
        return not self.result.settings["changes"]

    @property
    def has_lineups(self) -> bool:
        """Whether strategies meet each other in it."""
        return len(self.result.settings["strategies"]) > 1

    @property
    def is_headline(self) -> bool:
        """Whether it is a set-up as it is played: the printed game, with strategies that meet each other."""
        return bool(self.by) and self.is_unchanged and self.has_lineups


@dataclass(frozen=True)
class StudyRuns:
    """All that a study played: its scenarios by name, the rest by the names of section and scenario.

    skills: the tables of `skill` by each `by` of a section. responses: the tables of `exploitability`,
    yardsticks: of `yardstick`, lucks: of `luck`, flights: of `flights`. others: the runs of another game. together: how
    many tables have verdicts that hold together; 0: those of each table hold by themselves.
    """

    scenarios: Mapping[str, Scenario]
    tournaments: Mapping[tuple[str, str], Tournament] = field(default_factory=dict)
    skills: Mapping[tuple[str, str], Skills] = field(default_factory=dict)
    responses: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    yardsticks: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    others: Mapping[tuple[str, str], Result] = field(default_factory=dict)
    lucks: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    flights: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    together: int = 0

    def skill_of(self, name: str, by: Sequence[str]) -> Iterator[pd.DataFrame]:
        """The tables of `skill` of a scenario by some columns."""
        for (_, of), tables in self.skills.items():
            yield from (table for columns, table in tables if of == name and list(columns) == list(by))


def judged_rates(result: Result, by: Sequence[str], *, alpha: float) -> pd.DataFrame:
    """Return the rates of a run with an interval of 95 % for each row; alpha bounds the chance of any wrong verdict."""
    return rates_of([({}, result)], by, alpha=alpha, level=LEVEL)


def distinct(scenarios: Sequence[Scenario]) -> dict[str, int]:
    """The games of each distinct scenario: one set of rules, one line-up and one seed play the same games.

    So do those of other rules under which no game differs from the printed ones.
    """
    longest_last = sorted(scenarios, key=lambda scenario: scenario.result.played)
    printed = {_games_key(scenario, None): scenario for scenario in longest_last if scenario.is_unchanged}
    most: dict[str, int] = {}
    for scenario in scenarios:
        base = printed.get(_games_key(scenario, None))
        rules = (base if base and _is_idle(base, scenario) else scenario).result.settings["rules"]
        most[_games_key(scenario, rules)] = max(most.get(_games_key(scenario, rules), 0), scenario.result.played)
    return most


def _games_key(scenario: Scenario, rules: Any) -> str:
    """A name of the games that a scenario and these rules play."""
    its = scenario.result.settings
    return json.dumps([rules, *(its[key] for key in ("setup", "lineup", "strategies", "seed"))])


def _is_idle(base: Scenario, scenario: Scenario) -> bool:
    """Whether a scenario with changed rules plays every game as its base does; the first games tell most often."""
    games = scenario.result.played
    if scenario.is_unchanged or base.result.played < games:
        return False
    stops = (min(games, _FIRST), games)
    return not any(differing(base.result.between(0, stop), scenario.result.between(0, stop)) for stop in stops)


def scenario_elements(scenario: Scenario, judge: Scenario | None = None) -> list[Element]:
    """Tables and charts of a scenario. judge: the scenario that gives the verdicts by the factor in its place, if any.

    Then its own tables by the factor have none.
    """
    elements: list[Element] = [Heading(scenario.title), *_about_elements(scenario)]
    for by in scenario.by:
        elements.append(Heading(f"Win share by {' and '.join(map(plain, by))}", 3))
        judged = judge is None or scenario.result.factor not in by
        if judge and by == [scenario.result.factor]:
            elements.append(Text([_judged_by(scenario, judge)]))
        elements += rates_elements(scenario, by, f"{scenario.name}-by-{'-and-'.join(by)}", judged=judged)
    return elements + _course_elements(scenario, judge is None)


def _judged_by(scenario: Scenario, judge: Scenario) -> str:
    """Why the tables of a scenario have no verdicts by the factor, and where they are; what only those are of."""
    factor = scenario.result.factor
    seats = (each.result.scan("seats").select(factor).unique().collect() for each in (scenario, judge))
    here, there = (each[factor].sort().to_list() for each in seats)
    never = [str(each) for each in there if each not in here]
    absent = f" Here nobody ever has {', '.join(never)}." if never else ""
    return (
        f"No verdicts: who has which {plain(judge.result.factor)} here is mixed with what else they are or choose, so "
        f"that these shares are not its effect. Its verdicts are those of '{judge.title}'.{absent}"
    )


def _about_elements(scenario: Scenario) -> list[Element]:
    """How many games there are, how long and how many are capped."""
    table = about(scenario.result)
    _, capped, rounds, decisions = (row for _, row in table.iterrows())
    share = percent({"share": capped["value"], "low": capped["low"], "high": capped["high"]})
    text = (
        f"{scenario.result.played:,} games of {number(rounds, 'value')} rounds and {number(decisions, 'value')} "
        f"decisions; {share} are capped, which means decided as they stood."
    )
    return [Text([text]), Table(f"{scenario.name}-about", table, "These games", folded=True)]


def told_apart(table: pd.DataFrame) -> pd.DataFrame:
    """A table of win shares by seat: of two seats, or sides, that who begins, since the other one wins the rest."""
    return table.iloc[:1] if len(table) == _TWO else table


def scenario_card(scenario: Scenario, doubt: str, doubted: Sequence[str]) -> Card:
    """The verdicts of a scenario by the factor of its game, and which of them hang on assumed data."""
    table, parity = scenario.rates([scenario.result.factor]), at_parity(scenario.result)
    return Card(scenario.title, " ".join(filter(None, [doubt, note(table)])), table, parity, doubted)


def rates_elements(scenario: Scenario, by: Sequence[str], name: str, *, judged: bool = True) -> list[Element]:
    """A rates table of a scenario with its chart, and with verdicts or without; then rare counts are shown as one."""
    whole, sides = scenario.rates(by) if judged else pooled(scenario, by), round(1 / at_parity(scenario.result))
    table = whole if judged else whole.drop(columns=[VERDICT, GAMES_NEEDED, REASON], errors="ignore")
    title = f"{scenario.title}: win share by {' and '.join(map(plain, by))}"
    elements: list[Element] = [Table(name, table, title, SHARES, True if len(by) <= 2 else None)]
    if len(by) == 1:
        sentence = significant_extremes(whole, by, "share", tell=percent)
        elements.insert(0, Chart(name, chart.forest(table, by, sides, title=title), f"{title}: {sentence}."))
    elif len(by) == 2:
        text = f"{title}, in percent, with half the width of the 95 % interval in each cell."
        elements.insert(0, Chart(name, chart.heat(table, by, sides, title=title), text))
    return elements


def pooled(scenario: Scenario, by: Sequence[str]) -> pd.DataFrame:
    """A rates table of a scenario; the largest counts of a column, few games each, are one row in words: 9 or more."""
    table, name = scenario.rates(by), by[0]
    if len(by) > 1 or not pd.api.types.is_integer_dtype(table[name]) or levels(name):
        return table
    many = table[table["games"][::-1].cumsum()[::-1] >= _FEW]
    if len(many) in (0, 1, len(table)):
        return table
    most = int(many[name].iloc[-1])
    found = rates(Pooled(scenario.result, name, most), by)
    values = [f"{each}{MORE}" if each == most else each for each in found[name]]
    return found.assign(**{name: pd.Series(values, dtype=object)})


def length_chart(scenario: Scenario, column: str, name: str) -> Chart:
    """How a games column is spread over the games of a scenario."""
    table = lengths(scenario.result, [column])
    row = table.iloc[0]
    values = pd.Series(scenario.result.scan("games").select(column).collect()[column].to_numpy())
    values.attrs.update(table.attrs)
    text = (
        f"{scenario.title}: half of the games have {row['quarter']:.0f} to {row['three_quarters']:.0f} "
        f"{plain(column)}, the median is {row['median']:.0f}."
    )
    return Chart(name, chart.lengths(values, f"{scenario.title}: {plain(column)}", plain(column)), text)


def _course_elements(scenario: Scenario, judged: bool) -> list[Element]:
    """Length, how games end, and the headline without the capped games, with verdicts or without."""
    factor = scenario.result.factor
    ended = shares_of(scenario.result, "ended")
    title = f"{scenario.title}: how games end"
    elements: list[Element] = [
        Heading("Length and end of the games", 3),
        length_chart(scenario, "rounds", f"{scenario.name}-length"),
    ]
    if len(ended) > 2:
        elements.append(Chart(f"{scenario.name}-ended", chart.bars(ended, "ended", title), f"{title}, in percent."))
    elements.append(Table(f"{scenario.name}-ended", ended, title, SHARES, True if len(ended) > 2 else None))
    if FEW_CAPPED < truncated_share(scenario.result) < 1:
        without = rates(Uncapped(scenario.result), [factor])
        without = without if judged else without.drop(columns=[VERDICT, GAMES_NEEDED, REASON], errors="ignore")
        title = f"{scenario.title}: win share by {plain(factor)} without the capped games"
        elements.append(Table(f"{scenario.name}-uncapped-by-{factor}", without, title, SHARES, True))
    return elements


def headline_findings(scenarios: Sequence[Scenario]) -> list[str]:
    """Turn order, strategies and how games end, where strategies meet: a sentence each for all scenarios."""
    if not scenarios:
        return []
    tell = briefly(percent, "share")
    lines = []
    for words, column in (("By place in the turn order", "seat"), ("By strategy", "strategy")):
        told = {each.title: {"": extremes(each.rates([column]), [column], "share", tell=tell)} for each in scenarios}
        lines += findings(words, told)
    return lines + findings("How games end", {each.title: {"": _ending(each)} for each in scenarios})


def other_finding(scenario: Scenario) -> list[str]:
    """The verdicts of a scenario by the factor, where it has a finding and is no headline."""
    if not scenario.by or scenario.is_headline or not (scenario.is_unchanged or scenario.finding):
        return []
    by = [scenario.result.factor]
    words = verdicts(scenario.rates(by), by, at_parity(scenario.result))
    return [f"{scenario.title}, by {plain(by[0])}: {words}"]


def _ending(scenario: Scenario) -> str:
    """How games end, but for what hardly happens, and after how many rounds on average."""
    ended = shares_of(scenario.result, "ended").sort_values("share", ascending=False)
    often = ended[(ended["share"] >= _SELDOM) | (ended["share"] == ended["share"].max())]
    ways = [f"{plain(str(row.ended))} ({100 * row.share:.1f} %)" for row in often.itertuples()]
    rounds = about(scenario.result).set_index("quantity").loc["rounds per game"]
    length = briefly(lambda row: number(row, "value"), "value")(rounds)
    return f"{joined(ways)}, after {length} rounds"


def equal_findings(scenarios: Mapping[str, Scenario], equal: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a sentence for each two levels of the factor that should win equally often, and one on all together.

    Args:
        scenarios: Scenarios by name.
        equal: Entries [[equal]] of a study: scenario (its name), pairs of levels, why they are equal.
    """
    found = [
        each
        for name, scenario in scenarios.items()
        for entry in equal
        if entry["scenario"] == name
        for each in _differences(scenario, entry["pairs"], entry["why"])
    ]
    if not found:
        return []
    return [*(line for _, line in found), _together(sum(is_missed for is_missed, _ in found), len(found))]


def _differences(scenario: Scenario, pairs: Sequence[Sequence[str]], why: str) -> Iterator[tuple[bool, str]]:
    """Yield for each pair whether the interval of its difference excludes 0, and the difference in a sentence."""
    factor = scenario.result.factor
    seats = with_side_credit(scenario.result.scan("seats"), scenario.result).select(factor, "game", "credit").collect()
    wide = seats.pivot(on=factor, index="game", values="credit")
    for one, two in pairs:
        mean, low, high = mean_interval((wide[one] - wide[two]).to_numpy())
        is_missed = not low <= 0 <= high
        difference = points({"difference": mean, "low": low, "high": high}, digits=2)
        sign = "does not include" if is_missed else "includes"
        yield (
            is_missed,
            f"{scenario.title}: {one} minus {two} {difference}; the interval {sign} 0, where {why} puts it.",
        )


def _together(missed: int, intervals: int) -> str:
    """Return how many intervals that should include 0 do not, and how likely at least that number is by chance."""
    least = max(1, missed)
    chance = f"{100 * chance_of_missing(least, intervals):.2g} %"
    return (
        f"Differences that should be 0: {missed or 'none'} of {intervals} intervals ({100 * LEVEL:.0f} % each) "
        f"{'lies' if missed < 2 else 'lie'} away from 0. Where nothing is wrong, {least} or more of {intervals} do by "
        f"chance in about {chance} of reports, were they independent of each other."
    )
