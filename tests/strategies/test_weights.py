"""Strategies that differ only in their weights, from the data of a game or from a user's file."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.cache import source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.strategy import Strategy, find_strategy, strategy_names
from starbalance.simulator.engine.weights import Row, entries
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.plan import make_plan

GAME = find_game("handful-of-stars")
FOLDERS = {name: Path(import_module(game.strategies).__file__).parent for name, game in games().items()}
DEEP = ("[" + ".".join(["a"] * 5000) + "]", "a = " + "[" * 5000 + "]" * 5000, "a = " + "{a=" * 5000 + "1" + "}" * 5000)


@pytest.mark.parametrize("name", list(games()))
def test_every_strategy_has_a_description_and_begins_with_the_weights_of_sensible(name):
    game = games()[name]
    common = list(find_strategy(game, "sensible").weights)
    for spec in strategy_names(game)[1:]:
        strategy = find_strategy(game, spec)
        assert strategy.description.strip(), spec
        assert list(strategy.weights)[: len(common)] == common, spec


@pytest.mark.parametrize("name", list(games()))
def test_an_entry_without_a_module_has_a_description_and_adds_no_weight(name):
    listed = entries(FOLDERS[name])
    for entry in listed.values():
        if not (FOLDERS[name] / f"{entry.name}.py").exists():
            assert entry.description.endswith("."), entry.name
            assert list(entry.weights) == list(listed[entry.base].weights), entry.name
            assert entry.weights != listed[entry.base].weights, entry.name


@pytest.mark.parametrize("name", ["handful_of_stars", "interstellar_ambitions"])
def test_the_order_of_weights_matches_the_file(name):
    order = import_module(f"starbalance.strategies.{name}.evaluation.weights").Weight
    game = next(game for game in games().values() if game.package.endswith(name))
    assert [weight.name.lower() for weight in order] == list(find_strategy(game, "sensible").weights)
    assert [int(weight) for weight in order] == list(range(len(order)))


def test_a_strategy_of_weights_plays_the_score_of_its_base():
    assert find_strategy(GAME, "greedy").base == "sensible"
    assert find_strategy(GAME, "greedy").weights["war"] == 0.5
    assert find_strategy(GAME, "race_player").base == "race_player"
    assert list(find_strategy(GAME, "clock_runner").weights)[-3:] == ["ahead", "running_thin", "running_cycle"]


def test_a_change_of_the_weights_file_changes_the_source_hash(tmp_path):
    """The order of weights is compiled into the scores."""
    package = tmp_path / "played"
    package.mkdir()
    (package / "__init__.py").write_text("")
    program = "from starbalance.simulator.engine.cache import source_hash; print(source_hash(['played']))"
    hashes = []
    for text in ("[sensible.weights]\na = 1\n", "[sensible.weights]\nb = 1\na = 1\n"):
        (package / "weights.toml").write_text(text)
        made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=True)
        hashes.append(made.stdout)
    assert hashes[0] != hashes[1]
    assert source_hash([GAME.strategies]) != source_hash([])


def users_file(folder, text):
    path = folder / "mine.toml"
    path.write_text(text)
    return f"{path}:mine"


@pytest.mark.parametrize(("text", "temperature"), [
    ("[mine]\n", 0.0),
    ("[mine]\ntemperature = 0.7\n", 0.7),
    ("[mine]\ntemperature = 2\n", 2.0),
])  # fmt: skip
def test_a_strategy_of_a_file_has_its_temperature_or_the_one_of_its_base(tmp_path, text, temperature):
    spec = users_file(tmp_path, text)
    assert find_strategy(GAME, spec).temperature == temperature
    assert find_strategy(GAME, f"search:{spec}@2").temperature == temperature
    assert find_strategy(GAME, f"{spec}-random-after:3").temperature == temperature


@pytest.mark.parametrize(("value", "words"), [
    ("'hot'", "'mine.temperature' must be a number, got 'hot'"),
    ("-1", "'mine.temperature' must be at least 0, got -1"),
])  # fmt: skip
def test_an_invalid_temperature_is_refused(tmp_path, value, words):
    with pytest.raises(BadInput, match=words):
        find_strategy(GAME, users_file(tmp_path, f"[mine]\ntemperature = {value}\n"))


def test_a_user_may_replace_weights(tmp_path):
    spec = users_file(
        tmp_path, '[mine]\ndescription = "Warlike."\nweights = { war = 2 }\nprovenance = { games = 10, by = "me" }'
    )
    strategy = find_strategy(GAME, spec)
    assert (strategy.name, strategy.base, strategy.description) == ("mine", "sensible", "Warlike.")
    assert strategy.weights == find_strategy(GAME, "sensible").weights | {"war": 2.0}
    assert find_strategy(GAME, f"{spec}@0.5").temperature == 0.5


def test_a_user_may_replace_weights_of_another_base(tmp_path):
    strategy = find_strategy(GAME, users_file(tmp_path, '[mine]\nbase = "clock_runner"\nweights = { ahead = 3.0 }'))
    assert strategy.base == "clock_runner"
    assert strategy.weights == find_strategy(GAME, "clock_runner").weights | {"ahead": 3.0}
    assert find_strategy(GAME, users_file(tmp_path, '[mine]\nbase = "greedy"')).base == "sensible"


ROWS = """
[mine]
weights = { war = 2 }
[mine.setups.players2]
weights = { war = 3, follow = 0.1 }
provenance = { games = 10 }
"""


def test_too_many_weights_are_refused():
    weights = {f"w{number}": 0.0 for number in range(MAX_WEIGHTS + 1)}
    with pytest.raises(BadInput, match=f"must have at most {MAX_WEIGHTS} weights, got {MAX_WEIGHTS + 1}"):
        Strategy("heavy", weights)


def test_a_row_for_a_setup_holds_only_in_this_setup(tmp_path):
    strategy, base = find_strategy(GAME, users_file(tmp_path, ROWS)), find_strategy(GAME, "sensible")
    four, two = (tables.load(GAME, setup) for setup in ("players4", "players2"))
    assert strategy.at(GAME, four).weights == strategy.weights == base.weights | {"war": 2.0}
    assert strategy.at(GAME, two).weights == base.at(GAME, two).weights | {"war": 3.0, "follow": 0.1}
    assert list(strategy.at(GAME, two).weights) == list(base.weights)


def test_a_run_plays_the_row_of_its_setup(tmp_path):
    spec = users_file(tmp_path, ROWS)
    for setup, war in (("players2", 3.0), ("players4", 2.0)):
        plan, _ = make_plan(GAME, tables.load(GAME, setup), strategies=[f"{spec}@0.5"])
        assert plan.strategies[0].weights["war"] == war


def test_weights_of_a_strategy_override_a_row_of_its_base(tmp_path):
    package = tmp_path / "weights.toml"
    rows = "[sensible.weights]\na = 1\nb = 2\nc = 3\n[sensible.setups.two]\nweights = { a = 10, b = 20 }\n"
    package.write_text(
        f"{rows}[heir]\ndescription = 'B.'\nweights = {{ b = 5 }}\n[heir.setups.three]\nweights = {{ c = 7 }}\n"
    )
    listed = entries(tmp_path)
    assert listed["sensible"].setups == {"two": Row({"a": 10, "b": 20, "c": 3})}
    assert listed["heir"].setups == {"two": Row({"a": 10, "b": 5, "c": 3}), "three": Row({"a": 1, "b": 5, "c": 7})}


@pytest.mark.parametrize("name", list(games()))
def test_the_rows_of_a_game_are_for_its_setups(name):
    known = {setup.name for setup in games()[name].setups}
    for entry in entries(FOLDERS[name]).values():
        assert set(entry.setups) <= known, entry.name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[mine.setups.players9]", "row for an unknown setup 'players9': did you mean 'players"),
        ("[mine.setups.players2]\nweights = { wars = 1 }", "'mine.setups.players2' has an unknown weight 'wars'"),
        ("[mine.setups.players2]\nwar = 1", "'mine.setups.players2' has an unknown key 'war'"),
        ("[mine.setups.players2]\nweights = { war = 'x' }", "weight 'mine.setups.players2.war' must be a number"),
        ("[mine]\nsetups = { players2 = 3 }", "'mine.setups.players2' must be a table"),
        ("[mine.setups.players2]\nlevels = { Red = 3 }", "'mine.setups.players2.levels.Red' must be a table"),
        (
            "[quick-greedy]",
            "'quick-greedy' must not be the name of a strategy: -greedy, -without and -random-after mark",
        ),
        ("['quick-without:war']", "'quick-without:war' must not be the name"),
        ("[quick-random-after]", "'quick-random-after' must not be the name"),
        ("[mine]\nweights = { wars = 2 }", "'mine' has an unknown weight 'wars': did you mean 'war'"),
        ("[mine]\nweights = { war = 'much' }", "the weight 'mine.war' must be a number, got 'much'"),
        ("[mine]\nweights = { war = inf }", "the weight 'mine.war' must be a number, got inf"),
        ("[mine]\nweights = 3", "'mine.weights' must be a table"),
        ("[mine]\nweight = { war = 2 }", "unknown key 'weight': did you mean 'weights'"),
        ("[mine]\nbase = 'careful'", "no strategy 'careful'"),
        ("[mime]\n", "called 'mine': did you mean 'mime'"),
        ("mine = 3", "'mine' must be a table"),
        *((deep, "more than 20 levels of nested tables|not valid TOML") for deep in DEEP),
    ],
)
def test_an_invalid_weights_file_is_refused(tmp_path, text, sentence):
    with pytest.raises(BadInput, match=sentence):
        find_strategy(GAME, users_file(tmp_path, text))


def test_a_weights_file_without_a_strategy_name_or_missing_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"names no strategy. Write .*mine.toml:NAME"):
        find_strategy(GAME, users_file(tmp_path, "[mine]").removesuffix(":mine"))
    with pytest.raises(BadInput, match="There is no strategy file"):
        find_strategy(GAME, str(tmp_path / "none.toml:mine"))
