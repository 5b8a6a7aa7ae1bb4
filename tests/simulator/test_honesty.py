"""Strategies that see what they must not: told with field, file and line, before any run of theirs."""

import pytest

from starbalance import run
from starbalance.simulator import find_game, tables
from starbalance.simulator.errors import BadInput
from starbalance.simulator.outside import TEMPLATE
from starbalance.simulator.runs import honesty
from starbalance.simulator.runs.plan import make_plan

HEAD = """
import numpy as np
from starbalance.simulator.kernel import rule

@rule
def below(state):
    return state.deck[state.rounds % 3]

def mine(state, rules, options, weights, scores):
    scores[:] = 0.0
"""
LINE = len(HEAD.splitlines()) + 1
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


def complaint(game, strategy):
    found = find_game(game)
    return honesty.complaint(make_plan(found, tables.load(found, players=2), strategies=strategy, seed=3)[0])


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
