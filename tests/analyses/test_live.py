"""The page in the browser while a person plays: it follows the game and contains nothing hidden."""

import html
import re
import subprocess
from http.client import RemoteDisconnected
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app, person
from starbalance.analyses.cli.live import opened
from starbalance.analyses.questions.one_game import one_game
from starbalance.analyses.questions.seen_page import SeenPage, common_rows, common_shapes
from starbalance.simulator.engine.picture import circle, piece
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.runs.experiment import experiment
from tests.analyses.test_replay_page import BROWSER, OPTIONS

KUHN = ["kuhn-poker", "--human", "0", "--seed", "3"]
CHASE = ["comet-chase", "--human", "0", "--seed", "1"]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def pages(monkeypatch):
    """A function that plays a game with typed lines, and returns what the address serves before each line."""
    served, address = [], []
    announce = person.play

    def play(sitting, window):
        address.append(window.address)
        announce(sitting, window)

    def played(options, lines):
        typed = iter(lines)

        def read():
            served.append(SimpleNamespace(page=fetched(address[-1]), version=int(fetched(f"{address[-1]}version"))))
            line = next(typed, None)
            if line is None:
                raise person._LeftError
            return line

        monkeypatch.setattr(person, "play", play)
        monkeypatch.setattr(person, "_read", read)
        result = CliRunner().invoke(app, ["play", *options, "--html"])
        assert result.exit_code == 0, result.output
        assert f"The board is shown at {address[-1]}" in result.output
        return served

    return played


def fetched(address):
    with urlopen(address, timeout=10) as answer:
        return html.unescape(answer.read().decode())


def sentences(page):
    return re.findall(r'data-step="\d+">(.*?)</a>', page)


def test_the_card_of_the_other_player_is_not_served(pages):
    """In this game the person holds card 0, and the other player card 1."""
    (served,) = pages(KUHN, ["1"])
    assert "Player 0: hand 0, paid 1" in served.page and "Player 1: hand ?, paid 1" in served.page
    assert "hand 1" not in served.page and "hand 2" not in served.page


def test_the_page_follows_the_game_and_takes_back(pages):
    first, second, third, again, other, *_, start = pages(CHASE, ["1", "1", "undo", "2", "undo", "undo"])
    assert sentences(second.page)[:-1] == sentences(first.page) == sentences(third.page)[:-2]
    assert sentences(again.page) == sentences(second.page) and sentences(start.page) == sentences(first.page)
    assert "Tug stops and moves forward by" in other.page and "Tug stops" not in third.page
    versions = [each.version for each in (first, second, third, again, other)]
    assert versions == sorted(set(versions))
    assert not re.search(r"(src|href)=[\"'](?!#)|@import|url\(", other.page)


def test_a_continued_game_begins_at_its_position(pages):
    pages(CHASE, ["1"])
    *_, served = pages(CHASE, [])
    assert sentences(served.page)[0] == "You continue the game in this position."
    assert sentences(served.page)[1:] == ["Tug rolls (COM-2.1): 4 gained, 6 so far (COM-2.3)"]


def test_other_addresses_have_nothing():
    with opened() as window:
        with pytest.raises(HTTPError, match="404"):
            fetched(f"{window.address}runs")
        assert window.address.startswith("http://127.0.0.1:")


def test_a_page_of_another_host_cannot_read_the_game():
    """A browser that was led to this address by another name sends that name."""
    with opened() as window:
        window.show(lambda version: "The game")
        foreign = Request(window.address, headers={"Host": "example.org"})
        with pytest.raises(HTTPError, match="404"):
            urlopen(foreign, timeout=10)
        assert fetched(window.address) == "The game"


def test_a_browser_that_comes_before_the_game_loads_the_page_again():
    with opened() as window:
        assert 'http-equiv="refresh"' in fetched(window.address)
        window.show(lambda version: f"version {version}")
        assert fetched(window.address) == "version 1"


def test_a_page_that_was_replaced_while_it_was_sent_is_not_the_newest():
    with opened() as window:
        window.show(lambda version: "old")
        _, version = window.text("/")
        window.show(lambda version: "new")
        window.note("/", version)
        assert not window._shown.is_set()
        window.note("/", version + 1)
        assert window._shown.is_set()


def test_a_closed_browser_prints_nothing(capfd):
    def fail(version):
        raise ConnectionResetError

    with opened() as window:
        window.show(fail)
        with pytest.raises(RemoteDisconnected):
            fetched(window.address)
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")
def test_a_browser_loads_the_page_again_when_it_has_changed(tmp_path):
    """The second version replaces the first one while the browser loads it."""
    steps = one_game(experiment("comet-chase", {"seed": 1}))
    page, replays = SeenPage(steps, 0), []
    for made, step in zip(range(2), steps.steps, strict=False):
        page.act(step, made, f"action {made}")
        replays.append(page.replay())
    first, second = replays

    def write(version):
        window.show(second.live_page)
        return first.live_page(version)

    with opened() as window:
        window.show(write)
        options = (*OPTIONS, f"--user-data-dir={tmp_path}", "--dump-dom", window.address)
        done = subprocess.run([BROWSER, *options], capture_output=True, text=True, timeout=120)
    assert "CONSOLE" not in done.stderr
    assert 'data-version="2"' in done.stdout and 'data-step="2"' in re.search(r"<body[^>]*>", done.stdout)[0]
    assert '<p id="now" aria-live="polite">action 1</p>' in done.stdout


@pytest.mark.parametrize("game", ["4000-ad", "4000-ad-leaders", "handful-of-stars", "interstellar-ambitions"])
def test_the_page_does_not_depend_on_hidden_things(game):
    """Other destinations and hands of the other players change nothing on the page of a seat."""
    one = one_game(experiment(game, {"seed": 1}))
    state = next(copy_of(step.state) for number, step in enumerate(one.steps) if number == 60)
    other = copy_of(state)
    one.game.kernels.redeal(other, one.rules.record, 0, np.uint64(99))
    assert other.tobytes() != state.tobytes()
    shown = []
    for position in (state, other):
        page = SeenPage(one, 0)
        page.begin(position)
        shown.append(page.replay().live_page(1))
    assert shown[0] == shown[1]
    assert "?" in re.search(r'id="game">(.*?)</script>', shown[0])[1]


def test_shapes_and_cells_that_differ_are_left_out_or_marked():
    worlds = [
        {"map": [piece(1, 1, 0, "F1", about="for Mira"), circle(n, 2, 3, "place"), piece(5, 5, 1, "3")]}
        for n in range(2)
    ]
    worlds[1]["map"][0]["about"] = "for Vega"
    assert common_shapes(worlds) == {"map": [piece(1, 1, 0, "F1", about="for ?"), piece(5, 5, 1, "3")]}
    tables = [[{"race": "A", "VP": 2, "hand": card, "cards": number}] for number, card in enumerate(("Base", "Scout"))]
    assert common_rows(tables) == [{"race": "A", "VP": 2, "hand": "?", "cards": "?"}]


@pytest.mark.parametrize(("options", "sentence"), [
    ([*CHASE, "--html", "page.html"], "--html takes no file with --human"),
    (["comet-chase", "--html"], "--html takes the file of the page, such as --html game.html."),
    (["comet-chase", "--html", "--seed", "1"], "--html takes the file of the page, such as --html game.html."),
])  # fmt: skip
def test_the_file_of_the_page_belongs_to_a_replay(options, sentence):
    result = CliRunner().invoke(app, ["play", *options])
    assert result.exit_code == 2 and sentence in result.output
    assert list(Path().iterdir()) == []
