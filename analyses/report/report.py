"""The balance report: plays a study or takes a run, and presents the results in tables, charts and sentences."""

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
from starbalance.analyses.statistics.aggregate import equal_share as at_equal_share
from starbalance.analyses.statistics.verdict import MARGIN
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.games import EXAMPLE, find_game, games
from starbalance.simulator.runs.result import Result, load

_SENTENCES = 2  # sentences of each further scenario in the answer to the question of the study
_OF_ANY = ("method", "assumed", "question", "words", "levels")  # keys of a study that hold for any run of its game


def report(
    subject: str,
    games: int | None = None,
    out: Path | None = None,
    *,
    against: str | Path | None = None,
    all_files: bool = False,
    jobs: int | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    notify: Callable[[str], None] = lambda line: None,
) -> tuple[pd.DataFrame, Path]:
    """Write the report of a game's study, or of one run.

    The folder of the report gets three results:

    - `report.html`: a self-contained page.
    - `report.md`: the report as Markdown, with its first five charts in `charts/`.
    - `tables.parquet`: all tables as one table, for `pandas.read_parquet`. Its column `section` has the chapter of the
      report, `table` has the name of the table, and the further columns are the columns of all tables.

    Args:
        subject: Name or folder of a game, or folder of a run.
        games: Games per scenario. `None` means the numbers in the study.
        out: Folder of the report. `None` means `results/GAME`, or the folder `report` in the folder of the run.
        against: Folder of an earlier run with the same seed and other rules. The report of a run then lists the
            changes. `None` means no comparison.
        all_files: Whether to write also every chart as SVG and PNG, and every table as CSV. Default: no.
        jobs: Number of threads. `None` means one per core.
        progress: Function that shows the progress. Default: no progress.
        notify: Function that prints a line on the current work. Default: no lines.

    Returns:
        The headline table (win shares by the main factor with verdicts) and the path of the page.

    Raises:
        BadInput: If the subject is neither a game nor a run, two runs cannot be compared, or two tables of the study
            have the same name.
    """
    changes: list[Element] = []
    if Path(subject, "run.toml").is_file():
        result = load(subject)
        study_runs, study, study_sections = of_run(result)
        changes = what_changed(result, load(against)) if against is not None else []
        folder = out or Path(subject) / "report"
    elif against is not None:
        raise BadInput(f"against needs a run to report on: give the folder of a run instead of {subject}.")
    else:
        study = _study(subject)
        if "scenario" not in study:
            raise BadInput(f"{subject} has no study: write {study_path(subject)}, or give the folder of a run.")
        study_sections = sections(study)
        study_runs = play(study, study_sections, games, jobs=jobs, progress=progress, notify=notify)
        study_runs = hold_together(study_runs, study_sections, _first_scenarios(list(study_runs.scenarios.values())))
        folder = out or Path("results") / Path(subject).name
    scenarios = list(study_runs.scenarios.values())
    title = f"{find_game(scenarios[0].result.settings['game']).title}: balance report"
    with speaking(study.get("words", {}), study.get("levels", {})):
        last = method(study_runs, study, subject, games=games)
        elements = _elements(study_runs, study, sections=study_sections, changes=changes, last=last, notify=notify)
        page = write(folder, title, _lead(study_runs), elements=elements, all_files=all_files)
    return headline(scenarios), page


def of_run(result: Result) -> tuple[StudyRuns, dict[str, Any], list[Section]]:
    """Return a run as the only scenario of a study, general entries of the study of its game, and the sections.

    The sections look for imbalances by all components that are dealt or drawn. Their verdicts hold together.
    """
    factor, study = result.factor, _study(result.settings["game"])
    setup, changes = setup_title(result.settings["game"], result.settings["setup"]), changed(result.settings["changes"])
    title = ", ".join(filter(None, [setup, changes]))
    scenario = Scenario("run", title, [[factor], ["seat"], ["strategy"], [factor, "strategy"]], result, True)
    effects = Effects(name="effects", title="Adjusted effects on win share", chapter="What wins", scenarios=["run"])
    quality = Quality(name="quality", title="The course of the games", chapter="Length and tension", scenarios=["run"])
    run_sections = [effects, quality, *_of_flags(result), *_of_draws(result)]
    study_runs = hold_together(StudyRuns({scenario.name: scenario}), run_sections, [scenario])
    return study_runs, {key: study[key] for key in _OF_ANY if key in study}, run_sections


def _of_flags(result: Result) -> Iterator[Section]:
    """Yield a section for each column of flags of a run, first for dealt components, then for used components."""
    dealt = roles(result.settings["game"]).dealt
    known = [name for name in flag_columns(result) if name in result.scan("seats").collect_schema()]
    for name in sorted(known, key=lambda name: name not in dealt):
        what = "Value of dealt components" if name in dealt else "Wins with chosen components (a correlation)"
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
    """Yield the sections on shared components of a run: by factor, seat, strategy and dealt components."""
    game = find_game(result.settings["game"])
    if not game.draws:
        return
    title = f"Effects of each {plain(game.draws)}"
    by = [[name] for name in dict.fromkeys((result.factor, "seat", "strategy"))]
    drawn = partial(Draws, chapter="What is drawn", scenarios=["run"], finding=True)
    yield drawn(name="draws", title=title, by=by)
    known = flag_columns(result)
    if dealt := [[name] for name in roles(game.address).dealt if name in known]:
        title = f"{title} on dealt components"
        yield drawn(name="draws-dealt", title=title, by=dealt, shares_only=True)


