"""The import of recorded plays: every shape of file is read, and nothing is dropped in silence."""

import io
import json
import re
import sys
from datetime import datetime

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.recorded_columns import layout
from starbalance.analyses.questions.recorded_names import spellings
from starbalance.simulator.engine.errors import BadInput

LONG = """\
Game,Date,Player,Race,Points,Table
1,2024-01-02,Ann,Elves,10,left
1,2024-01-02,Bo,Orcs,7,left
2,2024-01-09,Ann,Orcs,5,right
2,2024-01-09,Bo,Elves,9,right
2,2024-01-09,Cy,Dwarfs,9,right
"""
WIDE = """\
id;player1;race1;points1;player2;race2;points2;player3;race3;points3
a;Ann;Elves;10;Bo;Orcs;7;;;
b;Ann;Orcs;5;Bo;Elves;9;Cy;Dwarfs;9
"""
PREFIXED = (
    "match\tP1 name\tP1 race\tP2 name\tP2 race\twinner\nx\tAnn\tElves\tBo\tOrcs\tBo\ny\tAnn\tOrcs\tBo\tElves\t1\n"
)


@pytest.fixture
def read(tmp_path):
    """Return a function that imports a text or bytes from a file."""

    def read(content, name="plays.csv", **options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return sb.import_plays(path, **options)

    return read


def credits(found):
    """The share of the win of each person, game by game."""
    seats = found.result.seats
    games = [rows for _, rows in seats.group_by("game", maintain_order=True)]
    return [dict(zip(rows["person"], rows["credit"], strict=True)) for rows in games]


def sentences(found, *, lost):
    return [f"{row.place}: {row.problem}" for row in found.problems.itertuples() if row.lost == lost]


SPLIT = [{"Ann": 1, "Bo": 0}, {"Ann": 0, "Bo": 0.5, "Cy": 0.5}]


@pytest.mark.parametrize("text", [LONG, LONG.replace(",", "\t"), LONG.replace(",", ";"), WIDE])
def test_a_row_per_player_and_a_row_per_game_give_the_same_games(read, text):
    found = read(text)
    assert credits(found) == SPLIT
    assert found.result.seats["faction"].to_list() == ["Elves", "Orcs", "Orcs", "Elves", "Dwarfs"]
    assert found.result.games["players"].to_list() == [2, 3]
    assert found.result.games["tied"].to_list() == [False, True]
    assert found.problems.empty


def test_a_winner_is_found_by_name_and_by_number(read):
    assert credits(read(PREFIXED, "plays.tsv")) == [{"Ann": 0, "Bo": 1}, {"Ann": 1, "Bo": 0}]


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("won", ["yes", "no"]),
        ("won", ["1", ""]),
        ("rank", ["1.", "2."]),
        ("place", ["1", "2"]),
        ("winner", ["Ann"] * 2),
    ],
)
def test_a_mark_a_rank_and_a_name_decide_the_winner(read, column, cells):
    text = f"game,player,{column}\n1,Ann,{cells[0]}\n1,Bo,{cells[1]}\n"
    assert credits(read(text)) == [{"Ann": 1, "Bo": 0}]


def test_a_list_of_rows_and_nested_games_are_read_from_json(read):
    rows = [{"game": 1, "player": "Ann", "won": True}, {"game": 1, "player": "Bo", "won": False}]
    nested = {"club": "x", "games": [{"players": [{key: row[key] for key in ("player", "won")} for row in rows]}]}
    for content in (rows, nested):
        assert credits(read(json.dumps(content), "plays.json")) == [{"Ann": 1, "Bo": 0}]


def typed(cell):
    """Return a cell as Excel stores it: text, a number with a fraction, or a date."""
    if cell.count("-") == 2:
        return datetime.fromisoformat(cell)
    return float(cell) if cell.isdigit() else cell or None


