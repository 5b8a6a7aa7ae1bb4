"""A mix of strategies, from which the strategy of each player is dealt."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from starbalance.analyses.statistics import equilibrium
from starbalance.simulator.errors import BadInput
from starbalance.simulator.game import Game
from starbalance.simulator.kernel import TABLE
from starbalance.simulator.strategy import UNIFORM, Strategy, find_strategy, strategy_names

PLACES = TABLE - 1  # rows of the table that others are dealt from; the last is the candidate's

Given = Sequence[str | Callable | Strategy] | Mapping[str, float] | None


@dataclass(frozen=True)
class Mix:
    """Strategies, and the chance of each to be what a player plays.

    A game draws them from a pool in which each has one place or more, with the same chance for each place; how much a
    game counts then makes up for the difference to the chances.
    """

    strategies: tuple[Strategy, ...]
    shares: tuple[float, ...]

    @property
    def names(self) -> list[str]:
        """The strategies by name."""
        return [each.name for each in self.strategies]

    @cached_property
    def _places(self) -> np.ndarray:
        return equilibrium.places(np.array(self.shares), PLACES)

    @property
    def pool(self) -> tuple[Strategy, ...]:
        """A strategy for each place of the pool."""
        counts = zip(self.strategies, self._places, strict=True)
        return tuple(each for each, count in counts for _ in range(count))

    @property
    def ratios(self) -> np.ndarray:
        """How much a game counts for each place of the pool that is drawn: its chance in the mix over that there."""
        counts = self._places
        return np.repeat(np.array(self.shares) * counts.sum() / np.maximum(counts, 1), counts)


def find_mix(game: Game, given: Given, setup: str) -> Mix:
    """The mix of strategies with the same chance for each, or with chances by name; none: all but uniform.

    setup: in which they play. Raises BadInput for what does not exist, is named twice, or is too much for a table.
    """
    specs = [name for name in strategy_names(game) if name != UNIFORM] if given is None else list(given)
    shares = np.array(list(given.values()) if isinstance(given, Mapping) else [1.0] * len(specs))
    found = [find_strategy(game, spec).at(setup) for spec in specs]
    names = [each.name for each in found]
    if not 1 <= len(found) <= PLACES or not (shares > 0).all():
        raise BadInput(f"A mix takes 1 to {PLACES} strategies, each with a chance above 0.")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadInput(f"The mix has '{twice[0]}' twice: once is enough.")
    return Mix(tuple(found), tuple(float(share) for share in shares / shares.sum()))
