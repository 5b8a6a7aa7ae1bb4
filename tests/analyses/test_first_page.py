"""The first page of a report: short, true, and with one recommendation."""

import re
import shlex

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation.document import Box, Chart, Text
from starbalance.analyses.report.challenge import DATA, PLAY
from starbalance.analyses.report.first_page import first_page, headline, messages, recommendation, trust
from starbalance.analyses.report.robustness import OtherData
from starbalance.analyses.report.section import Flags
from starbalance.analyses.report.story import Story
from starbalance.simulator.runs.run import run
from tests.stories import changed, gains, other_data, scenario, skills, story, tried

LONG = {
    name: (share, "strong" if share > 0.5 else "weak")
    for name, share in {
        "Research Forces": 0.667,
        "Aggroloid Fleet": 0.61,
        "Technoid Union": 0.6,
        "Merchant League": 0.58,
        "Deep Miners": 0.29,
        "Solar Empire": 0.35,
        "Outer Planets": 0.38,
        "Moon Monks": 0.4,
    }.items()
}
TRUST = "The verdicts rest on assumed purple technologies, because careful players all follow one plan and develop one."
BALANCED = {"Tug": (0.5, "balanced"), "Probe": (0.49, "balanced")}
IMBALANCED = {"Tug": (0.6, "strong"), "Probe": (0.49, "balanced")}


TITLE = "a race to 30 instead of 50"


def numbers(text):
    """Return the numbers of a text, except those in the name of a change."""
    return re.findall(r"\d[\d.,]*", text.replace(TITLE, ""))


def page_text(of):
    return " ".join([headline(of), *messages(of), recommendation(of), *trust(of)])


def crowded(ship, *, seat=(("1", (0.44, "weak")),), truncated=0.4, lines=(TRUST,), variant="sudden_death"):
    """Return a story with much to say: setups, problems, changed verdicts, truncated games, a change with a cost."""
    two = scenario(
        title="Two players, ships dealt", ship=ship, variant=variant, verdicts_of="printed" if variant else ""
    )
    printed = [scenario("printed", title="Two players", ship=ship, seat=dict(seat))] if variant else []
    three = scenario(
        "three",
        setup="players3",
        title="Three players in a long race",
        ship={level: (share - 1 / 6, verdict) for level, (share, verdict) in ship.items()},
        seat={"1": (0.41, "strong"), "2": (1 / 3, "balanced"), "3": (0.25, "weak")},
    )
    shares = {level: (share, 0.5 + (share - 0.5) / 2, 0.01) for level, (share, _) in ship.items()}
    last = list(ship)[-1]
    short = changed(two, **shares | {last: (ship[last][0], ship[last][0] - 0.04, 0.01)})
    play = skills("two", **{level: [verdict, "balanced"] for level, (_, verdict) in ship.items()}, truncated=truncated)
    data = [
        other_data("two", **{level: (verdict, "no") for level, (_, verdict) in ship.items()}),
        other_data("three", "seat", _1=("strong", "no"), _3=("weak", "no")),
    ]
    return story(
        two,
        *printed,
        three,
        sections=[tried("two")],
        others=[short],
        study={"trust": lines},
        compared=data,
        skills=play,
        benchmarks={("b", "two"): gains(("search:sensible@8", "sensible", 0.123, 0.1, 0.15, 400))},
    )


CROWDED = {
    "long names under other rules": crowded(LONG),
    "long names": crowded(LONG, variant=None),
    "short names": crowded({name.split()[0]: each for name, each in LONG.items()}, variant=None),
    "two levels": crowded({"Tug": (0.6, "strong"), "Probe": (0.4, "weak")}, variant=None, lines=()),
    "no truncated games": crowded(LONG, truncated=0.0, lines=()),
}


@pytest.fixture(params=CROWDED)
def crowd(request):
    return CROWDED[request.param]


def test_the_page_has_at_most_150_words_and_15_numbers(crowd):
    assert len(page_text(crowd).split()) <= 150
    assert len(numbers(page_text(crowd))) <= 15


