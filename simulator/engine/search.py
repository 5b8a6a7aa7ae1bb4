"""Flat Monte Carlo search with determinizations, and one-ply greedy play.

A world is a determinization: a copy of the state in which everything that the acting seat cannot see is resampled. The
search tries the options with the highest scores of the base strategy, first the choice of the base strategy. It tries
each of them in the same worlds, and plays each world on to the rollout depth.

Options are dropped in two ways:

- Sequential halving: the worse half is dropped repeatedly (Karnin, Koren and Somekh, ICML 2013).
- A race: after a quarter of the playouts, each world can drop options. An option is dropped if it is worse than the
  choice of the base strategy by the confidence threshold. The search ends if no alternative is left, or if the last
  alternative is clearly better. (Maron and Moore, NIPS 1993; Heidrich-Meisner and Igel, ICML 2009.)

The saved playouts go to the remaining options.

An alternative is taken only if its mean gain exceeds the confidence threshold. The draws of a world depend only on the
seed, the game, the decision and the playout. They are independent of the draws of the game in play.

One-ply greedy play has no rollouts: it takes the option with the highest heuristic value right after the option.
"""

import math

import numpy as np

from starbalance.simulator.engine.chance import philox
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import AT_ONCE, MOST_TRIED, PURPOSES
from starbalance.simulator.engine.network import ASSETS_USED, fill_extras, row_of
from starbalance.simulator.engine.play import AHEAD, FINE, IN_PLAY, choice, fault_of, is_random, take
from starbalance.simulator.engine.signatures import SearchKernels

PLAYED_ON = 2  # index of `Room.desk`: the state of a playout
SPARE = MOST_TRIED  # index of the spare record in `Room.trials`
ENDLESS = 1 << 40  # turns
SURE = 1.5  # standard errors beyond the confidence threshold at which an option is taken early
WORLD, BELIEF = PURPOSES, PURPOSES + 1  # random purposes beyond those of any game

_32 = np.uint64(32)


@rule
def random_words(randomness, purpose, playout, item):
    """Return two random 32-bit words that do not depend on the draws of the game in play.

    Args:
        randomness: The seed, the game and the number of the decision.
        purpose: WORLD, BELIEF, or another purpose beyond those of any game.
        playout: The number of the playout.
        item: The number of a player, or 0.
    """
    seed, number, decision = randomness
    high, low, _, _ = philox(
        np.uint64(playout),
        np.uint64(purpose),
        np.uint64(decision),
        np.uint64(item),
        np.uint64(seed),
        np.uint64(number),
    )
    return high, low


@rule
def _seat_opponents(rows, rules, room, row, randomness, playout):
    """Fill in the row of each seat in a playout: the opponent models, and for the acting player the base strategy."""
    own = rules.player[room.desk[IN_PLAY].actor]
    for seat in range(rules.seats):
        player = rules.player[seat]
        room.opponent_models[seat] = room.seated[seat]
        if player == own:
            room.opponent_models[seat] = row
        elif rows[row].models > 0:
            word, _ = random_words(randomness, BELIEF, playout, player)
            room.opponent_models[seat] = rows[row].first_model + np.int64((word * np.uint64(rows[row].models)) >> _32)


@rule
def _evaluation(kernels, state, rules, seat, asset_weights):
    """Return the heuristic value of a seat plus its weighted evaluation features."""
    total = kernels.standing(state, rules, seat)
    for asset in range(asset_weights.shape[0]):
        if asset_weights[asset] != 0.0:
            total += asset_weights[asset] * kernels.assets(state, rules, seat, asset)
    return total


@rule
def _estimated(kernels, rules, room, player, number):
    """Return the share of the win of a player that a network estimates for the state of a playout."""
    networks, memory, total = room.networks, row_of(room.memory, PLAYED_ON), 0.0
    fill_extras(kernels, room.desk[PLAYED_ON], rules, networks, networks.heads[number, ASSETS_USED])
    kernels.estimate(networks, number, memory.integers, memory.reals, memory.octets, rules.seats)
    for seat in range(rules.seats):
        total += networks.shares[seat] if rules.player[seat] == player else 0.0
    return total


@rule
def _prospect(kernels, rules, room, player, row):
    """Return the share of the win of a player, 0 to 1, summed over the seats of the player.

    Before the end of the game, a network estimates the shares. Without a network the shares of the seats are the
    softmax of their evaluations in units of `scale`.
    """
    state = room.desk[PLAYED_ON]
    if state.over == 0 and row.network > 0:
        return _estimated(kernels, rules, room, player, row.network - 1)
    best, own, total = -np.inf, 0.0, 0.0
    for seat in range(rules.seats):
        best = max(best, _evaluation(kernels, state, rules, seat, row.asset_weights))
    for seat in range(rules.seats):
        if state.over != 0:
            part = state.credit[seat]
        else:
            part = math.exp((_evaluation(kernels, state, rules, seat, row.asset_weights) - best) / row.scale)
        total += part
        own += part if rules.player[seat] == player else 0.0
    return own if state.over != 0 else own / total


