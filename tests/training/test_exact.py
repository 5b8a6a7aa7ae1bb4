"""Exact best responses against published and computed values."""

import re

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.training import exact
from starbalance.analyses.training.exact import Draws, exact_exploitability
from starbalance.analyses.training.response import exploitability
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import new_game


def test_draws_have_every_result_with_its_probability():
    """Two draws of 2 and 3 results: the second only if the first is 1."""
    draws = Draws()

    def act():
        first = draws.result(2)
        return first, draws.result(3) if first else None

    outcomes = dict((value, probability) for probability, value in draws.outcomes(act))
    assert outcomes == {(0, None): 1 / 2, (1, 0): 1 / 6, (1, 1): 1 / 6, (1, 2): 1 / 6}


def test_the_equilibrium_of_kuhn_poker_has_no_better_response():
    """The value of the game is -1/18 for the first player (Kuhn, 1950)."""
    table = exact_exploitability("kuhn-poker")
    assert list(table["value"]) == pytest.approx([-1 / 18, 1 / 18], abs=1e-12)
    assert list(table["gain"]) == [0.0, 0.0]


@pytest.mark.parametrize("bluff", [0.0, 0.2])
def test_every_bluff_up_to_a_third_is_an_equilibrium(bluff, tmp_path, monkeypatch):
    """Kuhn (1950): the first player has a family of equilibria. The second player then has only one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bluff.toml").write_text(f"[own]\nweights = {{ bluff = {bluff} }}\n")
    table = exact_exploitability("kuhn-poker", strategies=["bluff.toml:own", "sensible"])
    assert list(table["value"]) == pytest.approx([-1 / 18, 1 / 18], abs=1e-12)
    assert list(table["gain"]) == [0.0, 0.0]


def test_random_play_of_kuhn_poker_loses_eleven_twelfths():
    """NashConv of the uniform strategies, as other implementations of the game compute it."""
    table = exact_exploitability("kuhn-poker", strategies="uniform")
    assert table["gain"].sum() == pytest.approx(11 / 12, abs=1e-12)
    assert table["value"].sum() == pytest.approx(0.0, abs=1e-12)


def test_players_that_never_bet_lose_an_ante_to_each_bet():
    table = exact_exploitability("kuhn-poker", strategies="passive")
    assert list(table["value"]) == [0.0, 0.0]
    assert list(table["gain"]) == [1.0, 1.0]


def test_larger_bets_change_the_value():
    """The rules of the run are played out, with their changes."""
    table = exact_exploitability("kuhn-poker", strategies="passive", set={"switches.ante": 3})
    assert list(table["gain"]) == [3.0, 3.0]


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("pig", {"histories": 1000}, "Pig has more than 1,000 histories, so it cannot be played out."),
        ("kuhn-poker", {"strategies": "search:sensible@8"}, "needs one strategy without a search for each player"),
        ("kuhn-poker", {"strategies": "pool"}, "needs one strategy without a search for each player"),
        ("kuhn-poker", {"strategies": "passiv"}, "did you mean 'passive'"),
    ],
)
def test_what_cannot_be_played_out_is_refused_in_a_sentence(game, options, sentence):
    with pytest.raises(BadInput, match=re.escape(sentence)):
        exact_exploitability(game, **options)


def test_a_game_that_is_too_long_for_a_process_is_refused(monkeypatch):
    """Comet Chase with 100,000 frames takes 18 s, so the error is planted."""

    def too_deep(*arguments):
        raise RecursionError

    reports = []
    monkeypatch.setattr(exact.child, "reporter", lambda: reports.append)
    monkeypatch.setattr(exact.sys, "setrecursionlimit", lambda limit: None)
    monkeypatch.setattr(exact, "_prescribe", lambda: None)
    monkeypatch.setattr(exact, "Tree", too_deep)
    exact.main(("kuhn-poker", {}, 100))
    assert reports == ["has games of many thousand decisions, so it cannot be played out"]


@pytest.mark.parametrize("most", [719, 720])
def test_a_shuffle_with_too_many_results_is_refused_before_a_game_ends(monkeypatch, most):
    monkeypatch.setattr(exact, "DRAWS", Draws(most=most))
    results = exact.DRAWS.outcomes(lambda: exact._order(np.arange(6)))
    if most == 720:
        assert len(list(results)) == 720
        return
    with pytest.raises(exact.TooLarge, match="has more than 719 histories"):
        next(results)


def test_the_command_prints_the_gains_and_their_sum():
    printed = CliRunner().invoke(app, ["strategy", "exploitability", "kuhn-poker", "--strategies", "uniform"])
    assert printed.exit_code == 0, printed.output
    assert "gain 0.9167 in all (NashConv)" in printed.output
    assert printed.stderr == "Playing at most 1,000,000 histories of Kuhn poker, as plain Python ...\n"


@pytest.fixture(scope="module")
def shares(tmp_path_factory):
    """Kuhn poker whose result is the share of the win."""
    file = new_game(tmp_path_factory.mktemp("games") / "kuhn_shares", cards=True) / "__init__.py"
    file.write_text(file.read_text().replace("has_payoffs=True", "has_payoffs=False"))
    return str(file.parent)


@pytest.mark.parametrize(("rival", "seed"), [("sensible", 4), ("passive", 3)])
def test_a_trained_response_improves_a_weight_near_0_and_gains_no_more_than_the_exact_response(
    shares, rival, seed, tmp_path, monkeypatch
):
    """Its player takes both places in turn. Trained and exact gains are shares of the win."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "timid.toml").write_text("[own]\nweights = { bluff = 0.001 }\n")
    best = exact_exploitability(shares, strategies=rival)["best"].mean() - 1 / 2
    pairs = [["timid.toml:own", rival], [rival, "timid.toml:own"]]
    values = [exact_exploitability(shares, strategies=pair)["value"][place] for place, pair in enumerate(pairs)]
    row = exploitability("kuhn-poker", [rival], base=["timid.toml:own"], budget=20_000, seed=seed, jobs=1).iloc[0]
    assert sum(values) / 2 - 1 / 2 + 0.015 < row["gain"]
    assert row["low"] <= best
