"""Random games for tests, in which every kind of option occurs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.interstellar_ambitions.state import MAX_OPTIONS, Kind

GAME = find_game("interstellar-ambitions")


def started(rules: Any, seed: int) -> Any:
    """Return the state at the first decision of the setup."""
    state = zeros(1, GAME.kernels.state_dt)[0]
    state.key[0] = np.uint64(seed)
    set_up(GAME, state, rules)
    return state


def options(state: Any, rules: Any) -> np.ndarray:
    """Return the legal options."""
    listed = zeros(MAX_OPTIONS, option_dt)
    return listed[: GAME.kernels.options(state, rules, listed)]


def walk(rules: Any, seed: int, steps: int) -> Iterator[tuple[Any, np.ndarray, Any, Any]]:
    """Yield (state before, its options, the option taken, state after) for `steps` decisions of a game, including
    forced ones."""
    choices, state, picked = np.random.default_rng(seed), started(rules, seed), Counter[int]()
    for _ in range(steps):
        if state.over:
            return
        before, listed = state.copy(), options(state, rules)
        option = listed[_pick(listed, choices, picked)].copy()
        carry_out(GAME, state, rules, option)
        yield before, listed, option, state


def _pick(listed: np.ndarray, choices: np.random.Generator, picked: Counter[int]) -> int:
    """Return the index of an option, mostly of the kind picked least. Every row and card counts as a separate kind."""
    separate = np.isin(listed["kind"], (Kind.ACT, Kind.PLAY))
    kinds = listed["kind"] + np.where(separate, 100 * (1 + listed["a"]), 0)
    present = np.unique(kinds).tolist()
    rare = min(present, key=lambda kind: picked[kind])
    kind = rare if choices.random() < 0.6 else int(choices.choice(present))
    picked[kind] += 1
    return int(choices.choice(np.flatnonzero(kinds == kind)))
