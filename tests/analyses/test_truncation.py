"""Truncated games: too many of them leave every verdict undecided, with a reason."""

import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.document import Table
from starbalance.analyses.presentation.table_text import columns, texts
from starbalance.analyses.questions.aim import Aim, Goal
from starbalance.analyses.questions.balance import balance
from starbalance.analyses.questions.change_search import front, nearest_sets
from starbalance.analyses.questions.check import check
from starbalance.analyses.questions.compare import compare
from starbalance.analyses.questions.number import Change
from starbalance.analyses.questions.rates import Until, rates
from starbalance.analyses.questions.sensitivity import sensitivity
from starbalance.analyses.questions.sweep import nearest, sweep
from starbalance.analyses.questions.trial import Shift
from starbalance.analyses.report.scenario import judged_rates
from starbalance.analyses.statistics.truncation import (
    check_max_truncated,
    is_surely_stalled,
    reason_for,
    truncated_share,
)
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run
from tests.data import declared

CHASE = str(TEMPLATE)
# truncates 2 % of the games to 50 and 79 % of the games to 100
RACE = {"switches.max_rounds": 8, "switches.end": "at_once"}
LONG = "switches.goal=100"
STALLED = [word for path, value in RACE.items() for word in ("--set", f"{path}={value}")] + ["--set", LONG]
OPTIONS = {"players": 2, "games": 400, "strategies": "sensible", "by": ["seat"]}


@pytest.fixture
def work_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made_up(truncated, games=1000):
    """Return a run of two equal seats, the first games of which are truncated."""
    frames = {
        "games": pl.DataFrame({"game": np.arange(games), "truncated": (np.arange(games) < truncated).astype(int)}),
        "seats": pl.DataFrame(
            {
                "game": np.repeat(np.arange(games), 2),
                "seat": [1, 2] * games,
                "credit": np.eye(2)[np.arange(games) % 2].ravel(),
            }
        ),
    }
    return Result(declared(2), None, (frames,))


def test_a_change_that_stalls_the_games_is_not_proposed(work_folder):
    """The longer race balances the seats only because the round limit truncates most games."""
    options = {"numbers": ["switches.goal"], "step": 1.0, "set": RACE, "within": 0.05, **OPTIONS}
    result = balance(CHASE, **options)
    assert list(result.proposals["proposal"]) == ["as it is"] and list(result.sets) == ["as it is"]
    assert result.proposals["truncated"][0] < 0.05 and result.proposals["reason"][0] == ""
    free = balance(CHASE, **options, max_truncated=1)
    assert list(free.sets) == ["as it is"], "without the limit, it still raises the share of truncated games"


def test_a_stalling_game_explains_why_nothing_is_proposed(work_folder):
    words = ["balance", CHASE, "--numbers", "switches.goal", "--by", "seat", "--games", "40", "--players", "2"]
    result = CliRunner().invoke(app, [*words, *STALLED, "--strategies", "sensible", "--step", "0.1"])
    assert result.exit_code == 0, result.output
    assert "No proposal: in the unchanged game, " in result.output and "of games truncated, limit 5%" in result.output


def test_sets_contain_no_stalling_changes():
    def shift(name, truncated):
        before = np.array([0.7, 0.3])
        both = {"truncated": (0.0, truncated)}
        return Shift((Change(name, 1, 2),), before, np.array([0.6, 0.4]), np.full(2, 0.01), **both)

    aim = Aim([Goal("every share", range(2), 0.5, within=0.04)])
    shifts = [shift("a", 0.0), shift("b", 0.01), shift("c", 0.5)]
    field = [each.changes for each in shifts]
    sets = nearest_sets(shifts, field, aim, takes=lambda changes: True)
    assert [{each.path for each in changes} for changes in sets] == [{"a", "b"}]
    assert nearest_sets(shifts[2:], field, aim, takes=lambda changes: True) == []
    assert front([shift("a", 0.02)], aim) == [], "below the limit, but more than without the change"
    assert front(shifts, aim) == [shifts[0].changes]


STALLING = """
from starbalance.simulator.engine.one_file import add, below, end_game, Number, one_file_game, pass_turn, purposes, rule
from enum import IntEnum

Kind = IntEnum("Kind", ["ROLL"], start=0)
(DIE,) = purposes(1)
GAME = one_file_game(
    __name__, title="Ladder", players=(2,), actions=Kind, most_options=1, strategies={"sensible": {"x": 1.0}},
    numbers={
        "goal": Number(6, source="assumed", note="The step that wins.", least=2, most=30),
        "slide": Number(7, source="assumed", note="The step that leads down.", least=2, most=30),
        "max_rounds": Number(60, source="assumed", note="The round limit.", least=1, most=1000),
    },
    state={}, player={"step": int},
)

@rule
def options(state, rules, opts):
    'List the only action.'
    return add(opts, 0, Kind.ROLL, 0, 0, 0)

@rule
def apply(state, rules, option):
    'Climb one step or stay. The slide leads down, and the goal ends the game.'
    player = state.players[state.actor]
    player.step += below(state, DIE, 2)
    if player.step >= rules.slide:
        player.step = 0
    if player.step >= rules.goal:
        end_game(state)
    else:
        pass_turn(state, rules)

@rule
def result(state, rules, seat):
    'Return the step of a seat.'
    return state.players[seat].step

@rule
def sensible(state, rules, options, weights, scores):
    'Roll.'
    scores[0] = 1.0
"""


