"""Random games: every decision picks a kind of option, then one of that kind, so that rare ones come up."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.handful_of_stars.state import MAX_OPTIONS, Action, Kind

GAME = find_game("handful-of-stars")
IDLE = (Action.DISCARD, Action.REMOVE, Action.PASS)  # seldom picked: they starve a game


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
    choices, state = np.random.default_rng(seed), started(rules, seed)
    for _ in range(steps):
        if state.over:
            return
        before, listed = state.copy(), options(state, rules)
        option = listed[_pick(listed, choices)].copy()
        carry_out(GAME, state, rules, option)
        yield before, listed, option, state


def _pick(listed: np.ndarray, choices: np.random.Generator) -> int:
    """The place of an option; an action is a kind of its own."""
    acts = listed["kind"] == Kind.ACT
    kinds = np.where(acts, 100 + listed["a"], listed["kind"])
    idle = acts & np.isin(listed["a"], IDLE)
    wanted = kinds[~idle] if (~idle).any() and choices.random() < 0.9 else kinds
    return int(choices.choice(np.flatnonzero(kinds == choices.choice(np.unique(wanted)))))
