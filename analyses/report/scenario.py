"""The scenarios of a study: runs with their win shares and the course of their games."""

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import pandas as pd

from starbalance.analyses.presentation.document import SHARES, Element, Heading, Table, Text
from starbalance.analyses.presentation.wording import (
    MORE,
    levels,
    number,
    percent,
    plain,
    points,
)
from starbalance.analyses.questions.averages import lengths
from starbalance.analyses.questions.compare import differing
from starbalance.analyses.questions.rates import about, margin_of_run, rates, rates_of, shares_of
from starbalance.analyses.questions.tournament import Tournament
from starbalance.analyses.statistics.aggregate import with_side_credit
from starbalance.analyses.statistics.estimate import ALPHA, CONFIDENCE, chance_of_missing, mean_interval
from starbalance.analyses.statistics.truncation import truncated_share
from starbalance.analyses.statistics.verdict import GAMES_NEEDED, REASON, VERDICT
from starbalance.analyses.statistics.views import Finished, Pooled
from starbalance.simulator.runs.result import Result

SEAT, STRATEGY = "seat", "strategy"  # columns of every game
_FIRST = 1000  # games that nearly always show whether changed rules change any game
_FEW = 1000  # games below which a count is combined with larger counts
_TWO = 2
FEW_TRUNCATED = 0.01  # share of truncated games up to which they matter little
Answer = TypeVar("Answer")
Skills = Sequence[tuple[Sequence[str], pd.DataFrame]]  # (by, a table of `skill`)


@dataclass(frozen=True, eq=False)
class Scenario:
    """One run of a study with its tables.

    Attributes:
        name: Name of the scenario.
        title: Title of the scenario.
        by: Columns of each table of win shares.
        result: The run.
        verdicts_of: Scenario of the summary that takes its verdicts by the factor from this scenario, since in its own
            games the factor is confounded. Empty for other scenarios.
        alpha: Family-wise error probability of the verdicts of a table by a single column.
    """

    name: str
    title: str
    by: Sequence[Sequence[str]]
    result: Result
    verdicts_of: str = ""
    alpha: float = ALPHA
    _answers: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def ask(self, question: Callable[..., Answer], *what: Hashable, **how: Hashable) -> Answer:
        """Return the answer to a question on the run, such as a table. Repeated calls do not compute it again."""
        key = question, what, *how.items()
        if key not in self._answers:
            self._answers[key] = question(self.result, *what, **how)
        return copy(cast(Answer, self._answers[key]))

    def rates(self, by: Sequence[str]) -> pd.DataFrame:
        """Return a rates table with 95% intervals. The verdicts of a table by one column use `alpha`."""
        return self.ask(judged_rates, tuple(by), alpha=self.alpha if len(by) == 1 else ALPHA)

    @property
    def margin(self) -> float:
        """The margin of the verdicts, as a share."""
        return margin_of_run(self.result)

    @property
    def is_unchanged(self) -> bool:
        """Return whether the scenario plays the printed rules."""
        return not self.result.settings["changes"]

    @property
    def has_lineups(self) -> bool:
        """Return whether several strategies play against each other."""
        return len(self.result.settings["strategies"]) > 1

    @property
    def is_headline(self) -> bool:
        """Return whether the scenario plays the printed rules with several strategies and has tables."""
        return bool(self.by) and self.is_unchanged and self.has_lineups


@dataclass(frozen=True)
class StudyRuns:
    """All runs and results of a study: scenarios by name, other results by the names of section and scenario.

    Attributes:
        scenarios: Scenarios.
        tournaments: Tournaments.
        skills: Tables of `skill` by each `by` of a section. Their `attrs["rungs"]` are the rungs of the ladder.
        ladders: Tables of `ladder`.
        responses: Tables of `exploitability`.
        benchmarks: Tables of `benchmark`.
        others: Runs of another game.
        randomness: Tables of `randomness`.
        flights: Tables of `flights`.
        together: Number of tables whose verdicts hold together. 0: the verdicts of each table hold by themselves.
    """

    scenarios: Mapping[str, Scenario]
    tournaments: Mapping[tuple[str, str], Tournament] = field(default_factory=dict)
    skills: Mapping[tuple[str, str], Skills] = field(default_factory=dict)
    ladders: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    responses: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    benchmarks: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    others: Mapping[tuple[str, str], Result] = field(default_factory=dict)
    randomness: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    flights: Mapping[tuple[str, str], pd.DataFrame] = field(default_factory=dict)
    together: int = 0

    def skill_of(self, name: str, by: Sequence[str]) -> Iterator[pd.DataFrame]:
        """Yield the tables of `skill` of a scenario by some columns."""
        for (_, of), tables in self.skills.items():
            yield from (table for columns, table in tables if of == name and list(columns) == list(by))


