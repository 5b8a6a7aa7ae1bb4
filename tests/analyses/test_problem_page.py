"""The pages on imbalanced levels: how much, why, what was tried, and a game to watch."""

import re
import shlex

import pandas as pd
import pytest

from starbalance.analyses.presentation.chart.story import HIGHLIGHTS, QUIET
from starbalance.analyses.presentation.document import Chart, Heading, Table, Text
from starbalance.analyses.questions.columns import columns
from starbalance.analyses.questions.why import profile
from starbalance.analyses.report.problem_page import pages
from starbalance.analyses.report.sentence import capital
from starbalance.simulator.runs.run import run
from tests.stories import changed, race, scenario, skills, story, tried

RED = HIGHLIGHTS[0]


def pages_of(of):
    """Return the elements of the pages, one list for each page."""
    colours = {capital(cases[0].name): RED for cases in of.problems[:3]}
    chapters = []
    for element in pages(of, colours):
        if isinstance(element, Heading):
            chapters.append([])
        chapters[-1].append(element)
    return chapters


def text_of(page):
    return "\n".join(line for each in page if isinstance(each, Text) for line in each.lines)


def charts_of(page):
    return {each.name: each for each in page if isinstance(each, Chart)}


def test_there_is_a_page_for_each_of_the_three_largest_imbalances():
    ship = {"Clipper": (0.52, "strong"), "Tug": (0.6, "strong"), "Probe": (0.35, "weak")}
    chapters = pages_of(story(scenario(seat={"1": (0.45, "weak")}, ship=ship)))
    assert [page[0].text for page in chapters] == [
        "Probe won too rarely (two)",
        "Tug won too often (two)",
        "Seat 1 won too rarely (two)",
    ]
    assert all(page[0].page for page in chapters)


@pytest.mark.parametrize(("share", "count"), [(0.515, 0), (0.525, 1)])
def test_a_level_of_another_factor_has_a_page_only_above_the_margin(share, count):
    assert len(pages_of(story(scenario(seat={"1": (share, "strong")})))) == count
    assert len(pages_of(story(scenario(ship={"Tug": (share, "strong")})))) == 1


def test_a_level_has_one_page_for_all_setups():
    two = scenario(title="Two players", ship={"Tug": (0.6, "strong")})
    three = scenario("three", setup="players3", title="Three players", ship={"Tug": (0.3, "weak")})
    more = scenario("more", setup="players3", title="Three again", ship={"Tug": (0.35, "strong")})
    (page,) = pages_of(story(two, three, more))
    assert page[0].text == "Tug won too often (two players and three again) and too rarely (three players)"
    for words in ("two players 60.0% (59.5 to 60.5)", "three players 30.0% (", "three again 35.0% ("):
        assert words in text_of(page)


def test_a_verdict_from_other_rules_is_marked():
    judge = scenario("dealt", title="Dealt", variant="short", verdicts_of="two", ship={"Tug": (0.6, "strong")})
    (page,) = pages_of(story(scenario(ship={"Tug": (0.9, "undecided", 5)}), judge))
    assert "dealt 60.0% (59.5 to 60.5), not the printed rules" in text_of(page)
    assert "90" not in text_of(page)


def test_the_page_says_where_the_verdict_holds_among_stronger_players():
    two, three = scenario(ship={"Tug": (0.6, "strong")}), scenario("three", ship={"Tug": (0.58, "strong")})
    play = skills("two", Tug="strong") | skills("three", Tug=["strong", "weak"])
    (page,) = pages_of(story(two, three, skills=play))
    assert "holds (two)" in text_of(page)
    assert "depends on skill (three)" in text_of(page)
    assert "Not tried: other assumed values." in text_of(page)
    untried = text_of(pages_of(story(two))[0])
    assert "Stronger players" not in untried and "Not tried: stronger players and other assumed values." in untried