def test_each_message_has_at_most_25_words():
    for crowd in CROWDED.values():
        assert len(messages(crowd)) <= 3
        assert [line for line in messages(crowd) if len(line.split()) > 25] == []
    assert any(messages(crowd) for crowd in CROWDED.values())


def test_a_message_with_long_names_lists_fewer_of_them():
    names = [f"The {name} Guild" for name in ("Red Moon", "Blue Moon", "Old Sun", "New Sun", "Far Star", "Near Star")]
    ship = {name: (0.6 - place / 100, "strong") for place, name in enumerate(names)}
    ship |= {name.replace("Guild", "League"): (0.4 + place / 100, "weak") for place, name in enumerate(names)}
    first = messages(story(scenario(ship=ship)))[0]
    assert len(first.split()) <= 25
    assert "The Blue Moon Guild and 4 more also won too often" in first
    assert "; The Red Moon League and 5 more won too rarely" in first


def test_no_number_is_on_the_page_more_than_twice(crowd):
    shown = numbers(page_text(crowd))
    assert [each for each in set(shown) if shown.count(each) > 2] == []


def test_the_page_has_a_chart_messages_a_recommendation_and_three_lines_of_trust():
    of = CROWDED["two levels"]
    figure, text, advice, box = first_page(of, {"Tug": "#d55e00"})
    assert isinstance(figure, Chart) and isinstance(text, Text) and isinstance(advice, Box) and isinstance(box, Box)
    assert text.lines == messages(of) != []
    assert list(advice.lines) == [recommendation(of)]
    assert list(box.lines) == trust(of)
    assert [line.split(":")[0] for line in trust(of)] == ["Data", "Players", "Luck"]


def test_the_last_messages_are_left_out_if_the_page_would_be_too_long():
    def messages_with(words):
        two = scenario(
            ship={"Tug": (0.6, "strong"), "Probe": (0.4, "weak")}, seat={"1": (0.56, "strong"), "2": (0.44, "weak")}
        )
        play = skills("two", Tug="strong", truncated=0.4)
        return messages(story(two, study={"trust": [" ".join(["word"] * words)]}, skills=play))

    three, some, none = messages_with(1), messages_with(80), messages_with(140)
    assert [len(lines) for lines in (three, none)] == [3, 0]
    assert 0 < len(some) < 3
    assert some == three[: len(some)]


# The headline and the recommendation


def test_the_headline_states_the_share_and_the_effect_of_the_best_change():
    two = scenario(ship=IMBALANCED)
    of = story(two, sections=[tried("two")], others=[changed(two, Tug=(0.6, 0.53, 0.01), Probe=(0.4, 0.38, 0.01))])
    assert "Tug won 60% of the games (two)" in headline(of)
    assert f"{TITLE} lowers that by 7 points" in headline(of)
    assert TITLE in recommendation(of)
    assert "2 points further from an equal share for Probe" in recommendation(of)
    assert "at least 6 points" in recommendation(of)
    assert "1.7 rounds shorter" in recommendation(of)


@pytest.mark.parametrize(("share", "is_headline"), [(0.42, True), (0.4, False)])
def test_the_best_change_of_a_nearly_as_large_imbalance_stands_in_the_headline(share, is_headline):
    """The largest imbalance is with two players (10 points), where no change was tried. The other is 9 or 7 points."""
    two = scenario(ship=IMBALANCED)
    three = scenario("three", setup="players3", ship={"Tug": (share, "strong")})
    of = story(two, three, sections=[tried("three")], others=[changed(three, Tug=(share, 0.35, 0.01))])
    words = (
        ["Tug won 42% of the games (three)", "lowers that by 7 points"]
        if is_headline
        else ["Tug won 60% of the games (two)"]
    )
    assert all(each in headline(of) for each in words)
    assert ("lowers" in headline(of)) == is_headline
    assert (f"{TITLE} (three)" in recommendation(of)) != is_headline
    assert TITLE in recommendation(of)


