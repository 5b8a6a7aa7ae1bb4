"""What a study plays: its scenarios, the variants and levels of skill that a section asks for, tournaments, trainings.

All of it lies below runs/.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from starbalance.analyses.questions.board import flights
from starbalance.analyses.questions.luck import luck
from starbalance.analyses.questions.mix import different
from starbalance.analyses.questions.players import strategies_option
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.skill import levels_of, skill
from starbalance.analyses.questions.tournament import Tournament, tournament
from starbalance.analyses.report.scenario import Scenario, Skills, StudyRuns
from starbalance.analyses.report.section import (
    Beside,
    Exploitability,
    Flights,
    Luck,
    PlayedSection,
    Section,
    Skill,
    Strategies,
    Variants,
    Yardstick,
)
from starbalance.analyses.report.variants import variant_name
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.training.benchmark import CHALLENGER, benchmark, usual
from starbalance.analyses.training.course import least_budget
from starbalance.analyses.training.response import exploitability
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.engine.strategy_name import POOL
from starbalance.simulator.engine.tables import find_setup
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import count
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import DEFAULT, run

_MIRRORS = 3  # strategies, each of which all players play, as further levels of skill
_VARIANTS = 4  # a variant has at most one in so many of the games that --games asks for


@dataclass(frozen=True)
class PlannedRun:
    """A run of a study: what it is called, and the options of `run` that it does not share with the others."""

    name: str
    title: str
    games: int
    options: Mapping[str, Any]
    by: Sequence[Sequence[str]] = field(default=())
    finding: bool = False
    verdicts_of: str = ""


def planned_runs(study: Mapping[str, Any], asked: Sequence[Section], games: int | None) -> list[PlannedRun]:
    """Return the runs of a study.

    The `strategies` of the study hold for every scenario that names none. games: of each scenario, instead of those
    in the study. Raises BadInput for less than 1.
    """
    if games is not None and games < 1:
        raise BadInput(f"The number of games cannot be {games}: it is 1 or more.")
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
            scenario.get("finding", False),
            scenario.get("verdicts_of", ""),
        )
        for scenario in study["scenario"]
    ]
    for section in asked:
        if isinstance(section, Variants):
            for name in section.scenarios:
                base = next(scenario for scenario in scenarios if scenario.name == name)
                scenarios += _variants(study["game"], section, base, games=games)
    return scenarios


def _variants(game: str, section: Variants, base: PlannedRun, *, games: int | None) -> list[PlannedRun]:
    """The variants of a scenario that a section asks for, all of its game where it names none."""
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
    part = _VARIANTS if isinstance(section, Variants) else BESIDE[type(section)].part
    return min(section.games, -(-games // part)) if games else section.games


def play(
    study: Mapping[str, Any],
    asked: Sequence[Section],
    games: int | None = None,
    *,
    jobs: int | None = None,
    progress: Callable[..., None] = lambda done, total, note="": None,
    tell: Callable[[str], None] = lambda line: None,
) -> StudyRuns:
    """Plays a study into folders below runs/, going on with what is there."""
    shared = {"seed": study["seed"], "jobs": jobs, "tell": tell}
    scenarios = _scenarios(study["game"], planned_runs(study, asked, games), progress, **shared)
    found: dict[str, Any] = {side.result: {} for side in BESIDE.values()}
    for section in (each for each in asked if isinstance(each, PlayedSection) and type(each) in BESIDE):
        side = BESIDE[type(section)]
        for name in section.scenarios:
            played = scenarios[name]
            its = {key: played.result.settings[key] for key in ("setup", "changes")}
            options = {"setup": its["setup"], "set": its["changes"], "games": side_games(section, games)}
            tell(f"{played.title}: {side.title}.")
            result = side.play(study["game"], section, played, progress=progress, **options, **shared)
            found[side.result][section.name, name] = result
    return StudyRuns(scenarios, **found)


def _scenarios(
    game: str, runs: Sequence[PlannedRun], progress: Callable[..., None], *, tell: Callable[[str], None], **shared: Any
) -> dict[str, Scenario]:
    """The runs of a study, played."""
    work = _Work(sum(each.games for each in runs), progress)
    scenarios: dict[str, Scenario] = {}
    for each in runs:
        tell(f"{each.title}: {each.games:,} games.")
        now = work.next(each.games)
        result = run(game, games=each.games, out=DEFAULT, progress=now, tell=tell, **shared, **each.options)
        scenarios[each.name] = Scenario(each.name, each.title, each.by, result, each.finding, each.verdicts_of)
    return scenarios


def _tournament(game: str, section: Strategies, scenario: Scenario, **options: Any) -> Tournament:
    return tournament(game, section.strategies or None, **options)


def _skills(game: str, section: Skill, scenario: Scenario, **options: Any) -> Skills:
    """The table of `skill` by each `by` of a section: among equals of the scenario's strongest strategies, too."""
    columns = section.by or [[scenario.result.factor]]
    levels = different(find_game(game), options["setup"], section.levels or _levels(find_game(game), scenario.result))
    return [(by, skill(game, by=by, levels=levels, **options)) for by in columns]


