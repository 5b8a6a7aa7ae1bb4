"""Search for games: conditions agree with a slow filter, and the printed commands replay the same games."""

import csv
import html
import io
import re
import shlex
from types import SimpleNamespace

import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.find import find, is_as_played, play_command, replay_of
from starbalance.analyses.statistics import aggregate
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs.result import load
from starbalance.simulator.runs.run import run


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def stars(tmp_path_factory):
    """120 games of A Handful of Stars on disk, with two changed values, one with a space in its path."""
    changes = {"switches.max_rounds": 8, "technologies.Space Mines.vp": 2}
    out = tmp_path_factory.mktemp("runs") / "stars"
    return run("handful-of-stars", games=120, seed=3, strategies="pool", set=changes, out=out)


@pytest.mark.parametrize(("where", "slow"), [
    ("race=Peacenims", lambda row: row["race"] == "Peacenims"),
    ("race = peacenims and won = false", lambda row: row["race"] == "Peacenims" and row["credit"] == 0),
    ("won=true AND vp>=40", lambda row: row["credit"] > 0 and row["vp"] >= 40),
    ("won!=true and vp<30", lambda row: row["credit"] == 0 and row["vp"] < 30),
    ("strategy!=warlord and seat<=2", lambda row: row["strategy"] != "warlord" and row["seat"] <= 2),
    ("dealt_one=Artificial Intelligence and seat>3",
     lambda row: row["dealt_one"] == "Artificial Intelligence" and row["seat"] > 3),
    ("trigger_race=none and truncated=true", lambda row: row["trigger_race"] is None and row["truncated"] == 1),
    ("trigger_race!=none", lambda row: row["trigger_race"] is not None),
    ("first_race=Technoids and credit=0.5", lambda row: row["first_race"] == "Technoids" and row["credit"] == 0.5),
    ("rounds<8", lambda row: row["rounds"] < 8),
    ("setup=players4 and game=7", lambda row: row["game"] == 7),
])  # fmt: skip
def test_a_condition_agrees_with_a_slow_filter(stars, where, slow):
    games = stars.games.drop("setup", "players", "shuffles")
    rows = [row for row in stars.seats.join(games, on="game").sort("game", maintain_order=True).to_dicts() if slow(row)]
    matches, games = find(stars, where, limit=20), list(dict.fromkeys(row["game"] for row in rows))
    assert (matches.seats, matches.games) == (len(rows), len(games))
    shown, first = [name for name in matches.first.columns if name != "play"], games[:20]
    table = matches.first[shown].astype(object)
    assert table.where(table.notna(), None).to_dict("records") == [
        {name: row[name] for name in shown} for row in rows if row["game"] in first
    ]


def test_the_table_has_the_factor_and_the_columns_of_the_condition(stars):
    table = find(stars, "vp>30 and won=true and race!=Storbots").first
    assert list(table.columns) == ["game", "seat", "race", "strategy", "credit", "rounds", "vp", "play"]


def test_the_limit_counts_games_and_keeps_all_their_seats(stars):
    matches = find(stars, "vp>0", limit=3)
    assert matches.first["game"].to_list() == [0] * 4 + [1] * 4 + [2] * 4
    assert (matches.seats, matches.games) == (480, 120)


def test_games_do_not_depend_on_the_batch_size(stars, monkeypatch):
    whole = find(stars, "race=Storbots and won=true", limit=7)
    monkeypatch.setattr(aggregate, "BATCH", 5)
    again = find(stars, "race=Storbots and won=true", limit=7)
    assert again.first.equals(whole.first)
    assert (again.seats, again.games) == (whole.seats, whole.games)


def shown_by(command):
    """Return the last line of the log that a `play` command prints."""
    words = shlex.split(command)
    assert words[:2] == ["starbalance", "play"]
    result = call(*words[1:])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()[-1]


LINEUPS = {
    "drawn from all": {},
    "drawn from a pool, some with a temperature": {"pool": ["sensible", "uniform@0.5", "sensible@2"]},
    "named": {"strategies": ["sensible", "uniform", "sensible", "uniform"]},
    "one for all, at a temperature": {"strategies": "sensible", "temperature": 0.75},
}