def excel(*sheets):
    """Return the bytes of an Excel file with a table on each sheet."""
    book, content = Workbook(), io.BytesIO()
    book.remove(book.active)
    for name, text, delimiter in sheets:
        sheet = book.create_sheet(name)
        for line in text.splitlines():
            sheet.append([typed(cell) for cell in line.split(delimiter)])
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize(("text", "delimiter"), [(LONG, ","), (WIDE, ";")])
def test_an_excel_file_gives_the_same_games_as_its_text(read, text, delimiter):
    found = read(excel(("Plays", text, delimiter)), "plays.xlsx")
    assert credits(found) == SPLIT
    assert found.result.games.equals(read(text).result.games)
    assert found.result.seats.equals(read(text).result.seats)
    assert found.problems.empty


def test_the_first_sheet_with_cells_is_read_and_problems_name_its_rows(read):
    text = LONG.replace("Ann,Elves,10", "Ann,Elves,x")
    found = read(excel(("Empty", "", ","), ("Plays", f"\n\n{text}", ","), ("Notes", "Bring dice", ",")), "plays.xlsx")
    assert sentences(found, lost=True) == ["game 1 (rows 4 to 5): the score 'x' is not a number"]
    assert sentences(found, lost=False) == ["sheet Notes: it was not read: only the first sheet that has cells is"]
    with pytest.raises(BadInput, match="has no cells"):
        read(excel(("Empty", "", ",")), "plays.xlsx")


@pytest.mark.parametrize(("text", "delimiter"), [(LONG, ","), (LONG.replace(",", ";"), ";")])
def test_a_title_above_the_names_of_columns_is_left_out_and_named(read, text, delimiter):
    title = "Plays of the club\n\n"
    for found in (read(title + text), read(excel(("Plays", title + text, delimiter)), "plays.xlsx")):
        assert credits(found) == SPLIT
        (doubt,) = sentences(found, lost=False)
        assert doubt.endswith(" 1: it was taken as a title above the names of the columns")


def test_merged_cells_of_excel_hold_in_each_of_their_rows(read):
    book, content = Workbook(), io.BytesIO()
    for line in ("Plays", "game,player,won", "1,Ann,1", ",Bo,0", "2,Ann,0", ",Bo,1"):
        book.active.append(line.split(","))
    for area in ("A1:C1", "A3:A4", "A5:A6"):
        book.active.merge_cells(area)
    book.save(content)
    assert credits(read(content.getvalue(), "plays.xlsx")) == [{"Ann": 1.0, "Bo": 0}, {"Ann": 0, "Bo": 1}]


