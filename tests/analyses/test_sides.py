"""Shares of a win: sides come from the declaration of the setup, never from the credits of the sample."""

from math import isclose

import numpy as np
import polars as pl
import pytest

from starbalance.analyses.questions.compare import share_differences
from starbalance.analyses.questions.effects import effects
from starbalance.analyses.questions.find import find
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics import aggregate
from starbalance.analyses.statistics.aggregate import equal_share, sides_in, sum_clusters
from starbalance.analyses.statistics.standings import Standings
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.game import Setup
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run
from tests.data import KUHN, declared

ALLIES = {"game": "4000-ad", "setup": "alliances4", "changes": {}, "seed": 0}


@pytest.fixture(scope="module")
def kuhn():
    return str(find_game(KUHN).address)


def run_with_credits(settings, *credits):
    """Return a run with the given credits, a tuple for each game."""
    seats = len(credits[0])
    frames = {
        "games": pl.DataFrame({"game": np.arange(len(credits)), "truncated": 0}),
        "seats": pl.DataFrame(
            {
                "game": np.repeat(np.arange(len(credits)), seats),
                "seat": np.tile(np.arange(1, seats + 1), len(credits)),
                "credit": np.array(credits, float).ravel(),
            }
        ),
    }
    return Result(settings, None, (frames,))


def test_proportional_payoffs_are_shares_of_one_win(kuhn):
    """No player of Kuhn poker has a credit of 1, but the shares of the seats add up to 1."""
    table = rates(run(kuhn, games=4000, seed=1, strategies=f"{KUHN}/passive.toml:passive"), ["seat"])
    assert table["share"].mean() == 0.5


def test_the_first_player_of_kuhn_poker_has_its_known_value(kuhn):
    """The equilibrium value of a hand for the first player is -1/18 of a chip, a share of 1/2 - 1/72."""
    first = rates(run(kuhn, games=40_000, seed=11, strategies="sensible@1"), ["seat"]).iloc[0]
    assert first["low"] < 0.5 - 1 / 72 < first["high"]
    assert first["high"] - first["low"] < 0.01


def test_differences_of_proportional_payoffs_cancel_out(kuhn):
    one, two = (
        run(kuhn, games=1000, seed=1, strategies=name) for name in (f"{KUHN}/passive.toml:passive", "sensible@1")
    )
    table = share_differences(one, two, ["seat"])
    assert table["share_base"].sum() == pytest.approx(1) and table["difference"].sum() == pytest.approx(0)


def test_allies_with_only_draws_have_half_a_win():
    table = rates(run_with_credits(ALLIES, *[[0.25] * 4] * 10), ["seat"])
    assert table["share"].tolist() == [0.5, 0.5] and equal_share(run_with_credits(ALLIES, [0.25] * 4)) == 0.5


def test_allies_with_unequal_credits_win_together():
    """The side of two allies wins for any division of the credit, and a share never exceeds 1."""
    table = rates(run_with_credits(ALLIES, *[(0.7, 0.3, 0.0, 0.0)] * 3, (0.1, 0.1, 0.5, 0.3)), ["seat"])
    assert table["share"].tolist() == pytest.approx([0.8, 0.2])


def test_equal_credits_of_a_sample_do_not_make_allies():
    """Three seats are three sides, although two of them have equal credits in every game."""
    run = run_with_credits({**declared(3), "seed": 0}, *[(0.25, 0.25, 0.5)] * 30, *[(0.5, 0.5, 0.0)] * 30)
    assert list(rates(run, ["seat"])["seat"]) == [1, 2, 3]
    assert list(effects(run, ["seat"])["level"]) == ["1", "2", "3"]


def test_the_highest_payoff_wins_a_game_with_proportional_payoffs():
    games = Standings(np.ones((2, 1, 2)), np.ones(2, int), np.array([[0.75, 0.25], [0.5, 0.5]]))
    assert games.winners.tolist() == [[True, False], [True, True]]
    assert games.is_shared.tolist() == [False, True]


def test_the_seat_with_the_highest_payoff_wins(kuhn):
    """Exactly one of two players wins each hand, although both have a credit."""
    hands = run(kuhn, games=50, seed=1, strategies="sensible")
    assert (find(hands, "won=true").seats, find(hands, "won=false").seats) == (50, 50)


def test_credits_that_are_not_multiples_of_one_sixtieth_are_summed_exactly():
    credit = np.random.default_rng(3).random(5000) / 7
    rows = pl.DataFrame({"game": np.arange(5000), "cell": 0, "credit": credit})
    for pieces in ([rows], [rows[:2000], rows[2000:]]):
        _, sums = sum_clusters([each.lazy() for each in pieces], ["cell"], {"credit": pl.col("credit")})
        assert isclose(sums.sums[0, 0], credit.sum(), rel_tol=1e-12)
        assert isclose(sums.products[0, 0, 0], (credit**2).sum(), rel_tol=1e-12)


def test_shares_of_any_credits_are_reproducible():
    dice = np.random.default_rng(4).random(3000)
    result = run_with_credits(declared(2), *np.stack([dice, 1 - dice], axis=1))
    assert rates(result, ["seat"]).equals(rates(result, ["seat"]))
    assert rates(result, ["seat"])["share"].sum() == pytest.approx(1, abs=1e-12)


def test_every_setup_declares_sides_that_the_rules_name():
    for game in map(find_game, ("4000-ad", "4000-ad-leaders", "handful-of-stars", "interstellar-ambitions")):
        for setup in game.setups:
            named = tables.load(game, setup.name).record
            sides = named.side[: setup.seats].tolist() if "side" in named.dtype.names else range(setup.seats)
            assert (
                setup.sides
                == len(set(sides))
                == round(1 / equal_share(Result({"game": game.name, "setup": setup.name, "changes": {}}, None, ())))
            )


def test_seats_that_cannot_be_divided_among_sides_are_refused():
    assert Setup("three", players=3, seats=3).sides == 3
    with pytest.raises(ValueError, match="5 seats cannot be divided among 2 sides"):
        Setup("odd", players=5, seats=5, sides=2)


def test_a_setup_without_a_side_for_each_seat_is_refused(monkeypatch):
    monkeypatch.setattr(aggregate, "setup_of", lambda result: Setup("pairs", players=4, seats=4, sides=2))
    with pytest.raises(BadInput, match="'pairs' declares 2 sides of 4 seats: the rules record needs a field 'side'"):
        rates(run_with_credits({**ALLIES, "setup": "independents4"}, (1, 0, 0, 0)), ["seat"])


@pytest.mark.parametrize("sides", [[0, 0, 0, 0], [1, 2, 1, 2], [0, 1, 1, 1]])
def test_sides_that_do_not_divide_the_seats_equally_are_refused(sides):
    record = np.rec.array([(sides,)], dtype=[("side", "i8", (4,))])[0]
    with pytest.raises(BadInput, match=r"`fill` of reader.py writes the side of each seat, .* got \[\d, \d, \d, \d\]"):
        sides_in(Setup("pairs", players=4, seats=4, sides=2), record)


def test_rules_whose_sides_differ_from_the_declaration_are_refused():
    changes = {"setups.independents4.alliances": True, "setups.independents4.side": [0, 0, 1, 1]}
    with pytest.raises(BadInput, match="must be false, since this setup has 4 sides"):
        tables.load(find_game("4000-ad"), "independents4", set=changes)