def test_the_headline_states_the_effect_of_a_change_apart_from_the_share():
    """The change was tried in fewer games, in which the share was another one."""
    two = scenario(ship=IMBALANCED)
    of = story(two, sections=[tried("two")], others=[changed(two, Tug=(0.62, 0.55, 0.01))])
    assert "Tug won 60% of the games" in headline(of)
    assert "lowers that by 7 points" in headline(of)


def test_a_change_of_less_than_a_point_is_not_recommended():
    two = scenario(ship=IMBALANCED)
    of = story(two, sections=[tried("two")], others=[changed(two, Tug=(0.6, 0.585, 0.01))])
    assert recommendation(of).startswith("No change: the one that was tried does not bring ")


def test_no_change_is_recommended_if_none_of_several_helps():
    two = scenario(ship=IMBALANCED)
    others = [changed(two, Tug=(0.6, 0.61, 0.02)), changed(two, "sudden_death", Tug=(0.6, 0.59, 0.02))]
    of = story(two, sections=[tried("two", variants=("short", "sudden_death"))], others=others)
    assert recommendation(of).startswith("No change: none of the 2 ")
    assert "brought" not in headline(of)


def test_a_search_is_recommended_if_no_change_was_tried():
    of = story(scenario(ship=IMBALANCED))
    assert "No change was tried for" in recommendation(of)
    assert recommendation(of).endswith("`starbalance balance comet-chase --setup players2 --strategies pool`.")


def test_a_search_for_a_seat_names_the_column():
    of = story(scenario(ship=BALANCED, seat={"1": (0.4, "weak"), "2": (0.6, "strong")}))
    assert "with `starbalance balance comet-chase --setup players2 --by seat --strategies pool`." in recommendation(of)


def test_a_search_has_the_rules_and_players_of_the_verdict():
    """Without the option, `balance` has sensible players. The command line takes the command."""
    options = {"setup": "players2", "games": 20, "seed": 1, "jobs": 1, "set": {"switches.goal": 40}}
    of = story(scenario(result=run("comet-chase", **options), ship=IMBALANCED))
    (command,) = re.findall("`(.*)`", recommendation(of))
    assert command == "starbalance balance comet-chase --setup players2 --set switches.goal=40"
    words = ["--numbers", "ships.Tug.head_start", "--largest", "1", "--games", "20", "--searched", "0"]
    result = CliRunner().invoke(app, [*shlex.split(command)[1:], *words])
    assert result.exit_code == 0, result.output


def test_no_change_is_needed_if_the_game_is_balanced():
    of = story(scenario(ship=BALANCED, seat={"1": (0.5, "balanced")}))
    assert "balanced" in headline(of)
    assert recommendation(of) == "No change is needed."


def test_more_games_are_needed_if_a_level_is_undecided():
    of = story(scenario(ship={"Tug": (0.5, "balanced"), "Probe": (0.51, "undecided")}))
    assert "balanced" not in headline(of)
    assert "more games are needed" in headline(of)
    assert "more games" in recommendation(of)


def test_a_verdict_from_other_rules_is_stated_with_the_share_under_the_printed_rules():
    judge = scenario("dealt", title="Ships dealt", variant="short", verdicts_of="two", ship={"Tug": (0.62, "strong")})
    of = story(scenario(ship={"Tug": (0.57, "undecided", 9000)}), judge)
    assert "Tug won 62% of the games (ships dealt) and 57% under the printed rules" in headline(of)
    assert "printed" not in headline(story(scenario(ship={"Tug": (0.62, "strong")})))


def test_a_printed_share_of_few_games_is_not_stated():
    judge = scenario("dealt", title="Ships dealt", variant="short", verdicts_of="two", ship={"Tug": (0.62, "strong")})
    of = story(scenario(ship={"Tug": (5 / 7, "undecided", 7)}), judge)
    assert "71" not in page_text(of)
    assert "not the printed ones" in headline(of)


# The messages


