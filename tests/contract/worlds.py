"""Games at random of any game, and the other worlds that a seat cannot tell from the one it plays in."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import Strategy

ONE_WORLD, ANOTHER_WORLD = np.uint64(12345678901), np.uint64(99)


def started(game: Game, rules: Any, seed: int) -> Any:
    """The state at the first decision of a game."""
    state = zeros(1, game.verbs.state_dt)[0]
    state.key[0] = np.uint64(seed)
    set_up(game, state, rules)
    return state


def listed(game: Game, state: Any, rules: Any) -> np.ndarray:
    """The options of the pending decision."""
    room = zeros(game.verbs.max_options, option_dt)
    count = game.verbs.options(state, rules, room)
    assert 0 < count <= len(room)
    return room[:count]


def walk(game: Game, rules: Any, seed: int, steps: int) -> Iterator[tuple[Any, np.ndarray, Any, Any]]:
    """(state before, its options, the one taken, state after) of so many decisions of a game, forced ones too.

    What was taken least so far is taken mostly, so that rare decisions come up.
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
    """The place of an option: first a kind, then one of its `a`, mostly the one taken least, then any of these."""
    places = np.arange(len(options))
    key: tuple[int, ...] = ()
    for field in ("kind", "a"):
        found = np.unique(options[field][places]).tolist()
        rare = min(found, key=lambda value: taken[(*key, value)])
        value = rare if choices.random() < 0.6 else int(choices.choice(found))
        key = (*key, value)
        taken[key] += 1
        places = places[options[field][places] == value]
    return int(choices.choice(places))


def redealt(game: Game, state: Any, rules: Any, seat: int, luck: np.uint64) -> Any:
    """A copy of the state in which all that the seat cannot see is dealt anew."""
    copy = zeros(1, game.verbs.state_dt)
    copy[0] = state
    game.verbs.redeal(copy[0], rules, seat, luck)
    return copy[0]


def weights_of(strategy: Strategy) -> np.ndarray:
    """The weights of a strategy as its score takes them."""
    weights = np.zeros(MAX_WEIGHTS)
    weights[: len(strategy.weights)] = list(strategy.weights.values())
    return weights


def scores_of(score: Any, weights: np.ndarray, state: Any, rules: Any, options: np.ndarray) -> np.ndarray:
    """What a score makes of the options, NaN where it writes nothing."""
    found = np.full(len(options), np.nan)
    score(state, rules, options, weights, found)
    return found


def sees_the_same(game: Game, score: Any, weights: np.ndarray, state: Any, rules: Any) -> bool:
    """Whether the seat that decides has the same options and scores, to the bit, in another world."""
    worlds = (state.copy(), redealt(game, state, rules, state.actor, ONE_WORLD))
    seen = []
    for world in worlds:
        options = listed(game, world, rules)
        seen.append((options.tobytes(), scores_of(score, weights, world, rules, options).tobytes()))
    return seen[0] == seen[1]
