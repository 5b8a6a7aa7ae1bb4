"""The page on the strength of the players, and what it does to the verdicts."""

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Chart, Element, Heading, Text
from starbalance.analyses.presentation.incomplete import noted
from starbalance.analyses.presentation.wording import lowered, plain
from starbalance.analyses.questions.averages import seat_means
from starbalance.analyses.questions.skill import RUNGS, SKILL
from starbalance.analyses.report.challenge import CHANGES, HOLDS, PLAY, stopped
from starbalance.analyses.report.finding import Finding, apart, label_of
from starbalance.analyses.report.played import by_opponents
from starbalance.analyses.report.robustness import misplayed
from starbalance.analyses.report.scenario import Scenario
from starbalance.analyses.report.sentence import capital, sentence
from starbalance.analyses.report.story import Story
from starbalance.analyses.statistics.aggregate import equal_share
from starbalance.analyses.statistics.verdict import UNDECIDED
from starbalance.simulator.engine.strategy import BASE

_PAGE = "players_page"
_ONE_PLAN = 5  # ratio of the largest to the second largest mean from which all seats follow one plan


def page(story: Story, colours: Mapping[str, str]) -> list[Element]:
    """Return the page on the players. Empty if the study tries no stronger players.

    Args:
        story: The story of the report.
        colours: Label of each level with a page -> its colour.
    """
    runs = story.study_runs
    if not (runs.ladders or runs.skills or runs.benchmarks or runs.responses):
        return []
    lines = [*_ladder(story), _verdicts(story), *_gains(story), _endless(story), _plan(story), *_misplayed(story)]
    return [
        Heading(sentence(_PAGE, "heading", outcomes=story.outcomes(PLAY), is_tried=bool(runs.skills)), page=True),
        Text([line for line in lines if line], listed=True),
        *_ladder_chart(story),
        *_shares_chart(story, colours),
    ]


def _ladder(story: Story) -> Iterator[str]:
    """Yield a sentence on the rungs of the first ladder, and one on the other styles of any ladder."""
    for ladder in list(story.study_runs.ladders.values())[:1]:
        yield sentence(_PAGE, "ladder", rungs=list(ladder.loc[ladder["is_rung"], SKILL]))
        yield sentence(_PAGE, "styles", names_of=list(ladder.loc[~ladder["is_rung"], SKILL]))


def _verdicts(story: Story) -> str:
    by_outcome = {
        word: [f"{capital(each.name)} ({each.where})" for each in story.findings if each.trust.get(PLAY) == word]
        for word in (HOLDS, CHANGES, UNDECIDED)
    }
    return sentence(_PAGE, "verdicts", **by_outcome)


def _gains(story: Story) -> Iterator[str]:
    """Yield sentences on the gains of search, of another search and of training, the largest lower end of each."""
    runs = story.study_runs
    parts = {key: by_opponents(table) for key, table in runs.benchmarks.items()}
    kinds: tuple[tuple[str, Mapping[tuple[str, str], pd.DataFrame]], ...] = (
        ("search", {key: tables[0] for key, tables in parts.items()}),
        ("another", {key: tables[1] for key, tables in parts.items()}),
        ("trained", {key: _beyond_start(table, runs.scenarios[key[1]]) for key, table in runs.responses.items()}),
    )
    for name, by_section in kinds:
        rows = [
            (runs.scenarios[scenario].title, row)
            for (_, scenario), table in by_section.items()
            for _, row in table.iterrows()
        ]
        title, row = max(rows, key=lambda each: each[1]["low"], default=("", None))
        yield sentence(_PAGE, name, row=row, title=title and lowered(title))


def _beyond_start(table: pd.DataFrame, scenario: Scenario) -> pd.DataFrame:
    """Return a table of `exploitability` with gains over the strategy that each training started from.

    Further columns: before (win share of that strategy in the scenario, or an equal share if nobody plays it),
    share_low, share_high. Allies split the win of their side.
    """
    equal = table["share"] - table["gain"]
    shares = scenario.rates(["strategy"]).set_index("strategy")["share"]
    before = (table["start"].map(shares) * equal / equal_share(scenario.result)).fillna(equal)
    ends = {f"share_{end}": table[end] + equal for end in ("low", "high")}
    return table.assign(before=before, **ends, **{end: table[end] + equal - before for end in ("low", "high")})


