"""A replayed game: its steps are those of the log, with positions, options by score and standings."""

import json
import re

import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.log import play
from starbalance.analyses.questions.replay import CONSIDERED, replay
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import games
from starbalance.simulator.runs.run import run

GAMES = [*games(), str(TEMPLATE)]
SHORT = {"seed": 3, "strategies": "pool", "set": {"switches.max_rounds": 3}}
INDENTED = "    "  # a decision in the log


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def found(game):
    return replay(game, **SHORT)


def test_its_steps_are_those_of_the_log(game, found):
    lines = [line.strip() for line in play(game, **SHORT) if line.startswith(INDENTED)]
    sentences = [frame.sentence for frame in found.frames]
    assert sentences[0] == ""
    assert [each for each in lines if each in sentences] == sentences[1:-1]
    assert sentences[-1] == found.ending


def test_the_options_considered_are_the_best_and_the_one_taken(found):
    decisions = [frame for frame in found.frames if frame.decision is not None]
    assert [frame.decision for frame in decisions] == sorted({frame.decision for frame in decisions})
    for frame in decisions:
        scores = [each.score for each in frame.considered]
        assert scores == sorted(scores, reverse=True)
        assert min(frame.options, CONSIDERED) <= len(scores) <= CONSIDERED + 1
        assert [each.words for each in frame.considered if each.taken] == [frame.sentence]


def test_everybody_has_a_row_and_a_standing_in_every_position(found):
    for frame in found.frames:
        assert len(frame.standings) == len(found.players)
        assert len(frame.rows) == len(found.players)
    assert [str(next(iter(row.values()))) for row in found.frames[-1].rows] == list(found.players)


def test_what_lies_on_a_panel_is_within_it(found):
    for frame in found.frames:
        for name, shapes in {**frame.pieces, **frame.traces}.items():
            panel = found.panels[name]
            points = [(each["x"], each["y"]) for each in shapes if "x" in each]
            assert all(0 <= x <= panel.width and 0 <= y <= panel.height for x, y in points)


def test_the_page_needs_nothing_else_and_is_small(found):
    page = found.page()
    assert not re.search(r"(src|href)=[\"'](?!#)|@import|url\(", page)
    assert page.count("<script") == 2
    assert len(page) < 1_000_000


def test_a_record_is_json_of_the_same_steps(found):
    record = json.loads(json.dumps(found.record()))
    assert [step["sentence"] for step in record["steps"]] == [frame.sentence for frame in found.frames]
    assert sum(each["credit"] for each in record["players"]) == pytest.approx(1)


def test_a_summary_tells_who_sits_where_and_ends_with_the_end(found):
    lines = list(found.summary())
    assert lines[1] == found.seating
    assert lines[-1] == re.sub(r" ?\([A-Z]{3}-[\d.]+\)", "", found.ending)
    assert all(any(line.startswith(f"{name}, ") for line in lines) for name in found.players)


def test_players_sit_where_the_outcome_of_the_game_has_them(game, found):
    """Whatever was known when it began."""
    seats = run(game, games=1, **SHORT).seats.sort("player", "seat")
    told = re.findall(r"player (\d+) in seat (\d+), .*? plays ([\w-]+)[;.]", found.seating)
    assert [(int(player), int(seat), name) for player, seat, name in told] == [
        tuple(row) for row in seats.select("player", "seat", pl.col("strategy").cast(pl.String)).iter_rows()
    ]


def test_some_rounds_of_a_game_are_shown_alone():
    whole = replay(str(TEMPLATE), seed=3)
    part = whole.between(2, 3)
    sentences = [frame.sentence for frame in whole.frames]
    first = sentences.index(part.frames[1].sentence)
    assert [frame.sentence for frame in part.frames[1:]] == sentences[first : first + len(part.frames) - 1]
    assert (part.frames[0].sentence, part.frames[0].pieces) == ("", whole.frames[first - 1].pieces)
    assert whole.frames[first - 2].rounds < part.frames[0].rounds == 2
    assert whole.frames[first + len(part.frames) - 2].rounds == 4
    assert len(part.page()) < len(whole.page())
    assert repr(part) == "<replay of Comet Chase: game 0 of seed 3, rounds 2 to 3>"


def test_rounds_without_a_decision_are_told():
    whole = replay(str(TEMPLATE), seed=3)
    with pytest.raises(BadInput, match="Rounds 98 to 99 have no decision"):
        whole.between(98, 99)


def test_the_values_of_a_search_stand_beside_the_options_that_it_tried():
    """Without caution the option of the higher value is taken; what is not searched has none."""
    found = replay(str(TEMPLATE), **SHORT | {"strategies": ["search:sensible@4"]})
    tried = [[each for each in frame.considered if each.value is not None] for frame in found.frames]
    searched = [options for options in tried if options]
    assert searched
    assert all(0 <= each.value <= 1 for options in searched for each in options)
    assert {len(options) for options in searched} == {2}
    assert any(step["considered"][0]["value"] is not None for step in found.record()["steps"] if step["considered"])
    assert all(each.value is None for frame in replay(str(TEMPLATE), **SHORT).frames for each in frame.considered)


def test_a_game_without_pictures_has_its_table_in_words(monkeypatch):
    monkeypatch.setattr(Game, "has_module", lambda game, name: False)
    found = replay(str(TEMPLATE), **SHORT)
    assert (found.panels, found.frames[0].rows, found.players[0]) == ({}, [], "seat 1")
    assert "player 0 in seat 1 (ship Clipper), plays " in found.seating
    assert found.frames[0].told[0] == "Round 1"
    assert json.dumps(found.frames[-1].told[1])[1:-1] in found.page()


def test_one_way_of_showing_a_game_at_a_time(tmp_path):
    outcome = call("play", TEMPLATE, "--json", "--html", tmp_path / "page.html")
    assert outcome.exit_code == 2
    assert "choose one" in outcome.output
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_the_page(tmp_path):
    assert call("play", TEMPLATE, "--seed", 3, "--html", tmp_path / "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert replay(str(TEMPLATE), seed=3).ending in page