def _study(name: str) -> dict[str, Any]:
    """Return the study of a game.

    Raises:
        BadInput: If the name is neither a game nor a folder.
    """
    if name not in (*games(), EXAMPLE) and not Path(name).is_dir():
        raise unknown("game or run", name, games())
    return {**read(name), "game": find_game(name).address}


def headline(scenarios: Sequence[Scenario]) -> pd.DataFrame:
    """Return the win shares by the main factor in every setup of the summary, with a column `setup`."""
    shares = []
    for scenario in _judged(scenarios):
        table = scenario.rates([scenario.result.factor])
        shares.append(table.assign(**{scenario.result.factor: table.iloc[:, 0].astype(str)}))
        shares[-1].insert(0, "setup", scenario.result.settings["setup"])
    return pd.concat(shares, ignore_index=True)


def _headlines(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios of the summary.

    If no scenario has several strategies, these are all scenarios with unchanged rules.
    """
    chosen = [scenario for scenario in scenarios if scenario.is_headline or len(scenarios) == 1]
    return chosen or [each for each in scenarios if each.by and each.is_unchanged] or list(scenarios[:1])


def _judged(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios whose games give the verdicts by the factor, one for each scenario of the summary."""
    judges = _judges(scenarios)
    return [judges.get(scenario.name, scenario) for scenario in _headlines(scenarios)]


def _first_scenarios(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios whose verdicts the first pages show."""
    first = [*_headlines(scenarios), *_judged(scenarios)]
    return list({each.name: each for each in first}.values())


def _judges(scenarios: Sequence[Scenario]) -> dict[str, Scenario]:
    """Return the scenarios that give the verdicts of another scenario, by the name of the other scenario."""
    return {scenario.verdicts_of: scenario for scenario in scenarios if scenario.verdicts_of}


def _lead(study_runs: StudyRuns) -> str:
    """Return sentences with the number of games and the meaning of the intervals."""
    scenarios = list(study_runs.scenarios.values())
    most = distinct(scenarios)
    names = {each["name"] for scenario in scenarios for each in scenario.result.settings["strategies"]}
    count = f"{len(most)} scenarios" if len(most) > 1 else "one scenario"
    without = " (without tournament games)" if study_runs.tournaments else ""
    whole = "variants and draws" if find_game(scenarios[0].result.settings["game"]).draws else "variants"
    lacking = shortfall(scenario.result for scenario in scenarios)
    return (
        f"{sum(most.values()):,} different complete games by the rulebook{without}, in {count}, played by "
        f"{len(names)} {'strategies' if len(names) > 1 else 'strategy'}. Each interval has 95% confidence; "
        f"intervals of findings on {whole} hold for all changes of a table together."
        f"{f' {lacking}' if lacking else ''}"
    )


def _elements(
    study_runs: StudyRuns,
    study: Mapping[str, Any],
    *,
    sections: Sequence[Section],
    changes: Sequence[Element],
    last: Sequence[Element],
    notify: Callable[[str], None],
) -> list[Element]:
    """Return the elements of a report: changes, summary, verdicts, skill, and an appendix that ends with `last`."""
    scenarios = list(study_runs.scenarios.values())
    contents = _sections(study_runs, study, sections, notify=notify)
    compared = [under_other_data(study_runs.scenarios, entry) for entry in study.get("robust", [])]
    findings = {"Turn order, strategies, endings": _scenario_lines(scenarios, study), **contents.found}
    findings.setdefault("Robustness", []).extend(robust_findings(compared))
    headlines, judges = _headlines(scenarios), _judges(scenarios)
    elements: list[Element] = [
        *changes,
        Heading("Summary"),
        *front_page(study_runs, study, sections=sections, compared=compared, headlines=headlines, judges=judges),
        *_question(study, contents.answer),
        *_verdicts(_judged(scenarios), compared, is_together=bool(study_runs.together)),
        *problems(study_runs, sections, headlines=headlines, judges=judges),
        *merits(study_runs, compared, sections, headlines=headlines, judges=judges),
        *_turn_order(headlines),
        *contents.skill,
    ]
    appendix = _findings(findings) + _scenario_chapters(scenarios, judges) + contents.chapters
    appendix += [Heading("Robustness to assumed data")] if compared else []
    appendix += [element for each in compared for element in each.elements]
    return elements + appended([*appendix, *last])


@dataclass
class _Contents:
    """The elements and findings of the sections of a study.

    Attributes:
        chapters: Elements of all chapters except skill.
        skill: Elements on skill.
        found: Findings by chapter.
        answer: Findings that answer the question of the study.
    """

    chapters: list[Element]
    skill: list[Element]
    found: dict[str, list[str]]
    answer: list[str]


def _sections(
    study_runs: StudyRuns, study: Mapping[str, Any], sections: Sequence[Section], *, notify: Callable[[str], None]
) -> _Contents:
    chapters: dict[str, list[Element]] = {}
    contents = _Contents([], [], {}, [])
    for section in sections:
        notify(f"Writing: {section.title}.")
        is_answer = section.name == study.get("question", {}).get("section")
        more, lines = section_elements(section, study_runs, is_answer)
        if isinstance(section, Skill):
            contents.skill += more if contents.skill else [Heading("How skill changes the verdicts"), *more]
        else:
            chapters.setdefault(section.chapter, [Heading(section.chapter)]).extend(more)
        (contents.answer if is_answer else contents.found.setdefault(section.chapter, [])).extend(lines)
    contents.chapters = [element for chapter in chapters.values() for element in chapter]
    return contents


def _scenario_chapters(scenarios: Sequence[Scenario], judges: Mapping[str, Scenario]) -> list[Element]:
    """Return a chapter for each scenario with tables. The scenarios of the summary come first."""
    first = _first_scenarios(scenarios)
    ordered = {each.name: each for each in [*first, *(scenario for scenario in scenarios if scenario.by)]}
    return [
        element
        for name, each in ordered.items()
        for element in scenario_elements(each, judges.get(name) if each in first else None)
    ]


def _question(study: Mapping[str, Any], answer: Sequence[str]) -> list[Element]:
    """Return the question of a study with its answer: all sentences of the first scenario, and the first of each other.

    Each element of `answer` is the title of a scenario, a colon and sentences.
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
    """Return the verdicts by the factor, their meaning, and marks on verdicts that depend on assumed data."""
    sure = (
        "'Significant' here means that all such statements of these first pages hold together with 95% confidence. "
        "In the tables below, it means that the statements about one table hold together."
        if is_together
        else "'Significant' means that the statements about one table hold together with 95% confidence."
    )
    text = (
        f"Balanced: significantly within {100 * MARGIN:.0f} points of an equal share. Too strong or too weak: "
        f"significantly above or below it, and not balanced. Other levels have no verdict. {sure}"
    )
    title = f"Win share by {plain(judged[0].result.factor)}"
    cards = [scenario_card(each, *doubts(compared, each)) for each in judged]
    return [Heading(title, 3), Text([text]), Cards("headline", cards)]


def _findings(found: Mapping[str, Sequence[str]]) -> list[Element]:
    """Return the findings of each chapter as a list."""
    elements: list[Element] = [Heading("Findings")]
    for chapter, lines in found.items():
        elements += [Heading(chapter, 3), Text(lines, listed=True)] if lines else []
    return elements


def _away(row: pd.Series) -> str:
    """Return the distance of a seat from an equal share, in points with the interval, as text."""
    return f"{row['from an equal share']:+.1f} ({row['from']:+.1f} to {row['to']:+.1f})"


def _turn_order(scenarios: Sequence[Scenario]) -> list[Element]:
    """Return the win shares by seat minus an equal share for each scenario, with sentences on the first seat."""
    tables = []
    for scenario in scenarios:
        table, equal_share = scenario.rates(["seat"]), at_equal_share(scenario.result)
        table.insert(0, "scenario", scenario.title)
        apart = {name: 100 * (table[name] - equal_share) for name in SHARES}
        table["from an equal share"], table["from"], table["to"] = apart["share"], apart["low"], apart["high"]
        tables.append(table)
    whole = pd.concat(tables, ignore_index=True)
    drawn = whole[["scenario", "seat"]].assign(
        quantity="points above or below an equal share",
        value=whole["from an equal share"],
        low=whole["from"],
        high=whole["to"],
    )
    title = "Win share by place in the turn order, minus an equal share"
    begins = whole["seat"].astype(str).str.match(r"1\b")
    first = ", ".join(f"{row['scenario']} {_away(row)}" for _, row in whole[begins].iterrows())
    farthest = whole.loc[
        whole.groupby("scenario", sort=False)["from an equal share"].apply(lambda each: each.abs().idxmax())
    ]
    others = farthest[~begins[farthest.index]]
    more = "; ".join(f"{row['scenario']}, seat {row['seat']} {_away(row)}" for _, row in others.iterrows())
    return [
        Heading("Turn order"),
        Text([f"The advantage of the first seat, in percentage points: {first}."]),
        *([Text([f"Other seats are farther from an equal share: {more}."])] if more else []),
        Chart(
            "turn-order",
            chart.dots(drawn, ["scenario", "seat"], "value", title=title),
            f"{title}. First seat: {first}.",
        ),
        Table("turn-order", whole.drop(columns=["from an equal share", "from", "to"]), title, SHARES, True),
    ]


def _scenario_lines(scenarios: Sequence[Scenario], study: Mapping[str, Any]) -> list[str]:
    """Return the findings of the scenarios. Findings on levels that should be equal come last."""
    lines = headline_findings([scenario for scenario in scenarios if scenario.is_headline])
    lines += [line for scenario in scenarios for line in other_finding(scenario)]
    return lines + equal_findings({each.name: each for each in scenarios}, study.get("equal", []))
