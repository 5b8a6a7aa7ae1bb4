"""The balance report: plays a study, or takes a run, and says in tables, charts and plain words what came out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import simulator
from analyses import chart
from analyses.design import DEFAULT, Result, load, run
from analyses.estimate import mean_interval
from analyses.page import Block, Chart, Heading, Table, Text, write
from analyses.rates import about, rates, shares_of
from simulator import find_game, tables
from simulator.errors import BadInput, unknown

STUDIES = Path(__file__).parent / "studies"


@dataclass(frozen=True)
class Part:
    """One run of a study and the tables asked of it."""

    name: str
    title: str
    by: Sequence[Sequence[str]]
    result: Result

    def rates(self, by: Sequence[str]) -> pd.DataFrame:
        """A rates table of the part."""
        return rates(self.result, by)


@dataclass(frozen=True)
class Uncapped:
    """A run without its capped games."""

    result: Result

    def scan(self, table: str) -> pl.LazyFrame:
        """As of a run."""
        finished = self.result.scan("games").filter(pl.col("capped") == 0)
        return (
            finished
            if table == "games"
            else self.result.scan(table).join(finished.select("game"), on="game", how="semi")
        )


def make(
    subject: str,
    games: int | None = None,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    tell: Callable[[str], None] = lambda line: None,
) -> tuple[pd.DataFrame, Path]:
    """Writes the report of a game's study, or of one run; (the headline table, the path of the page).

    games: of each part, instead of what the study says. Raises BadInput for what is neither a game nor a run.
    """
    if Path(subject, "run.toml").is_file():
        result = load(subject)
        factor = result.factor
        parts = [Part("run", repr(result)[1:-1], [[factor], ["seat"], ["strategy"], [factor, "strategy"]], result)]
        study: Mapping[str, Any] = {}
        folder = out or Path(subject) / "report"
    else:
        study = _study(subject)
        parts = _play(study, games, jobs, progress, tell)
        folder = out or Path("results") / subject
    tell("Writing the report ...")
    title = f"{find_game(parts[0].result.settings['game']).title}: balance report"
    page = write(folder, title, _blocks(parts, study, subject, games))
    return headline(parts), page


def _study(name: str) -> dict[str, Any]:
    if name not in simulator.games():
        raise unknown("game or run", name, simulator.games())
    return tables.parse(STUDIES / f"{name}.toml")


def _play(study: Mapping[str, Any], games: int | None, jobs: int | None, progress: Any, tell: Any) -> list[Part]:
    """Plays every part of a study into a folder below runs/, going on with what is there."""
    if games is not None and games < 1:
        raise BadInput(f"The number of games cannot be {games}: it is 1 or more.")
    total = sum(games or part["games"] for part in study["part"])
    parts, done = [], 0
    for part in study["part"]:
        tell(f"{part['title']}: {games or part['games']:,} games.")
        result = run(
            study["game"],
            setup=part["setup"],
            games=games or part["games"],
            seed=study["seed"],
            strategies=part.get("strategies"),
            variant=part.get("variant"),
            jobs=jobs,
            out=DEFAULT,
            progress=partial(_shifted, progress, done, total),
            tell=tell,
        )
        done += games or part["games"]
        parts.append(Part(part["name"], part["title"], part["by"], result))
    return parts


def _shifted(progress: Callable[[int, int], None], before: int, total: int, done: int, _: int) -> None:
    """Progress of a part as progress of the study."""
    progress(before + done, total)


def headline(parts: Sequence[Part]) -> pd.DataFrame:
    """The win share by the game's factor in every set-up that the study plays as it is."""
    found = []
    for part in parts:
        if (not part.result.settings["changes"] and len(part.result.settings["strategies"]) > 1) or len(parts) == 1:
            table = part.rates([part.result.factor])
            found.append(table.assign(**{part.result.factor: table.iloc[:, 0].astype(str)}))
            found[-1].insert(0, "setup", part.result.settings["setup"])
    return pd.concat(found, ignore_index=True)


