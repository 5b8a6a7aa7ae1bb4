"""The number of games a verdict needs and their duration, estimated from a pilot."""

import pytest
from scipy import stats
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.plan import Watch, plan
from starbalance.analyses.questions.rates import rates
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs.run import run

CHASE = str(TEMPLATE)
PILOT = {"players": 3, "strategies": "pool", "seed": 3, "jobs": 1}


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_plan_contains_the_shares_of_its_pilot(work_folder):
    table = plan(CHASE, by=["ship"], pilot=300, **PILOT)
    pilot = rates(run(CHASE, games=300, **PILOT), ["ship"])
    assert table[["share", "low", "high"]].to_numpy() == pytest.approx(pilot[["share", "low", "high"]].to_numpy())
    assert not list(work_folder.iterdir()), "a pilot is not kept"


def test_games_at_an_equal_share_agree_with_two_one_sided_tests(work_folder):
    """Rejecting both bounds with a probability of 90 % needs (z + 1.645) ** 2 p (1 - p) / margin ** 2 (Schuirmann)."""
    table = plan(CHASE, by=["ship"], margin=0.03, chance=0.9, pilot=300, **PILOT)
    z = stats.norm.isf(0.05 / 3 / 2) + stats.norm.isf(0.05)
    assert table["games_at_equal_share"].to_numpy() == pytest.approx(z**2 * (2 / 9) / 0.03**2, rel=0.15)


def test_a_higher_probability_needs_more_games_and_a_wider_margin_fewer(work_folder):
    options = {"by": ["ship"], "pilot": 300, **PILOT}
    usual = plan(CHASE, **options)["games_at_equal_share"]
    assert (plan(CHASE, chance=0.99, **options)["games_at_equal_share"] > usual).all()
    assert (plan(CHASE, margin=0.04, **options)["games_at_equal_share"] < usual / 3).all()


def test_minutes_are_games_at_the_speed_of_the_pilot():
    watch = Watch(lambda *update: None)
    watch.seen = [(10.0, 0), (11.0, 500), (12.0, 3000)]
    assert watch.speed == 1500


def test_a_chance_lies_between_0_and_1():
    with pytest.raises(BadInput, match=r"between 0 and 1, such as 0.9, got 1"):
        plan(CHASE, chance=1)


def test_the_command(work_folder):
    result = CliRunner().invoke(app, ["run", CHASE, "--plan", "--pilot", "200", "--jobs", "1", "--margin", "5pp"])
    assert result.exit_code == 0, result.output
    assert "games_at_equal_share" in result.output and "each with a probability of 90%" in result.output
