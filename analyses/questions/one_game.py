"""One game that is about to be told: its rules, who plays, its narrator, and its steps as they are taken."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.cache import source_stamp
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.play import Decision, steps
from starbalance.simulator.runs import batch, chunk
from starbalance.simulator.runs.experiment import Experiment
from starbalance.simulator.runs.ready import make_ready
from starbalance.simulator.runs.settings import edition

_OTHER = (
    "Rules or strategies have changed since this game was named, as of {then}: here they are {here}, and it may go "
    "another way. The one that was meant takes the starbalance of that time; of a run that is played now, `starbalance "
    "find RUN --where CONDITION` finds the like."
)


@dataclass(frozen=True)
class OneGame:
    """A game to be told. names: of the strategies; seated: the one of each seat, once the first step is taken."""

    game: Game
    rules: tables.Rules
    narrator: Any
    names: Sequence[str]
    seated: np.ndarray
    steps: Iterator[Decision]

    @property
    def strategies(self) -> list[str]:
        """The strategy of each seat."""
        return [self.names[row] for row in self.seated]

    @property
    def edition(self) -> str:
        """The edition of its rules and of the strategies of its game."""
        return edition(self.rules.version, source_stamp(self.game.packages))


def one_game(
    experiment: Experiment,
    number: int = 0,
    *,
    as_of: str | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> OneGame:
    """Return a game of an experiment, ready to be played step by step.

    Args:
        experiment: What is played.
        number: The number of the game.
        as_of: The edition of the rules and strategies for which the game was named.
        tell: Called with a sentence if the edition is another one now.

    Raises:
        BadInput: If the number is out of range. The steps raise it for a fault of a strategy.
    """
    from starbalance.simulator.engine.limits import SEATS

    if not 0 <= number < batch.SEED_LIMIT:
        raise BadInput(f"Seed and game are whole numbers from 0 to {batch.SEED_LIMIT - 1}.")
    played, rules = experiment.game, experiment.rules
    plan, names = experiment.lineup
    make_ready(plan, tell)
    lineup = np.zeros(SEATS, np.int64)
    lineup[: len(plan.lineup)] = plan.lineup
    seated = np.zeros(SEATS, np.int64)
    taken = steps(played, rules.record, chunk.table(plan), lineup, experiment.seed, number, seated)
    found = OneGame(played, rules, played.module("text").Narrator(rules), names, seated, _told_of_faults(taken))
    if as_of is not None and as_of != found.edition:
        tell(_OTHER.format(then=as_of, here=found.edition))
    return found


def _told_of_faults(taken: Iterator[Decision]) -> Iterator[Decision]:
    """The steps; a fault in one is bad input."""
    try:
        yield from taken
    except RuntimeError as error:
        raise BadInput(f"The play stopped: {error}.") from None
