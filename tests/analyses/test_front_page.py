"""The first page of a report: the answer in a few sentences, its confidence, and the largest imbalances."""

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
    """Return a rates table by race, from race=(share, verdict)."""
    rows = [
        {"race": race, "share": share, "verdict": verdict, "fair": fair} for race, (share, verdict) in verdicts.items()
    ]
    return pd.DataFrame(rows)


def test_of_many_strong_levels_the_farthest_are_named():
    table = judged(fair=0.2, A=(0.25, "strong"), B=(0.24, "strong"), C=(0.3, "strong"), D=(0.28, "strong"))
    (line, *_) = answer_lines({"Five": pd.concat([table, judged(fair=0.2, E=(0.23, "strong"), F=(0.26, "strong"))])})
    assert [name for name in "ABCDEF" if f"{name} with" in line] == ["A", "C", "D", "F"]
    assert line.startswith("Too strong: C with") and line.endswith("; 2 more.")


def answer_lines(tables, *others, challenged=None, better=()):
    spans = pd.DataFrame(better, columns=["scenario", "factor", "level", "lowest", "highest"])
    imbalances = pd.DataFrame([WORST, *others])[1:]
    return answer(
        tables, imbalances, "race", challenged=challenge_table() if challenged is None else challenged, spans=spans
    )


def test_a_strong_level_is_named_once_with_its_share_in_every_scenario():
    four = judged(A=(0.4, "strong"), B=(0.3, "strong"), C=(0.1, "weak"), D=(0.2, "undecided (9 games)"))
    two = judged(fair=0.5, A=(0.7, "strong"), C=(0.48, "undecided"), B=(0.4, "weak"))
    lines = answer_lines({"Four players": four, "Two players": two})
    assert lines[0] == (
        "Too strong: A with 40.0% where an equal share is 25.0% (four players) and 70.0% where an equal share is 50.0% "
        "(two players); B with 30.0% where an equal share is 25.0% (four players)."
    )
    assert lines[1] == (
        "Too weak: C with 10.0% where an equal share is 25.0% (four players); B with 40.0% where an equal share is "
        "50.0% (two players)."
    )
    assert lines[2:] == ["No other factor has an imbalance of more than 2 points."]


def test_balanced_and_undecided_scenarios_are_listed_if_no_level_is_strong_or_weak():
    even, still_open = judged(A=(0.25, "balanced")), judged(A=(0.25, "balanced"), B=(0.3, "undecided"))
    lines = answer_lines({"Four": even, "Three, in pairs": even, "Two": still_open})
    assert lines[1].startswith(
        "Balanced by race: with four; three, in pairs, each race wins within 2 points of an equal"
    )
    assert lines[2] == "Undecided by race because of too few games: two."


