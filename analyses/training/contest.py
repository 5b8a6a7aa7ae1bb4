"""Win shares of candidates against a mixed strategy, with common random numbers for all candidates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from starbalance.analyses.questions.mix import weights
from starbalance.analyses.training.evolution import to_digits
from starbalance.simulator.engine.strategy import Strategy
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.plan import Plan

LONGEST = 250  # games of a chunk: a few seconds, so that a stop loses little


@dataclass(frozen=True)
class Contest:
    """Games in which one player uses a candidate and the other players' strategies are drawn from a mixed strategy.

    Attributes:
        plan: The plan of the games. Its strategies are the pool of the mixed strategy.
        ratios: Weight of a game for each strategy of the pool that is drawn.
        base: Strategy whose weights the candidates replace.
        at_work: Workers that play the games.
        under: Further rules, such as other assumed data. Each of them gets the number of games of the plan's rules.
        level: Level of the factor if candidates are weights for this level only. Then a game counts only if the
            candidate's player has this level. Empty: weights for all levels.
    """

    plan: Plan
    ratios: np.ndarray
    base: Strategy
    at_work: batch.AtWork
    under: tuple[np.ndarray, ...] = ()
    level: str = ""

    @property
    def players(self) -> int:
        """The number of players in a game."""
        return len(self.plan.lineup)

    @property
    def rules(self) -> tuple[np.ndarray, ...]:
        """The rules of the plan and the further rules."""
        return self.plan.rules, *self.under

    @property
    def parts(self) -> int:
        """The number of equal parts of the games: the number of players times the number of rules."""
        return len(self.rules) * self.players

    def credits(
        self, candidates: Sequence[Mapping[str, float]], first: int, games: int, *, tick: Callable[[int], None]
    ) -> np.ndarray:
        """Return the weighted credit of each candidate in each game.

        Args:
            candidates: Weights of each candidate.
            first: Number of the first game.
            games: Number of games, a multiple of `parts`. Games with the same rules follow each other.
            tick: Function that receives the number of games that have just been played.

        Returns:
            An array with the shape (candidates + 1, games). The last row holds the weight of each game. Each other row
            holds a candidate's credit, multiplied by this weight.
        """
        credits = np.ones((len(candidates) + 1, games))
        slices = self._slices(first, games)
        tasks = [(self._plan(each, part), start, count) for each in candidates for part, start, count in slices]
        for place, outcomes, _ in self.at_work(tasks):
            candidate, index = divmod(place, len(slices))
            part, start, count = slices[index]
            columns = slice(start - first, start - first + count)
            credits[-1, columns] = self._counts(outcomes, part % self.players)
            credits[candidate, columns] = _credit(outcomes, part % self.players) * credits[-1, columns]
            tick(count)
        return credits

    def _counts(self, outcomes: np.ndarray, player: int) -> np.ndarray:
        """Return the weight of each game, which depends on the strategies drawn for the other players.

        With a level, the weight is 0 if the player does not have it.
        """
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
        """The code of the level in the records."""
        return dict(zip(self.base.levels, self.base.codes, strict=True))[self.level]

    def _slices(self, first: int, games: int) -> list[tuple[int, int, int]]:
        """Return (part, first game, number of games) for each chunk."""
        size, most = games // self.parts, self._plan(self.base.weights, 0).chunk_size(LONGEST)
        return [
            (part, *chunk)
            for part in range(self.parts)
            for chunk in batch.chunks(first + part * size, first + (part + 1) * size, most)
        ]

    def _plan(self, weights: Mapping[str, float], part: int) -> Plan:
        """Return the plan of the games of one part, in which a candidate with these weights plays."""
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
    """Return a copy of a strategy with other weights, for one level or (if `level` is empty) for all levels.

    Without a level, each change of a weight is also added to the rows for levels.
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
    """Return the credit of a player in each game, summed over the seats of the player."""
    seats = outcomes["seats"]
    return (seats["credit"] * (seats["player"] == player)).sum(1)
