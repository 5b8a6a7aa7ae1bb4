"""A part of a study: one run, its win shares, its course."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import polars as pl

from starbalance.analyses.present import chart
from starbalance.analyses.present.document import SHARES, Block, Card, Chart, Heading, Table, Text
from starbalance.analyses.present.wording import (
    MORE,
    levels,
    number,
    percent,
    plain,
    points,
    spread,
    sure_spread,
    verdicts,
)
from starbalance.analyses.questions.averages import lengths
from starbalance.analyses.questions.compare import differing
from starbalance.analyses.questions.rates import about, rates, shares_of
from starbalance.analyses.questions.tournament import Tournament
from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.simulator.runs.result import Result

_FIRST = 1000  # games that nearly always tell whether changed rules change any
_FEW = 1000  # games, with fewer of which a count is told together with larger ones
_FEW_CAPPED = 0.01  # share of the games, up to which they are not worth a table without them


@dataclass(frozen=True)
class Part:
    """One run of a study and the tables asked of it.

    finding: it has one although it changes the rules. verdicts_of: the headline part whose verdicts by the factor are
    those of this one, where the game as it is played mixes the factor with something else.
    """

    name: str
    title: str
    by: Sequence[Sequence[str]]
    result: Result
    finding: bool = False
    verdicts_of: str = ""
    _rates: dict[tuple[str, ...], pd.DataFrame] = field(default_factory=dict, init=False, repr=False, compare=False)

    def rates(self, by: Sequence[str]) -> pd.DataFrame:
        """A rates table of the part, counted once however often it is asked for."""
        if tuple(by) not in self._rates:
            self._rates[tuple(by)] = rates(self.result, by)
        return self._rates[tuple(by)].copy()

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
class Played:
    """All that a study played: its parts by name, its tournaments by the name of their section and part."""

    parts: Mapping[str, Part]
    tournaments: Mapping[tuple[str, str], Tournament] = field(default_factory=dict)


def distinct(parts: Sequence[Part]) -> dict[str, int]:
    """How many games each design has: parts of one set of rules, one line-up and one seed hold the same games.

    So do those of other rules under which no game differs from the printed ones.
    """
    longest_last = sorted(parts, key=lambda part: part.result.played)
    printed = {_design(part, None): part for part in longest_last if part.is_unchanged}
    most: dict[str, int] = {}
    for part in parts:
        base = printed.get(_design(part, None))
        rules = (base if base and _is_idle(base, part) else part).result.settings["rules"]
        most[_design(part, rules)] = max(most.get(_design(part, rules), 0), part.result.played)
    return most


def _design(part: Part, rules: Any) -> str:
    """A name of the games that a part and these rules play."""
    its = part.result.settings
    return json.dumps([rules, *(its[key] for key in ("setup", "lineup", "strategies", "seed"))])


def _is_idle(base: Part, part: Part) -> bool:
    """Whether a part with changed rules plays every game as its base does; the first games tell most often."""
    games = part.result.played
    if part.is_unchanged or base.result.played < games:
        return False
    stops = (min(games, _FIRST), games)
    return not any(differing(base.result.between(0, stop), part.result.between(0, stop)) for stop in stops)


@dataclass(frozen=True)
class Uncapped:
    """A run without its capped games."""

    result: Result

    @property
    def settings(self) -> Mapping[str, Any]:
        """As of the run."""
        return self.result.settings

    def scan(self, table: str) -> pl.LazyFrame:
        """As of a run."""
        finished = self.result.scan("games").filter(pl.col("capped") == 0)
        return (
            finished
            if table == "games"
            else self.result.scan(table).join(finished.select("game"), on="game", how="semi")
        )

    def between(self, first: int, stop: int) -> "Uncapped":
        """As of a run."""
        return Uncapped(self.result.between(first, stop))


@dataclass(frozen=True)
class Pooled:
    """A run in whose seats all that lies above a value of a column is that value."""

    result: Result
    column: str
    most: int

    @property
    def settings(self) -> Mapping[str, Any]:
        """As of the run."""
        return self.result.settings

    def scan(self, table: str) -> pl.LazyFrame:
        """As of a run."""
        rows = self.result.scan(table)
        known = self.column in rows.collect_schema().names()
        return rows.with_columns(pl.col(self.column).clip(upper_bound=self.most)) if known else rows

    def between(self, first: int, stop: int) -> "Pooled":
        """As of a run."""
        return Pooled(self.result.between(first, stop), self.column, self.most)


def part_blocks(part: Part, judge: Part | None = None) -> list[Block]:
    """Tables and charts of a part. judge: the part that gives the verdicts by the factor in its place, where one does.

    Then its own tables by the factor have none.
    """
    blocks: list[Block] = [Heading(part.title), *_about_blocks(part)]
    for by in part.by:
        blocks.append(Heading(f"Win share by {' and '.join(map(plain, by))}", 3))
        judged = judge is None or part.result.factor not in by
        if judge and by == [part.result.factor]:
            blocks.append(Text([_judged_by(part, judge)]))
        blocks += rates_blocks(part, by, f"{part.name}-by-{'-and-'.join(by)}", judged)
    return blocks + _course_blocks(part, judge is None)


def _judged_by(part: Part, judge: Part) -> str:
    """Why the tables of a part have no verdicts by the factor, and where they are; what only those are of."""
    column = pl.col(part.result.factor)
    here, there = (each.result.scan("seats").select(column.unique().sort()).collect() for each in (part, judge))
    never = [str(each) for each in there.to_series() if each not in here.to_series()]
    told = f" Here nobody ever has {', '.join(never)}." if never else ""
    return (
        f"No verdicts: who has which {plain(judge.result.factor)} here is mixed with what else they are or choose, so "
        f"that these shares are not what it is worth. Its verdicts are those of '{judge.title}'.{told}"
    )


def _about_blocks(part: Part) -> list[Block]:
    """How many games there are, how long and how many are capped."""
    table = about(part.result)
    _, capped, rounds, decisions = (row for _, row in table.iterrows())
    share = percent({"share": capped["value"], "low": capped["low"], "high": capped["high"]})
    text = (
        f"{part.result.played:,} games of {number(rounds, 'value')} rounds and {number(decisions, 'value')} decisions; "
        f"{share} are capped, which means decided as they stood."
    )
    told = table.assign(is_share=table["quantity"] == "share of capped games")
    return [Text([text]), Table(f"{part.name}-about", told, "These games", folded=True)]


def part_card(part: Part) -> Card:
    """The verdicts of a part by the factor of its game."""
    table, parity = part.rates([part.result.factor]), 1 / part.result.seats_per_game
    return Card(part.title, verdicts(table, [part.result.factor], parity), table, parity)


def rates_blocks(part: Part, by: Sequence[str], name: str, judged: bool = True) -> list[Block]:
    """A rates table of a part with its chart, and with verdicts or without; then rare counts are told as one."""
    whole, seats = part.rates(by) if judged else pooled(part, by), part.result.seats_per_game
    table = whole if judged else whole.drop(columns="verdict")
    title = f"{part.title}: win share by {' and '.join(map(plain, by))}"
    blocks: list[Block] = [Table(name, table, title, SHARES, True if len(by) <= 2 else None)]
    if len(by) == 1:
        told = (spread if judged else sure_spread)(whole, by, "share", percent)
        blocks.insert(0, Chart(name, chart.forest(table, by, seats, title), f"{title}: {told}."))
    elif len(by) == 2:
        text = f"{title}, in percent, with half the width of the 95 % interval in each cell."
        blocks.insert(0, Chart(name, chart.heat(table, by, seats, title), text))
    return blocks


def pooled(part: Part, by: Sequence[str]) -> pd.DataFrame:
    """A rates table of a part; the largest counts of a column, few games each, are one row in words: 9 or more."""
    table, name = part.rates(by), by[0]
    if len(by) > 1 or not pd.api.types.is_integer_dtype(table[name]) or levels(name):
        return table
    many = table[table["games"][::-1].cumsum()[::-1] >= _FEW]
    if len(many) in (0, 1, len(table)):
        return table
    most = int(many[name].iloc[-1])
    found = rates(Pooled(part.result, name, most), by)
    values = [f"{each}{MORE}" if each == most else each for each in found[name]]
    return found.assign(**{name: pd.Series(values, dtype=object)})


def length_chart(part: Part, column: str, name: str) -> Chart:
    """How a games column is spread over the games of a part."""
    row = lengths(part.result, [column]).iloc[0]
    values = part.result.scan("games").select(column).collect()[column].to_numpy()
    text = (
        f"{part.title}: half of the games have {row['quarter']:.0f} to {row['three_quarters']:.0f} {plain(column)}, "
        f"the median is {row['median']:.0f}."
    )
    return Chart(name, chart.lengths(values, f"{part.title}: {plain(column)}", plain(column)), text)


def _course_blocks(part: Part, judged: bool) -> list[Block]:
    """Length, how games end, and the headline without the capped games, with verdicts or without."""
    factor = part.result.factor
    ended = shares_of(part.result, "ended")
    title = f"{part.title}: how games end"
    blocks: list[Block] = [
        Heading("Length and end of the games", 3),
        length_chart(part, "rounds", f"{part.name}-length"),
    ]
    if len(ended) > 2:
        blocks.append(Chart(f"{part.name}-ended", chart.bars(ended, "ended", title), f"{title}, in percent."))
    blocks.append(Table(f"{part.name}-ended", ended, title, SHARES, True if len(ended) > 2 else None))
    if _FEW_CAPPED < part.result.scan("games").select(pl.col("capped").mean()).collect().item() < 1:
        without = rates(Uncapped(part.result), [factor])
        without = without if judged else without.drop(columns="verdict")
        title = f"{part.title}: win share by {plain(factor)} without the capped games"
        blocks.append(Table(f"{part.name}-uncapped-by-{factor}", without, title, SHARES, True))
    return blocks


def part_findings(part: Part) -> list[str]:
    """Sentences about a part: its verdicts; where strategies meet, turn order, strategies and how games end."""
    if not part.by or not (part.is_unchanged or part.finding):
        return []
    if not part.is_headline:
        return [_verdict_line(part)]
    lines = []
    for words, column in (("place in the turn order", "seat"), ("strategy", "strategy")):
        shares = spread(part.rates([column]), [column], "share", percent)
        lines.append(f"{part.title}, by {words}: {shares}.")
    return [*lines, _ending_line(part)]


def _verdict_line(part: Part) -> str:
    by = [part.result.factor]
    table = part.rates(by)
    words = verdicts(table, by, 1 / part.result.seats_per_game)
    return f"{part.title}, by {plain(by[0])}: {spread(table, by, 'share', percent)}. {words}"


def _ending_line(part: Part) -> str:
    ended = shares_of(part.result, "ended")
    ways = ", ".join(f"{100 * row.share:.1f} % {plain(str(row.ended))}" for row in ended.itertuples())
    rounds = about(part.result).set_index("quantity").loc["rounds per game"]
    length = f"{rounds['value']:.1f} rounds on average ({rounds['low']:.1f} to {rounds['high']:.1f})"
    return f"{part.title}, how games end: {ways}; {length}."


def equal_findings(part: Part, pairs: Sequence[Sequence[str]], why: str) -> list[str]:
    """Differences between values of the factor that something (why) makes equal."""
    factor = part.result.factor
    wide = part.result.seats.pivot(on=factor, index="game", values="credit")
    lines = []
    for one, two in pairs:
        mean, low, high = mean_interval((wide[one] - wide[two]).to_numpy())
        difference = points({"difference": mean, "low": low, "high": high}, digits=2)
        sign = "includes" if low <= 0 <= high else "does not include"
        lines.append(f"{part.title}: {one} less {two} {difference}; the interval {sign} 0, where {why} puts it.")
    return lines