def test_a_missing_openpyxl_is_reported_with_the_command_to_install_it(read, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(BadInput, match=r"run pip install -e '\.\[excel\]', or save the file as CSV"):
        read(b"PK\x03\x04", "plays.xlsx")


def scored(read, scores):
    """Import games of two players with scores as text. Return the scores and the doubts."""
    rows = [f'{place // 2};{"Ann" if place % 2 else "Bo"};"{score}"' for place, score in enumerate(scores)]
    found = read("\n".join(["game;player;points", *rows]))
    return found.result.seats["score"].to_list(), sentences(found, lost=False)


@pytest.mark.parametrize(
    ("scores", "numbers"),
    [
        (["980", "1,722", "870", "1,340"], [980, 1722, 870, 1340]),
        (["980", "1.250"], [980, 1250]),
        (["1,234,722", "1,250"], [1234722, 1250]),
        (["1.591,5", "1.250"], [1591.5, 1250]),
        (["1,591.5", "\u22121,250"], [1591.5, -1250]),
        (["7,5", "1.250"], [7.5, 1250]),
        (["7,5", "1,250"], [7.5, 1.25]),
        (["2.5", "3,5"], [2.5, 3.5]),
        (["980", "1.250", "2.5", "3"], [980, 1.25, 2.5, 3]),
        (["0.125", "1.250"], [0.125, 1.25]),
        (["1,234,722", "1.250"], [1234722, 1.25]),
        (["1 722", "1'340", "1\u202f250", "980"], [1722, 1340, 1250, 980]),
    ],
)
def test_a_sign_separates_thousands_or_decimals_as_the_column_shows(read, scores, numbers):
    assert scored(read, scores) == (numbers, [])


@pytest.mark.parametrize(
    ("scores", "numbers", "doubted"),
    [
        (["1.250", "2.375"], [1250, 2375], [("1.250", 1250)]),
        (["7", "1,250"], [7, 1250], [("1,250", 1250)]),
        (["980", "1,722", "1.340", "5"], [980, 1722, 1340, 5], [("1.340", 1340), ("1,722", 1722)]),
    ],
)
def test_a_sign_that_nothing_decides_separates_thousands_and_is_doubted(read, scores, numbers, doubted):
    text = "column points: {0} was read as {1}; if it is a decimal number, write {0}0"
    assert scored(read, scores) == (numbers, [text.format(*each) for each in doubted])


def test_numbers_of_typed_files_and_of_other_columns_keep_their_meaning(read):
    rows = [{"game": 1, "player": each, "points": points} for each, points in (("Ann", 980), ("Bo", 1.375))]
    assert read(json.dumps(rows), "plays.json").result.seats["score"].to_list() == [980, 1.375]
    found = read('game,player,won,gold,parts\n1,Ann,1,"1,722",1\n1,Bo,0,980,"1,722; 2"\n')
    assert found.result.seats["gold"].to_list() == [1722, 980]
    assert found.result.seats["parts"].to_list() == ["1", "1,722; 2"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_with_accents_are_read_in_every_usual_encoding(read, encoding):
    found = read("game,player,won\n1,Zoë,1\n1,Bo,0\n".encode(encoding))
    assert credits(found) == [{"Zoë": 1, "Bo": 0}]
    assert [line for line in sentences(found, lost=False) if "Windows-1252" in line] == (
        ["line 2: the file is not in UTF-8 and was read as Windows-1252: check names with accents"]
        if encoding == "cp1252"
        else []
    )


@pytest.mark.parametrize(("column", "cells", "what"), [
    ("points", [4, 3], "highest score"),
    ("rank", [1, 2], "best rank"),
])  # fmt: skip
@pytest.mark.parametrize("mark", ["no", "0"])
def test_a_game_in_which_nobody_is_marked_as_the_winner_is_doubted(read, column, cells, what, mark):
    found = read(f"game,player,{column},won\n1,Ann,{cells[0]},{mark}\n1,Bo,{cells[1]},{mark}\n")
    text = f"game 1 (lines 2 to 3): every player is marked as not the winner; the {what} counts"
    assert sentences(found, lost=False) == [text]
    assert credits(found) == [{"Ann": 1, "Bo": 0}]
    unmarked = read(f"game,player,{column},won\n1,Ann,{cells[0]},\n1,Bo,{cells[1]},\n")
    assert unmarked.problems.empty


@pytest.mark.parametrize("day", ["31.02.2026", "2026-13-13", "30/2/2026", "2026.02.30"])
def test_a_date_that_does_not_exist_is_doubted(read, day):
    found = read(f"game,date,player,won\n1,{day},Ann,1\n1,{day},Bo,0\n")
    assert sentences(found, lost=False) == [f"game 1 (lines 2 to 3): its date {day} does not exist"]
    assert credits(found) == [{"Ann": 1, "Bo": 0}]


@pytest.mark.parametrize("day", ["28.02.2026", "2026-12-31", "12/31/2026", "31/12/2026", "31.02.26", "spring 2026", ""])
def test_other_dates_are_not_doubted(read, day):
    assert read(f"game,date,player,won\n1,{day},Ann,1\n1,{day},Bo,0\n").problems.empty


def test_dates_in_several_formats_are_doubted_once(read):
    days = ["2024-01-02", "03.01.2024", "2024-1-3", "4.2.2024"]
    rows = "".join(f"{game},{day},Ann,1\n{game},{day},Bo,0\n" for game, day in enumerate(days))
    text = "it has several formats of dates, such as 2024-01-02 and 03.01.2024, which are sorted as text"
    assert sentences(read(f"game,When,player,won\n{rows}"), lost=False) == [f"column When: {text}"]


BAD = [
    ("1,Ann,x\n1,Bo,3\n", "game 1 (lines 2 to 3): the score 'x' is not a number"),
    ("1,Ann,4\n", "game 1 (line 2): it has only one player"),
    ("1,Ann,\n1,Bo,\n", "game 1 (lines 2 to 3): it does not say who won"),
    ("1,Ann,4\n1,Bo,\n", "game 1 (lines 2 to 3): no player is marked as the winner, and a score is missing"),
    ("1,Ann,4\n1,Bo,3,7\n", "game 1 (lines 2 to 3): line 3 has 4 cells, but there are 3 columns"),
    ("1,Ann,4\n,,\n1,,3\n", "game 1 (lines 2 and 4): line 4 names neither a person nor a faction"),
    (
        ",Ann,4\n,Bo,3\n",
        "lines 2 to 3: no game is named, so it is unknown which rows belong together: if cells were "
        "merged, fill in each of them",
    ),
]


@pytest.mark.parametrize(("rows", "sentence"), BAD)
def test_what_is_not_used_is_listed_with_its_lines_and_the_reason(read, rows, sentence):
    found = read(f"game,player,score\n{rows}9,Ann,1\n9,Bo,2\n")
    assert sentences(found, lost=True) == [sentence]
    assert found.result.games["name"].to_list()[-1] == "9"


@pytest.mark.parametrize("marks", [("maybe", "no"), ("no", "maybe"), ("maybe", "yes")])
def test_a_wrong_mark_of_the_winner_is_named_before_right_marks(read, marks):
    found = read("game,player,won\n1,Ann,{}\n1,Bo,{}\n2,Ann,yes\n2,Bo,no\n".format(*marks))
    assert sentences(found, lost=True) == ["game 1 (lines 2 to 3): the winner 'maybe' is not one of its players"]


def test_a_row_that_is_there_twice_counts_once(read):
    found = read("game,player,score\n1,Ann,4\n1,Bo,3\n1,Bo,3\n")
    assert sentences(found, lost=True) == ["line 4: it repeats line 3 in every cell"]
    assert credits(found) == [{"Ann": 1, "Bo": 0}]


def test_games_with_different_numbers_are_kept_and_alike_ones_are_doubted_once(read):
    found = read("game,player,score\n" + "".join(f"{game},Ann,3\n{game},Bo,1\n" for game in (1, 2, 3)))
    assert found.result.games["name"].to_list() == ["1", "2", "3"]
    text = "it has the same players and results as game 2 (lines 4 to 5) and game 3 (lines 6 to 7)"
    assert sentences(found, lost=False) == [f"game 1 (lines 2 to 3): {text}"]
    swapped = read("game,player,score\n8,Dee,4\n8,Eve,3\n7,Eve,3\n7,Dee,4\n")
    assert len(swapped.problems) == 1 and not swapped.problems["lost"].any()


def test_games_with_equal_points_and_different_winners_are_different(read):
    rows = "1,Ann,3,{0}\n1,Bo,3,{1}\n2,Ann,3,{1}\n2,Bo,3,{0}\n".format("yes", "no")
    found = read(f"game,player,score,won\n{rows}")
    assert credits(found) == [{"Ann": 1, "Bo": 0}, {"Ann": 0, "Bo": 1}]
    assert found.problems.empty


@pytest.mark.parametrize(("key", "kept"), [("id", 1), ("date", 1), ("room", 2)])
def test_a_pasted_row_of_a_game_is_dropped_if_it_repeats_its_name_or_date(read, key, kept):
    row = "2024-01-02,Ann,4,Bo,3\n"
    found = read(f"{key},player1,points1,player2,points2\n{row}{row}")
    assert found.result.played == kept
    repeated = ["line 3: it repeats line 2 in every cell"]
    assert sentences(found, lost=True) == (repeated if kept == 1 else [])
    same = ["line 2: it has the same players and results as line 3"]
    assert sentences(found, lost=False) == ([] if kept == 1 else same)


def test_an_export_that_is_pasted_twice_counts_once(read):
    found = read(LONG + LONG.partition("\n")[2])
    assert credits(found) == SPLIT
    assert len(sentences(found, lost=True)) == 5


def test_a_game_with_another_number_of_players_than_stated_is_not_used(read):
    found = read("game,player,players,won\n1,Ann,3,1\n1,Bo,3,0\n2,Ann,2,1\n2,Bo,2,0\n")
    assert sentences(found, lost=True) == ["game 1 (lines 2 to 3): it should have 3 players, but 2 are recorded"]


def test_doubts_are_listed_and_nothing_is_merged(read):
    found = read(
        "game,player,race,seat,points,won\n1,Ann,Elves,1,3,1\n1,Bo,elves,2,4,0\n2,Ann,,1,5,1\n2,Bo,Orcs,1,4,0\n"
    )
    assert sentences(found, lost=False) == [
        "game 1 (lines 2 to 3): the winner does not have the highest score; the mark counts",
        "game 2 (lines 4 to 5): its seats are not the numbers 1 to 2, so they are unknown",
        "game 2 (lines 4 to 5): 1 player without a faction, which is called 'unknown'",
        "Elves and elves: these may be spellings of one faction",
    ]
    assert found.result.seats["seat"].to_list() == [1, 2, None, None]
    assert set(found.result.seats["faction"]) == {"Elves", "elves", "Orcs", "unknown"}


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        (["Sol", "Arborec", "SOL", "Sól"], [["Sol", "SOL", "Sól"]]),
        (["Letnev", "Letnew", "letnev", "Lettnew"], [["Letnev", "letnev", "Letnew", "Lettnew"]]),
        (["Army 1", "Army 2", "Cat", "Bat", "★", "☆"], []),
    ],
)
def test_spellings_of_one_name_are_found_and_numbered_names_are_not(names, groups):
    assert list(spellings(names)) == groups


