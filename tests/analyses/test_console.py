"""The command line as a process: consoles with any encoding, closed pipes, and full disks."""

import os
import shutil
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app, shell
from starbalance.simulator.engine.external import TEMPLATE

PROGRAM = "from starbalance.analyses.cli import main; main()"
ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}  # file names too have bytes beyond ASCII


def words(*arguments):
    return [sys.executable, "-c", PROGRAM, *map(str, arguments)]


def finished(*arguments, **variables):
    """Run a command in a process with extra environment variables and return its result."""
    return subprocess.run(
        words(*arguments),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **variables},
        check=False,
    )


@pytest.fixture(scope="module")
def renamed(tmp_path_factory):
    """A game with a ship whose name is not ASCII."""
    folder = tmp_path_factory.mktemp("games") / "racing"
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    ships = folder / "data" / "ships.toml"
    ships.write_text(ships.read_text(encoding="utf-8").replace("[Tug]", '["T\u014dg"]'), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({"PYTHONIOENCODING": "latin-1"}, "T\\u014dg"),
        ({"PYTHONIOENCODING": "cp1252"}, "T\\u014dg"),
        (ASCII, "T\u014dg"),
    ],
    ids=["latin-1", "cp1252", "ascii"],
)
def test_a_name_that_the_console_cannot_encode_is_escaped(renamed, variables, name):
    """Typer takes ASCII for a mistake in the setup of a console, and prints UTF-8."""
    done = finished("show", renamed, "components", **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"ships.{name}.head_start" in done.stdout


def test_a_run_in_a_folder_with_a_name_outside_the_locale_is_read(small_run, tmp_path):
    folder = tmp_path / "L\u00e4ufe"
    shutil.copytree(small_run.folder, folder)
    done = finished("rates", folder, **ASCII)
    assert done.returncode == 0, done.stderr
    assert "Antares" in done.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["show", TEMPLATE, "rules"], ["check", TEMPLATE, "--help"]])
def test_a_reader_that_closes_the_output_ends_a_command_quietly(arguments):
    """`| head` closes a pipe. The exit code is not 1, which would mean that a game is out of balance."""
    with subprocess.Popen(words(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == shell.PIPE_CLOSED


@pytest.mark.parametrize("arguments", [["--help"], ["show", TEMPLATE, "rules"]])
def test_a_full_disk_is_reported_in_one_sentence(arguments):
    with open("/dev/full", "wb") as disk:
        done = subprocess.run(words(*arguments), stdout=disk, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "The output cannot be written: No space left on device.\n")


def test_a_page_on_a_full_disk_is_reported_and_leaves_no_draft(tmp_path):
    (tmp_path / "game.html.draft").symlink_to("/dev/full")
    result = CliRunner().invoke(app, ["play", str(TEMPLATE), "--html", str(tmp_path / "game.html")])
    assert result.exit_code == 2
    assert result.stderr.endswith("game.html cannot be written: No space left on device.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", TEMPLATE, "--junit", "file/a.xml"],
        ["check", TEMPLATE, "--json", "file/a.json"],
        ["compare", TEMPLATE, "--variant", "sudden_death", "--chart", "file/a.svg"],
        ["strategy", "train", TEMPLATE, "--out", "file/mine.toml:mine"],
    ],
    ids=["junit", "json", "chart", "weights"],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_games(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setattr("starbalance.simulator.runs.batch.play", None)
    result = CliRunner().invoke(app, [str(word) for word in arguments])
    assert result.exit_code == 2, result.output
    assert "cannot be written: " in result.stderr and "file is not a folder.\n" in result.stderr


def test_a_terminal_without_a_progress_bar_gets_lines(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 9.0, 11.0, 12.0])
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, to rich
    monkeypatch.setattr(shell.time, "monotonic", lambda: next(clock))
    with shell.progress("a-game") as update:
        for done in (0, 80, 110, 115):
            update(done, 200)
    assert capsys.readouterr().err == "a-game: 110 of 200, 10 games/s\n"


def test_a_warning_is_one_line_without_file_and_line_number(monkeypatch, capsys):
    import warnings

    with shell._plain_warnings():
        warnings.warn("a library says this\nand more", RuntimeWarning, stacklevel=1)
    assert capsys.readouterr().err == "Warning: a library says this\n"