def judged_rates(result: Result, by: Sequence[str], *, alpha: float) -> pd.DataFrame:
    """Return the rates of a run with a 95% interval for each row. `alpha` is the family-wise error of the verdicts."""
    return rates_of([({}, result)], by, margin=margin_of_run(result), alpha=alpha, confidence=CONFIDENCE)


def distinct(scenarios: Sequence[Scenario]) -> dict[str, int]:
    """Return the number of games of each distinct scenario, by a key of its games.

    Scenarios with the same rules, line-up and seed play the same games. So do changed rules that change no game.
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
    """Return a key of the games that a scenario plays under these rules."""
    settings = scenario.result.settings
    return json.dumps([rules, *(settings[key] for key in ("setup", "lineup", "strategies", "seed"))])


def _is_idle(base: Scenario, scenario: Scenario) -> bool:
    """Return whether changed rules change no game of a base. The first games usually decide it."""
    games = scenario.result.played
    if scenario.is_unchanged or base.result.played < games:
        return False
    stops = (min(games, _FIRST), games)
    return not any(differing(base.result.between(0, stop), scenario.result.between(0, stop)) for stop in stops)


def scenario_elements(
    scenario: Scenario, judge: Scenario | None = None, *, shown: Sequence[Sequence[str]] = ()
) -> list[Element]:
    """Return the tables and charts of a scenario.

    Args:
        scenario: The scenario.
        judge: Another scenario that gives the verdicts by the factor, if any. Then the own tables by the factor have no
            verdicts.
        shown: Columns of the tables of win shares that the report has elsewhere.
    """
    elements: list[Element] = [Heading(scenario.title), *_about_elements(scenario)]
    for by in (each for each in scenario.by if list(each) not in shown):
        elements.append(Heading(f"Win share by {' and '.join(map(plain, by))}", 3))
        judged = judge is None or scenario.result.factor not in by
        if judge and by == [scenario.result.factor]:
            elements.append(Text([_judged_by(scenario, judge)]))
        elements += rates_elements(scenario, by, f"{scenario.name}-by-{'-and-'.join(by)}", judged=judged)
    return elements + _course_elements(scenario, judge is None)


def _judged_by(scenario: Scenario, judge: Scenario) -> str:
    """Return sentences on why a scenario has no verdicts by the factor, and where they are."""
    factor = scenario.result.factor
    seats = (each.result.scan("seats").select(factor).unique().collect() for each in (scenario, judge))
    own_levels, judge_levels = (each[factor].sort().to_list() for each in seats)
    never = [str(each) for each in judge_levels if each not in own_levels]
    absent = f" No player has {', '.join(never)} in these games." if never else ""
    return (
        f"No verdicts: in these games the {plain(judge.result.factor)} is confounded with other properties or choices "
        f"of the players, so that these shares are not its effect. The verdicts come from '{judge.title}'.{absent}"
    )


def _about_elements(scenario: Scenario) -> list[Element]:
    """Return the number of games, their lengths and the share of truncated games."""
    table = about(scenario.result)
    _, truncated, rounds, decisions = (row for _, row in table.iterrows())
    share = percent({"share": truncated["value"], "low": truncated["low"], "high": truncated["high"]})
    most = lengths(scenario.result, ["rounds"])["percentile_95"].item()
    text = (
        f"{scenario.result.played:,} games of {number(rounds, 'value')} rounds and {number(decisions, 'value')} "
        f"decisions; 95% of the games have at most {most:.0f} rounds; {share} are truncated by the round limit and "
        "decided by the standings."
    )
    return [Text([text]), Table(f"{scenario.name}-about", table, "Numbers on these games", folded=True)]


def told_apart(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table of win shares by seat, cut to the first of two seats (or sides), which determines the second."""
    return table.iloc[:1] if len(table) == _TWO else table


