"""The schedule of a study: plays its scenarios, variants, skill levels, tournaments and trainings.

All runs are stored below runs/.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pandas as pd

from starbalance.analyses.questions.board import flights
from starbalance.analyses.questions.mix import different
from starbalance.analyses.questions.players import strategies_option
from starbalance.analyses.questions.randomness import randomness
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.skill import RUNGS, SKILL, levels_of, skill
from starbalance.analyses.questions.tournament import Tournament, tournament
from starbalance.analyses.report.scenario import Scenario, Skills, StudyRuns
from starbalance.analyses.report.section import (
    Benchmark,
    Beside,
    Exploitability,
    Flights,
    PlayedSection,
    Randomness,
    Section,
    Skill,
    Strategies,
    Variants,
)
from starbalance.analyses.report.variants import variant_name
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.training.benchmark import CHALLENGER, benchmark, usual
from starbalance.analyses.training.course import least_budget
from starbalance.analyses.training.ladder import ladder
from starbalance.analyses.training.response import exploitability
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE, has_strong
from starbalance.simulator.engine.strategy_name import POOL, STRONG, search_name
from starbalance.simulator.engine.tables import find_setup
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import count
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.settings import RUNS

_MIRRORS = 3  # number of strategies that become further styles of play, each used by all players


@dataclass(frozen=True)
class PlannedRun:
    """A planned run of a study, with the options of `run` that differ between runs."""

    name: str
    title: str
    games: int
    options: Mapping[str, Any]
    by: Sequence[Sequence[str]] = field(default=())
    verdicts_of: str = ""


def planned_runs(study: Mapping[str, Any], sections: Sequence[Section], games: int | None) -> list[PlannedRun]:
    """Return the runs of a study.

    The `strategies` of the study hold for every scenario without strategies.

    Args:
        study: The study.
        sections: Sections of the study.
        games: Games per scenario. `None` means the numbers in the study.

    Raises:
        BadInput: If the number of games is below 1.
    """
    if games is not None and games < 1:
        raise BadInput(f"The number of games must be at least 1, got {games}.")
    keys = ("setup", "strategies", "skill", "variant", "timeline")
    for scenario in study["scenario"]:
        find_setup(find_game(study["game"]), scenario.get("setup"), None)
    common = {"strategies": study["strategies"]} if "strategies" in study else {}
    scenarios = [
        PlannedRun(
            scenario["name"],
            scenario["title"],
            games or count(scenario["games"], "games"),
            common | {key: scenario[key] for key in keys if key in scenario},
            scenario.get("by", ()),
            scenario.get("verdicts_of", ""),
        )
        for scenario in study["scenario"]
    ]
    for section in sections:
        if isinstance(section, Variants):
            for name in section.scenarios:
                base = next(scenario for scenario in scenarios if scenario.name == name)
                scenarios += _variants(study["game"], section, base, games=games)
    return scenarios


def _variants(game: str, section: Variants, base: PlannedRun, *, games: int | None) -> list[PlannedRun]:
    """Return the runs of the variants of a section, or of all variants of the game for a section without names."""
    known = tables.variants(find_game(game))
    for name in section.variants:
        if name not in known:
            raise unknown("variant", name, known)
    count = side_games(section, games)
    return [
        PlannedRun(
            variant_name(section, base.name, name), f"{base.title}: {name}", count, {**base.options, "variant": name}
        )
        for name in section.variants or known
    ]


def side_games(section: PlayedSection, games: int | None) -> int:
    """Return the number of games of each run that a section plays in addition to the scenarios."""
    return min(section.games, -(-games // _PARTS[type(section)])) if games else section.games


def play(
    study: Mapping[str, Any],
    sections: Sequence[Section],
    games: int | None = None,
    *,
    jobs: int | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    notify: Callable[[str], None] = lambda line: None,
) -> StudyRuns:
    """Play a study into folders below runs/, and continue runs that are already there."""
    shared = {"seed": study["seed"], "jobs": jobs, "notify": notify}
    scenarios = _scenarios(study["game"], planned_runs(study, sections, games), progress, **shared)
    results: dict[str, Any] = {side.result: {} for sides in BESIDE.values() for side in sides}
    for section in (each for each in sections if isinstance(each, PlayedSection) and type(each) in BESIDE):
        for name, side in product(section.scenarios, BESIDE[type(section)]):
            played = scenarios[name]
            rules = {key: played.result.settings[key] for key in ("setup", "changes")}
            options = {"setup": rules["setup"], "set": rules["changes"], "games": side_games(section, games)}
            notify(f"{played.title}: {side.title}.")
            result = side.play(study["game"], section, played, progress=progress, **options, **shared)
            results[side.result][section.name, name] = result
    return with_rungs(StudyRuns(scenarios, **results))


def with_rungs(study_runs: StudyRuns) -> StudyRuns:
    """Put the rungs of each ladder on the tables of `skill` of its section, and return the runs."""
    for key, rungs in study_runs.ladders.items():
        for _, table in study_runs.skills[key]:
            table.attrs[RUNGS] = list(rungs.loc[rungs["is_rung"], SKILL])
    return study_runs


def _scenarios(
    game: str,
    runs: Sequence[PlannedRun],
    progress: Callable[..., None],
    *,
    notify: Callable[[str], None],
    **shared: Any,
) -> dict[str, Scenario]:
    """Play the runs of a study, and return the scenarios by name."""
    work = _Work(sum(each.games for each in runs), progress)
    scenarios: dict[str, Scenario] = {}
    for each in runs:
        notify(f"{each.title}: {each.games:,} games.")
        now = work.next(each.games)
        result = run(game, games=each.games, out=RUNS, progress=now, notify=notify, **shared, **each.options)
        scenarios[each.name] = Scenario(each.name, each.title, each.by, result, each.verdicts_of)
    return scenarios


def _tournament(game: str, section: Strategies, scenario: Scenario, **options: Any) -> Tournament:
    return tournament(game, section.strategies or None, **options)


def _skills(game: str, section: Skill, scenario: Scenario, **options: Any) -> Skills:
    """Return the tables of `skill` by each `by` of a section, also for the strategies that win most in the run."""
    columns, strongest = section.by or [[scenario.result.factor]], rates(scenario.result, ["strategy"])
    styles = [] if section.levels else list(strongest.nlargest(_MIRRORS, "share")["strategy"])
    levels = _levels(find_game(game), section, options["setup"], styles=styles)
    return [(by, skill(game, by=by, levels=levels, **options)) for by in columns]


def _ladder(game: str, section: Skill, scenario: Scenario, **options: Any) -> pd.DataFrame:
    """Return the table of `ladder` of the levels of a section. The strategies that win most are no levels."""
    return ladder(game, _levels(find_game(game), section, options["setup"]), **options)


def _levels(game: Game, section: Skill, setup: str, *, styles: Sequence[str] = ()) -> list[str]:
    """Return the levels of a section, by default those of the game, and further styles of play."""
    return different(game, setup, [*section.levels, *styles]) if section.levels else levels_of(game, setup, styles)


def _responses(game: str, section: Exploitability, scenario: Scenario, *, games: int, **options: Any) -> pd.DataFrame:
    """Return the gains of training against the pool, from each strategy of a section."""
    budget = max(games, least_budget(scenario.result.settings["players"]))
    return exploitability(game, base=section.strategies or (BASE,), budget=budget, resume=True, **options)


def _benchmarks(game: str, section: Benchmark, scenario: Scenario, **options: Any) -> pd.DataFrame:
    """Return the tables of `benchmark` of all strategies of a section as one table.

    The first strategy plays among the default opponents, and each further one, such as another search, among the
    strategies before it. A setup without `strong` has `search:sensible@8` in its place. The intervals of all rows hold
    together.
    """
    known_game, setup = find_game(game), options["setup"]
    challengers = [
        search_name(BASE, 8) if each == STRONG and not has_strong(known_game, setup) else each
        for each in section.strategies or (CHALLENGER,)
    ]
    rivals = [challengers[:place] or usual(known_game, setup) for place in range(len(challengers))]
    alphas = [ALPHA * len(each) / sum(map(len, rivals)) for each in rivals]
    measured = [
        benchmark(game, each, against=against, alpha=alpha, **options)
        for each, against, alpha in zip(challengers, rivals, alphas, strict=True)
    ]
    return pd.concat(
        [table.assign(strategy=each) for table, each in zip(measured, challengers, strict=True)], ignore_index=True
    )


def _other_game(game: str, section: Beside, scenario: Scenario, *, games: int, seed: int, **options: Any) -> Result:
    """Return a run of the other game with a timeline, in the setup that belongs to the scenario."""
    setup = section.setups[list(section.scenarios).index(scenario.name)]
    shared = {key: options[key] for key in ("jobs", "progress", "notify")}
    players = POOL if _players(scenario) == [POOL] else None
    return run(
        section.other,
        setup=setup,
        games=games,
        seed=seed,
        strategies=players,
        timeline=True,
        out=RUNS,
        **shared,
    )


def _players(scenario: Scenario) -> list[str] | None:
    """Return the strategies that a scenario plays, in the form that `run` accepts."""
    return strategies_option(scenario.result.settings)


def _randomness_tables(game: str, section: Randomness, scenario: Scenario, **options: Any) -> pd.DataFrame:
    return randomness(game, strategies=_players(scenario), **options)


def _flights(game: str, section: Flights, scenario: Scenario, *, jobs: int | None, **options: Any) -> pd.DataFrame:
    return flights(game, strategies=_players(scenario), **options)


@dataclass(frozen=True)
class _Beside:
    """One result of a kind of section for which it plays games in addition to the scenarios.

    Attributes:
        result: Name of the field of `StudyRuns` for the results.
        title: Title in the progress.
        play: Function that plays it.
    """

    result: str
    title: str
    play: Callable[..., Any]


BESIDE: Mapping[type[Section], Sequence[_Beside]] = {
    Strategies: [_Beside("tournaments", "the strategies against each other", _tournament)],
    Skill: [
        _Beside("ladders", "which players are stronger", _ladder),
        _Beside("skills", "players of increasing skill", _skills),
    ],
    Exploitability: [_Beside("responses", "training against the pool", _responses)],
    Benchmark: [_Beside("benchmarks", "a search player among other players", _benchmarks)],
    Randomness: [_Beside("randomness", "the same games with other randomness", _randomness_tables)],
    Flights: [_Beside("flights", "the flights of some games", _flights)],
    Beside: [_Beside("others", "the other game", _other_game)],
}
_PARTS: Mapping[type[Section], int] = {  # a section plays at most the games of --games, divided by this number
    Variants: 4,
    Strategies: 40,
    Skill: 2,
    Exploitability: 1,
    Benchmark: 100,
    Randomness: 20,
    Flights: 100,
    Beside: 1,
}


@dataclass
class _Work:
    """The progress of several runs as one piece of work."""

    total: int
    progress: Callable[..., None]
    done: int = 0

    def next(self, games: int) -> Callable[..., None]:
        """Return the progress function of the next run."""
        before = self.done
        self.done += games
        return lambda done, _, note="": self.progress(before + done, self.total, note)
