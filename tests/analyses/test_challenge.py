"""Verdicts of a report under other conditions: stronger players, the equilibrium, and other data."""

import itertools

import pandas as pd
import pytest

from starbalance.analyses.report import challenge
from starbalance.analyses.report.challenge import challenges, outcome, stopped
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.simulator.engine.strategy import find_strategy
from starbalance.simulator.games import find_game

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

HOMES, SEATS = ("A", "B", "C", "D"), (1, 2, 3, 4)
VERDICTS = {"home": ("strong", "weak", "balanced", "undecided"), "seat": ("balanced", "strong", "undecided", "weak")}
LEVELS = {"home": HOMES, "seat": SEATS}


@pytest.fixture
def four(small_run, monkeypatch):
    """A scenario with the verdicts above."""

    def rates(self, by):
        return pd.DataFrame({by[0]: LEVELS[by[0]], "verdict": VERDICTS[by[0]]})

    monkeypatch.setattr(Scenario, "rates", rates)
    return Scenario("four", "Four players", [["home"], ["seat"]], small_run)


def skills(column, rungs=None, **verdicts):
    """Return a table of skill from skill=(verdict of each level of a column); `search` is a search strategy."""
    rows = [
        {
            "skill": "search:sensible@8" if skill == "search" else skill,
            column: level,
            "share": 0.3,
            "games": 400,
            "verdict": v,
        }
        for skill, words in verdicts.items()
        for level, v in zip(LEVELS[column], words, strict=True)
    ]
    table = pd.DataFrame(rows)
    table.attrs |= {} if rungs is None else {"rungs": rungs}
    return table


def outcomes(table, against, column="home"):
    rows = table[(table["against"] == against) & (table["column"] == column)]
    return dict(zip(rows["level"], rows["outcome"], strict=True))


@pytest.mark.parametrize(
    ("verdict", "verdicts", "expected"),
    [
        ("strong", ["strong"], "holds"),
        ("strong", ["strong", "strong"], "holds"),
        ("strong", ["weak"], "changes"),
        ("strong", ["strong", "balanced"], "changes"),
        ("strong", ["undecided", "balanced"], "changes"),
        ("strong", ["strong", "undecided"], "undecided"),
        ("strong", ["undecided"], "undecided"),
        ("strong", [], "undecided"),
    ],
)
def test_a_verdict_holds_only_if_all_others_are_decided_and_equal(verdict, verdicts, expected):
    """One decided verdict that differs changes it, in any order."""
    assert {outcome(verdict, each) for each in itertools.permutations(verdicts)} == {expected}


def test_a_verdict_holds_among_stronger_players_only_if_it_holds_on_every_rung(four):
    """A is strong on both rungs, B changes on the second, and C is undecided there. D has no verdict to challenge."""
    table = skills(
        "home",
        uniform=["weak", "strong", "strong", "weak"],
        sensible=["strong", "weak", "balanced", "strong"],
        search=["strong", "strong", "undecided", "weak"],
        pool=["weak", "weak", "weak", "weak"],
    )
    result = challenges(StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table)]}), [])
    assert outcomes(result, "play") == {"A": "holds", "B": "changes", "C": "undecided"}
    assert set(result["scenario"]) == {"four"} and list(result["verdict"]) == ["strong", "weak", "balanced"]


def test_only_levels_that_are_rungs_of_the_ladder_challenge_a_verdict(four):
    """Another style of play that is not shown to be stronger than sensible says nothing on skill."""
    table = skills("home", ["sensible"], sensible=["strong", "weak"] + ["balanced"] * 2, raider=["weak", "strong"] * 2)
    result = challenges(StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table)]}), [])
    assert outcomes(result, "play") == {"A": "holds", "B": "holds", "C": "holds"}


def test_a_level_that_stronger_players_never_have_is_undecided(four):
    table = skills("home", sensible=["strong", "weak", "balanced", "weak"])
    table = table[table["home"] != "A"]
    result = challenges(StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table)]}), [])
    assert outcomes(result, "play") == {"A": "undecided", "B": "holds", "C": "holds"}


def test_all_columns_of_the_tables_of_skill_are_covered(four):
    """Seats are named as on the page. A table by two columns has no verdicts to challenge."""
    home = skills("home", sensible=["strong", "weak", "balanced", "weak"])
    seat = skills("seat", sensible=["balanced", "weak", "weak", "strong"])
    tables = [(["home"], home), (["seat"], seat), (["home", "seat"], home.assign(seat=1))]
    result = challenges(StudyRuns({"four": four}, skills={("skill", "four"): tables}), [])
    assert outcomes(result, "play", "seat") == {"seat 1": "holds", "seat 2": "changes", "seat 4": "changes"}
    assert set(result["column"]) == {"home", "seat"} and len(result) == 6


