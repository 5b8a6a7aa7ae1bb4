"""Players: `sensible` by default, the pool on request, and a line below each table that names them."""

import shlex

import pytest
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.mix import find_mix
from starbalance.analyses.questions.players import players_line, strategies_option
from starbalance.analyses.questions.study import read
from starbalance.analyses.report.method import command
from starbalance.analyses.report.schedule import planned_runs
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.strategy import UNIFORM, strategy_names
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import plan as plans
from starbalance.simulator.runs.amount import joined, split
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.settings import describe

CHASE = str(TEMPLATE)
GAME = find_game(CHASE)
RULES = tables.load(GAME, players=3)


def call(*words):
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.stdout


def lineup(strategies=None, **options):
    plan, names = make_plan(GAME, RULES, strategies=strategies, **options)
    return plan.lineup, names


@pytest.mark.parametrize("name", games())
def test_every_player_plays_sensible_by_default(name):
    game = find_game(name)
    plan, names = make_plan(game, tables.load(game))
    assert (names, set(plan.lineup)) == (["sensible"], {0})


@pytest.mark.parametrize("pool", ["pool", ["pool"], [None], ["pool"] * 3, [None, "pool", None]])
def test_pool_draws_every_player_from_all_strategies_except_uniform(pool):
    assert lineup(pool) == ((-1, -1, -1), [name for name in strategy_names(GAME) if name != UNIFORM])


def test_pool_in_a_list_draws_one_player():
    assert lineup(["pool", "uniform", None]) == ((-1, 2, -1), ["sensible", "bold", "uniform"])
    assert lineup(pool=["bold", "uniform"]) == ((-1, -1, -1), ["bold", "uniform"])


def test_a_game_without_sensible_draws_from_its_pool_and_notes_it(monkeypatch):
    monkeypatch.setattr(plans, "has_base", lambda game: False)
    monkeypatch.setattr("starbalance.analyses.questions.players.has_base", lambda game: False)
    assert lineup() == ((-1, -1, -1), ["bold"])
    strategies = [describe(each) for each in make_plan(GAME, RULES, strategies="bold")[0].strategies]
    settings = {"game": CHASE, "lineup": [-1, -1], "pool": 0, "strategies": strategies}
    assert players_line(settings) == "Players: drawn from bold (pool; the game has no sensible)."


@pytest.mark.parametrize(
    ("strategies", "line", "option"),
    [
        (None, "Players: sensible.", ["sensible"]),
        ("pool", "Players: drawn from sensible, bold (pool).", ["pool"]),
        (["bold", "uniform", "bold@0.5"], "Players: bold, uniform, bold@0.5.", ["bold", "uniform", "bold@0.5"]),
        (
            ["pool", "uniform", "pool"],
            "Players: pool, uniform, pool; pool: drawn from sensible, bold.",
            ["pool", "uniform", "pool"],
        ),
    ],
)
def test_a_run_names_its_players_and_can_be_repeated(strategies, line, option, tmp_path):
    played = sb.run(CHASE, players=3, games=4, strategies=strategies, jobs=1)
    assert players_line(played.settings) == line
    assert strategies_option(played.settings) == option
    _, _, *words = shlex.split(command(played.settings))
    call("run", *words, "--jobs", 1, "--out", tmp_path / "again")
    assert sb.load(tmp_path / "again").seats.equals(played.seats)


def test_a_run_of_another_pool_has_no_command():
    assert command(sb.run(CHASE, players=3, games=4, pool=["bold", "uniform"], jobs=1).settings) == ""