@rule
def _play_on(kernels, scores, rows, rules, room, last, turn):
    """Play a world on to the end of the game, to a round or to a turn. Return FINE, or AHEAD for a fault."""
    state, opts, values = room.desk[PLAYED_ON], room.opts_ahead, room.values_ahead
    while state.over == 0 and state.rounds < last and state.turn < turn:
        n, chosen = kernels.options(state, rules, opts), 0
        if fault_of(n, opts.shape[0]) != FINE:
            return AHEAD
        if n > 1:
            row = room.opponent_models[state.actor]
            chosen = choice(kernels, scores[row], rows[row], state, rules, opts[:n], values[:n])
            if chosen < 0:
                return AHEAD
        take(kernels, state, rules, opts[chosen])
    return FINE


@rule
def _take_in(kernels, rules, room, option, world):
    """Fill in `room.desk[PLAYED_ON]` with a world of the state in play, from the seed `world`, after an option."""
    room.desk[PLAYED_ON] = room.desk[IN_PLAY]
    state = room.desk[PLAYED_ON]
    kernels.redeal(state, rules, state.actor, world)
    take(kernels, state, rules, room.opts[option])


@rule
def _value(kernels, scores, rows, rules, room, row, option, world):
    """Return the estimated share of the win of the acting player after an option in a world. NaN for a fault."""
    _take_in(kernels, rules, room, option, world)
    now = room.desk[IN_PLAY]
    last = now.rounds + rows[row].horizon
    turn = now.turn + (rows[row].turns if rows[row].turns > 0 else ENDLESS)
    if _play_on(kernels, scores, rows, rules, room, last, turn) != FINE:
        return np.nan
    return _prospect(kernels, rules, room, rules.player[now.actor], rows[row])


@rule
def _is_listed(trials, count, option):
    for k in range(count):
        if trials[k].option == option:
            return True
    return False


@rule
def _list_trials(trials, values, chosen, width):
    """Fill in `trials` with the base strategy's choice, then the options with the highest finite scores.

    Return their number, at most `width` and MOST_TRIED.
    """
    for k in range(min(width, MOST_TRIED)):
        top, best = -np.inf, chosen if k == 0 else -1
        for option in range(values.shape[0]):
            if k > 0 and values[option] > top and not _is_listed(trials, k, option):
                top, best = values[option], option
        if best < 0:
            return k
        trials[k].option = best
        trials[k].worlds = 0
        trials[k].value = 0.0
        trials[k].gain = 0.0
        trials[k].squares = 0.0
    return min(width, MOST_TRIED)


@rule
def _try(kernels, scores, rows, rules, room, row, left, randomness, playout):
    """Add the results of the first `left` options in one world to their trials. Return FINE, or AHEAD for a fault."""
    _seat_opponents(rows, rules, room, row, randomness, playout)
    high, low = random_words(randomness, WORLD, playout, 0)
    base = 0.0
    for k in range(left):
        trial = room.trials[k]
        value = _value(kernels, scores, rows, rules, room, row, trial.option, (high << _32) | low)
        if not math.isfinite(value):
            return AHEAD
        base = value if k == 0 else base
        trial.worlds += 1
        trial.value += value
        trial.gain += value - base
        trial.squares += (value - base) * (value - base)
    return FINE


@rule
def _swap(trials, one, other):
    trials[SPARE] = trials[one]
    trials[one] = trials[other]
    trials[other] = trials[SPARE]


@rule
def _keep(trials, left, kept):
    """Move the `kept` - 1 options with the highest gain to the places after the base strategy's choice."""
    for place in range(1, kept):
        best = place
        for k in range(place + 1, left):
            if trials[k].gain > trials[best].gain:
                best = k
        _swap(trials, place, best)


@rule
def _bound(trial, errors):
    """Return the mean gain of an option over the base strategy's choice, plus a number of standard errors.

    NaN before the second world.
    """
    if trial.worlds < 2:
        return np.nan
    mean = trial.gain / trial.worlds
    spread = max(0.0, trial.squares / trial.worlds - mean * mean)
    return mean + errors * math.sqrt(spread / (trial.worlds - 1))


@rule
def _give_up(trials, left, threshold, margin):
    """Move the options that may be better than the base strategy's choice by the margin to the places after it.

    Return the number of remaining options, including the choice.
    """
    kept = 1
    for k in range(1, left):
        if not _bound(trials[k], threshold) <= margin:
            _swap(trials, kept, k)
            kept += 1
    return kept