def test_columns_can_be_named_and_the_order_can_be_the_seat(read):
    text = "nr,tribe,gold,player\n1,Elves,3,Ann\n1,Orcs,2,Bo\n"
    found = read(text, columns={"game": "nr", "faction": "tribe", "score": "gold", "seat": "order"})
    assert found.result.seats.select("faction", "seat", "score", "credit").rows() == [
        ("Elves", 1, 3.0, 1.0),
        ("Orcs", 2, 2.0, 0.0),
    ]


@pytest.mark.parametrize(
    "names",
    [
        ["Spiel", "Spieler", "Rasse", "Sitz", "Punkte", "Platz", "Sieger", "Runden", "Datum", "Spielerzahl"],
        ["Partie", "Joueur", "Peuple", "Seat", "Points", "Rang", "Gagnant", "Rounds", "Date", "Players"],
    ],
)
def test_german_and_french_names_of_columns_are_known(names):
    roles = ["game", "person", "faction", "seat", "score", "rank", "winner", "rounds", "date", "players"]
    assert layout(names, {}).named() == dict(zip(roles, names, strict=True))


def test_a_file_without_factions_says_so_and_the_help_lists_the_roles(read):
    fact = "No column names the faction of each player. `--map faction=COLUMN` names it."
    assert fact in read("game,player,won\n1,Ann,1\n1,Bo,0\n").facts
    assert fact not in read(LONG).facts
    shown = " ".join(call("import", "--help").stdout.replace("\u2502", " ").split())
    assert "Roles: game, person, faction, seat, score, rank, winner, rounds, date, players." in shown


