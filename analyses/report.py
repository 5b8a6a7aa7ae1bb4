"""The balance report: plays a study, or takes a run, and says in tables, charts and plain words what came out."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import simulator
from analyses.design import DEFAULT, load, run
from analyses.finding import points
from analyses.page import Block, Heading, Table, Text, write
from analyses.part import Part, equal_findings, part_blocks, part_findings
from analyses.section import Section, section_blocks, sections
from simulator import find_game, tables
from simulator.errors import BadInput, unknown

STUDIES = Path(__file__).parent / "studies"


def make(
    subject: str,
    games: int | None = None,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> tuple[pd.DataFrame, Path]:
    """Writes the report of a game's study, or of one run; (the headline table, the path of the page).

    games: of each part, instead of what the study says. Raises BadInput for what is neither a game nor a run.
    """
    if Path(subject, "run.toml").is_file():
        result = load(subject)
        factor = result.factor
        parts = [
            Part("run", repr(result)[1:-1], [[factor], ["seat"], ["strategy"], [factor, "strategy"]], result, True)
        ]
        study = {key: _study(result.settings["game"])[key] for key in ("method", "assumed")}
        asked: list[Section] = []
        folder = out or Path(subject) / "report"
    else:
        study = _study(subject)
        asked = sections(study)
        parts = _play(study, games, jobs, progress, tell)
        folder = out or Path("results") / subject
    tell("Writing the report ...")
    title = f"{find_game(parts[0].result.settings['game']).title}: balance report"
    page = write(folder, title, _blocks(parts, study, asked) + _method(parts, study, subject, games))
    return headline(parts), page


def _study(name: str) -> dict[str, Any]:
    """What the report of a game asks: its parts, sections, pairs that are equal, comparisons, words on the method."""
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
        parts.append(Part(part["name"], part["title"], part["by"], result, part.get("finding", False)))
    return parts


def _shifted(progress: Callable[..., None], before: int, total: int, done: int, _: int, note: str = "") -> None:
    """Progress of a part as progress of the study."""
    progress(before + done, total, note)


def headline(parts: Sequence[Part]) -> pd.DataFrame:
    """The win share by the game's factor in every set-up that the study plays as it is."""
    found = []
    for part in parts:
        if (part.is_unchanged and part.has_lineups) or len(parts) == 1:
            table = part.rates([part.result.factor])
            found.append(table.assign(**{part.result.factor: table.iloc[:, 0].astype(str)}))
            found[-1].insert(0, "setup", part.result.settings["setup"])
    return pd.concat(found, ignore_index=True)


def _blocks(parts: Sequence[Part], study: Mapping[str, Any], asked: Sequence[Section]) -> list[Block]:
    """The findings, the headline, then every part and section that they come from."""
    named = {part.name: part for part in parts}
    answered = [section_blocks(section, named) for section in asked]
    compared = [(pair, robustness(named, pair["of"], pair["under"])) for pair in study.get("robust", [])]
    lines = _part_lines(parts, study)
    lines += [line for _, findings in answered for line in findings]
    lines += [_robust_line(named[pair["of"]], pair["what"], table) for pair, table in compared]
    blocks: list[Block] = [
        Heading("Findings"),
        Text(lines, listed=True),
        Heading(f"Win share by {parts[0].result.factor}"),
        Table("headline", headline(parts)),
    ]
    for part in parts:
        blocks += part_blocks(part)
    for more, _ in answered:
        blocks += more
    if compared:
        blocks.append(Heading("How far the headline depends on assumed data"))
        blocks += [Table(f"{pair['of']}-robust", table) for pair, table in compared]
    return blocks


def _part_lines(parts: Sequence[Part], study: Mapping[str, Any]) -> list[str]:
    """The findings of every part, each followed by the values that it should find equal."""
    lines = []
    for part in parts:
        lines += part_findings(part)
        for each in study.get("equal", []):
            if each["part"] == part.name:
                lines += equal_findings(part, each["pairs"], each["why"])
    return lines


def robustness(named: Mapping[str, Part], base: str, others: Sequence[str]) -> pd.DataFrame:
    """A row for each value of the factor: share as played, share under each variant, difference with its interval."""
    factor = named[base].result.factor
    first = named[base].rates([factor])
    found = []
    for other in others:
        table = first.merge(named[other].rates([factor]), on=factor, suffixes=("", "_variant"))
        difference = table["share_variant"] - table["share"]
        half = np.hypot(table["high"] - table["low"], table["high_variant"] - table["low_variant"]) / 2
        columns = table[[factor, "share", "share_variant"]].assign(difference=difference)
        columns.insert(0, "variant", other)
        found.append(columns.assign(low=difference - half, high=difference + half))
    return pd.concat(found, ignore_index=True)


def _robust_line(part: Part, what: str, table: pd.DataFrame) -> str:
    factor = part.result.factor
    row = table.loc[table["difference"].abs().idxmax()]
    variant = row["variant"].removeprefix(f"{part.name}-").replace("-", " ")
    return (
        f"{part.title}, {what}: the largest change of a {factor}'s share is {points(row)}, "
        f"for {row[factor]} under {variant}."
    )


def _method(parts: Sequence[Part], study: Mapping[str, Any], subject: str, games: int | None) -> list[Block]:
    """How every number came about, and how to remake it."""
    settings = parts[0].result.settings
    game = find_game(settings["game"])
    rows = [
        {
            "part": part.name,
            "setup": part.result.settings["setup"],
            "games": part.result.played,
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
                f"each player's is drawn at random for each game, so that {game.factor}, turn order and strategy do",
                "not mix.",
                *study["method"],
                "Intervals are 95 % for each row by itself, so that about one row in twenty misses the truth: Wilson's",
                "for shares, Student's for means and ratios, always with games as the independent unit. A row is",
                "balanced when its whole interval lies within 2 points of parity, strong or weak when it lies",
                "beyond parity, undecided otherwise, with the games that would decide it.",
            ]
        ),
        Text(
            [
                f"{100 * tables.assumed_share(game):.0f} % of the values in the data files are stand-ins for what the",
                f"rulebook's text does not tell ({study['assumed']}); each is marked `assumed` there.",
            ]
        ),
        Table("provenance", pd.DataFrame(rows)),
        Text([f"Versions: {versions}. Remake every number: `starbalance report {subject}{count}`."]),
    ]
