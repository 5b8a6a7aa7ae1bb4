"""Runs as pandas frames, as analysts read them."""

import pandas as pd
import pytest

import starbalance as sb
from starbalance.simulator.engine.external import TEMPLATE


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of the example game on disk."""
    out = tmp_path_factory.mktemp("pandas") / "run"
    sb.run(str(TEMPLATE), players=3, games=40, strategies="pool", seed=1, jobs=1, out=out)
    return out


def test_a_frame_of_a_run_converts_to_pandas_by_the_method_of_polars(folder):
    result = sb.load(folder)
    seats = result.seats.to_pandas()
    assert list(seats.columns) == result.seats.columns
    pd.testing.assert_frame_equal(seats, sb.seats_frame(result)[result.seats.columns])
    assert result.games.to_pandas()["game"].tolist() == list(range(40))


def test_pandas_reads_the_parts_of_a_run(folder):
    frame = pd.concat(map(pd.read_parquet, sorted((folder / "parts").glob("seats-*.parquet"))), ignore_index=True)
    seats = sb.load(folder).seats
    assert frame[["game", "credit"]].to_numpy().tolist() == seats.select("game", "credit").to_numpy().tolist()
    assert frame["ship"].astype(str).tolist() == seats["ship"].to_list()
