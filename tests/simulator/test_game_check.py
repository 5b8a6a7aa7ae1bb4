"""Faults planted in a copy of Kuhn poker: each ends in one sentence with file and line before anything is compiled."""

import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.cache import source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import game_check
from tests.data import KUHN

FAULTS = {  # name -> (file, old text, new text, sentence)
    "go_on_without_decision": (
        "moves.py",
        "    state.pending_step = DECISION\n",
        "",
        r"proceed never reaches a decision: after 300 steps state\.pending_step is 1, not DECISION \(0\) "
        r"\(.*moves\.py, line 34, in decision 0 of game \d+\)",
    ),
    "never_over": (
        "victory.py",
        "    state.over = 1\n",
        "",
        r"the game does not end: state\.over is 0 after 300 decisions in game 0, in which play is random \(",
    ),
    "beyond_an_array": (
        "moves.py",
        "state.players[state.actor]",
        "state.players[state.actor + 7]",
        r"apply reads or writes state\.players\[[78]\], but its indices go from 0 to 1 \(.*moves\.py, line 14, in",
    ),
    "negative_index": (
        "moves.py",
        "state.players[state.actor]",
        "state.players[state.actor - 1]",
        r"apply reads or writes state\.players\[-1\], but its indices go from 0 to 1 \(.*moves\.py, line 14, in",
    ),
    "action_twice": (
        "options.py",
        "Kind.BET, 0",
        "Kind.PASS, 0",
        r"options lists one action twice: PASS, a 0, b 0, c 0 \(.*options\.py, line 10, in decision 0 of game 0\)",
    ),
    "credits_of_more_than_1": (
        "victory.py",
        "= 0.5 + player.won",
        "= 0.6 + player.won",
        r"apply ends the game with shares of the win \(state\.credit\) that sum to 1\.2, not to 1 \(.*moves\.py, line",
    ),
    "other_chance": (
        "setup.py",
        "state.first = below(state, FIRST_PLAYER, rules.seats)",
        "import random\n    state.first = int(random.random() * 2)",
        r"setup gives two results for one position: state\.\w+ differs; .*setup\.py, line 26 draws from another source "
        r"than chance\.py \(",
    ),
    "no_shuffle_in_redeal": (
        "hidden.py",
        "    shuffle(state, HIDDEN, state.deck[1:])\n",
        "",
        r"redeal never resamples state\.players\.card and state\.deck, which hidden\.py declares as hidden: every draw "
        r"gives the same result \(.*hidden\.py, line 27\)",
    ),
    "redeal_that_knows_too_much": (
        "hidden.py",
        "    _canonical(state, seat)\n",
        "    if state.players[1 - seat].card == 0:\n        _canonical(state, seat)\n",
        r"redeal (depends on more than what seat \d sees|changes state\.players\.card of seat)",
    ),
    "redeal_that_changes_what_is_seen": (
        "hidden.py",
        "    _canonical(state, seat)\n",
        "    _canonical(state, seat)\n    state.first = 1 - state.first\n",
        r"redeal (changes state\.first, which hidden\.py does not declare as hidden|depends on more)",
    ),
    "no_such_hidden_field": (
        "hidden.py",
        '"players.card"',
        '"players.cards"',
        r"redeal has a field 'players\.cards' in PRIVATE or HIDDEN_FIELDS that the state does not have: did you mean "
        r"'players\.card'",
    ),
    "no_acting_seat": (
        "setup.py",
        "    state.actor = state.first\n",
        "    state.actor = -1\n",
        r"setup leaves the decision to seat -1: state\.actor must be from 0 to 1 \(.*setup\.py, line 17, in decision 0",
    ),
    "misspelt_field": (
        "moves.py",
        "player.bets += 1",
        "player.betz += 1",
        r"apply reads or writes the field 'betz', which does not exist: did you mean 'bets'\? .*moves\.py, line 16, in",
    ),
    "plain_function": (
        "victory.py",
        "@rule\ndef _pot_to",
        "def _pot_to",
        r"(fold|showdown) is compiled and calls the plain Python function _pot_to, which needs @rule "
        r"\(.*victory\.py, line 11\)",
    ),
    "missing_weight": (
        "strategies/weights.toml",
        "after_bet_k = 9.0\n",
        "",
        r"the strategy 'sensible' reads or writes weights\[11\], but its indices go from 0 to 10; a weight is missing "
        r"in weights\.toml \(.*sensible\.py, line 21, in",
    ),
    "missing_weight_with_a_name": (
        "strategies/weights.toml",
        "recall_j = -9.0\n",
        "",
        r"the strategy 'sensible' reads Weight\.RECALL_J, which weights\.toml does not have: did you mean 'recall_\w'",
    ),
    "changed_rules": (
        "moves.py",
        "player.bets += 1",
        "rules.bet += 1",
        r"apply changes the rules: a number that changes in play belongs to the state \(.*moves\.py, line 12, in",
    ),
    "exception": (
        "moves.py",
        "player.bets += 1",
        "player.bets += (1, 2)[state.actor + 5]",
        r"apply raises IndexError: tuple index out of range \(.*moves\.py, line 16, in decision \d of game 0\)",
    ),
    "none": ("moves.py", "player.bets += 1", "player.bets += 1", r"$"),
}
PROGRAM = """
import json, sys
import numpy as np
from starbalance.simulator.games import find_game
from starbalance.simulator.engine import tables
from starbalance.simulator.runs import trial

np.seterr(all="ignore")
trial.STEPS = trial.DECISIONS = 300
found = {}
for folder in sys.argv[1:]:
    game = find_game(folder)
    rules = np.zeros(1, tables.load(game).record.dtype)
    rules[0] = tables.load(game).record
    found[game.package] = trial.Trial(game, rules, patience=60.0, longest=60.0).run()
print(json.dumps(found))
"""


