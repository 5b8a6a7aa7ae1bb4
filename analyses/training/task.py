"""One training: the strategy to train, its setup, the mixed strategy of its opponents, and the training itself."""

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
from starbalance.simulator.runs.code import code_hash
from starbalance.simulator.runs.experiment import Experiment
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.settings import RUNS, describe

TRUST_REGION = 1.0
AS_IT_IS = "as it is"  # name of the main rules in results for several rules
_PACKAGES = ("cma", "numpy", "numba", "starbalance")


@dataclass(frozen=True)
class Improvement:
    """The result of a training.

    Attributes:
        weights: The trained weights.
        gain: Their gain over the weights of the start, in games that were not used for training.
        generations: Generations of the search.
        gains: Name of each of the rules, with the gain under these rules. Empty if there are no further rules.
    """

    weights: dict[str, float]
    gain: validation.Gain
    generations: int
    gains: Mapping[str, validation.Gain] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Task:
    """A planned training.

    Attributes:
        experiment: The setup, its rules and the seed.
        mix: Mixed strategy of the other players.
        start: Strategy to start from, with its weights for the setup.
        trust_region: Largest change of each weight, in sizes (see `region`).
        under: Further rules by name. Each of them gets the same number of games as the main rules.
        level: Level of the factor (for example a race) if only its weights are trained. The start has a row for it.
            Empty: weights for all levels.
    """

    experiment: Experiment
    mix: Mix
    start: Strategy
    trust_region: float
    under: Mapping[str, Rules] = field(default_factory=dict)
    level: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return self.experiment.game

    @property
    def rules(self) -> Rules:
        """The rules of the setup."""
        return self.experiment.rules

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        return self.experiment.seed

    @property
    def weights(self) -> Mapping[str, float]:
        """The weights to start from."""
        return self.start.levels[self.level] if self.level else self.start.weights

    def played(self, weights: Mapping[str, float]) -> Strategy:
        """Return a copy of the start that plays with these weights."""
        return with_weights(self.start, weights, self.level)

    def content(self, weights: Mapping[str, float], row: bool) -> dict[str, Any]:
        """Return the entries of a file for trained weights.

        `row` is whether the file gets a row for the setup or for a level, instead of general weights.
        """
        content: dict[str, Any] = {"weights": dict(weights)}
        if self.level or not self.start.levels:
            return content
        row_entry = entry(Row(weights, self.played(weights).levels))
        return row_entry if row else {**content, "setups": {self.rules.setup.name: row_entry}}

    @property
    def region(self) -> Region:
        """The trust region of the weights. Raises BadInput if it is out of range."""
        if not 0 < self.trust_region < float("inf"):
            raise BadInput(f"trust_region must be a finite number above 0, got {self.trust_region}.")
        others = [find_strategy(self.game, name).weights for name in strategy_names(self.game) if name != UNIFORM]
        return region(self.weights, others, self.trust_region)

    @property
    def plan(self) -> Plan:
        """The plan of the games without the candidate: all strategies are drawn from the mixed strategy."""
        return dealt(self.mix, self.game, self.rules, seed=self.seed)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings that the result depends on, except the budget."""
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
            "trust_region": self.trust_region,
            "seed": self.seed,
            "rules": self.rules.version,
            "code": code_hash(self.game),
            "versions": {name: metadata.version(name) for name in _PACKAGES},
        }

    @property
    def folder(self) -> Path:
        """The folder of the work, whose name has a hash of all settings."""
        game, settings = Path(self.game.address).name, self.settings
        name = re.sub(
            r"[^\w.-]", "-", self.start.name
        )  # names of search strategies have characters that folders do not allow
        return RUNS / f"train-{game}-{settings['setup']}-{name}-{digest(settings)[:8]}"

    def improve(
        self, *, budget: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float = ALPHA
    ) -> Improvement:
        """Train the weights, or continue a training, and return the trained weights with their gain.

        Raises:
            BadInput: If the training was started before and `resume` is false.
        """
        with self._course(budget, at_work=at_work, resume=resume, progress=progress) as course:
            course.search(self.seed)
            weights = course.choice()
            sums = course.gain(self.weights, weights)
        apart = (validation.gain(each, alpha) for each in sums)
        gains = dict(zip((AS_IT_IS, *self.under), apart, strict=True)) if self.under else {}
        return Improvement(dict(weights), validation.gain(sums.sum(0), alpha), len(course.means), gains)

    def look(
        self, *, games: int, at_work: AtWork, resume: bool, progress: Callable[..., None], alpha: float = ALPHA
    ) -> tuple[tuple[float, float, float], int]:
        """Play games of the start, a search strategy, without training.

        Returns:
            Its win share with the ends of the interval, (share, low, high), and the number of games.
        """
        with self._course(games, at_work=at_work, resume=resume, progress=progress) as course:
            credits = course.look()
        return validation.share(credits, alpha), credits.shape[1]

    @contextmanager
    def _course(self, budget: int, *, at_work: AtWork, resume: bool, progress: Callable[..., None]) -> Iterator[Course]:
        """Yield the games of the training with the journal of its folder. Close the journal at the end."""
        journal = Journal(self.folder, self.settings, resume)
        try:
            under = tuple(rules.record for rules in self.under.values())
            contest = Contest(self.plan, self.mix.ratios, self.start, at_work, under, self.level)
            yield Course(contest, self.region, journal, budget, progress)
        finally:
            journal.close()


def provenance(task: Task, found: Improvement, *, budget: int, alpha: float) -> dict[str, Any]:
    """Return the provenance of trained weights: the settings and results that a file of weights stores."""
    settings, gain = task.settings, found.gain
    known = ("game", "setup", "level", "changes", "under", "trust_region", "seed", "rules", "code", "versions")
    return {
        **{key: settings[key] for key in known},
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


def description(task: Task) -> str:
    """Return a sentence that describes a trained strategy."""
    whose = f"weights of {task.level}" if task.level else "weights"
    return (
        f"Like {task.start.name}, with {whose} trained in {task.rules.setup.name} against {', '.join(task.mix.names)}."
    )


def trainable(game: Game, base: str | Strategy) -> Strategy:
    """Return the strategy that `base` names, to start from.

    Raises:
        BadInput: If a file of weights cannot hold the strategy, or the strategy is unknown.
    """
    strategy = find_strategy(game, base)
    if strategy.random_from or strategy.without:
        raise BadInput(
            f"'{strategy.name}' is restricted, which a file of weights cannot store: train the unrestricted strategy."
        )
    if not is_trainable(strategy):
        raise BadInput(f"'{strategy.name}' has no weights to train: choose a strategy of the game.")
    return strategy


def is_trainable(strategy: Strategy) -> bool:
    """Return whether a file of weights can hold a strategy.

    It cannot hold functions of users, search strategies, restricted strategies and strategies without weights.
    """
    kept = not (strategy.search or strategy.random_from or strategy.without)
    return strategy.source is None and kept and bool(strategy.weights)


def about(game: Game, start: Strategy) -> dict[str, Any]:
    """Return the entries of a file of weights for a strategy: its base, and its temperature if it differs.

    A file without a temperature plays at the temperature of the base.
    """
    base = find_strategy(game, start.base).temperature
    return {"base": start.base, **({} if start.temperature == base else {"temperature": start.temperature})}


def _described(strategy: Strategy) -> dict[str, Any]:
    return {**describe(strategy), "description": strategy.base}
