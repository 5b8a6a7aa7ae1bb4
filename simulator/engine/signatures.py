"""The compiled types of the game functions, and the tuples in which the engine passes functions and arrays."""

from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from starbalance.simulator.engine.limits import MOST_TRIED, SEATS, TABLE
from starbalance.simulator.engine.network import Memory, Networks, blank_networks, memory_of, own_desk
from starbalance.simulator.engine.records import option_dt, strategy_dt, trial_dt, zeros

_INTEGERS, _INTEGER_ROWS = (types.Array(types.int64, dimensions, "C") for dimensions in (1, 2))
_REALS, _REAL_ROWS = (types.Array(types.float64, dimensions, "C") for dimensions in (1, 2))
_SINGLES, _SINGLE_ROWS = (types.Array(types.float32, dimensions, "C") for dimensions in (1, 2))
_OCTETS, _OCTET_ROWS = (types.Array(types.uint8, dimensions, "C") for dimensions in (1, 2))
MEMORY = types.NamedTuple((_INTEGER_ROWS, _REAL_ROWS, _OCTET_ROWS), Memory)
_PARTS = (_INTEGER_ROWS, _INTEGER_ROWS, _INTEGERS, _INTEGERS, _REALS, _SINGLES)
_LAYERS = (_SINGLE_ROWS, _SINGLE_ROWS, _SINGLES, _SINGLES)
NETWORKS = types.NamedTuple((*_PARTS, *_LAYERS, _REAL_ROWS, _INTEGERS, _REALS), Networks)
ESTIMATE = types.void(NETWORKS, types.int64, _INTEGERS, _REALS, _OCTETS, types.int64)


class SearchKernels(NamedTuple):
    """The game functions that a search calls."""

    options: Any
    apply: Any
    proceed: Any
    standing: Any
    assets: Any
    redeal: Any
    uses: Any
    level: Any
    estimate: Any


class LoopKernels(NamedTuple):
    """The game functions that the decision loop calls: those of SearchKernels first, and the search."""

    options: Any
    apply: Any
    proceed: Any
    standing: Any
    assets: Any
    redeal: Any
    uses: Any
    level: Any
    estimate: Any
    setup: Any
    finish: Any
    look_ahead: Any


SEARCHED = len(SearchKernels._fields)  # the functions at the start of LoopKernels that a search calls


class Room(NamedTuple):
    """The working arrays of the decision loop, made once for a chunk of games.

    Attributes:
        desk: The state in play, a blank state, and the state of a playout.
        seated: The row of each seat in the strategy table (SEATS).
        opponent_models: The row of each seat in a playout (SEATS).
        opts: The options of the decision.
        values: The scores of these options.
        opts_ahead: The options of a decision in a playout.
        values_ahead: The scores of these options.
        trials: A record for each option that a search tries (MOST_TRIED), and a spare record.
        memory: The memory of the states in `desk`.
        networks: The networks of the run.
    """

    desk: Any
    seated: Any
    opponent_models: Any
    opts: Any
    values: Any
    opts_ahead: Any
    values_ahead: Any
    trials: Any
    memory: Any
    networks: Any


class Samples(NamedTuple):
    """Noted positions.

    Attributes:
        game: The number of the game of each position (n).
        states: The states (n), or none.
        inputs: The features of each seat (n x seats x features), or none.
        standings: The standing of each seat (n x SEATS).
        credit: The share of the win of each seat at the end of the game (n x SEATS).
        final: The standing of each seat at the end of the game (n x SEATS).
    """

    game: Any
    states: Any
    inputs: Any
    standings: Any
    credit: Any
    final: Any


def make_room(state_dt: np.dtype, max_options: int, networks: Networks | None = None) -> Room:
    """Return blank working arrays.

    Args:
        state_dt: The type of the state.
        max_options: The largest number of options of a decision.
        networks: The networks of the run. `None` means that there are none.
    """
    desk = zeros(3, state_dt)
    return Room(
        desk,
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        zeros(max_options, option_dt),
        np.zeros(max_options),
        zeros(max_options, option_dt),
        np.zeros(max_options),
        zeros(MOST_TRIED + 1, trial_dt),
        memory_of(desk),
        own_desk(networks or blank_networks()),
    )


def _functions(kernels: dict[str, Any], called: type[SearchKernels] | type[LoopKernels]) -> Any:
    return types.Tuple([types.FunctionType(kernels[name]) for name in called._fields])


def signatures(state_dt: np.dtype, rules_dt: np.dtype, outcome_dt: np.dtype) -> dict[str, Any]:
    """Return the compiled types of the game functions, a score, the search and the decision loop, by name.

    Args:
        state_dt: The type of the state.
        rules_dt: The type of the rules.
        outcome_dt: The type of an outcome.
    """
    state, rules, option, outcome = (from_dtype(each) for each in (state_dt, rules_dt, option_dt, outcome_dt))
    options, floats = types.Array(option, 1, "C"), types.Array(types.float64, 1, "C")
    integers = types.Array(types.int64, 1, "C")
    kernels = {
        "setup": types.void(state, rules),
        "options": types.int64(state, rules, options),
        "apply": types.void(state, rules, option),
        "proceed": types.void(state, rules),
        "finish": types.void(state, rules, outcome),
        "standing": types.float64(state, rules, types.int64),
        "assets": types.float64(state, rules, types.int64, types.int64),
        "redeal": types.void(state, rules, types.int64, types.uint64),
        "uses": types.boolean(state, rules, option, types.int64, types.int64),
        "level": types.int64(state, rules, types.int64),
        "score": types.void(state, rules, options, floats, floats),
        "estimate": ESTIMATE,
    }
    seats, trials = types.Array(types.int64, 1, "C"), types.Array(from_dtype(trial_dt), 1, "C")
    states = types.Array(state, 1, "C")
    room = types.NamedTuple((states, seats, seats, options, floats, options, floats, trials, MEMORY, NETWORKS), Room)
    scores = types.UniTuple(types.FunctionType(kernels["score"]), TABLE)
    rows = types.Array(from_dtype(strategy_dt), 1, "C")
    count = types.int64
    kernels["look_ahead"] = types.int64(
        _functions(kernels, SearchKernels), scores, rows, rules, room, count, count, types.uint64, count, count
    )
    kernels["play"] = types.void(
        _functions(kernels, LoopKernels),
        scores,
        rows,
        count,
        integers,
        rules,
        room,
        types.uint64,
        types.Array(outcome, 1, "C"),
        types.Array(types.float64, 3, "C"),
    )
    single, matrix = types.Array(types.float32, 3, "C"), types.Array(types.float64, 2, "C")
    samples = types.NamedTuple((integers, states, single, matrix, matrix, matrix), Samples)
    number = types.float64
    kernels["sample"] = types.int64(
        *kernels["play"].args[:7], types.uint64, integers, number, number, NETWORKS, count, samples
    )
    return kernels
