"""Strategies of a user's own that break what they must not: each ends in one sentence with file and line."""

import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from starbalance import run
from starbalance.analyses.cli import app
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import honesty, rehearsal

HEAD = """
import os, sys
import numpy as np
from starbalance.simulator.engine.jit import rule

@rule
def helper(state, k):
    return state.players[k].distance

def mine(state, rules, options, weights, scores):
    scores[:] = 0.0
"""
LINE = len(HEAD.splitlines()) + 1
CHANGES = "a strategy changes nothing but scores and state.notes[state.actor]"
HOSTILE = {
    "state.players[state.actor - 1].distance": "reads or writes state.players[-1], and its indices go from 0 to 2",
    "scores[0] = rules.boost[99]": "reads or writes rules.boost[99], and its indices go from 0 to 2",
    "scores[7] = 1.0": "reads or writes scores[7], and its indices go from 0 to 1",
    "state.rounds += 1": f"changes state.rounds; {CHANGES}",
    "state.players[0].distance = 5": f"changes state.players[0].distance; {CHANGES}",
    "state.deck[1] = 5": f"changes state.deck[1]; {CHANGES}",
    "state.notes[1 - state.actor] = 5": f"changes state.notes[1]; {CHANGES}",
    "rules.boost[0] = 5": f"changes rules.boost[0]; {CHANGES}",
    "options[0].kind = 1": f"changes options[0].kind; {CHANGES}",
    "scores[:] = state.round": "reads state.round, which is not there: did you mean 'rounds'",
    "raise ValueError('boom')": "raises ValueError: boom",
    "sys.exit(3)": "calls sys.exit",
    "while True: scores[0] += 0": "takes more than 1 s for one decision",
}
ALONE = ("sys.exit(3)", "while True: scores[0] += 0", "state.rounds += 1")  # each in a process, which takes seconds
AFTERWARDS = {
    "scores[1] = np.nan": "leaves option 1 of 2 (STOP, a 0, b 0, c 0) with the score nan",
    "scores[:] = -np.inf": "leaves option 0 of 2 (ROLL, a 0, b 0, c 0) with the score -inf",
}


@pytest.fixture
def game():
    """The miniature game, which is compiled before the tests start."""
    return str(TEMPLATE)


def own(folder, line):
    path = folder / "mine.py"
    path.write_text(f"{HEAD}    {line}\n")
    return f"{path}:mine"


def refusal(game, folder, line):
    with pytest.raises(BadInput) as found:
        run(game, games=4, strategies=own(folder, line))
    return str(found.value)


@pytest.fixture
def hurried(monkeypatch):
    """A second for each call."""
    monkeypatch.setattr(rehearsal, "PATIENCE", 1.0)


@pytest.fixture
def here(monkeypatch):
    """The checked games are played in this process, without a watch on the clock."""
    monkeypatch.setattr(rehearsal, "Clock", lambda *about: SimpleNamespace(called=0.0))
    monkeypatch.setattr(rehearsal, "complaint", lambda plan: rehearsal._Rehearsal(plan, 0.0, print).play())


def assert_refused(game, folder, line):
    found = refusal(game, folder, line)
    assert found.startswith(f"The strategy 'mine' {HOSTILE[line]}"), found
    assert f"({folder}/mine.py, line {LINE}, in game 0 of seed 0)." in found


@pytest.mark.parametrize("line", ALONE)
def test_a_process_that_checks_a_strategy_says_what_is_wrong(game, tmp_path, hurried, line):
    assert_refused(game, tmp_path, line)


@pytest.mark.parametrize("line", [line for line in HOSTILE if line not in ALONE])
def test_a_strategy_that_breaks_something_is_a_sentence(game, tmp_path, here, line):
    assert_refused(game, tmp_path, line)


@pytest.mark.parametrize("line", AFTERWARDS)
def test_a_strategy_that_leaves_options_without_a_score_names_the_option(game, tmp_path, here, line):
    assert refusal(game, tmp_path, line).startswith(f"The strategy 'mine' {AFTERWARDS[line]}")


def test_the_rules_of_a_strategy_are_checked_too(game, tmp_path, here):
    found = refusal(game, tmp_path, "scores[0] = helper(state, -1)")
    assert "reads or writes state.players[-1]" in found
    assert "mine.py, line 8," in found


def test_a_strategy_that_ends_the_process_is_a_sentence(game, tmp_path):
    assert "ends the process that checks it (exit code 3)" in refusal(game, tmp_path, "os._exit(3)")


