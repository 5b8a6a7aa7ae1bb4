"""A part of a study: one run, its win shares, its course."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import polars as pl

from analyses import chart
from analyses.design import Result
from analyses.estimate import mean_interval
from analyses.finding import percent, plain, points, spread, verdicts
from analyses.means import lengths
from analyses.page import Block, Chart, Heading, Table, Text
from analyses.rates import about, rates, shares_of


@dataclass(frozen=True)
class Part:
    """One run of a study and the tables asked of it; finding: it has one although it changes the rules."""

    name: str
    title: str
    by: Sequence[Sequence[str]]
    result: Result
    finding: bool = False

    def rates(self, by: Sequence[str]) -> pd.DataFrame:
        """A rates table of the part."""
        return rates(self.result, by)

    @property
    def is_unchanged(self) -> bool:
        """Whether it plays the game as printed."""
        return not self.result.settings["changes"]

    @property
    def has_lineups(self) -> bool:
        """Whether strategies meet each other in it."""
        return len(self.result.settings["strategies"]) > 1


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


def part_blocks(part: Part) -> list[Block]:
    """Tables and charts of a part."""
    blocks: list[Block] = [Heading(part.title), Table(f"{part.name}-about", about(part.result))]
    for by in part.by:
        blocks += rates_blocks(part, by, f"{part.name}-by-{'-and-'.join(by)}")
    return blocks + _course_blocks(part)


def rates_blocks(part: Part, by: Sequence[str], name: str) -> list[Block]:
    """A rates table of a part with its chart."""
    table, seats = part.rates(by), part.result.seats_per_game
    title = f"{part.title}: win share by {' and '.join(map(plain, by))}"
    blocks: list[Block] = [Table(name, table)]
    if len(by) == 1:
        text = f"{title}: {spread(table, by, 'share', percent)}."
        blocks.insert(0, Chart(name, chart.forest(table, by, seats, title), text))
    elif len(by) == 2:
        text = f"{title}, in percent, with half the width of the 95 % interval in each cell."
        blocks.insert(0, Chart(name, chart.heat(table, by, seats, title), text))
    return blocks


def length_chart(part: Part, column: str, name: str) -> Chart:
    """How a games column is spread over the games of a part."""
    row = lengths(part.result, [column]).iloc[0]
    values = part.result.scan("games").select(column).collect()[column].to_numpy()
    text = (
        f"{part.title}: half of the games last {row['quarter']:.0f} to {row['three_quarters']:.0f} {plain(column)}, "
        f"the median is {row['median']:.0f}."
    )
    return Chart(name, chart.lengths(values, f"{part.title}: length of the games", plain(column)), text)


def _course_blocks(part: Part) -> list[Block]:
    """Length, how games end, and the headline without the capped games."""
    factor = part.result.factor
    ended = shares_of(part.result, "ended")
    blocks: list[Block] = [
        length_chart(part, "rounds", f"{part.name}-length"),
        Chart(
            f"{part.name}-ended",
            chart.bars(ended, "ended", f"{part.title}: how games end"),
            f"{part.title}: how games end, in percent of all games.",
        ),
        Table(f"{part.name}-ended", ended),
    ]
    if 0 < part.result.scan("games").select(pl.col("capped").mean()).collect().item() < 1:
        without = rates(Uncapped(part.result), [factor])
        blocks += [Text(["The same without the capped games:"]), Table(f"{part.name}-uncapped-by-{factor}", without)]
    return blocks


def part_findings(part: Part) -> list[str]:
    """Sentences about a part: its verdicts; where strategies meet, turn order, strategies and how games end."""
    if not (part.is_unchanged or part.finding):
        return []
    lines = [_verdict_line(part)]
    if part.is_unchanged and part.has_lineups:
        for words, column in (("place in the turn order", "seat"), ("strategy", "strategy")):
            shares = spread(part.rates([column]), [column], "share", percent)
            lines.append(f"{part.title}, by {words}: {shares}.")
        lines.append(_ending_line(part))
    return lines


def _verdict_line(part: Part) -> str:
    by = [part.result.factor]
    table = part.rates(by)
    return f"{part.title}, by {by[0]}: {spread(table, by, 'share', percent)}. {verdicts(table, by)}"


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
