"""Random walks through any game, and worlds that a seat cannot distinguish from the actual one."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import copy_of, option_dt, zeros
from starbalance.simulator.engine.strategy import Strategy

ONE_WORLD, ANOTHER_WORLD = np.uint64(12345678901), np.uint64(99)


def started(game: Game, rules: Any, seed: int) -> Any:
    """Return the state at the first decision of a game."""
    state = zeros(1, game.kernels.state_dt)[0]
    state.key[0] = np.uint64(seed)
    set_up(game, state, rules)
    return state


def listed(game: Game, state: Any, rules: Any) -> np.ndarray:
    """Return the options of the pending decision."""
    room = zeros(game.kernels.max_options, option_dt)
    count = game.kernels.options(state, rules, room)
    assert 0 < count <= len(room)
    return room[:count]


def walk(game: Game, rules: Any, seed: int, steps: int) -> Iterator[tuple[Any, np.ndarray, Any, Any]]:
    """Yield (state before, its options, chosen option, state after) of up to `steps` decisions, including forced ones.

    Rarely chosen options are preferred, so that rare decisions occur.
    """
    choices, state, taken = np.random.default_rng(seed), started(game, rules, seed), Counter[tuple[int, ...]]()
    for _ in range(steps):
        if state.over:
            return
        before, options = state.copy(), listed(game, state, rules)
        option = options[_pick(options, choices, taken)].copy()
        carry_out(game, state, rules, option)
        yield before, options, option, state


def _pick(options: np.ndarray, choices: np.random.Generator, taken: Counter[tuple[int, ...]]) -> int:
    """Return the index of an option. Draw its action type and its field `a`, with a preference for rare values."""
    places = np.arange(len(options))
    key: tuple[int, ...] = ()
    for field in ("kind", "a"):
        candidates = np.unique(options[field][places]).tolist()
        rare = min(candidates, key=lambda value: taken[(*key, value)])
        value = rare if choices.random() < 0.6 else int(choices.choice(candidates))
        key = (*key, value)
        taken[key] += 1
        places = places[options[field][places] == value]
    return int(choices.choice(places))


def redealt(game: Game, state: Any, rules: Any, seat: int, randomness: np.uint64) -> Any:
    """Return a copy of the state in which everything hidden from the seat is resampled."""
    world = copy_of(state)
    game.kernels.redeal(world, rules, seat, randomness)
    return world


def weights_of(strategy: Strategy) -> np.ndarray:
    """Return the weights of a strategy as an array for its score function."""
    weights = np.zeros(MAX_WEIGHTS)
    weights[: len(strategy.weights)] = list(strategy.weights.values())
    return weights


def scores_of(score: Any, weights: np.ndarray, state: Any, rules: Any, options: np.ndarray) -> np.ndarray:
    """Return the scores of the options. NaN means that the score function wrote no score."""
    scores = np.full(len(options), np.nan)
    score(state, rules, options, weights, scores)
    return scores


def sees_the_same(game: Game, score: Any, weights: np.ndarray, state: Any, rules: Any) -> bool:
    """Return whether the acting seat has identical options and scores, to the bit, in another world."""
    worlds = (state.copy(), redealt(game, state, rules, state.actor, ONE_WORLD))
    seen = []
    for world in worlds:
        options = listed(game, world, rules)
        seen.append((options.tobytes(), scores_of(score, weights, world, rules, options).tobytes()))
    return seen[0] == seen[1]