@rule
def _is_sure(trial, threshold, margin):
    """Return whether an option is better than the base strategy's choice by over `threshold` + SURE standard errors."""
    return _bound(trial, -threshold - SURE) > 0.0 and _bound(trial, 0.0) > margin


@rule
def _better(trials, left, threshold, margin):
    """Return the second option if two are left and it gains over `threshold` standard errors and the margin.

    In all other cases return the first.
    """
    is_better = left == 2 and _bound(trials[1], -threshold) > 0.0 and _bound(trials[1], 0.0) > margin
    return trials[1].option if is_better else trials[0].option


@rule
def _halvings(count):
    """Return how many times a list is halved until one option is left."""
    number = 0
    while count > 1:
        count = (count + 1) // 2
        number += 1
    return number


@rule
def _next_halving(left, worlds, budget):
    """Return the number of worlds, from the first, after which the next halving is due.

    All halvings get equal parts of the remaining budget. If one option is left, return `worlds`.
    """
    return worlds + max(1, budget // (_halvings(left) * left)) if left > 1 else worlds


@rule
def _race(kernels, scores, rows, rules, room, row, left, randomness):
    """Return the index of the winner of the listed options, or -AHEAD for a fault in a playout."""
    trials, threshold, margin, playouts = room.trials, rows[row].threshold, rows[row].margin, rows[row].playouts
    worlds, budget = 0, left * playouts
    until = _next_halving(left, worlds, budget)
    while left > 1:
        if _try(kernels, scores, rows, rules, room, row, left, randomness, worlds) != FINE:
            return -AHEAD
        worlds += 1
        budget -= left
        kept = _give_up(trials, left, threshold, margin) if worlds >= playouts // 4 else left
        is_sure = kept == 2 and worlds >= playouts // 2 and _is_sure(trials[1], threshold, margin)
        if is_sure or (kept == left == 2 and worlds == until):
            return _better(trials, kept, threshold, margin)
        if kept == left and worlds == until:
            kept = (left + 1) // 2
            _keep(trials, left, kept)
        if kept < left:
            until = _next_halving(kept, worlds, budget)
        left = kept
    return trials[0].option


@rule
def _standing_after(kernels, rules, room, option, worlds, randomness):
    """Return the mean heuristic value of the acting seat right after an option, over some worlds."""
    total, seat = 0.0, room.desk[IN_PLAY].actor
    for world in range(worlds):
        high, low = random_words(randomness, WORLD, world, 0)
        _take_in(kernels, rules, room, option, (high << _32) | low)
        total += kernels.standing(room.desk[PLAYED_ON], rules, seat)
    return total / worlds


@rule
def _best_at_once(kernels, rules, room, n, chosen, worlds, randomness):
    """Return the index of the option with the highest heuristic value of the acting seat right after it.

    Ties are broken in favour of the base strategy's choice, then of the highest score.
    """
    best, top = chosen, _standing_after(kernels, rules, room, chosen, worlds, randomness)
    for option in range(n):
        if option != chosen and room.values[option] > -np.inf:
            standing = _standing_after(kernels, rules, room, option, worlds, randomness)
            is_liked = best != chosen and room.values[option] > room.values[best]
            if standing > top or (standing == top and is_liked):
                best, top = option, standing
    return best


def values_found(trials):
    """Return the mean value of each option that a search tried, by the index of the option.

    Args:
        trials: The records of the search. A value is an estimated share of the win, from 0 to 1.
    """
    return {int(each["option"]): float(each["value"] / each["worlds"]) for each in trials if each["worlds"]}


def look_ahead(kernels, scores, rows, rules, room, n, chosen, seed, number, decision):
    """Search a decision, or decide it by one-ply greedy play.

    Args:
        kernels: The game functions in the order of SearchKernels.
        scores: The score functions of the strategy table (TABLE).
        rows: The records of the strategy table (TABLE).
        rules: The rules record.
        room: The arrays to work in. `room.opts` has the options, `room.values` their scores.
        n: The number of options.
        chosen: The index of the choice of the base strategy.
        seed: The seed.
        number: The number of the game.
        decision: The number of the decision in the game.

    Returns:
        The index of the option to take, or -AHEAD for a fault in a playout. It is `chosen` if the strategy plays at
        random by now, or does not search decisions of this type.
    """
    game = SearchKernels(*kernels)
    state = room.desk[IN_PLAY]
    row = room.seated[state.actor]
    if is_random(rows[row], state):
        return chosen
    if rows[row].horizon == AT_ONCE:
        return _best_at_once(game, rules, room, n, chosen, rows[row].playouts, (seed, number, decision))
    if rows[row].searched[state.decision] == 0:
        return chosen
    left = _list_trials(room.trials, room.values[:n], chosen, rows[row].width)
    return _race(game, scores, rows, rules, room, row, left, (seed, number, decision))
