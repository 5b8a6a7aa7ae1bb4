"""The course of a training: generation after generation, the choice of one of their means, its validation."""

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

FIRST_GAME = 2**31  # a run of the same seed begins with game 0: what was trained on is not met again
CHOICE, VALIDATION = 0.1, 0.2  # parts of the budget
STRETCH = 30  # games of a candidate between two looks at it, or a few more: as many in each part
_BLOCK = 20  # stretches that are compared between two entries of the journal
_LOOKED = 4  # the same of games with a search, which take seconds each
_TOLD = 10  # generations whose share is told on the way


def stretch(parts: int) -> int:
    """The games of a stretch that has so many parts (Contest.parts)."""
    return parts * math.ceil(STRETCH / parts)


def check_budget(budget: int, parts: int) -> None:
    """Raises BadInput for a budget that is too small."""
    least = least_budget(parts)
    if budget < least:
        raise BadInput(f"The budget of a training cannot be {budget} games: the least is {least}.")


def least_budget(parts: int) -> int:
    """The games of a training of one generation."""
    return math.ceil(stretch(parts) * race.stretches(POPULATION) / (1 - CHOICE - VALIDATION))


@dataclass
class Course:
    """The games of one training, each played once and then known to the journal."""

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
        """Plays generation after generation, as far as their part of the budget goes."""
        evolution = Evolution(len(self.region.names), self.region.reach, seed)
        count = self._stretches(1 - CHOICE - VALIDATION) // race.stretches(POPULATION)
        for generation in range(count):
            points = evolution.ask()
            found = race.race([self.region.weights(point) for point in points], self._credits)
            evolution.tell(points, found.order)
            self.means.append(evolution.mean)
            self._tell_share(generation, count, found.first)

    def _tell_share(self, generation: int, count: int, credits: np.ndarray) -> None:
        """Notes what the candidates of the last generations won in the games that all of them played."""
        counts = credits[-1].mean() or 1.0  # 0: in none of the games is the candidate what it is trained for
        self.shares = [*self.shares, credits[:-1].mean(0) / counts][-_TOLD:]
        share, low, high = mean_interval(np.concatenate(self.shares))
        self.note = f"generation {generation + 1} of {count}, share {share:.1%} ({low:.1%} to {high:.1%})"

    def choice(self) -> Weights:
        """The best of some means of the search, in fresh games."""
        count = len(self.means)
        ends = [1, -(-count // 4), -(-count // 2)]
        candidates = [self.region.weights(np.mean(self.means[-end:], axis=0)) for end in ends]
        self.note = "the choice of a mean"
        found = self._credits(candidates, self._stretches(CHOICE / len(ends)))
        return candidates[int(np.argmax(found[:-1].sum(1)))]

    def gain(self, base: Weights, trained: Weights) -> np.ndarray:
        """The products (validation.products) of what base and trained strategy win in fresh games, under each rules."""
        found = np.zeros((len(self.contest.rules), 4, 4))
        self.note = "the validation"
        for block in self._blocks(self._stretches(VALIDATION / 2), _BLOCK):
            under = np.split(self._credits([base, trained], block), len(found), axis=1)
            found += [validation.products(credits) for credits in under]
        return found

    def look(self) -> np.ndarray:
        """What the base of the contest, which looks ahead, wins in all games, and how much they count: (2, games)."""
        self.note = "looks ahead"
        blocks = self._blocks(self._stretches(1.0), _LOOKED)
        return np.hstack([self._credits([self.contest.base.weights], block) for block in blocks])

    @staticmethod
    def _blocks(stretches: int, most: int) -> Iterator[int]:
        """So many stretches in blocks."""
        for first in range(0, stretches, most):
            yield min(most, stretches - first)

    def _stretches(self, part: float) -> int:
        """How many stretches a part of the budget is, one at least."""
        return max(1, int(part * self.budget) // stretch(self.contest.parts))

    def _credits(self, candidates: Sequence[Weights], stretches: int) -> np.ndarray:
        """What candidates win in so many fresh stretches, as of Contest.credits."""
        first, before, games = self.game, self.done, stretches * stretch(self.contest.parts)
        self.game += games
        name = digest(first, games, [list(each.values()) for each in candidates])
        found = self.journal.recall(name, lambda: self.contest.credits(candidates, first, games, tick=self._tick))
        self.done = before
        self._tick(games * len(candidates))
        return found

    def _tick(self, games: int) -> None:
        self.done += games
        self.progress(self.done, self.budget, self.note)
