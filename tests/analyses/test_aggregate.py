"""Memory stays flat: a table reads one batch of games at a time, for runs of any length."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics import aggregate
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.store import Store

SIZE = 1000  # games per part


def long_run(folder, small_run, parts):
    """Write a run of `parts` parts: copies of the games of a small run, with new numbers. Return its folder."""
    settings = {**small_run.settings, "games": SIZE * parts, "part": SIZE}
    store = Store(folder)
    store.begin(settings, resume=False)
    games, seats = small_run.games, small_run.seats
    copies = -(-SIZE // games.height)
    whole = [
        pl.concat([frame.with_columns(pl.col("game") + copy * games.height) for copy in range(copies)])
        for frame in (games, seats)
    ]
    for number in range(parts):
        part = [frame.filter(pl.col("game") < SIZE).with_columns(pl.col("game") + number * SIZE) for frame in whole]
        store.write(number, dict(zip(("games", "seats"), part, strict=True)))
    store.release()
    return folder


def test_a_slice_of_games_opens_no_other_parts(tmp_path, small_run):
    """The games of two parts are read although the files of all other parts are emptied."""
    folder = long_run(tmp_path / "run", small_run, 6)
    expected = load(folder).scan("seats").filter(pl.col("game").is_between(2500, 3499)).collect()
    for path in Path(folder / "parts").glob("*.parquet"):
        if path.stem[-1] not in "23":
            path.write_bytes(b"")
    slice_of_run = load(folder).between(2500, 3500)
    assert slice_of_run.seats.equals(expected)
    assert slice_of_run.games["game"].to_list() == list(range(2500, 3500))
    assert slice_of_run.between(0, 2510).played == 10


def test_games_beyond_the_run_are_an_empty_slice(tmp_path, small_run):
    folder = long_run(tmp_path / "run", small_run, 2)
    assert load(folder).between(5000, 6000).played == 0


@pytest.mark.parametrize("by", [["home"], ["ended", "strategy"]])
def test_a_table_does_not_depend_on_the_batch_size(tmp_path, small_run, monkeypatch, by):
    result = load(long_run(tmp_path / "run", small_run, 4))
    whole = rates(result, by)
    monkeypatch.setattr(aggregate, "BATCH", 700)
    assert rates(result, by).equals(whole)


PROGRAM = """
import sys
from starbalance.analyses.statistics import aggregate
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.store import Store
from starbalance.analyses.questions.rates import rates
aggregate.BATCH = 5000
for folder in sys.argv[1:]:
    rates(load(folder), ["home", "strategy"])
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc, which only Linux has")
def test_six_times_as_many_games_take_no_more_memory(tmp_path, small_run):
    """100,000 more games add at most 25 MB. The first run only fills the caches and is not counted."""
    folders = [long_run(tmp_path / str(parts), small_run, parts) for parts in (10, 20, 120)]
    words = [sys.executable, "-c", PROGRAM, *map(str, folders)]
    peaks = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    _, before, after = (int(kilobytes) / 1024 for kilobytes in peaks)
    assert after - before < 25


def test_sums_of_fractions_are_identical_to_the_last_digit():
    """The sums are equal for rows in one piece and in many pieces, in every repetition."""
    randomness = np.random.default_rng(4)
    count, cells = 60_000, 5
    weight = randomness.random(count)
    rows = pl.DataFrame({"game": np.arange(count) // 3, "cell": randomness.integers(0, cells, count), "weight": weight})
    pieces = pl.concat([rows[start : start + 1000] for start in range(0, count, 1000)], rechunk=False)
    values = {"weight": pl.col("weight")}
    summed = [aggregate.sum_clusters([each.lazy()], ["cell"], values)[1] for each in [rows, pieces] * 3]
    for each in summed[1:]:
        assert each.sums.tobytes() == summed[0].sums.tobytes()
        assert each.products.tobytes() == summed[0].products.tobytes()
    of_cell = [weight[rows["cell"].to_numpy() == cell] for cell in range(cells)]
    assert summed[0].sums[:, 0] == pytest.approx([each.sum() for each in of_cell])
