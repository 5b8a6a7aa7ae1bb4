"""The game that is trained and looked at: the miniature, which is compiled before the tests start."""

import pytest

from starbalance.simulator.engine.outside import TEMPLATE


@pytest.fixture
def chase():
    return str(TEMPLATE)