def test_the_messages_name_the_other_levels_of_the_headline_setup():
    two = scenario(
        title="Two players",
        ship={"Tug": (0.6, "strong"), "Clipper": (0.55, "strong"), "Raft": (0.5, "undecided"), "Probe": (0.4, "weak")},
    )
    first = messages(story(two))[0]
    assert first.startswith("Two players: Clipper also won too often")
    assert "Probe won too rarely" in first
    assert "Tug" not in first and "Raft" not in first


def test_the_messages_name_the_largest_imbalance_of_another_factor():
    two = scenario(ship=IMBALANCED, seat={"1": (0.44, "weak"), "2": (0.56, "strong")})
    three = scenario("three", setup="players3", ship={}, seat={"2": (0.25, "weak")})
    (line,) = messages(story(two, three))
    assert "seat 2" in line and "8 points less" in line and "(three)" in line
    assert messages(story(scenario(ship=IMBALANCED, seat={"1": (0.515, "strong")}))) == []


def test_the_messages_name_a_dealt_component_that_matters(monkeypatch):
    section = Flags(name="d", title="D", chapter="C", scenarios=["two"], columns=["cargo"], dealt=True)
    table = scenario().rates(["ship"]).reindex(range(2)).assign(cargo=["Ice", "Iron"], games=20_000)
    table = table.assign(**{"with": [0.6, 0.5], "without": [0.5, 0.5], "share": 0.5, "difference": [0.1, 0.0]})
    table = table.assign(low=table["difference"] - 0.01, high=table["difference"] + 0.01)
    monkeypatch.setattr("starbalance.analyses.report.component.flag_words", lambda result, column: ())
    monkeypatch.setattr("starbalance.analyses.report.component.flags", lambda result, column, words: table)
    (line,) = messages(story(scenario(ship=IMBALANCED), sections=[section]))
    assert "Seats with Ice (cargo) won 9 to 11 points more than seats without it (two)" in line


def test_the_messages_state_the_truncated_games_of_stronger_players():
    """The number is the lower end of the interval, since these players play few games."""
    two = scenario(ship=IMBALANCED)
    (line,) = messages(story(two, skills=skills("two", Tug="strong", truncated=0.3)))
    assert "at least 15%" in line and "(two)" in line
    assert messages(story(two, skills=skills("two", Tug="strong", truncated=0.015))) == []


def test_the_messages_name_balanced_setups():
    seats = {"1": (0.5, "balanced")}
    of = story(scenario(ship=BALANCED, seat=seats), scenario("three", setup="players3", ship=BALANCED))
    assert messages(of) == ["Balanced: ship with two, ship with three and seat with two."]
    part = BALANCED | {"Raft": (0.5, "undecided")}
    assert messages(story(scenario(ship=part))) == []


# No uncertain numbers


def test_no_number_of_an_undecided_level_is_on_the_page():
    ship = IMBALANCED | {"Raft": (0.7123, "undecided", 7)}
    seats = {"1": (0.3456, "undecided"), "2": (0.6544, "undecided")}
    text = page_text(story(scenario(ship=ship, seat=seats)))
    assert not {"71", "71.2", "35", "34.6", "65", "21", "16", "15"} & set(numbers(text))
    assert "Raft" not in text and "seat" not in text


@pytest.mark.parametrize(("low", "is_stated"), [(0.3, True), (-0.1, False)])
def test_the_gain_of_search_is_stated_only_if_it_is_significant(low, is_stated):
    """Of several gains, the lower end of the most certain one is stated: not the one of 7 games."""
    rows = [("search:a", "sensible", 0.41, low, 0.5, 4000), ("search:a", "bold", 0.714, -0.2, 1.0, 7)]
    of = story(scenario(ship=IMBALANCED), benchmarks={("b", "two"): gains(*rows)})
    players = trust(of)[1]
    assert "71" not in players
    assert ("at least 30 points" in players) == is_stated


