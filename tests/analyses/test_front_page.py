"""The first page of a report: the answer in few sentences, how far to trust it, the worst imbalance of every factor."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from starbalance.analyses.presentation.answer_text import (
    answer,
    assumed,
    certainty,
    out_of_depth,
    stands,
    strength,
    turning,
    without_end,
)
from starbalance.analyses.questions.flags import flags
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.report.challenge import challenges, spans, stopped
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.analyses.report.section import Flags, Rates
from starbalance.analyses.report.worst import out_of_line, worst
from starbalance.analyses.statistics.verdict import ONE_SEAT
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

WORST = {"factor": "seat", "scenario": "Two", "worst": "seat 1", "share": 0.56, "fair": 0.5, "points": 0.06}
WORST |= {"low": 0.05, "high": 0.07, "verdict": "strong"}


def judged(fair=0.25, **verdicts):
    """A rates table by race: race=(share, verdict)."""
    rows = [
        {"race": race, "share": share, "verdict": verdict, "fair": fair} for race, (share, verdict) in verdicts.items()
    ]
    return pd.DataFrame(rows)


def test_of_many_that_win_too_much_the_farthest_are_named():
    table = judged(fair=0.2, A=(0.25, "strong"), B=(0.24, "strong"), C=(0.3, "strong"), D=(0.28, "strong"))
    (line, *_) = told({"Five": pd.concat([table, judged(fair=0.2, E=(0.23, "strong"), F=(0.26, "strong"))])})
    assert [name for name in "ABCDEF" if f"{name} with" in line] == ["A", "C", "D", "F"]
    assert line.startswith("Too strong: C with") and line.endswith("; 2 more.")


def told(tables, *others, challenged=None, better=()):
    spans = pd.DataFrame(better, columns=["scenario", "factor", "level", "lowest", "highest"])
    found = pd.DataFrame([WORST, *others])[1:]
    return answer(tables, found, "race", challenged=put() if challenged is None else challenged, spans=spans)


def test_who_wins_too_much_is_named_once_with_its_share_in_every_scenario():
    four = judged(A=(0.4, "strong"), B=(0.3, "strong"), C=(0.1, "weak"), D=(0.2, "undecided (9 games)"))
    two = judged(fair=0.5, A=(0.7, "strong"), C=(0.48, "undecided"), B=(0.4, "weak"))
    lines = told({"Four players": four, "Two players": two})
    assert lines[0] == (
        "Too strong: A with 40.0 % where 25.0 % is fair (four players) and 70.0 % where 50.0 % is fair (two players); "
        "B with 30.0 % where 25.0 % is fair (four players)."
    )
    assert lines[1] == (
        "Too weak: C with 10.0 % where 25.0 % is fair (four players); B with 40.0 % where 50.0 % is fair (two players)."
    )
    assert lines[2:] == ["Nothing else is out of line by more than 2 points."]


def test_what_is_balanced_or_open_is_told_of_scenarios_without_strong_and_weak_levels():
    even, still_open = judged(A=(0.25, "balanced")), judged(A=(0.25, "balanced"), B=(0.3, "undecided"))
    lines = told({"Four": even, "Three, in pairs": even, "Two": still_open})
    assert lines[1].startswith(
        "Balanced by race: with four; three, in pairs each race wins within 2 points of its fair"
    )
    assert lines[2] == "Not decided by race, for want of games: two."


@pytest.mark.parametrize(
    ("change", "is_told"),
    [
        ({}, True),
        ({"verdict": ""}, True),
        ({"verdict": "undecided"}, False),
        ({"points": 0.015, "low": 0.01, "high": 0.02}, False),
        ({"low": -0.01}, False),
        ({"factor": "race"}, False),
        ({"factor": "strategy"}, False),
    ],
)
def test_another_factor_is_told_of_where_it_is_surely_out_of_line_by_more_than_the_margin(change, is_told):
    lines = told({"Two": judged(A=(0.25, "balanced"))}, WORST | change)
    assert len(lines) == 2
    assert any("ut of line: seat 1 with 56.0 % " in line for line in lines) == is_told
    assert any("where 50.0 % is fair" in line for line in lines) == (is_told and "verdict" not in change)


def test_a_factor_that_is_out_of_line_in_several_scenarios_is_told_of_in_each_the_worst_first():
    more = WORST | {"scenario": "Four", "share": 0.31, "fair": 0.25, "points": 0.06, "worst": "seat 4"}
    line, _ = told({"Two": judged(A=(0.25, "balanced"))}, more, WORST | {"points": 0.1, "share": 0.6})
    assert line == (
        "Out of line: seat 1 with 60.0 % where 50.0 % is fair (two); seat 4 with 31.0 % where 25.0 % is fair (four)."
    )


def test_a_level_that_is_worst_in_several_scenarios_is_named_once():
    line, _ = told({"Two": judged(A=(0.25, "balanced"))}, WORST, WORST | {"scenario": "Four", "points": 0.05})
    assert line.startswith(
        "Out of line: seat 1 with 56.0 % where 50.0 % is fair (two) and 56.0 % where 50.0 % is fair (f"
    )


@pytest.mark.parametrize(("share", "verdict", "place"), [(0.4, "strong", 1), (0.3, "strong", 0), (0.3, "", 1)])
def test_what_is_farther_out_of_line_than_the_factor_comes_first(share, verdict, place):
    """But for what is compared with its lack and not with parity, which is no share of all games."""
    lines = told({"Two": judged(A=(share, "strong"), B=(0.25, "balanced"))}, WORST | {"verdict": verdict})
    title = ("Out of line", "Also out of line")[place]
    assert lines[place].startswith(f"{title}: seat 1 with 56.0 %")
    assert lines[1 - place].startswith("Too strong: A with")


def test_balance_is_claimed_where_better_play_keeps_it():
    """A turns with four and is undecided with three; with two it holds."""
    even = judged(A=(0.25, "balanced"), B=(0.25, "balanced"))
    outcomes = {"Four": "changes", "Three": "undecided", "Two": "holds"}
    rows = [(title, level, "balanced", "play", outcome) for title, outcome in outcomes.items() for level in "AB"]
    found = put(*rows[:1], ("Four", "B", "balanced", "play", "undecided"), *rows[2:])
    lines = told(dict.fromkeys([*outcomes, "Six"], even), challenged=found)
    assert lines[1].startswith("Balanced by race: with two and six each race wins")
    assert lines[2] == (
        "Balanced by race among mixed strategies alone: with four, where better play turns A; with three, where better "
        "play leaves A and B undecided."
    )


def test_what_better_players_win_stands_beside_what_else_is_out_of_line():
    better = [("Two", "seat", "seat 1", 0.55, 0.9), ("Two", "seat", "seat 2", 0.1, 0.2)]
    line = told({"Two": judged(A=(0.25, "balanced"))}, WORST, better=better)[0]
    assert line.startswith(
        "Out of line: seat 1 with 56.0 % where 50.0 % is fair, from sensible play up 55.0 to 90.0 % (two)."
    )


def test_every_factor_that_is_out_of_line_has_a_line_of_its_own():
    lines = told({"Two": judged(A=(0.25, "balanced"))}, WORST, WORST | {"factor": "card dealt", "worst": "Wormhole"})
    assert [line.split(" with ")[0] for line in lines[:2]] == [
        "Out of line: seat 1",
        "Out of line by card dealt: Wormhole",
    ]


def put(*rows):
    return pd.DataFrame(rows, columns=["scenario", "level", "verdict", "against", "outcome"])


TURNED = put(
    ("Four", "A", "strong", "play", "holds"),
    ("Four", "B", "weak", "play", "changes"),
    ("Two", "B", "weak", "play", "changes"),
    ("Two", "A", "strong", "play", "undecided"),
    ("Two", "A", "strong", "data", "changes"),
    ("Four", "A", "strong", "strategies", "holds"),
)


def test_how_many_verdicts_stand_better_play():
    words = "1 of 4 verdicts holds, 2 turn into another (B: four, two), and 1 is undecided there."
    assert stands(TURNED) == f"From sensible play up, {words}"
    assert stands(TURNED[TURNED["against"] == "data"]) == ""


def test_what_would_change_a_verdict_names_every_cause():
    text = turning(TURNED, unsure=1)
    assert text.endswith(
        "better play (B: four, two); other assumed data (A: two); more games (1 by the factor is undecided)."
    )
    held = TURNED[TURNED["outcome"] == "holds"]
    assert turning(held, 0).endswith("nothing that was tried (better play and only the strategies that win).")
    assert turning(put(), 0) == ""


def test_how_much_is_assumed_names_the_verdicts_that_hang_on_it():
    assert assumed(0.31, "the map", TURNED).endswith(
        "(the map). These verdicts hang on it, since other values turn them: A: two."
    )
    kept = TURNED.assign(outcome="holds")
    assert assumed(0.31, "", kept).endswith("No verdict turns into another under the other values that were tried.")
    assert assumed(0.31, "", put()).endswith("for what the rulebook does not tell. Other values were not tried.")


def test_strength_is_told_of_the_scenario_where_it_is_most_surely_large():
    sure, rare = {"gain": 0.2, "low": 0.1, "high": 0.3}, {"gain": 0.4, "low": -0.1, "high": 0.9}
    sure, rare = (each | {"games": 4000} for each in (sure, rare))
    text = strength({"Four": sure, "Two": rare}, {}, {"Four": sure})
    assert "one who looks ahead wins up to 20.0 points (10.0 to 30.0; four, 4,000 games); one trained" in text
    assert text.endswith("one trained against the others wins 20.0 points (10.0 to 30.0; four, 4,000 games).")
    assert strength({"Two": sure | {"against": "the pool"}}, {"Two": rare}, {}).endswith(
        "one who looks ahead wins 20.0 points (10.0 to 30.0; among the pool, two, 4,000 games); one who looks further "
        "among those who look ahead wins nothing for sure (40.0 points at best, -10.0 to 90.0; two, 4,000 games)."
    )
    assert strength({}, {}, {}) == ""


def test_data_that_the_best_play_does_not_fit_are_named():
    rows = [("Two", "bare", "sensible", 0.726, 0.175, 0.16, 0.19), ("Three", "bare", "bold", 0.4, 0.2, 0.19, 0.21)]
    columns = ["scenario", "variant", "strategy", "before", "share", "low", "high"]
    assert out_of_depth(pd.DataFrame(rows, columns=columns)).startswith(
        "Play under other data: sensible wins 17.5 % (16.0 to 19.0) under bare, 72.6 % as it is (two); bold wins "
    )
    assert out_of_depth(pd.DataFrame(columns=columns)) == ""


@pytest.fixture
def four(small_run):
    return Scenario("four", "Four", [["home"], ["seat"], ["home", "seat"]], small_run)


def test_the_worst_of_every_column_is_the_row_that_is_most_surely_off(four):
    table = worst([four], {})
    assert list(table["factor"]) == ["home", "seat"]
    seats = rates(four.result, ["seat"])
    distance = np.maximum(seats["low"] - 0.25, 0.25 - seats["high"])
    off = seats["verdict"].isin(["strong", "weak"])
    row = seats.loc[distance[off if off.any() else off | True].idxmax()]
    found = table.iloc[1]
    assert found["worst"] == f"seat {row['seat']}"
    assert found["points"] == pytest.approx(row["share"] - 0.25)
    assert (found["low"], found["high"]) == pytest.approx((row["low"] - 0.25, row["high"] - 0.25))


def test_every_level_that_is_sure_to_be_out_of_line_is_told_the_farthest_first(four, monkeypatch):
    """Of one factor as of several; what is undecided or balanced is not."""
    shares = pd.DataFrame(
        {"share": [0.2, 0.32, 0.27, 0.21], "verdict": ["weak", "strong", "undecided", "balanced"], "reason": ""}
    )
    shares = shares.assign(low=shares["share"] - 0.01, high=shares["share"] + 0.01)
    of = {"home": shares.assign(home=list("ABCD")), "seat": shares.assign(seat=[1, 2, 3, 4])}
    of["seat"].loc[1, ["share", "low", "high"]] = 0.35, 0.34, 0.36
    monkeypatch.setattr(Scenario, "rates", lambda self, by: of[by[0]])
    assert list(out_of_line([four], {})["worst"]) == ["seat 2", "B", "A", "seat 1"]
    assert list(worst([four], {})["worst"]) == ["B", "seat 2"]
    tables = {"Four": of["home"][["home", "share", "verdict"]].assign(fair=0.25)}
    spans = pd.DataFrame(columns=["scenario", "factor", "level", "lowest", "highest"])
    line, *_ = answer(tables, out_of_line([four], {}), "home", challenged=put(), spans=spans)
    assert line.startswith("Out of line: seat 2 with 35.0 %") and "; seat 1 with 20.0 %" in line


def test_other_factors_are_told_of_by_how_far_they_are_out_of_line():
    drawn = WORST | {"factor": "race, by card", "worst": "A with X", "points": -0.2, "share": 0.3, "verdict": "lower"}
    card = WORST | {"factor": "card dealt", "worst": "Y", "points": 0.3, "verdict": ""}
    drawn |= {"low": -0.25, "high": -0.1}
    lines = told({"Two": judged(A=(0.6, "strong"))}, WORST, card, drawn)
    assert [line.split(" with ")[0].split(": ")[-1] for line in lines] == ["A", "Y", "A", "seat 1"]
    first = told({"Two": judged(A=(0.3, "strong"))}, WORST, card, drawn)[0]
    assert first == "Out of line by race, by card: A with X with 30.0 % against 50.0 % without (two)."


def test_of_two_seats_that_who_begins_is_told(four, monkeypatch):
    shares = pd.DataFrame({"seat": ["1 + 2", "3 + 4"], "share": [0.3, 0.9], "low": [0.28, 0.8], "high": [0.32, 0.95]})
    monkeypatch.setattr(Scenario, "rates", lambda self, by: shares.assign(verdict="strong", reason="", home=list("AB")))
    assert list(worst([four], {})["worst"]) == ["B", "seat 1 + 2"]


def test_an_undecided_level_comes_before_one_that_is_balanced(four, monkeypatch):
    shares = pd.DataFrame({"home": ["A", "B", "C"], "share": [0.26, 0.28, 0.9], "low": [0.255, 0.2, 0.8], "high": 0.95})
    shares = shares.assign(verdict=["balanced", "undecided", "undecided"], reason=["", "", ONE_SEAT])
    monkeypatch.setattr(Scenario, "rates", lambda self, by: shares.rename(columns={"home": by[0]}))
    assert list(worst([four], {})["worst"]) == ["B", "B"]


def test_verdicts_by_the_factor_are_those_of_the_scenario_that_judges(four):
    judge = dataclasses.replace(four, name="judge", result=four.result.between(0, 40))
    table = worst([four], {"four": judge})
    assert table["points"].iloc[0] in set(rates(judge.result, ["home"])["share"] - 0.25)
    assert table["points"].iloc[1] in set(rates(four.result, ["seat"])["share"] - 0.25)


def test_what_is_dealt_is_compared_with_those_who_lack_it(four, monkeypatch):
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"captures": ("Ones", "Twos", "Fours")})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    section = Flags(name="dealt", title="Dealt", chapter="C", scenarios=["four"], columns=["captures"], dealt=True)
    row = worst([four], {}, [section]).iloc[-1]
    each = flags(four.result, "captures", ("Ones", "Twos", "Fours")).set_index("captures").loc[row["worst"]]
    assert (row["factor"], row["verdict"]) == ("captures", "")
    assert (row["share"], row["fair"]) == (each["with"], each["without"])
    assert len(worst([four], {}, [dataclasses.replace(section, dealt=False)])) == 2
    started = Rates(
        name="start",
        title="Start",
        chapter="C",
        scenarios=["four"],
        by=[["captures"], ["seat", "captures"]],
        dealt=True,
    )
    assert list(worst([four], {}, [started])["factor"]) == ["home", "seat", "captures"]


def test_verdicts_are_put_to_better_play_and_other_data(four, monkeypatch):
    """Of a scenario: A holds, B depends on skill, C is undecided there; D, undecided by itself, is no verdict."""
    homes = list("ABCD")
    verdicts = ["strong", "weak", "strong", "undecided"]
    monkeypatch.setattr(Scenario, "rates", lambda self, by: pd.DataFrame({"home": homes, "verdict": verdicts}))
    skills = pd.DataFrame({"skill": ["sensible"] * 4 + ["search"] * 4, "home": homes * 2, "share": 0.3, "games": 400})
    skills["verdict"] = ["strong", "weak", "undecided", "weak", "strong", "strong", "undecided", "weak"]
    by_data = pd.DataFrame({"home": ["A", "A", "B", "B"], "verdict_base": ["strong", "strong", "weak", "weak"]})
    by_data["survives"] = ["yes", "no", "yes", "undecided"]
    runs = StudyRuns(
        {"four": four},
        skills={("skill", "four"): [(["home"], skills), (["seat"], skills.rename(columns={"home": "seat"}))]},
    )
    found = challenges(runs, [OtherData("four", "other stars", [], [], by_data), OtherData("four", "other", [], [])])
    assert list(found[found["against"] == "play"]["outcome"]) == ["holds", "changes", "undecided"]
    assert list(found[found["against"] == "data"]["outcome"]) == ["changes", "undecided"]
    assert set(found["scenario"]) == {"Four"}
    assert spans(runs).to_dict("records")[:1] == [
        {"scenario": "Four", "factor": "home", "level": "A", "lowest": 0.3, "highest": 0.3}
    ]
    assert challenges(StudyRuns({"four": four}), []).empty


def test_games_that_better_players_leave_to_the_cap_are_told(four):
    """Of the level from sensible up at which most are; those of noisy players, which are more, do not count."""
    going = {
        "sensible@2": (100, 0.9, 0.8),
        "sensible": (400, 0.02, 0.015),
        "search:sensible@2": (40, 0.375, 0.25),
        "pool": (4, 0.5, 0.1),
    }
    table = pd.DataFrame({"skill": list(going)})
    table.attrs["courses"] = [
        {"skill": level, "games": games, "capped": share, "capped_low": low, "capped_high": 0.5}
        for level, (games, share, low) in going.items()
    ]
    found = stopped(StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table), (["seat"], table)]}))
    assert found.drop(columns=["before", "horizon"]).to_dict("records") == [
        {"scenario": "Four", "skill": "search:sensible@2", "games": 40, "share": 0.375, "low": 0.25, "high": 0.5}
    ]
    assert list(found["horizon"]) == [find_strategy(find_game("4000-ad"), "search:sensible@2").search.horizon]
    played = four.result.scan("games").collect()["capped"].mean()
    assert found["before"].item() == played
    assert without_end(found.assign(horizon=16)) == (
        "Better players leave games without an end: with four the cap stops 37.5 % (25.0 to 50.0) of 40 games among "
        f"search:sensible@2, who look 16 rounds ahead, {100 * played:.1f} % of those here."
    )
    assert "sensible@2, 0.0 %" in without_end(found.assign(horizon=0, before=0.0))
    assert stopped(StudyRuns({"four": four})).empty
    assert without_end(found[:0]) == ""


def test_the_chance_of_any_wrong_verdict_is_told_where_all_hold_together():
    assert certainty(15).startswith(
        "Certainty: the luck of the games makes any verdict of 15 tables here wrong with a chance of 5 % at most; of "
    )
    assert certainty(0) == ""
