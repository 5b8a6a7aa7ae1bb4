"""Positions for a network to learn from: games with random deviations, sampled at the starts of turns."""

import numpy as np

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import PURPOSES, SEATS
from starbalance.simulator.engine.network import encode, fill_extras, row_of
from starbalance.simulator.engine.play import (
    BLANK,
    FINE,
    IN_PLAY,
    UNSCORED,
    begin,
    choice,
    fault_of,
    seat_strategies,
    take,
)
from starbalance.simulator.engine.search import random_words
from starbalance.simulator.engine.signatures import SEARCHED, LoopKernels

DEVIATION, SAMPLE = PURPOSES + 2, PURPOSES + 3  # random purposes beyond those of any game and of a search

_32 = np.uint64(32)


@rule
def _is_below(word, chance):
    """Return whether an event with a chance from 0 to 1 happens, by a random 32-bit word."""
    return np.float64(word) < chance * 4294967296.0


@rule
def _deviation(seed, number, most):
    """Return the chance of a random option at the decisions of a game, from 0 to `most`."""
    word, _ = random_words((seed, number, 1), DEVIATION, 0, 0)
    return most * np.float64(word) / 4294967296.0


@rule
def _note(kernels, rules, room, networks, assets, samples, memory, place, number):
    """Write the position in play into a place of the samples."""
    state = room.desk[IN_PLAY]
    samples.game[place] = number
    if samples.states.shape[0] > 0:
        samples.states[place] = state
    if samples.inputs.shape[0] > 0:
        fill_extras(kernels, state, rules, networks, assets)
        encode(networks, networks.heads[0], memory, rules.seats)
        for seat in range(rules.seats):
            samples.inputs[place, seat] = networks.inputs[seat] + networks.inputs[SEATS]
    for seat in range(rules.seats):
        samples.standings[place, seat] = kernels.standing(state, rules, seat)


@rule
def _settle(kernels, state, rules, samples, first, last):
    """Write the result of a game into its samples."""
    for place in range(first, last):
        for seat in range(rules.seats):
            samples.credit[place, seat] = state.credit[seat]
            samples.final[place, seat] = kernels.standing(state, rules, seat)


def sample(
    kernels, scores, rows, pool, lineup, rules, room, seed, numbers, deviation, chance, networks, assets, samples
):
    """Play games, at some decisions with a random option, and note positions at the starts of turns.

    The loop is that of `play.decide_and_play`, which would be slower with a function for each decision.

    Args:
        kernels: The game functions in the order of LoopKernels.
        scores: The score functions of the strategy table (TABLE).
        rows: The records of the strategy table (TABLE).
        pool: The number of rows, from the first, that can be drawn for a player.
        lineup: The row of each player (SEATS). -1 means that it is drawn for each game.
        rules: The rules record.
        room: The arrays to work in.
        seed: The seed.
        numbers: The numbers of the games.
        deviation: The largest chance of a random option at a decision. Each game draws its chance from 0 to this.
        chance: The chance that the start of a turn is noted.
        networks: The features to note.
        assets: The number of evaluation features of the game.
        samples: The arrays to fill in, see Samples.

    Returns:
        The number of noted positions. A game that does not end well is left out.
    """
    game = LoopKernels(*kernels)
    ahead = kernels[:SEARCHED]
    state, seated, opts, values, noted = room.desk[IN_PLAY], room.seated, room.opts, room.values, 0
    memory = row_of(room.memory, IN_PLAY)
    for number in numbers:
        room.desk[IN_PLAY] = room.desk[BLANK]
        seat_strategies(state, seed, number, rules, lineup, pool, seated)
        begin(game, state, rules)
        fault, decisions, first, often = FINE, 0, noted, _deviation(seed, number, deviation)
        while state.over == 0 and fault == FINE:
            n, chosen = game.options(state, rules, opts), np.int64(0)
            fault = fault_of(n, opts.shape[0])
            if n > 1 and fault == FINE:
                decisions += 1
                drawn, word = random_words((seed, number, 0), DEVIATION, decisions, 0)
                row = seated[state.actor]
                if _is_below(drawn, often):
                    chosen = np.int64((word * np.uint64(n)) >> _32)
                else:
                    chosen = choice(game, scores[row], rows[row], state, rules, opts[:n], values[:n])
                    if chosen >= 0 and rows[row].playouts > 0:
                        chosen = game.look_ahead(ahead, scores, rows, rules, room, n, chosen, seed, number, decisions)
                fault = UNSCORED if chosen < 0 else FINE
            if fault == FINE:
                turn = state.turn
                take(game, state, rules, opts[chosen])
                if state.turn != turn and state.over == 0 and noted < samples.game.shape[0]:
                    drawn, _ = random_words((seed, number, 0), SAMPLE, state.turn, 0)
                    if _is_below(drawn, chance):
                        _note(game, rules, room, networks, assets, samples, memory, noted, number)
                        noted += 1
        if fault == FINE:
            _settle(game, state, rules, samples, first, noted)
        else:
            noted = first
    return noted
