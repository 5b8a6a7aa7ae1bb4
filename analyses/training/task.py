"""What is to be trained: a strategy in a set-up against a mix; and the training itself."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from starbalance.analyses.questions.mix import Mix, dealt
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.training import validation
from starbalance.analyses.training.contest import Contest, with_weights
from starbalance.analyses.training.course import Course
from starbalance.analyses.training.evolution import Region, region
from starbalance.analyses.training.journal import Journal, digest
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.strategy import UNIFORM, Strategy, find_strategy, strategy_names
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.weights import Row, entry
from starbalance.simulator.runs.batch import AtWork
from starbalance.simulator.runs.code import code_stamp
from starbalance.simulator.runs.experiment import Experiment
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.run import DEFAULT
from starbalance.simulator.runs.settings import describe

REACH = 1.0
AS_IT_IS = "as it is"  # the rules that were asked for, where there are others
_PACKAGES = ("cma", "numpy", "numba", "starbalance")


@dataclass(frozen=True)
class Improvement:
    """What a training found: weights, what they gain over the start's in fresh games, after so many generations.

    gains: what they gain under each of the rules alone, by name, where there are several.
    """

    weights: dict[str, float]
    gain: validation.Gain
    generations: int
    gains: Mapping[str, validation.Gain] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Task:
    """A training to be done.

    experiment: the set-up, its rules and the seed.
    start: the strategy that it begins with, as it plays in the set-up. reach: how far each weight may move from there,
    in sizes of it. under: further rules by name, under each of which as many games are played. level: of the factor,
    such as a race, where weights for it alone are sought; the start has a row for it.
    """

    experiment: Experiment
    mix: Mix
    start: Strategy
    reach: float
    under: Mapping[str, Rules] = field(default_factory=dict)
    level: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return self.experiment.game

    @property
    def rules(self) -> Rules:
        """The rules of the set-up."""
        return self.experiment.rules

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        return self.experiment.seed

    @property
    def weights(self) -> Mapping[str, float]:
        """The weights to begin with."""
        return self.start.levels[self.level] if self.level else self.start.weights

    def played(self, weights: Mapping[str, float]) -> Strategy:
        """The start with weights in the place of those that are sought."""
        return with_weights(self.start, weights, self.level)

    def content(self, weights: Mapping[str, float], row: bool) -> dict[str, Any]:
        """What a file has of weights that were found. row: for the set-up alone, or a level in it."""
        found: dict[str, Any] = {"weights": dict(weights)}
        if self.level or not self.start.levels:
            return found
        there = entry(Row(weights, self.played(weights).levels))
        return there if row else {**found, "setups": {self.rules.setup.name: there}}

    @property
    def region(self) -> Region:
        """Where the weights may go. Raises BadInput for a reach that cannot be."""
        if not 0 < self.reach < float("inf"):
            raise BadInput(f"The reach cannot be {self.reach}: it is more than 0.")
        others = [find_strategy(self.game, name).weights for name in strategy_names(self.game) if name != UNIFORM]
        return region(self.weights, others, self.reach)

    @property
    def plan(self) -> Plan:
        """Its games, but for the candidate: everybody is dealt from the mix."""
        return dealt(self.mix, self.game, self.rules, seed=self.seed)

    @property
    def settings(self) -> dict[str, Any]:
        """Everything that it depends on but its budget."""
        return {
            "game": self.game.address,
            "setup": self.rules.setup.name,
            "changes": self.rules.changed,
            "under": {name: rules.changed for name, rules in self.under.items()},
            "level": self.level,
            "base": _described(self.start),
            "against": [
                {**_described(each), "chance": share}
                for each, share in zip(self.mix.strategies, self.mix.shares, strict=True)
            ],
            "reach": self.reach,
            "seed": self.seed,
            "rules": self.rules.version,
            "code": code_stamp(self.game),
            "versions": {name: metadata.version(name) for name in _PACKAGES},
        }

    @property
    def folder(self) -> Path:
        """Where its work is kept: named by everything that it depends on."""
        game, its = Path(self.game.address).name, self.settings
        name = re.sub(r"[^\w.-]", "-", self.start.name)  # no system's folders take all that names of searchers have
        return DEFAULT / f"train-{game}-{its['setup']}-{name}-{digest(its)[:8]}"

    def improve(
        self, *, budget: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float = ALPHA
    ) -> Improvement:
        """Trains, or goes on with a training. Raises BadInput where one was begun that is not to be resumed."""
        with self._course(budget, at_work=at_work, resume=resume, progress=progress) as course:
            course.search(self.seed)
            weights = course.choice()
            found = course.gain(self.weights, weights)
        apart = (validation.gain(each, alpha) for each in found)
        gains = dict(zip((AS_IT_IS, *self.under), apart, strict=True)) if self.under else {}
        return Improvement(dict(weights), validation.gain(found.sum(0), alpha), len(course.means), gains)

    def look(
        self, *, games: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float = ALPHA
    ) -> tuple[tuple[float, float, float], int]:
        """((share, low, high) of the start, which looks ahead, how many games that is): nothing is trained."""
        with self._course(games, at_work=at_work, resume=resume, progress=progress) as course:
            found = course.look()
        return validation.share(found, alpha), found.shape[1]

    @contextmanager
    def _course(self, budget: int, *, at_work: AtWork, resume: bool, progress: Callable[..., None]) -> Iterator[Course]:
        """Its games, as far as its folder knows them; the folder is closed at the end."""
        journal = Journal(self.folder, self.settings, resume)
        try:
            under = tuple(rules.record for rules in self.under.values())
            contest = Contest(self.plan, self.mix.ratios, self.start, at_work, under, self.level)
            yield Course(contest, self.region, journal, budget, progress)
        finally:
            journal.close()


def provenance(task: Task, found: Improvement, *, budget: int, alpha: float) -> dict[str, Any]:
    """Where weights come from, as a file of them tells it."""
    its, gain = task.settings, found.gain
    known = ("game", "setup", "level", "changes", "under", "reach", "seed", "rules", "code", "versions")
    return {
        **{key: its[key] for key in known},
        "base": task.start.name,
        "against": dict(zip(task.mix.names, task.mix.shares, strict=True)),
        "budget": budget,
        "generations": found.generations,
        "games": gain.games,
        "share": list(gain.trained),
        "base_share": list(gain.base),
        "gain": list(gain.gain),
        "gains": {name: list(each.gain) for name, each in found.gains.items()},
        "alpha": alpha,
    }


def recipe(task: Task) -> str:
    """What a trained strategy does, in a sentence."""
    whose = f"weights of {task.level}" if task.level else "weights"
    return f"As {task.start.name}, with {whose} trained in {task.rules.setup.name} against {', '.join(task.mix.names)}."


def trainable(game: Game, base: str | Strategy) -> Strategy:
    """A strategy to begin with. Raises BadInput for one without weights that a file could hold."""
    found = find_strategy(game, base)
    if found.random_from or found.without:
        raise BadInput(
            f"'{found.name}' is restricted, and a file of weights cannot keep that: train the strategy without it."
        )
    if not is_trainable(found):
        raise BadInput(f"'{found.name}' has no weights of its own to train: choose a strategy of the game.")
    return found


def is_trainable(strategy: Strategy) -> bool:
    """Return whether a file of weights can hold a strategy: no function of a user, search or restriction."""
    kept = not (strategy.search or strategy.random_from or strategy.without)
    return strategy.source is None and kept and bool(strategy.weights)


def about(game: Game, start: Strategy) -> dict[str, Any]:
    """Return the entries of a file of weights for a strategy: its base, and its temperature if it differs.

    A file without a temperature plays at the temperature of the base.
    """
    usual = find_strategy(game, start.base).temperature
    return {"base": start.base, **({} if start.temperature == usual else {"temperature": start.temperature})}


def _described(strategy: Strategy) -> dict[str, Any]:
    return {**describe(strategy), "recipe": strategy.base}
