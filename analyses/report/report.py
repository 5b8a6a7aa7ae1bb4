"""The balance report: plays a study, or takes a run, and says in tables, charts and plain words what came out."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance import simulator
from starbalance.analyses.present import chart
from starbalance.analyses.present.document import SHARES, Block, Cards, Chart, Heading, Table, Text
from starbalance.analyses.present.document_files import write
from starbalance.analyses.present.wording import plain, speaking
from starbalance.analyses.questions.study import read
from starbalance.analyses.report.content import section_blocks
from starbalance.analyses.report.method import method
from starbalance.analyses.report.robustness import comparisons
from starbalance.analyses.report.scenario import (
    Part,
    Played,
    distinct,
    equal_findings,
    part_blocks,
    part_card,
    part_findings,
)
from starbalance.analyses.report.schedule import play
from starbalance.analyses.report.section import Section, sections
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator import find_game
from starbalance.simulator.errors import unknown
from starbalance.simulator.runs.result import Result, load

_ANSWER = "answer"  # the findings that answer the question of a study
_SENTENCES = 2  # of each part but the first that answer the question
_OF_ANY = ("method", "assumed", "question", "words", "levels")  # what a study says of any run of its game


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
        played, study, asked = _of_run(load(subject))
        folder = out or Path(subject) / "report"
    else:
        study = _study(subject)
        asked = sections(study)
        played = play(study, asked, games, jobs, progress, tell)
        folder = out or Path("results") / subject
    tell("Writing the report ...")
    parts = list(played.parts.values())
    title = f"{find_game(parts[0].result.settings['game']).title}: balance report"
    with speaking(study.get("words", {}), study.get("levels", {})):
        blocks = _blocks(played, study, asked) + method(played, study, subject, games)
        page = write(folder, title, _lead(played), blocks)
    return headline(parts), page


def _of_run(result: Result) -> tuple[Played, dict[str, Any], list[Section]]:
    """(one run as the only part, what the study of its game says of method and data, the sections of any run)."""
    factor, study = result.factor, _study(result.settings["game"])
    part = Part("run", result.settings["setup"], [[factor], ["seat"], ["strategy"], [factor, "strategy"]], result, True)
    asked = [
        Section("effects", "effects", "What each is worth, all else equal", "What wins", ["run"]),
        Section("quality", "quality", "The course of the games", "Length and tension", ["run"]),
    ]
    if draws := find_game(result.settings["game"]).draws:
        title = f"What each {plain(draws)} does"
        asked.append(Section("draws", "draws", title, "What is drawn", ["run"], [["strategy"]], finding=True))
    return Played({part.name: part}), {key: study[key] for key in _OF_ANY if key in study}, asked


def _study(name: str) -> dict[str, Any]:
    """What the report of a game asks: its parts, sections, pairs that are equal, comparisons, words on the method."""
    if name not in simulator.games():
        raise unknown("game or run", name, simulator.games())
    return read(name)


def headline(parts: Sequence[Part]) -> pd.DataFrame:
    """The win share by the game's factor in every set-up that the study plays as it is, or as its verdicts need it."""
    found = []
    for part in _judged(parts):
        table = part.rates([part.result.factor])
        found.append(table.assign(**{part.result.factor: table.iloc[:, 0].astype(str)}))
        found[-1].insert(0, "setup", part.result.settings["setup"])
    return pd.concat(found, ignore_index=True)


def _headlines(parts: Sequence[Part]) -> list[Part]:
    """The parts that the summary tells of."""
    return [part for part in parts if part.is_headline or len(parts) == 1]


def _judged(parts: Sequence[Part]) -> list[Part]:
    """The parts that the verdicts by the factor come from: of each that the summary tells of, or in its place."""
    judges = _judges(parts)
    return [judges.get(part.name, part) for part in _headlines(parts)]


def _judges(parts: Sequence[Part]) -> dict[str, Part]:
    """The parts that give the verdicts by the factor of another, by the name of the other."""
    return {part.verdicts_of: part for part in parts if part.verdicts_of}


def _lead(played: Played) -> str:
    """What the report rests on, and what its intervals mean, in two sentences."""
    parts = list(played.parts.values())
    most = distinct(parts)
    names = {each["name"] for part in parts for each in part.result.settings["strategies"]}
    designs = f"{len(most)} designs" if len(most) > 1 else "one design"
    without = ", without those of tournaments," if played.tournaments else ""
    whole = "variants and draws" if find_game(parts[0].result.settings["game"]).draws else "variants"
    return (
        f"{sum(most.values()):,} complete games by the rulebook{without} in {designs}, played by {len(names)} "
        f"{'strategies' if len(names) > 1 else 'strategy'}. Intervals are 95 %, each by itself; those of findings "
        f"on {whole} hold for all changes of a table at once."
    )