def test_the_chart_shows_the_shares_of_the_study_and_of_stronger_players():
    """Levels below sensible are no stronger players."""
    two = scenario(ship={"Tug": (0.6, "strong")})
    play = skills("two", rungs=("uniform", "sensible", "search:sensible@8"), Tug=["weak", "strong", "strong"])
    chart = charts_of(pages_of(story(two, skills=play))[0])["problem-tug"]
    legend = [each.get_text() for each in chart.figure.legends[0].get_texts()]
    assert legend == ["all players of the study", "sensible", "search:sensible@8"]
    assert "stronger" in chart.text
    assert "stronger" not in charts_of(pages_of(story(two))[0])["problem-tug"].text


@pytest.mark.parametrize(
    ("play", "words", "absent"),
    [
        ("strong", "too often among stronger players", "depends"),
        (["strong", "weak"], "depends on the players", "among stronger players"),
        (["strong", "undecided"], "undecided with stronger players", "among stronger players"),
        (None, "in the games of the study", "stronger players"),
    ],
)
def test_the_title_of_the_chart_claims_no_more_than_the_verdicts(play, words, absent):
    tables = skills("two", Tug=play) if play else {}
    (page,) = pages_of(story(scenario(ship={"Tug": (0.6, "strong")}), skills=tables))
    title = charts_of(page)["problem-tug"].figure.get_suptitle()
    assert words in title and absent not in title


# Causes


def causes(is_strong=True, about=(), **rows):
    """Return the text and the tables on the causes of a level, for made-up rows of its profile.

    Args:
        is_strong: Whether the level is too strong. Default: yes.
        about: Further columns of all rows.
        rows: (difference, winning, given) by column.
    """
    frame = pd.DataFrame([dict(zip(("difference", "winning", "given"), row, strict=True)) for row in rows.values()])
    frame = frame.assign(column=list(rows), component="", is_share=False, level_mean=2.0, others=1.0, p_value=0.001)
    frame = frame.assign(**dict(about))
    two = scenario(ship={"Tug": (0.6, "strong") if is_strong else (0.4, "weak")})
    two._answers[profile, ("Tug",)] = frame
    (page,) = pages_of(story(two))
    return text_of(page), [each for each in page if isinstance(each, Table)]


def test_the_causes_are_differences_that_go_with_winning():
    text, (table,) = causes(rolls=(0.3, 0.4, False), busts=(-0.5, -0.5, False), shots=(1.0, -0.3, False))
    assert list(table.frame["what"]) == ["busts", "rolls"]
    assert list(table.frame.columns) == ["what", "seats of Tug", "other seats"]
    assert "win more often" in text


def test_the_causes_of_losing_are_differences_that_go_with_losing():
    text, (table,) = causes(False, rolls=(0.3, 0.4, False), busts=(0.5, -0.5, False))
    assert list(table.frame["what"]) == ["busts"]
    assert "win less often" in text


@pytest.mark.parametrize("column", ["distance", "cargo", "points"])
def test_no_cause_restates_the_points_or_the_standing(column):
    """These columns have the unit of the points, or of the standing that decides the game."""
    text, (table,) = causes(rolls=(0.3, 0.4, False), **{column: (0.9, 0.9, False)})
    assert list(table.frame["what"]) == ["rolls"]
    text, tables = causes(**{column: (0.9, 0.9, False)})
    assert tables == []
    assert "no difference in play" in text


def test_what_the_rules_give_is_no_cause():
    text, (table,) = causes(rolls=(0.3, 0.4, False), start=(3.0, 0.9, True))
    assert list(table.frame["what"]) == ["rolls"]
    assert "not chosen: start (2.00 against 1.00)" in text
    assert "not chosen" not in causes(rolls=(0.3, 0.4, False))[0]


def test_shares_are_in_percent():
    _, (table,) = causes(rolls=(0.3, 0.4, False), about={"is_share": True, "level_mean": 1.0, "others": 0.25})
    assert table.frame.iloc[0].tolist() == ["rolls", "100%", "25%"]


def test_the_causes_of_played_games_have_no_points():
    result = race(games=60)
    (page,) = pages_of(story(scenario(result=result, ship={"Tug": (0.6, "strong")})))
    known = columns("comet-chase").query("table == 'seats'").set_index("column")["unit"]
    shown = [what for each in page if isinstance(each, Table) for what in each.frame["what"]]
    assert {known[what] for what in shown} <= {"rolls", "turns"}


