"""The benchmark of game speed: its rows, its page, and systems that do not report peak memory."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from starbalance.analyses import bench as benches
from starbalance.analyses.bench import Speed, speed_page
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import games


@pytest.fixture
def measured(monkeypatch):
    """A fixed measurement of 100 games and 700 decisions in two seconds, without compilation."""
    measurement = {"games": 100, "decisions": 700, "seconds": 2.0, "memory": 250.4}
    monkeypatch.setattr(benches, "_measured", lambda *names, **options: measurement)
    monkeypatch.setattr(benches, "make_rules_ready", lambda *plan, notify: None)
    monkeypatch.setattr(benches, "_measured_once", lambda runs: {})
    return measurement


def test_each_strategy_and_number_of_jobs_has_a_row(measured):
    rows = benches.bench("4000-ad", strategies=["sensible", "uniform"], jobs=[1, 2], runs=2)
    assert [(row["strategy"], row["jobs"]) for row in rows] == [
        ("sensible", 1),
        ("sensible", 2),
        ("uniform", 1),
        ("uniform", 2),
    ]
    assert rows[0] | {"strategy": ""} == {
        "game": "4000 A.D.",
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


def test_memory_is_empty_if_the_system_does_not_report_it(measured, monkeypatch):
    monkeypatch.setattr(benches, "find_spec", lambda name: None)
    assert benches.peak_memory() is None
    measured["memory"] = None
    assert benches.bench("4000-ad", strategies=["sensible"], jobs=[1], runs=2)[0]["peak_memory_mb"] is None


@pytest.mark.nightly
def test_one_page_lists_all_games(measured, tmp_path):
    page = tmp_path / "results" / "speed.md"
    benches.main(["--jobs", "1,2", "--runs", "1", "--out", str(page)])
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^\| (.*) \| uniform \| 4 \| 2 \|", text, re.M) == [game.title for game in games().values()]
    assert text.count("| sensible | ") == text.count("| search:sensible@8 | ") == 2 * len(games())
    assert "Measured by `python -m starbalance.analyses.bench` on 20" in text
    assert "Each number is the median of one run, each in a separate process" in text


def test_parts_of_a_game_are_measured_separately(measured, monkeypatch, capsys):
    """Only games with a module of part benchmarks have this table."""
    row = {"part": "a flick", "per_second": 777}
    monkeypatch.setattr(benches, "bench_parts", lambda game: [row] if game == "handful-of-stars" else [])
    benches.main(["--runs", "1", "--jobs", "1"])
    text = capsys.readouterr().out
    assert text.count("| a flick | 777 |") == text.count("## Parts of games, on one core") == 1


def test_a_game_without_part_benchmarks_has_no_part_rows():
    assert benches.bench_parts("4000-ad") == []


def test_the_script_measures_in_separate_processes():
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
    assert re.search(r"^\| .* \| sensible \| 2 \| 1 \| [\d,]+ \|", done.stdout, re.M), done.stdout


def test_strong_is_measured_where_the_setup_has_it(measured, monkeypatch):
    assert "strong" not in [row["strategy"] for row in benches.bench("kuhn-poker")]
    monkeypatch.setattr("starbalance.simulator.engine.strategy.read_strong", lambda folder: {"players2": {}})
    assert [row["strategy"] for row in benches.bench("kuhn-poker")][-1] == "strong"


def test_slow_games_are_shown_with_two_digits(measured):
    measured["seconds"] = 160.0
    assert benches.bench("4000-ad", strategies=["sensible"])[0]["games_per_second"] == 0.62


def test_the_page_of_all_games_lists_what_is_measured_once(monkeypatch):
    small = {"game": "pig", "players": "uniform", "compared_with": "plain Python", "ratio": 2.5}
    about = {"machine": dict.fromkeys(("processor", "cores", "system", "python", "numba"), "x"), "day": date.today()}
    speed = Speed([{"game": "Pig"}], compilation=[{"game": "Pig", "seconds": 9}], small=[small])
    text = speed_page(speed, runs=3, **about)
    assert "| Pig | 9 |" in text
    assert "| pig | uniform | plain Python | 2.5 |" in text
    assert "OpenSpiel is not installed, so it is not compared.\n\nCatanatron is not installed" in text
    assert "median of 3 runs in turns" in text
    speed = replace(speed, small=[small | {"compared_with": "OpenSpiel"}], catanatron=38.62)
    text = speed_page(speed, runs=3, **about)
    assert "is not installed" not in text
    assert "four random players of Catanatron, a board game of usual size, play 39 games per second" in text


def test_a_first_compilation_is_measured_in_an_empty_folder(monkeypatch):
    """The folder of this process, which has compiled code, is not used and not changed."""
    calls = []

    def compiled(command, env, **options):
        calls.append((command, env, list(Path(env["STARBALANCE_CACHE"]).glob("*"))))

    monkeypatch.setattr(benches.subprocess, "run", compiled)
    assert 0 <= benches.compilation_seconds("kuhn-poker") < 5
    (command, env, stored), *_ = calls
    assert stored == []
    assert "'kuhn-poker'" in command[-1]
    assert env["STARBALANCE_CACHE"] != os.environ.get("STARBALANCE_CACHE")
    assert env["PATH"] == os.environ["PATH"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["4000-da"], "did you mean '4000-ad'"),
        (["4000-ad", "--jobs", "two"], "--jobs must be a whole number"),
        (["4000-ad", "--runs", "0"], "runs and jobs must be at least 1."),
        (["4000-ad", "--out", "."], ". cannot be written"),
    ],
)
def test_invalid_options_are_reported_before_any_measurement(measured, capsys, words, sentence):
    with pytest.raises(SystemExit, match="2"):
        benches.main(words)
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "jobs", "games"), [(0.01, 1, 200), (0.01, 2, 400), (4.0, 1, 4), (6.0, 1, 3), (60.0, 1, 1)]
)
def test_slow_games_are_measured_in_few(seconds, jobs, games):
    assert benches._measured_games(seconds, jobs) == games
