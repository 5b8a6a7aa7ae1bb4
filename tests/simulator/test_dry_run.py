"""Dry runs of user strategies: each violation ends in one sentence with file and line."""

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
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import dry_run, information_check

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
CHANGES = "a strategy may change only scores and state.notes[state.actor]"
HOSTILE = {
    "state.players[state.actor - 1].distance": "reads or writes state.players[-1], but its indices go from 0 to 2",
    "scores[0] = rules.boost[99]": "reads or writes rules.boost[99], but its indices go from 0 to 2",
    "scores[7] = 1.0": "reads or writes scores[7], but its indices go from 0 to 1",
    "state.rounds += 1": f"changes state.rounds; {CHANGES}",
    "state.players[0].distance = 5": f"changes state.players[0].distance; {CHANGES}",
    "state.deck[1] = 5": f"changes state.deck[1]; {CHANGES}",
    "state.notes[1 - state.actor] = 5": f"changes state.notes[1]; {CHANGES}",
    "rules.boost[0] = 5": f"changes rules.boost[0]; {CHANGES}",
    "options[0].kind = 1": f"changes options[0].kind; {CHANGES}",
    "scores[:] = state.round": "reads state.round, which does not exist: did you mean 'rounds'",
    "raise ValueError('boom')": "raises ValueError: boom",
    "sys.exit(3)": "calls sys.exit",
    "while True: scores[0] += 0": "takes more than 1 s for one decision",
}
# checked in separate processes, which takes seconds
IN_PROCESS = ("sys.exit(3)", "while True: scores[0] += 0", "state.rounds += 1")
AFTERWARDS = {
    "scores[1] = np.nan": "leaves option 1 of 2 (STOP, a 0, b 0, c 0) with the score nan",
    "scores[:] = -np.inf": "leaves option 0 of 2 (ROLL, a 0, b 0, c 0) with the score -inf",
}


@pytest.fixture
def game():
    """The example game, which is compiled before the tests start."""
    return str(TEMPLATE)


def write_strategy(folder, line):
    path = folder / "mine.py"
    path.write_text(f"{HEAD}    {line}\n")
    return f"{path}:mine"


def refusal(game, folder, line):
    with pytest.raises(BadInput) as error:
        run(game, games=4, strategies=write_strategy(folder, line))
    return str(error.value)


@pytest.fixture
def short_patience(monkeypatch):
    """The time limit of a call is one second."""
    monkeypatch.setattr(dry_run, "PATIENCE", 1.0)


@pytest.fixture
def in_this_process(monkeypatch):
    """The checked games are played in this process, without a time limit."""
    monkeypatch.setattr(dry_run, "Clock", lambda *about: SimpleNamespace(called=0.0))
    monkeypatch.setattr(dry_run, "violation", lambda plan: dry_run._Rehearsal(plan, 0.0, print).play())


def assert_refused(game, folder, line):
    message = refusal(game, folder, line)
    assert message.startswith(f"The strategy 'mine' {HOSTILE[line]}"), message
    assert f"({folder}/mine.py, line {LINE}, in game 0 of seed 0)." in message


@pytest.mark.parametrize("line", IN_PROCESS)
def test_a_process_that_checks_a_strategy_reports_the_violation(game, tmp_path, short_patience, line):
    assert_refused(game, tmp_path, line)


@pytest.mark.parametrize("line", [line for line in HOSTILE if line not in IN_PROCESS])
def test_a_violation_is_reported_in_one_sentence(game, tmp_path, in_this_process, line):
    assert_refused(game, tmp_path, line)


@pytest.mark.parametrize("line", AFTERWARDS)
def test_an_option_without_a_score_is_named(game, tmp_path, in_this_process, line):
    assert refusal(game, tmp_path, line).startswith(f"The strategy 'mine' {AFTERWARDS[line]}")


def test_the_rules_of_a_strategy_are_checked_too(game, tmp_path, in_this_process):
    message = refusal(game, tmp_path, "scores[0] = helper(state, -1)")
    assert "reads or writes state.players[-1]" in message
    assert "mine.py, line 8," in message


def test_a_strategy_that_ends_the_process_is_reported(game, tmp_path):
    assert "ends the process that checks it (exit code 3)" in refusal(game, tmp_path, "os._exit(3)")


def test_a_strategy_may_write_its_notes_and_call_the_toolkit(game, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from example_game.strategies import sensible\n\n"
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
    messages, line = [], f"scores[0] = {time.time_ns()}"  # a line that differs from all earlier tests
    for _ in range(2):
        run(game, games=4, strategies=write_strategy(tmp_path, line), notify=messages.append)
    assert sum("Checking the strategy 'mine'" in line for line in messages) == 1


RARE = (  # true in one of a million positions, so never in the checked games
    "(state.turn * 7919 + state.players[0].distance * 104729 + state.players[1].distance * 1299709"
    " + state.players[2].distance * 15485863 + state.gain * 32452843) % {} == 0"
)


def test_an_exception_in_a_determinization_is_reported(game, tmp_path):
    message = refusal(game, tmp_path, "if state.key[1] > 20: raise ValueError('late')")
    assert message.startswith(f"The strategy 'mine' raises ValueError: late ({tmp_path}/mine.py, line ")


def test_a_hanging_strategy_in_a_determinization_is_reported(game, tmp_path, monkeypatch):
    def hang(audit):
        audit._called = time.monotonic()
        time.sleep(3)  # the call ends after the test

    monkeypatch.setattr(information_check, "PATIENCE", 0.5)
    monkeypatch.setattr(information_check._Audit, "run", hang)
    message = refusal(game, tmp_path, f"scores[0] = {time.time_ns()}")
    assert message.startswith(f"The strategy 'mine' takes more than 0 s for one decision ({tmp_path}/mine.py, line ")


@pytest.mark.skipif(not compiled(), reason="the checked games are slow without the JIT")
def test_an_error_during_the_run_names_the_game(game, tmp_path):
    line = f"if {RARE.format(200_003)}: raise ValueError('late')"
    with pytest.raises(
        BadInput, match=r"Game (\d+) of seed 0 stopped: ValueError: late\. Replay it with --seed 0 --game \1"
    ):
        run(game, games=16_000, strategies=write_strategy(tmp_path, line), jobs=1)


@pytest.mark.skipif(not compiled(), reason="Ctrl-C ends uncompiled loops anyway")
def test_ctrl_c_ends_a_run_with_an_endless_strategy(game, tmp_path):
    spec = write_strategy(tmp_path, f"while {RARE.format(1_000_003)}: scores[0] += 0")
    words = ["run", game, "--games", "64000", "--strategies", spec, "--out", str(tmp_path / "run")]
    with subprocess.Popen([sys.executable, "-m", "starbalance", *words], stderr=subprocess.PIPE) as process:
        until = time.monotonic() + 120
        while not list(tmp_path.glob("run/parts/manifest-*")) and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130, process.stderr.read().decode()


@pytest.mark.parametrize("command", [("run", "--games", "4"), ("play",)])
def test_the_command_line_ends_with_one_sentence_and_exit_code_2(game, tmp_path, command):
    words = [command[0], game, *command[1:], "--strategies", write_strategy(tmp_path, "state.rounds += 1")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert "changes state.rounds" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("name", "players"), [("handful-of-stars", 2), pytest.param("interstellar-ambitions", 3, marks=pytest.mark.nightly)]
)
def test_a_strategy_may_call_a_score_that_writes_to_scratch(name, players, tmp_path):
    """Fields that a state declares as SCRATCH are not part of the position."""
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
