"""Interactions agree with simulated truth, slow implementations and small cases by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from starbalance.analyses.presentation.wording import sums
from starbalance.analyses.questions.interactions import interactions
from starbalance.analyses.statistics.conditional_logit import Block, Column, Games, fit, misfit
from tests.analyses.test_effects import TRUE, drawn, one_hot, played, result, simulated

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

HOMES, PLANS = np.array(["Algol", "Mira", "Pavo", "Wega"]), np.array(["bold", "calm", "sly"])
COLUMNS = ("home", "strategy")


def pairs(seed, games, extra=0.0):
    """Return a run with additive homes and strategies, except `extra` utility for Mira with a sly strategy."""
    generator = np.random.default_rng(seed)
    home, plan = drawn(generator, games)
    utility = TRUE[0][home.codes] + TRUE[1][plan.codes]
    utility = utility + extra * ((home.codes == 1) & (plan.codes == 2))
    return result(played(generator, utility), "independents3", home=HOMES[home.codes], strategy=PLANS[plan.codes])


@pytest.mark.nightly
def test_false_interactions_have_the_nominal_rate():
    """Of 300 additive runs, some with shared wins, 5 % are rejected, within two standard errors (9 runs)."""
    tests = []
    for seed in range(300):
        games = simulated(seed, 800, shared=0.5 * (seed % 2))
        tests.append(misfit(games.with_cells(0, 1)[0], fit(games)))
    assert {each.freedom for each in tests} == {6}  # (4 - 1) (3 - 1)
    rejected = sum(stats.chi2.sf(each.square, each.freedom) < 0.05 for each in tests)
    assert 6 <= rejected <= 24
    assert np.mean([each.square for each in tests]) == pytest.approx(6, abs=0.6)


def test_the_score_statistic_is_near_the_likelihood_ratio_statistic():
    """With unshared wins and many games, the score test agrees with the slower likelihood-ratio test."""
    generator = np.random.default_rng(3)
    home, plan = drawn(generator, 20_000)
    utility = TRUE[0][home.codes] + TRUE[1][plan.codes] + 0.3 * (home.codes == 1) * (plan.codes == 2)
    games = Games(
        (Block(played(generator, utility), np.ones(3, int), (home, plan), np.ones(len(home.codes), int)),), (4, 3)
    )
    fitted, (wider, _) = fit(games), games.with_cells(0, 1)
    gained = 2 * (fit(wider).likelihood.sum() - fitted.likelihood.sum())
    assert misfit(wider, fitted).square == pytest.approx(gained, rel=0.05)
    assert gained > 20


def test_the_excess_is_wins_minus_expected_wins():
    games = simulated(4, 600)
    fitted, (wider, cells) = fit(games), games.with_cells(0, 1)
    tested, block = misfit(wider, fitted), games.blocks[0]
    weight = np.exp(one_hot(games) @ fitted.effect)
    missing = block.credit - weight / weight.sum(1, keepdims=True)
    for (home, plan), excess in zip(cells, tested.excess, strict=True):
        in_cell = (block.columns[0].codes == home) & (block.columns[1].codes == plan)
        assert excess == pytest.approx(missing[in_cell].sum(), abs=1e-4)


def test_a_planted_interaction_is_detected_with_its_size():
    (row,) = interactions(pairs(1, 20_000, extra=0.8), COLUMNS).to_dict("records")
    assert (row["column"], row["other"], row["verdict"]) == ("home", "strategy", "not additive")
    assert (row["level"], row["other_level"]) == ("Mira", "sly")
    assert row["p_value"] < 1e-9 and 3 < row["low"] < row["points"] < row["high"] < 15
    sentence = "The effects of home and strategy do not add up, most of all Mira with sly"
    assert sums(pd.DataFrame([row])).startswith(f"{sentence}: +")


def test_additive_columns_are_additive_in_many_games_and_undecided_in_few():
    many = interactions(pairs(2, 60_000), COLUMNS)
    assert list(many["verdict"]) == ["additive"]
    assert sums(many) == "The effects of home and strategy add up, to within the margin."
    few = interactions(pairs(2, 300), COLUMNS)
    assert list(few["verdict"]) == ["undecided"]
    assert sums(few) == "It is undecided whether the effects of home and strategy add up."


def test_games_are_counted_once_if_several_seats_have_both_levels():
    generator = np.random.default_rng(5)
    level, plan = generator.choice(["a", "b"], (400, 3)), generator.choice(["x", "y"], (400, 3))
    run = result(np.eye(3)[generator.integers(0, 3, 400)], "independents3", home=level, strategy=plan)
    row = interactions(run, COLUMNS).iloc[0]
    in_cell = (level == row["level"]) & (plan == row["other_level"])
    assert row["games"] == in_cell.any(axis=1).sum() < in_cell.sum()


def test_columns_of_different_slots_have_no_row():
    """One column has a level per side, the other a level per seat of allies."""
    sides = Column(np.array([[0, 1], [1, 0]]), np.arange(2))
    seats = Column(np.array([[0, 1, 2, 0], [2, 0, 1, 1]]), np.array([0, 0, 1, 1]))
    games = Games((Block(np.eye(2), np.array([2, 2]), (sides, seats), np.ones(2, int)),), (2, 3))
    assert not games.meet(0, 1) and games.meet(1, 1)


def test_a_run_of_games_has_a_row_for_each_two_columns(small_run):
    table = interactions(small_run)
    assert list(zip(table["column"], table["other"], strict=True)) == [
        ("home", "seat"),
        ("home", "strategy"),
        ("seat", "strategy"),
    ]
    assert table["p_value"].between(0, 1).all()
    assert (table["low"] <= table["points"]).all() and (table["points"] <= table["high"]).all()
