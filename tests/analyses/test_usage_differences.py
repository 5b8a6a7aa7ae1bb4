"""What people do that strategies do not: shared columns, their differences, and what is not compared."""

from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest

import starbalance as sb
from starbalance.analyses.questions.flags import flag_columns
from starbalance.analyses.questions.usage_differences import NothingShared, _parts, usage_lines
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result
from tests.data import declared

SETTINGS = declared(2) | {"players": 2}
WORDS = flag_columns(Result(SETTINGS, None))["played"]
FEW, MANY, NEVER = 0, 1, 2  # bits of components: people play the second one more often, and nobody plays the third one
GAMES, PLAYS = 400, 60
OF_RUN, OF_PEOPLE = {"builds": 5.0, FEW: 0.3, MANY: 0.2}, {"builds": 5.0, FEW: 0.3, MANY: 0.7}


def drawn(games, means, random):
    """Return frames in which seats build and play components with some means, whoever wins."""
    seats = 2 * games
    masks = sum((random.random(seats) < means[bit]).astype(int) << bit for bit in (FEW, MANY))
    columns = {"game": np.arange(games).repeat(2), "race": ["Peacenims", "Storbots"] * games}
    columns |= {"credit": np.eye(2)[random.integers(2, size=games)].reshape(-1)}
    columns |= {"builds": random.poisson(means["builds"], seats), "played": masks}
    return {"games": pl.DataFrame({"game": np.arange(games), "truncated": 0}), "seats": pl.DataFrame(columns)}


@pytest.fixture(scope="module")
def played():
    return Result(SETTINGS, None, (drawn(GAMES, OF_RUN, np.random.default_rng(1)),))


def club(path, seats, **changes):
    """Import a file of plays in which `Builds` and `played` are further columns; changes replace cells by row."""
    lines = ["game,date,race,won,Builds,played"]
    for row, seat in enumerate(seats.iter_rows(named=True)):
        words = "; ".join(WORDS[bit] for bit in (FEW, MANY) if seat["played"] >> bit & 1)
        cells = changes.get(f"row{row}", (seat["builds"], words))
        day = date(2024, 5, 1) + timedelta(seat["game"])
        lines.append(f"{seat['game']},{day},{seat['race']},{seat['credit']:.0f},{cells[0]},{cells[1]}")
    (path / "club.csv").write_text("\n".join(lines), encoding="utf-8")
    return sb.import_plays(path / "club.csv").result


@pytest.fixture(scope="module")
def people():
    return drawn(PLAYS, OF_PEOPLE, np.random.default_rng(2))["seats"]


def test_the_component_that_people_play_more_often_is_first(played, people, tmp_path):
    table = sb.usage_differences(played, club(tmp_path, people))
    assert table.iloc[0][["column", "component", "verdict"]].tolist() == ["played", WORDS[MANY], "people more"]
    assert sorted(table["component"]) == sorted(["", WORDS[FEW], WORDS[MANY]])
    assert set(table["verdict"][1:]) == {"undecided"}
    (line,) = usage_lines(table)
    assert line.startswith(f"The clearest difference is played {WORDS[MANY]}: in ")


def test_the_numbers_agree_with_a_slow_count(played, people, tmp_path):
    table = sb.usage_differences(played, club(tmp_path, people)).set_index("component")
    for side, seats in (("run", played.seats), ("people", people)):
        assert table.loc["", side] == pytest.approx(seats["builds"].mean())
        assert table.loc[WORDS[FEW], side] == pytest.approx((seats["played"].to_numpy() >> FEW & 1).mean())
    assert table["games"].tolist() == [GAMES] * 3 and table["plays"].tolist() == [PLAYS] * 3
    assert table["is_share"].tolist() == [bool(word) for word in table.index]
    ends = table[["difference_low", "difference", "difference_high"]].to_numpy()
    assert (np.diff(ends, axis=1) > 0).all()
    below = np.hypot(table["people"] - table["people_low"], table["run_high"] - table["run"])
    assert table["difference_low"].to_numpy() == pytest.approx((table["people"] - table["run"] - below).to_numpy())


def test_an_empty_number_is_unknown_and_an_empty_set_has_no_component(played, people, tmp_path):
    plays = club(tmp_path, people, row0=("", ""), row1=("", ""))
    table = sb.usage_differences(played, plays).set_index("component")
    assert table.loc["", "plays"] == PLAYS - 1
    assert table.loc["", "people"] == pytest.approx(people["builds"][2:].mean())
    assert table.loc[WORDS[FEW], "people"] == pytest.approx((people["played"].to_numpy()[2:] >> FEW & 1).sum() / 120)


def test_words_that_the_game_lacks_are_named(played, people, tmp_path):
    wrong = WORDS[NEVER][:-1]
    table = sb.usage_differences(played, club(tmp_path, people, row0=("many", f"{WORDS[FEW]}; {wrong}")))
    number, words = sorted(usage_lines(table)[1:], key=lambda line: "did you mean" in line)
    assert words == f"'{wrong}' in 'played' of the plays is not compared: did you mean '{WORDS[NEVER]}'?"
    assert number == "'Builds' of the plays holds words instead of numbers, so it is not compared."
    assert set(table["column"]) == {"played"}


def test_numbers_in_a_column_of_sets_are_not_read_as_components(played, people, tmp_path):
    counts = {f"row{row}": (seat["builds"], 3) for row, seat in enumerate(people.iter_rows(named=True))}
    table = sb.usage_differences(played, club(tmp_path, people, **counts))
    assert set(table["column"]) == {"builds"}
    assert usage_lines(table)[1:] == ["'played' of the plays holds numbers instead of words, so it is not compared."]


def test_a_column_of_sets_without_a_word_says_that_nobody_has_a_component(played, people, tmp_path):
    nothing = {f"row{row}": (seat["builds"], "") for row, seat in enumerate(people.iter_rows(named=True))}
    table = sb.usage_differences(played, club(tmp_path, people, **nothing)).set_index("component")
    assert table.loc[WORDS[FEW], "plays"] == PLAYS and table.loc[WORDS[FEW], "people"] == 0


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("Iron Fist, Velvet Glove; X", ["Iron Fist, Velvet Glove", "X"]),
        ("X, Y", ["X", "Y"]),
        ("X, Z;Y|X", ["X", "Z", "Y", "X"]),
        ("iron fist, velvet glove", ["iron fist, velvet glove"]),
        (" ; ,", []),
    ],
)
def test_a_component_with_a_comma_can_stand_beside_others(cell, parts):
    assert _parts(cell, ["Iron Fist, Velvet Glove", "X", "Y"]) == parts


def test_few_plays_show_no_clear_difference(played, people, tmp_path):
    table = sb.usage_differences(played, club(tmp_path, people[:2]))
    assert set(table["verdict"]) == {"undecided"}
    assert usage_lines(table)[0].startswith("No difference of 3 is clear. The clearest is ")


def test_plays_without_a_shared_column_are_refused(played, people, tmp_path):
    (tmp_path / "bare").mkdir()
    file = tmp_path / "bare" / "club.csv"
    file.write_text("game,race,won\n1,Peacenims,1\n1,Storbots,0\n", encoding="utf-8")
    plays = sb.import_plays(file).result
    with pytest.raises(NothingShared, match=r"no column of what players of .* do \(played and builds\)"):
        sb.usage_differences(played, plays)
    with pytest.raises(BadInput, match="give the folder of the run first"):
        sb.usage_differences(plays, played)
