"""Usage: games made up for it, of which all numbers are known by hand, and the command on real ones."""

import csv
import dataclasses
import io

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation import wording
from starbalance.analyses.questions.columns import Roles, roles
from starbalance.analyses.questions.flags import flags, occurrences
from starbalance.analyses.questions.usage import idle, unused, usage
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.frame import schemas
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run

WORDS = ("Culture", "Scouts", "Stealth")
GAMES = 100


@pytest.fixture
def made_up(monkeypatch):
    """100 games of two: who plays Culture wins 3 of 4, and attacks once or twice; all have Scouts, nobody Stealth.

    The first seat has Culture in all games, the second in none; it attacks in every second game.
    """
    game = dataclasses.replace(find_game(str(TEMPLATE)), flags=lambda rules: {"played": WORDS})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    monkeypatch.setattr("starbalance.analyses.questions.usage.roles", lambda name: Roles(usage=["played", "attacks"]))
    number = np.arange(GAMES)
    first = (number % 4 != 0).astype(float)
    seats = pl.DataFrame(
        {
            "game": np.repeat(number, 2),
            "race": ["Aggroloids", "Storbots"] * GAMES,
            "credit": np.stack([first, 1 - first], axis=1).ravel(),
            "played": [3, 2] * GAMES,
            "attacks": np.stack([number % 2 * 2, 0 * number], axis=1).ravel(),
        }
    )
    settings = {"game": str(TEMPLATE), "setup": "players2", "changes": {}}
    return Result(settings, None, ({"games": pl.DataFrame({"game": number}), "seats": seats},))


def test_every_bit_and_every_count_is_a_thing_with_its_users_and_their_wins(made_up):
    table = usage(made_up)
    assert table[["column", "item"]].to_numpy().tolist() == [
        ["played", "Culture"],
        ["played", "Scouts"],
        ["played", "Stealth"],
        ["attacks", "any"],
    ]
    assert table["games"].tolist() == [100, 100, 0, 50]
    assert table["seats"].tolist() == [0.5, 1.0, 0.0, 0.25]
    assert table["with"].tolist() == pytest.approx([0.75, 0.5, np.nan, 1.0], nan_ok=True)
    assert table["without"].tolist() == pytest.approx([0.25, np.nan, 0.5, 1 / 3], nan_ok=True)
    assert table["difference"].tolist() == pytest.approx([0.5, np.nan, np.nan, 2 / 3], nan_ok=True)


def test_its_numbers_are_those_of_flags_and_of_occurrences(made_up):
    """With the intervals, in which games are the independent unit."""
    numbers = usage(made_up).drop(columns=["column", "item", "kind"])
    same = flags(made_up, "played", WORDS).drop(columns="played")
    assert numbers[:3].to_numpy() == pytest.approx(same.to_numpy(), nan_ok=True)
    counted = occurrences(made_up, ["attacks"]).drop(columns="occurrence")
    assert numbers[3:].to_numpy() == pytest.approx(counted.to_numpy(), nan_ok=True)
    assert numbers.loc[0, "low"] < 0.5 < numbers.loc[0, "high"]


def test_within_a_cell_only_its_seats_count(made_up):
    table = usage(made_up, ["attacks"], ["race"])
    assert table[["race", "item", "games", "seats"]].to_numpy().tolist() == [
        ["Aggroloids", "any", 50, 0.5],
        ["Storbots", "any", 0, 0.0],
    ]
    assert table["with"].tolist() == pytest.approx([1.0, np.nan], nan_ok=True)
    assert table["without"].tolist() == [0.5, 0.25]


def test_what_nobody_uses_is_what_no_cell_uses(made_up):
    assert unused(usage(made_up)).to_numpy().tolist() == [["played", "Stealth", "chosen"]]
    table = usage(made_up, by=["race"])
    assert len(table) == 8
    assert unused(table).to_numpy().tolist() == [["played", "Stealth", "chosen"]]
    assert wording.unused(unused(table)) == "Never used: Stealth (played)."
    assert wording.unused(unused(table)[:0]) == "Everything in this table occurs."


@pytest.fixture
def dealt(made_up, monkeypatch):
    """The made-up games with two more columns: all seats are dealt Stealth and Culture, Scouts lead once."""
    game = dataclasses.replace(
        find_game(str(TEMPLATE)), flags=lambda rules: dict.fromkeys(("played", "held", "led"), WORDS)
    )
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    roles = Roles(usage=["played", "attacks"], dealt=["held"])
    monkeypatch.setattr("starbalance.analyses.questions.usage.roles", lambda name: roles)
    led = (pl.int_range(pl.len()) == 7).cast(pl.Int64) * 2
    seats = made_up.seats.with_columns(held=pl.lit(5), led=led, played=pl.col("played") & 1)
    return Result(made_up.settings, None, ({"games": made_up.games, "seats": seats},))


