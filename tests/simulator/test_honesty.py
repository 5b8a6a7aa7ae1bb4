"""Strategies that see what they must not: told with field, file and line, before any run of theirs."""

import time

import numpy as np
import pytest

from starbalance import run
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import honesty
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
PEEKERS = """
from kuhn.state import Kind, Phase


def compares_cards(state, rules, options, weights, scores):
    is_higher = state.players[state.actor].card > state.players[1 - state.actor].card
    for i in range(options.shape[0]):
        scores[i] = 1.0 if (options[i].kind == Kind.BET) == is_higher else 0.0


def peeks_at_the_answer(state, rules, options, weights, scores):
    is_higher = state.players[state.actor].card > state.players[1 - state.actor].card
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.BET:
            if state.phase == Phase.ANSWER:
                scores[i] = 1.0 if is_higher else -1.0
            else:
                scores[i] = 1.0 if state.players[state.actor].card == 2 else -1.0


def peeks_late(state, rules, options, weights, scores):
    own, other = state.players[state.actor], state.players[1 - state.actor]
    for i in range(options.shape[0]):
        is_recall = state.phase == Phase.ANSWER and own.passes == 1 and own.card == 1
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


def own(folder, line):
    path = folder / "mine.py"
    path.write_text(f"{HEAD}    {line}\n")
    return f"{path}:mine"


def checked(game, strategy, seed=3):
    found = find_game(game)
    return honesty.check(make_plan(found, tables.load(found, players=2), strategies=strategy, seed=seed)[0])


def complaint(game, strategy):
    return checked(game, strategy).complaint


@pytest.mark.parametrize("line", CHEATS)
def test_a_strategy_that_peeks_is_told_where(game, tmp_path, line):
    field, number = CHEATS[line]
    told = complaint(game, own(tmp_path, line))
    assert told.startswith(f"peeks at {field}")
    assert f"mine.py, line {number}, in decision " in told
    assert "dealt anew" in told


def test_a_strategy_that_scores_in_two_ways_is_told(game, tmp_path):
    assert complaint(game, own(tmp_path, "scores[0] = np.random.random()")).startswith(
        "scores one position in two ways"
    )


@pytest.mark.parametrize("strategy", ["sensible", "bold", "uniform"])
def test_a_strategy_of_the_game_does_not_peek(game, strategy):
    assert complaint(game, strategy) == ""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["compares_cards", "peeks_at_the_answer", "peeks_late"])
def test_a_strategy_that_peeks_at_one_decision_type_is_refused_for_every_seed(tmp_path, name, seed):
    (tmp_path / "peeks.py").write_text(PEEKERS)
    find_game(KUHN)
    found = checked(str(KUHN), f"{tmp_path / 'peeks.py'}:{name}", seed=seed).complaint
    assert found.startswith("peeks at state.players.card: the score of option "), found
    assert f"{tmp_path / 'peeks.py'}, line " in found


@pytest.mark.parametrize("strategy", ["sensible", "honest"])
def test_each_decision_type_gets_its_share_of_the_positions(strategy):
    found = checked(str(KUHN), strategy)
    assert found.complaint == ""
    assert set(found.counts) == {"OPEN", "ANSWER"}
    assert all(honesty.detection(count) > 0.95 for count in found.counts.values())
    assert "decisions of 2 decision types checked; a leak in 1% of the decisions of the least-checked type" in str(
        found.summary
    )
    assert found.missed == ()


def test_the_probability_of_detection_is_of_independent_positions():
    assert honesty.detection(0) == 0
    assert honesty.detection(69) == pytest.approx(0.5, abs=0.005)


def test_a_rare_decision_of_a_long_game_is_sampled_evenly(game):
    """Positions come from all of a game, not from its beginning."""
    found = find_game(game)
    plan = make_plan(found, tables.load(found, set={"switches.goal": 200}), strategies="sensible", seed=1)[0]
    audit = honesty._Audit(plan)
    numbers = [number for number, _ in audit._sample(0, 0.0)]
    last = max(number for number, _ in honesty._Audit(plan)._decisions(0, 0.0, np.random.default_rng(0)))
    assert len(numbers) == honesty.OF_A_GAME
    assert max(numbers) > 0.8 * last and min(numbers) < 0.2 * last


def test_the_size_of_the_check_is_a_line_before_the_run(tmp_path):
    lines = []
    spec = own(tmp_path, f"scores[0] = {time.time_ns()}")
    run(KUHN, games=4, strategies=spec, tell=lines.append)
    line = next(line for line in lines if line.startswith("No information leak in 'mine': "))
    assert "probability" in line and line.endswith("%.")


def test_one_may_see_what_lies_open_and_what_is_ones_own(game, tmp_path):
    assert (
        complaint(game, own(tmp_path, "scores[0] = -1.0 - state.players[state.actor].card - state.players[0].rolls"))
        == ""
    )


def test_a_run_of_a_strategy_that_peeks_is_not_played(game, tmp_path):
    with pytest.raises(
        BadInput, match=r"'mine' peeks at state.deck: the score of option 0 of 2, .* line 7, in decision"
    ):
        run(game, games=4, strategies=own(tmp_path, "scores[0] = below(state)"))
