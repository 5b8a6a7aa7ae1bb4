"""Runs until decided: they stop at the same game for any jobs, storage and interruptions."""

import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from starbalance.analyses.questions.rates import Until, rates
from starbalance.analyses.statistics.verdict import is_decided
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import FIRST_LOOK, run
from starbalance.simulator.runs.store import Store

UNTIL = Until(["home"], 0.05, max_truncated=1)
OPTIONS = dict(games=4000, seed=2, strategies="uniform", set={"switches.max_rounds": 4}, until=UNTIL)


class Notes(list):
    """Progress notes of a run, one per look; optionally interrupts the run at a number of games."""

    def __init__(self, stop=None):
        self.stop = stop

    def __call__(self, done, total, note=""):
        if note and note not in self:
            self.append(note)
        if self.stop is not None and done >= self.stop:
            raise KeyboardInterrupt


@pytest.fixture(scope="module")
def decided():
    """(a decided run in memory, its progress notes)."""
    notes = Notes()
    return run("4000-ad", **OPTIONS, jobs=1, progress=notes), notes


def test_a_run_until_decided_stops_when_every_row_has_a_verdict(decided):
    result, notes = decided
    assert FIRST_LOOK < result.played < 4000
    assert all(is_decided(word) for word in rates(result, ["home"], margin=0.05, max_truncated=1)["verdict"])
    assert result.games["game"].to_list() == list(range(result.played))
    assert len(notes) > 1
    assert notes[0].startswith("widest interval ±")
    assert notes[0].endswith("of 4 undecided")


def test_the_run_was_undecided_at_all_earlier_looks(decided):
    """The looks start at 1,000 games, grow by a quarter each and are rounded up to parts of 250 games."""
    result, _ = decided
    looks = [1000]
    while looks[-1] < result.played:
        looks.append(-(-(looks[-1] + looks[-1] // 4) // 250) * 250)
    assert looks[-1] == result.played
    for look in looks[:-1]:
        first = {name: getattr(result, name).filter(pl.col("game") < look) for name in ("games", "seats")}
        earlier = type(result)(result.settings, None, (first,))
        assert not all(is_decided(word) for word in rates(earlier, ["home"], margin=0.05, max_truncated=1)["verdict"])


def test_the_run_stops_at_the_same_game_for_any_jobs_in_memory_and_on_disk(decided, tmp_path):
    result, expected = decided
    notes = Notes()
    run("4000-ad", **OPTIONS, jobs=2, out=tmp_path / "run", progress=notes)
    again = load(tmp_path / "run")
    assert_frame_equal(again.games, result.games)
    assert_frame_equal(again.seats, result.seats)
    assert notes == expected


@pytest.mark.parametrize("stop", [500, 1125, 1251])
def test_the_run_stops_at_the_same_game_after_an_interruption(decided, tmp_path, stop):
    """The interruptions are before the first look, after it, and within the next slice."""
    result, expected = decided
    with pytest.raises(KeyboardInterrupt):
        run("4000-ad", **OPTIONS, jobs=1, out=tmp_path / "run", progress=Notes(stop))
    finished = len(Store(tmp_path / "run").finished())
    assert 0 < finished < result.played // 250
    notes = Notes()
    run("4000-ad", **OPTIONS, jobs=2, out=tmp_path / "run", resume=True, progress=notes)
    assert_frame_equal(load(tmp_path / "run").seats, result.seats)
    assert notes == expected


def test_the_run_stops_at_the_same_game_after_a_kill(decided, tmp_path):
    """The process gets SIGKILL while it writes parts."""
    result, _ = decided
    program = (
        "from starbalance import Until, run; run('4000-ad', games=4000, seed=2, jobs=1, "
        "strategies='uniform', set={'switches.max_rounds': 4}, until=Until(['home'], 0.05, max_truncated=1), "
        "out='killed')"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path) as process:
        while not list((tmp_path / "killed").glob("parts/games-*.parquet")):
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    run("4000-ad", **OPTIONS, out=tmp_path / "killed", resume=True)
    assert_frame_equal(load(tmp_path / "killed").games, result.games)


def test_a_decided_run_is_not_continued(decided, tmp_path):
    result, _ = decided
    run("4000-ad", **OPTIONS, out=tmp_path / "run")
    before = sorted(path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet"))
    again = run("4000-ad", **OPTIONS, out=tmp_path / "run", resume=True)
    assert again.played == result.played
    assert sorted(path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")) == before


def test_an_undecided_run_ends_with_its_games():
    """1,100 games are too few to decide with a margin of a tenth of a point."""
    result = run("4000-ad", **{**OPTIONS, "games": 1100, "until": Until(["home"], 0.001, max_truncated=1)})
    assert result.played == 1100
    assert not all(is_decided(word) for word in rates(result, ["home"], margin=0.001, max_truncated=1)["verdict"])


def test_the_intervals_are_anytime_valid():
    """The same games with a fixed number have narrower intervals."""
    sequence = run("4000-ad", **{**OPTIONS, "games": 1000})
    fixed = run("4000-ad", **{**OPTIONS, "games": 1000, "until": None})
    assert_frame_equal(sequence.seats, fixed.seats)
    wide, narrow = (rates(each, ["home"]) for each in (sequence, fixed))
    assert list(wide["share"]) == pytest.approx(list(narrow["share"]))
    assert (wide["high"] - wide["low"] > 1.5 * (narrow["high"] - narrow["low"])).all()


def test_a_run_with_another_stopping_rule_is_another_run(tmp_path):
    options = {**OPTIONS, "games": 16}
    run("4000-ad", **options, out=tmp_path / "run")
    with pytest.raises(BadInput, match="a run with different until"):
        run("4000-ad", **{**options, "until": Until(["seat"], 0.05)}, out=tmp_path / "run", resume=True)


@pytest.mark.parametrize(("until", "sentence"), [
    (Until(["home"], 0.0), "margin must be between 0 and 1, such as 0.02, got 0.0"),
    (Until(["home"], 0.02, 1.0), "Alpha must be between 0 and 1, such as 0.05, got 1.0"),
    (Until(["hom"]), "no column 'hom': did you mean 'home'"),
])  # fmt: skip
def test_an_invalid_stopping_rule_is_refused(tmp_path, until, sentence):
    with pytest.raises(BadInput, match=sentence):
        run("4000-ad", **{**OPTIONS, "games": 16, "until": until}, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