def test_a_strategy_may_write_its_notes_and_call_the_toolkit(game, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from miniature.strategies import sensible\n\n"
        "def mine(state, rules, options, weights, scores):\n"
        "    sensible.score(state, rules, options, weights, scores)\n"
        "    state.notes[state.actor] += 1\n"
        "    state.notes[state.actor, 0] = 3\n"
    )
    find_game(game)
    result = run(game, games=4, strategies=f"{path}:mine")
    plain = run(game, games=4, strategies="sensible")
    assert result.seats.drop("strategy").equals(plain.seats.drop("strategy"))


def test_a_strategy_is_checked_once(game, tmp_path):
    told, line = [], f"scores[0] = {time.time_ns()}"  # which no strategy of an earlier test has
    for _ in range(2):
        run(game, games=4, strategies=own(tmp_path, line), tell=told.append)
    assert sum("Checking the strategy 'mine'" in line for line in told) == 1


RARE = (  # in one of a million positions: not in the checked games
    "(state.turn * 7919 + state.players[0].distance * 104729 + state.players[1].distance * 1299709"
    " + state.players[2].distance * 15485863 + state.gain * 32452843) % {} == 0"
)


def test_a_strategy_that_raises_in_a_determinization_is_a_sentence(game, tmp_path):
    found = refusal(game, tmp_path, "if state.key[1] > 20: raise ValueError('late')")
    assert found.startswith(f"The strategy 'mine' raises ValueError: late ({tmp_path}/mine.py, line ")


def test_a_strategy_that_hangs_in_a_determinization_is_a_sentence(game, tmp_path, monkeypatch):
    def hang(audit):
        audit._called = time.monotonic()
        time.sleep(3)  # the call ends by itself, after the test

    monkeypatch.setattr(honesty, "PATIENCE", 0.5)
    monkeypatch.setattr(honesty._Audit, "run", hang)
    found = refusal(game, tmp_path, f"scores[0] = {time.time_ns()}")
    assert found.startswith(f"The strategy 'mine' takes more than 0 s for one decision ({tmp_path}/mine.py, line ")


@pytest.mark.skipif(not compiled(), reason="the checked games take their time uncompiled")
def test_what_goes_wrong_in_the_run_itself_names_the_game(game, tmp_path):
    line = f"if {RARE.format(200_003)}: raise ValueError('late')"
    with pytest.raises(
        BadInput, match=r"Game (\d+) of seed 0 stopped: ValueError: late\. Replay it with --seed 0 --game \1"
    ):
        run(game, games=16_000, strategies=own(tmp_path, line), jobs=1)


@pytest.mark.skipif(not compiled(), reason="uncompiled loops end on Ctrl-C by themselves")
def test_ctrl_c_ends_a_run_whose_strategy_never_ends(game, tmp_path):
    spec = own(tmp_path, f"while {RARE.format(1_000_003)}: scores[0] += 0")
    words = ["run", game, "--games", "64000", "--strategies", spec, "--out", str(tmp_path / "run")]
    with subprocess.Popen([sys.executable, "-m", "starbalance", *words], stderr=subprocess.PIPE) as process:
        until = time.monotonic() + 120
        while not list(tmp_path.glob("run/parts/seal-*")) and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


@pytest.mark.parametrize("command", [("run", "--games", "4"), ("play",)])
def test_the_command_line_ends_with_one_sentence_and_exit_code_2(game, tmp_path, command):
    words = [command[0], game, *command[1:], "--strategies", own(tmp_path, "state.rounds += 1")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "changes state.rounds" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("name", "players"), [("handful-of-stars", 2), ("interstellar-ambitions", 3)])
def test_a_strategy_may_call_a_score_that_writes_to_scratch(name, players, tmp_path):
    """The fields that a state declares as SCRATCH are no part of the position."""
    path = tmp_path / "mine.py"
    path.write_text(
        f"from starbalance.strategies.{name.replace('-', '_')} import sensible\n\n"
        "def mine(state, rules, options, weights, scores):\n"
        "    sensible.score(state, rules, options, weights, scores)\n"
    )
    options = dict(players=players, games=4, set={"switches.max_rounds": 3})
    result = run(name, strategies=f"{path}:mine", **options)
    plain = run(name, strategies="sensible", **options)
    assert result.seats.drop("strategy").equals(plain.seats.drop("strategy"))
