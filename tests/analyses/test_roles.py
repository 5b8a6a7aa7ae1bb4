"""The roles of columns, which each game declares; a game without a declaration has none."""

import dataclasses

import pytest

from starbalance.analyses.questions import columns as declared
from starbalance.analyses.questions.columns import Roles, roles
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.frame import columns


@pytest.mark.parametrize("name", list(games()))
def test_a_game_declares_existing_columns(name):
    game, game_roles = find_game(name), roles(name)
    assert game_roles.points and game_roles.usage
    known = columns(game, tables.load(game))
    assert {
        game_roles.points,
        *game_roles.attacks,
        *game_roles.usage,
        *game_roles.dealt,
        *game_roles.dealt_if,
        *game_roles.inherent,
        *game_roles.holds,
        *game_roles.apart,
        *([game_roles.out] if game_roles.out else []),
        *game_roles.summary,
    } <= set(known)


def other(monkeypatch, folder):
    game = dataclasses.replace(find_game("4000-ad"))
    monkeypatch.setattr(type(game), "folder", property(lambda _: folder))
    monkeypatch.setattr(declared, "find_game", lambda _: game)


def test_a_game_without_a_declaration_has_no_roles(tmp_path, monkeypatch):
    other(monkeypatch, tmp_path)
    assert roles("mine") == Roles(None, (), (), {})


def test_an_unknown_role_gets_the_nearest_name(tmp_path, monkeypatch):
    (tmp_path / "columns.toml").write_text('point = "stars"')
    other(monkeypatch, tmp_path)
    with pytest.raises(BadInput, match="no role 'point': did you mean 'points'"):
        roles("mine")
