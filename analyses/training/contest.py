"""What candidates win: one player plays the candidate, the others are dealt from a mix, on the same luck for all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from starbalance.analyses.questions.mix import weights
from starbalance.analyses.training.evolution import to_digits
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.plan import Plan

LONGEST = 250  # games of a chunk: some seconds, so that a stop loses little


@dataclass(frozen=True)
class Contest:
    """Games of one candidate against a mix.

    plan: its strategies are the pool of the mix, of which the others are dealt independently. ratios: how much a game
    counts for each of them that is dealt. base: whose recipe the candidates play. at_work: the workers, who play them.
    under: further rules, such as other stand-in data; as many games are played under each of them as under those of
    the plan. level: of the factor, where candidates are weights for it alone, and games count in which they are that.
    """

    plan: Plan
    ratios: np.ndarray
    base: Strategy
    at_work: batch.AtWork
    under: tuple[np.ndarray, ...] = ()
    level: str = ""

    @property
    def players(self) -> int:
        """How many players a game has."""
        return len(self.plan.lineup)

    @property
    def rules(self) -> tuple[np.ndarray, ...]:
        """All that is played under."""
        return self.plan.rules, *self.under

    @property
    def parts(self) -> int:
        """How many equal parts games have: one for each player whose place is the candidate's, under each rules."""
        return len(self.rules) * self.players

    def credits(
        self, candidates: Sequence[Mapping[str, float]], first: int, games: int, *, tick: Callable[[int], None]
    ) -> np.ndarray:
        """What each candidate wins in each game, and how much the game counts: (candidates + 1, games).

        The numbers of the games begin with `first`. They have equal `parts`, those under the same rules together, so
        `games` is a multiple of them. A win counts as much as its game. tick is told how many games have just been
        played.
        """
        found = np.ones((len(candidates) + 1, games))
        stretches = self._stretches(first, games)
        tasks = [(self._plan(each, part), start, count) for each in candidates for part, start, count in stretches]
        for place, outcomes, _ in self.at_work(tasks):
            candidate, stretch = divmod(place, len(stretches))
            part, start, count = stretches[stretch]
            here = slice(start - first, start - first + count)
            found[-1, here] = self._counts(outcomes, part % self.players)
            found[candidate, here] = _credit(outcomes, part % self.players) * found[-1, here]
            tick(count)
        return found

    def _counts(self, outcomes: np.ndarray, player: int) -> np.ndarray:
        """How much each game counts by what the others were dealt, which is the same for all candidates."""
        commander = self.plan.rules["player"][: int(self.plan.rules["seats"])]
        others = [int(np.flatnonzero(commander == other)[0]) for other in range(self.players) if other != player]
        counts = weights(outcomes["strategy"][:, others], self.ratios)
        if not self.level:
            return counts
        seats = outcomes["seats"]
        is_it = (seats[self.plan.game.factor] == self._code) & (seats["player"] == player)
        return counts * is_it[:, : len(commander)].any(1)

    @property
    def _code(self) -> int:
        """The code of the level."""
        return dict(zip(self.base.levels, self.base.codes, strict=True))[self.level]

    def _stretches(self, first: int, games: int) -> list[tuple[int, int, int]]:
        """(its part, first game, count) of every chunk."""
        size, longest = games // self.parts, self._plan(self.base.weights, 0).chunk_size(LONGEST)
        return [
            (part, *chunk)
            for part in range(self.parts)
            for chunk in batch.chunks(first + part * size, first + (part + 1) * size, longest)
        ]

    def _plan(self, weights: Mapping[str, float], part: int) -> Plan:
        """The games of a part."""
        rules, player = divmod(part, self.players)
        candidate = with_weights(self.base, weights, self.level)
        lineup = [-1] * self.players
        lineup[player] = len(self.plan.strategies)
        return replace(
            self.plan,
            rules=self.rules[rules],
            strategies=(*self.plan.strategies, candidate),
            lineup=tuple(lineup),
            pool=len(self.plan.strategies),
            level=(player, self._code) if self.level else None,
        )


def with_weights(base: Strategy, weights: Mapping[str, float], level: str) -> Strategy:
    """A strategy with other weights for a level that it has a row for, or, where none is named, for all.

    For all: its rows for levels move along.
    """
    if level:
        return replace(base, levels={**base.levels, level: dict(weights)})
    moved = {name: value - base.weights[name] for name, value in weights.items() if value != base.weights[name]}
    levels = {
        each: {**row, **{name: to_digits(row[name] + step) for name, step in moved.items()}}
        for each, row in base.levels.items()
    }
    return replace(base, weights=dict(weights), levels=levels)


def _credit(outcomes: np.ndarray, player: int) -> np.ndarray:
    """What a player wins in each game, by all the seats that it commands."""
    seats = outcomes["seats"]
    return (seats["credit"] * (seats["player"] == player)).sum(1)