@pytest.mark.nightly
def test_a_number_that_stalls_every_play_of_a_users_game_is_not_proposed(work_folder):
    """The first player has an advantage. A slide before the goal lets no play end, and so makes the seats equal."""
    (work_folder / "ladder").mkdir()
    (work_folder / "ladder" / "__init__.py").write_text(f'"""A ladder."""\n{STALLING}')
    words = ["balance", "ladder", "--numbers", "*.slide", "--games", "100", "--jobs", "1", "--by", "seat"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    table = result.stdout.split("\n\n")[0]
    assert "truncated" in table and "0.0%" in table, "every row shows its truncated games"
    assert "slide 7 -> 6" not in result.stdout and "100.0%" not in result.stdout, result.stdout
    stalled = run("ladder", set={"switches.slide": 6}, games=100, jobs=1)
    assert truncated_share(stalled) == 1, "the refused change stalls every play"


def test_verdicts_of_every_question_are_withheld_with_the_reason(work_folder):
    table = sweep(CHASE, {"switches.goal": [50, 100]}, **OPTIONS | {"games": 200})
    assert not table["reason"].any(), "without a short limit, both games are played to the end"
    short = {"switches.goal": [100], "switches.max_rounds": [7, 50]}
    table = sweep(CHASE, short, **OPTIONS | {"games": 200})
    stalled = table["switches.max_rounds"] == 7
    assert set(table["verdict"][stalled]) == {"undecided"}
    assert table["reason"][stalled].str.fullmatch(r"[\d.]+% of games truncated, limit 5%").all()
    assert not table["reason"][~stalled].any() and (table["truncated"][~stalled] < 0.05).all()
    ranked = nearest(table, list(short), ["seat"])
    assert ranked.set_index("switches.max_rounds")["reason"].map(bool).to_dict() == {7: True, 50: False}


def test_a_comparison_names_the_side_that_stalls(work_folder):
    variant = {"switches.goal": 100, "switches.max_rounds": 6}
    table = compare(CHASE, set=variant, margin=0.5, **OPTIONS | {"games": 200}).shares
    assert set(table["verdict"]) == {"undecided"}
    assert table["reason"].str.startswith("variant: ").all() and (table["truncated"] > 0.9).all()
    free = compare(CHASE, set=variant, margin=0.5, max_truncated=1, **OPTIONS | {"games": 200}).shares
    assert set(free["verdict"]) == {"unchanged"} and not free["reason"].any()


def test_a_change_that_stalls_the_games_has_no_verdict(work_folder):
    options = {"numbers": ["switches.goal"], "step": 1.0, "set": {"switches.max_rounds": 7}, "margin": 0.5}
    (row,) = sensitivity(CHASE, **options, **OPTIONS).to_dict("records")
    assert (row["new"], row["verdict"]) == (100, "undecided")
    assert row["reason"].startswith("variant: ") and row["truncated"] > 0.5


def test_a_check_of_a_stalled_game_is_undecided(work_folder):
    study = work_folder / "study.toml"
    lines = 'margin = 0.4\nfactor = "seat"\nplayers = 2\ngames = 200\nstrategies = "sensible"\n'
    changes = '[changes]\n"switches.max_rounds" = 6\n"switches.goal" = 100\n'
    study.write_text(lines + changes)
    result = CliRunner().invoke(app, ["check", CHASE, "--study", str(study), "--json", "out.json"])
    assert result.exit_code == 3, result.output
    row = json.loads((work_folder / "out.json").read_text())["checks"][0]["rows"][0]
    assert row["verdict"] == "undecided" and "of games truncated, limit 5%" in row["reason"]
    assert row["sentence"].endswith(f"undecided ({row['reason']}).") and row["reason"] in result.output
    study.write_text(lines + 'max_truncated = "100%"\n' + changes)
    assert check(CHASE, study=study).outcome == "balanced"


def test_the_limit_applies_to_the_observed_share():
    """A share of 5 % is not above the limit. One more game is, although its interval includes the limit."""
    assert set(rates(made_up(50), ["seat"], margin=0.1)["verdict"]) == {"balanced"}
    table = rates(made_up(51), ["seat"], margin=0.1)
    assert set(table["verdict"]) == {"undecided"}
    assert set(table["reason"]) == {"5.1% of games truncated, limit 5%"} and table["truncated"][0] == 0.051
    assert set(rates(made_up(51), ["seat"], margin=0.1, max_truncated=0.06)["verdict"]) == {"balanced"}


def test_a_run_until_decided_stops_if_it_stalls_significantly():
    """A run continues while the share of truncated games is not significantly above the limit."""
    until = Until(["seat"], 0.1)
    assert not until.look(made_up(60))[0] and not is_surely_stalled(made_up(60), 0.05)
    assert until.look(made_up(200))[0] and until.look(made_up(10))[0]
    assert "max_truncated" not in until.settings
    assert Until(["seat"], max_truncated=0.2).settings["max_truncated"] == 0.2


def test_a_report_states_the_reason_of_a_withheld_verdict():
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


def test_the_commands_take_the_limit_and_print_the_share(work_folder):
    words = ["run", CHASE, "--games", "60", "--players", "2", "--by", "seat", "--strategies", "sensible", *STALLED]
    result = CliRunner().invoke(app, [*words, "--out", "run"])
    assert result.exit_code == 0 and "limit 5%" in result.output and "% truncated (" in result.output, result.output
    result = CliRunner().invoke(app, ["rates", "run", "--by", "seat", "--max-truncated", "100%"])
    assert result.exit_code == 0 and "reason" not in result.output and "truncated" not in result.output.splitlines()[0]
    result = CliRunner().invoke(app, ["rates", "run", "--by", "seat", "--format", "csv"])
    assert result.output.splitlines()[0] == "seat,games,share,low,high,truncated,verdict,games_needed,reason"
    result = CliRunner().invoke(app, ["rates", "run", "--max-truncated", "many"])
    assert result.exit_code == 2 and "got 'many'" in result.output
