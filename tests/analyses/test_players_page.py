"""The page on the players: their strength, and what stronger players do to the verdicts."""

import pandas as pd
import pytest

from starbalance.analyses.presentation.document import Chart, Heading, Text
from starbalance.analyses.report.players_page import page
from tests.stories import gains, race, scenario, skills, story

IMBALANCED = {"Tug": (0.6, "strong"), "Probe": (0.45, "weak"), "Clipper": (0.5, "undecided")}
COLOURS = {"Tug": "#d55e00"}


def ladder(*rows):
    """Return a table of `ladder`, from rows (skill, against, gain, is_rung)."""
    table = pd.DataFrame(rows, columns=["skill", "against", "gain", "is_rung"])
    return table.assign(low=table["gain"] - 0.02, high=table["gain"] + 0.02, games=900)


LADDER = ladder(("uniform", "", None, True), ("sensible", "uniform", 0.3, True), ("bold", "sensible", 0.01, False))


def response(gain, low, high):
    """Return a table of `exploitability` of two players with one row."""
    return gains(("", "", gain, low, high, 900)).assign(start="sensible", share=0.5 + gain)


def lines_of(of):
    _, text, *_ = page(of, COLOURS)
    assert isinstance(text, Text)
    return "\n".join(text.lines)


def charts_of(of):
    return {each.name: each.figure for each in page(of, COLOURS) if isinstance(each, Chart)}


def imbalanced(**results):
    return story(scenario(title="Two players", ship=IMBALANCED), **results)


def test_there_is_no_page_without_stronger_players():
    assert page(imbalanced(study={"plan": ["rolls", "busts"]}), COLOURS) == []


def test_the_page_lists_the_rungs_of_the_ladder_apart_from_other_styles():
    text = lines_of(imbalanced(ladders={("skill", "two"): LADDER}))
    rungs, styles = (line for line in text.splitlines())
    assert "uniform, sensible." in rungs and "bold" not in rungs
    assert "bold" in styles and "uniform" not in styles


def test_a_player_that_is_not_shown_to_be_stronger_is_on_no_rung():
    text = lines_of(imbalanced(ladders={("skill", "two"): LADDER.assign(is_rung=[True, False, False])}))
    assert "Ladder" not in text
    assert "Other styles, not shown to be stronger: sensible, bold." in text


def test_the_chart_of_the_ladder_has_a_row_for_each_measured_level():
    figure = charts_of(imbalanced(ladders={("skill", "two"): LADDER}))["ladder"]
    labels = [each.get_text().replace("\n", " ") for each in figure.axes[0].get_yticklabels()]
    assert labels == ["sensible among uniform", "bold among sensible"]


def test_the_rows_of_the_ladder_are_in_the_order_of_its_rungs():
    rising = LADDER.assign(gain=[None, 0.1, 0.3])
    figure = charts_of(imbalanced(ladders={("skill", "two"): rising}))["ladder"]
    places = {each.get_text().replace("\n", " "): each.get_position()[1] for each in figure.axes[0].get_yticklabels()}
    assert places["sensible among uniform"] > places["bold among sensible"]


def test_the_chart_of_the_rungs_names_all_seats_that_win_together():
    """Of two sides only one has a verdict of its own."""
    two = scenario(title="Two players", seat={"1 + 2": (0.6, "strong"), "3 + 4": (0.4, "weak")})
    play = skills("two", "seat", **{"_1 + 2": "strong", "_3 + 4": "weak"})
    (axes,) = charts_of(story(two, skills=play))["rungs"].axes
    assert {each.get_text() for each in axes.get_yticklabels()} == {"Seats 1 + 2", "Seats 3 + 4"}


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ({"Tug": "strong", "Probe": "weak"}, ["2 of 2"]),
        ({"Tug": ["strong", "weak"], "Probe": "weak"}, ["1 of 2", "Depends on skill: Tug (two players)"]),
        (
            {"Tug": "strong", "Probe": ["weak", "undecided"]},
            ["1 of 2", "Not decided on every rung: Probe (two players)"],
        ),
        ({"Tug": ["strong", "undecided"], "Probe": ["weak", "strong"]}, ["0 of 2", "skill: Probe", "rung: Tug"]),
    ],
)
def test_the_page_counts_the_verdicts_that_hold_and_names_the_others(play, words):
    """One decided rung is not enough: a verdict holds only if all rungs agree."""
    text = lines_of(imbalanced(skills=skills("two", **play)))
    assert [each for each in words if each not in text] == []
    assert ("Depends on skill" in text) == any("skill:" in each for each in words)
    assert ("Not decided" in text) == any("rung:" in each for each in words)


def test_an_undecided_level_has_no_verdict_to_confirm():
    assert "Clipper" not in lines_of(imbalanced(skills=skills("two", Tug="strong", Probe="weak", Clipper="strong")))


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ({"Tug": "strong", "Probe": "weak"}, "The verdicts hold among stronger players"),
        ({"Tug": "strong", "Probe": ["weak", "strong"]}, "1 of 2 verdicts is confirmed among stronger players"),
        ({"Tug": ["strong", "weak"], "Probe": "undecided"}, "None of 2 verdicts is confirmed among stronger players"),
    ],
)
def test_the_heading_says_what_happens_to_the_verdicts(play, words):
    heading, *_ = page(imbalanced(skills=skills("two", **play)), COLOURS)
    assert isinstance(heading, Heading) and heading.page
    assert heading.text == words


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ({"Tug": "strong", "Probe": "weak"}, "persist"),
        ({"Tug": "strong", "Probe": ["weak", "strong"]}, "Probe depends on skill"),
        ({"Tug": "strong", "Probe": "undecided"}, "Not every verdict is decided"),
    ],
)
def test_the_chart_of_the_rungs_claims_no_more_than_the_verdicts(play, words):
    assert words in charts_of(imbalanced(skills=skills("two", **play)))["rungs"].get_suptitle()


