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
from starbalance.simulator.engine.jit import rule
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
    means, extras = np.zeros(2 * width, np.float32), np.zeros((SEATS, EXTRAS))
    desk = (*layers, means, extras, np.array(side, np.int64), np.zeros(SEATS))
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


@rule
def _narrow(octets, kind, width, address):
    """Return an integer of less than 8 bytes."""
    total = np.int64(0)
    for k in range(width):
        total |= np.int64(octets[address + k]) << np.int64(8 * k)
    if kind == Kind.SIGNED and octets[address + width - 1] >= 128:
        total -= np.int64(1) << np.int64(8 * width)
    return total


@rule
def _whole(memory, kind, width, address):
    """Return the integer at an address."""
    return memory.integers[address >> 3] if kind == Kind.INTEGER else _narrow(memory.octets, kind, width, address)


@rule
def _add(networks, row, seat, factor):
    """Add the pairs of a row, times a factor, to the features of a seat."""
    for k in range(networks.starts[row], networks.starts[row + 1]):
        networks.inputs[seat, networks.features[k]] += np.float32(factor * networks.factors[k])


@rule
def _carry_out(networks, memory, operation, first, seats):
    """Carry out an operation for all seats, in one function: a call for each entry would take longer than the entry."""
    address, kind, owner = operation[Column.ADDRESS], operation[Column.KIND], operation[Column.OWNER]
    is_of_seats = operation[Column.SCOPE] == Scope.SEAT
    for place in range(seats if is_of_seats else 1):
        seat, count = np.int64(place if is_of_seats else SEATS), operation[Column.COUNT]
        if operation[Column.LIMIT] >= 0:
            count = min(count, memory.integers[(operation[Column.LIMIT] + place * operation[Column.LIMIT_STRIDE]) >> 3])
        for entry in range(count):
            at = address + place * operation[Column.SEAT_STRIDE] + entry * operation[Column.STRIDE]
            if owner >= 0:
                belongs = owner + entry * operation[Column.OWNER_STRIDE]
                seat = _whole(memory, operation[Column.OWNER_KIND], operation[Column.OWNER_WIDTH], belongs)
                if not 0 <= seat < seats:
                    continue
            if owner == address:
                value = np.float64(1.0)
            elif kind == Kind.INTEGER:
                value = np.float64(memory.integers[at >> 3])
            elif kind == Kind.REAL:
                value = memory.reals[at >> 3]
            elif kind == Kind.EXTRA:
                value = networks.extras[place, address]
            else:
                value = np.float64(_whole(memory, kind, operation[Column.WIDTH], at))
            if value == 0.0 and operation[Column.ZERO] == 0:
                continue
            if operation[Column.PLACE] >= 0:
                _add(networks, first + operation[Column.PLACE] + entry, seat, value)
            if operation[Column.PRESENT] >= 0 and value > 0.0:
                _add(networks, first + operation[Column.PRESENT] + entry, seat, 1.0)
            if 0 <= np.int64(value) - operation[Column.LEAST] < operation[Column.VALUES]:
                row = operation[Column.VALUE] + np.int64(value) - operation[Column.LEAST]
                _add(networks, first + row, seat, 1.0)
            if operation[Column.OWN] >= 0 and np.int64(value) == seat:
                _add(networks, first + operation[Column.OWN], seat, 1.0)


@rule
def encode(networks, head, memory, seats):
    """Fill in `inputs` with the features of each seat, and in its last row those that all seats share."""
    networks.inputs[:, : head[INPUTS]] = np.float32(0.0)
    for number in range(head[FIRST_OPERATION], head[FIRST_OPERATION] + head[OPERATIONS]):
        _carry_out(networks, memory, networks.table[number], head[FIRST_START], seats)


@rule
def _first_layer(networks, head, row):
    """Fill in the numbers of the first layer that the features of a seat, or those of all seats, add up to."""
    inputs, hidden = networks.inputs[row], networks.hidden[row]
    width, start = head[HIDDEN], head[FIRST_WEIGHT]
    hidden[:width] = np.float32(0.0)
    for i in range(head[INPUTS]):
        if inputs[i] != np.float32(0.0):
            weights = networks.weights[start + i * width : start + (i + 1) * width]
            for j in range(width):
                hidden[j] += inputs[i] * weights[j]


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
    weights, width, second = networks.weights, head[HIDDEN], head[SECOND]
    start = head[FIRST_WEIGHT] + (head[INPUTS] + 1) * width
    bias, total = start + 2 * width * second, np.float32(0.0)
    for k in range(second):
        number, at = weights[bias + k], start + k * 2 * width
        for j in range(2 * width):
            number += networks.means[j] * weights[at + j]
        total += max(np.float32(0.0), number) * weights[bias + second + k]
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
