"""The balance report: plays a study or takes a run, and presents the results in tables, charts and sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.chart.story import HIGHLIGHTS
from starbalance.analyses.presentation.document import SHARES, Element, Heading, Table, Text, appended, glossed
from starbalance.analyses.presentation.document_files import write
from starbalance.analyses.presentation.incomplete import shortfall
from starbalance.analyses.presentation.wording import changed, plain, speaking
from starbalance.analyses.questions.columns import roles
from starbalance.analyses.questions.flags import flag_columns
from starbalance.analyses.questions.study import read, setup_title, study_path
from starbalance.analyses.report import merits_page, players_page, problem_page
from starbalance.analyses.report.against import against as what_changed
from starbalance.analyses.report.certainty import hold_together
from starbalance.analyses.report.content import section_elements
from starbalance.analyses.report.draws import answer
from starbalance.analyses.report.first_page import first_page
from starbalance.analyses.report.first_page import headline as headline_sentence
from starbalance.analyses.report.method import method
from starbalance.analyses.report.recorded_report import report_of_plays
from starbalance.analyses.report.robustness import OtherData, under_other_data
from starbalance.analyses.report.scenario import Scenario, StudyRuns, distinct, scenario_elements
from starbalance.analyses.report.schedule import play
from starbalance.analyses.report.section import Draws, Effects, Flags, Quality, Section, sections
from starbalance.analyses.report.story import MOST, Story
from starbalance.analyses.report.study_check import check_study
from starbalance.analyses.report.summary import summary
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.games import EXAMPLES, find_game, games
from starbalance.simulator.runs.result import Result, load

_OF_ANY = ("method", "assumed", "plan", "words", "levels")  # keys of a study that hold for any run of its game
_GLOSSES = {  # terms of this project -> their meaning, where a report first uses them
    "uniform": "random moves",
    "sensible": "the best scripted player",
    "sensible@2": "sensible with much noise",
    "sensible@1": "sensible with some noise",
    r"search:[\w:@]+": "simulates games before it chooses",
    "pool": "a scripted player drawn at random",
    "league": "the mix that no strategy beats",
    "round limit": "rounds after which play stops",
}


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

    The folder of the report gets four results:

    - `report.html`: a self-contained page.
    - `report.md`: the report as Markdown, with its charts in `charts/`.
    - `summary.json`: the findings as data.
    - `tables.parquet`: all tables as one table, for `pandas.read_parquet`. Its column `section` has the chapter of the
      report, `table` has the name of the table, and the further columns are the columns of all tables.

    Args:
        subject: Name or folder of a game, or folder of a run. The report of recorded plays has win shares, adjusted
            effects, the plays that are missing, and what the import could not use.
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
        if result.is_recorded:
            return report_of_plays(result, out or Path(subject) / "report", all_files=all_files)
        study_runs, study, study_sections = of_run(result)
        changes = what_changed(result, load(against)) if against is not None else []
        folder = out or Path(subject) / "report"
    elif against is not None:
        raise BadInput(f"against needs a run to report on: give the folder of a run instead of {subject}.")
    else:
        study = _study(subject)
        if "scenario" not in study:
            raise BadInput(f"{subject} has no study: write {study_path(subject)}, or give the folder of a run.")
        check_study(study, study_path(subject))
        study_sections = sections(study)
        study_runs = play(study, study_sections, games, jobs=jobs, progress=progress, notify=notify)
        study_runs = hold_together(study_runs, study_sections, _first_scenarios(list(study_runs.scenarios.values())))
        folder = out or Path("results") / Path(subject).name
    limited = shortfall(scenario.result for scenario in study_runs.scenarios.values())
    kicker = ". ".join(filter(None, [f"{find_game(study['game']).title}: balance report", limited]))
    with speaking(study.get("words", {}), study.get("levels", {})):
        story = _story(study_runs, study, study_sections)
        last = [Text([_lead(study_runs)]), *method(study_runs, study, subject, games=games)]
        elements = _elements(story, changes=changes, last=last, notify=notify)
        title = headline_sentence(story)
        page = write(folder, title, kicker, elements=elements, summary=summary(story), all_files=all_files)
    return headline(list(study_runs.scenarios.values())), page


def _story(study_runs: StudyRuns, study: Mapping[str, Any], sections: Sequence[Section]) -> Story:
    scenarios = list(study_runs.scenarios.values())
    entries = study.get("robust", [])
    compared = [each for entry in entries for each in under_other_data(study_runs.scenarios, entry)]
    return Story(study_runs, study, sections, compared, _headlines(scenarios), _judges(scenarios))


def of_run(result: Result) -> tuple[StudyRuns, dict[str, Any], list[Section]]:
    """Return a run as the only scenario of a study, general entries of the study of its game, and the sections.

    The sections look for imbalances by all components that are dealt or drawn. Their verdicts hold together.
    """
    factor, study = result.factor, _study(result.settings["game"])
    setup, changes = setup_title(result.settings["game"], result.settings["setup"]), changed(result.settings["changes"])
    title = ", ".join(filter(None, [setup, changes]))
    columns = dict.fromkeys((factor, "seat", "strategy"))  # the factor of a small game may be the seat
    scenario = Scenario("run", title, [*([column] for column in columns), [factor, "strategy"]], result)
    effects = Effects(name="effects", title="Adjusted effects on win share", chapter="What wins", scenarios=["run"])
    quality = Quality(name="quality", title="The course of the games", chapter="Length and tension", scenarios=["run"])
    run_sections = [effects, quality, *_of_flags(result), *_of_draws(result)]
    study_runs = hold_together(StudyRuns({scenario.name: scenario}), run_sections, [scenario])
    return study_runs, {key: study[key] for key in ("game", *_OF_ANY) if key in study}, run_sections


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
    drawn = partial(Draws, chapter="What is drawn", scenarios=["run"])
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
    if name not in (*games(), *EXAMPLES) and not Path(name).is_dir():
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
    return (
        f"{sum(most.values()):,} different complete games by the rulebook{without}, in {count}, played by "
        f"{len(names)} {'strategies' if len(names) > 1 else 'strategy'}. Each interval has 95% confidence; "
        f"intervals of findings on {whole} hold for all changes of a table together."
    )


def _elements(
    story: Story, *, changes: Sequence[Element], last: Sequence[Element], notify: Callable[[str], None]
) -> list[Element]:
    """Return the elements of a report: its pages, and an appendix that ends with `last`."""
    names = [cases[0].label for cases in story.problems[:MOST]]
    colours = dict(zip(names, HIGHLIGHTS, strict=False))
    chapters = _chapters(story, notify=notify)
    pages = [
        *first_page(story, colours),
        *changes,
        *_question(story),
        *problem_page.pages(story, colours),
        *players_page.page(story, colours),
        *merits_page.page(story, colours),
    ]
    scenarios = list(story.study_runs.scenarios.values())
    appendix = [
        *_win_shares(scenarios, story),
        Heading("Method and provenance"),
        *last,
        *_folded([*_scenario_chapters(scenarios, story), *chapters, *_other_data(story.compared)]),
    ]
    return glossed([*pages, *appended(appendix)], _GLOSSES)


def _folded(elements: Sequence[Element]) -> list[Element]:
    """Return elements with each of their chapters folded."""
    return [replace(each, folded=True) if isinstance(each, Heading) and each.level == 2 else each for each in elements]


def _win_shares(scenarios: Sequence[Scenario], story: Story) -> list[Element]:
    """Return the chapter of the appendix with the win shares of each setup by factor, seat and strategy."""
    judged = headline(scenarios)
    elements: list[Element] = [Heading("Win shares by setup")]
    elements.append(Table("headline", judged, f"Win share by {plain(story.factor)}", SHARES, False))
    for scenario in story.headlines:
        columns = _single(scenario, story.factor)
        elements += [Heading(scenario.title, 3)] * bool(columns)
        for (column,) in columns:
            name, title = f"{scenario.name}-by-{column}", f"{scenario.title}: win share by {plain(column)}"
            elements.append(Table(name, scenario.rates([column]), title, SHARES, False))
    lines, _ = story.self_test
    return [*elements, Heading("Self-test", 3), Text(lines, listed=True)] if lines else elements


def _single(scenario: Scenario, factor: str) -> list[list[str]]:
    """Return the columns of the tables of win shares by one column other than the factor."""
    return [list(by) for by in scenario.by if len(by) == 1 and list(by) != [factor]]


def _other_data(compared: Sequence[OtherData]) -> list[Element]:
    """Return the chapter of the appendix on other assumed data. Empty if none were tried."""
    elements = [element for each in compared for element in each.elements]
    return [Heading("Robustness to assumed data"), *elements] if elements else []


def _chapters(story: Story, *, notify: Callable[[str], None]) -> list[Element]:
    """Return the chapters of the appendix with the sections of the study."""
    chapters: dict[str, list[Element]] = {}
    for section in story.sections:
        notify(f"Writing: {section.title}.")
        elements = section_elements(section, story.study_runs)
        chapters.setdefault(section.chapter, [Heading(section.chapter)]).extend(elements)
    return [element for chapter in chapters.values() for element in chapter]


def _scenario_chapters(scenarios: Sequence[Scenario], story: Story) -> list[Element]:
    """Return a chapter for each scenario with tables. The scenarios of the summary come first."""
    first = _first_scenarios(scenarios)
    ordered = {each.name: each for each in [*first, *(scenario for scenario in scenarios if scenario.by)]}
    return [element for each in ordered.values() for element in _scenario_chapter(each, each in first, story)]


def _scenario_chapter(scenario: Scenario, is_first: bool, story: Story) -> list[Element]:
    """Return the chapter of a scenario, without tables that the chapter on win shares has."""
    judge = story.judges.get(scenario.name) if is_first else None
    shown = _single(scenario, story.factor) if scenario in story.headlines else []
    return scenario_elements(scenario, judge, shown=shown)


def _question(story: Story) -> list[Element]:
    """Return a page with the question of a study and its answer in each scenario. Empty without a question."""
    question = story.study.get("question")
    if question is None:
        return []
    (section,) = (each for each in story.sections if isinstance(each, Draws) and each.name == question["section"])
    scenarios = (story.study_runs.scenarios[name] for name in section.scenarios)
    lines = [f"{scenario.title}: {answer(section, scenario)}" for scenario in scenarios]
    return [Heading(question["text"], page=True), Text(lines, listed=True)]
