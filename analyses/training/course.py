"""The course of one training: a search over generations, the choice of one mean of the search, and its validation."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from starbalance.analyses.statistics.estimate import mean_interval
from starbalance.analyses.training import race, validation
from starbalance.analyses.training.contest import Contest
from starbalance.analyses.training.evolution import POPULATION, Evolution, Region
from starbalance.analyses.training.journal import Journal, digest
from starbalance.analyses.training.race import Weights
from starbalance.simulator.engine.errors import BadInput

FIRST_GAME = 2**31  # a run with the same seed starts at game 0, so that it repeats no game of the training
CHOICE, VALIDATION = 0.1, 0.2  # parts of the budget
SLICE = 30  # games of a candidate in a slice, rounded up to equally many in each part
_BLOCK = 20  # slices that are compared between two entries of the journal
_SEARCHED = 4  # slices between two entries for games with a search, which take seconds each
_SHOWN = 10  # last generations whose mean share the progress shows


def slice_games(parts: int) -> int:
    """Return the number of games in a slice that has this many parts (see `Contest.parts`)."""
    return parts * math.ceil(SLICE / parts)


def check_budget(budget: int, parts: int) -> None:
    """Raise BadInput if the budget (games of one training) is too small for one generation."""
    least = least_budget(parts)
    if budget < least:
        raise BadInput(f"The budget of a training must be at least {least:,} games, got {budget:,}.")


def least_budget(parts: int) -> int:
    """Return the smallest budget, in games, of a training with one generation."""
    return math.ceil(slice_games(parts) * race.slices(POPULATION) / (1 - CHOICE - VALIDATION))


@dataclass
class Course:
    """The games of one training, each played once and then stored in the journal."""

    contest: Contest
    region: Region
    journal: Journal
    budget: int
    progress: Callable[..., None]
    game: int = FIRST_GAME
    done: int = 0
    means: list[np.ndarray] = field(default_factory=list)
    shares: list[np.ndarray] = field(default_factory=list)
    note: str = ""

    def search(self, seed: int) -> None:
        """Play generations until their part of the budget is used, and add the mean of each to `means`."""
        evolution = Evolution(len(self.region.names), self.region.trust_region, seed)
        count = self._slices(1 - CHOICE - VALIDATION) // race.slices(POPULATION)
        for generation in range(count):
            points = evolution.ask()
            outcome = race.race([self.region.weights(point) for point in points], self._credits)
            evolution.update(points, outcome.order)
            self.means.append(evolution.mean)
            self._note_share(generation, count, outcome.first)

    def _note_share(self, generation: int, count: int, credits: np.ndarray) -> None:
        """Set the progress note to the mean win share of the last generations, in games that all candidates played."""
        counts = credits[-1].mean() or 1.0  # 0: the candidate has its level in none of the games
        self.shares = [*self.shares, credits[:-1].mean(0) / counts][-_SHOWN:]
        share, low, high = mean_interval(np.concatenate(self.shares))
        self.note = f"generation {generation + 1} of {count}, share {share:.1%} ({low:.1%} to {high:.1%})"

    def choice(self) -> Weights:
        """Return the weights that win most in fresh games, among averages of the last means of the search."""
        count = len(self.means)
        ends = [1, -(-count // 4), -(-count // 2)]
        candidates = [self.region.weights(np.mean(self.means[-end:], axis=0)) for end in ends]
        self.note = "the choice of a mean"
        credits = self._credits(candidates, self._slices(CHOICE / len(ends)))
        return candidates[int(np.argmax(credits[:-1].sum(1)))]

    def gain(self, base: Weights, trained: Weights) -> np.ndarray:
        """Return the products of the credits of the base and of trained weights, from fresh games.

        Returns:
            For each of the rules, the summed products of their credits (see `validation.products`): (rules, 4, 4).
        """
        sums = np.zeros((len(self.contest.rules), 4, 4))
        self.note = "the validation"
        for block in self._blocks(self._slices(VALIDATION / 2), _BLOCK):
            under = np.split(self._credits([base, trained], block), len(sums), axis=1)
            sums += [validation.products(credits) for credits in under]
        return sums

    def look(self) -> np.ndarray:
        """Return the credits of the contest's base, a search strategy, and the weights of the games: (2, games)."""
        self.note = "search"
        blocks = self._blocks(self._slices(1.0), _SEARCHED)
        return np.hstack([self._credits([self.contest.base.weights], block) for block in blocks])

    @staticmethod
    def _blocks(slices: int, most: int) -> Iterator[int]:
        """Yield the size of each block of at most `most` slices into which a number of slices is divided."""
        for first in range(0, slices, most):
            yield min(most, slices - first)

    def _slices(self, part: float) -> int:
        """Return the number of slices in a part of the budget, at least 1."""
        return max(1, int(part * self.budget) // slice_games(self.contest.parts))

    def _credits(self, candidates: Sequence[Weights], slices: int) -> np.ndarray:
        """Return the credits of candidates in fresh slices, in the form of `Contest.credits`."""
        first, before, games = self.game, self.done, slices * slice_games(self.contest.parts)
        self.game += games
        name = digest(first, games, [list(each.values()) for each in candidates])
        credits = self.journal.recall(name, lambda: self.contest.credits(candidates, first, games, tick=self._tick))
        self.done = before
        self._tick(games * len(candidates))
        return credits

    def _tick(self, games: int) -> None:
        self.done += games
        self.progress(self.done, self.budget, self.note)
