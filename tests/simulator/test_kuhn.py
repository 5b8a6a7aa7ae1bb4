"""Kuhn poker, an external game with a known equilibrium: a test for each clause."""

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance import run
from starbalance.analyses.cli import app
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from tests.data import KUHN

GAME = find_game(KUHN)
PASS, BET = 0, 1
HANDS = [
    ([PASS, PASS], -1),
    ([BET, PASS], 1),
    ([BET, BET], -2),
    ([PASS, BET, PASS], -1),
    ([PASS, BET, BET], -2),
]


def begun(seed=1):
    rules = tables.load(GAME, "players2").record
    state = zeros(1, GAME.kernels.state_dt)[0]
    state.key[0] = seed
    set_up(GAME, state, rules)
    return state, rules


def action(kind):
    option = zeros(1, option_dt)[0]
    option.kind = kind
    return option


def test_each_deal_and_first_player_occurs():
    """KUH-1.1, KUH-1.2, KUH-1.3"""
    deals = set()
    for seed in range(60):
        state, _ = begun(seed)
        assert list(state.players["paid"]) == [1, 1]
        deals.add((int(state.first), int(state.players[0].card), int(state.players[1].card)))
    assert len(deals) == 12


@pytest.mark.parametrize(("moves", "chips"), HANDS)
def test_payoff_of_the_first_player_with_the_lower_card(moves, chips):
    """KUH-2.1, KUH-2.2, KUH-3.1, KUH-3.2, KUH-3.3"""
    state, rules = begun()
    first = int(state.first)
    state.players[first].card, state.players[1 - first].card = 0, 2
    for kind in moves:
        carry_out(GAME, state, rules, action(kind))
    assert state.over and state.players[first].won == chips
    assert state.credit[first] == 0.5 + chips / 4


def test_a_game_without_a_round_limit_has_a_timeline(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(KUHN, games=40, seed=3, timeline=True)
    timeline = result.scan("timeline").collect()
    last = timeline.group_by("game", "seat").agg(pl.col("round").max(), pl.col("standing").last())
    ends = result.seats.select("game", "seat", "chips").join(last, on=["game", "seat"])
    assert len(ends) == 80
    assert (ends["chips"] == ends["standing"]).all()
    assert result.settings["timeline"]


def test_a_game_without_a_round_limit_has_a_report(tmp_path, monkeypatch):
    """The scenario of the study has a timeline."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["report", str(KUHN), "--games", "200"])
    assert result.exit_code == 0, result.output
    assert list(tmp_path.rglob("report.html"))


def test_invariants_hold_in_random_games():
    """I-1, I-2, I-3"""
    invariants, dice = GAME.module("invariants"), np.random.default_rng(5)
    for seed in range(50):
        state, rules = begun(seed)
        while not state.over:
            before = state.copy()
            room = zeros(GAME.kernels.max_options, option_dt)
            carry_out(GAME, state, rules, dice.choice(room[: GAME.kernels.options(state, rules, room)]))
            assert invariants.violations(state, rules) + invariants.step_violations(before, state, rules) == []
