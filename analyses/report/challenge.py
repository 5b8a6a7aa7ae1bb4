"""Robustness of the verdicts of a report: with stronger players, in the equilibrium, and under other data."""

from collections.abc import Iterable, Iterator, Sequence

import pandas as pd

from starbalance.analyses.presentation.wording import named
from starbalance.analyses.questions.rates import about
from starbalance.analyses.questions.skill import SKILL, able_courses, able_levels, rounds_ahead
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import FEW_TRUNCATED, SEAT, StudyRuns
from starbalance.analyses.report.variants import judged_in_mix
from starbalance.analyses.statistics.verdict import UNDECIDED, is_decided
from starbalance.simulator.games import find_game

PLAY, STRATEGIES, DATA = "play", "strategies", "data"
HOLDS, CHANGES = "holds", "changes"
Row = tuple[str, str, str, str, str, str]
_OUTCOMES = {"yes": HOLDS, "no": CHANGES, UNDECIDED: UNDECIDED}  # `survives` of a verdict -> outcome
COLUMNS = ("scenario", "column", "level", "verdict", "against", "outcome")


def challenges(study_runs: StudyRuns, compared: Sequence[OtherData]) -> pd.DataFrame:
    """Return a row for each decided verdict and each condition that it was tried under.

    Args:
        study_runs: The runs of the study.
        compared: Comparisons with other data.

    Returns:
        A table with the columns scenario (name), column, level, verdict, against and outcome. `against` is `play` (the
        ladder of skill from sensible upwards), `strategies` (the equilibrium) or `data` (other assumed values).
        `outcome` is `holds`, `changes` or `undecided`.
    """
    rows = [*_by_play(study_runs), *_by_strategies(study_runs), *_by_data(study_runs, compared)]
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    return table[table["verdict"].map(is_decided).astype(bool)].reset_index(drop=True)


def outcome(verdict: str, verdicts: Iterable[str]) -> str:
    """Return what other verdicts on a level say about its verdict.

    Args:
        verdict: The verdict.
        verdicts: Verdicts on the same level under other conditions.

    Returns:
        `changes` if a decided verdict differs, `holds` if all are decided and equal, otherwise `undecided`.

    >>> outcome("strong", ["strong", "weak"]), outcome("strong", ["strong", "undecided"])
    ('changes', 'undecided')
    """
    others = set(verdicts)
    if any(is_decided(other) and other != verdict for other in others):
        return CHANGES
    return HOLDS if others == {verdict} else UNDECIDED


def stopped(study_runs: StudyRuns) -> pd.DataFrame:
    """Return the scenarios in which stronger players significantly have more than 1% truncated games.

    Columns: scenario (title), skill, games, share, low, high, horizon, before. `skill` is the rung from sensible
    upwards with most truncated games. `share` is their share at this rung, `before` in the scenario. `horizon` is the
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
            settings = scenario.result.settings
            horizon = rounds_ahead(find_game(settings["game"]), most[SKILL], settings["setup"])
            rows.append((scenario.title, *of_level, horizon, before))
    return pd.DataFrame(rows, columns=["scenario", SKILL, "games", "share", "low", "high", "horizon", "before"])


def _by_play(study_runs: StudyRuns) -> Iterator[Row]:
    """Yield the outcome of each verdict on the rungs of the ladder of skill from sensible upwards."""
    for (_, name), tables in study_runs.skills.items():
        scenario = study_runs.scenarios[name]
        for by, table in tables:
            if len(by) != 1:
                continue
            able = table[table[SKILL].isin(able_levels(table))]
            of_level = able.assign(level=[named(by, row) for _, row in able.iterrows()]).groupby("level")["verdict"]
            verdicts = {level: list(words) for level, words in of_level}
            for _, row in scenario.rates(by).iterrows():
                level, verdict = named(by, row), row["verdict"]
                yield name, by[0], level, verdict, PLAY, outcome(verdict, verdicts.get(level, [UNDECIDED]))


def _by_strategies(study_runs: StudyRuns) -> Iterator[Row]:
    for (_, name), result in study_runs.tournaments.items():
        scenario = study_runs.scenarios[name]
        for column in dict.fromkeys((scenario.result.factor, SEAT)):
            for _, row in judged_in_mix(result, scenario.result, [column]).iterrows():
                yield name, column, named([column], row), row["verdict"], STRATEGIES, _OUTCOMES[row["survives"]]


def _by_data(study_runs: StudyRuns, compared: Sequence[OtherData]) -> Iterator[Row]:
    """Yield the worst outcome of each verdict under all other data."""
    tables: dict[tuple[str, str], list[pd.DataFrame]] = {}
    for each in compared:
        if each.shares is not None and len(each.by) == 1:
            tables.setdefault((each.of, each.by[0]), []).append(each.shares)
    for (of, column), parts in tables.items():
        for _, rows in pd.concat(parts).groupby(column, sort=False, observed=True):
            outcomes = set(rows["survives"])
            worst = next(_OUTCOMES[word] for word in ("no", UNDECIDED, "yes") if word in outcomes)
            yield of, column, named([column], rows.iloc[0]), rows["verdict_base"].iloc[0], DATA, worst