def test_the_command_of_a_run_contains_its_temperature():
    options = {"players": 3, "games": 4, "jobs": 1, "temperature": 0.5}
    names = ["sensible", "sensible-random-after:2", "bold-without:rolls"]
    played = sb.run(CHASE, strategies=names, **options)
    again = strategies_option(played.settings)
    assert again == ["sensible@0.5", "sensible-random-after:2@0.5", "bold-without:rolls@0.5"]
    assert players_line(played.settings) == f"Players: {', '.join(again)}."
    plan, _ = make_plan(GAME, RULES, strategies=again)
    assert [each.temperature for each in plan.strategies] == [0.5] * 3
    assert [each.random_from for each in plan.strategies] == [0, 2, 0]
    assert [each.without for each in plan.strategies] == [(), (), ("rolls",)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of the pool with a timeline."""
    out = tmp_path_factory.mktemp("players") / "run"
    sb.run(CHASE, players=3, games=60, strategies="pool", timeline=True, jobs=1, out=out)
    return out


@pytest.mark.parametrize("words", ["rates", "effects", "usage", "quality"])
def test_a_table_of_a_run_names_the_players_only_in_text_formats(words, folder):
    line = "Players: drawn from sensible, bold (pool)."
    assert line in call(words, folder).splitlines()
    assert line in call(words, folder, "--format", "markdown").splitlines()
    assert not any("Players" in call(words, folder, "--format", name) for name in ("csv", "json"))


@pytest.mark.parametrize(
    "words",
    [
        ["run", CHASE, "--games", 20],
        ["run", CHASE, "--plan", "--pilot", 100],
        ["compare", CHASE, "--games", 20, "--set", "ships.Tug.head_start=5"],
        ["sweep", CHASE, "--games", 20, "--vary", "ships.Tug.head_start=4,5"],
        ["sensitivity", CHASE, "--games", 60, "--numbers", "ships.Tug.head_start", "--top", 1],
        ["balance", CHASE, "--games", 60, "--numbers", "ships.Tug.head_start", "--within", "33%"],
    ],
)
@pytest.mark.parametrize(("options", "line"), [
    ([], "Players: sensible."),
    (["--strategies", "pool"], "Players: drawn from sensible, bold (pool)."),
])  # fmt: skip
def test_a_table_of_new_games_names_the_players(words, options, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert line in call(*words, *options, "--jobs", 1).splitlines()


def test_a_check_names_the_players_of_each_check(tmp_path):
    path = tmp_path / "check.toml"
    path.write_text('games = 20\nmargin = "33%"\n[[check]]\nname = "a"\n[[check]]\nname = "b"\nstrategies = "pool"\n')
    result = CliRunner().invoke(app, ["check", CHASE, "--study", str(path)])
    assert "Players of a: sensible." in result.stdout.splitlines()
    assert "Players of b: drawn from sensible, bold (pool)." in result.stdout.splitlines()


@pytest.mark.parametrize("name", [*games(), CHASE])
def test_the_scenarios_of_a_built_in_study_play_the_pool_by_default(name):
    study = {**read(name), "game": name}
    expected = {each["name"]: each.get("strategies", "pool") for each in study["scenario"]}
    assert {each.name: each.options["strategies"] for each in planned_runs(study, [], None)} == expected


@pytest.mark.parametrize(("strategies", "named"), [
    (None, None),
    ("pool", "pool"),
    (["pool", None, "bold"], "pool,pool,bold"),
    ([sb.Searcher("bold", 2), "sensible", "bold"], "search:bold@2,sensible,bold"),
])  # fmt: skip
def test_the_command_of_a_replayed_game_plays_the_same_players(strategies, named):
    game = sb.replay(CHASE, players=3, seed=2, number=3, strategies=strategies)
    words = shlex.split(game.command)
    assert (words[words.index("--strategies") + 1] if "--strategies" in words else None) == named
    again = CliRunner().invoke(app, [*words[1:], "--summary"])
    assert again.stdout.splitlines() == list(game.summary())


@pytest.mark.parametrize("words", [["a"], ["a,b", "c"], [r"C:\my files, new\x.py:mine", "sensible"]])
def test_a_comma_in_a_word_is_written_with_a_backslash(words):
    assert split(joined(words)) == words


def test_a_strategy_file_may_have_a_comma_in_its_path(tmp_path):
    path = tmp_path / "mine, new.toml"
    path.write_text('[calm]\nbase = "sensible"\n')
    named = f"{path}:calm".replace(",", r"\,")
    out = tmp_path / "run"
    call("run", CHASE, "--players", 3, "--games", 4, "--strategies", f"{named},pool,bold", "--jobs", 1, "--out", out)
    assert players_line(sb.load(out).settings) == "Players: calm, pool, bold; pool: drawn from sensible, bold."
    call("tournament", CHASE, "--players", 2, "--games", 8, "--strategies", f"{named},bold", "--jobs", 1)


def test_pool_in_a_mix_and_a_tournament_stands_for_the_strategies_of_the_pool(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_mix(GAME, ["uniform", "pool"], "players2").names == ["uniform", "sensible", "bold"]
    assert find_mix(GAME, ["bold", "pool"], "players2").names == ["bold", "sensible"]
    played = sb.tournament(CHASE, ["pool", "uniform"], players=2, games=8, jobs=1)
    assert played.names == ["bold", "sensible", "uniform"]
