"""Every column of a run has a sentence: the shared ones beside the contract, those of a game in its columns.toml."""

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
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.frame import schemas

GAMES = [*games(), str(TEMPLATE)]
SHARED = tables.parse(Path(tables.__file__).parent / "columns.toml")


@pytest.mark.parametrize("name", GAMES)
def test_every_column_of_every_set_up_has_a_sentence(name):
    table, game = columns(name), find_game(name)
    assert (table["meaning"].str.match(r"[A-Z0-9].*\.$")).all(), table[~table["meaning"].str.endswith(".")]
    told = {(row.table, row.column) for row in table.itertuples()}
    for setup in game.setups:
        found = schemas(game, tables.load(game, setup.name))
        assert told == {(each, column) for each, names in found.items() for column in names}


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_is_without_a_column(name):
    """Those of a game are of columns that others may lack, and say nothing again of what all have."""
    game = find_game(name)
    known = schemas(game, tables.load(game))
    for table in TABLES:
        own = declared(game).get(table, {})
        numbered = {f"{column.rpartition('_')[0]}_N" for column in known[table] if column[-1].isdigit()}
        assert set(own) <= {*known[table], *numbered}
        assert not set(own) & set(SHARED[table])
        assert set(SHARED[table]) <= set(known[table])


def test_a_numbered_column_has_the_sentence_of_its_kind():
    table = columns("interstellar-ambitions").set_index("column")
    assert table.loc["claims_1", "meaning"] == table.loc["claims_6", "meaning"] == "Players who claimed it."


def test_the_standing_has_the_unit_of_the_game():
    table = columns(str(TEMPLATE)).set_index("column")
    assert table.loc["standing", "unit"] == "distance"


def test_a_game_without_a_declaration_has_its_columns_without_a_sentence(tmp_path, monkeypatch):
    game = dataclasses.replace(find_game(str(TEMPLATE)))
    monkeypatch.setattr(module, "declared", lambda game: {})
    table = columns(game.address).set_index("column")
    assert table.loc["ship", "meaning"] == ""


@pytest.mark.parametrize("entry", ["The ship.", {"meaning": 3}])
def test_a_declaration_of_another_kind_is_a_sentence(entry, monkeypatch):
    monkeypatch.setattr(module, "declared", lambda game: {"seats": {"ship": entry}})
    with pytest.raises(BadInput, match=r"columns.toml: \[seats\] 'ship' takes a meaning and a unit"):
        columns(str(TEMPLATE))


def test_the_command_prints_name_meaning_and_unit():
    result = CliRunner().invoke(app, ["show", str(TEMPLATE), "columns", "--format", "json"])
    rows = json.loads(result.stdout)
    assert {"table": "seats", "column": "rolls", "meaning": "Rolls of the die.", "unit": "rolls"} in rows