@pytest.mark.parametrize(
    ("change", "is_reported"),
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
def test_another_factor_is_reported_if_its_imbalance_is_significantly_beyond_the_margin(change, is_reported):
    lines = answer_lines({"Two": judged(A=(0.25, "balanced"))}, WORST | change)
    assert len(lines) == 2
    assert any("mbalanced: seat 1 with 56.0% " in line for line in lines) == is_reported
    assert any("where an equal share is 50.0%" in line for line in lines) == (is_reported and "verdict" not in change)


def test_an_imbalance_in_several_scenarios_is_reported_for_each_the_largest_first():
    more = WORST | {"scenario": "Four", "share": 0.31, "fair": 0.25, "points": 0.06, "worst": "seat 4"}
    line, _ = answer_lines({"Two": judged(A=(0.25, "balanced"))}, more, WORST | {"points": 0.1, "share": 0.6})
    assert line == (
        "Imbalanced: seat 1 with 60.0% where an equal share is 50.0% (two); seat 4 with 31.0% where an equal share is "
        "25.0% (four)."
    )


def test_a_level_with_the_largest_imbalance_in_several_scenarios_is_named_once():
    line, _ = answer_lines({"Two": judged(A=(0.25, "balanced"))}, WORST, WORST | {"scenario": "Four", "points": 0.05})
    assert line.startswith(
        "Imbalanced: seat 1 with 56.0% where an equal share is 50.0% (two) and 56.0% where an equal share is 50.0% (f"
    )


@pytest.mark.parametrize(("share", "verdict", "place"), [(0.4, "strong", 1), (0.3, "strong", 0), (0.3, "", 1)])
def test_a_larger_imbalance_than_that_by_the_factor_comes_first(share, verdict, place):
    """Levels compared with their absence come later, since their share is not one of all games."""
    lines = answer_lines({"Two": judged(A=(share, "strong"), B=(0.25, "balanced"))}, WORST | {"verdict": verdict})
    title = ("Imbalanced", "Also imbalanced")[place]
    assert lines[place].startswith(f"{title}: seat 1 with 56.0%")
    assert lines[1 - place].startswith("Too strong: A with")


def test_balance_is_claimed_only_if_it_holds_under_better_play():
    """The verdict of A changes with four players, is undecided with three and holds with two."""
    even = judged(A=(0.25, "balanced"), B=(0.25, "balanced"))
    outcomes = {"Four": "changes", "Three": "undecided", "Two": "holds"}
    rows = [(title, level, "balanced", "play", outcome) for title, outcome in outcomes.items() for level in "AB"]
    outcomes_of_levels = challenge_table(*rows[:1], ("Four", "B", "balanced", "play", "undecided"), *rows[2:])
    lines = answer_lines(dict.fromkeys([*outcomes, "Six"], even), challenged=outcomes_of_levels)
    assert lines[1].startswith("Balanced by race: with two and six, each race wins")
    assert lines[2] == (
        "Balanced by race only among mixed strategies: with four, where better play changes the verdict of A; with "
        "three, where better play leaves A and B undecided."
    )


def test_the_range_under_better_play_is_shown_with_an_imbalance():
    better = [("Two", "seat", "seat 1", 0.55, 0.9), ("Two", "seat", "seat 2", 0.1, 0.2)]
    line = answer_lines({"Two": judged(A=(0.25, "balanced"))}, WORST, better=better)[0]
    assert line.startswith(
        "Imbalanced: seat 1 with 56.0% where an equal share is 50.0%, 55.0\u201390.0% from sensible play upwards (two)."
    )


def test_every_imbalanced_factor_has_a_separate_line():
    lines = answer_lines(
        {"Two": judged(A=(0.25, "balanced"))}, WORST, WORST | {"factor": "card dealt", "worst": "Wormhole"}
    )
    assert [line.split(" with ")[0] for line in lines[:2]] == [
        "Imbalanced: seat 1",
        "Imbalanced by card dealt: Wormhole",
    ]


def challenge_table(*rows):
    return pd.DataFrame(rows, columns=["scenario", "level", "verdict", "against", "outcome"])


TURNED = challenge_table(
    ("Four", "A", "strong", "play", "holds"),
    ("Four", "B", "weak", "play", "changes"),
    ("Two", "B", "weak", "play", "changes"),
    ("Two", "A", "strong", "play", "undecided"),
    ("Two", "A", "strong", "data", "changes"),
    ("Four", "A", "strong", "strategies", "holds"),
)


def test_verdicts_that_hold_under_better_play_are_counted():
    words = "1 of 4 verdicts holds, 2 change (B: four, two), and 1 is undecided."
    assert stands(TURNED) == f"From sensible play upwards, {words}"
    assert stands(TURNED[TURNED["against"] == "data"]) == ""


def test_every_condition_that_changes_a_verdict_is_named():
    text = turning(TURNED, unsure=1)
    assert text.endswith(
        "better play (B: four, two); other assumed data (A: two); more games (1 by the factor is undecided)."
    )
    held = TURNED[TURNED["outcome"] == "holds"]
    assert turning(held, 0).endswith(
        "no condition that was tried (better play and only the strategies of the equilibrium)."
    )
    assert turning(challenge_table(), 0) == ""


def test_verdicts_that_depend_on_assumed_values_are_named():
    assert assumed(0.31, "the map", TURNED).endswith("(the map). These verdicts change under other values: A: two.")
    kept = TURNED.assign(outcome="holds")
    assert assumed(0.31, "", kept).endswith("No verdict changes under the other values that were tried.")
    assert assumed(0.31, "", challenge_table()).endswith("not in the rulebook. Other values were not tried.")


def test_strength_is_reported_for_the_scenario_with_the_most_significant_gain():
    sure, rare = {"gain": 0.2, "low": 0.1, "high": 0.3}, {"gain": 0.4, "low": -0.1, "high": 0.9}
    sure, rare = (each | {"games": 4000} for each in (sure, rare))
    text = strength({"Four": sure, "Two": rare}, {}, {"Four": sure})
    assert "a search player gains up to 20.0 points (10.0 to 30.0; four, 4,000 games); a strategy trained" in text
    assert text.endswith(
        "a strategy trained against the other strategies gains 20.0 points (10.0 to 30.0; four, 4,000 games)."
    )
    assert strength({"Two": sure | {"against": "the pool"}}, {"Two": rare}, {}).endswith(
        "a search player gains 20.0 points (10.0 to 30.0; among the pool, two, 4,000 games); a player with a deeper "
        "search among search players gains nothing significant (estimate 40.0 points, -10.0 to 90.0; two, 4,000 "
        "games)."
    )
    assert strength({}, {}, {}) == ""


def test_variants_in_which_the_best_strategy_fails_are_named():
    rows = [("Two", "bare", "sensible", 0.726, 0.175, 0.16, 0.19), ("Three", "bare", "bold", 0.4, 0.2, 0.19, 0.21)]
    columns = ["scenario", "variant", "strategy", "before", "share", "low", "high"]
    assert out_of_depth(pd.DataFrame(rows, columns=columns)).startswith(
        "Play under other data: sensible wins 17.5% (16.0\u201319.0) under bare, 72.6% under the main data (two); "
        "bold wins "
    )
    assert out_of_depth(pd.DataFrame(columns=columns)) == ""


@pytest.fixture
def four(small_run):
    return Scenario("four", "Four", [["home"], ["seat"], ["home", "seat"]], small_run)


def test_the_largest_imbalance_of_a_column_is_the_most_significant_row(four):
    table = worst([four], {})
    assert list(table["factor"]) == ["home", "seat"]
    seats = rates(four.result, ["seat"])
    distance = np.maximum(seats["low"] - 0.25, 0.25 - seats["high"])
    off = seats["verdict"].isin(["strong", "weak"])
    row = seats.loc[distance[off if off.any() else off | True].idxmax()]
    largest = table.iloc[1]
    assert largest["worst"] == f"seat {row['seat']}"
    assert largest["points"] == pytest.approx(row["share"] - 0.25)
    assert (largest["low"], largest["high"]) == pytest.approx((row["low"] - 0.25, row["high"] - 0.25))


def test_every_significant_imbalance_is_listed_the_largest_first(four, monkeypatch):
    """Undecided and balanced levels are not listed."""
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
    line, *_ = answer(tables, out_of_line([four], {}), "home", challenged=challenge_table(), spans=spans)
    assert line.startswith("Imbalanced: seat 2 with 35.0%") and "; seat 1 with 20.0%" in line


def test_factors_are_ordered_by_the_size_of_their_imbalance():
    drawn = WORST | {"factor": "race, by card", "worst": "A with X", "points": -0.2, "share": 0.3, "verdict": "lower"}
    card = WORST | {"factor": "card dealt", "worst": "Y", "points": 0.3, "verdict": ""}
    drawn |= {"low": -0.25, "high": -0.1}
    lines = answer_lines({"Two": judged(A=(0.6, "strong"))}, WORST, card, drawn)
    assert [line.split(" with ")[0].split(": ")[-1] for line in lines] == ["A", "Y", "A", "seat 1"]
    first = answer_lines({"Two": judged(A=(0.3, "strong"))}, WORST, card, drawn)[0]
    assert first == "Imbalanced by race, by card: A with X with 30.0% compared with 50.0% without it (two)."


def test_of_two_groups_of_seats_the_first_one_is_reported(four, monkeypatch):
    shares = pd.DataFrame({"seat": ["1 + 2", "3 + 4"], "share": [0.3, 0.9], "low": [0.28, 0.8], "high": [0.32, 0.95]})
    monkeypatch.setattr(Scenario, "rates", lambda self, by: shares.assign(verdict="strong", reason="", home=list("AB")))
    assert list(worst([four], {})["worst"]) == ["B", "seat 1 + 2"]


def test_an_undecided_level_precedes_a_balanced_one(four, monkeypatch):
    shares = pd.DataFrame({"home": ["A", "B", "C"], "share": [0.26, 0.28, 0.9], "low": [0.255, 0.2, 0.8], "high": 0.95})
    shares = shares.assign(verdict=["balanced", "undecided", "undecided"], reason=["", "", ONE_SEAT])
    monkeypatch.setattr(Scenario, "rates", lambda self, by: shares.rename(columns={"home": by[0]}))
    assert list(worst([four], {})["worst"]) == ["B", "B"]


def test_verdicts_by_the_factor_come_from_the_judging_scenario(four):
    judge = dataclasses.replace(four, name="judge", result=four.result.between(0, 40))
    table = worst([four], {"four": judge})
    assert table["points"].iloc[0] in set(rates(judge.result, ["home"])["share"] - 0.25)
    assert table["points"].iloc[1] in set(rates(four.result, ["seat"])["share"] - 0.25)


def test_dealt_components_are_compared_with_seats_without_them(four, monkeypatch):
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


def test_verdicts_are_tested_under_better_play_and_other_data(four, monkeypatch):
    """The verdict of A holds, B depends on skill, and C is undecided under better play; D has no verdict."""
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
    results = challenges(runs, [OtherData("four", "other stars", [], [], by_data), OtherData("four", "other", [], [])])
    assert list(results[results["against"] == "play"]["outcome"]) == ["holds", "changes", "undecided"]
    assert list(results[results["against"] == "data"]["outcome"]) == ["changes", "undecided"]
    assert set(results["scenario"]) == {"Four"}
    assert spans(runs).to_dict("records")[:1] == [
        {"scenario": "Four", "factor": "home", "level": "A", "lowest": 0.3, "highest": 0.3}
    ]
    assert challenges(StudyRuns({"four": four}), []).empty


def test_truncated_games_of_better_players_are_reported(four):
    """The level with the most truncated games is reported. Levels below `sensible` do not count."""
    going = {
        "sensible@2": (100, 0.9, 0.8),
        "sensible": (400, 0.02, 0.015),
        "search:sensible@2": (40, 0.375, 0.25),
        "pool": (4, 0.5, 0.1),
    }
    table = pd.DataFrame({"skill": list(going)})
    table.attrs["courses"] = [
        {"skill": level, "games": games, "truncated": share, "truncated_low": low, "truncated_high": 0.5}
        for level, (games, share, low) in going.items()
    ]
    truncations = stopped(StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table), (["seat"], table)]}))
    assert truncations.drop(columns=["before", "horizon"]).to_dict("records") == [
        {"scenario": "Four", "skill": "search:sensible@2", "games": 40, "share": 0.375, "low": 0.25, "high": 0.5}
    ]
    assert list(truncations["horizon"]) == [find_strategy(find_game("4000-ad"), "search:sensible@2").search.horizon]
    played = four.result.scan("games").collect()["truncated"].mean()
    assert truncations["before"].item() == played
    assert without_end(truncations.assign(horizon=16)) == (
        "Better players have truncated games: with four, the round limit truncates 37.5% (25.0\u201350.0) of 40 "
        f"games among search:sensible@2 with a rollout depth of 16 rounds, compared with {100 * played:.1f}% in the "
        "scenario."
    )
    assert "sensible@2, compared with 0.0%" in without_end(truncations.assign(horizon=0, before=0.0))
    assert stopped(StudyRuns({"four": four})).empty
    assert without_end(truncations[:0]) == ""


def test_the_family_wise_error_probability_is_reported():
    assert certainty(15).startswith(
        "Confidence: sampling error makes at least one verdict of these 15 tables wrong with a probability of at "
        "most 5%. "
    )
    assert certainty(0) == ""
