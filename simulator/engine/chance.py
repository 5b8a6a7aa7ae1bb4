"""All randomness: Philox4x32-10, a counter-based generator whose draws are pure functions of key and counter.

The key is (seed, game number), 32 bits each. The counter is (index, purpose, turn, item). A draw does not depend on
draws for other purposes, so variants of a game use common random numbers.

Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11 (2011), and the Random123 test vectors.
"""

import math

import numpy as np

from starbalance.simulator.engine.jit import rule

_LOW = np.uint64(0xFFFFFFFF)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_32 = np.uint64(32)

CHOICE, LINEUP, FIRST_OF_GAME = range(3)


@rule
def philox(a, b, c, d, k0, k1):
    """Return the four 32-bit words (as u8) of the block with counter (a, b, c, d) and key (k0, k1)."""
    for _ in range(10):
        x, y = a * _M0, c * _M1
        a, b, c, d = (y >> _32) ^ b ^ k0, y & _LOW, (x >> _32) ^ d ^ k1, x & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return a, b, c, d


@rule
def bits(state, purpose, item):
    """Return 32 random bits (as u8) for the current index of a purpose and one item, such as a card or a star."""
    return philox(
        np.uint64(state.drawn[purpose]),
        np.uint64(purpose),
        np.uint64(state.turn),
        np.uint64(item),
        state.key[0],
        state.key[1],
    )[0]


@rule
def below(state, purpose, n):
    """Return a random integer from 0 to n-1, drawn uniformly."""
    word = bits(state, purpose, 0)
    state.drawn[purpose] += 1
    return np.int64((word * np.uint64(n)) >> _32)


@rule
def unit(state, purpose):
    """Return a random float in [0, 1), drawn uniformly."""
    word = bits(state, purpose, 0)
    state.drawn[purpose] += 1
    return np.float64(word) / 4294967296.0


@rule
def next_turn(state):
    """Start a turn: add 1 to `state.turn`, and set the index of every purpose to 0.

    The dice of two variants thereby stay paired.
    """
    state.turn += 1
    state.drawn[:] = 0


@rule
def shuffle(state, purpose, cards):
    """Shuffle cards (distinct integers) in place, by one random key per card.

    Adding or removing a card does not change the order of the remaining cards.
    """
    keys = np.empty(cards.shape[0], np.uint64)
    for i in range(cards.shape[0]):
        key, place = (bits(state, purpose, cards[i]) << _32) | np.uint64(cards[i]), i
        while place > 0 and keys[place - 1] > key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    for i in range(cards.shape[0]):
        cards[i] = np.int64(keys[i] & _LOW)
    state.drawn[purpose] += 1


@rule
def choose(state, scores, temperature):
    """Return the index of the chosen score, or -1 if a score is NaN or +inf, or if no score is finite.

    At temperature 0 the highest score is chosen, and one draw breaks ties. Above 0 the choice is a softmax draw. An
    option with the score -inf is never chosen.
    """
    top, first, ties = -np.inf, -1, 0
    for i in range(scores.shape[0]):
        if not scores[i] < np.inf:
            return -1
        if scores[i] > top:
            top, first, ties = scores[i], i, 0
        ties += 1 if scores[i] == top else 0
    if temperature > 0.0 and first >= 0:
        return _softmax(state, scores, top, temperature)
    return _one_of(state, scores, top, ties) if ties > 1 and first >= 0 else first


@rule
def _one_of(state, scores, top, ties):
    """Return the index of one of the `ties` scores that equal `top`, drawn uniformly."""
    pick = below(state, CHOICE, ties)
    for i in range(scores.shape[0]):
        if scores[i] == top:
            if pick == 0:
                return i
            pick -= 1
    return -1


@rule
def _softmax(state, scores, top, temperature):
    total = 0.0
    for score in scores:
        total += math.exp((score - top) / temperature)
    left, last = unit(state, CHOICE) * total, -1
    for i in range(scores.shape[0]):
        weight = math.exp((scores[i] - top) / temperature)
        if weight > 0.0:
            last = i
            left -= weight
            if left < 0.0:
                return i
    return last
