"""Looking ahead: a seat tries its best options in worlds that it cannot tell from this one, and plays on in each.

Flat Monte Carlo: the options that the strategy scores best, its own choice first; the same worlds for each; the worse
half is given up again and again (sequential halving: Karnin, Koren and Somekh, ICML 2013). It is a race, too (Maron and
Moore, NIPS 1993; Heidrich-Meisner and Igel, ICML 2009): after a quarter of the playouts, and after each world from then
on, an option that lags behind the choice by its error is given up, and the search ends where none is left, or one alone
that is ahead for sure. What that saves goes to the options that are left, as long as they need it.

Another option than its choice is taken only for a gain beyond its error. What is drawn for a world hangs on seed, game,
decision and playout alone, never on the dice of the game in play.

A greedy strategy does not play on: it takes the option after which its seat stands best at once.
"""

import math

import numpy as np

from starbalance.simulator.engine.chance import philox
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import AT_ONCE, MOST_TRIED, PURPOSES
from starbalance.simulator.engine.play import AHEAD, FINE, IN_PLAY, choice, fault_of, is_random, take
from starbalance.simulator.engine.signatures import SearchVerbs

PLAYED_ON = 2  # place on the desk
SPARE = MOST_TRIED  # place among the trials
SURE = 1.5  # standard errors beyond caution for which an option is taken early
WORLD, BELIEF = PURPOSES, PURPOSES + 1  # purposes of chance that no game has

_32 = np.uint64(32)


@rule
def _words(luck, purpose, playout, item):
    """Two 32-bit words for a playout of the decision that luck names: (seed, game, decision)."""
    seed, number, decision = luck
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
def _seat_believed(rows, rules, room, row, luck, playout):
    """Seats in a playout those whom the searcher believes in, itself by its own recipe."""
    own = rules.player[room.desk[IN_PLAY].actor]
    for seat in range(rules.seats):
        player = rules.player[seat]
        room.believed[seat] = room.seated[seat]
        if player == own:
            room.believed[seat] = row
        elif rows[row].beliefs > 0:
            word, _ = _words(luck, BELIEF, playout, player)
            room.believed[seat] = rows[row].believed + np.int64((word * np.uint64(rows[row].beliefs)) >> _32)


@rule
def _outlook(verbs, state, rules, seat, worth):
    """How a seat stands, and what else it has is worth."""
    total = verbs.standing(state, rules, seat)
    for asset in range(worth.shape[0]):
        if worth[asset] != 0.0:
            total += worth[asset] * verbs.assets(state, rules, seat, asset)
    return total


@rule
def _prospect(verbs, state, rules, player, row):
    """The share of the win of a player: his credit; before the end the softmax of outlooks, `scale` its unit."""
    best, own, total = -np.inf, 0.0, 0.0
    for seat in range(rules.seats):
        best = max(best, _outlook(verbs, state, rules, seat, row.worth))
    for seat in range(rules.seats):
        if state.over != 0:
            part = state.credit[seat]
        else:
            part = math.exp((_outlook(verbs, state, rules, seat, row.worth) - best) / row.scale)
        total += part
        own += part if rules.player[seat] == player else 0.0
    return own if state.over != 0 else own / total


@rule
def _play_on(verbs, scores, rows, rules, room, last):
    """Plays on to the end, or up to a round; FINE, or AHEAD for a fault."""
    state, opts, values = room.desk[PLAYED_ON], room.opts_ahead, room.values_ahead
    while state.over == 0 and state.rounds < last:
        n, chosen = verbs.options(state, rules, opts), 0
        if fault_of(n, opts.shape[0]) != FINE:
            return AHEAD
        if n > 1:
            row = room.believed[state.actor]
            chosen = choice(verbs, scores[row], rows[row], state, rules, opts[:n], values[:n])
            if chosen < 0:
                return AHEAD
        take(verbs, state, rules, opts[chosen])
    return FINE


@rule
def _take_in(verbs, rules, room, option, world):
    """Carries out an option in a world that the seat that decides cannot tell from this one."""
    room.desk[PLAYED_ON] = room.desk[IN_PLAY]
    state = room.desk[PLAYED_ON]
    verbs.redeal(state, rules, state.actor, world)
    take(verbs, state, rules, room.opts[option])


@rule
def _value(verbs, scores, rows, rules, room, row, option, world):
    """What an option is worth to the seat that decides, in a world; NaN for a fault."""
    _take_in(verbs, rules, room, option, world)
    seat, state = room.desk[IN_PLAY].actor, room.desk[PLAYED_ON]
    last = room.desk[IN_PLAY].rounds + rows[row].horizon
    if _play_on(verbs, scores, rows, rules, room, last) != FINE:
        return np.nan
    return _prospect(verbs, state, rules, rules.player[seat], rows[row])


@rule
def _is_listed(trials, count, option):
    for k in range(count):
        if trials[k].option == option:
            return True
    return False


