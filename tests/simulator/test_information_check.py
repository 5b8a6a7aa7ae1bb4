"""Information checks: leaks in strategies are reported with field, file and line before a run."""

import time

import numpy as np
import pytest

from starbalance import run
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import information_check
from starbalance.simulator.runs.plan import make_plan
from tests.data import KUHN

HEAD = """
import numpy as np
from starbalance.simulator.engine.jit import rule

@rule
def below(state):
    return state.deck[state.rounds % 3]

def mine(state, rules, options, weights, scores):
    scores[:] = 0.0
"""
LINE = len(HEAD.splitlines()) + 1
LEAKS = """
from kuhn.state import Kind, Decision


def compares_cards(state, rules, options, weights, scores):
    is_higher = state.players[state.actor].card > state.players[1 - state.actor].card
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.BET) == is_higher else 0.0


def leaks_at_the_answer(state, rules, options, weights, scores):
    is_higher = state.players[state.actor].card > state.players[1 - state.actor].card
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.BET:
            if state.decision == Decision.ANSWER:
                scores[i] = 1.0 if is_higher else -1.0
            else:
                scores[i] = 1.0 if state.players[state.actor].card == 2 else -1.0


def leaks_late(state, rules, options, weights, scores):
    own, other = state.players[state.actor], state.players[1 - state.actor]
    for i in range(options.shape[0]):
        is_recall = state.decision == Decision.ANSWER and own.passes == 1 and own.card == 1
        scores[i] = float(other.card) if is_recall and options[i].kind == Kind.BET else 0.0
"""
CHEATS = {
    "scores[0] = state.players[1 - state.actor].card": ("state.players.card", LINE),
    "scores[0] = float(state.key[0] % np.uint64(1000))": ("state.key", LINE),
    "scores[0] = below(state)": ("state.deck", 7),
    "scores[0] = state.players[1 - state.actor].card + state.deck[1]": ("state.", LINE),
}


@pytest.fixture
def game():
    return str(TEMPLATE)


def write_strategy(folder, line):
    path = folder / "mine.py"
    path.write_text(f"{HEAD}    {line}\n")
    return f"{path}:mine"


def checked(game, strategy, seed=3):
    loaded = find_game(game)
    return information_check.check(make_plan(loaded, tables.load(loaded, players=2), strategies=strategy, seed=seed)[0])


def violation(game, strategy):
    return checked(game, strategy).violation


@pytest.mark.parametrize("line", CHEATS)
def test_an_information_leak_is_reported_with_its_line(game, tmp_path, line):
    field, number = CHEATS[line]
    message = violation(game, write_strategy(tmp_path, line))
    assert message.startswith(f"depends on hidden information, {field}")
    assert f"mine.py, line {number}, in decision " in message
    assert "when hidden information is resampled" in message


def test_inconsistent_scores_are_reported(game, tmp_path):
    assert violation(game, write_strategy(tmp_path, "scores[0] = np.random.random()")).startswith(
        "gives one position two different scores"
    )


@pytest.mark.parametrize("strategy", ["sensible", "bold", "uniform"])
def test_a_strategy_of_the_game_has_no_information_leak(game, strategy):
    assert violation(game, strategy) == ""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["compares_cards", "leaks_at_the_answer", "leaks_late"])
def test_a_leak_at_one_decision_type_is_detected_for_every_seed(tmp_path, name, seed):
    (tmp_path / "leaks.py").write_text(LEAKS)
    find_game(KUHN)
    message = checked(str(KUHN), f"{tmp_path / 'leaks.py'}:{name}", seed=seed).violation
    assert message.startswith("depends on hidden information, state.players.card: the score of option "), message
    assert f"{tmp_path / 'leaks.py'}, line " in message


@pytest.mark.parametrize("strategy", ["sensible", "honest"])
def test_positions_of_each_decision_type_are_checked(strategy):
    result = checked(str(KUHN), strategy)
    assert result.violation == ""
    assert set(result.counts) == {"OPEN", "ANSWER"}
    assert all(information_check.detection(count) > 0.95 for count in result.counts.values())
    assert "decisions of 2 decision types checked; a leak in 1% of the decisions of the least-checked type" in str(
        result.summary
    )
    assert result.missed == ()


def test_the_probability_of_detection_assumes_independent_positions():
    assert information_check.detection(0) == 0
    assert information_check.detection(69) == pytest.approx(0.5, abs=0.005)


def test_a_rare_decision_of_a_long_game_is_sampled_evenly(game):
    """Positions come from the whole game and not only from its beginning."""
    loaded = find_game(game)
    plan = make_plan(loaded, tables.load(loaded, set={"switches.goal": 200}), strategies="sensible", seed=1)[0]
    audit = information_check._Audit(plan)
    numbers = [number for number, _ in audit._sample(0, 0.0)]
    last = max(number for number, _ in information_check._Audit(plan)._decisions(0, 0.0, np.random.default_rng(0)))
    assert len(numbers) == information_check.OF_A_GAME
    assert max(numbers) > 0.8 * last and min(numbers) < 0.2 * last


def test_the_size_of_the_check_is_printed_before_the_run(tmp_path):
    lines = []
    spec = write_strategy(tmp_path, f"scores[0] = {time.time_ns()}")
    run(KUHN, games=4, strategies=spec, notify=lines.append)
    line = next(line for line in lines if line.startswith("No information leak in 'mine': "))
    assert "probability" in line and line.endswith("%.")


def test_a_strategy_may_use_public_and_private_information(game, tmp_path):
    assert (
        violation(
            game,
            write_strategy(tmp_path, "scores[0] = -1.0 - state.players[state.actor].card - state.players[0].rolls"),
        )
        == ""
    )


def test_a_run_of_a_strategy_with_a_leak_is_not_played(game, tmp_path):
    with pytest.raises(
        BadInput,
        match=r"'mine' depends on hidden information, state.deck: the score of option 0 of 2 .* line 7, in decision",
    ):
        run(game, games=4, strategies=write_strategy(tmp_path, "scores[0] = below(state)"))