def test_a_column_of_a_row_per_game_is_named_without_its_number():
    found = layout(["tribe1", "tribe2", "gold1", "gold2"], {"faction": "tribe", "score": "gold"})
    assert found.named() == {"faction": "tribe1 to tribe2", "score": "gold1 to gold2"}


def test_further_columns_are_kept_with_the_games_or_the_seats(read):
    found = read(LONG.replace("Table", "room,x").replace(",left", ",3,a").replace(",right", ",4,b"))
    assert found.result.games["room"].to_list() == [3.0, 4.0]
    assert found.result.games["x"].to_list() == ["a", "b"]
    assert "Points" not in found.result.seats.columns


def test_people_are_replaced_by_numbers_everywhere(read, tmp_path):
    text = "game,player,won,host\n1,Anna,Anna,Zed\n1,Bob,Anna,Zed\n2,Anna,Zed,Bob\n2,Bob,Zed,Bob\n3,anna,1,\n3,Bob,0,\n"
    found = read(text, out=tmp_path / "run", anonymise=True)
    assert found.result.seats["person"].to_list() == ["person 1", "person 2", "person 3", "person 2"]
    everything = (tmp_path / "run" / "run.toml").read_text(encoding="utf-8") + found.problems.to_csv()
    assert not any(name in everything for name in ("Anna", "anna", "Bob", "Zed"))
    assert "person 1 and person 3: these may be spellings of one person" in sentences(found, lost=False)


