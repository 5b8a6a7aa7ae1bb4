"""Usage: made-up games with numbers known by hand, and the command on real games."""

import csv
import dataclasses
import io

import numpy as np
import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation import wording
from starbalance.analyses.questions.columns import Roles, roles
from starbalance.analyses.questions.flags import bits, compared, occurrences
from starbalance.analyses.questions.usage import elsewhere, idle, unused, usage
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.frame import schemas
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run

WORDS = ("Culture", "Scouts", "Stealth")
GAMES = 100


@pytest.fixture
def made_up(monkeypatch):
    """A run of 100 two-player games: all seats have Scouts and no seat has Stealth.

    The first seat always has Culture, wins 3 of 4 games and attacks in every second game. The second seat never has
    Culture and never attacks.
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


def test_every_flag_and_every_count_has_a_row_with_its_seats_and_win_shares(made_up):
    table = usage(made_up)
    assert table[["column", "component"]].to_numpy().tolist() == [
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


def test_the_mean_of_all_seats_of_every_game_is_exact(made_up):
    """All seats have Scouts and no seat has Stealth. Culture splits the seats of each game."""
    table = usage(made_up).set_index("component")
    assert table.loc["Scouts", ["with_low", "with_high"]].tolist() == [0.5, 0.5]
    assert table.loc["Stealth", ["without_low", "without_high"]].tolist() == [0.5, 0.5]
    assert table.loc["Culture", "with_high"] - table.loc["Culture", "with_low"] > 0.1
    assert table.loc["Stealth", "seats_high"] > 0.03


def test_a_mark_of_whole_games_has_no_effect_on_the_mean_of_all_seats(made_up):
    """All seats of every third game have it, so both means are exact, and their difference is exactly 0."""
    whole = made_up.seats.with_columns(attacks=(pl.col("game") % 3 == 0).cast(pl.Int64))
    row = occurrences(Result(made_up.settings, None, ({"games": made_up.games, "seats": whole},)), ["attacks"]).iloc[0]
    ends = ["with", "with_low", "with_high", "without", "without_low", "without_high"]
    assert row[ends].tolist() == [0.5] * 6
    assert row[["difference", "low", "high"]].tolist() == [0.0, 0.0, 0.0]


def test_a_difference_from_an_exact_mean_has_only_the_error_of_the_other_mean(made_up):
    """All seats of some games attack; in other games only Aggroloids count, and they do not attack."""
    attacks, counts = pl.col("game") % 3 == 0, (pl.col("game") % 3 == 0) | (pl.col("race") == "Aggroloids")
    row = compared(made_up, pd.DataFrame({"what": ["attack"]}), [attacks], among=[counts]).iloc[0]
    assert row[["with_low", "with_high"]].tolist() == [0.5, 0.5]
    assert row["without_low"] < row["without"] < row["without_high"]
    assert row[["low", "high"]].tolist() == [0.5 - row["without_high"], 0.5 - row["without_low"]]


def test_a_mean_is_not_exact_if_sides_have_different_sizes(made_up, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.flags.seat_sides", lambda result: [0, 0, 1])
    seats = pl.concat([made_up.seats, made_up.seats.filter(pl.col("race") == "Storbots")]).sort("game")
    rows = occurrences(Result(made_up.settings, None, ({"games": made_up.games, "seats": seats},)), ["played"]).iloc[0]
    assert rows["with_low"] < rows["with"] < rows["with_high"]


def test_the_numbers_agree_with_flags_and_occurrences(made_up):
    """The intervals agree too; games are the independent unit."""
    numbers = usage(made_up).drop(columns=["column", "component", "kind"])
    same = bits(made_up, "played", WORDS).drop(columns="played")
    assert numbers[:3].to_numpy() == pytest.approx(same.to_numpy(), nan_ok=True)
    counted = occurrences(made_up, ["attacks"]).drop(columns="occurrence")
    assert numbers[3:].to_numpy() == pytest.approx(counted.to_numpy(), nan_ok=True)
    assert numbers.loc[0, "low"] < 0.5 < numbers.loc[0, "high"]


def test_within_a_cell_only_its_seats_count(made_up):
    table = usage(made_up, ["attacks"], ["race"])
    assert table[["race", "component", "games", "seats"]].to_numpy().tolist() == [
        ["Aggroloids", "any", 50, 0.5],
        ["Storbots", "any", 0, 0.0],
    ]
    assert table["with"].tolist() == pytest.approx([1.0, np.nan], nan_ok=True)
    assert table["without"].tolist() == [0.5, 0.25]


def test_a_component_is_unused_if_no_cell_uses_it(made_up):
    assert unused(usage(made_up)).to_numpy().tolist() == [["played", "Stealth", "chosen"]]
    table = usage(made_up, by=["race"])
    assert len(table) == 8
    assert unused(table).to_numpy().tolist() == [["played", "Stealth", "chosen"]]
    assert missing(table) == "Never used: Stealth (played)."
    assert wording.unused(unused(table)[:0], [], elsewhere(table)) == "All components of this table occur."


def missing(table):
    return wording.unused(unused(table), idle(table), elsewhere(table))


@pytest.fixture
def dealt(made_up, monkeypatch):
    """The made-up games with two more columns: all seats are dealt Culture and Stealth, and one seat leads Scouts."""
    game = dataclasses.replace(
        find_game(str(TEMPLATE)), flags=lambda rules: dict.fromkeys(("played", "held", "led"), WORDS)
    )
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    roles = Roles(usage=["played", "attacks"], dealt=["held"])
    monkeypatch.setattr("starbalance.analyses.questions.usage.roles", lambda name: roles)
    led = (pl.int_range(pl.len()) == 7).cast(pl.Int64) * 2
    seats = made_up.seats.with_columns(held=pl.lit(5), led=led, played=pl.col("played") & 1)
    return Result(made_up.settings, None, ({"games": made_up.games, "seats": seats},))


def test_dealt_components_are_listed_and_are_not_choices(dealt):
    table = usage(dealt)
    kinds = table.drop_duplicates(["column", "kind"])[["column", "kind"]].to_numpy().tolist()
    assert kinds == [["played", "chosen"], ["attacks", "chosen"], ["held", "dealt"]]
    assert "correlation" in wording.caution(["chosen"], is_avoidable=True)
    assert "correlation" not in wording.caution(["dealt"], is_avoidable=True)
    assert "Dealt components are random" in wording.caution(list(table["kind"]), is_avoidable=True)
    assert "NAME-without:COMPONENT" in wording.caution(["chosen"], is_avoidable=True)
    assert "without" not in wording.caution(["chosen"], is_avoidable=False)


@pytest.mark.parametrize(("columns", "away"), [
    (None, "Scouts (played); Scouts (held)"),
    (["played"], "Scouts (played)"),
    (["held"], "Scouts (held)"),
])  # fmt: skip
def test_a_component_of_another_column_is_not_called_unused(dealt, columns, away):
    """Scouts are led although they are neither played nor dealt. Stealth is dealt and never used."""
    table = usage(dealt, columns)
    assert unused(table).empty
    assert missing(table) == f"Dealt but never used: Stealth. Not in this column, but in another: {away}."


@pytest.mark.parametrize(
    ("changes", "more"), [({}, []), ({"leaders.Swarm_Leader.effect": "use_combat_bonus"}, ["Swarm Leader"])]
)
def test_a_column_lists_only_components_that_the_rules_let_it_hold(changes, more):
    """Every leader leads a combat, and no leader is used. Only leaders with a Use ability can be used."""
    game = find_game("4000-ad-leaders")
    words = game.flags(tables.load(game))
    seats = pl.DataFrame({"game": [0, 0], "credit": [1.0, 0.0], "led": [2**16 - 1] * 2, "used": [0, 0]})
    frames = {"games": pl.DataFrame({"game": [0]}), "seats": seats}
    table = usage(Result({"game": game.name, "setup": "two", "changes": changes}, None, (frames,)), ["used", "led"])
    usable = [*more, "Quartermaster", "Navigator", "Signal Officer", "Adjutant", "Envoy"]
    assert table["component"].tolist() == [*usable, *words["led"]]
    assert missing(table) == f"Not in this column, but in another: {', '.join(usable)} (used)."


def test_a_dealt_component_that_nobody_can_use_is_not_called_unused(dealt, monkeypatch):
    """A secret goal is dealt, and no column of used components can hold it."""
    goals = dataclasses.replace(
        find_game(str(TEMPLATE)), flags=lambda rules: {"played": WORDS, "held": ["Wealth", "Peace", "War"]}
    )
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: goals)
    assert idle(usage(dealt)) == []


@pytest.mark.parametrize(("rule", "kind"), [("chosen", "chosen"), ("dealt", "dealt")])
def test_a_component_is_dealt_if_seats_have_it_only_by_chance(rule, kind):
    """Each seat owns its START technology. The second seat also knows the technology of the first one."""
    game = find_game("interstellar-ambitions")
    first, second = game.flags(tables.load(game))["owned"][:2]
    seats = {"game": [0, 0], "credit": [1.0, 0.0], "start_technology": [first, second]}
    frames = {"games": pl.DataFrame({"game": [0]}), "seats": pl.DataFrame({**seats, "owned": [1, 2], "known": [1, 3]})}
    changes = {"switches.start_technologies": rule}
    table = usage(
        Result({"game": game.name, "setup": "players4", "changes": changes}, None, (frames,)), ["owned", "known"]
    )
    by_component = table.set_index(["column", "component"])["kind"]
    assert by_component[[("owned", first), ("owned", second), ("known", second)]].tolist() == [kind] * 3
    assert by_component["known", first] == "chosen"
    assert by_component.value_counts()["chosen"] == len(table) - 3 * (kind == "dealt")


def test_components_that_are_never_dealt_are_reported(dealt):
    seats = dealt.seats.with_columns(held=pl.lit(1), led=pl.lit(0))
    table = usage(Result(dealt.settings, None, ({"games": dealt.games, "seats": seats},)), ["held"])
    assert missing(table) == "Never dealt: Scouts, Stealth (held)."


def test_an_unknown_column_is_reported(made_up):
    with pytest.raises(BadInput, match="no column 'attack': did you mean 'attacks'"):
        usage(made_up, ["attack"])
    with pytest.raises(BadInput, match="'race' holds words"):
        usage(made_up, ["race"])
    with pytest.raises(BadInput, match="no column 'rce'"):
        usage(made_up, by=["rce"])


def test_a_game_without_declared_columns_is_refused_with_advice(made_up, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.usage.roles", lambda name: Roles())
    with pytest.raises(
        BadInput, match=r'Comet Chase declares no columns of .*columns\.toml, such as usage = \["moves"\]'
    ):
        usage(made_up)


@pytest.mark.parametrize("name", [*games(), str(TEMPLATE)])
def test_a_game_declares_existing_columns_of_its_seats(name):
    """All set-valued columns of a game are declared as used or dealt."""
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


def test_the_command_prints_shares_and_warns_that_a_difference_is_a_correlation(played):
    result = call(played, "--columns", "rolls,busts")
    assert result.exit_code == 0, result.output
    head, rolls, busts, players, *lines = result.stdout.splitlines()
    assert head.split() == [
        "column",
        "component",
        "kind",
        "games",
        "seats",
        "with",
        "without",
        "difference",
        "low",
        "high",
    ]
    assert players == "Players: drawn from sensible, bold (pool)."
    assert rolls.split() == ["rolls", "any", "chosen", "40", "100.0%", "33.3%"]
    assert busts.split()[:4] == ["busts", "any", "chosen", "40"]
    assert "40 games of players3. All components of this table occur." in lines[0]
    assert "correlation" in result.stdout


def test_csv_output_contains_every_interval(played):
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


def test_a_chart_of_components_that_all_seats_use_is_refused(played, tmp_path):
    result = call(played, "--columns", "rolls", "--chart", tmp_path / "usage.svg")
    assert result.exit_code == 2
    assert "The chart is empty" in result.stderr


def test_the_command_reports_an_unknown_column(played):
    result = call(played, "--columns", "rols")
    assert result.exit_code == 2
    assert "no column 'rols': did you mean 'rolls'" in result.stderr