def by_data(column, levels, *survives):
    return pd.DataFrame(
        [
            {column: level, "verdict_base": verdict, "survives": word}
            for words in survives
            for level, verdict, word in zip(levels, VERDICTS[column], words, strict=True)
        ]
    )


def test_the_worst_outcome_under_any_other_data_counts(four):
    """Two comparisons of one scenario are combined. The order of the comparisons does not matter."""
    stars = by_data("home", HOMES, ["yes", "undecided", "yes", "no"], ["yes", "yes", "yes", "no"])
    cards = by_data("home", HOMES, ["no", "yes", "yes", "no"])
    compared = [OtherData("four", "stars", [], stars, ["home"]), OtherData("four", "cards", [], cards, ["home"])]
    for each in (compared, compared[::-1]):
        result = challenges(StudyRuns({"four": four}), each)
        assert outcomes(result, "data") == {"A": "changes", "B": "undecided", "C": "holds"}
    assert outcomes(challenges(StudyRuns({"four": four}), compared[:1]), "data")["A"] == "holds"


def test_verdicts_by_other_columns_are_tested_under_other_data_too(four):
    """Comparisons of shared components and by two columns have no verdicts to challenge."""
    seats = by_data("seat", SEATS, ["yes", "no", "yes", "undecided"])
    cells = by_data("home", HOMES, ["no"] * 4).assign(seat=1)
    compared = [
        OtherData("four", "stars", [], seats, ["seat"]),
        OtherData("four", "stars", [], cells, ["home", "seat"]),
        OtherData("four", "stars", []),
    ]
    result = challenges(StudyRuns({"four": four}), compared)
    assert outcomes(result, "data", "seat") == {"seat 1": "holds", "seat 2": "changes", "seat 4": "undecided"}
    assert set(result["column"]) == {"seat"}


def test_verdicts_by_factor_and_seat_are_tested_in_the_equilibrium(four, monkeypatch):
    survives = {"home": ["yes", "no", "undecided", "no"], "seat": ["no", "yes", "yes", "undecided"]}

    def judged(tournament_result, result, by):
        assert (tournament_result, result) == ("the tournament", four.result)
        (column,) = by
        words = {"verdict": VERDICTS[column], "survives": survives[column]}
        return pd.DataFrame({column: LEVELS[column], **words})

    monkeypatch.setattr(challenge, "judged_in_mix", judged)
    result = challenges(StudyRuns({"four": four}, tournaments={("strategies", "four"): "the tournament"}), [])
    assert outcomes(result, "strategies") == {"A": "holds", "B": "changes", "C": "undecided"}
    assert outcomes(result, "strategies", "seat") == {"seat 1": "changes", "seat 2": "holds", "seat 4": "undecided"}


def test_a_study_without_other_conditions_has_no_challenges(four):
    result = challenges(StudyRuns({"four": four}), [])
    assert result.empty
    assert list(result) == ["scenario", "column", "level", "verdict", "against", "outcome"]


def going(**courses):
    """Return a table of skill with the course of the games of each level, from level=(games, truncated, low)."""
    table = pd.DataFrame({"skill": [name.replace("_", "@") for name in courses]})
    table["skill"] = table["skill"].str.replace("search@", "search:")
    table.attrs["courses"] = [
        {"skill": skill, "games": games, "truncated": share, "truncated_low": low, "truncated_high": 0.5}
        for skill, (games, share, low) in zip(table["skill"], courses.values(), strict=True)
    ]
    return table


def test_truncated_games_of_stronger_players_are_listed(four):
    """The rung with the most truncated games is listed. Levels below `sensible` and mixed strategies do not count."""
    levels = {"sensible_2": (100, 0.9, 0.8), "sensible": (400, 0.02, 0.015), "search_sensible_2": (40, 0.375, 0.25)}
    table = going(**levels, pool=(4, 0.5, 0.1))
    result = stopped(StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table), (["seat"], table)]}))
    assert result.drop(columns=["before", "horizon"]).to_dict("records") == [
        {
            "scenario": "Four players",
            "skill": "search:sensible@2",
            "games": 40,
            "share": 0.375,
            "low": 0.25,
            "high": 0.5,
        }
    ]
    assert list(result["horizon"]) == [find_strategy(find_game("4000-ad"), "search:sensible@2").search.horizon]
    assert result["before"].item() == four.result.scan("games").collect()["truncated"].mean()


def test_truncated_games_up_to_1_percent_are_not_listed(four):
    table = going(sensible=(400, 0.02, 0.01))
    runs = {low: StudyRuns({"four": four}, skills={("skill", "four"): [(["home"], table)]}) for low in (0.01, 0.011)}
    assert stopped(runs[0.01]).empty
    table.attrs["courses"][0]["truncated_low"] = 0.011
    assert list(stopped(runs[0.011])["horizon"]) == [0]
    assert stopped(StudyRuns({"four": four})).empty