def test_a_saved_run_holds_the_same_games(read, tmp_path):
    found = read(LONG, out=tmp_path / "run", game="elf hill")
    loaded = sb.load(tmp_path / "run")
    assert loaded.seats.equals(read(LONG).result.seats)
    assert (loaded.is_recorded, loaded.factor, loaded.missing, loaded.seats_per_game) == (True, "faction", 0, 3)
    assert repr(loaded) == "<recorded plays of elf hill: 2 games>"
    assert found.result.folder == tmp_path / "run"


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("", {}, "is empty"),
        ("a\n1\n", {}, "a single column"),
        ("1,2\n3,4\n", {}, "no names of columns"),
        ("game,game\n1,2\n", {}, "several columns 'game'"),
        ("game,player\n1,Ann\n", {}, "No column says who won"),
        ("player,won\nAnn,1\n", {}, "No column says which rows belong to one game"),
        ("game,won\n1,1\n", {}, "No column names people or factions"),
        ("game,player,won\n1,Ann,1\n", {}, "no game that can be used: game 1 (line 2): it has only one player."),
        ("game,player,won\n", {}, "no plays"),
        (LONG, {"columns": {"fraction": "Race"}}, "no kind of column 'fraction': did you mean 'faction'"),
        (LONG, {"columns": {"faction": "Rase"}}, "no column 'Rase': did you mean 'Race'"),
        (b"PK\x03\x04", {}, "cannot be read as Excel: save it as .xlsx without a password, or as CSV."),
        (b"\xd0\xcf\x11\xe0", {}, "is not a file that can be read as Excel: save it as .xlsx"),
    ],
)
def test_a_file_that_cannot_be_used_gets_one_sentence(read, content, options, words):
    with pytest.raises(BadInput) as raised:
        read(content, **options)
    assert words in str(raised.value)


@pytest.mark.parametrize("text", ["{", '{"a": 1}', "[" * 100_000])
def test_a_broken_json_file_gets_one_sentence(read, text):
    with pytest.raises(BadInput, match=r"JSON|must be a list|nested"):
        read(text, "plays.json")


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_the_command_is_a_trial_without_a_folder(tmp_path):
    path = tmp_path / "club.csv"
    path.write_text(f"{LONG}3,2024-02-01,Ann,Elves,x,left\n", encoding="utf-8")
    result = call("import", path)
    assert result.exit_code == 0, result.output
    assert "2 games of 2 to 3 players, with 3 people and 3 factions." in result.stdout
    assert "Not used (1):\n  game 3 (line 7): the score 'x' is not a number." in result.stdout
    assert "This was a trial" in result.stdout
    assert list(tmp_path.iterdir()) == [path]


def test_the_command_writes_a_new_folder_only(tmp_path):
    path, folder = tmp_path / "club.csv", tmp_path / "run"
    path.write_text(LONG, encoding="utf-8")
    assert f"The plays are in {folder}." in call("import", path, "--out", folder, "--map", "faction=race").stdout
    again = call("import", path, "--out", folder)
    assert (again.exit_code, "already exists" in again.stderr) == (2, True)
    assert "ROLE=COLUMN" in call("import", path, "--map", "race").stderr
    twice = ["--map", "faction=race", "--map"]
    shown = re.sub(" +", " ", call("import", path, "--map", "faction=player", "--map", "person=race").stdout)
    assert "person Race" in shown and "faction Player" in shown
    refused = call("import", path, *twice, "faction=player").stderr
    assert "gives the role 'faction' two columns: race and player" in refused