def planted(folder, name):
    """Return a copy of Kuhn poker with one fault."""
    file, old, new, _ = FAULTS[name]
    shutil.copytree(KUHN, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / name / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / name


@pytest.fixture(scope="module")
def sentences(tmp_path_factory):
    """The violation message by fault, all from one process."""
    folder = tmp_path_factory.mktemp("games")
    words = [sys.executable, "-c", PROGRAM, *(str(planted(folder, name)) for name in FAULTS)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_reported_in_one_sentence(sentences, name):
    assert re.match(FAULTS[name][3], sentences[name]), sentences[name]


@pytest.fixture
def game_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.parametrize("command", [("run", "--games", "4"), ("play",)])
def test_a_game_that_does_not_end_is_neither_compiled_nor_played(game_folder, command):
    folder = planted(game_folder, "go_on_without_decision").rename(game_folder / f"hangs_in_{command[0]}")
    result = CliRunner().invoke(app, [command[0], str(folder), *command[1:]])
    assert result.exit_code == 2
    assert "Compiling" not in result.output
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Kuhn poker: proceed never reaches a decision: after 10,000 steps")
    assert f"{folder / 'moves.py'}, line 34" in last


def test_a_hanging_rule_is_reported_with_its_line(game_folder, monkeypatch):
    monkeypatch.setattr(game_check, "PATIENCE", 1.0)
    monkeypatch.setitem(FAULTS, "endless", ("moves.py", "player.bets += 1", "while True: pass", ""))
    game = find_game(planted(game_folder, "endless"))
    message = game_check.find_violation(game, tables.load(game).record)
    assert re.fullmatch(r"apply takes more than 1 s \(.*moves\.py, line 16, in decision \d of game \d\)", message)


def test_a_switch_without_a_source_is_refused_with_its_line(game_folder):
    fault = ("data/switches.toml", 'source = "published"\nnote = "What a bet', 'note = "What a bet', "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAULTS, "no_source", fault)
        game = find_game(planted(game_folder, "no_source"))
    with pytest.raises(BadInput, match=r"switches\.toml, line 8: 'bet' has no source for 'value'. Write source = "):
        tables.read(game)


def test_a_game_is_checked_once_for_each_version_of_its_rules(tmp_path, monkeypatch):
    lines, game = [], find_game(KUHN)
    monkeypatch.setattr(game_check, "cache_folder", lambda module: tmp_path)
    monkeypatch.setattr(game_check, "find_violation", lambda game, rules, longest: "")
    for bet in (1, 1, 2, 2):
        game_check.check_game(game, tables.load(game, set={"switches.bet": bet}).record, lines.append)
    assert len(lines) == 2
    monkeypatch.setattr(game_check, "source_hash", lambda packages: f"{source_hash(packages)}-edited")
    game_check.check_game(game, tables.load(game).record, lines.append)
    assert len(lines) == 3


def test_a_built_in_game_is_not_checked(monkeypatch):
    monkeypatch.setattr(game_check, "find_violation", lambda game, rules, longest: "is wrong")
    game_check.check_game(find_game("4000-ad"), np.zeros(1), print)
    with pytest.raises(BadInput, match="Kuhn poker: is wrong"):
        game_check.check_game(find_game(KUHN), tables.load(find_game(KUHN), set={"switches.ante": 9}).record, print)
