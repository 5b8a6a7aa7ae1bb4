"""A replayed game: its steps agree with the log and have positions, options with scores, and standings."""

import json
import re

import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.log import play
from starbalance.analyses.questions.replay import CONSIDERED, replay
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.game import Game
from starbalance.simulator.games import games
from starbalance.simulator.runs.run import run

GAMES = [*games(), str(TEMPLATE)]
SHORT = {"seed": 3, "strategies": "pool", "set": {"switches.max_rounds": 3}}
INDENTED = "    "  # indentation of a decision in the log


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def game_replay(game):
    return replay(game, **SHORT)


def test_the_steps_agree_with_the_log(game, game_replay):
    lines = [line.strip() for line in play(game, **SHORT) if line.startswith(INDENTED)]
    sentences = [frame.sentence for frame in game_replay.frames]
    assert sentences[0] == ""
    assert [each for each in lines if each in sentences] == sentences[1:-1]
    assert sentences[-1] == game_replay.ending


def test_the_considered_options_are_the_best_ones_and_the_chosen_one(game_replay):
    decisions = [frame for frame in game_replay.frames if frame.decision is not None]
    assert [frame.decision for frame in decisions] == sorted({frame.decision for frame in decisions})
    for frame in decisions:
        scores = [each.score for each in frame.considered]
        assert scores == sorted(scores, reverse=True)
        assert min(frame.options, CONSIDERED) <= len(scores) <= CONSIDERED + 1
        assert [each.words for each in frame.considered if each.taken] == [frame.sentence]


def test_every_player_has_a_row_and_a_standing_in_every_position(game_replay):
    for frame in game_replay.frames:
        assert len(frame.standings) == len(game_replay.players)
        assert len(frame.rows) == len(game_replay.players)
    assert [str(next(iter(row.values()))) for row in game_replay.frames[-1].rows] == list(game_replay.players)


def test_all_shapes_lie_within_their_panel(game_replay):
    for frame in game_replay.frames:
        for name, shapes in {**frame.pieces, **frame.traces}.items():
            panel = game_replay.panels[name]
            points = [(each["x"], each["y"]) for each in shapes if "x" in each]
            assert all(0 <= x <= panel.width and 0 <= y <= panel.height for x, y in points)


def test_the_page_is_self_contained_and_small(game_replay):
    page = game_replay.page()
    assert not re.search(r"(src|href)=[\"'](?!#)|@import|url\(", page)
    assert page.count("<script") == 2
    assert len(page) < 1_000_000


def test_a_record_contains_the_steps_as_json(game_replay):
    record = json.loads(json.dumps(game_replay.record()))
    assert [step["sentence"] for step in record["steps"]] == [frame.sentence for frame in game_replay.frames]
    assert sum(each["credit"] for each in record["players"]) == pytest.approx(1)


def test_a_summary_lists_the_seating_and_ends_with_the_ending(game_replay):
    lines = list(game_replay.summary())
    assert lines[1] == game_replay.seating
    assert lines[-1] == re.sub(r" ?\([A-Z]{3}-[\d.]+\)", "", game_replay.ending)
    assert all(any(line.startswith(f"{name}, ") for line in lines) for name in game_replay.players)


def test_the_seating_agrees_with_the_outcome_of_the_game(game, game_replay):
    """This holds even for facts that were unknown at the start of the game."""
    seats = run(game, games=1, **SHORT).seats.sort("player", "seat")
    seats_in_text = re.findall(r"player (\d+) in seat (\d+), .*? plays ([\w-]+)[;.]", game_replay.seating)
    assert [(int(player), int(seat), name) for player, seat, name in seats_in_text] == [
        tuple(row) for row in seats.select("player", "seat", pl.col("strategy").cast(pl.String)).iter_rows()
    ]


def test_a_game_without_pictures_names_the_seats_of_the_turn_order(monkeypatch):
    """The first player of the game is random, and its records are not in the turn order."""
    has_module = Game.has_module
    monkeypatch.setattr(Game, "has_module", lambda self, name: name != "picture" and has_module(self, name))
    options = {"players": 3, "seed": 1}
    rows = run(TEMPLATE, games=1, **options).seats
    shown = replay(str(TEMPLATE), **options)
    assert list(shown.seats) == rows["seat"].to_list() != [1, 2, 3]
    assert list(shown.players) == [f"seat {place}" for place in shown.seats]
    (winner,) = rows.filter(credit=1)["seat"]
    assert any(line.startswith(f"seat {winner}, won") for line in shown.summary())
    assert all(f"player {row['player']} in seat {row['seat']} (ship " in shown.seating for row in rows.to_dicts())


def test_a_record_has_the_seats_of_the_turn_order(game, game_replay):
    record, seats = game_replay.record(), run(game, games=1, **SHORT).seats["seat"].to_list()
    assert [each["seat"] for each in record["players"]] == seats
    actors = [frame.actor for frame in game_replay.frames]
    assert [step["seat"] for step in record["steps"]] == [None if k is None else seats[k] for k in actors]


def test_a_replay_can_be_limited_to_some_rounds():
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


def test_rounds_without_a_decision_are_refused():
    whole = replay(str(TEMPLATE), seed=3)
    with pytest.raises(BadInput, match="Rounds 98 to 99 have no decision"):
        whole.between(98, 99)


def test_options_have_the_values_of_a_search():
    """Searched options have a value between 0 and 1; options without a search have none."""
    searched_game = replay(str(TEMPLATE), **SHORT | {"strategies": ["search:sensible@4"]})
    tried = [[each for each in frame.considered if each.value is not None] for frame in searched_game.frames]
    searched = [options for options in tried if options]
    assert searched
    assert all(0 <= each.value <= 1 for options in searched for each in options)
    assert {len(options) for options in searched} == {2}
    assert any(
        step["considered"][0]["value"] is not None for step in searched_game.record()["steps"] if step["considered"]
    )
    assert all(each.value is None for frame in replay(str(TEMPLATE), **SHORT).frames for each in frame.considered)


def test_a_game_without_pictures_is_shown_in_words(monkeypatch):
    monkeypatch.setattr(Game, "has_module", lambda game, name: False)
    in_words = replay(str(TEMPLATE), **SHORT)
    assert (in_words.panels, in_words.frames[0].rows, in_words.players[0]) == ({}, [], "seat 1")
    assert "player 0 in seat 1 (ship Clipper), plays " in in_words.seating
    assert in_words.frames[0].lines[0] == "Round 1"
    assert json.dumps(in_words.frames[-1].lines[1])[1:-1] in in_words.page()


def test_only_one_output_of_a_game_is_allowed(tmp_path):
    outcome = call("play", TEMPLATE, "--json", "--html", tmp_path / "page.html")
    assert outcome.exit_code == 2
    assert "choose one" in outcome.output
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_the_page(tmp_path):
    assert call("play", TEMPLATE, "--seed", 3, "--html", tmp_path / "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert replay(str(TEMPLATE), seed=3).ending in page
