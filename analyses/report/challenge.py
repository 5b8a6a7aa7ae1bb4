"""Robustness of the verdicts of a report: under better play, in the equilibrium, and under other data."""

from collections.abc import Iterator, Sequence

import pandas as pd

from starbalance.analyses.presentation.wording import named, plain
from starbalance.analyses.questions.rates import about
from starbalance.analyses.questions.skill import OPEN, SKILL, able_courses, rounds_ahead, verdict_by_skill
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import FEW_TRUNCATED, StudyRuns
from starbalance.analyses.report.variants import judged_in_mix
from starbalance.analyses.statistics.verdict import UNDECIDED, is_decided
from starbalance.simulator.games import find_game

PLAY, STRATEGIES, DATA = "play", "strategies", "data"
HOLDS, CHANGES = "holds", "changes"
Row = tuple[str, str, str, str, str]
_OUTCOMES = {"yes": HOLDS, "no": CHANGES, UNDECIDED: UNDECIDED}  # `survives` of a verdict -> outcome
COLUMNS = ("scenario", "level", "verdict", "against", "outcome")


def challenges(study_runs: StudyRuns, compared: Sequence[OtherData], column: str = "") -> pd.DataFrame:
    """Return a row for each decided verdict by a column and each condition that it was tried under.

    Args:
        study_runs: The runs of the study.
        compared: Comparisons with other data.
        column: Column of the verdicts. Empty: the main factor.

    Returns:
        A table with the columns scenario (title), level, verdict, against and outcome. `against` is `play` (every skill
        level from sensible upwards), `strategies` (the equilibrium) or `data` (other assumed values). `outcome` is
        `holds`, `changes` or `undecided`.
    """
    rows = [
        *_by_play(study_runs, column),
        *_by_strategies(study_runs, column),
        *_by_data(study_runs, compared, column),
    ]
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    return table[table["verdict"].map(is_decided).astype(bool)].reset_index(drop=True)


def spans(study_runs: StudyRuns) -> pd.DataFrame:
    """Return the range of the win share of each level from sensible play upwards, for all tables of skill.

    Columns: scenario (title), factor (in words), level, lowest, highest.
    """
    rows = [
        (study_runs.scenarios[name].title, plain(by[0]), named(by, row), row["lowest"], row["highest"])
        for (_, name), tables in study_runs.skills.items()
        for by, table in tables
        if len(by) == 1
        for _, row in verdict_by_skill(table, by).iterrows()
    ]
    return pd.DataFrame(rows, columns=["scenario", "factor", "level", "lowest", "highest"])


def stopped(study_runs: StudyRuns) -> pd.DataFrame:
    """Return the scenarios in which better play significantly has more than 1% truncated games.

    Columns: scenario (title), skill, games, share, low, high, horizon, before. `skill` is the level from sensible
    upwards with most truncated games. `share` is their share at this level, `before` in the scenario. `horizon` is the
    rollout depth of its players in rounds, 0 without a search.
    """
    rows = []
    for name, table in {name: tables[0][1] for (_, name), tables in study_runs.skills.items()}.items():
        going = able_courses(table)
        most = going.loc[going["truncated_low"].idxmax()]
        if most["truncated_low"] > FEW_TRUNCATED:
            scenario = study_runs.scenarios[name]
            before = scenario.ask(about).set_index("quantity").loc["share of truncated games", "value"]
            of_level = most[[SKILL, "games", "truncated", "truncated_low", "truncated_high"]]
            horizon = rounds_ahead(find_game(scenario.result.settings["game"]), most[SKILL])
            rows.append((scenario.title, *of_level, horizon, before))
    return pd.DataFrame(rows, columns=["scenario", SKILL, "games", "share", "low", "high", "horizon", "before"])


def _by_play(study_runs: StudyRuns, column: str) -> Iterator[Row]:
    for name in dict.fromkeys(name for _, name in study_runs.skills):
        scenario = study_runs.scenarios[name]
        by = [column or scenario.result.factor]
        for table in study_runs.skill_of(name, by):
            claims = {named(by, row): row["verdict"] for _, row in verdict_by_skill(table, by).iterrows()}
            for _, row in scenario.rates(by).iterrows():
                claim = claims.get(named(by, row), OPEN)
                outcome = UNDECIDED if claim == OPEN else HOLDS if claim == row["verdict"] else CHANGES
                yield scenario.title, named(by, row), row["verdict"], PLAY, outcome


def _by_strategies(study_runs: StudyRuns, column: str) -> Iterator[Row]:
    for (_, name), result in study_runs.tournaments.items():
        scenario = study_runs.scenarios[name]
        by = [column or scenario.result.factor]
        for _, row in judged_in_mix(result, scenario.result, by).iterrows():
            yield scenario.title, named(by, row), row["verdict"], STRATEGIES, _OUTCOMES[row["survives"]]


def _by_data(study_runs: StudyRuns, compared: Sequence[OtherData], column: str) -> Iterator[Row]:
    """Yield (scenario title, level, verdict, `data`, outcome) for each verdict.

    The outcome is the worst one under all other data.
    """
    for of in dict.fromkeys(each.of for each in compared):
        named_tables = [each.shares_by([column] if column else []) for each in compared if each.of == of]
        tables = [table for table in named_tables if table is not None]
        scenario, whole = study_runs.scenarios[of], pd.concat(tables) if tables else pd.DataFrame()
        by = [column or scenario.result.factor]
        for _, rows in whole.groupby(by, sort=False, observed=True) if tables else ():
            outcomes = set(rows["survives"])
            outcome = next(_OUTCOMES[word] for word in ("no", UNDECIDED, "yes") if word in outcomes)
            yield scenario.title, named(by, rows.iloc[0]), rows["verdict_base"].iloc[0], DATA, outcome