def test_the_gain_of_another_search_is_no_gain_of_search():
    rows = [("search:a@8", "sensible", 0.2, 0.1, 0.3, 400), ("search:a@99", "search:a@8", 0.33, 0.3, 0.36, 400)]
    of = story(scenario(ship=IMBALANCED), benchmarks={("b", "two"): gains(*rows)})
    assert "at least 10 points" in trust(of)[1] and "30" not in trust(of)[1]


# The trust in the page


def test_a_seat_that_changes_under_other_data_is_named():
    """The headline factor was not tried, and its verdicts have a page."""
    of = story(
        scenario(ship=IMBALANCED, seat={"1": (0.4, "weak"), "2": (0.6, "strong")}),
        compared=[other_data("two", "seat", _1=("weak", "no"))],
    )
    assert "change the verdicts on seat 1" in trust(of)[0]
    assert "not tried" not in trust(of)[0]


@pytest.mark.parametrize(
    ("compared", "is_tried"),
    [
        ([], False),
        ([other_data("two", "seat", _1=("weak", "yes"))], True),
        ([other_data("two", "ship", Tug=("strong", "undecided"))], True),
        ([OtherData("two", "other effects of draws", [])], True),
    ],
)
def test_other_values_were_not_tried_only_without_any_comparison(compared, is_tried):
    of = story(scenario(ship=IMBALANCED, seat={"1": (0.4, "weak")}), compared=compared)
    assert ("Other values were not tried" in trust(of)[0]) == (not is_tried)


@pytest.mark.parametrize(("tug", "is_named"), [("no", True), ("yes", False)])
def test_the_line_on_the_data_names_the_headline_if_its_verdict_changes(tug, is_named):
    data = [other_data("two", "ship", Tug=("strong", tug), Probe=("balanced", "no"))]
    line = trust(story(scenario(ship=IMBALANCED), compared=data))[0]
    assert ("the headline and the verdicts on" in line) == is_named


def test_a_level_that_does_not_change_is_not_named():
    data = [other_data("two", "ship", Tug=("strong", "yes"), Probe=("balanced", "no"))]
    line = trust(story(scenario(ship=IMBALANCED), compared=data))[0]
    assert "Probe" in line and "Tug" not in line


def test_the_sentences_of_the_study_are_in_the_line_on_the_data():
    of = story(scenario(ship=IMBALANCED), study={"trust": ["Which ship has which engine is assumed."]})
    data, *others = trust(of)
    assert data.endswith("Which ship has which engine is assumed.")
    assert "engine" not in " ".join(others)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ({}, "were not tried"),
        ({"Tug": "strong", "Probe": "balanced"}, "Every verdict holds"),
        ({"Tug": "strong", "Probe": "undecided"}, "not every verdict is decided"),
        ({"Tug": ["strong", "weak"], "Probe": "undecided"}, "change the verdicts on Tug"),
    ],
)
def test_the_line_on_the_players_says_what_stronger_players_do_to_the_verdicts(play, words):
    tables = skills("two", **play) if play else {}
    assert words in trust(story(scenario(ship=IMBALANCED), skills=tables))[1]


def test_verdicts_that_were_not_tried_do_not_count_as_holding():
    two = scenario(ship=IMBALANCED, seat={"1": (0.4, "weak")})
    of = story(
        two,
        skills=skills("two", Tug="strong", Probe="balanced"),
        compared=[other_data("two", "ship", Tug=("strong", "yes"), Probe=("balanced", "yes"))],
    )
    data, players, _ = trust(of)
    assert isinstance(of, Story) and of.has_untried(DATA) and of.has_untried(PLAY)
    assert "that was tried" in data and "that was tried" in players
    assert "Every verdict" not in players


def test_the_chart_names_the_level_of_the_headline():
    figure, *_ = first_page(story(scenario(ship=IMBALANCED)), {"Tug": "#d55e00"})
    assert "Tug" in figure.figure.get_suptitle()
    figure, *_ = first_page(story(scenario(ship=BALANCED)), {})
    assert "Every ship" in figure.figure.get_suptitle()
