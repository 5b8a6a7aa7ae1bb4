"""What a player sees at a decision, as arrays: the features of the seats, and the legal actions.

The features are the candidates of `strategy learn`, computed for the position as the acting seat sees it: `redeal`
resamples what the seat cannot see, with fixed random numbers. Positions that the seat cannot distinguish therefore have
equal observations.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.encoding import Feature, Measure, operations
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import MAX_WEIGHTS, SEATS
from starbalance.simulator.engine.network import Memory, encode, fill_extras, memory_of
from starbalance.simulator.engine.network_file import encoder
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import BASE, find_strategy, module_names
from starbalance.simulator.runs.candidates import Candidates, asset_count

GAMES = 20  # in which features are looked for
OF_A_GAME = 100  # positions
DEVIATION = 0.2  # chance of a random option in every second of these games
FIELDS = tuple(option_dt.names or ())  # of an action

_fill_extras = getattr(fill_extras, "py_func", fill_extras)  # compiled code with function arguments cannot be cached


class Observer:
    """The observations of a setup under some rules.

    Args:
        game: The game.
        setup: The name of the setup, whose printed rules determine the features.
        rules: The rules record.

    Attributes:
        features: A name for each feature.
        shape: The number of seats and the number of features.
    """

    def __init__(self, game: Game, setup: str, rules: Any):
        candidates = _candidates(game, setup)
        self._kernels, self._rules = game.kernels, zeros(1, rules.dtype)
        self._rules[0] = rules
        self._states = zeros(1, self._kernels.state_dt)
        self._memory = Memory(*(part[0] for part in memory_of(self._states)))
        self._assets = asset_count(game)
        listed = operations(candidates.features, self._kernels.state_dt, self._rules[0], candidates.ranges)
        self._encoder = encoder(listed, self._assets, self._rules[0])
        self.features = tuple(map(feature_name, candidates.features))
        self.shape = (int(self._rules[0].seats), len(self.features))

    def observe(self, octets: np.ndarray, options: np.ndarray) -> dict[str, np.ndarray]:
        """Return the observation of the acting seat at a decision.

        Args:
            octets: The bytes of the state.
            options: The legal actions.

        Returns:
            observation: the features of each seat, the acting seat first and then the seats after it
            action_mask: 1 for each legal action, and 0 up to the largest number of legal actions of the game
            actions: the fields of each legal action, and 0 elsewhere
        """
        self._memory.octets[:] = octets
        state, rules, seats = self._states[0], self._rules[0], self.shape[0]
        seat = int(state.actor)
        self._kernels.redeal(state, rules, seat, np.uint64(0))
        _fill_extras(self._kernels, state, rules, self._encoder, self._assets)
        encode(self._encoder, self._encoder.heads[0], self._memory, seats)
        inputs = self._encoder.inputs[:seats] + self._encoder.inputs[SEATS]
        blank = self.blank()
        blank["action_mask"][: len(options)] = 1
        blank["actions"][: len(options)] = options.view(np.int64).reshape(len(options), -1)
        return {**blank, "observation": np.roll(inputs, -seat, axis=0)}

    def blank(self) -> dict[str, np.ndarray]:
        """Return the observation of a player that has not seen the game and has no legal action."""
        most = self._kernels.max_options
        return {
            "observation": np.zeros(self.shape, np.float32),
            "action_mask": np.zeros(most, np.int8),
            "actions": np.zeros((most, len(FIELDS)), np.int64),
        }


def feature_name(feature: Feature) -> str:
    """Return a name for a feature, made of the fields that it reads, such as `players.hand = 3`."""
    place = [*feature.place, *([feature.entry] if feature.entry >= 0 else [])]
    name = feature.source + (str(place) if place else "")
    for table in feature.tables:
        name += f" by {table}" + (f"[{feature.column}]" if feature.column and table == feature.tables[-1] else "")
    name += f" = {feature.code}" if feature.code is not None else ""
    name += {Measure.PRESENT: " > 0", Measure.OWN: " = seat"}.get(feature.measure, "")
    return name + (f" where {feature.owner} = seat" if feature.owner else "")


@lru_cache(maxsize=64)
def _candidates(game: Game, setup: str) -> Candidates:
    """Return the features of a setup, found in positions of some games under the printed rules."""
    rules = tables.load(game, setup)
    dtype, scratch = game.kernels.state_dt, getattr(game.module("state"), "SCRATCH", ())
    states = np.concatenate([_positions(game, rules, number) for number in range(GAMES)]).view(dtype)[:, 0]
    found = Candidates(states, rules.record, rules.setup.seats, assets=asset_count(game))
    found.features = [each for each in found.features if each.source.partition(".")[0] not in scratch]
    return found


def _positions(game: Game, rules: tables.Rules, number: int) -> np.ndarray:
    """Return the bytes of positions that are spread over a game."""
    played = list(_decisions(game, rules, number))
    places = np.unique(np.linspace(0, len(played) - 1, OF_A_GAME).astype(int))
    return np.array([played[place] for place in places])


def _decisions(game: Game, rules: tables.Rules, number: int) -> Iterator[np.ndarray]:
    """Yield the bytes of the state at each decision of a game.

    The options are random in games with an even number, and mostly those of `sensible` in the other games.
    """
    dice, kernels = np.random.default_rng(number), game.kernels
    states, options = zeros(1, kernels.state_dt), zeros(kernels.max_options, option_dt)
    state, octets = states[0], memory_of(states).octets[0]
    state.key[:] = 0, number
    follows = number % 2 == 1 and BASE in module_names(game)
    set_up(game, state, rules.record)
    while not state.over:
        count = kernels.options(state, rules.record, options)
        chosen = int(dice.integers(count))
        if count > 1:
            yield octets.copy()
            if follows and dice.random() > DEVIATION:
                chosen = _choice_of_base(game, rules, state=state, options=options[:count])
        carry_out(game, state, rules.record, options[chosen])


def _choice_of_base(game: Game, rules: tables.Rules, *, state: Any, options: np.ndarray) -> int:
    """Return the index of the option that `sensible` scores highest."""
    base = find_strategy(game, BASE).at(game, rules)
    weights, scores = np.zeros(MAX_WEIGHTS), np.zeros(len(options))
    weights[: len(base.weights)] = list(base.weights.values())
    base.score(game)(state, rules.record, options, weights, scores)
    return int(np.argmax(scores))