def test_what_is_dealt_is_in_the_table_and_is_no_choice(dealt):
    table = usage(dealt)
    kinds = table.drop_duplicates(["column", "kind"])[["column", "kind"]].to_numpy().tolist()
    assert kinds == [["played", "chosen"], ["attacks", "chosen"], ["held", "dealt"]]
    assert "correlation" in wording.caution(["chosen"]) and "correlation" not in wording.caution(["dealt"])
    assert "Chance deals" in wording.caution(list(table["kind"]))


@pytest.mark.parametrize("columns", [None, ["played"], ["held"]])
def test_what_occurs_in_any_column_is_not_called_unused(dealt, columns):
    """Scouts lead, though they are neither played nor dealt; Stealth is dealt and never used."""
    table = usage(dealt, columns)
    assert unused(table).empty
    assert wording.unused(unused(table), idle(table)) == "Dealt but never used: Stealth."


def test_what_is_never_dealt_is_said_to_be_so(dealt):
    seats = dealt.seats.with_columns(held=pl.lit(1), led=pl.lit(0))
    table = usage(Result(dealt.settings, None, ({"games": dealt.games, "seats": seats},)), ["held"])
    assert wording.unused(unused(table), idle(table)) == "Never dealt: Scouts, Stealth (held)."


def test_a_column_that_is_not_there_is_named(made_up):
    with pytest.raises(BadInput, match="no column 'attack': did you mean 'attacks'"):
        usage(made_up, ["attack"])
    with pytest.raises(BadInput, match="'race' holds words"):
        usage(made_up, ["race"])
    with pytest.raises(BadInput, match="no column 'rce'"):
        usage(made_up, by=["rce"])


def test_a_game_that_declares_nothing_says_what_to_do(made_up, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.usage.roles", lambda name: Roles())
    with pytest.raises(BadInput, match=r'Comet Chase does not say .*columns\.toml, such as usage = \["moves"\]'):
        usage(made_up)


@pytest.mark.parametrize("name", [*games(), str(TEMPLATE)])
def test_a_game_declares_numbers_of_its_seats(name):
    """And all its flags are used or dealt."""
    game = find_game(name)
    rules, used = tables.load(game), roles(name).usage
    assert set(used) <= set(schemas(game, rules)["seats"]) - set(game.labels(rules))
    assert set(game.flags(rules)) == set(game.flags(rules)) & {*used, *roles(name).dealt}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("usage") / "run"
    run(str(TEMPLATE), players=3, games=40, seed=1, strategies="pool", jobs=1, out=folder)
    return folder


def call(*words):
    return CliRunner().invoke(app, ["usage", *(str(word) for word in words)])


def test_the_command_prints_shares_and_says_that_a_difference_is_no_cause(played):
    result = call(played, "--columns", "rolls,busts")
    assert result.exit_code == 0, result.output
    head, rolls, busts, players, *lines = result.stdout.splitlines()
    assert head.split() == ["column", "item", "kind", "games", "seats", "with", "without", "difference", "low", "high"]
    assert players == "Players: drawn from sensible, bold (pool)."
    assert rolls.split() == ["rolls", "any", "chosen", "40", "1.000", "0.3333"]
    assert busts.split()[:4] == ["busts", "any", "chosen", "40"]
    assert "40 games of players3. Everything in this table occurs." in lines[0]
    assert "correlation" in result.stdout


def test_the_command_gives_every_interval_to_programs(played):
    result = call(played, "--columns", "busts", "--by", "ship", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len({row["ship"] for row in rows}) == len(rows) == 3
    assert float(rows[0]["seats_low"]) <= float(rows[0]["seats"]) <= float(rows[0]["seats_high"])


@pytest.mark.parametrize("cells", [[], ["--by", "ship"]])
def test_the_command_draws_the_differences(played, tmp_path, cells):
    path = tmp_path / "usage.svg"
    result = call(played, "--columns", "rolls,busts", *cells, "--chart", path)
    assert result.exit_code == 0, result.output
    assert "any busts" in path.read_text(encoding="utf-8")


def test_what_all_use_cannot_be_drawn(played, tmp_path):
    result = call(played, "--columns", "rolls", "--chart", tmp_path / "usage.svg")
    assert result.exit_code == 2
    assert "nothing to draw" in result.stderr


def test_the_command_ends_with_a_sentence_for_a_wrong_column(played):
    result = call(played, "--columns", "rols")
    assert result.exit_code == 2
    assert "no column 'rols': did you mean 'rolls'" in result.stderr
