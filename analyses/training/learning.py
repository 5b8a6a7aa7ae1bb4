"""A network that learns the share of the win of each seat from positions of games.

Positions come from games of `sensible`, in which some options are chosen at random. They are encoded twice: first a few
positions with all candidates for features, from which the most useful features are selected, then many positions with
these features.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from starbalance.analyses.training.fit import Examples, Parameters, Sizes, explained, fit
from starbalance.analyses.training.positions import Sampling, sampled
from starbalance.simulator.engine.encoding import EXTRA_NAMES, FIRST_ASSET, Feature
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.network_file import Network, make_network, rules_code, sides, values_hash
from starbalance.simulator.engine.signatures import Samples
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs.batch import SEED_LIMIT
from starbalance.simulator.runs.candidates import Candidates, asset_count
from starbalance.simulator.runs.plan import Plan, make_plan

FEATURES = 160  # of a network
PILOT = 200  # games
PILOT_POSITIONS = 2500
SELECTION = 200_000_000  # numbers of the positions from which features are selected
SELECTION_GAMES = 8000
OF_A_GAME = 9.0  # positions
TEST = 10  # every so many games, one is a test
WIDEST = 10.0  # units from the lowest to the highest value of a feature
_SELECTING = Sizes(hidden=16, second=16, epochs=4, dropout=0.5)


@dataclass(frozen=True)
class Learned:
    """A network and how well it explains the results of test games.

    Attributes:
        network: The network.
        explained: The share of the variance of the credit of the seats that it explains in test games.
        by_standing: The share that the heuristic value explains, in the best units.
        positions: The number of positions.
        candidates: The number of candidates for features.
    """

    network: Network
    explained: float
    by_standing: float
    positions: int
    candidates: int


@dataclass(frozen=True)
class Scaling:
    """The mean and the unit of each feature."""

    mean: np.ndarray
    unit: np.ndarray

    @classmethod
    def of(cls, inputs: np.ndarray) -> "Scaling":
        """Return the scaling of positions. A rare feature has at least a tenth of its range as a unit."""
        low, high = inputs.min((0, 1)), inputs.max((0, 1))
        unit = np.maximum(inputs.std((0, 1)), (high - low) / WIDEST)
        return cls(inputs.mean((0, 1)), np.where(high > low, unit, np.inf).astype(np.float32))

    def scaled(self, inputs: np.ndarray) -> np.ndarray:
        """Return scaled features. A constant feature is 0."""
        inputs -= self.mean
        inputs /= self.unit
        return inputs


def learn_network(
    game: Game,
    rules: Rules,
    *,
    games: int,
    seed: int = 0,
    jobs: int | None = None,
    notify: Callable[[str], None] = lambda line: None,
) -> Learned:
    """Return a network that has learned from games of a setup.

    Args:
        game: The game.
        rules: The rules of the setup.
        games: The number of games. The same number, at most SELECTION_GAMES, selects the features before.
        seed: The seed. Default: 0.
        jobs: The number of parallel jobs. `None` means one per core.
        notify: Prints a line of progress. Default: nothing is printed.
    """
    plan = make_plan(game, rules, seed=seed)[0]
    assets = asset_count(game)
    turns = len(sampled(Sampling(plan, 1.0), PILOT, 1000.0, jobs=jobs).game) / PILOT
    chance = min(1.0, OF_A_GAME / turns)
    notify(f"{turns:.0f} turns a game; a position is noted every {1 / chance:.0f} turns.")
    pilot = sampled(Sampling(plan, min(1.0, PILOT_POSITIONS / PILOT / turns), with_states=True), PILOT, 12.5, jobs=jobs)
    found = Candidates(pilot.states, rules.record, rules.setup.seats, assets=assets)
    sampling = Sampling(_reseeded(plan, 1), chance, found.features, found.ranges, assets)
    features = _select(sampling, games, jobs)
    notify(f"{len(features)} of {len(found.features)} features are selected.")
    sampling = Sampling(_reseeded(plan, 2), chance, features, found.ranges, _assets_used(features))
    samples = sampled(sampling, games, chance * turns, jobs=jobs)
    notify(f"{len(samples.game):,} positions of {games:,} games are noted.")
    scaling = Scaling.of(samples.inputs)
    examples = _examples(samples, scaling, rules.setup.seats)
    parameters, quality = fit(examples, sides(rules.record)[: rules.setup.seats], Sizes(seed=seed))
    by_standing = _by_standing(samples, rules.setup.seats)
    network = _network(rules, sampling, scaling, parameters=parameters)
    return Learned(network, quality, by_standing, len(samples.game), len(found.features))


def _reseeded(plan: Plan, step: int) -> Plan:
    """Return a plan with another seed."""
    return replace(plan, seed=(plan.seed + step) % SEED_LIMIT)


def _assets_used(features: Sequence[Feature]) -> int:
    """Return the number of evaluation features, from the first, that features read."""
    names = [each.source for each in features]
    return max((number for number, name in enumerate(EXTRA_NAMES[FIRST_ASSET:], 1) if name in names), default=0)


def _select(sampling: Sampling, games: int, jobs: int | None) -> list[Feature]:
    """Return the most useful features of the candidates: those with the largest weights in a small network."""
    seats = int(sampling.plan.rules["seats"])
    positions = SELECTION // (seats * len(sampling.features))
    count = min(SELECTION_GAMES, games)
    of_a_game = min(3.0, positions / count)
    chance = sampling.chance * of_a_game / OF_A_GAME
    samples = sampled(replace(sampling, chance=chance), count, of_a_game, jobs=jobs)
    examples = _examples(samples, Scaling.of(samples.inputs), seats)
    parameters, _ = fit(examples, sides(sampling.plan.rules)[:seats], _SELECTING)
    weight = (parameters.first**2).sum(1) * (np.abs(examples.inputs).max((0, 1)) > 0)
    chosen = np.sort(np.argsort(-weight, kind="stable")[:FEATURES])
    return [sampling.features[k] for k in chosen if weight[k] > 0]


def _examples(samples: Samples, scaling: Scaling, seats: int) -> Examples:
    final = samples.final[:, :seats] - samples.final[:, :seats].mean(1, keepdims=True)
    return Examples(
        scaling.scaled(samples.inputs),
        samples.credit[:, :seats].astype(np.float32),
        (final / max(final.std(), 1e-9)).astype(np.float32),
        samples.game % TEST == 0,
    )


def _by_standing(samples: Samples, seats: int) -> float:
    """Return the share of the variance of the credit that a softmax of the standing explains, in the best units."""
    standing, credit = samples.standings[:, :seats], samples.credit[:, :seats]
    lead = standing - standing.max(1, keepdims=True)
    units = np.geomspace(0.05, 20.0, 40) * max(standing.std(), 1e-9)
    powers = (np.exp(lead / unit) for unit in units)
    return max(explained(each / each.sum(1, keepdims=True), credit) for each in powers)


def _network(rules: Rules, sampling: Sampling, scaling: Scaling, *, parameters: Parameters) -> Network:
    """Return a network whose first layer reads features that are not scaled."""
    first = (parameters.first / scaling.unit[:, None]).astype(np.float32)
    return make_network(
        features=tuple(sampling.features),
        ranges=sampling.ranges,
        assets=sampling.assets,
        rules_code=rules_code(sampling.plan.game),
        rules_values=values_hash(rules.record),
        first=first,
        bias=(parameters.bias - scaling.mean @ first).astype(np.float32),
        second=np.ascontiguousarray(parameters.second.T),
        second_bias=parameters.second_bias,
        out=parameters.out,
    )
