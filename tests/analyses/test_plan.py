"""How many games a verdict needs, and how long they take, from a pilot."""

import pytest
from scipy import stats
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.plan import Watch, plan
from starbalance.analyses.questions.rates import rates
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.runs.run import run

CHASE = str(TEMPLATE)
PILOT = {"players": 3, "strategies": "pool", "seed": 3, "jobs": 1}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_plan_begins_with_the_shares_of_its_pilot(here):
    table = plan(CHASE, by=["ship"], pilot=300, **PILOT)
    alone = rates(run(CHASE, games=300, **PILOT), ["ship"])
    assert table[["share", "low", "high"]].to_numpy() == pytest.approx(alone[["share", "low", "high"]].to_numpy())
    assert not list(here.iterdir()), "a pilot is not kept"


def test_at_parity_the_games_are_those_of_two_one_sided_tests(here):
    """Both bounds are refuted with a chance of 90 % in all: (z + 1.645) ** 2 p (1 - p) / margin ** 2 (Schuirmann)."""
    table = plan(CHASE, by=["ship"], margin=0.03, chance=0.9, pilot=300, **PILOT)
    z = stats.norm.isf(0.05 / 3 / 2) + stats.norm.isf(0.05)
    assert table["games_at_parity"].to_numpy() == pytest.approx(z**2 * (2 / 9) / 0.03**2, rel=0.15)


def test_a_surer_verdict_takes_more_games_and_a_wider_margin_fewer(here):
    asked = {"by": ["ship"], "pilot": 300, **PILOT}
    usual = plan(CHASE, **asked)["games_at_parity"]
    assert (plan(CHASE, chance=0.99, **asked)["games_at_parity"] > usual).all()
    assert (plan(CHASE, margin=0.04, **asked)["games_at_parity"] < usual / 3).all()


def test_minutes_are_games_at_the_speed_of_the_pilot():
    watch = Watch(lambda *told: None)
    watch.seen = [(10.0, 0), (11.0, 500), (12.0, 3000)]
    assert watch.speed == 1500


def test_a_chance_lies_between_0_and_1():
    with pytest.raises(BadInput, match="it cannot be 1"):
        plan(CHASE, chance=1)


def test_the_command(here):
    found = CliRunner().invoke(app, ["run", CHASE, "--plan", "--pilot", "200", "--jobs", "1", "--margin", "5pp"])
    assert found.exit_code == 0, found.output
    assert "games_at_parity" in found.output and "each with a chance of 90 %" in found.output
