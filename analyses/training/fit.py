"""The training of a network in NumPy: backpropagation with Adam, and dropout of features.

Source: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

BATCH = 512  # positions
_MEAN, _SQUARE, _SMALL = 0.9, 0.999, 1e-8  # the constants of Adam


@dataclass(frozen=True)
class Examples:
    """Positions and what became of them.

    Attributes:
        inputs: The features of each seat (n x seats x features).
        credit: The share of the win of each seat at the end of the game (n x seats).
        final: The standing of each seat at the end of the game, beyond the mean of the seats (n x seats).
        is_test: Whether a position is left out of the training (n).
    """

    inputs: np.ndarray
    credit: np.ndarray
    final: np.ndarray
    is_test: np.ndarray

    def part(self, chosen: np.ndarray) -> "Examples":
        """Return some of the positions."""
        return Examples(*(getattr(self, each.name)[chosen] for each in fields(self)))


@dataclass(frozen=True)
class Sizes:
    """The sizes and settings of a training.

    Attributes:
        hidden: The numbers of the first layer.
        second: The numbers of the second layer.
        epochs: How often each position is used.
        rate: The first step size. It falls to 0 (cosine).
        decay: The share of its size by which each weight shrinks in a step of the full rate.
        dropout: The share of the features that are hidden at each position.
        standing: The weight of the final standing in the loss.
        seed: The seed.
    """

    hidden: int = 32
    second: int = 24
    epochs: int = 6
    rate: float = 1e-3
    decay: float = 0.03
    dropout: float = 0.1
    standing: float = 0.1
    seed: int = 0


@dataclass(frozen=True)
class Parameters:
    """The weights of a network in training, or their gradients.

    Attributes:
        first: The first layer (features x hidden).
        bias: Its bias (hidden).
        second: The second layer (2 hidden x second): from the own side, then from the other sides.
        second_bias: Its bias (second).
        out: The output for the share of the win (second).
        standing: The output for the final standing (second), which the search does not use.
    """

    first: np.ndarray
    bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    out: np.ndarray
    standing: np.ndarray

    def each(self, function: Callable[..., np.ndarray], *others: "Parameters") -> "Parameters":
        """Return a function of each array, and of the same arrays of others."""
        return Parameters(
            *(function(*(getattr(one, part.name) for one in (self, *others))) for part in fields(Parameters))
        )


@dataclass(frozen=True)
class Layers:
    """The numbers of a network for some positions, from the inputs to the shares of the win."""

    hidden: np.ndarray
    means: np.ndarray
    second: np.ndarray
    shares: np.ndarray


class Mixer:
    """The means over the own side and over the other sides.

    Args:
        side: The side of each seat.
    """

    def __init__(self, side: np.ndarray):
        allies = (side[:, None] == side[None, :]).astype(np.float32)
        others = 1 - allies
        self._own = allies / allies.sum(1, keepdims=True)
        self._others = others / np.maximum(1, others.sum(1, keepdims=True))

    def means(self, hidden: np.ndarray) -> np.ndarray:
        """Return the means of the first layer for each seat (n x seats x 2 hidden)."""
        return np.concatenate([self._own @ hidden, self._others @ hidden], axis=2)

    def back(self, slopes: np.ndarray) -> np.ndarray:
        """Return the slopes of the first layer from those of the means."""
        own, others = np.split(slopes, 2, axis=2)
        return self._own.T @ own + self._others.T @ others


def layers(parameters: Parameters, inputs: np.ndarray, mixer: Mixer) -> Layers:
    """Return the numbers of a network for some positions."""
    hidden = np.maximum(inputs @ parameters.first + parameters.bias, 0)
    means = mixer.means(hidden)
    second = np.maximum(means @ parameters.second + parameters.second_bias, 0)
    outputs = second @ parameters.out
    powers = np.exp(outputs - outputs.max(1, keepdims=True))
    return Layers(hidden, means, second, powers / powers.sum(1, keepdims=True))


def explained(shares: np.ndarray, credit: np.ndarray) -> float:
    """Return the share of the variance of the credit of the seats that estimated shares explain."""
    return float(1 - ((shares - credit) ** 2).sum() / ((credit - credit.mean(0)) ** 2).sum())


def fit(examples: Examples, side: np.ndarray, sizes: Sizes) -> tuple[Parameters, float]:
    """Train a network.

    The result of the epoch that explains most of the test positions is kept.

    Args:
        examples: The positions. The features are standardised.
        side: The side of each seat.
        sizes: The sizes and settings.

    Returns:
        The weights, and the share of the variance of the credit that they explain in the test positions.
    """
    mixer, test = Mixer(side), examples.part(examples.is_test)
    best: tuple[Parameters, float] = (_start(examples.inputs.shape[2], sizes), -np.inf)
    for parameters in _epochs(best[0], examples.part(~examples.is_test), mixer=mixer, sizes=sizes):
        quality = explained(layers(parameters, test.inputs, mixer).shares, test.credit)
        best = max(best, (parameters, quality), key=lambda pair: pair[1])
    return best


def _start(inputs: int, sizes: Sizes) -> Parameters:
    """Return random weights, and biases of 0."""
    random = np.random.default_rng(sizes.seed)

    def weights(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)

    def biases(count: int) -> np.ndarray:
        return np.zeros(count, np.float32)

    second = (weights(2 * sizes.hidden, sizes.second) * np.sqrt(2), biases(sizes.second))
    return Parameters(
        weights(inputs, sizes.hidden), biases(sizes.hidden), *second, weights(sizes.second), weights(sizes.second)
    )


def _epochs(parameters: Parameters, examples: Examples, *, mixer: Mixer, sizes: Sizes) -> Iterator[Parameters]:
    """Yield the weights after each epoch."""
    random, count = np.random.default_rng(sizes.seed + 1), len(examples.inputs)
    batch = min(BATCH, count)
    mean, square = parameters.each(np.zeros_like), parameters.each(np.zeros_like)
    total, step = sizes.epochs * (count // batch), 0
    for _ in range(sizes.epochs):
        order = random.permutation(count)
        for start in range(0, count - batch + 1, batch):
            step += 1
            drawn = _with_dropout(examples.part(order[start : start + batch]), sizes.dropout, random)
            slopes = _slopes(parameters, drawn, mixer, standing=sizes.standing)
            mean = mean.each(lambda old, new: _MEAN * old + (1 - _MEAN) * new, slopes)
            square = square.each(lambda old, new: _SQUARE * old + (1 - _SQUARE) * new * new, slopes)
            rate = sizes.rate * 0.5 * (1 + np.cos(np.pi * step / total))
            parameters = parameters.each(_stepped(rate, sizes.decay, step), mean, square)
        yield parameters


def _stepped(rate: float, decay: float, step: int) -> Callable[..., np.ndarray]:
    """Return a function that takes one step of Adam for an array of weights."""

    def take(weights: np.ndarray, mean: np.ndarray, square: np.ndarray) -> np.ndarray:
        direction = mean / (1 - _MEAN**step) / (np.sqrt(square / (1 - _SQUARE**step)) + _SMALL)
        shrink = decay * weights if weights.ndim > 1 else 0.0
        return (weights - rate * (direction + shrink)).astype(np.float32)

    return take


def _with_dropout(examples: Examples, dropout: float, random: Any) -> Examples:
    """Hide some features at each position, the same for all seats."""
    if dropout == 0:
        return examples
    count, _, inputs = examples.inputs.shape
    kept = random.random((count, 1, inputs), dtype=np.float32) >= dropout
    return replace(examples, inputs=examples.inputs * (kept / np.float32(1 - dropout)))


def _slopes(parameters: Parameters, examples: Examples, mixer: Mixer, *, standing: float) -> Parameters:
    """Return the slopes of the loss: cross entropy of the shares, and squared errors of the final standing."""
    now, count = layers(parameters, examples.inputs, mixer), examples.credit.size
    seats = examples.credit.shape[1]
    share = ((now.shares - examples.credit) * (seats / count)).astype(np.float32)
    final = ((now.second @ parameters.standing - examples.final) * (2 * standing / count)).astype(np.float32)
    second = share[..., None] * parameters.out + final[..., None] * parameters.standing
    second *= now.second > 0
    hidden = mixer.back(second @ parameters.second.T) * (now.hidden > 0)
    return Parameters(
        _flat(examples.inputs).T @ _flat(hidden),
        _flat(hidden).sum(0),
        _flat(now.means).T @ _flat(second),
        _flat(second).sum(0),
        _flat(now.second).T @ share.ravel(),
        _flat(now.second).T @ final.ravel(),
    )


def _flat(array: np.ndarray) -> np.ndarray:
    """Return an array with one row for each seat of each position."""
    return array.reshape(-1, array.shape[-1])
