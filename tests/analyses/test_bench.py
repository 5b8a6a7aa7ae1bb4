"""How fast the games play: the rows of a bench, its page, and a system that does not tell its memory."""

import re
import subprocess
import sys

import pytest

from starbalance.analyses import bench as benches
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import games


@pytest.fixture
def measured(monkeypatch):
    """Every measurement finds 100 games and 700 decisions in two seconds; nothing is compiled."""
    found = {"games": 100, "decisions": 700, "seconds": 2.0, "memory": 250.4}
    monkeypatch.setattr(benches, "_measured", lambda *names, **options: found)
    monkeypatch.setattr(benches, "make_rules_ready", lambda *plan, tell: None)
    return found


def test_a_row_for_each_strategy_and_number_of_jobs(measured):
    rows = benches.bench("4000-ad", strategies=["sensible", "uniform"], jobs=[1, 2], runs=2)
    assert [(row["strategy"], row["jobs"]) for row in rows] == [
        ("sensible", 1),
        ("sensible", 2),
        ("uniform", 1),
        ("uniform", 2),
    ]
    assert rows[0] | {"strategy": ""} == {
        "strategy": "",
        "players": 4,
        "jobs": 1,
        "games_per_second": 50,
        "decisions_per_second": 350,
        "slowest": 350,
        "fastest": 350,
        "decisions_per_game": 7,
        "peak_memory_mb": 250,
    }


def test_a_system_that_does_not_tell_the_memory_has_none_in_the_table(measured, monkeypatch):
    monkeypatch.setattr(benches, "find_spec", lambda name: None)
    assert benches.peak_memory() is None
    measured["memory"] = None
    assert benches.bench("4000-ad", strategies=["sensible"], jobs=[1], runs=2)[0]["peak_memory_mb"] is None


def test_all_games_are_one_page(measured, tmp_path):
    page = tmp_path / "results" / "speed.md"
    benches.main(["--jobs", "1,2", "--runs", "1", "--out", str(page)])
    text = page.read_text(encoding="utf-8")
    assert re.findall("^## (.*)$", text, re.M) == [game.title for game in games().values()]
    assert text.count("| sensible | ") == 2 * len(games())
    assert "Measured by `python -m starbalance.analyses.bench` on 20" in text
    assert "Each number is the median of one run, each in a process of its own" in text


def test_parts_are_measured_by_themselves(measured, monkeypatch, capsys):
    """Only the games that have a module for it have such a table."""
    found = {"part": "a flick", "per_second": 777}
    monkeypatch.setattr(benches, "bench_parts", lambda game: [found] if game == "handful-of-stars" else [])
    benches.main(["--runs", "1", "--jobs", "1"])
    text = capsys.readouterr().out
    assert text.count("| a flick | 777 |") == text.count("Parts of it by themselves") == 1


def test_a_game_without_parts_has_none():
    assert benches.bench_parts("4000-ad") == []


def test_the_script_measures_in_processes_of_its_own():
    words = [
        "-m",
        "starbalance.analyses.bench",
        str(TEMPLATE),
        "--strategies",
        "sensible",
        "--jobs",
        "1",
        "--runs",
        "1",
    ]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)
    assert re.search(r"^\| sensible \| 2 \| 1 \| [\d,]+ \|", done.stdout, re.M), done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["4000-da"], "did you mean '4000-ad'"),
        (["4000-ad", "--jobs", "two"], "--jobs takes a whole number"),
        (["4000-ad", "--runs", "0"], "runs and jobs must be at least 1."),
        (["4000-ad", "--out", "."], ". cannot be written"),
    ],
)
def test_what_cannot_be_measured_is_said_before_anything_is(measured, capsys, words, sentence):
    with pytest.raises(SystemExit, match="2"):
        benches.main(words)
    assert sentence in capsys.readouterr().err
