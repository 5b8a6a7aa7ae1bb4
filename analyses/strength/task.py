"""What is to be trained: a strategy in a set-up against a mix; and the training itself."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from starbalance.analyses.questions.mix import Mix, dealt
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.strength import validation
from starbalance.analyses.strength.contest import Contest
from starbalance.analyses.strength.course import Course
from starbalance.analyses.strength.evolution import Region, region
from starbalance.analyses.strength.journal import Journal, digest
from starbalance.simulator.errors import BadInput
from starbalance.simulator.game import Game
from starbalance.simulator.kernel import source_stamp
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.run import DEFAULT
from starbalance.simulator.runs.settings import describe
from starbalance.simulator.strategy import UNIFORM, Strategy, find_strategy, strategy_names
from starbalance.simulator.tables import Rules

REACH = 1.0
_PACKAGES = ("cma", "numpy", "numba", "starbalance")


@dataclass(frozen=True)
class Improvement:
    """What a training found: weights, what they gain over the start's in fresh games, after so many generations."""

    weights: dict[str, float]
    gain: validation.Gain
    generations: int


@dataclass(frozen=True, kw_only=True)
class Task:
    """A training to be done.

    start: the strategy that it begins with, as it plays in the set-up. reach: how far each weight may move from there,
    in sizes of it.
    """

    game: Game
    rules: Rules
    mix: Mix
    start: Strategy
    reach: float
    seed: int

    @property
    def region(self) -> Region:
        """Where the weights may go. Raises BadInput for a reach that cannot be."""
        if not 0 < self.reach < float("inf"):
            raise BadInput(f"The reach cannot be {self.reach}: it is more than 0.")
        others = [find_strategy(self.game, name).weights for name in strategy_names(self.game) if name != UNIFORM]
        return region(self.start.weights, others, self.reach)

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
            "base": _described(self.start),
            "against": [
                {**_described(each), "chance": share}
                for each, share in zip(self.mix.strategies, self.mix.shares, strict=True)
            ],
            "reach": self.reach,
            "seed": self.seed,
            "rules": self.rules.version,
            "code": source_stamp(self.game.packages),
            "versions": {name: metadata.version(name) for name in _PACKAGES},
        }

    @property
    def folder(self) -> Path:
        """Where its work is kept: named by everything that it depends on."""
        game, its = Path(self.game.address).name, self.settings
        return DEFAULT / f"train-{game}-{its['setup']}-{self.start.name}-{digest(its)[:8]}"

    def improve(
        self, *, budget: int, jobs: int, resume: bool, progress: Callable[..., None], alpha: float = ALPHA
    ) -> Improvement:
        """Trains, or goes on with a training. Raises BadInput where one was begun that is not to be resumed."""
        journal = Journal(self.folder, self.settings, resume)
        try:
            contest = Contest(self.plan, self.mix.ratios, self.start, jobs)
            course = Course(contest, self.region, journal, budget, progress)
            course.search(self.seed)
            weights = course.choice()
            found = validation.gain(course.gain(self.start.weights, weights), alpha)
        finally:
            journal.close()
        return Improvement(dict(weights), found, len(course.means))


def provenance(task: Task, found: Improvement, *, budget: int, alpha: float) -> dict[str, Any]:
    """Where weights come from, as a file of them tells it."""
    its, gain = task.settings, found.gain
    known = ("game", "setup", "changes", "reach", "seed", "rules", "code", "versions")
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
        "alpha": alpha,
    }


def recipe(task: Task) -> str:
    """What a trained strategy does, in a sentence."""
    return f"As {task.start.name}, with weights trained in {task.rules.setup.name} against {', '.join(task.mix.names)}."


def trainable(game: Game, base: str | Strategy) -> Strategy:
    """A strategy to begin with. Raises BadInput for one without weights that a file could hold."""
    found = find_strategy(game, base)
    if not is_trainable(found):
        raise BadInput(f"'{found.name}' has no weights of its own to train: choose a strategy of the game.")
    return found


def is_trainable(strategy: Strategy) -> bool:
    """Whether it has weights that a file could hold: those of a function of the user's are not its own."""
    return strategy.source is None and bool(strategy.weights)


def _described(strategy: Strategy) -> dict[str, Any]:
    return {**describe(strategy), "recipe": strategy.base}
