"""Every column of a run has a description: the engine describes shared columns, a game describes its columns."""

import dataclasses
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions import columns as module
from starbalance.analyses.questions.columns import TABLES, columns, declared
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.frame import schemas

GAMES = [*games(), str(TEMPLATE)]
SHARED = tables.parse(Path(tables.__file__).parent / "columns.toml")


@pytest.mark.parametrize("name", GAMES)
def test_every_column_of_every_setup_has_a_description(name):
    table, game = columns(name), find_game(name)
    assert (table["meaning"].str.match(r"[A-Z0-9].*\.$")).all(), table[~table["meaning"].str.endswith(".")]
    described = {(row.table, row.column) for row in table.itertuples()}
    for setup in game.setups:
        schema = schemas(game, tables.load(game, setup.name))
        assert described == {(each, column) for each, names in schema.items() for column in names}


@pytest.mark.parametrize("name", GAMES)
def test_every_description_has_a_column(name):
    """A game describes only columns it has and none of the shared columns."""
    game = find_game(name)
    known = schemas(game, tables.load(game))
    for table in TABLES:
        own = declared(game).get(table, {})
        numbered = {f"{column.rpartition('_')[0]}_N" for column in known[table] if column[-1].isdigit()}
        assert set(own) <= {*known[table], *numbered}
        assert not set(own) & set(SHARED[table])
        assert set(SHARED[table]) <= set(known[table])


def test_numbered_columns_share_a_description():
    table = columns("interstellar-ambitions").set_index("column")
    assert table.loc["claims_1", "meaning"] == table.loc["claims_6", "meaning"] == "Players who claimed it."


def test_the_unit_of_the_standing_is_set_by_the_game():
    table = columns(str(TEMPLATE)).set_index("column")
    assert table.loc["standing", "unit"] == "distance"


def test_a_game_without_declarations_lists_its_columns_without_descriptions(tmp_path, monkeypatch):
    game = dataclasses.replace(find_game(str(TEMPLATE)))
    monkeypatch.setattr(module, "declared", lambda game: {})
    table = columns(game.address).set_index("column")
    assert table.loc["ship", "meaning"] == ""


@pytest.mark.parametrize("entry", ["The ship.", {"meaning": 3}])
def test_an_invalid_declaration_is_refused_in_one_sentence(entry, monkeypatch):
    monkeypatch.setattr(module, "declared", lambda game: {"seats": {"ship": entry}})
    with pytest.raises(BadInput, match=r"columns.toml: \[seats\] 'ship' needs a meaning and a unit"):
        columns(str(TEMPLATE))


def test_the_command_prints_name_meaning_and_unit():
    result = CliRunner().invoke(app, ["show", str(TEMPLATE), "columns", "--format", "json"])
    rows = json.loads(result.stdout)
    assert {"table": "seats", "column": "rolls", "meaning": "Rolls of the die.", "unit": "rolls"} in rows
