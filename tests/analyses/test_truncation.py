"""Truncated games: above a limit they leave every verdict undecided, with a reason."""

import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.document import Table
from starbalance.analyses.presentation.table_text import columns, texts
from starbalance.analyses.questions.balance import Aim, balance, nearest_sets
from starbalance.analyses.questions.check import check
from starbalance.analyses.questions.compare import compare
from starbalance.analyses.questions.number import Change
from starbalance.analyses.questions.rates import Until, rates
from starbalance.analyses.questions.sensitivity import sensitivity
from starbalance.analyses.questions.sweep import nearest, sweep
from starbalance.analyses.questions.trial import Shift
from starbalance.analyses.report.scenario import judged_rates
from starbalance.analyses.statistics.truncation import check_max_truncated, is_surely_stalled, reason_for
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.outside import TEMPLATE
from starbalance.simulator.runs.result import Result
from tests.data import declared

CHASE = str(TEMPLATE)
RACE = {"switches.max_rounds": 8, "switches.end": "at_once"}  # 2 % of the games to 50 truncated, 79 % of those to 100
LONG = "switches.goal=100"
STALLED = [word for path, value in RACE.items() for word in ("--set", f"{path}={value}")] + ["--set", LONG]
OPTIONS = {"players": 2, "games": 400, "strategies": "sensible", "by": ["seat"]}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made_up(truncated, games=1000):
    """Return a run of two equal seats, the first games of which are truncated."""
    frames = {
        "games": pl.DataFrame({"game": np.arange(games), "capped": (np.arange(games) < truncated).astype(int)}),
        "seats": pl.DataFrame(
            {
                "game": np.repeat(np.arange(games), 2),
                "seat": [1, 2] * games,
                "credit": np.eye(2)[np.arange(games) % 2].ravel(),
            }
        ),
    }
    return Result(declared(2), None, (frames,))


def test_a_proposal_that_stalls_the_games_is_no_mend(here):
    """The longer race balances the seats only because the round limit stops most of its games."""
    options = {"numbers": ["switches.goal"], "step": 1.0, "set": RACE, "within": 0.05, **OPTIONS}
    found = balance(CHASE, **options)
    assert list(found.proposals["proposal"]) == ["as it is"] and list(found.sets) == ["as it is"]
    assert found.proposals["truncated"][0] < 0.05 and found.proposals["reason"][0] == ""
    assert "1" in balance(CHASE, **options, max_truncated=1).sets, "without the limit it is proposed"


def test_a_game_that_stalls_as_it_is_says_why_nothing_is_proposed(here):
    words = ["balance", CHASE, "--numbers", "switches.goal", "--by", "seat", "--games", "40", "--players", "2"]
    found = CliRunner().invoke(app, [*words, *STALLED, "--strategies", "sensible", "--step", "0.1"])
    assert found.exit_code == 0, found.output
    assert "Nothing is proposed: as it is, " in found.output and "of games truncated, limit 5%" in found.output


def test_sets_are_not_made_of_changes_that_stall():
    def shift(name, truncated):
        before = np.array([0.7, 0.3])
        return Shift((Change(name, 1, 2),), before, np.array([0.6, 0.4]), np.full(2, 0.01), truncated=truncated)

    shifts = [shift("a", 0.0), shift("b", 0.01), shift("c", 0.5)]
    sets = nearest_sets(shifts, Aim(0.5, 0.04), lambda changes: True)
    assert [{each.path for each in changes} for changes in sets] == [{"a", "b"}]
    assert nearest_sets(shifts[2:], Aim(0.5, 0.04), lambda changes: True) == []


def test_verdicts_of_every_question_are_withheld_with_the_reason(here):
    table = sweep(CHASE, {"switches.goal": [50, 100]}, **OPTIONS | {"games": 200})
    assert not table["reason"].any(), "without a short limit both are played to the end"
    short = {"switches.goal": [100], "switches.max_rounds": [7, 50]}
    table = sweep(CHASE, short, **OPTIONS | {"games": 200})
    stalled = table["switches.max_rounds"] == 7
    assert set(table["verdict"][stalled]) == {"undecided"}
    assert table["reason"][stalled].str.fullmatch(r"[\d.]+% of games truncated, limit 5%").all()
    assert not table["reason"][~stalled].any() and (table["truncated"][~stalled] < 0.05).all()
    ranked = nearest(table, list(short), ["seat"])
    assert ranked.set_index("switches.max_rounds")["reason"].map(bool).to_dict() == {7: True, 50: False}


def test_a_comparison_names_the_side_that_stalls(here):
    variant = {"switches.goal": 100, "switches.max_rounds": 6}
    table = compare(CHASE, set=variant, margin=0.5, **OPTIONS | {"games": 200}).shares
    assert set(table["verdict"]) == {"undecided"}
    assert table["reason"].str.startswith("variant: ").all() and (table["truncated"] > 0.9).all()
    free = compare(CHASE, set=variant, margin=0.5, max_truncated=1, **OPTIONS | {"games": 200}).shares
    assert set(free["verdict"]) == {"unchanged"} and not free["reason"].any()