@pytest.mark.parametrize("lineup", LINEUPS)
@pytest.mark.parametrize(("game", "changes"), [
    ("4000-ad", {"switches.max_rounds": 15, "stars.Vega.materials": 2}),
    ("handful-of-stars", {"switches.race_table": "b", "technologies.Space Mines.vp": 3}),
])  # fmt: skip
def test_the_command_replays_the_same_game(game, changes, lineup):
    """The log ends in the same round with the same winners, in three games of each kind of line-up."""
    result = run(game, games=20, seed=8, set=changes, **LINEUPS[lineup])
    winners = result.seats.filter(pl.col("credit") > 0)
    for number in range(17, 20):
        line = shown_by(play_command(result, number))
        won = set(winners.filter(pl.col("game") == number)[result.factor].to_list())
        winners_in_log = set(re.search(r"(?:; |: )([^;:]*?) won", line)[1].split(" and "))
        assert winners_in_log == won
        assert line.startswith(f"Round {result.games['rounds'][number]}:")


def test_the_command_replays_a_game_of_allies_under_a_variant():
    result = run("4000-ad", setup="alliances2", games=4, seed=2, variant="five_warps", pool=["hunter", "raider"])
    matches = find(result, "won=true", limit=4)
    for number, command in zip(matches.first["game"], matches.first["play"], strict=True):
        won = result.seats.filter((pl.col("game") == number) & (pl.col("credit") > 0))["home"].to_list()
        assert f": {' and '.join(won)} won:" in shown_by(command)


def _mine(state, rules, options, weights, scores):
    scores[:] = 0.0


def test_a_user_strategy_is_named_with_a_file_placeholder():
    """A run does not store the file of the strategy, so the command has a placeholder for it."""
    lineup = [_mine, "sensible", "sensible", "sensible"]
    result = run("4000-ad", games=2, strategies=lineup, set={"switches.max_rounds": 3})
    assert "--strategies FILE.py:_mine,sensible,sensible,sensible " in play_command(result, 1)


def test_a_strategy_of_own_weights_is_named_with_a_toml_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text("[mine]\nweights = { bluff = 0.4 }\n")
    run("kuhn-poker", games=20, strategies=["own.toml:mine", "sensible"], out="own")
    shown = call("find", "own", "--where", "won=true", "--limit", 2).stdout
    assert "--strategies FILE.toml:mine@1.0,sensible " in shown
    assert shown.splitlines()[-1] == "Replace FILE.toml by the file of the strategy."


def test_the_command_warns_if_the_code_has_changed_since_the_run(small_run):
    """The command contains a fingerprint of the rules and strategies."""
    command = [*shlex.split(play_command(small_run, 1))[1:], "--summary"]
    assert "have changed" not in call(*command).stderr
    older = SimpleNamespace(settings={**small_run.settings, "code": "other"}, scan=small_run.scan)
    warning = call(*shlex.split(play_command(older, 1))[1:], "--summary").stderr
    new, old = (each[each.index("--as-of") + 1] for each in (command, shlex.split(play_command(older, 1))))
    assert f"named, from {old} to {new}. The game may take another course" in warning


def test_a_page_names_the_fingerprint_of_its_game(small_run):
    shown = replay_of(small_run, 1)
    assert shown.command.split("--as-of ")[1].split()[0] == play_command(small_run, 1).split("--as-of ")[1].split()[0]


def test_the_folder_of_a_run_stands_for_the_options_of_its_games(stars):
    words = shlex.split(play_command(stars, 7))[1:]
    shown = call("play", stars.folder, "--game", 7)
    assert shown.stdout == call(*words).stdout and len(shown.stdout.splitlines()) > 20
    assert call("play", stars.folder, "--game", 7, "--decision", 2).stdout == call(*words, "--decision", 2).stdout
    summary, same = (
        call(*each, "--summary").stdout.splitlines() for each in (["play", stars.folder, "--game", 7], words)
    )
    assert summary[1:] == same[1:] and summary[0].startswith(f"A Handful of Stars: game 7 of {stars.folder}, ")
    for more, sentence in (
        (["--game", 120], f"{stars.folder} has 120 finished games, numbered from 0, so there is no game 120."),
        (["--seed", 4], "is a run, which has its options: leave out seed."),
    ):
        refused = call("play", stars.folder, *more)
        assert refused.exit_code == 2 and sentence in " ".join(refused.stderr.split())


