"""The balance report: plays a study, or takes a run, and says in tables, charts and plain words what came out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES, Cards, Chart, Element, Heading, Table, Text, appended
from starbalance.analyses.presentation.document_files import write
from starbalance.analyses.presentation.incomplete import shortfall
from starbalance.analyses.presentation.wording import changed, plain, speaking
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.flags import flag_columns
from starbalance.analyses.questions.study import read, setup_title, study_path
from starbalance.analyses.report.against import against as what_changed
from starbalance.analyses.report.certainty import hold_together
from starbalance.analyses.report.content import section_elements
from starbalance.analyses.report.front_page import front_page
from starbalance.analyses.report.merits import merits
from starbalance.analyses.report.method import method
from starbalance.analyses.report.problems import problems
from starbalance.analyses.report.robustness import OtherData, doubts, robust_findings, under_other_data
from starbalance.analyses.report.scenario import (
    Scenario,
    StudyRuns,
    distinct,
    equal_findings,
    headline_findings,
    other_finding,
    scenario_card,
    scenario_elements,
)
from starbalance.analyses.report.schedule import play
from starbalance.analyses.report.section import Draws, Effects, Flags, Quality, Section, Skill, sections
from starbalance.analyses.statistics.aggregate import parity as at_parity
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.result import Result, load

_SENTENCES = 2  # of each scenario but the first that answer the question
_OF_ANY = ("method", "assumed", "question", "words", "levels")  # what a study says of any run of its game


def report(
    subject: str,
    games: int | None = None,
    out: Path | None = None,
    *,
    against: str | Path | None = None,
    all_files: bool = False,
    jobs: int | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> tuple[pd.DataFrame, Path]:
    """Write the report of a game's study, or of one run.

    The folder of the report gets `report.html`, a page that stands alone; `report.md` with the first five charts in
    `charts/`; and `tables.parquet`, which `pandas.read_parquet` opens: all tables in one, with the chapter of the
    report in the column `section`, the name of the table in the column `table`, and the columns of all tables.

    Args:
        subject: A game, or the folder of a run.
        games: Number of games of each scenario. Default: the number in the study.
        out: Folder of the report. Default: `results/GAME`, or the folder `report` in that of the run.
        against: Folder of a run under the rules before, with the same seed. The report of a run then lists the changes.
        all_files: Whether to write every chart as SVG and PNG and every table as CSV, too.
        jobs: Number of threads. Default: one for each core.
        progress: Function that shows progress.
        tell: Function that shows a line on what happens.

    Returns:
        The headline table and the path of the page.

    Raises:
        BadInput: if the subject is neither a game nor a run, two runs cannot be compared, or two tables of the study
            have one name.
    """
    changes: list[Element] = []
    if Path(subject, "run.toml").is_file():
        result = load(subject)
        study_runs, study, asked = of_run(result)
        changes = what_changed(result, load(against)) if against is not None else []
        folder = out or Path(subject) / "report"
    elif against is not None:
        raise BadInput(f"Only a run can be told against another: name the folder of a run instead of {subject}.")
    else:
        study = _study(subject)
        if "scenario" not in study:
            raise BadInput(f"{subject} has no study to report on: write {study_path(subject)}, or name a run of it.")
        asked = sections(study)
        study_runs = play(study, asked, games, jobs=jobs, progress=progress, tell=tell)
        study_runs = hold_together(study_runs, asked, _told_first(list(study_runs.scenarios.values())))
        folder = out or Path("results") / Path(subject).name
    scenarios = list(study_runs.scenarios.values())
    title = f"{find_game(scenarios[0].result.settings['game']).title}: balance report"
    with speaking(study.get("words", {}), study.get("levels", {})):
        last = method(study_runs, study, subject, games=games)
        elements = _elements(study_runs, study, asked=asked, changes=changes, last=last, tell=tell)
        page = write(folder, title, _lead(study_runs), elements=elements, all_files=all_files)
    return headline(scenarios), page


def of_run(result: Result) -> tuple[StudyRuns, dict[str, Any], list[Section]]:
    """Return one run as the only scenario, what the study of its game says of method and data, and its sections.

    The sections ask what is out of line by all that is dealt or drawn. Their verdicts hold together.
    """
    factor, study = result.factor, _study(result.settings["game"])
    setup, changes = setup_title(result.settings["game"], result.settings["setup"]), changed(result.settings["changes"])
    title = ", ".join(filter(None, [setup, changes]))
    scenario = Scenario("run", title, [[factor], ["seat"], ["strategy"], [factor, "strategy"]], result, True)
    effects = Effects(
        name="effects", title="Effects on win share, all else equal", chapter="What wins", scenarios=["run"]
    )
    quality = Quality(name="quality", title="The course of the games", chapter="Length and tension", scenarios=["run"])
    asked = [effects, quality, *_of_flags(result), *_of_draws(result)]
    study_runs = hold_together(StudyRuns({scenario.name: scenario}), asked, [scenario])
    return study_runs, {key: study[key] for key in _OF_ANY if key in study}, asked


def _of_flags(result: Result) -> Iterator[Section]:
    """Yield a section for each column of flags of a run: those that are dealt, and as an appendix those used."""
    dealt = roles(result.settings["game"]).dealt
    known = [name for name in flag_columns(result) if name in result.scan("seats").collect_schema()]
    for name in sorted(known, key=lambda name: name not in dealt):
        what = "The worth of what is dealt" if name in dealt else "Who wins with what is chosen, a correlation"
        title, is_dealt = f"{what}: {plain(name)}", name in dealt
        yield Flags(
            name=f"flags-{name}",
            title=title,
            chapter="What wins",
            scenarios=["run"],
            columns=[name],
            dealt=is_dealt,
        )


def _of_draws(result: Result) -> Iterator[Section]:
    """Yield the sections on what is drawn for all in a run: by factor, seat and strategy, and by what is dealt."""
    game = find_game(result.settings["game"])
    if not game.draws:
        return
    title = f"What each {plain(game.draws)} does"
    by = [[name] for name in dict.fromkeys((result.factor, "seat", "strategy"))]
    drawn = partial(Draws, chapter="What is drawn", scenarios=["run"], finding=True)
    yield drawn(name="draws", title=title, by=by)
    known = flag_columns(result)
    if dealt := [[name] for name in roles(game.address).dealt if name in known]:
        title = f"{title} to what is dealt"
        yield drawn(name="draws-dealt", title=title, by=dealt, shares_only=True)


def _study(name: str) -> dict[str, Any]:
    """The study of a game: its scenarios, sections, pairs that are equal, comparisons, words on the method."""
    if name not in games() and not Path(name).is_dir():
        raise unknown("game or run", name, games())
    return {**read(name), "game": find_game(name).address}


def headline(scenarios: Sequence[Scenario]) -> pd.DataFrame:
    """The win share by the game's factor in every set-up that the study plays as it is, or as its verdicts need it."""
    found = []
    for scenario in _judged(scenarios):
        table = scenario.rates([scenario.result.factor])
        found.append(table.assign(**{scenario.result.factor: table.iloc[:, 0].astype(str)}))
        found[-1].insert(0, "setup", scenario.result.settings["setup"])
    return pd.concat(found, ignore_index=True)