def _blocks(parts: Sequence[Part], study: Mapping[str, Any], subject: str, games: int | None) -> list[Block]:
    named = {part.name: part for part in parts}
    blocks: list[Block] = [
        Heading("Findings"),
        Text(_findings(parts, named, study), listed=True),
        Heading("Win share by home" if parts[0].result.factor == "home" else "Headline"),
        Table("headline", headline(parts)),
    ]
    for part in parts:
        blocks += _part_blocks(part)
    if study.get("robust"):
        blocks += _robust_blocks(named, study)
    return blocks + _method(parts, subject, games)


def _part_blocks(part: Part) -> list[Block]:
    """Tables and charts of one run."""
    seats = part.result.seats_per_game
    blocks: list[Block] = [Heading(part.title), Table(f"{part.name}-about", about(part.result))]
    for by in part.by:
        name = f"{part.name}-by-{'-and-'.join(by)}"
        table = part.rates(by)
        title = f"{part.title}: win share by {' and '.join(by)}"
        if len(by) == 1:
            text = f"{title}: {_spread(table, by[0])}."
            blocks.append(Chart(name, chart.forest(table, by, seats, title), text))
        else:
            text = f"{title}, in percent, with half the width of the 95 % interval in each cell."
            blocks.append(Chart(name, chart.heat(table, by, seats, title), text))
        blocks.append(Table(name, table))
    return blocks + _course_blocks(part)


