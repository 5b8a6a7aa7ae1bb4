"""The game of the training tests: the example game, which is compiled before the tests start."""

import pytest

from starbalance.simulator.engine.external import TEMPLATE


@pytest.fixture
def chase():
    return str(TEMPLATE)
