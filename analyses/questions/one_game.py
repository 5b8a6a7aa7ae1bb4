"""One game that is played step by step for a reader: its rules, players and narrator, and its steps."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.analyses.statistics.players import players_per_side
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.cache import source_hash
from starbalance.simulator.engine.errors import BadInput, Notice
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Step, steps
from starbalance.simulator.engine.search import values_found
from starbalance.simulator.runs import batch, chunk
from starbalance.simulator.runs.experiment import Experiment
from starbalance.simulator.runs.plan import Plan
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.settings import fingerprint

_OTHER = (
    "Rules or strategies have changed since this game was named, from {then} to {now}. The game may take another "
    "course. To see the original game, use the starbalance of that time. To find similar games in a run that is played "
    "now, use `starbalance find RUN --where CONDITION`."
)


@dataclass(frozen=True)
class OneGame:
    """A game that is played step by step.

    Attributes:
        game: the game
        rules: the rules
        narrator: the narrator of the game, which puts decisions into words
        names: the names of the strategies
        seated: the index of the strategy of each seat, valid after the first step
        steps: the steps, played when they are read
    """

    game: Game
    rules: tables.Rules
    narrator: Any
    names: Sequence[str]
    seated: np.ndarray
    steps: Iterator[Step]

    @property
    def strategies(self) -> list[str]:
        """The name of the strategy of each seat."""
        return [self.names[row] for row in self.seated]

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the rules and of the strategies of the game."""
        return fingerprint(self.rules.version, source_hash(self.game.packages))

    def shares(self, trials: Any) -> dict[int, float]:
        """Return the estimated share of the win of each option that a search tried, by the index of the option.

        A search estimates the share of its player. The share is that of the whole side, at most 1.

        Args:
            trials: The records of the search.
        """
        players = players_per_side(self.rules.setup)
        return {option: min(1.0, players * value) for option, value in values_found(trials).items()}


def one_game(
    experiment: Experiment,
    number: int = 0,
    *,
    as_of: str | None = None,
    notify: Callable[[str], None] = lambda line: None,
) -> OneGame:
    """Return a game of an experiment, ready to be played step by step.

    Args:
        experiment: What is played.
        number: The number of the game. Default: 0.
        as_of: The fingerprint of the rules and strategies for which the game was named. A warning says if it is a
            different one now. Default: no check.
        notify: Called with a line before anything that takes seconds.

    Raises:
        BadInput: If the number is out of range. The steps raise it for a fault of a strategy.
    """
    if not 0 <= number < batch.SEED_LIMIT:
        raise BadInput(f"The number of a game must be between 0 and {batch.SEED_LIMIT - 1}, got {number}.")
    one = next(several_games(experiment, [number], notify))
    if as_of is not None and as_of != one.fingerprint:
        warnings.warn(_OTHER.format(then=as_of, now=one.fingerprint), Notice, stacklevel=2)
    return one


def several_games(
    experiment: Experiment, numbers: Iterable[int], notify: Callable[[str], None] = lambda line: None
) -> Iterator[OneGame]:
    """Yield games of an experiment, ready to be played step by step.

    Args:
        experiment: What is played.
        numbers: The numbers of the games.
        notify: Called with a line before anything that takes seconds.

    Yields:
        The games, in the order of the numbers.
    """
    from starbalance.simulator.engine.limits import SEATS

    played, rules = experiment.game, experiment.rules
    plan, names = experiment.lineup
    make_ready(plan, notify)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    table = chunk.table(plan)
    for number in numbers:
        seated = np.zeros(SEATS, np.int64)
        taken = steps(played, rules.record, table, lineup, experiment.seed, number, seated)
        narrator = played.module("text").Narrator(rules)
        yield OneGame(played, rules, narrator, names, seated, _with_faults_reported(taken, plan, number))


def _with_faults_reported(taken: Iterator[Step], plan: Plan, number: int) -> Iterator[Step]:
    """Yield the steps. A fault in a step, or an error of a Python function, raises BadInput."""
    try:
        yield from taken
    except RuntimeError as error:
        for agent in plan.agents:
            agent.refuse(plan.game, f"Game {number} of seed {plan.seed}")
        raise BadInput(f"The play stopped: {error}.") from None