def _course_blocks(part: Part) -> list[Block]:
    """Length, how games end, and the headline without the capped games."""
    factor = part.result.factor
    rounds = part.result.scan("games").select("rounds").collect()["rounds"].to_numpy()
    ended = shares_of(part.result, "ended")
    quarter, median, three = np.percentile(rounds, [25, 50, 75])
    text = f"{part.title}: half of the games last {quarter:.0f} to {three:.0f} rounds, the median is {median:.0f}."
    blocks: list[Block] = [
        Chart(f"{part.name}-length", chart.lengths(rounds, f"{part.title}: length of the games"), text),
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


def _robust_blocks(named: Mapping[str, Part], study: Mapping[str, Any]) -> list[Block]:
    """The headline as played and under other assumed data, side by side."""
    blocks: list[Block] = [Heading("How far the headline depends on assumed data")]
    for pair in study["robust"]:
        blocks.append(Table(f"{pair['of']}-robust", _robustness(named, pair["of"], pair["under"])))
    return blocks


def _robustness(named: Mapping[str, Part], base: str, others: Sequence[str]) -> pd.DataFrame:
    """A row for each value of the factor: share as played, share under each variant, difference with its interval."""
    factor = named[base].result.factor
    first = named[base].rates([factor])
    rows = []
    for other in others:
        second = named[other].rates([factor])
        for one, two in zip(first.itertuples(), second.itertuples(), strict=True):
            difference = two.share - one.share
            half = float(np.hypot(one.high - one.low, two.high - two.low) / 2)
            rows.append(
                {
                    "variant": other,
                    factor: str(one[1]),
                    "share": one.share,
                    "share_variant": two.share,
                    "difference": difference,
                    "low": difference - half,
                    "high": difference + half,
                }
            )
    return pd.DataFrame(rows)


def _percent(row: Any) -> str:
    return f"{100 * row.share:.1f} % ({100 * row.low:.1f} to {100 * row.high:.1f})"


def _spread(table: pd.DataFrame, name: str) -> str:
    """The lowest and the highest of a table in words."""
    ranked = table.sort_values("share")
    low, high = ranked.iloc[0], ranked.iloc[-1]
    return f"from {_percent(low)} for {_named(name, low[name])} to {_percent(high)} for {_named(name, high[name])}"


def _named(column: str, value: Any) -> str:
    return f"{column} {value}" if isinstance(value, int | np.integer) else str(value)


def _findings(parts: Sequence[Part], named: Mapping[str, Part], study: Mapping[str, Any]) -> list[str]:
    """Sentences made from the tables."""
    lines = []
    for part in parts:
        if part.result.settings["changes"]:
            continue
        lines.append(_verdict_line(part))
        if len(part.result.settings["strategies"]) > 1:
            lines.append(f"{part.title}, by place in the turn order: {_spread(part.rates(['seat']), 'seat')}.")
            lines.append(f"{part.title}, by strategy: {_spread(part.rates(['strategy']), 'strategy')}.")
            lines.append(_ending_line(part))
        elif "home" in part.result.scan("seats").collect_schema().names():
            lines += _mirror_lines(part)
    for name in ("shuffled-seating",):
        if name in named:
            lines.append(_verdict_line(named[name]))
    for pair in study.get("robust", []):
        lines.append(_robust_line(named, pair))
    return lines


def _verdict_line(part: Part) -> str:
    factor = part.result.factor
    table = part.rates([factor])
    words = [str(verdict).split()[0] for verdict in table["verdict"]]
    named = ", ".join(f"{row[1]} {word}" for row, word in zip(table.itertuples(), words, strict=True))
    return f"{part.title}, by {factor}: {_spread(table, factor)}. Verdicts at a margin of 2 points: {named}."


def _ending_line(part: Part) -> str:
    ended = shares_of(part.result, "ended")
    ways = ", ".join(f"{100 * row.share:.1f} % {str(row.ended).replace('_', ' ')}" for row in ended.itertuples())
    rounds = about(part.result).set_index("quantity").loc["rounds per game"]
    length = f"{rounds['value']:.1f} rounds on average ({rounds['low']:.1f} to {rounds['high']:.1f})"
    return f"{part.title}, how games end: {ways}; {length}."


def _mirror_lines(part: Part) -> list[str]:
    """Differences between homes that the symmetry of the board makes equal (question 1 of the study)."""
    wide = part.result.seats.pivot(on="home", index="game", values="credit")
    lines = []
    for one, two in (("Algol", "Antares"), ("Regulus", "Pavo")):
        if {one, two} <= set(wide.columns):
            mean, low, high = mean_interval((wide[one] - wide[two]).to_numpy())
            sign = "includes" if low <= 0 <= high else "does not include"
            lines.append(
                f"{part.title}: {one} less {two} {100 * mean:+.2f} points ({100 * low:+.2f} to {100 * high:+.2f}); "
                f"the interval {sign} 0, where the symmetry of the board puts it."
            )
    return lines


def _robust_line(named: Mapping[str, Part], pair: Mapping[str, Any]) -> str:
    table = _robustness(named, pair["of"], pair["under"])
    row = table.loc[table["difference"].abs().idxmax()]
    return (
        f"{named[pair['of']].title}, other star tables: the largest change of a home's share is "
        f"{100 * row['difference']:+.1f} points ({100 * row['low']:+.1f} to {100 * row['high']:+.1f}), "
        f"for {row.iloc[1]} under {row['variant'].removeprefix(pair['of'] + '-').replace('-', ' ')}."
    )


def _method(parts: Sequence[Part], subject: str, games: int | None) -> list[Block]:
    """How every number came about, and how to remake it."""
    settings = parts[0].result.settings
    game = find_game(settings["game"])
    rows = [
        {
            "part": part.name,
            "setup": part.result.settings["setup"],
            "games": part.result.settings["games"],
            "seed": part.result.settings["seed"],
            "changes": ", ".join(f"{k}={v}" for k, v in part.result.settings["changes"].items()) or "none",
            "strategies": ", ".join(each["name"] for each in part.result.settings["strategies"]),
            "rules": part.result.settings["rules"],
        }
        for part in parts
    ]
    versions = ", ".join(f"{name} {number}" for name, number in settings["versions"].items())
    count = f" --games {games}" if games else ""
    return [
        Heading("Method and provenance"),
        Text(
            [
                "Complete games by the rulebook, played by heuristic strategies. Where several strategies are listed,",
                "each player's is drawn at random for each game, so that home, turn order and strategy do not mix.",
                "A win is a credit of 1, shared equally on a tie; in Alliances each home of the winning side has 1/2.",
                "Intervals are 95 % for each row by itself, Wilson's with games as the independent unit. A row is",
                "balanced when its whole interval lies within 2 points of parity, strong or weak when it lies",
                "beyond parity, undecided otherwise, with the games that would decide it. Capped games are counted,",
                "as the rules adjudicate them.",
            ]
        ),
        Text(
            [
                f"{100 * tables.assumed_share(game):.0f} % of the values in the data files are stand-ins for what the",
                "rulebook's text does not tell (mostly names and resources of stars); each is marked `assumed` there.",
            ]
        ),
        Table("provenance", pd.DataFrame(rows)),
        Text([f"Versions: {versions}. Remake every number: `starbalance report {subject}{count}`."]),
    ]