def test_a_seat_has_no_causes():
    (page,) = pages_of(story(scenario(seat={"1": (0.6, "strong")})))
    assert "Cause" not in text_of(page)


# Changes


def test_the_best_change_at_any_setup_is_on_the_page():
    two = scenario(ship={"Tug": (0.6, "strong")})
    three = scenario("three", setup="players3", ship={"Tug": (0.4, "strong")})
    changes = changed(two, Tug=(0.6, 0.61, 0.02)), changed(three, Tug=(0.4, 0.34, 0.01))
    (page,) = pages_of(story(two, three, sections=[tried("two", "three")], others=changes))
    assert "1 of the 2" in text_of(page)
    assert "the best a race to 30 instead of 50: in the first 60 games, 40% becomes 34% (three; " in text_of(page)
    assert "change -7.0 to -5.0 points" in text_of(page)
    figure = charts_of(page)["problem-tug-changes"].figure
    assert "nearer" in figure.get_suptitle() and "No change" not in figure.get_suptitle()
    assert "in the first 60 games, with common random numbers" in charts_of(page)["problem-tug-changes"].text


def test_a_change_that_helps_is_coloured_and_others_are_grey():
    two = scenario(ship={"Tug": (0.6, "strong")})
    others = [changed(two, Tug=(0.6, 0.53, 0.01)), changed(two, "sudden_death", Tug=(0.6, 0.59, 0.03))]
    (page,) = pages_of(story(two, sections=[tried("two", variants=("short", "sudden_death"))], others=others))
    axes = charts_of(page)["problem-tug-changes"].figure.axes[0]
    colours = {round(float(x), 6): line.get_color() for line in axes.lines for x in line.get_xdata()}
    assert (colours[53.0], colours[59.0]) == (RED, QUIET)


def test_no_change_is_claimed_to_help_if_none_does():
    two = scenario(ship={"Tug": (0.6, "strong")})
    (page,) = pages_of(story(two, sections=[tried("two")], others=[changed(two, Tug=(0.6, 0.59, 0.03))]))
    assert "none of the 1" in text_of(page)
    assert "No change brings Tug" in charts_of(page)["problem-tug-changes"].figure.get_suptitle()
    (page,) = pages_of(story(two))
    assert "none was tried" in text_of(page)
    assert set(charts_of(page)) == {"problem-tug"}


# A game to watch


@pytest.mark.parametrize(("column", "level"), [("ship", "Tug"), ("ship", "Probe"), ("seat", "1")])
@pytest.mark.parametrize(("share", "verdict"), [(0.6, "strong"), (0.2, "weak")])
def test_the_game_to_watch_is_in_the_run_and_shows_what_the_title_says(column, level, share, verdict):
    """A seat of the level wins it if the level is too strong, and loses it if the level is too weak."""
    three = scenario("three", setup="players3", **{column: {level: (share, verdict)}})
    text = text_of(pages_of(story(three))[0])
    assert (", which it won:" in text) == (verdict == "strong")
    seats = race("players3").seats.to_pandas()
    own = seats[(seats["game"] == game_of(text)) & (seats[column].astype(str) == level)]
    assert own["strategy"].tolist() == ["sensible"]
    assert (own["credit"] > 0.5).tolist() == [verdict == "strong"]


def game_of(text):
    """Return the number of the game in the command of a page."""
    (command,) = re.findall(r"`(starbalance play .*?)`", text)
    words = shlex.split(command)
    assert words[2] == "comet-chase" and words[-2:] == ["--html", "game.html"]
    return int(words[words.index("--game") + 1])


def test_a_level_that_sensible_never_plays_has_a_game_of_another_strategy():
    bold = run("comet-chase", setup="players2", games=20, seed=1, strategies="bold", jobs=1)
    text = text_of(pages_of(story(scenario(result=bold, ship={"Tug": (0.6, "strong")})))[0])
    own = bold.seats.to_pandas().query("ship == 'Tug'").set_index("game")
    assert own.loc[game_of(text), "credit"] == 1.0
