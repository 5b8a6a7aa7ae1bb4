"""Networks that estimate the share of the win of each seat from a state, and the compiled function that asks them.

All seats share one network. Its first layer turns the features of each seat into hidden numbers. The second layer sees
the means of these numbers over the own side and over the other sides. A softmax over the seats makes shares of it.

One compiled function serves all games and networks: it carries out the operations of `encoding` on the memory of the
state.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from starbalance.simulator.engine.encoding import EXTRAS, FIRST_ASSET, LEVEL, STANDING, Column, Kind, Scope
from starbalance.simulator.engine.jit import inlined, rule
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.memory import borrowed

HEADS = 8
FIRST_OPERATION, OPERATIONS, FIRST_START, INPUTS, HIDDEN, SECOND, FIRST_WEIGHT, ASSETS_USED = range(HEADS)


class Networks(NamedTuple):
    """The networks of a run, and the arrays in which they are computed.

    Attributes:
        heads: A row for each network: where its parts begin, and its sizes.
        table: The operations of all networks, with the columns of `encoding.Column`.
        starts: The first pair of each row of an operation.
        features: The feature of each pair.
        factors: The number of each pair.
        weights: The weights of all networks.
        inputs: The features of each seat, then those that all seats share (SEATS + 1).
        hidden: The numbers of the first layer of each seat, then of the shared features (SEATS + 1).
        means: The means of the first layer over the own side and over the other sides.
        second: The numbers of the second layer.
        extras: The numbers of each seat that are not in the state (SEATS x EXTRAS).
        side: The side of each seat (SEATS).
        shares: The estimated share of the win of each seat (SEATS).
    """

    heads: Any
    table: Any
    starts: Any
    features: Any
    factors: Any
    weights: Any
    inputs: Any
    hidden: Any
    means: Any
    second: Any
    extras: Any
    side: Any
    shares: Any


def blank_networks() -> Networks:
    """Return the arrays of a run without networks."""
    integers, single = np.zeros(0, np.int64), np.zeros(0, np.float32)
    heads, table = np.zeros((0, HEADS), np.int64), np.zeros((0, len(Column)), np.int64)
    return with_desk(heads, table, integers, integers, np.zeros(0), single, side=np.arange(SEATS))


def with_desk(heads: np.ndarray, *parts: np.ndarray, side: np.ndarray) -> Networks:
    """Return networks with blank working arrays, as each thread needs them.

    Args:
        heads: The heads of the networks.
        *parts: The further fields up to `weights`.
        side: The side of each seat (SEATS).
    """
    inputs, width = int(heads[:, INPUTS].max(initial=0)), int(heads[:, HIDDEN].max(initial=0))
    layers = (np.zeros((SEATS + 1, inputs), np.float32), np.zeros((SEATS + 1, width), np.float32))
    means = (np.zeros(2 * width, np.float32), np.zeros(int(heads[:, SECOND].max(initial=0)), np.float32))
    desk = (*layers, *means, np.zeros((SEATS, EXTRAS)), np.array(side, np.int64), np.zeros(SEATS))
    return Networks._make((heads, *parts, *desk))


def own_desk(networks: Networks) -> Networks:
    """Return the same networks with other arrays to work in."""
    return with_desk(*networks[: Networks._fields.index("inputs")], side=networks.side)


class Memory(NamedTuple):
    """The memory of a state, or of each state of an array (one row each), as numbers of three kinds.

    Attributes:
        integers: Integers of 8 bytes.
        reals: Floats of 8 bytes.
        octets: Bytes.
    """

    integers: Any
    reals: Any
    octets: Any


def memory_of(states: np.ndarray) -> Memory:
    """Return the memory of an array of states, one row for each state. It is shared with the states."""
    octets = states.view(np.uint8).reshape(len(states), -1)
    return Memory(octets.view(np.int64), octets.view(np.float64), octets)


@rule
def row_of(memory, place):
    """Return the memory of one state."""
    return Memory(memory.integers[place], memory.reals[place], memory.octets[place])


@rule
def fill_extras(kernels, state, rules, networks, assets):
    """Fill in the numbers of each seat that are not in the state: its standing, its level and its assets."""
    for seat in range(rules.seats):
        networks.extras[seat, STANDING] = kernels.standing(state, rules, seat)
        networks.extras[seat, LEVEL] = kernels.level(state, rules, seat)
        for asset in range(assets):
            networks.extras[seat, FIRST_ASSET + asset] = kernels.assets(state, rules, seat, asset)


@inlined
def _narrow(octets, kind, width, address):
    """Return an integer of less than 8 bytes."""
    total = np.int64(0)
    for k in range(width):
        total |= np.int64(octets[address + k]) << np.int64(8 * k)
    if kind == Kind.SIGNED and octets[address + width - 1] >= 128:
        total -= np.int64(1) << np.int64(8 * width)
    return total


@inlined
def _add(pairs, inputs, row, factor):
    """Add the pairs of a row, times a factor, to the features of a seat."""
    starts, features, factors = pairs
    for k in range(starts[row], starts[row + 1]):
        inputs[np.uint64(features[np.uint64(k)])] += np.float32(factor * factors[np.uint64(k)])


@rule
def encode(networks, head, memory, seats):
    """Fill in `inputs` with the features of each seat, and in its last row those that all seats share.

    It calls no function for an entry, since a call takes longer than an entry. Unsigned indices save a check of their
    sign.
    """
    pairs = (borrowed(networks.starts), borrowed(networks.features), borrowed(networks.factors))
    table, inputs, extras = borrowed(networks.table), borrowed(networks.inputs), borrowed(networks.extras)
    integers, reals, octets = borrowed(memory.integers), borrowed(memory.reals), borrowed(memory.octets)
    inputs[:, : head[INPUTS]] = np.float32(0.0)
    first = head[FIRST_START]
    for number in range(head[FIRST_OPERATION], head[FIRST_OPERATION] + head[OPERATIONS]):
        operation = borrowed(table[number])
        address, kind, stride = operation[Column.ADDRESS], operation[Column.KIND], operation[Column.STRIDE]
        owner, owner_stride = operation[Column.OWNER], operation[Column.OWNER_STRIDE]
        counts_zero, by_place, present = operation[Column.ZERO], operation[Column.PLACE], operation[Column.PRESENT]
        by_value, least, values = operation[Column.VALUE], operation[Column.LEAST], operation[Column.VALUES]
        own, is_of_seats = operation[Column.OWN], operation[Column.SCOPE] == Scope.SEAT
        for place in range(seats if is_of_seats else 1):
            seat, count = np.int64(place if is_of_seats else SEATS), operation[Column.COUNT]
            if operation[Column.LIMIT] >= 0:
                limit = operation[Column.LIMIT] + place * operation[Column.LIMIT_STRIDE]
                count = min(count, integers[np.uint64(limit >> 3)])
            start = address + place * operation[Column.SEAT_STRIDE]
            for entry in range(count):
                if owner >= 0:
                    at = owner + entry * owner_stride
                    if operation[Column.OWNER_KIND] == Kind.INTEGER:
                        seat = integers[np.uint64(at >> 3)]
                    else:
                        seat = _narrow(octets, operation[Column.OWNER_KIND], operation[Column.OWNER_WIDTH], at)
                    if not 0 <= seat < seats:
                        continue
                at = start + entry * stride
                if owner == address:
                    whole, value = np.int64(1), np.float64(1.0)
                elif kind == Kind.INTEGER:
                    whole = integers[np.uint64(at >> 3)]
                    value = np.float64(whole)
                elif kind == Kind.REAL or kind == Kind.EXTRA:
                    value = reals[at >> 3] if kind == Kind.REAL else extras[place, address]
                    whole = np.int64(value)
                else:
                    whole = _narrow(octets, kind, operation[Column.WIDTH], at)
                    value = np.float64(whole)
                if whole == 0 and value == 0.0 and counts_zero == 0:
                    continue
                row = inputs[np.uint64(seat)]
                if by_place >= 0:
                    _add(pairs, row, first + by_place + entry, value)
                if present >= 0 and value > 0.0:
                    _add(pairs, row, first + present + entry, 1.0)
                if 0 <= whole - least < values:
                    _add(pairs, row, first + by_value + whole - least, 1.0)
                if own >= 0 and whole == seat:
                    _add(pairs, row, first + own, 1.0)


@rule
def _multiply(factors, weights, sums):
    """Add to `sums` the rows of weights, each times its factor.

    It takes four rows at a time, so that a sum is read and written a quarter as often. A sum is still added up in the
    order of the rows.
    """
    count, width = factors.size, sums.size
    for i in range(0, count - 3, 4):
        one, two, three, four = factors[i], factors[i + 1], factors[i + 2], factors[i + 3]
        if one != 0.0 or two != 0.0 or three != 0.0 or four != 0.0:
            of = weights[i * width : (i + 4) * width]
            for j in range(width):
                total = sums[j] + one * of[j] + two * of[width + j]
                sums[j] = total + three * of[2 * width + j] + four * of[3 * width + j]
    for i in range(count - count % 4, count):
        of = weights[i * width : (i + 1) * width]
        for j in range(width):
            sums[j] += factors[i] * of[j]


@rule
def _first_layer(networks, head, row):
    """Fill in the numbers of the first layer that the features of a seat, or those of all seats, add up to."""
    hidden = networks.hidden[row][: head[HIDDEN]]
    hidden[:] = np.float32(0.0)
    _multiply(networks.inputs[row][: head[INPUTS]], networks.weights[head[FIRST_WEIGHT] :], hidden)


@rule
def _activate(networks, head, seats):
    """Add the shared part and the bias to the first layer of each seat, and cut off below 0."""
    hidden, width = networks.hidden, head[HIDDEN]
    bias = head[FIRST_WEIGHT] + head[INPUTS] * width
    for seat in range(seats):
        for j in range(width):
            total = hidden[seat, j] + hidden[SEATS, j] + networks.weights[bias + j]
            hidden[seat, j] = max(np.float32(0.0), total)


@rule
def _average(networks, head, seats, seat):
    """Fill in `means` with the means of the first layer over the side of a seat, then over the other sides."""
    means, width, allies = networks.means, head[HIDDEN], 0
    for j in range(2 * width):
        means[j] = np.float32(0.0)
    for other in range(seats):
        is_ally = networks.side[other] == networks.side[seat]
        allies += 1 if is_ally else 0
        first = 0 if is_ally else width
        for j in range(width):
            means[first + j] += networks.hidden[other, j]
    for j in range(width):
        means[j] /= np.float32(allies)
        means[width + j] /= np.float32(max(1, seats - allies))


@rule
def _second_layer(networks, head):
    """Return the output of the network for a seat whose `means` are filled in."""
    weights, width, second = networks.weights, 2 * head[HIDDEN], head[SECOND]
    start, numbers, total = head[FIRST_WEIGHT] + (head[INPUTS] + 1) * head[HIDDEN], networks.second, np.float32(0.0)
    bias = start + width * second
    numbers[:second] = weights[bias : bias + second]
    _multiply(networks.means[:width], weights[start:bias], numbers[:second])
    for k in range(second):
        total += max(np.float32(0.0), numbers[k]) * weights[bias + second + k]
    return np.float64(total)


@rule
def _share(shares, seats):
    """Turn outputs of the network into shares of the win."""
    best, total = -np.inf, 0.0
    for seat in range(seats):
        best = max(best, shares[seat])
    for seat in range(seats):
        shares[seat] = math.exp(shares[seat] - best)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total


@rule
def _lent(networks):
    """Return the networks with the same arrays, borrowed (see `memory.borrowed`)."""
    return Networks(
        borrowed(networks.heads),
        borrowed(networks.table),
        borrowed(networks.starts),
        borrowed(networks.features),
        borrowed(networks.factors),
        borrowed(networks.weights),
        borrowed(networks.inputs),
        borrowed(networks.hidden),
        borrowed(networks.means),
        borrowed(networks.second),
        borrowed(networks.extras),
        borrowed(networks.side),
        borrowed(networks.shares),
    )


def no_estimate(networks, index, integers, reals, octets, seats):
    """Do nothing, in runs without a search."""


def estimate(networks, index, integers, reals, octets, seats):
    """Fill in `networks.shares` with the estimated share of the win of each seat.

    Args:
        networks: The networks. Their `extras` are filled in.
        index: The row of the network in `networks.heads`.
        integers: The memory of the state as integers of 8 bytes.
        reals: The same as floats of 8 bytes.
        octets: The same as bytes.
        seats: The number of seats.
    """
    networks = _lent(networks)
    head = networks.heads[index]
    encode(networks, head, Memory(borrowed(integers), borrowed(reals), borrowed(octets)), seats)
    _first_layer(networks, head, SEATS)
    for seat in range(seats):
        _first_layer(networks, head, seat)
    _activate(networks, head, seats)
    for seat in range(seats):
        _average(networks, head, seats, seat)
        networks.shares[seat] = _second_layer(networks, head)
    _share(networks.shares, seats)
