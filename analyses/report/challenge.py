"""What the verdicts of a report are put to: better play, the strategies that win, other data."""

from collections.abc import Iterator, Sequence

import pandas as pd

from starbalance.analyses.presentation.wording import named, plain
from starbalance.analyses.questions.rates import about
from starbalance.analyses.questions.skill import OPEN, SKILL, able_courses, rounds_ahead, verdict_by_skill
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import FEW_CAPPED, StudyRuns
from starbalance.analyses.report.variants import judged_in_mix
from starbalance.analyses.statistics.verdict import UNDECIDED, is_decided
from starbalance.simulator.games import find_game

PLAY, STRATEGIES, DATA = "play", "strategies", "data"
HOLDS, CHANGES = "holds", "changes"
Row = tuple[str, str, str, str, str]
_OUTCOMES = {"yes": HOLDS, "no": CHANGES, UNDECIDED: UNDECIDED}  # of a verdict that survives or does not
COLUMNS = ("scenario", "level", "verdict", "against", "outcome")


def challenges(study_runs: StudyRuns, compared: Sequence[OtherData], column: str = "") -> pd.DataFrame:
    """A row for each decided verdict by a column (none: the factor) and each thing that it was put to.

    Columns: scenario (its title), level (of the column), verdict, against (play: every level of it from sensible
    up; strategies: the mix that no other beats; data: other values for those that are assumed), outcome (holds,
    changes, undecided).
    """
    rows = [
        *_by_play(study_runs, column),
        *_by_strategies(study_runs, column),
        *_by_data(study_runs, compared, column),
    ]
    found = pd.DataFrame(rows, columns=list(COLUMNS))
    return found[found["verdict"].map(is_decided).astype(bool)].reset_index(drop=True)


def spans(study_runs: StudyRuns) -> pd.DataFrame:
    """What each level of a column wins from sensible play up, wherever that was asked.

    Columns: scenario (its title), factor (in words), level, lowest, highest.
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
    """Where better play surely leaves more than a few games to the cap.

    Columns: scenario (its title), skill (the level from sensible up at which it stops most), games, share, low, high
    (of the games of that level that it stops), horizon (rounds that its players look ahead, 0: none), before (the share
    of the games of the scenario).
    """
    rows = []
    for name, table in {name: tables[0][1] for (_, name), tables in study_runs.skills.items()}.items():
        going = able_courses(table)
        most = going.loc[going["capped_low"].idxmax()]
        if most["capped_low"] > FEW_CAPPED:
            scenario = study_runs.scenarios[name]
            before = scenario.ask(about).set_index("quantity").loc["share of capped games", "value"]
            of_level = most[[SKILL, "games", "capped", "capped_low", "capped_high"]]
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
    for (_, name), found in study_runs.tournaments.items():
        scenario = study_runs.scenarios[name]
        by = [column or scenario.result.factor]
        for _, row in judged_in_mix(found, scenario.result, by).iterrows():
            yield scenario.title, named(by, row), row["verdict"], STRATEGIES, _OUTCOMES[row["survives"]]


def _by_data(study_runs: StudyRuns, compared: Sequence[OtherData], column: str) -> Iterator[Row]:
    """The worst outcome of each verdict under all other data."""
    for of in dict.fromkeys(each.of for each in compared):
        asked = [each.shares_by([column] if column else []) for each in compared if each.of == of]
        tables = [table for table in asked if table is not None]
        scenario, whole = study_runs.scenarios[of], pd.concat(tables) if tables else pd.DataFrame()
        by = [column or scenario.result.factor]
        for _, rows in whole.groupby(by, sort=False, observed=True) if tables else ():
            said = set(rows["survives"])
            outcome = next(_OUTCOMES[word] for word in ("no", UNDECIDED, "yes") if word in said)
            yield scenario.title, named(by, rows.iloc[0]), rows["verdict_base"].iloc[0], DATA, outcome
