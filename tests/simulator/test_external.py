"""External games: every command works with a copy of the example game."""

import os
import pickle
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numba import config
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.clause import clause
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.cache import cache_folder, source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import BARE, TEMPLATE, new_game
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs.batch import refuse_faults
from starbalance.simulator.runs.frame import frames
from starbalance.simulator.runs.result import load


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A copy of the example game."""
    place = tmp_path_factory.mktemp("designer")
    new_game(place / "racing")
    yield place / "racing"
    sys.path.remove(str(place))


@pytest.fixture
def work_folder(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    return folder.parent


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def run(work_folder):
    """The folder of a run of 60 games of the copy."""
    if not Path("run").exists():
        result = call("run", "racing", "--players", 3, "--games", 60, "--timeline", "--out", "run")
        assert result.exit_code == 0, result.output
    return "run"


GAME_COMMANDS = [
    ("games racing", "comet-chase"),
    ("show racing", "ships.Clipper.boost"),
    ("show racing switches", "switches.goal"),
    ("show racing rules", "COM-1.1"),
    ("show racing clause 3.1", "switches.end = after_round"),
    ("show racing strategies", "bold"),
    ("play racing --players 3 --seed 2", "won: a ship reached the goal (COM-3.1)"),
    ("play racing --players 3 --seed 2", "Tug rolls (COM-2.1): a 1, 0 lost (COM-2.2)"),
    ("play racing --players 3 --seed 2", "Tug rolls (COM-2.1): 6 gained, 11 so far (COM-2.3)"),
    ("run racing --games 40", "The run is in runs/racing-players2-"),
    ("run ./racing/ --games 40 --set switches.goal=20 --format csv", "Clipper"),
    ("compare racing --variant sudden_death --games 40", "Clipper"),
    ("sweep racing --vary switches.goal=20,30 --games 40", "Tug"),
    ("tournament racing --strategies sensible@0,uniform --games 40", "sensible@0"),
    ("report racing --games 40", "The report is in results/racing/report.html"),
]
RUN_COMMANDS = [
    ("rates run --by seat,ship", "Probe"),
    ("effects run", "Probe"),
    ("quality run", "rounds per game"),
    ("report run", "The report is in run/report/report.html"),
    ("find run --where ship=Tug --limit 1", "starbalance play "),
    ("run racing --players 3 --games 60 --timeline --out run --resume", "Probe"),
]


@pytest.mark.parametrize(("words", "shown"), GAME_COMMANDS, ids=[": ".join(each) for each in GAME_COMMANDS])
def test_every_command_accepts_a_folder_as_a_game(work_folder, words, shown):
    result = call(*words.split())
    assert result.exit_code == 0, result.output
    assert shown in result.output


@pytest.mark.parametrize(("words", "shown"), RUN_COMMANDS, ids=[words for words, _ in RUN_COMMANDS])
def test_every_command_accepts_a_run_of_an_external_game(run, words, shown):
    result = call(*words.split())
    assert result.exit_code == 0, result.output
    assert shown in result.output


def test_the_check_of_an_external_game_is_in_its_folder(work_folder):
    """In 2,000 games the ships differ by 5 points, so the outcome is out of balance or undecided."""
    result = call("check", "racing")
    assert result.exit_code in (1, 3), result.output
    assert "ships, three players" in result.output


def test_the_command_that_replays_a_game_works_from_any_folder(run, tmp_path, monkeypatch):
    shown = call("find", run, "--where", "ship=Tug", "--limit", 1).output.strip().splitlines()[-1]
    monkeypatch.chdir(tmp_path)
    result = call(*shown.split()[1:])
    assert result.exit_code == 0, result.output
    assert "Turn order" in result.output


def test_processes_play_the_same_games_as_threads(run):
    """A worker process finds the game by its folder."""
    result = call("run", "racing", "--players", 3, "--games", 60, "--backend", "processes", "--out", "other")
    assert result.exit_code == 0, result.output
    assert load("other").seats.equals(load(run).seats)


def test_another_process_finds_an_external_game_by_its_folder(folder, tmp_path):
    sent = pickle.dumps(find_game(folder))
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).title)"
    done = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == b"Comet Chase"


def test_a_run_names_the_folder_of_its_game(run, folder, tmp_path, monkeypatch):
    """This holds from any working folder."""
    path = Path(run).resolve()
    monkeypatch.chdir(tmp_path)
    assert load(path).settings["game"] == str(folder)
    assert load(path).factor == "ship"


def test_a_missing_game_folder_is_reported(run, folder, tmp_path):
    gone = folder.with_name("gone")
    settings = Path(run) / "run.toml"
    other = tmp_path / "old"
    other.mkdir()
    (other / "run.toml").write_text(settings.read_text().replace(str(folder), str(gone)))
    with pytest.raises(BadInput, match=f"The game folder {gone} does not exist"):
        _ = load(other).factor


def test_kernels_are_stored_in_the_folder_and_depend_on_reached_sources(folder):
    """An edited strategy does not change the kernels of the rules."""
    game = find_game(folder)
    cache_folder.cache_clear()
    rules, strategy = (cache_folder(f"racing.{name}") for name in ("moves", "strategies.sensible"))
    assert folder in rules.parents and folder in strategy.parents and rules != strategy
    hashes = source_hash(("racing",), game.strategies), source_hash(game.packages)
    source = folder / "strategies" / "sensible.py"
    text = source.read_text()
    source.write_text(text.replace("1.0 if", "2.0 if"))
    assert source_hash(("racing",), game.strategies) == hashes[0]
    assert source_hash(game.packages) != hashes[1]
    source.write_text(text)
    cache_folder.cache_clear()


def test_the_copied_tests_pass_and_do_not_affect_kernels(folder):
    """They are part of the copy, find the game by its new name, and name every clause except those on components."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder.parent, env=environment, check=False)
    assert done.returncode == 0, done.stdout
    clauses = [each for chapter in "123" for each in clause(str(folder), chapter)]
    assert [each.id for each in clauses if not each.tests] == ["COM-3.3"]
    assert not any("tests" in place for each in clauses for place in each.code)
    code_hash = source_hash(("racing",))
    (folder / "tests" / "test_more.py").write_text("")
    assert source_hash(("racing",)) == code_hash


