"""How fast the games play: the rows of a bench, its page, and a system that does not tell its memory."""

import json
import re

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions import bench as benches
from starbalance.simulator.games import games


@pytest.fixture
def measured(monkeypatch):
    """Every measurement finds 100 games and 700 decisions in two seconds; nothing is compiled."""
    found = {"games": 100, "decisions": 700, "seconds": 2.0, "memory": 250.4}
    monkeypatch.setattr(benches, "_measured", lambda *names, **options: found)
    monkeypatch.setattr(benches, "make_rules_ready", lambda *plan, tell: None)
    return found


def call(*words):
    return CliRunner().invoke(app, ["bench", *map(str, words)])


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
    assert call("--jobs", "1,2", "--runs", 1, "--out", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert re.findall("^## (.*)$", text, re.M) == [game.title for game in games().values()]
    assert text.count("| sensible | ") == 2 * len(games())
    assert "Measured by `starbalance bench`" in text
    assert "Each number is the median of one run, each in a process of its own" in text


def test_parts_are_measured_by_themselves(measured, monkeypatch, tmp_path):
    """Of the games that have a module for it, beside the games on the page and alone in the table."""
    found = {"part": "a flick", "per_second": 777}
    monkeypatch.setattr(benches, "bench_parts", lambda game: [found] if game == "handful-of-stars" else [])
    page = tmp_path / "speed.md"
    result = call("handful-of-stars", "--parts", "--format", "json", "--out", page)
    assert json.loads(result.output.rpartition("]")[0] + "]") == [{"game": "A Handful of Stars", **found}]
    assert "sensible" not in page.read_text(encoding="utf-8")
    call("--runs", 1, "--jobs", 1, "--out", page)
    text = page.read_text(encoding="utf-8")
    assert text.count("| a flick | 777 |") == text.count("Parts of it by themselves") == 1
    result = call("4000-ad", "--parts")
    assert result.exit_code == 2
    assert "No part is measured by itself: 4000 A.D." in result.output


def test_a_game_without_parts_has_none():
    assert benches.bench_parts("4000-ad") == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--setup", "players4"], "--setup belongs to one game"),
        (["--strategies", "sensible"], "--strategies belongs to one game"),
        (["4000-ad", "--jobs", "two"], "whole numbers separated by commas, not 'two'"),
        (["4000-ad", "--out", "."], ". cannot be written"),
    ],
)
def test_what_cannot_be_measured_is_said_before_anything_is(measured, words, sentence):
    result = call(*words)
    assert result.exit_code == 2
    assert sentence in result.output
