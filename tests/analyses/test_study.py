"""Titles of setups and runs."""

import pytest

from starbalance.analyses.questions import study
from starbalance.analyses.questions.study import run_title, setup_title
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game, games


@pytest.mark.parametrize(("game", "setup", "title"), [
    ("4000-ad", "independents4", "Four independents"),
    ("4000-ad", "alliances2", "Alliances, two players"),
    ("handful-of-stars", "players2", "Two players"),
    (str(TEMPLATE), "players3", "Three players"),
])  # fmt: skip
def test_a_setup_has_the_title_from_the_study_of_its_game(game, setup, title):
    assert setup_title(game, setup) == title


@pytest.mark.parametrize("name", games())
def test_titles_of_setups_are_unique_within_a_game(name):
    titles = [setup_title(name, setup.name) for setup in find_game(name).setups]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(("setup", "title"), [
    ("independents3", "Three players"),
    ("alliances4", "Four players (alliances4)"),
])  # fmt: skip
def test_without_a_study_the_title_is_the_number_of_players_and_the_name_if_ambiguous(setup, title, monkeypatch):
    monkeypatch.setattr(study, "read", lambda game: {})
    assert setup_title("4000-ad", setup) == title


def test_an_unknown_setup_gets_the_nearest_name():
    with pytest.raises(BadInput, match="did you mean 'players3'"):
        setup_title("handful-of-stars", "player3")


@pytest.mark.parametrize(("changes", "end"), [
    ({}, ""),
    ({"switches.max_warps": 3}, ", switches.max_warps=3"),
    ({"a": 1, "b": 2, "c": 3}, ", 3 changed values"),
])  # fmt: skip
def test_the_title_of_a_run_contains_game_setup_and_changes(changes, end):
    settings = {"game": "4000-ad", "setup": "independents3", "changes": changes}
    assert run_title(settings) == f"4000 A.D., three independents{end}"