def test_credits_that_do_not_sum_to_1_stop_the_run(folder):
    """Otherwise shares would be wrong without a message."""
    outcomes = zeros(3, find_game(folder).module("state").outcome_dt)
    outcomes["game"] = [4, 5, 6]
    outcomes["seats"]["credit"][:, :2] = [[1, 0], [0.5, 0.5], [0, 0]]
    refuse_faults(outcomes[:2], 7)
    with pytest.raises(BadInput, match=r"Game 6 of seed 7 stopped: the shares of the win .* must sum to 1, got 0\."):
        refuse_faults(outcomes, 7)


def test_a_game_is_the_same_object_for_every_spelling_of_its_folder(work_folder, folder):
    assert find_game("racing") is find_game("./racing/") is find_game(folder)


def written(folder, text, name="__init__.py"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder


GAME_TEXT = (TEMPLATE / "__init__.py").read_text(encoding="utf-8")
BAD = [
    ("broken_one", "GAME = nothing", r"broken_one cannot be loaded: __init__.py, line 1: NameError: name 'nothing'"),
    ("broken_two", "GAME = (", r"broken_two cannot be loaded: __init__.py, line 1: SyntaxError"),
    ("no_game", "", r"no_game is not a game: its __init__.py does not define GAME = Game\(...\)"),
    ("other_game", "from starbalance.simulator.games.example_game import GAME", r"Write package=__name__"),
    ("json", GAME_TEXT, r"has the name of another Python module, 'json'. Rename the folder"),
    ("my-game", GAME_TEXT, r"must consist of letters, digits and _"),
    ("my_ad", GAME_TEXT.replace("comet-chase", "4000-ad"), r"has the name of the built-in game '4000-ad'"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), BAD, ids=[name for name, _, _ in BAD])
def test_an_invalid_game_folder_is_reported_in_one_sentence(tmp_path, monkeypatch, name, text, sentence):
    monkeypatch.setattr(sys, "path", [*sys.path])
    written(tmp_path / name, text)
    with pytest.raises(BadInput, match=sentence):
        find_game(tmp_path / name)


def test_a_module_that_cannot_be_loaded_is_reported_with_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    new_game(tmp_path / "broken_three")
    written(tmp_path / "broken_three", "import numpy\n\nwrong = here\n", "setup.py")
    result = call("run", tmp_path / "broken_three", "--games", 2)
    assert result.exit_code == 2
    expected = (
        "Comet Chase: broken_three.setup cannot be loaded: setup.py, line 3: NameError: name 'here' is not defined."
    )
    assert result.stderr.strip().splitlines()[-1] == expected


@pytest.mark.skipif(config.DISABLE_JIT, reason="without the JIT the error occurs during play")
def test_a_misspelt_field_is_reported_with_the_compiled_function(tmp_path, monkeypatch):
    """The compiler gives only the line of the decorator."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    options = new_game(tmp_path / "misspelt") / "options.py"
    options.write_text(options.read_text().replace("state.gain", "state.grain"))
    line = options.read_text().splitlines().index('@kernel(SIG["options"])') + 1
    with pytest.raises(
        BadInput, match=f"misspelt.options cannot be loaded: options.py, line {line}: KeyError: 'grain'"
    ):
        find_game(tmp_path / "misspelt").module("options")


@pytest.mark.skipif(config.DISABLE_JIT, reason="without the JIT the error occurs during play")
def test_a_misspelt_field_in_a_strategy_is_reported_with_its_module(tmp_path, monkeypatch):
    """The checked games give the line, which the compiler does not."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    sensible = new_game(tmp_path / "misread") / "strategies" / "sensible.py"
    sensible.write_text(sensible.read_text().replace("state.gain", "state.grain"))
    result = call("run", tmp_path / "misread", "--games", 2)
    assert result.exit_code == 2
    last = result.stderr.splitlines()[-1]
    assert (
        "the strategy 'sensible' reads or writes the field 'grain', which does not exist: did you mean 'gain'?" in last
    )
    assert re.search(r"sensible\.py, line \d+, in decision 0 of game 0\)\.$", last)


def test_invalid_labels_are_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    init = new_game(tmp_path / "unlabelled") / "__init__.py"
    init.write_text(init.read_text().replace('document["ships"]', 'document["boats"]'))
    result = call("run", tmp_path / "unlabelled", "--games", 2)
    assert result.exit_code == 2
    end = result.stderr.strip().splitlines()[-1]
    assert re.fullmatch(
        r"Comet Chase: the labels of its columns cannot be created: __init__\.py, line \d+: KeyError: 'boats'", end
    )


def test_a_value_without_a_word_is_reported(tmp_path, monkeypatch):
    """A column of codes needs a label for each value, and a column of sets a word for each element."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name, labels, flags, sentence in (
        ("few_labels", lambda rules: {"ship": ("Clipper", "Tug")}, lambda rules: {},
         "The column 'ship' has the value 2, but its labels have words for 0 to 1 only."),
        ("few_flags", lambda rules: {}, lambda rules: {"ship": ("Clipper",)},
         "The column 'ship' has more elements than its flags have words (1): add the words of the further elements."),
    ):  # fmt: skip
        game = replace(find_game(new_game(tmp_path / name)), labels=labels, flags=flags)
        outcomes = np.zeros(1, game.module("state").outcome_dt)
        outcomes["seats"]["ship"][0, :2] = 1, 2
        with pytest.raises(BadInput) as refused:
            frames(game, tables.load(game, players=2), ["sensible"], outcomes=outcomes)
        assert str(refused.value) == sentence


def test_a_misspelt_base_strategy_in_one_file_is_refused_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    shutil.copytree(BARE, tmp_path / "misnamed", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "misnamed" / "__init__.py"
    path.write_text(path.read_text().replace('strategies={"sensible"', 'strategies={"sensibel"'))
    result = call("run", tmp_path / "misnamed", "--games", 2)
    assert result.exit_code == 2
    sentence = f"{path}: `strategies` has no 'sensible', which all players use by default."
    assert sentence == result.stderr.splitlines()[-1]


def test_code_that_the_compiler_does_not_take_is_reported_in_a_sentence(tmp_path, monkeypatch):
    """A strategy imports the module first, which postpones its compilation."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = new_game(tmp_path / "uncompiled")
    moves, sensible = folder / "moves.py", folder / "strategies" / "sensible.py"
    text = "@rule\ndef _text(state):\n    return f'{state.rounds:>9}'\n\n\n"
    source = moves.read_text().replace('@kernel(SIG["apply"])', f'{text}@kernel(SIG["apply"])')
    moves.write_text(re.sub(r'(def apply.*\n    """.*"""\n)', r"\1    _text(state)\n", source))
    sensible.write_text(sensible.read_text().replace("from ..state", "from ..moves import resolve_roll\nfrom ..state"))
    result = call("run", tmp_path / "uncompiled", "--games", 2)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert re.search(r"Comet Chase: apply cannot be compiled: .*moves\.py", result.stderr.splitlines()[-1])


def test_a_field_may_be_called_value(tmp_path, monkeypatch):
    """A field `value` next to other fields has a path; a single field `value` has the path of its entry."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = new_game(tmp_path / "valued")
    reader, ships = folder / "reader.py", folder / "data" / "ships.toml"
    reader.write_text(reader.read_text().replace('"boost"', '"value"'))
    ships.write_text(ships.read_text().replace("boost", "value"))
    game = find_game(folder)
    paths = {each.path for each in tables.values(tables.read(game))}
    assert {"ships.Tug.head_start", "ships.Tug.value", "switches.goal"} <= paths
    rules = tables.load(game, set={"ships.Tug.value": "2", "ships.Probe.head_start": 3})
    assert rules.document["ships"]["Tug"]["value"] == 2
    assert rules.changed == {"ships.Tug.value": 2, "ships.Probe.head_start": 3}


def test_an_invalid_record_is_reported(tmp_path, monkeypatch):
    """The reader imports the record only when it loads rules."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    state = new_game(tmp_path / "too_few") / "state.py"
    state.write_text(state.read_text().replace("purposes(5)", "purposes(4)"))
    result = call("run", tmp_path / "too_few", "--games", 2)
    assert result.exit_code == 2
    assert "Comet Chase: the reader cannot fill in the rules: state.py, line 12: ValueError" in result.stderr


@pytest.mark.parametrize(("name", "sentence"), [
    ("nowhere/game", "The game folder nowhere/game does not exist."),
    (".", "is not a game: it has no __init__.py"),
])  # fmt: skip
def test_a_folder_without_a_game_is_reported(tmp_path, monkeypatch, name, sentence):
    monkeypatch.chdir(tmp_path)
    result = call("run", name)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_new_game_refuses_an_existing_folder(tmp_path):
    result = call("new-game", tmp_path)
    assert (result.exit_code, result.stderr) == (2, f"{tmp_path} already exists. Choose another folder.\n")


@pytest.mark.parametrize("name", ["json", "pandas"])
def test_a_new_game_refuses_the_name_of_another_module(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = call("new-game", name)
    sentence = f"{name} has the name of another Python module, '{name}'. Choose another name.\n"
    assert (result.exit_code, result.stderr) == (2, sentence)
    assert not list(tmp_path.iterdir())


def test_an_installed_game_is_found_by_its_name(folder, monkeypatch):
    """The entry points of installed packages name their games."""
    find_game(folder)
    names = {"comet-chase": "racing"}
    monkeypatch.setattr("starbalance.simulator.games.registered", lambda: names)
    monkeypatch.setattr("starbalance.simulator.engine.game.registered", lambda: names)
    assert find_game("comet-chase") is find_game(folder)
    assert "comet-chase" in games()
    assert find_game("comet-chase").address == "comet-chase"


def test_a_game_next_to_files_with_toolkit_names_finds_the_toolkit(tmp_path):
    """The process is separate, and its folder has files with names of toolkit modules."""
    new_game(tmp_path / "mine")
    for name in ("simulator.py", "chance.py", "numba.py"):
        (tmp_path / name).write_text("raise ValueError('the wrong file')\n")
    program = "from starbalance.simulator.games import find_game; print(find_game('mine').kernels.play)"
    words = [sys.executable, "-c", program]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONSAFEPATH": "1"}
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert "decide_and_play" in done.stdout, done.stderr


def _named(folder, **functions):
    """Replace the functions that the example game in a folder names."""
    path = folder / "__init__.py"
    text = "".join(f'{name}="{place}", ' for name, place in functions.items())
    path.write_text(re.sub(r"Functions\(\n[^)]*\)", f"Functions({text})", path.read_text()))


NAMED = {"proceed": "moves.proceed", "redeal": "hidden.redeal", "uses": "usage.uses", "level": "victory.level"}
MISNAMED = {
    "standings": (
        {"standing": "victory.standings"},
        "Comet Chase: GAME names 'victory.standings', but victory.py has no function 'standings': "
        "did you mean 'standing'?",
    ),
    "victorious": (
        {"level": "victories.level"},
        "Comet Chase: GAME names 'victories.level', but there is no victories.py: did you mean 'victory'?",
    ),
    "no_module": ({"setup": "setup"}, "GAME names 'setup', which has no module. Write it as \"module.function\"."),
    "no_function": ({"apply": "moves.SIG"}, "moves.py has no function 'SIG': "),
    "imported": ({"apply": "rules.End.AT_ONCE"}, "GAME names 'rules.End.AT_ONCE', but there is no rules.End.py: "),
}


@pytest.mark.parametrize("name", MISNAMED)
def test_a_function_that_does_not_exist_is_reported_with_the_nearest_name(tmp_path, monkeypatch, name):
    monkeypatch.setattr(sys, "path", [*sys.path])
    functions, sentence = MISNAMED[name]
    _named(new_game(tmp_path / f"misnamed_{name}"), **NAMED | functions)
    with pytest.raises(BadInput, match=re.escape(sentence)):
        _ = find_game(tmp_path / f"misnamed_{name}").kernels


@pytest.mark.parametrize("name", NAMED)
def test_an_optional_function_at_its_usual_place_must_be_named(tmp_path, monkeypatch, name):
    """A game written when functions were found by name would otherwise play by different rules."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    _named(new_game(tmp_path / f"unnamed_{name}"), **{key: place for key, place in NAMED.items() if key != name})
    sentence = f"has a function '{name}' that GAME does not name. Write functions=Functions({name}=\"{NAMED[name]}\")."
    with pytest.raises(BadInput, match=re.escape(sentence)):
        _ = find_game(tmp_path / f"unnamed_{name}").kernels


def test_a_game_without_hidden_state_or_pending_steps_omits_those_functions(tmp_path, monkeypatch):
    """The default redeal changes the dice, and play goes from decision to decision."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    new_game(tmp_path / "open_game")
    (tmp_path / "open_game" / "hidden.py").unlink()
    moves = tmp_path / "open_game" / "moves.py"
    moves.write_text(moves.read_text().replace('@kernel(SIG["proceed"])\ndef proceed', "def _go_on"))
    _named(tmp_path / "open_game", level="victory.level", uses="usage.uses")
    kernels = find_game(tmp_path / "open_game").kernels
    state, rules = zeros(1, kernels.state_dt)[0], tables.load(find_game(tmp_path / "open_game")).record
    state.notes[:] = 7
    state.pending_step = 2
    kernels.redeal(state, rules, 0, np.uint64(5))
    assert (state.key[0], list(state.notes[:2, 0])) == (5, [7, 0])
    kernels.proceed(state, rules)
    assert state.pending_step == 0


@pytest.mark.parametrize("name", ["pig", "comet-chase", "4000-ad"])
def test_a_folder_with_the_name_of_a_game_needs_its_path(name, tmp_path, monkeypatch):
    """Otherwise a command would play the game of the toolkit, and not the one in the folder."""
    monkeypatch.chdir(tmp_path)
    assert find_game(name).name == name
    result = CliRunner().invoke(app, ["new-game", name])
    assert result.exit_code == 2 and "is a game of the toolkit" in result.stderr
    new_game(tmp_path / "mine", bare=True).rename(tmp_path / name)
    with pytest.raises(BadInput, match=rf"'{name}' is a game of the toolkit and a folder here: write \./{name}"):
        find_game(name)