def test_the_chart_of_the_rungs_has_the_rungs_only():
    play = skills("two", rungs=("uniform", "sensible"), Tug="strong", Probe="weak")
    (_, table), *_ = play["skill", "two"]
    table.attrs["rungs"] = ["sensible"]
    (axes,) = charts_of(imbalanced(skills=play))["rungs"].axes
    assert len([line for line in axes.lines if line.get_marker() not in ("None", "")]) == 2  # one for each ship


def test_gains_have_intervals():
    rows = [("search:a", "sensible", 0.12, 0.05, 0.2, 900), ("search:a", "bold", 0.3, -0.1, 0.7, 9)]
    rows += [("search:b", "search:a", 0.08, 0.03, 0.13, 900)]
    trained = response(0.04, 0.01, 0.07)
    text = lines_of(imbalanced(benchmarks={("b", "two"): gains(*rows)}, responses={("r", "two"): trained}))
    search, another, training = text.splitlines()
    assert "search:a among players with sensible wins 12 points more" in search and "(+5 to +20; two players)" in search
    assert "8 points more" in another and "(+3 to +13; two players)" in another
    assert "win 54% of the games (51% to 57%; two players), and sensible" in training and training.endswith(" 50%.")


def test_a_gain_whose_interval_includes_0_is_no_gain():
    rows = [("search:a", "sensible", -0.06, -0.12, 0.0, 900), ("search:b", "search:a", 0.08, -0.03, 0.13, 900)]
    trained = response(-0.04, -0.05, -0.03)
    text = lines_of(imbalanced(benchmarks={("b", "two"): gains(*rows)}, responses={("r", "two"): trained}))
    for interval in ("-12 to +0", "-3 to +13"):
        assert f"not shown to gain anything ({interval} points; two players)" in text
    assert text.endswith("which is not shown to be more than the 50% of sensible, from which they started.")
    assert "more than an equal share" not in text


@pytest.mark.parametrize(("before", "words"), [(0.45, "and sensible"), (0.52, "not shown to be more than the 52%")])
def test_a_trained_player_is_compared_with_the_strategy_that_it_started_from(before, words):
    two = scenario(title="Two players", ship=IMBALANCED, strategy={"sensible": (before, "strong")})
    assert words in lines_of(story(two, responses={("r", "two"): response(0.04, 0.01, 0.07)}))


def test_allies_split_the_win_with_which_a_trained_player_is_compared():
    """A side wins 56% with `sensible`, so each of its two players has 28%."""
    two = scenario(title="Two sides", ship=IMBALANCED, strategy={"sensible": (0.56, "strong")})
    of_one_ally = response(0.04, 0.01, 0.07).assign(share=0.29)
    text = lines_of(story(two, responses={("r", "two"): of_one_ally}))
    assert "win 29% of the games (26% to 32%; two sides)" in text and "more than the 28% of sensible" in text


def test_truncated_games_of_stronger_players_are_compared_with_those_of_the_study():
    text = lines_of(imbalanced(skills=skills("two", Tug="strong", truncated=0.4)))
    assert "40% of the games of search:sensible@8, 0% in the study (two players)" in text
    assert "Round limit" not in lines_of(imbalanced(skills=skills("two", Tug="strong", truncated=0.01)))


@pytest.mark.parametrize(
    ("means", "is_one"), [((2.0, 0.3, 0.1), True), ((2.0, 0.5, 0.1), False), ((0.0, 0.0, 0.0), False)]
)
def test_one_plan_is_named_only_if_one_column_dominates(monkeypatch, means, is_one):
    names = ["purple", "orange", "grey"]
    table = pd.DataFrame({"strategy": "sensible", "quantity": names, "mean": means})
    table = pd.concat([table, table.assign(strategy="bold", mean=9.0)])
    monkeypatch.setattr("starbalance.analyses.report.players_page.seat_means", lambda *args: table)
    text = lines_of(imbalanced(study={"plan": names}, skills=skills("two", Tug="strong")))
    assert ("One plan" in text) == is_one
    assert not is_one or "2.0 for purple, at most 0.3 for orange and grey" in text


def test_the_plan_is_that_of_sensible_in_played_games():
    """Cargo is dealt, so that no column dominates in Comet Chase; busts are rare against rolls."""
    plan = {"plan": ["rolls", "busts"]}
    seats = race().seats.to_pandas().query("strategy == 'sensible'")
    means = seats["rolls"].mean(), seats["busts"].mean()
    text = lines_of(imbalanced(study=plan, skills=skills("two", Tug="strong")))
    assert ("One plan" in text) == (means[0] > 5 * means[1])
    assert f"{means[0]:.1f} for rolls, at most {means[1]:.1f} for busts" in text
    assert "One plan" not in lines_of(imbalanced(study={"plan": ["rolls"]}, skills=skills("two", Tug="strong")))


def test_other_data_that_the_best_strategy_does_not_fit_are_named():
    two = scenario(ship=IMBALANCED, strategy={"bold": (0.7, "strong"), "sensible": (0.3, "weak")})
    other = scenario("two-bare", variant="short", strategy={"bold": (0.2, "weak"), "sensible": (0.8, "strong")})
    study = {"robust": [{"of": "two", "under": ["two-bare"], "what": "other data"}]}
    play = skills("two", Tug="strong")
    assert "bare), bold becomes too weak" in lines_of(story(two, others=[other], study=study, skills=play))
    kept = scenario("two-bare", variant="short", strategy={"bold": (0.6, "strong"), "sensible": (0.4, "weak")})
    assert "bold" not in lines_of(story(two, others=[kept], study=study, skills=play))
