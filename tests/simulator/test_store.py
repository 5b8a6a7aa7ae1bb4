"""The folder of a run: damaged, missing, foreign or incomplete parts are reported in one sentence."""

import json
import os
import shutil
import subprocess
import sys

import polars as pl
import pytest
import tomli_w

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.settings import FORMAT
from starbalance.simulator.runs.store import Store

SIZE = 4
SETTINGS = {
    "format": FORMAT,
    "game": "4000-ad",
    "setup": "players4",
    "players": 4,
    "games": 10,
    "seed": 1,
    "part": SIZE,
    "timeline": False,
    "rules": "r",
    "code": "c",
    "changes": {},
    "lineup": [0, 0, 0, 0],
    "pool": 0,
    "strategies": [{"name": "sensible", "temperature": 0.5, "weights": {"pair": 3.0}, "code": ""}],
    "versions": {"numpy": "2"},
}


def part(number, seed=1):
    games = list(range(number * SIZE, min(number * SIZE + SIZE, 10)))
    table = pl.DataFrame({"game": games, "rounds": [seed] * len(games)})
    return {"games": table, "seats": pl.concat([table, table])}


def store_at(folder, numbers=(0, 1, 2), **settings):
    """Create a run of 10 games in parts of 4, write the numbered parts, and return its store."""
    store = Store(folder)
    store.begin(SETTINGS | settings, resume=False)
    for number in numbers:
        store.write(number, part(number, settings.get("seed", 1)))
    store.release()
    return store


@pytest.fixture
def store(tmp_path):
    return store_at(tmp_path / "run")


def games_of(store):
    return load(store.folder).games["game"].to_list()


def test_a_run_with_all_parts_is_complete(store):
    assert games_of(store) == list(range(10))
    assert load(store.folder).missing == 0
    assert load(store.folder).is_complete


@pytest.mark.parametrize(("numbers", "missing"), [((0, 1), 2), ((0, 2), 4), ((2,), 8)])
def test_missing_games_are_counted(tmp_path, numbers, missing):
    result = load(store_at(tmp_path / "run", numbers).folder)
    assert result.missing == missing
    assert not result.is_complete


def test_a_slice_counts_only_its_games(tmp_path):
    result = load(store_at(tmp_path / "run", (0, 2)).folder)
    assert result.between(0, 4).is_complete
    assert result.between(2, 9).missing == 4
    assert result.between(8, 50).is_complete


def test_a_run_until_decided_is_complete_when_it_has_ended(tmp_path):
    store = store_at(tmp_path / "run", (0, 1), until={"by": ["home"], "margin": 0.02, "alpha": 0.05})
    assert load(store.folder).missing == 2
    store.end(8)
    assert load(store.folder).is_complete
    assert load(store.folder).played == 8


def test_a_removed_part_of_a_finished_run_is_missing(store):
    store.end(10)
    for path in store.folder.glob("parts/*00001*"):
        path.unlink()
    assert load(store.folder).missing == 4


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 8] ^= 1
    path.write_bytes(content)


def shorten(path):
    path.write_bytes(path.read_bytes()[:-20])


def overwrite(path):
    shutil.copy(path.with_name(path.name.replace("1.", "0.")), path)


@pytest.mark.parametrize("name", ["games-00001.parquet", "manifest-00001.json"])
@pytest.mark.parametrize("harm", [flip, shorten, overwrite])
def test_a_damaged_part_is_reported_and_played_again(store, name, harm):
    harm(store.folder / "parts" / name)
    with pytest.raises(BadInput, match=rf"{name} (is damaged|belongs to another run)"):
        load(store.folder).scan("games")
    again = Store(store.folder)
    again.begin(SETTINGS, resume=True)
    assert again.discard_damaged() == [name]
    assert again.finished() == {0, 2}
    again.write(1, part(1))
    assert games_of(again) == list(range(10))


def test_a_part_overwritten_together_with_its_manifest_is_damaged(store):
    for table in ("games-{}.parquet", "seats-{}.parquet", "manifest-{}.json"):
        shutil.copy(store.folder / "parts" / table.format("00000"), store.folder / "parts" / table.format("00001"))
    with pytest.raises(BadInput, match=r"manifest-00001.json is damaged"):
        load(store.folder).scan("seats")


def test_a_part_of_another_run_is_refused(store, tmp_path):
    other = store_at(tmp_path / "other", seed=2)
    for path in other.folder.glob("parts/*00001*"):
        shutil.copy(path, store.folder / "parts" / path.name)
    with pytest.raises(BadInput, match=r"manifest-00001.json belongs to another run"):
        load(store.folder).scan("games")


def test_a_missing_part_with_an_existing_manifest_is_damaged(store):
    store.path("seats", 2).unlink()
    with pytest.raises(BadInput, match=r"seats-00002.parquet is damaged"):
        load(store.folder).scan("seats")
    assert load(store.folder).scan("games").collect().height == 10


