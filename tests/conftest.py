"""A small run that many tests look at."""

import pytest

from simulator import run


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """300 short games of four independents on disk."""
    out = tmp_path_factory.mktemp("runs") / "small"
    return run("4000-ad", players=4, games=300, seed=5, overrides={"switches.max_rounds": 40}, jobs=2, out=out)
