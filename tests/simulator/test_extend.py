"""Extended runs: more games in the folder of a run, with the files of a run of the larger size."""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs import batch
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run
from starbalance.simulator.runs.settings import RUNS
from starbalance.simulator.runs.store import Store

OPTIONS = {"seed": 4, "strategies": "pool", "jobs": 1}


def play(folder, games, **options):
    return run("comet-chase", games=games, out=folder, **OPTIONS | options)


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the files of a run of 100 games."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder, 100, timeline=True)
    return {name: content for name, content in files_of(folder).items() if name != ".lock"}


@pytest.fixture
def small(tmp_path):
    """Return the folder of a run of 40 games. Its parts have 3 games, and those of a run of 100 games have 7."""
    play(tmp_path / "run", 40, timeline=True)
    return tmp_path / "run"


def assert_is_whole(folder, whole):
    assert {name: content for name, content in files_of(folder).items() if name != ".lock"} == whole


@pytest.mark.parametrize("size", [{"games": 100}, {"games": 10, "extend": 100}, {"games": 100, "resume": True}])
def test_an_extended_run_has_the_files_of_a_run_of_that_size(small, whole, size):
    result = play(small, timeline=True, **size)
    assert result.played == 100
    assert_is_whole(small, whole)


def test_an_extension_keeps_the_games_that_are_played(small, monkeypatch):
    numbers = []
    play_chunks = batch.play
    monkeypatch.setattr(
        batch, "play", lambda plan, todo, **how: (numbers.extend(todo), play_chunks(plan, todo, **how))[1]
    )
    play(small, 100, timeline=True)
    assert min(numbers) == (35, 7)  # the first part that is not complete among 40 games


class Killed(BaseException):
    """The end of the process."""


@pytest.mark.parametrize(
    ("owner", "step", "place"),
    [
        (Path, "replace", "games-00002.parquet.draft"),
        (Path, "replace", "run/extended.draft"),
        (shutil, "rmtree", "run/parts"),
        (Path, "replace", "extended/parts"),
        (Path, "replace", "extended/run.toml"),
        (shutil, "rmtree", "run/extended"),
    ],
)
def test_an_extension_that_is_killed_at_any_step_continues(small, whole, monkeypatch, owner, step, place):
    work = getattr(owner, step)

    def stop(path, *arguments, **options):
        if path.exists() and str(path).endswith(place):
            raise Killed
        return work(path, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(owner, step, stop)
        with pytest.raises(Killed):
            play(small, 100, timeline=True)
    play(small, 100, timeline=True, resume=True)
    assert_is_whole(small, whole)


def test_an_extension_between_its_steps_is_reported_to_readers(small):
    (small / "extended").mkdir()
    path = next((small / "parts").glob("manifest-*.json"))
    path.write_text(json.dumps(json.loads(path.read_text()) | {"run": "larger"}))
    with pytest.raises(BadInput, match=r"The extension of .*run was stopped\. Repeat the command that extends it"):
        load(small)


def test_an_incomplete_run_is_extended_to_a_complete_one(small, whole):
    Store(small)._delete(2)
    play(small, 100, timeline=True)
    assert_is_whole(small, whole)


@dataclass(frozen=True)
class UntilPart:
    """A condition that is met at the first look at a run with parts of some size."""

    part: int
    settings: dict = field(default_factory=lambda: {"by": ["seat"], "margin": 0.02, "alpha": 0.05})

    def check(self, game, rules):
        """Accept every game."""

    def look(self, result):
        return result.settings["part"] == self.part, ""


def test_a_run_until_a_condition_continues_with_a_larger_limit(tmp_path, monkeypatch):
    """The larger run ends after 40 games, and the smaller one after all of its 60 games."""
    monkeypatch.setattr("starbalance.simulator.runs.run.FIRST_LOOK", 40)
    for folder, limits in (("whole", [160]), ("run", [60, 160])):
        for games in limits:
            result = play(tmp_path / folder, games, until=UntilPart(10))
            assert result.played == {60: 60, 160: 40}[games]
    whole = {name: content for name, content in files_of(tmp_path / "whole").items() if name != ".lock"}
    assert_is_whole(tmp_path / "run", whole)


def test_the_difference_to_a_run_with_other_settings_is_named(small):
    for options, difference in (
        ({"seed": 5}, "seed = 4, not 5"),
        ({"strategies": "sensible"}, "different lineup"),
        ({"set": {"switches.goal": 12}}, "different changes"),
        ({"timeline": False}, "different timeline"),
    ):
        with pytest.raises(BadInput, match=f"run contains a run with {difference}"):
            play(small, 100, **{"timeline": True} | options)
    with pytest.raises(BadInput, match="games = 40, not 30"):
        play(small, 10, extend=30, timeline=True)


def test_only_a_run_in_a_folder_is_extended(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="Only a run with an output folder can be extended"):
        play(None, 10, extend=20)
    with pytest.raises(BadInput, match="There is no run in here to extend"):
        play("here", 10, extend=20)
    with pytest.raises(BadInput, match="There is no run of comet-chase, players2 below runs to extend"):
        play(RUNS, 10, extend=20)


def test_a_run_in_its_default_folder_is_found_and_moves_to_the_name_of_its_new_size(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small = play(RUNS, 20).folder
    (tmp_path / "runs" / "comet-chase-players2-damaged").mkdir()
    (tmp_path / "runs" / "comet-chase-players2-damaged" / "run.toml").write_text("format = 1")
    with pytest.raises(BadInput, match=f"no run below runs to extend: {small} has seed = 4, not 6"):
        play(RUNS, 10, extend=40, seed=6)
    larger = play(RUNS, 10, extend=40)
    assert larger.folder != small and not small.exists()
    assert play(RUNS, 40).folder == larger.folder
    assert load(larger.folder).played == 40