def _blocks(played: Played, study: Mapping[str, Any], asked: Sequence[Section]) -> list[Block]:
    """Summary and findings, then every part and section that they come from."""
    parts = list(played.parts.values())
    chapters: dict[str, list[Block]] = {}
    found = {"Turn order, strategies, endings": _part_lines(parts, study)}
    for section in asked:
        is_answer = section.name == study.get("question", {}).get("section")
        more, lines = section_blocks(section, played, is_answer)
        chapters.setdefault(section.chapter, [Heading(section.chapter)]).extend(more)
        found.setdefault(_ANSWER if is_answer else section.chapter, []).extend(lines)
    compared = [comparisons(played.parts, pair) for pair in study.get("robust", [])]
    found["Robustness"] = [line for _, lines in compared for line in lines]
    answer = found.pop(_ANSWER, [])
    blocks: list[Block] = [Heading("Summary"), *_question(study, answer)]
    blocks += _verdicts(_judged(parts))
    blocks += _findings(found) + _turn_order(_headlines(parts))
    summed_up = list({part.name: part for part in [*_headlines(parts), *_judged(parts)]}.values())
    judges = _judges(parts)
    blocks += [block for part in summed_up for block in part_blocks(part, judges.get(part.name))]
    blocks += [block for chapter in chapters.values() for block in chapter]
    blocks += [Heading("Robustness to assumed data")] if compared else []
    blocks += [block for more, _ in compared for block in more]
    return blocks + [block for part in parts if part.by and part not in summed_up for block in part_blocks(part)]


def _question(study: Mapping[str, Any], answer: Sequence[str]) -> list[Block]:
    """The question that a study puts first, with its answer: that of the first part a sentence a line, then the others.

    The answer of a part is its title, a colon, and sentences, of which the others have the first ones.
    """
    if not answer:
        return []
    first, *others = answer
    title, _, told = first.partition(": ")
    lines = [f"{sentence.removesuffix('.')}." for sentence in told.split(". ")]
    blocks: list[Block] = [Heading(study["question"]["text"], 3), Text([f"{title}:"]), Text(lines, listed=True)]
    short = [f"{'. '.join(each.removesuffix('.').split('. ')[:_SENTENCES])}." for each in others]
    return [*blocks, Text(short, listed=True)] if short else blocks


def _verdicts(parts: Sequence[Part]) -> list[Block]:
    """The verdicts by the factor, and what they mean."""
    text = (
        f"Balanced: surely within {100 * MARGIN:.0f} points of parity. Strong or weak: surely above or below parity, "
        "and not surely so near to it. Undecided: neither is sure."
    )
    title = f"Win share by {plain(parts[0].result.factor)}"
    return [Heading(title, 3), Text([text]), Cards("headline", list(map(part_card, parts)))]


def _findings(found: Mapping[str, Sequence[str]]) -> list[Block]:
    """What was found, in sentences by chapter."""
    blocks: list[Block] = [Heading("Findings")]
    for chapter, lines in found.items():
        blocks += [Heading(chapter, 3), Text(lines, listed=True)] if lines else []
    return blocks


def _turn_order(parts: Sequence[Part]) -> list[Block]:
    """What each place in the turn order is worth, the first player's above all, by design."""
    tables = []
    for part in parts:
        table, parity = part.rates(["seat"]), 1 / part.result.seats_per_game
        table.insert(0, "design", part.title)
        less = {name: 100 * (table[name] - parity) for name in SHARES}
        table["from parity"], table["from"], table["to"] = less["share"], less["low"], less["high"]
        tables.append(table)
    whole = pd.concat(tables, ignore_index=True)
    drawn = whole[["design", "seat"]].assign(
        quantity="points above or below parity", value=whole["from parity"], low=whole["from"], high=whole["to"]
    )
    title = "Win share by place in the turn order, less parity"
    first = ", ".join(
        f"{row['design']} {row['from parity']:+.1f} ({row['from']:+.1f} to {row['to']:+.1f})"
        for _, row in whole[whole["seat"] == 1].iterrows()
    )
    return [
        Heading("Turn order"),
        Text([f"The first player's advantage in percentage points: {first}."]),
        Chart("turn-order", chart.dots(drawn, ["design", "seat"], "value", title), f"{title}. First player: {first}."),
        Table("turn-order", whole.drop(columns=["from parity", "from", "to"]), title, SHARES, True),
    ]


def _part_lines(parts: Sequence[Part], study: Mapping[str, Any]) -> list[str]:
    """The findings of every part, each followed by the values that it should find equal."""
    lines = []
    for part in parts:
        lines += part_findings(part)
        for each in study.get("equal", []):
            if each["part"] == part.name:
                lines += equal_findings(part, each["pairs"], each["why"])
    return lines
