"""The command line: its commands, output formats and errors for invalid input."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from starbalance.analyses.cli import app, look, shell
from starbalance.analyses.questions.rates import Until
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs.run import run

README = Path(__file__).parent.parent.parent / "README.md"
COMMANDS = (
    "effects",
    "games",
    "show",
    "play",
    "run",
    "rates",
    "compare",
    "sweep",
    "skill",
    "report",
    "why",
    "find",
    "new-game",
    "check-game",
    "check",
    "tournament",
    "quality",
    "draws",
    "runs",
    "export",
)


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


BAD = [
    (["run", "4000-da"], "no game '4000-da': did you mean '4000-ad'"),
    (["agree", "nowhere", "plays", "--usage", "--margin", "5pp"], "--margin does not work with --usage"),
    (["run", "4000-ad", "--setup", "independents5"], "did you mean 'independents4'"),
    (["run", "4000-ad", "--strategies", "sensble"], "no strategy 'sensble': did you mean 'sensible'"),
    (["run", "4000-ad", "--strategies", "sensible-random-after:x"], "Write sensible-random-after:5"),
    (["run", "4000-ad", "--strategies", "sensible,hunter"], "needs 1 strategy or 4, got 2"),
    (["run", "4000-ad", "--variant", "five_warp"], "no variant 'five_warp': did you mean 'five_warps'"),
    (["run", "4000-ad", "--set", "switches.max_warp=3"], "did you mean 'switches.max_warps'"),
    (["run", "4000-ad", "--set", "switches.max_warps"], "PATH=VALUE"),
    (["run", "4000-ad", "--set", "switches.max_warps=many"], "whole number"),
    (["run", "4000-ad", "--set", "switches.max_warps=6"], "5"),
    (["run", "4000-ad", "--set", "switches.combat=subtrakt"], "did you mean 'subtract'"),
    (["run", "4000-ad", "--players", "5"], "has no setup for 5 players"),
    (["run", "4000-ad", "--players", "3", "--setup", "alliances4"], "for 4 players, not 3"),
    (["run", "4000-ad", "--games", "0"], "must be at least 1, got 0"),
    (["run", "4000-ad", "--games", "-5"], "must be at least 1, got -5"),
    (["run", "4000-ad", "--seed", "-1"], "must be a whole number from 0 to"),
    (["run", "4000-ad", "--jobs", "0"], "must be at least 1, got 0"),
    (["run", "4000-ad", "--temperature", "-1"], "must be a number of at least 0"),
    (["run", "4000-ad", "--backend", "thread"], "threads, processes, dask"),
    (["run", "4000-ad", "--backend", "dask"], "needs the address of its scheduler"),
    (["run", "4000-ad", "--scheduler", "tcp://127.0.0.1:9"], "Use --scheduler only with --backend dask"),
    (["run", "4000-ad", "--backend", "dask", "--scheduler", "here"], "must be tcp://HOST:PORT, got 'here'"),
    (["run", "4000-ad", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9"], "no Dask scheduler at tcp://127.0."),
    (["run", "4000-ad", "--backend", "dask", "--jobs", "2"], "Leave out --jobs"),
    (["strategy", "train", "4000-ad", "--backend", "thread"], "threads, processes, dask"),
    (["strategy", "train", "4000-ad", "--scheduler", "tcp://127.0.0.1:9"], "Use --scheduler only with --backend dask"),
    (["strategy", "league", "4000-ad", "--scheduler", "tcp://127.0.0.1:9"], "Use --scheduler only with --backend dask"),
    (["strategy", "league", "4000-ad", "--backend", "dask", "--jobs", "2"], "Leave out --jobs"),
    (["strategy", "benchmark", "4000-ad", "--backend", "dask"], "needs the address of its scheduler"),
    (["run", "4000-ad", "--format", "xml"], "no format 'xml'"),
    (["run", "4000-ad", "--players", "2", "--margin", "60pp"], "The margin must be below 50 points, got 60"),
    (["run", "4000-ad", "--by", "hom"], "no column 'hom': did you mean 'home'"),
    (["run", "4000-ad", "--alpha", "2"], "Alpha must be between 0 and 1, such as 0.05, got 2.0"),
    (["run", "4000-ad", "--margin", "0"], "margin must be between 0 and 1, such as 0.02, got 0.0"),
    (["run", "4000-ad", "--margin", "two"], "a share such as 0.02, 2% or 2pp, got 'two'"),
    (["run", "4000-ad", "--until", "bored"], "--until must be 'decided'"),
    (["run", "4000-ad", "--max-games", "100"], "--max-games belongs to --until decided"),
    (["run", "4000-ad", "--until", "decided", "--games", "100"], "use --max-games"),
    (["run", "4000-ad", "--until", "decided", "--max-games", "0"], "must be at least 1, got 0"),
    (["run", "4000-ad", "--until", "decided", "--by", "hom"], "no column 'hom': did you mean 'home'"),
    (["run", "4000-ad", "--strategies", "sensible@hot"], "It must be a number of at least 0, such as sensible@0.5"),
    (["run", "4000-ad", "--strategies", "sensble@0.5"], "no strategy 'sensble': did you mean 'sensible'"),
    (["run", "4000-ad", "--out", "new", "--resume"], "no run in new to resume"),
    (["run", "4000-ad", "--strategies", "none.py:mine"], "no strategy file 'none.py'"),
    (["rates", "nowhere"], "no run in nowhere"),
    (["quality", "nowhere"], "no run in nowhere"),
    (["quality", "nowhere", "--format", "xml"], "no format 'xml'"),
    (["quality", "nowhere", "--chart", "tension.jpeg"], "no kind of chart file '.jpeg'"),
    (["draws", "nowhere"], "no run in nowhere"),
    (["draws", "nowhere", "--format", "xml"], "no format 'xml'"),
    (["draws", "nowhere", "--margin", "0"], "margin must be between 0 and 1, such as 0.02, got 0.0"),
    (["draws", "nowhere", "--chart", "draws.jpeg"], "no kind of chart file '.jpeg'"),
    (
        ["draws", "nowhere", "--chart", "draws.svg", "--by", "seat", "--pairs"],
        "--chart does not work with --pairs and --by together",
    ),
    (["find", "nowhere", "--where", "won=true"], "no run in nowhere"),
    (["check", "4000-da"], "did you mean '4000-ad'"),
    (["check", "4000-ad", "--study", "nothing.toml"], "no study nothing.toml"),
    (["find", "nowhere", "--where", "won=true", "--format", "xml"], "no format 'xml'"),
    (["effects", "nowhere"], "no run in nowhere"),
    (["effects", "nowhere", "--chart", "effects.txt"], "no kind of chart file '.txt'"),
    (["show", "4000-ad", "switch"], "did you mean 'switches'"),
    (["show", "4000-ad", "variants", "--variant", "five_warps"], "--variant changes components and switches"),
    (["show", "4000-ad", "variants", "--set", "switches.max_warps=5"], "--set changes components and switches"),
    (["report", "4000-da"], "did you mean '4000-ad'"),
    (["report", "4000-ad", "--games", "0"], "must be at least 1, got 0"),
    (["run", "4000-ad", "--plan", "--out", "run"], "--out does not work with --plan: leave one of them out."),
    (["run", "4000-ad", "--plan", "--games", "9"], "--games does not work with --plan: leave one of them out."),
    (["run", "4000-ad", "--pilot", "9"], "--pilot belongs to --plan."),
    (["quality", "nowhere", "--randomness"], "no run in nowhere"),
    (["quality", "nowhere", "--games", "9"], "--games belongs to --randomness or --waiting."),
    (["skill", "4000-da"], "did you mean '4000-ad'"),
    (["skill", "nowhere", "--gap"], "no run in nowhere"),
    (["skill", "nowhere", "--gap", "--set", "a=1"], "--set does not work with --gap: leave one of them out."),
    (["usage", "nowhere", "--flights"], "no run in nowhere"),
    (["usage", "nowhere", "--flights", "--where", "a=1"], "--where does not work with --flights: leave one of them"),
    (["usage", "nowhere", "--flights", "--by", "seat"], "--by does not work with --flights: leave one of them out."),
    (["usage", "nowhere", "--flight", "a.svg"], "--flight belongs to --flights."),
    (["show", "4000-ad", "board"], "has no ships that players flick over a board"),
    (["show", "4000-ad", "--setup", "alliances2"], "--setup belongs to `show GAME board`."),
    (
        ["run", "4000-ad", "--extend", "9", "--games", "9"],
        "--games does not work with --extend: leave one of them out.",
    ),
    (["run", "4000-ad", "--extend", "9"], "There is no run of 4000-ad, independents4 below runs to extend."),
    (["runs", "nowhere"], "There is no folder nowhere."),
    (["runs", "--yes"], "--yes belongs to --remove."),
    (["runs", "--remove"], "--remove needs the folders of runs"),
    (["runs", "nowhere", "--remove", "--yes"], "nowhere is not a run"),
    (["runs", "nowhere", "--remove", "--name", "a"], "--name does not work with --remove"),
    (["runs", "--name", "a"], "--name needs the folder of one run, got 0."),
    (["why", "nowhere", "Algol"], "no run in nowhere"),
    (["why", "nowhere", "Algol", "--format", "xml"], "no format 'xml'"),
    (["play", "4000-ad", "--game", "-1"], "must be between 0 and"),
    (["tournament", "4000-ad", "--strategies", "sensible"], "2 to 16 strategies, got 1"),
    (["tournament", "4000-ad", "--strategies", "sensible,sensible"], "named twice"),
    (["tournament", "4000-ad", "--strategies", "sensible,hunted"], "did you mean 'hunter'"),
    (["tournament", "4000-ad", "--strategies", "sensible,hunter@hot"], "has no valid temperature"),
    (["tournament", "4000-ad", "--games", "0"], "must be at least 1, got 0"),
    (["tournament", "4000-ad", "--chart", "matrix.jpeg"], "no kind of chart file '.jpeg'"),
    (["tournament", "4000-ad", "--alpha", "2"], "between 0 and 1"),
    (["compare", "4000-ad"], "nothing to compare"),
    (["compare", "4000-ad", "--variant", "five_warp"], "did you mean 'five_warps'"),
    (["compare", "4000-ad", "--variant", "five_warps", "--by", "hom"], "did you mean 'home'"),
    (["compare", "4000-ad", "--set", "switches.max_warps=9"], "must be at most 5, got 9"),
    (["compare", "4000-ad", *["--variant", "five_warps"] * 3], "At most 2 variants can be compared, got 3"),
    (["compare", "4000-ad", "--variant", "five_warps", "--chart", "a.jpeg"], ".png"),
    (["compare", "4000-ad", "--variant", "five_warps", "--alpha", "2"], "between 0 and 1"),
    (["compare", "4000-ad", "--variant", "five_warps", "--alpha", "95%"], "Did you mean 0.05?"),
    (
        ["compare", "4000-ad", "--set", "switches.max_warps=2", "--set", "switches.max_warps=3"],
        "switches.max_warps occurs twice: give it one value.",
    ),
    (["compare", "4000-ad", "--variant", "five_warps", "--games", "0"], "must be at least 1, got 0"),
    (["sweep", "4000-ad", "--vary", "switches.max_warps"], "PATH=VALUE,VALUE"),
    (["sweep", "4000-ad", "--vary", "switches.max_warp=1,2"], "did you mean 'switches.max_warps'"),
    (["sweep", "4000-ad", "--vary", "switches.max_warps=1,"], "whole number"),
    (["sweep", "4000-ad", *["--vary", "switches.max_warps=1"] * 2], "occurs twice"),
    (["sweep", "4000-ad", "--vary", "switches.max_warps=1,1"], "given twice"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_gets_one_clear_sentence(work_folder, words, sentence):
    result = call(*words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    lines = [line for line in result.stderr.strip().splitlines() if not line.startswith("Compil")]
    assert len(lines) == 1
    assert "Traceback" not in result.output
    assert list(work_folder.rglob("*.parquet")) == []


HEAD = "def mine(state, rules, options, weights, scores):"
STRATEGIES = [
    ("def mine(:\n", "mine", "cannot be imported: mine.py, line 1: SyntaxError"),
    ("import nothing_there\n", "mine", "cannot be imported: mine.py, line 1: ModuleNotFoundError"),
    ("from starbalance.simulator.kernel import rule\n", "mine", "(moved: rule to starbalance.simulator.engine.jit)"),
    ("import starbalance.simulator.four_thousand_ad\n", "mine", "moved to starbalance.simulator.games"),
    ("from starbalance.simulator import tables\n", "mine", "moved to starbalance.simulator.engine"),
    ("from starbalance.simulator import find_game\n", "mine", "(moved: find_game to starbalance.simulator.games)"),
    ("def yours(state, rules, options, weights, scores):\n    scores[:] = 0.0\n", "mine", "the only one is 'yours'"),
    (
        "def mine(state, options):\n    return 0\n",
        "mine",
        "weights, scores) or (observation, mask), not (state, options)",
    ),
    (
        "def mine(state, rules, options, weights, scores):\n    scores[:] = state.nothing\n",
        "mine",
        "reads state.nothing, which does not exist: ",
    ),
    (
        "def mine(state, rules, options, weights, scores):\n    scores[:] = float([0][0] for _ in [])\n",
        "mine",
        "raises TypeError",
    ),
    (
        "def mine(state, rules, options, weights, scores):\n    scores[0] = 1.0\n",
        "mine",
        "with the score nan",
    ),
]


@pytest.mark.parametrize(("text", "name", "sentence"), STRATEGIES)
def test_a_broken_strategy_file_is_reported_with_its_error(work_folder, text, name, sentence):
    (work_folder / "mine.py").write_text(text)
    result = call("run", "4000-ad", "--games", "3", "--seed", "4", "--strategies", f"mine.py:{name}")
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("text", "sentence"), [
    ("[changes\n", "is not valid TOML"),
    ('question = "?"\n[changes]\n"switches.max_warp" = 3\n', "line 3"),
    ('questions = "?"\n[changes]\n"switches.max_warps" = 3\n', "questions"),
    ('[changes]\n"switches.max_warps" = "three"\n', "whole number"),
])  # fmt: skip
def test_a_broken_variant_file_is_reported_with_line_and_key(work_folder, text, sentence):
    (work_folder / "mine.toml").write_text(text)
    result = call("run", "4000-ad", "--variant", "mine.toml")
    assert result.exit_code == 2
    assert "mine.toml" in result.stderr
    assert sentence in result.stderr


def test_play_without_a_game_asks_for_it():
    result = call("play")
    assert result.exit_code == 2 and "Missing argument 'GAME'." in result.stderr


def test_hints_know_the_example_games_and_games_without_a_rulebook():
    assert "did you mean 'comet-chase'" in call("run", "comet-chse", "--games", 10).stderr
    shown = call("show", "pig", "rules")
    assert shown.exit_code == 2 and re.fullmatch(
        r"Pig has no RULES\.md\. Its rules are in .*__init__\.py\.\n", shown.stderr
    )


def test_a_repeated_option_for_columns_adds_columns(small_run):
    one, other = (
        call("rates", small_run.folder, *words, "--format", "csv").stdout
        for words in (("--by", "home", "--by", "seat"), ("--by", "home,seat"))
    )
    assert one == other and one.startswith("home,seat,")


def test_a_run_and_its_rates(work_folder):
    words = ["run", "4000-ad", "--games", "40", "--set", "switches.max_rounds=10", "--out", "run"]
    result = call(*words)
    assert result.exit_code == 0, result.output
    assert [line.split()[0] for line in result.stdout.splitlines()[:5]] == [
        "home",
        "Algol",
        "Regulus",
        "Antares",
        "Pavo",
    ]
    assert "40 games of independents4" in result.stdout
    assert call(*words).exit_code == 2
    assert call(*words, "--resume").exit_code == 0
    assert "contains a run with seed = " in call(*words, "--seed", "3", "--resume").stderr
    bad = call("rates", "run", "--by", "strateg")
    assert (bad.exit_code, "did you mean 'strategy'" in bad.stderr) == (2, True)
    chart = call("rates", "run", "--by", "seat", "--chart", "seat.svg")
    assert chart.exit_code == 0
    assert (work_folder / "seat.svg").read_text().count("<svg") == 1
    bad = call("rates", "run", "--chart", "seat.jpeg")
    assert (bad.exit_code, ".png" in bad.stderr) == (2, True)


def test_tables_come_in_four_formats(work_folder, small_run):
    folder = small_run.folder
    rows = json.loads(call("rates", folder, "--by", "home", "--format", "json").stdout)
    assert list(rows[0]) == ["home", "games", "share", "low", "high", "truncated", "verdict", "games_needed", "reason"]
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    read = list(csv.DictReader(io.StringIO(call("rates", folder, "--by", "home", "--format", "csv").stdout)))
    assert [float(row["share"]) for row in read] == pytest.approx([row["share"] for row in rows])
    assert call("rates", folder, "--format", "markdown").stdout.startswith("| home | games | share |")
    for what in ("components", "strategies", "variants", "switches"):
        assert len(json.loads(call("show", "4000-ad", what, "--format", "json").stdout)) > 5


def test_a_variant_with_many_changes_is_shown_with_the_first_ones():
    lines = call("show", "interstellar-ambitions", "variants").stdout.splitlines()
    rows = json.loads(call("show", "interstellar-ambitions", "variants", "--format", "json").stdout)
    most = max(rows, key=lambda row: len(row["changes"]))
    changes = most["changes"].split(", ")
    assert len(changes) > 20
    (line,) = [line for line in lines if line.startswith(f"{most['variant']} ")]
    assert f"{', '.join(changes[:3])} and {len(changes) - 3} more" in line
    assert max(map(len, lines)) < 400


def test_a_change_to_a_list_counts_as_one():
    changes = {f"ambitions.{name}.predicate": [name, 4] for name in ("One, Two", "Three", "Four", "Five", "Six")}
    first = "ambitions.One, Two.predicate=['One, Two', 4], ambitions.Three.predicate=['Three', 4]"
    assert look._changes({"changes": changes}, 2) == f"{first} and 3 more"
    assert look._changes({"changes": changes}, 5) == look._changes({"changes": changes}) != ""


def test_variants_are_shown_with_their_titles():
    rows = json.loads(call("show", "4000-ad", "variants", "--format", "json").stdout)
    assert {row["variant"]: row["title"] for row in rows}["five_warps"] == "a limit of 5 warps per home"


@pytest.mark.parametrize("change", [["--variant", "five_warps"], ["--set", "switches.max_warps=5"]])
def test_switches_are_shown_as_changed(change):
    shown = call("show", "4000-ad", "switches", *change, "--format", "json").stdout
    assert {row["path"]: row["value"] for row in json.loads(shown)}["switches.max_warps"] == 5


def test_components_are_shown_as_changed():
    change = "leaders.Swarm_Leader.strength=3"
    rows = json.loads(call("show", "4000-ad-leaders", "Swarm", "--set", change, "--format", "json").stdout)
    assert {row["path"]: row["value"] for row in rows}["leaders.Swarm_Leader.strength"] == 3


@pytest.mark.parametrize(("line", "place", "offered"), [
    ("starbalance sk", 1, ["skill"]), ("starbalance run hand", 2, ["handful-of-stars"]),
])  # fmt: skip
def test_the_shell_completes_commands_and_games(line, place, offered):
    shell = {"_STARBALANCE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(place)}
    assert CliRunner().invoke(app, [], prog_name="starbalance", env=shell).output.split() == offered


@pytest.mark.parametrize(("words", "paths"), [
    (["Algol"], "setups|stars"), (["algol", "population"], "stars"), (["switches", "warps"], "switches"),
])  # fmt: skip
def test_words_show_the_entries_that_contain_them(words, paths):
    rows = json.loads(call("show", "4000-ad", *words, "--format", "json").stdout)
    assert rows and all(re.match(paths, row["path"]) for row in rows)
    assert len(rows) < len(json.loads(call("show", "4000-ad", "--format", "json").stdout)) / 4


@pytest.mark.parametrize(("words", "entries"), [
    ("Mira", ["stars.Mira", "setups.three", "stars.Mirach", "leaders.Grand_Admiral"]),
    ("mira", ["stars.Mira", "setups.three", "stars.Mirach", "leaders.Grand_Admiral"]),
    ("miral", ["leaders.Grand_Admiral"]),
    ("grand admiral", ["leaders.Grand_Admiral"]),
    ("Grand_Admiral", ["leaders.Grand_Admiral"]),
    ("Pavo", ["stars.Pavo", "setups.four"]),
])  # fmt: skip
def test_entries_with_whole_words_precede_prefixes_and_other_parts_of_words(words, entries):
    rows = json.loads(call("show", "4000-ad-leaders", *words.split(), "--format", "json").stdout)
    assert list(dict.fromkeys(row["path"].rpartition(".")[0] for row in rows)) == entries


@pytest.mark.parametrize(("game", "words", "requirement"), [
    ("4000-ad-leaders", "Grand_Fleet", "ships at one star other than the home: 12"),
    ("4000-ad-leaders", "Hyperspace_Doctrine", "fleets in warp with at least 2 ships each: 4"),
    ("4000-ad-leaders", "Heart_of_the_Field", "stars of the letters E and H: 3"),
    ("interstellar-ambitions", "Cosmic Overlord", "planets captured in the turn: 1"),
])  # fmt: skip
def test_the_requirement_of_a_card_is_shown_in_words(game, words, requirement):
    rows = json.loads(call("show", game, *words.split(), "--format", "json").stdout)
    assert [row["value"] for row in rows if row["path"].endswith(".condition")] == [requirement]


def test_an_unknown_word_gets_the_nearest_one():
    result = call("show", "4000-ad", "Algoll")
    assert result.exit_code == 2
    assert "did you mean 'Algol'" in result.stderr


def test_the_log_of_a_game_names_clauses():
    result = call("play", "4000-ad", "--seed", "3", "--game", "5", "--set", "switches.max_rounds=6")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Seats (seat 1 moves first; ") and lines[1].startswith("Turn order: ")
    assert sum("(FAD-" in line for line in lines) > 20
    assert lines[-1].startswith("Round 6: ")
    assert "won: adjudicated at the round limit (FAD-23.2)" in lines[-1]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text(command):
    result = call(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_help_imports_nothing_heavy():
    program = (
        "import sys; from typer.testing import CliRunner; from starbalance.analyses.cli import app; "
        "CliRunner().invoke(app, ['--help']); print(sorted(sys.modules.keys() & "
        "{'numba', 'numpy', 'polars', 'pandas', 'matplotlib', 'scipy', 'joblib'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_table_loads_the_functions_of_scipy_that_it_needs(small_run):
    """`scipy.stats` takes half a second to import."""
    program = (
        "import sys; from typer.testing import CliRunner; from starbalance.analyses.cli import app; "
        f"done = CliRunner().invoke(app, ['rates', {str(small_run.folder)!r}]); "
        "print(done.exit_code, sorted({'scipy.special', 'scipy.stats'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0 ['scipy.special']"


def test_the_python_of_the_readme_runs(capsys):
    text = README.read_text(encoding="utf-8")
    block = re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1).replace("2_000", "30")
    exec(compile(block, "README.md", "exec"), {})
    assert "verdict" in capsys.readouterr().out


def test_a_log_ends_quietly_if_its_reader_closes_the_pipe():
    """This happens with `| head -1`."""
    words = [
        sys.executable,
        "-c",
        "from starbalance.analyses.cli import main; main()",
        "play",
        "4000-ad",
        "--seed",
        "3",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("Seats ")
        process.stdout.close()
        assert process.stderr.read() == ""


def test_the_version_is_the_package_version():
    assert call("--version").output == f"starbalance {version('starbalance')}\n"


def test_rates_use_the_margin_at_which_a_run_was_decided(tmp_path):
    result = run(TEMPLATE, games=50, jobs=1, until=Until(["ship"], 0.06), out=tmp_path / "run")
    assert result.settings["until"]["margin"] == 0.06
    assert "margin 6 points" in call("rates", str(tmp_path / "run")).stdout
    assert "margin 1 point." in call("rates", str(tmp_path / "run"), "--margin", "1pp").stdout


@pytest.mark.parametrize(
    ("other", "is_pressed"),
    [(each, True) for each in (TypeError, BadInput, OSError, BaseException)]
    + [(each, False) for each in (TypeError, BadInput, OSError)],
)
def test_ctrl_c_ends_a_command_that_raises_another_exception(monkeypatch, other, is_pressed):
    """Polars loses the KeyboardInterrupt that comes while it converts a type, and raises a TypeError."""

    def press(name):
        try:
            if is_pressed:
                os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            pass
        raise other(name)

    monkeypatch.setattr("starbalance.simulator.runs.experiment.find_game", press)
    handler = signal.getsignal(signal.SIGINT)
    result = CliRunner().invoke(app, ["run", "pig"])
    assert (result.exit_code == 130) == is_pressed
    assert ("Stopped. Finished parts are kept" in result.stderr) == is_pressed
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_game_without_components_is_reported(monkeypatch):
    monkeypatch.setattr("starbalance.simulator.engine.tables.values", lambda document: [])
    result = CliRunner().invoke(app, ["show", "4000-ad"])
    assert result.exit_code == 0
    assert "4000 A.D. has no components" in result.stderr


PANELS = {
    "Play and ask": ["run", "rates", "effects", "draws", "usage", "quality", "why", "skill", "tournament", "agree"],
    "Change": ["compare", "sweep", "sensitivity", "balance"],
    "Report": ["report", "check", "explore", "export"],
    "Look": ["games", "show", "play", "find", "runs"],
    "Own games, data, players": ["new-game", "check-game", "import", "strategy"],
}


@pytest.mark.parametrize("width", ["80", "120"])
def test_the_help_lists_every_command_once_in_its_panel(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    text = call("--help").stdout.partition("\n\nPlay and ask:")
    blocks = re.findall(r"^(\w.*):\n((?:  .*\n)+)", text[1] + text[2], re.M)
    listed = {title: re.findall(r"^  (\S+)", block, re.M) for title, block in blocks}
    assert listed == PANELS
    assert sorted(chain(*PANELS.values())) == sorted(get_command(app).commands)


@pytest.mark.parametrize(("words", "sentence"), [
    (["quality", "run", "--luck"], "`--luck` is now `--randomness`."),
    (["strategy", "train", "4000-ad", "--reach", "1"], "`--reach` is now `--trust-region`."),
])  # fmt: skip
def test_an_old_option_is_refused_with_the_new_one(words, sentence):
    result = call(*words)
    assert (result.exit_code, result.stderr) == (2, f"{sentence}\n")


@pytest.mark.parametrize(("old", "new"), [
    ("plan", "starbalance run GAME --plan"),
    ("luck", "starbalance quality RUN --randomness"),
    ("skill-gap", "starbalance skill RUN --gap"),
    ("games-of", "starbalance find"),
    ("yardstick", "starbalance strategy benchmark"),
    ("check-strategy", "starbalance strategy check"),
    ("train", "starbalance strategy train"),
    ("league", "starbalance strategy league"),
    ("blunders", "starbalance strategy blunders"),
    ("flights", "starbalance usage RUN --flights"),
    ("board", "starbalance show GAME board"),
    ("bench", "python -m starbalance.analyses.bench"),
])  # fmt: skip
@pytest.mark.parametrize("words", [[], ["4000-ad", "--setup", "alliances2"], ["--help"]])
def test_an_old_command_is_refused_with_the_new_one(old, new, words):
    result = call(old, *words)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"`starbalance {old}` is now `{new}`.\n")


def test_an_unknown_command_gets_the_nearest_name():
    assert "No such command 'rat'. Did you mean 'rates'?" in call("rat").stderr
    assert "No such command 'trian'. Did you mean 'train'?" in call("strategy", "trian").stderr


def test_long_work_reports_its_progress_in_a_log(monkeypatch, capsys):
    """There is at most one line per half minute. Games of an earlier command count as done but not for the speed."""
    clock = iter([0.0, 29.0, 31.0, 60.0, 62.0])
    monkeypatch.setattr(shell.time, "monotonic", lambda: next(clock))
    with shell.progress("a-game") as update:
        for done in (1000, 1310, 1600, 1620):
            update(done, 2000, "best so far 30 %")
    assert capsys.readouterr().err == (
        "a-game: 1,310 of 2,000, 10 games/s best so far 30 %\na-game: 1,620 of 2,000, 10 games/s best so far 30 %\n"
    )


@pytest.mark.parametrize(("games", "words"), [(1234.5, "1,234 games/s"), (0.1, "6 games/min"), (0.0, "0 games/min")])
def test_a_low_speed_is_given_in_games_a_minute(games, words):
    assert shell._speed(games) == words


def test_each_piece_of_work_has_a_separate_speed(monkeypatch, capsys):
    """A report plays several pieces of work in turn; the second starts with 60 games of an earlier command."""
    clock = iter([0.0, 10.0, 40.0, 50.0, 80.0])
    monkeypatch.setattr(shell.time, "monotonic", lambda: next(clock))
    with shell.progress("a-game") as update:
        for done, total in ((0, 1000), (400, 1000), (60, 500), (360, 500)):
            update(done, total)
    assert capsys.readouterr().err == "a-game: 400 of 1,000, 10 games/s\na-game: 360 of 500, 10 games/s\n"


def test_the_skill_command_names_the_option_for_a_run(small_run):
    result = call("skill", small_run.folder)
    assert result.exit_code == 2
    assert f"{small_run.folder} is a run: use `starbalance skill {small_run.folder} --gap`, or" in result.stderr
