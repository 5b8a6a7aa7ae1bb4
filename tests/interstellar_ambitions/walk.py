"""Random games in which every kind of option comes up."""

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
    """The state at the first decision of the set-up."""
    state = zeros(1, GAME.verbs.state_dt)[0]
    state.key[0] = np.uint64(seed)
    set_up(GAME, state, rules)
    return state


def options(state: Any, rules: Any) -> np.ndarray:
    """The legal options."""
    listed = zeros(MAX_OPTIONS, option_dt)
    return listed[: GAME.verbs.options(state, rules, listed)]


def walk(rules: Any, seed: int, steps: int) -> Iterator[tuple[Any, np.ndarray, Any, Any]]:
    """(state before, its options, the one taken, state after) of so many decisions of one game, forced ones too."""
    choices, state, picked = np.random.default_rng(seed), started(rules, seed), Counter[int]()
    for _ in range(steps):
        if state.over:
            return
        before, listed = state.copy(), options(state, rules)
        option = listed[_pick(listed, choices, picked)].copy()
        carry_out(GAME, state, rules, option)
        yield before, listed, option, state


def _pick(listed: np.ndarray, choices: np.random.Generator, picked: Counter[int]) -> int:
    """The place of an option, mostly of the kind that was picked least; every row and card is a kind of its own."""
    own = np.isin(listed["kind"], (Kind.ACT, Kind.PLAY))
    kinds = listed["kind"] + np.where(own, 100 * (1 + listed["a"]), 0)
    found = np.unique(kinds).tolist()
    rare = min(found, key=lambda kind: picked[kind])
    kind = rare if choices.random() < 0.6 else int(choices.choice(found))
    picked[kind] += 1
    return int(choices.choice(np.flatnonzero(kinds == kind)))
