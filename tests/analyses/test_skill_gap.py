"""The value of skill: gaps agree with a slow count, strategies in points of skill agree with another model."""

import numpy as np
import polars as pl
import pytest
from scipy.optimize import minimize

from starbalance.analyses.questions.effects import effects
from starbalance.analyses.questions.skill_gap import exchange, skill_gap
from starbalance.analyses.statistics.pandas_frame import to_pandas
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

GAMES = 4000
SLOPE, STRATEGIES = 0.6, {"good": 0.9, "fair": 0.3, "poor": 0.0}


def played(games, skills):
    """Return three-player games whose winner follows a logit model of skill and strategy."""
    dice = np.random.default_rng(2011)
    skill, strategy = dice.choice(skills, (games, 3)), dice.integers(0, 3, (games, 3))
    names, values = list(STRATEGIES), np.array(list(STRATEGIES.values()))
    winner = np.argmax(SLOPE * skill + values[strategy] + dice.gumbel(size=(games, 3)), axis=1)
    seats = pl.DataFrame(
        {
            "game": np.repeat(np.arange(games), 3),
            "seat": np.tile([1, 2, 3], games),
            "skill": skill.ravel(),
            "strategy": np.array(names)[strategy].ravel(),
            "credit": np.eye(3)[winner].ravel(),
        }
    )
    settings = {"game": "ascending-empires", "setup": "three", "seed": 0, "changes": {}}
    return Result(
        settings, None, ({"games": pl.DataFrame({"game": np.arange(games), "truncated": 0}), "seats": seats},)
    )


@pytest.fixture(scope="module")
def made_up():
    return played(GAMES, [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0])


def test_the_gap_is_the_distance_to_the_mean_skill_of_the_opponents(made_up):
    frame = to_pandas(made_up.seats)
    games = frame["skill"].to_numpy().reshape(-1, 3)
    apart = (games - (games.sum(axis=1, keepdims=True) - games) / 2).ravel()
    near = np.array([min(np.arange(-4, 4.5, 0.5), key=lambda gap, x=x: (abs(gap - x), abs(gap))) for x in apart])
    table = skill_gap(made_up)
    assert table["gap"].astype(str).tolist() == ["-2.0", "-1.5", "-1.0", "-0.5", "0.0", "0.5", "1.0", "1.5", "2.0"]
    for row in table.itertuples():
        is_in_cell = np.clip(near, -2, 2) == row.gap
        assert row.games == frame["game"][is_in_cell].nunique()
        assert row.share == pytest.approx(frame["credit"][is_in_cell].mean())
    by = skill_gap(made_up, ["strategy"])
    assert list(by.columns[:3]) == ["strategy", "gap", "games"] and len(by) == 27


def test_strategies_in_points_of_skill_agree_with_a_model_with_a_slope(made_up):
    """A model with one slope for all games gives the same estimates, well within their error."""
    frame = to_pandas(made_up.seats)
    skill = frame["skill"].to_numpy().reshape(-1, 3)
    is_on = np.stack([(frame["strategy"] == name).to_numpy().reshape(-1, 3) for name in ("fair", "poor")], axis=2)
    won = frame["credit"].to_numpy().reshape(-1, 3)

    def loss(free):
        utility = free[0] * skill + is_on @ free[1:]
        return np.log(np.exp(utility).sum(axis=1)).sum() - (utility * won).sum()

    slope, fair, poor = minimize(loss, np.zeros(3)).x
    table = exchange(made_up).set_index("strategy")
    assert list(table.index) == ["good", "fair", "poor"]
    error = (table["high"] - table["points"]) / 1.96
    assert abs(table.loc["fair", "points"] + fair / slope) < 0.2 * error["fair"]
    assert abs(table.loc["poor", "points"] + poor / slope) < 0.2 * error["poor"]
    assert table.attrs["slope_low"] < SLOPE < table.attrs["slope_high"]
    for name in ("fair", "poor"):
        assert table.loc[name, "low"] < (0.9 - STRATEGIES[name]) / SLOPE < table.loc[name, "high"]


def test_two_levels_of_skill_give_the_slope_between_their_effects():
    run = played(1000, [0.0, 2.0])
    table = exchange(run)
    low, high = effects(run, ["skill", "strategy", "seat"])["effect"][:2]
    assert table.attrs["slope"] == pytest.approx((high - low) / 2)
    assert table["points"].to_numpy() * table.attrs["slope"] == pytest.approx(table["behind"].to_numpy())


def test_a_run_without_skill_is_refused(small_run):
    with pytest.raises(BadInput, match="have no column 'skill': play it with the option skill"):
        skill_gap(small_run)
