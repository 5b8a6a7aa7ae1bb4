"""The training of a network: slopes, what it can learn, and repetition."""

from dataclasses import fields, replace

import numpy as np
import pytest

from starbalance.analyses.training.fit import (
    Examples,
    Mixer,
    Parameters,
    Sizes,
    _slopes,
    _start,
    explained,
    fit,
    layers,
)

SIDE = np.array([0, 1, 2])
SMALL = Sizes(hidden=6, second=4, epochs=8, rate=1e-2, dropout=0.0)


def examples_of(count=3000, seed=1):
    """Return positions in which the seat with the largest first feature usually wins. The second feature is noise."""
    random = np.random.default_rng(seed)
    inputs = random.normal(size=(count, 3, 2)).astype(np.float32)
    winner = (inputs[:, :, 0] + 0.3 * random.normal(size=(count, 3))).argmax(1)
    credit = np.eye(3, dtype=np.float32)[winner]
    final = inputs[:, :, 0] - inputs[:, :, 0].mean(1, keepdims=True)
    return Examples(inputs, credit, final, np.arange(count) % 10 == 0)


def loss(parameters, examples, standing=0.1):
    """Return the loss, written down a second time."""
    now = layers(parameters, examples.inputs, Mixer(SIDE))
    entropy = -(examples.credit * np.log(now.shares)).sum(1).mean()
    return entropy + standing * ((now.second @ parameters.standing - examples.final) ** 2).mean()


def wide(parameters):
    """Return parameters as 64-bit numbers, so that small differences can be measured."""
    return parameters.each(lambda array: array.astype(np.float64))


@pytest.mark.parametrize("name", [each.name for each in fields(Parameters)])
def test_slopes_are_the_changes_of_the_loss(name):
    examples, random = examples_of(40), np.random.default_rng(3)
    parameters = wide(_start(2, SMALL)).each(lambda array: array + 0.1 * random.normal(size=array.shape))
    slopes = getattr(_slopes(parameters, examples, Mixer(SIDE), standing=0.1), name)
    array = getattr(parameters, name)
    for place in list(np.ndindex(array.shape))[:6]:
        step = np.zeros_like(array)
        step[place] = 1e-5
        up, down = (replace(parameters, **{name: array + sign * step}) for sign in (1, -1))
        assert slopes[place] == pytest.approx((loss(up, examples) - loss(down, examples)) / 2e-5, rel=1e-3, abs=1e-6)


def test_a_network_learns_who_wins_and_which_feature_tells_it():
    examples = examples_of()
    parameters, quality = fit(examples, SIDE, SMALL)
    assert quality > 0.5
    kept = []
    for hidden in range(2):
        inputs = examples.inputs.copy()
        inputs[:, :, hidden] = 0
        kept.append(explained(layers(parameters, inputs, Mixer(SIDE)).shares, examples.credit))
    assert kept[0] < 0.1 < 0.5 < kept[1]


def test_without_a_pattern_nothing_is_explained():
    examples = examples_of()
    random = np.random.default_rng(5)
    noise = replace(examples, inputs=random.normal(size=examples.inputs.shape).astype(np.float32))
    assert fit(noise, SIDE, replace(SMALL, dropout=0.5))[1] < 0.02


def test_a_seed_repeats_a_training():
    one, two, other = (
        fit(examples_of(600), SIDE, replace(SMALL, epochs=2, dropout=0.2, seed=seed))[0] for seed in (1, 1, 2)
    )
    assert np.array_equal(one.first, two.first)
    assert not np.array_equal(one.first, other.first)


def test_allies_count_with_the_own_side():
    """Seats 0 and 2 are allies. The mean over the own side is equal for both, and so is that over the other side."""
    hidden = np.arange(6, dtype=np.float32).reshape(1, 3, 2)
    means = Mixer(np.array([0, 1, 0])).means(hidden)[0]
    assert means.tolist() == [[2, 3, 2, 3], [2, 3, 2, 3], [2, 3, 2, 3]]
    alone = Mixer(SIDE).means(hidden)[0]
    assert alone[0].tolist() == [0, 1, 3, 4]


def test_certain_and_equal_shares_explain_all_and_nothing():
    credit = np.eye(3)[np.arange(30) % 3]
    assert explained(credit, credit) == 1.0
    assert explained(np.full((30, 3), 1 / 3), credit) == pytest.approx(0.0)