def test_damage_is_detected_by_a_loaded_run(store):
    result = load(store.folder)
    assert result.scan("games").collect().height == 10
    flip(store.path("games", 1))
    with pytest.raises(BadInput, match="damaged"):
        result.scan("games")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"part": 0}, "'part' must be at least 1, got 0"),
        ({"part": "many"}, "'part' must be a whole number, got 'many'"),
        ({"games": True}, "'games' must be a whole number, got True"),
        ({"timeline": 1}, "'timeline' must be true or false, got 1"),
        ({"lineup": [0, 0, 0, 7]}, "'lineup' names strategies"),
        ({"strategies": ["sensible"]}, r"strategies\[0\] must be a table"),
        ({"strategies": [{"name": "sensible"}]}, r"'strategies\[0\].temperature' is missing"),
        ({"format": 0}, "another version of starbalance"),
        ({"seed": 5}, "another run than run.toml describes"),
        ({"game": "chess"}, "another run than run.toml describes"),
    ],
)
def test_an_invalid_description_is_reported_in_one_sentence(store, change, sentence):
    (store.folder / "run.toml").write_text(tomli_w.dumps(SETTINGS | change))
    with pytest.raises(BadInput, match=sentence):
        load(store.folder).games  # noqa: B018


@pytest.mark.parametrize("key", list(SETTINGS))
def test_a_missing_key_is_named(store, key):
    (store.folder / "run.toml").write_text(tomli_w.dumps({k: v for k, v in SETTINGS.items() if k != key}))
    with pytest.raises(BadInput, match=f"'{key}' is missing" if key != "format" else "another version of starbalance"):
        load(store.folder)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000 + "]" * 5000,
        "a = " + "{a=" * 5000 + "1" + "}" * 5000,
        ".".join(["a"] * 5000) + " = 1",
        "[" + ".".join(["a"] * 5000) + "]",
        "a = [",
        "\0",
    ],
)
def test_a_description_with_invalid_toml_is_reported_in_one_sentence(store, text):
    (store.folder / "run.toml").write_text(text)
    with pytest.raises(BadInput, match=r"run.toml (is not valid TOML|has more than 20)"):
        load(store.folder)


def test_a_full_disk_is_reported_and_leaves_no_part(store):
    """The draft of a part links to /dev/full, like a file on a full disk."""
    (store.folder / "parts" / "seats-00001.parquet.draft").symlink_to("/dev/full")
    store._manifest_path(1).unlink()
    with pytest.raises(BadInput, match=r"seats-00001.parquet cannot be written: No space left on device"):
        store.write(1, part(1))
    assert store.finished() == {0, 2}
    assert not list(store.folder.rglob("*.draft"))


def test_a_run_waits_for_the_disk_at_its_end(tmp_path, monkeypatch):
    """To wait for each part takes longer than to play it."""
    calls, sync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: (calls.append(number), sync(number)))
    store = Store(tmp_path / "run")
    store.begin(SETTINGS, resume=False)
    before = len(calls)
    for number in range(3):
        store.write(number, part(number))
    assert len(calls) == before == 1  # run.toml
    store.end(10)
    assert len(calls) == before + 3 * 3 + 1  # two tables and a manifest for each part, and end.json


def test_a_limit_on_file_size_is_reported_in_one_sentence(tmp_path):
    program = (
        "import resource, sys, test_store\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))\n"
        "test_store.store_at(sys.argv[1], (0,))"
    )
    folder = __file__.rpartition("/")[0]
    made = subprocess.run([sys.executable, "-c", program, tmp_path / "run"], capture_output=True, text=True, cwd=folder)
    assert "BadInput" in made.stderr.splitlines()[-1]
    assert "cannot be written: File too large" in made.stderr
    assert Store(tmp_path / "run").finished() == set()


def test_two_writers_exclude_each_other(store):
    first, second = Store(store.folder), Store(store.folder)
    first.begin(SETTINGS, resume=True)
    with pytest.raises(BadInput, match=r"is being written by process \d+ on .*\. Wait for it"):
        second.begin(SETTINGS, resume=True)
    first.end(10)
    second.begin(SETTINGS, resume=True)
    second.release()


def test_the_lock_of_a_killed_writer_is_free(store):
    program = (
        "import os, sys; from test_store import Store, SETTINGS\n"
        "Store(sys.argv[1]).begin(SETTINGS, resume=True); os.kill(os.getpid(), 9)"
    )
    folder = __file__.rpartition("/")[0]
    assert subprocess.run([sys.executable, "-c", program, store.folder], cwd=folder).returncode == -9
    again = Store(store.folder)
    again.begin(SETTINGS, resume=True)
    assert again.finished() == {0, 1, 2}


def test_a_manifest_contains_the_games_and_a_digest_of_every_file(store):
    manifest = json.loads((store.folder / "parts" / "manifest-00002.json").read_text())
    assert (manifest["first"], manifest["games"]) == (8, 2)
    assert set(manifest["digests"]) == {"games", "seats"}