def test_a_run_of_changed_rules_is_detected(small_run):
    assert is_as_played(small_run)
    assert not is_as_played(SimpleNamespace(settings={**small_run.settings, "rules": "other"}))
    assert not is_as_played(SimpleNamespace(settings={**small_run.settings, "code": "other"}))


@pytest.mark.parametrize(("where", "sentence"), [
    ("rac=Peacenims", "no column 'rac': did you mean 'race'"),
    ("race=Peacenim", "no race 'Peacenim': did you mean 'Peacenims'"),
    ("race<Peacenims", "'race' holds words: write race=Peacenims"),
    ("race=Peacenims or won=true", "may join its parts by `and` only: search once for each part of an `or`"),
    ("race~Peacenims", "'race~Peacenims' is not a condition"),
    ("race=", "'race=' is not a condition"),
    ("", "'' is not a condition: write COLUMN=VALUE, with =, !="),
    ("vp>many", "'vp' holds numbers, got 'many'"),
    ("vp>nan", "'vp' holds numbers, got 'nan'"),
    ("won=tru", "'won' is true or false: did you mean 'true'"),
    ("won=2", "'won' is true or false"),
    ("setup=players3", "no setup 'players3': did you mean 'players4'"),
])  # fmt: skip
def test_an_invalid_condition_is_refused_with_a_suggestion(stars, where, sentence):
    with pytest.raises(BadInput, match=re.escape(sentence)):
        find(stars, where)


def test_the_command_line_lists_games_and_the_commands_to_replay_them(stars):
    result = call("find", stars.folder, "--where", "race=Peacenims and won=false", "--limit", 2)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["game", "seat", "race", "strategy", "credit", "rounds"]
    assert re.fullmatch(r"\d+ seats in \d+ of 120 games. Commands that show them:", lines[3])
    commands = [line.strip() for line in lines[4:]]
    assert len(commands) == 2
    for line, command in zip(lines[1:3], commands, strict=True):
        assert command == play_command(stars, int(line.split()[0]))
    assert "'technologies.Space Mines.vp=2'" in commands[0]


def test_the_command_line_writes_csv_with_a_command_in_each_row(stars):
    result = call("find", stars.folder, "--where", "won=true and vp>20", "--limit", 3, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    expected = find(stars, "won=true and vp>20", 3).first
    assert [int(row["game"]) for row in rows] == expected["game"].to_list()
    assert [row["play"] for row in rows] == expected["play"].to_list()


def test_a_condition_without_matches_is_reported(stars):
    result = call("find", stars.folder, "--where", "vp>1000")
    assert (result.exit_code, result.stdout.strip()) == (0, "No seat of the 120 games meets the condition.")


def test_changed_rules_cause_a_warning(stars, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.find.is_as_played", lambda result: False)
    result = call("find", stars.folder, "--where", "game=1")
    assert "have changed since the run:" in result.stderr


def test_matching_games_are_replayed_as_pages_with_an_index(tmp_path):
    run(str(TEMPLATE), players=3, games=40, seed=5, out=tmp_path / "run")
    pages = tmp_path / "pages"
    outcome = call("find", tmp_path / "run", "--where", "seat=3 and won=true", "--limit", 2, "--html", pages)
    assert outcome.exit_code == 0, outcome.output
    index = (pages / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]+)"', index)
    assert sorted(links) == sorted(path.name for path in pages.iterdir() if path.name != "index.html")
    assert len(links) == 2
    for link in links:
        number = int(re.search(r"\d+", link)[0])
        game = (pages / link).read_text(encoding="utf-8")
        assert f"game {number} of seed 5" in game
        assert replay_of(load(tmp_path / "run"), number).ending in html.unescape(game)
        assert replay_of(load(tmp_path / "run"), number).ending in html.unescape(index)


def test_a_game_with_a_strategy_from_a_file_is_not_replayed(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def still(state, rules, options, weights, scores):\n    scores[:] = 0.0\n", encoding="utf-8")
    played = run(str(TEMPLATE), players=3, games=3, seed=5, strategies=[f"{mine}:still"])
    with pytest.raises(BadInput, match="'still' is from a file of yours"):
        replay_of(played, 0)