def _endless(story: Story) -> str:
    rows = [{**row, "where": lowered(row["scenario"])} for row in stopped(story.study_runs).to_dict("records")]
    return sentence(_PAGE, "endless", rows=rows)


def _plan(story: Story) -> str:
    """Return a sentence if all seats of sensible follow one plan, by the columns `plan` of the study."""
    names = story.study.get("plan", [])
    means = _means_of_base(story.headlines, names)
    ranked = sorted(means, key=lambda name: -means[name])
    is_one = len(ranked) > 1 and means[ranked[0]] > _ONE_PLAN * means[ranked[1]]
    main = ranked[0] if is_one else ""
    return sentence(
        _PAGE,
        "plan",
        main=main and plain(main),
        value=means.get(main, 0.0),
        rest=means[ranked[1]] if is_one else 0.0,
        others=[plain(name) for name in ranked[1:]],
        name=BASE,
    )


def _means_of_base(headlines: Sequence[Scenario], names: Sequence[str]) -> dict[str, float]:
    """Return the largest mean of each column among the seats of sensible, over all setups."""
    means: dict[str, float] = {}
    for scenario in headlines:
        if names and BASE in {each["name"] for each in scenario.result.settings["strategies"]}:
            table = seat_means(scenario.result, ["strategy"], names)
            for _, row in table[table["strategy"].astype(str) == BASE].iterrows():
                means[row["quantity"]] = max(row["mean"], means.get(row["quantity"], 0.0))
    return means


def _misplayed(story: Story) -> Iterator[str]:
    table = misplayed(story.study_runs.scenarios, story.study.get("robust", []))
    for row in table.head(1).to_dict("records"):
        yield sentence(_PAGE, "misplayed", row={**row, "variant": lowered(row["variant"])})


def _ladder_chart(story: Story) -> list[Element]:
    """Return a chart of the gain of one player of each rung among players of the rung below, in each setup."""
    rows = [
        {
            "group": "",
            "label": f"{row[SKILL]} among {row['against']}",
            "series": story.study_runs.scenarios[name].title,
            "value": 100 * row["gain"],
            "low": 100 * row["low"],
            "high": 100 * row["high"],
        }
        for (_, name), ladder in story.study_runs.ladders.items()
        for _, row in ladder.dropna(subset=["gain"]).iterrows()
    ]
    if not rows:
        return []
    title = sentence(_PAGE, "ladder_title")
    unit = "points beyond an equal share of one player (line: interval)"
    figure = chart.spread(pd.DataFrame(rows), title=title, colours={}, band=0.0, unit=unit, by_value=False)
    text = "Gain of one player over an equal share. A level whose interval includes 0 is no rung of the ladder."
    return [Chart("ladder", figure, text)]


def _shares_chart(story: Story, colours: Mapping[str, str]) -> list[Element]:
    """Return a chart of the levels with a page on each rung, in the setup of the first problem with a ladder."""
    for cases in story.problems:
        tables = list(story.study_runs.skill_of(cases[0].judge.name, [cases[0].column]))
        if tables:
            return [_by_rung(cases[0], tables[0], story, colours=colours)]
    return []


def _by_rung(case: Finding, table: pd.DataFrame, story: Story, *, colours: Mapping[str, str]) -> Chart:
    rungs = table.attrs.get(RUNGS, list(dict.fromkeys(table[SKILL])))
    shown = table[table[SKILL].isin(rungs)]
    drawn = pd.DataFrame(
        {
            "group": "",
            "label": [label_of(case.column, row) for _, row in shown.iterrows()],
            "series": shown[SKILL],
            **apart(shown, case.equal_share),
        }
    )
    same = [each for each in story.findings if each.judge is case.judge and each.column == case.column]
    changes = [capital(each.name) for each in same if each.trust.get(PLAY) == CHANGES]
    holds = all(each.trust.get(PLAY) == HOLDS for each in same if each.is_imbalanced)
    title = sentence(_PAGE, "shares_title", changes=changes, holds=holds, where=case.where)
    figure = chart.spread(noted(drawn, [case.judge.result]), title=title, colours=colours, band=100 * story.margin)
    text = f"Win share minus an equal share on each rung ({case.where}); all players of a game are of the same rung."
    return Chart("rungs", figure, text)