def test_a_number_that_stalls_the_games_has_no_verdict(here):
    options = {"numbers": ["switches.goal"], "step": 1.0, "set": {"switches.max_rounds": 7}, "margin": 0.5}
    (row,) = sensitivity(CHASE, **options, **OPTIONS).to_dict("records")
    assert (row["new"], row["verdict"]) == (100, "undecided")
    assert row["reason"].startswith("variant: ") and row["truncated"] > 0.5


def test_a_check_of_a_stalled_game_is_undecided(here):
    study = here / "study.toml"
    lines = 'margin = 0.4\nfactor = "seat"\nplayers = 2\ngames = 200\nstrategies = "sensible"\n'
    changes = '[changes]\n"switches.max_rounds" = 6\n"switches.goal" = 100\n'
    study.write_text(lines + changes)
    found = CliRunner().invoke(app, ["check", CHASE, "--study", str(study), "--json", "out.json"])
    assert found.exit_code == 3, found.output
    row = json.loads((here / "out.json").read_text())["checks"][0]["rows"][0]
    assert row["verdict"] == "undecided" and "of games truncated, limit 5%" in row["reason"]
    assert row["sentence"].endswith(f"undecided ({row['reason']}).") and row["reason"] in found.output
    study.write_text(lines + 'max_truncated = "100%"\n' + changes)
    assert check(CHASE, study=study).outcome == "balanced"


def test_the_limit_is_judged_by_the_share_as_observed():
    """5 % is not above 5 %; one game more is, although its interval reaches below the limit."""
    assert set(rates(made_up(50), ["seat"], margin=0.1)["verdict"]) == {"balanced"}
    table = rates(made_up(51), ["seat"], margin=0.1)
    assert set(table["verdict"]) == {"undecided"}
    assert set(table["reason"]) == {"5.1% of games truncated, limit 5%"} and table["truncated"][0] == 0.051
    assert set(rates(made_up(51), ["seat"], margin=0.1, max_truncated=0.06)["verdict"]) == {"balanced"}


def test_a_run_until_decided_stops_when_it_surely_stalls():
    """Withheld verdicts may still come while the share of truncated games is not known to be above the limit."""
    until = Until(["seat"], 0.1)
    assert not until.look(made_up(60))[0] and not is_surely_stalled(made_up(60), 0.05)
    assert until.look(made_up(200))[0] and until.look(made_up(10))[0]
    assert "max_truncated" not in until.settings
    assert Until(["seat"], max_truncated=0.2).settings["max_truncated"] == 0.2


def test_a_report_states_the_reason_with_the_verdict_that_is_withheld():
    table = judged_rates(made_up(200), ["seat"], alpha=0.05)
    assert set(table["verdict"]) == {"undecided"}
    element = Table("n", table)
    assert columns(element) == ["seat", "games", "share", "low", "high", "verdict"]
    assert texts(element, "verdict") == ["undecided (20% of games truncated, limit 5%)"] * len(table)


@pytest.mark.parametrize(("text", "limit"), [("5%", 0.05), ("5pp", 0.05), ("0.05", 0.05), ("0", 0.0), ("100%", 1.0)])
def test_a_limit_is_a_percentage_or_a_share(text, limit):
    assert Until(["seat"], max_truncated=text).max_truncated == pytest.approx(limit)


@pytest.mark.parametrize("limit", [-0.01, 1.2, float("nan")])
def test_a_limit_outside_0_to_1_is_refused(limit):
    with pytest.raises(BadInput, match="max_truncated must be a share from 0 to 1, such as 5% or"):
        check_max_truncated(limit)


def test_a_reason_names_the_share_and_the_limit():
    assert reason_for(0.123, 0.05) == "12.3% of games truncated, limit 5%"
    assert reason_for(0.05, 0.05) == ""


def test_the_commands_take_the_limit_and_print_the_share(here):
    words = ["run", CHASE, "--games", "60", "--players", "2", "--by", "seat", "--strategies", "sensible", *STALLED]
    found = CliRunner().invoke(app, [*words, "--out", "run"])
    assert found.exit_code == 0 and "limit 5%" in found.output and "% truncated (" in found.output, found.output
    found = CliRunner().invoke(app, ["rates", "run", "--by", "seat", "--max-truncated", "100%"])
    assert found.exit_code == 0 and "reason" not in found.output and "truncated" not in found.output.splitlines()[0]
    found = CliRunner().invoke(app, ["rates", "run", "--by", "seat", "--format", "csv"])
    assert found.output.splitlines()[0] == "seat,games,share,low,high,truncated,verdict,games_needed,reason"
    found = CliRunner().invoke(app, ["rates", "run", "--max-truncated", "many"])
    assert found.exit_code == 2 and "got 'many'" in found.output