@rule
def _list_trials(trials, values, chosen, width):
    """Lists the strategy's choice, then the options with the highest finite scores; how many."""
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
def _try(verbs, scores, rows, rules, room, row, left, luck, playout):
    """Tries the options that are left in one world; FINE, or AHEAD for a fault."""
    _seat_believed(rows, rules, room, row, luck, playout)
    high, low = _words(luck, WORLD, playout, 0)
    base = 0.0
    for k in range(left):
        trial = room.trials[k]
        value = _value(verbs, scores, rows, rules, room, row, trial.option, (high << _32) | low)
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
    """Puts the options with the most gain next to the strategy's choice, which stays first."""
    for place in range(1, kept):
        best = place
        for k in range(place + 1, left):
            if trials[k].gain > trials[best].gain:
                best = k
        _swap(trials, place, best)


@rule
def _bound(trial, errors):
    """The mean gain of an option and so many standard errors more; NaN where one world says nothing of them."""
    if trial.worlds < 2:
        return np.nan
    mean = trial.gain / trial.worlds
    spread = max(0.0, trial.squares / trial.worlds - mean * mean)
    return mean + errors * math.sqrt(spread / (trial.worlds - 1))


@rule
def _give_up(trials, left, caution):
    """Puts the options that may be better than the strategy's choice next to it; how many are left with it."""
    kept = 1
    for k in range(1, left):
        if not _bound(trials[k], caution) <= 0.0:
            _swap(trials, kept, k)
            kept += 1
    return kept


@rule
def _is_sure(trial, caution):
    """Whether an option is so much better than the strategy's choice that it is not tried further."""
    return _bound(trial, -caution - SURE) > 0.0


@rule
def _better(trials, left, caution):
    """The second of two options where its mean gain is beyond so many standard errors, else the first."""
    is_better = left == 2 and _bound(trials[1], -caution) > 0.0
    return trials[1].option if is_better else trials[0].option


@rule
def _halvings(count):
    """How often a list is halved until two are left and compared."""
    number = 0
    while count > 1:
        count = (count + 1) // 2
        number += 1
    return number


@rule
def _next_halving(left, worlds, budget):
    """The world after which the worse half is given up: each halving takes an equal part of the playouts to come."""
    return worlds + max(1, budget // (_halvings(left) * left)) if left > 1 else worlds


@rule
def _race(verbs, scores, rows, rules, room, row, left, luck):
    """The winner of the options that are listed; -AHEAD for a fault in a playout."""
    trials, caution, playouts = room.trials, rows[row].caution, rows[row].playouts
    worlds, budget = 0, left * playouts
    until = _next_halving(left, worlds, budget)
    while left > 1:
        if _try(verbs, scores, rows, rules, room, row, left, luck, worlds) != FINE:
            return -AHEAD
        worlds += 1
        budget -= left
        kept = _give_up(trials, left, caution) if worlds >= playouts // 4 else left
        is_sure = kept == 2 and worlds >= playouts // 2 and _is_sure(trials[1], caution)
        if is_sure or (kept == left == 2 and worlds == until):
            return _better(trials, kept, caution)
        if kept == left and worlds == until:
            kept = (left + 1) // 2
            _keep(trials, left, kept)
        if kept < left:
            until = _next_halving(kept, worlds, budget)
        left = kept
    return trials[0].option


@rule
def _standing_after(verbs, rules, room, option, worlds, luck):
    """How the seat that decides stands right after an option, the mean of some worlds."""
    total, seat = 0.0, room.desk[IN_PLAY].actor
    for world in range(worlds):
        high, low = _words(luck, WORLD, world, 0)
        _take_in(verbs, rules, room, option, (high << _32) | low)
        total += verbs.standing(room.desk[PLAYED_ON], rules, seat)
    return total / worlds


@rule
def _best_at_once(verbs, rules, room, n, chosen, worlds, luck):
    """The option after which the seat stands best at once: of equals the strategy's choice, else the best score."""
    best, top = chosen, _standing_after(verbs, rules, room, chosen, worlds, luck)
    for option in range(n):
        if option != chosen and room.values[option] > -np.inf:
            standing = _standing_after(verbs, rules, room, option, worlds, luck)
            is_liked = best != chosen and room.values[option] > room.values[best]
            if standing > top or (standing == top and is_liked):
                best, top = option, standing
    return best


def values_found(trials):
    """Place of an option -> its mean value, for each that a search tried; from the trials as the search left them."""
    return {int(each["option"]): float(each["value"] / each["worlds"]) for each in trials if each["worlds"]}


def look_ahead(verbs, scores, rows, rules, room, n, chosen, seed, number, decision):
    """The place of the option to take out of room.opts[:n]; -AHEAD for a fault in a playout.

    scores, rows: the table of strategies. room.values: the scores of the options; chosen: the strategy's choice.
    seed, number, decision: of the game, and which decision of it this is.
    """
    game = SearchVerbs(*verbs)
    state = room.desk[IN_PLAY]
    row = room.seated[state.actor]
    if is_random(rows[row], state):
        return chosen
    if rows[row].horizon == AT_ONCE:
        return _best_at_once(game, rules, room, n, chosen, rows[row].playouts, (seed, number, decision))
    if rows[row].searched[state.phase] == 0:
        return chosen
    left = _list_trials(room.trials, room.values[:n], chosen, rows[row].width)
    return _race(game, scores, rows, rules, room, row, left, (seed, number, decision))