def _headlines(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios of the summary: where all play one strategy, the printed game in every set-up."""
    found = [scenario for scenario in scenarios if scenario.is_headline or len(scenarios) == 1]
    return found or [each for each in scenarios if each.by and each.is_unchanged] or list(scenarios[:1])


def _judged(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """The scenarios that the verdicts by the factor come from: of each that the summary tells of, or in its place."""
    judges = _judges(scenarios)
    return [judges.get(scenario.name, scenario) for scenario in _headlines(scenarios)]


def _told_first(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """The scenarios whose verdicts the first pages tell."""
    first = [*_headlines(scenarios), *_judged(scenarios)]
    return list({each.name: each for each in first}.values())


def _judges(scenarios: Sequence[Scenario]) -> dict[str, Scenario]:
    """The scenarios that give the verdicts by the factor of another, by the name of the other."""
    return {scenario.verdicts_of: scenario for scenario in scenarios if scenario.verdicts_of}


def _lead(study_runs: StudyRuns) -> str:
    """What the report rests on, and what its intervals mean, in two sentences."""
    scenarios = list(study_runs.scenarios.values())
    most = distinct(scenarios)
    names = {each["name"] for scenario in scenarios for each in scenario.result.settings["strategies"]}
    count = f"{len(most)} scenarios" if len(most) > 1 else "one scenario"
    without = ", without those of tournaments" if study_runs.tournaments else ""
    whole = "variants and draws" if find_game(scenarios[0].result.settings["game"]).draws else "variants"
    lacking = shortfall(scenario.result for scenario in scenarios)
    return (
        f"{sum(most.values()):,} different games, complete and by the rulebook{without}, in {count}, played by "
        f"{len(names)} {'strategies' if len(names) > 1 else 'strategy'}. Intervals are 95 %, each by itself; those of "
        f"findings on {whole} hold for all changes of a table at once."
        f"{f' {lacking}' if lacking else ''}"
    )


def _elements(
    study_runs: StudyRuns,
    study: Mapping[str, Any],
    *,
    asked: Sequence[Section],
    changes: Sequence[Element],
    last: Sequence[Element],
    tell: Callable[[str], None],
) -> list[Element]:
    """Changes, summary, verdicts, what skill does to them; as an appendix, ended by `last`, what they come from."""
    scenarios = list(study_runs.scenarios.values())
    told = _sections(study_runs, study, asked, tell=tell)
    compared = [under_other_data(study_runs.scenarios, entry) for entry in study.get("robust", [])]
    found = {"Turn order, strategies, endings": _scenario_lines(scenarios, study), **told.found}
    found.setdefault("Robustness", []).extend(robust_findings(compared))
    headlines, judges = _headlines(scenarios), _judges(scenarios)
    elements: list[Element] = [
        *changes,
        Heading("Summary"),
        *front_page(study_runs, study, asked=asked, compared=compared, headlines=headlines, judges=judges),
        *_question(study, told.answer),
        *_verdicts(_judged(scenarios), compared, is_together=bool(study_runs.together)),
        *problems(study_runs, asked, headlines=headlines, judges=judges),
        *merits(study_runs, compared, asked, headlines=headlines, judges=judges),
        *_turn_order(headlines),
        *told.skill,
    ]
    appendix = _findings(found) + _scenario_chapters(scenarios, judges) + told.chapters
    appendix += [Heading("Robustness to assumed data")] if compared else []
    appendix += [element for each in compared for element in each.elements]
    return elements + appended([*appendix, *last])


@dataclass
class _Told:
    """What the sections of a study tell: chapters, that of skill by itself, findings by chapter, what is the answer."""

    chapters: list[Element]
    skill: list[Element]
    found: dict[str, list[str]]
    answer: list[str]


def _sections(
    study_runs: StudyRuns, study: Mapping[str, Any], asked: Sequence[Section], *, tell: Callable[[str], None]
) -> _Told:
    chapters: dict[str, list[Element]] = {}
    told = _Told([], [], {}, [])
    for section in asked:
        tell(f"Writing: {section.title}.")
        is_answer = section.name == study.get("question", {}).get("section")
        more, lines = section_elements(section, study_runs, is_answer)
        if isinstance(section, Skill):
            told.skill += more if told.skill else [Heading("What skill does to the verdicts"), *more]
        else:
            chapters.setdefault(section.chapter, [Heading(section.chapter)]).extend(more)
        (told.answer if is_answer else told.found.setdefault(section.chapter, [])).extend(lines)
    told.chapters = [element for chapter in chapters.values() for element in chapter]
    return told


def _scenario_chapters(scenarios: Sequence[Scenario], judges: Mapping[str, Scenario]) -> list[Element]:
    """A chapter for each scenario that has tables: those that the summary tells of come first."""
    first = _told_first(scenarios)
    ordered = {each.name: each for each in [*first, *(scenario for scenario in scenarios if scenario.by)]}
    return [
        element
        for name, each in ordered.items()
        for element in scenario_elements(each, judges.get(name) if each in first else None)
    ]


def _question(study: Mapping[str, Any], answer: Sequence[str]) -> list[Element]:
    """The question that a study puts first, with its answer: of the first scenario a sentence a line, then the others.

    The answer of a scenario is its title, a colon, and sentences, of which the others have the first ones.
    """
    if not answer:
        return []
    first, *others = answer
    title, _, text = first.partition(": ")
    lines = [f"{sentence.removesuffix('.')}." for sentence in text.split(". ")]
    elements: list[Element] = [Heading(study["question"]["text"], 3), Text([f"{title}:"]), Text(lines, listed=True)]
    short = [f"{'. '.join(each.removesuffix('.').split('. ')[:_SENTENCES])}." for each in others]
    return [*elements, Text(short, listed=True)] if short else elements


def _verdicts(judged: Sequence[Scenario], compared: Sequence[OtherData], *, is_together: bool) -> list[Element]:
    """The verdicts by the factor, what they mean, and which of them hang on assumed data."""
    sure = (
        "'Sure' here means that all such statements of these first pages hold together with 95 % confidence, and "
        "'significantly' below that those about a table do."
        if is_together
        else "'Sure' here, and 'significantly' below, mean that such statements about a table hold together with 95 % "
        "confidence."
    )
    text = (
        f"Balanced: sure to lie within {100 * MARGIN:.0f} points of parity. Too strong or too weak: sure to lie above "
        f"or below it, and not balanced. What is not sure has no verdict. {sure}"
    )
    title = f"Win share by {plain(judged[0].result.factor)}"
    cards = [scenario_card(each, *doubts(compared, each)) for each in judged]
    return [Heading(title, 3), Text([text]), Cards("headline", cards)]


def _findings(found: Mapping[str, Sequence[str]]) -> list[Element]:
    """What was found, in sentences by chapter."""
    elements: list[Element] = [Heading("Findings")]
    for chapter, lines in found.items():
        elements += [Heading(chapter, 3), Text(lines, listed=True)] if lines else []
    return elements


def _away(row: pd.Series) -> str:
    """How far a place in the turn order is from parity, in points with their interval."""
    return f"{row['from parity']:+.1f} ({row['from']:+.1f} to {row['to']:+.1f})"


def _turn_order(scenarios: Sequence[Scenario]) -> list[Element]:
    """What each place in the turn order does to the win share, that of who begins above all, in each scenario."""
    tables = []
    for scenario in scenarios:
        table, parity = scenario.rates(["seat"]), at_parity(scenario.result)
        table.insert(0, "scenario", scenario.title)
        apart = {name: 100 * (table[name] - parity) for name in SHARES}
        table["from parity"], table["from"], table["to"] = apart["share"], apart["low"], apart["high"]
        tables.append(table)
    whole = pd.concat(tables, ignore_index=True)
    drawn = whole[["scenario", "seat"]].assign(
        quantity="points above or below parity", value=whole["from parity"], low=whole["from"], high=whole["to"]
    )
    title = "Win share by place in the turn order, minus parity"
    begins = whole["seat"].astype(str).str.match(r"1\b")
    first = ", ".join(f"{row['scenario']} {_away(row)}" for _, row in whole[begins].iterrows())
    farthest = whole.loc[whole.groupby("scenario", sort=False)["from parity"].apply(lambda each: each.abs().idxmax())]
    others = farthest[~begins[farthest.index]]
    more = "; ".join(f"{row['scenario']}, seat {row['seat']} {_away(row)}" for _, row in others.iterrows())
    return [
        Heading("Turn order"),
        Text([f"The advantage of who begins, in percentage points: {first}."]),
        *([Text([f"Another place is farther from parity: {more}."])] if more else []),
        Chart(
            "turn-order",
            chart.dots(drawn, ["scenario", "seat"], "value", title=title),
            f"{title}. Who begins: {first}.",
        ),
        Table("turn-order", whole.drop(columns=["from parity", "from", "to"]), title, SHARES, True),
    ]


def _scenario_lines(scenarios: Sequence[Scenario], study: Mapping[str, Any]) -> list[str]:
    """The findings of the scenarios, those on what should be equal last."""
    lines = headline_findings([scenario for scenario in scenarios if scenario.is_headline])
    lines += [line for scenario in scenarios for line in other_finding(scenario)]
    return lines + equal_findings({each.name: each for each in scenarios}, study.get("equal", []))
