"""Random games for tests. Every decision picks a kind of option, then an option of that kind, so rare kinds occur."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.handful_of_stars.state import MAX_OPTIONS, Action, Kind

GAME = find_game("handful-of-stars")
IDLE = (Action.DISCARD, Action.REMOVE, Action.PASS)  # seldom picked, because they stop a game's progress


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
    choices, state = np.random.default_rng(seed), started(rules, seed)
    for _ in range(steps):
        if state.over:
            return
        before, listed = state.copy(), options(state, rules)
        option = listed[_pick(listed, choices)].copy()
        carry_out(GAME, state, rules, option)
        yield before, listed, option, state


def _pick(listed: np.ndarray, choices: np.random.Generator) -> int:
    """Return the index of an option: draw a kind, then an option of that kind.

    Each action counts as a separate kind.
    """
    acts = listed["kind"] == Kind.ACT
    kinds = np.where(acts, 100 + listed["a"], listed["kind"])
    idle = acts & np.isin(listed["a"], IDLE)
    wanted = kinds[~idle] if (~idle).any() and choices.random() < 0.9 else kinds
    return int(choices.choice(np.flatnonzero(kinds == choices.choice(np.unique(wanted)))))
