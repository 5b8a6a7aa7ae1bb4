"""CSV files of components: a table that is written, changed and used as a variant."""

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.study import variant_title
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.run import run

CHASE = find_game("comet-chase")


def read_changes(game, path):
    return tables.read_variant(game, path)["changes"]


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def cards(tmp_path):
    """Return the table of the components of Comet Chase."""
    path = tmp_path / "cards.csv"
    path.write_text(call("show", "comet-chase", "components", "--format", "csv").stdout, encoding="utf-8")
    return path


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("what", ["components", "switches"])
def test_the_tables_of_a_game_come_back_without_a_change(tmp_path, game, what):
    path = tmp_path / "table.csv"
    path.write_text(call("show", game, what, "--format", "csv").stdout, encoding="utf-8")
    assert read_changes(find_game(game), path) == {}
    if len(path.read_text().splitlines()) > 1:
        spaced = path.read_text().replace("True", "TRUE").replace("False", "FALSE")
        path.write_text(spaced.replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
        assert read_changes(find_game(game), path) == {}


def test_a_changed_table_is_a_variant_of_the_commands(cards, tmp_path):
    edit(cards, "ships.Tug.boost,0", "ships.Tug.boost,1")
    assert tables.load(CHASE, variant=cards).changed == {"ships.Tug.boost": 1}
    assert tables.load(CHASE, variant=cards, set={"ships.Tug.boost": 2}).changed == {"ships.Tug.boost": 2}
    shown = call("show", "comet-chase", "components", "--variant", cards, "--format", "csv").stdout
    assert "ships.Tug.boost,1" in shown
    result = run("comet-chase", games=2, variant=str(cards), jobs=1)
    assert result.settings["changes"] == {"ships.Tug.boost": 1}


def test_a_changed_table_has_a_title_and_can_be_compared(cards):
    edit(cards, "ships.Tug.boost,0", "ships.Tug.boost,1")
    named = cards.rename(cards.with_name("slow_tug.CSV"))
    assert variant_title("comet-chase", named) == "slow tug"
    compared = call("compare", "comet-chase", "--variant", named, "--games", 20, "--jobs", 1)
    assert compared.exit_code == 0, compared.output
    assert "ships.Tug.boost" in compared.output


@pytest.mark.parametrize("sign", [";", "\t"])
def test_a_table_of_a_spreadsheet_in_another_country_is_read(cards, sign):
    edit(cards, "ships.Tug.boost,0", "ships.Tug.boost,1")
    cards.write_text(cards.read_text().replace(",", sign) + f"{sign}{sign}\n", encoding="utf-8-sig")
    assert read_changes(CHASE, cards) == {"ships.Tug.boost": 1}


def test_a_table_may_have_only_some_rows_and_columns(tmp_path):
    path = tmp_path / "some.csv"
    path.write_text("value,path,note\n60,switches.goal,longer\n")
    assert read_changes(CHASE, path) == tables.load(CHASE, set={"switches.goal": 60}).changed


@pytest.mark.parametrize(("old", "new", "reason"), [
    ("ships.Tug.boost,0", "ships.Tug.boost,many", r"cards.csv, line 11: 'ships.Tug.boost' must be a whole number"),
    ("ships.Tug.boost,0", "ships.Tag.boost,0", r"cards.csv, line 11: There is no value 'ships.Tag.boost': did you"),
    ("ships.Tug.boost", "ships.Tug.head_start", r"cards.csv, line 11: 'ships.Tug.head_start' occurs twice, first in"),
    ("path,value", "name,value", r"cards.csv needs the columns 'path' and 'value'"),
])  # fmt: skip
def test_an_error_names_the_file_and_the_line(cards, old, new, reason):
    with pytest.raises(BadInput, match=reason):
        read_changes(CHASE, edit(cards, old, new))


def test_a_changed_description_names_the_values_to_change(tmp_path):
    """The description of a card cannot be changed, but it follows the values of the card."""
    leaders, path = find_game("4000-ad-leaders"), tmp_path / "cards.csv"
    row = "objectives.Frontier_Charter"
    path.write_text(f"path,value\n{row}.condition,stars: 3\n", encoding="utf-8")
    with pytest.raises(
        BadInput, match=rf"cards.csv, line 2: '{row}.condition' describes .* these: {row}.task, {row}.p1,"
    ):
        read_changes(leaders, path)
    path.write_text(f"path,value\n{row}.condition,stars: 3\n{row}.p1,3\n", encoding="utf-8")
    assert read_changes(leaders, path) == {f"{row}.p1": 3}


def test_a_whole_number_has_no_point():
    """A point may separate thousands."""
    with pytest.raises(BadInput, match=r"'switches.goal' must be a whole number such as \d+, got '1\.000'"):
        tables.load(CHASE, set={"switches.goal": "1.000"})


def test_a_file_that_cannot_be_read_is_reported(tmp_path):
    with pytest.raises(BadInput, match=r"nothing\.csv cannot be read"):
        tables.load(CHASE, variant=tmp_path / "nothing.csv")
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(BadInput, match="needs the columns"):
        tables.load(CHASE, variant=tmp_path / "empty.csv")