def _levels(game: Game, result: Result) -> list[str]:
    """The levels of skill of a run's set-up, with those strategies that win most in the run."""
    strongest = rates(result, ["strategy"]).nlargest(_MIRRORS, "share")["strategy"]
    return levels_of(game, result.settings["setup"], list(strongest))


def _responses(game: str, section: Exploitability, scenario: Scenario, *, games: int, **options: Any) -> pd.DataFrame:
    """What training against the pool gains, from each strategy that a section names."""
    budget = max(games, least_budget(scenario.result.settings["players"]))
    return exploitability(game, base=section.strategies or (BASE,), budget=budget, resume=True, **options)


def _yardsticks(game: str, section: Yardstick, scenario: Scenario, **options: Any) -> pd.DataFrame:
    """What one player of each strategy that a section names wins among others, and among those it names before it.

    That is the table of `yardstick` of each: among players who look ahead, too, of one who looks further. The intervals
    of all rows hold at once.
    """
    asked = section.strategies or (CHALLENGER,)
    others = usual(find_game(game), options["setup"])
    rivals = [[*others, *asked[:place]] for place in range(len(asked))]
    alphas = [ALPHA * len(each) / sum(map(len, rivals)) for each in rivals]
    found = [
        benchmark(game, each, against=against, alpha=alpha, **options)
        for each, against, alpha in zip(asked, rivals, alphas, strict=True)
    ]
    return pd.concat([table.assign(strategy=each) for table, each in zip(found, asked, strict=True)], ignore_index=True)


def _other_game(game: str, section: Beside, scenario: Scenario, *, games: int, seed: int, **options: Any) -> Result:
    """A run of the other game, with its course, in the set-up beside the scenario."""
    setup = section.setups[list(section.scenarios).index(scenario.name)]
    shared = {key: options[key] for key in ("jobs", "progress", "tell")}
    players = POOL if _players(scenario) == [POOL] else None
    return run(
        section.other,
        setup=setup,
        games=games,
        seed=seed,
        strategies=players,
        timeline=True,
        out=DEFAULT,
        **shared,
    )


def _players(scenario: Scenario) -> list[str] | None:
    """Return the strategies that a scenario plays, as a run takes them."""
    return strategies_option(scenario.result.settings)


def _lucks(game: str, section: Luck, scenario: Scenario, **options: Any) -> pd.DataFrame:
    return luck(game, strategies=_players(scenario), **options)


def _flights(game: str, section: Flights, scenario: Scenario, *, jobs: int | None, **options: Any) -> pd.DataFrame:
    return flights(game, strategies=_players(scenario), **options)


@dataclass(frozen=True)
class _Beside:
    """What a kind of section plays beside the scenarios.

    result: where StudyRuns has it. part: it has at most one in so many of the games that --games asks for.
    """

    result: str
    part: int
    title: str
    play: Callable[..., Any]


BESIDE: Mapping[type[Section], _Beside] = {
    Strategies: _Beside("tournaments", 40, "the strategies against each other", _tournament),
    Skill: _Beside("skills", 10, "ever better players", _skills),
    Exploitability: _Beside("responses", 1, "training against the pool", _responses),
    Yardstick: _Beside("yardsticks", 100, "one who looks ahead among others", _yardsticks),
    Luck: _Beside("lucks", 20, "the same games with other luck", _lucks),
    Flights: _Beside("flights", 100, "the flights of some games", _flights),
    Beside: _Beside("others", 1, "the game beside this one", _other_game),
}


@dataclass
class _Work:
    """The games of several runs as one piece of work."""

    total: int
    progress: Callable[..., None]
    done: int = 0

    def next(self, games: int) -> Callable[..., None]:
        """The progress of the next run."""
        before = self.done
        self.done += games
        return lambda done, _, note="": self.progress(before + done, self.total, note)
