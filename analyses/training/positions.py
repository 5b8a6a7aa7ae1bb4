"""Positions of games for a network to learn from, played in parallel."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

import numpy as np

from starbalance.simulator.engine.contract import share_among
from starbalance.simulator.engine.encoding import Feature, operations
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.network import Networks, blank_networks, own_desk
from starbalance.simulator.engine.network_file import encoder
from starbalance.simulator.engine.play import called
from starbalance.simulator.engine.positions import sample
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.signatures import LoopKernels, Samples, make_room
from starbalance.simulator.runs.batch import chunks, gather
from starbalance.simulator.runs.chunk import laid_out, table
from starbalance.simulator.runs.plan import Plan

DEVIATION = 0.1  # the largest chance of a random option at the decisions of a game
CHUNK = 100  # games


@cache
def sampler(game: Game) -> Any:
    """Return the compiled function that samples positions of a game."""
    return kernel(game.kernels.signatures["sample"], f"{game.package}.positions")(sample)


@dataclass(frozen=True)
class Sampling:
    """Games whose positions are sampled.

    Attributes:
        plan: The games.
        chance: The chance that the start of a turn is noted.
        features: The features of the positions.
        ranges: The lowest and the highest value of each source that a feature counts by value.
        assets: The number of evaluation features of the game.
        with_states: Whether the states are kept.
    """

    plan: Plan
    chance: float
    features: Sequence[Feature] = ()
    ranges: Any = None
    assets: int = 0
    with_states: bool = False

    @cached_property
    def encoder(self) -> Networks:
        """The operations that compute the features. Each thread needs its separate working arrays (`own_desk`)."""
        if not self.features:
            return blank_networks()
        state_dt = self.plan.game.kernels.state_dt
        return encoder(operations(self.features, state_dt, self.plan.rules, self.ranges), self.assets, self.plan.rules)

    def play(self, first: int, count: int, most: int) -> Samples:
        """Play games and return their positions.

        Args:
            first: The first game.
            count: The number of games.
            most: The largest number of positions. Later ones are left out.
        """
        plan, kernels, strategies = self.plan, self.plan.game.kernels, table(self.plan)
        rules, lineup = laid_out(plan)
        samples = self._blank(most, int(plan.rules["seats"]))
        noted = sampler(plan.game)(
            called(LoopKernels, kernels, strategies.rows),
            strategies.scores,
            strategies.rows,
            strategies.pool,
            lineup,
            rules,
            make_room(kernels.state_dt, kernels.max_options, strategies.networks),
            np.uint64(plan.seed),
            np.arange(first, first + count),
            DEVIATION,
            self.chance,
            own_desk(self.encoder),
            self.assets,
            samples,
        )
        found = Samples(*(each[: min(noted, len(each))] for each in samples))
        for credit in found.credit if plan.game.has_payoffs else ():
            share_among(credit, plan.rules["seats"])
        return found

    def _blank(self, most: int, seats: int) -> Samples:
        states = zeros(most if self.with_states else 0, self.plan.game.kernels.state_dt)
        inputs = np.zeros((most if self.features else 0, seats, len(self.features)), np.float32)
        return Samples(np.zeros(most, np.int64), states, inputs, *(np.zeros((most, SEATS)) for _ in range(3)))


def sampled(sampling: Sampling, games: int, of_a_game: float, *, jobs: int | None = None) -> Samples:
    """Return positions of games that are played in parallel.

    Args:
        sampling: The games.
        games: The number of games.
        of_a_game: The expected number of positions of a game. Those beyond 1.5 times this are left out.
        jobs: The number of parallel jobs. `None` means one per core.
    """
    _ = table(sampling.plan), sampler(sampling.plan.game), sampling.encoder  # made before the threads start
    most, todo = int(1.5 * CHUNK * of_a_game) + 50, chunks(0, games, CHUNK)
    parts = dict(gather(partial(_part, sampling, most), todo, jobs=jobs or -1))
    return Samples(*map(np.concatenate, zip(*(parts[first] for first, _ in todo), strict=True)))


def _part(sampling: Sampling, most: int, chunk: tuple[int, int]) -> tuple[int, Samples]:
    return chunk[0], sampling.play(*chunk, most)
