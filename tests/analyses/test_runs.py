"""The list of runs in a folder, and how runs are removed and named."""

import json
import os
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.compare import compare
from starbalance.analyses.questions.runs import COLUMNS, UNREADABLE, name_run, remove_runs, runs
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs import lock
from starbalance.simulator.runs.run import Group, run
from starbalance.simulator.runs.settings import RUNS
from tests.simulator.test_store import store_at

HOUR = 60 * 60


def call(*words, answer=None):
    return CliRunner().invoke(app, [str(word) for word in words], input=answer)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with an incomplete run, a group of two runs, a damaged run and a folder of other files."""
    monkeypatch.chdir(tmp_path)
    store_at(Path("runs/old"), (0, 1))
    store_at(Path("runs/sweep-x/one"))
    store_at(Path("runs/sweep-x/two"))
    store_at(Path("runs/damaged"))
    Path("runs/damaged/run.toml").write_text("format = ")
    Path("runs/charts").mkdir()
    Path("runs/charts/a.svg").write_text("<svg/>")
    then = time.time() - 50 * HOUR
    for path in Path("runs/old").rglob("*"):
        os.utime(path, (then, then))
    return Path("runs")


def test_a_row_is_a_run_or_a_group(folder):
    table = runs(folder)
    assert tuple(table) == COLUMNS
    assert table["run"].iloc[-1] == "runs/old"  # the oldest
    rows = table.set_index("run")
    assert set(rows.index) == {"runs/old", "runs/sweep-x", "runs/damaged"}
    assert list(rows.loc["runs/old", ["game", "setup", "strategies", "runs", "games"]]) == [
        *("4000-ad", "players4", "sensible", 1, 8)
    ]
    assert list(rows.loc["runs/sweep-x", ["game", "strategies", "runs", "games"]]) == ["4000-ad", "", 2, 20]
    assert list(rows.loc["runs/damaged", ["game", "games"]]) == [UNREADABLE, 0]
    files = [path for path in (folder / "old").rglob("*") if path.is_file() and path.name != lock.NAME]
    assert rows.loc["runs/old", "size"] == sum(path.stat().st_size for path in files)
    assert 50 <= 24 * rows.loc["runs/old", "age"] < 51


def test_the_runs_of_a_group_and_a_single_run_are_listed(folder):
    assert list(runs(folder / "sweep-x")["games"]) == [10, 10]
    assert list(runs(folder / "old")["games"]) == [8]
    assert len(runs(folder / "charts")) == 0


def test_the_command_writes_sizes_and_ages_in_words(folder):
    shown = call("runs").stdout
    assert "2 days" in shown and " kB" in shown and "0 minutes" in shown
    assert shown.splitlines()[-1].startswith("runs has 4 runs with ") and shown.splitlines()[-1].endswith(" kB.")
    rows = json.loads(call("runs", "runs/old", "--format", "json").stdout)
    assert rows[0]["run"] == "runs/old" and rows[0]["size"] > 1000


def test_a_run_is_removed_after_a_question(folder):
    refused = call("runs", "runs/old", "--remove", answer="n\n")
    assert refused.exit_code == 2
    assert "Remove runs/old (1 run)?" in refused.stderr and "Nothing is removed" in refused.stderr
    assert call("runs", "runs/old", "--remove").exit_code == 2  # without an answer
    assert (folder / "old" / "run.toml").exists()
    assert call("runs", "runs/old", "--remove", answer="y\n").exit_code == 0
    assert not (folder / "old").exists()
    assert call("runs", "runs/sweep-x", "runs/damaged", "--remove", "--yes").stdout == (
        "Removed runs/sweep-x and runs/damaged.\n"
    )
    assert sorted(path.name for path in folder.iterdir()) == ["charts"]


def test_nothing_but_unused_runs_is_removed(folder):
    for place in (folder, folder / "charts", folder / "nowhere"):
        with pytest.raises(BadInput, match=f"{place} is not a run: `starbalance runs {place.parent}` lists"):
            remove_runs([folder / "old", place])
    (folder / "sweep-x" / "notes.txt").write_text("keep")
    with pytest.raises(BadInput, match="is not a run"):
        remove_runs([folder / "sweep-x"])
    with lock.lock(folder / "old"), pytest.raises(BadInput, match="is being written by process"):
        remove_runs([folder / "damaged", folder / "old"])
    assert (folder / "damaged").exists() and (folder / "old").exists()


def test_a_run_gets_a_name(folder):
    assert call("runs", "runs/old", "--name", "tour").stdout == "The run is in runs/tour.\n"
    assert runs(folder / "tour")["games"].item() == 8
    assert name_run(folder / "sweep-x", "Warps 2") == folder / "Warps 2"
    for name, reason in (("Warps 2", "already exists"), ("a/b", "got 'a/b'"), ("..", "got '..'"), ("", "got ''")):
        with pytest.raises(BadInput, match=reason):
            name_run(folder / "tour", name)


def test_the_runs_of_a_comparison_are_one_group_and_use_runs_that_exist(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = {"games": 20, "seed": 3, "jobs": 1}
    base = run("comet-chase", **options, out=RUNS).folder
    comparison = compare("comet-chase", set={"switches.goal": 40}, **options)
    assert comparison.base.folder == base
    assert comparison.variant.folder.parent == Group("compare").folder("comet-chase", "players2")
    printed = call("compare", "comet-chase", "--set", "switches.goal=40", "--games", 20, "--seed", 3, "--jobs", 1)
    assert printed.stdout.endswith("The runs are in runs/compare-comet-chase-players2.\n")
    assert list(runs()["runs"]) == [1, 1]
