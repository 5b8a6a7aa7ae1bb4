"""Files: UTF-8 with or without a byte-order mark, and drafts that replace a file completely or not at all."""

import errno
import os
from pathlib import Path

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE, new_game
from starbalance.simulator.engine.files import check_writable, merging, read_text, replacing, write_text
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import lock

VARIANT = '[changes]\n"switches.goal" = 25\n'
WEIGHTS = '[mine]\ndescription = "Bold."\n'


def full(*_, **__):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_variant_from_notepad_is_read(tmp_path):
    """The file has a byte-order mark and carriage returns at line ends."""
    path = tmp_path / "variant.toml"
    path.write_bytes(VARIANT.replace("\n", "\r\n").encode("utf-8-sig"))
    rules = tables.load(find_game(TEMPLATE), variant=path)
    assert rules.changed == {"switches.goal": 25}


def test_weights_from_notepad_are_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(WEIGHTS.encode("utf-8-sig"))
    assert find_strategy(find_game(TEMPLATE), f"{path}:mine").name == "mine"


@pytest.mark.parametrize(
    ("encoding", "sentence"), [("utf-16", "is in UTF-16: save it as"), ("latin-1", r"is not in UTF-8 \(line 2\): save")]
)
def test_another_encoding_is_reported_in_one_sentence(tmp_path, encoding, sentence):
    path = tmp_path / "variant.toml"
    path.write_bytes("[changes]\n# Länge\n".encode(encoding))
    with pytest.raises(BadInput, match=sentence):
        tables.parse(path)


def test_a_missing_file_is_reported_in_one_sentence(tmp_path):
    with pytest.raises(BadInput, match=r"no\.toml cannot be read: No such file"):
        read_text(tmp_path / "no.toml")


def test_a_full_disk_does_not_change_the_file(tmp_path):
    path = tmp_path / "page.html"
    write_text(path, "before")
    (tmp_path / "page.html.draft").symlink_to("/dev/full")
    with pytest.raises(BadInput, match=r"page\.html cannot be written: No space left on device"):
        write_text(path, "after")
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]
    assert path.read_text(encoding="utf-8") == "before"


def test_a_folder_that_a_killed_writer_has_left_is_replaced(tmp_path):
    (tmp_path / "run.draft" / "old").mkdir(parents=True)
    with replacing(tmp_path / "run") as draft:
        draft.mkdir()
    assert [str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*")] == ["run"]


def test_a_writer_that_is_interrupted_leaves_no_draft(tmp_path):
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "a.txt") as draft:
        draft.touch()
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_written_to_and_not_replaced():
    write_text(Path("/dev/null"), "text")
    assert Path("/dev/null").is_char_device()


def test_a_folder_gets_all_new_files_or_none(tmp_path):
    with merging(tmp_path / "report") as draft:
        write_text(draft / "tables" / "a.csv", "1")
    with pytest.raises(BadInput), merging(tmp_path / "report") as draft:
        write_text(draft / "tables" / "a.csv", "2")
        full()
    assert [each.name for each in (tmp_path / "report").iterdir()] == ["tables"]
    assert (tmp_path / "report" / "tables" / "a.csv").read_text(encoding="utf-8") == "1"
    with pytest.raises(BadInput), merging(tmp_path / "other"):
        full()
    assert not (tmp_path / "other").exists()


def test_a_new_game_on_a_full_disk_is_reported_and_leaves_nothing(tmp_path, monkeypatch):
    write, left = Path.write_bytes, iter(range(5))
    monkeypatch.setattr(Path, "write_bytes", lambda path, content: write(path, content) if next(left) < 4 else full())
    with pytest.raises(BadInput, match=r"mygame cannot be written: No space left on device\.$"):
        new_game(tmp_path / "mygame")
    assert list(tmp_path.iterdir()) == []


def test_a_lock_works_on_a_full_disk(tmp_path):
    (tmp_path / lock.NAME).symlink_to("/dev/full")
    lock.lock(tmp_path).close()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "it is a folder"), ("file/a.html", "file is not a folder"), ("file/b/a.html", "file ")],
)
def test_an_unwritable_path_is_refused_before_the_work(tmp_path, name, sentence):
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=sentence):
        check_writable(tmp_path / name)
    check_writable(tmp_path / "new" / "a.html")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