def rates_elements(scenario: Scenario, by: Sequence[str], name: str, *, judged: bool = True) -> list[Element]:
    """Return a rates table of a scenario. Without verdicts, rare counts are combined."""
    table = scenario.rates(by)
    if not judged:
        table = pooled(scenario, by).drop(columns=[VERDICT, GAMES_NEEDED, REASON], errors="ignore")
    title = f"{scenario.title}: win share by {' and '.join(map(plain, by))}"
    return [Table(name, table, title, SHARES)]


def pooled(scenario: Scenario, by: Sequence[str]) -> pd.DataFrame:
    """Return a rates table in which the largest counts of a column, with few games each, are one row ("9 or more")."""
    table, name = scenario.rates(by), by[0]
    if len(by) > 1 or not pd.api.types.is_integer_dtype(table[name]) or levels(name):
        return table
    many = table[table["games"][::-1].cumsum()[::-1] >= _FEW]
    if len(many) in (0, 1, len(table)):
        return table
    most = int(many[name].iloc[-1])
    combined = rates(Pooled(scenario.result, name, most), by)
    values = [f"{each}{MORE}" if each == most else each for each in combined[name]]
    return combined.assign(**{name: pd.Series(values, dtype=object)})


def _course_elements(scenario: Scenario, judged: bool) -> list[Element]:
    """Return the lengths and endings of games, and the win shares without truncated games."""
    factor = scenario.result.factor
    ended = shares_of(scenario.result, "ended")
    title = f"{scenario.title}: how games end"
    elements: list[Element] = [
        Heading("Length and end of the games", 3),
        Table(f"{scenario.name}-ended", ended, title, SHARES),
    ]
    if FEW_TRUNCATED < truncated_share(scenario.result) < 1:
        without = rates(Finished(scenario.result), [factor])
        without = without if judged else without.drop(columns=[VERDICT, GAMES_NEEDED, REASON], errors="ignore")
        title = f"{scenario.title}: win share by {plain(factor)} without the truncated games"
        elements.append(Table(f"{scenario.name}-finished-by-{factor}", without, title, SHARES, True))
    return elements


def self_test(scenarios: Mapping[str, Scenario], equal: Sequence[Mapping[str, Any]]) -> tuple[list[str], bool]:
    """Return sentences on levels that should win equally often, and whether chance does not explain how they differ.

    Args:
        scenarios: Scenarios by name.
        equal: Entries [[equal]] of a study, with the keys `scenario`, `pairs` (of levels) and `why` (they are equal).

    Returns:
        A sentence for each pair and one on all pairs, or no sentence without pairs; and whether significant differences
        are more frequent than chance explains.
    """
    differences = [
        each
        for name, scenario in scenarios.items()
        for entry in equal
        if entry["scenario"] == name
        for each in _differences(scenario, entry["pairs"], entry["why"])
    ]
    if not differences:
        return [], False
    missed = sum(is_missed for is_missed, _ in differences)
    is_doubtful = missed > 0 and chance_of_missing(missed, len(differences)) < ALPHA
    return [*(line for _, line in differences), _together(missed, len(differences))], is_doubtful


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
            f"{scenario.title}: {one} minus {two} {difference}; the interval {sign} 0, the value expected from {why}.",
        )


def _together(missed: int, intervals: int) -> str:
    """Return a sentence with the number of intervals that wrongly exclude 0, and the probability of that number."""
    least = max(1, missed)
    chance = f"{100 * chance_of_missing(least, intervals):.2g}%"
    return (
        f"Differences that should be 0: {missed or 'none'} of {intervals} intervals ({100 * CONFIDENCE:.0f}% each) "
        f"{'excludes' if missed < 2 else 'exclude'} 0. If nothing is wrong and the intervals are independent, at least "
        f"{least} of {intervals} {'excludes' if least < 2 else 'exclude'} 0 in about {chance} of reports."
    )
