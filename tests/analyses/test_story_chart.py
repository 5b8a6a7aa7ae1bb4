"""The charts of the first pages of a report: sorted rows, stable colours, every interval, narrow enough for a phone."""

import io
import itertools

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from starbalance.analyses.presentation.chart.file import save
from starbalance.analyses.presentation.chart.story import HIGHLIGHTS, QUIET, before_after, spread
from starbalance.analyses.presentation.document import Chart, first_charts
from starbalance.analyses.report import merits_page, players_page, problem_page
from starbalance.analyses.report.first_page import first_page
from starbalance.simulator.runs.result import View
from tests.stories import changed, gains, race, scenario, skills, story, tried

PHONE = 5.0  # inches
LONG = "A battle fleet of the Aggroloids with a very long name"
ROWS = [
    ("race", "Tug", "Two", 3.0),
    ("race", LONG, "Two", -8.0),
    ("race", "Probe", "Two", 12.0),
    ("race", "Tug", "Three", 5.0),
    ("race", "Probe", "Three", -6.0),
    ("seat", "Seat 1", "Two", -4.0),
    ("seat", "Seat 2", "Two", 4.0),
]
TABLE = pd.DataFrame(ROWS, columns=["group", "label", "series", "value"])
TABLE = TABLE.assign(low=TABLE["value"] - 2, high=TABLE["value"] + 3)
COLOURS = {"Tug": HIGHLIGHTS[0], LONG: HIGHLIGHTS[1]}
BEFORE = pd.DataFrame(
    {"label": [LONG, "B"], "before": 60.0, "after": [52.0, 59.0], "low": [50.0, 57.0], "high": [54.0, 61.0]}
).assign(significant=[True, False])


COLOUR_BLIND = (  # RGB as seen with protanopia and deuteranopia (Machado, Oliveira and Fernandes, 2009)
    np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
)


def drawn(table=TABLE, colours=COLOURS, title="Tug won too often"):
    return spread(table, title=title, colours=colours, band=2.0)


def labels(axes):
    """Return the labels of the rows of a panel, the highest row first."""
    ticks = sorted(axes.get_yticklabels(), key=lambda tick: -tick.get_position()[1])
    return [tick.get_text().replace("\n", " ") for tick in ticks]


def marks(axes):
    """Return the marks of a panel as (value, height, colour)."""
    return [
        (line.get_xdata()[0], line.get_ydata()[0], line.get_color())
        for line in axes.lines
        if len(line.get_xdata()) == 1
    ]


def intervals(axes):
    """Return the intervals of a panel."""
    return sorted(
        tuple(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linestyle() == "-"
    )


def test_there_is_a_panel_for_each_group_with_its_rows_sorted_by_their_mean_value():
    races, seats = drawn().axes
    assert labels(races) == ["Tug", "Probe", LONG]  # means 4, 3 and -8
    assert labels(seats) == ["Seat 2", "Seat 1"]
    assert (races.get_title(loc="left"), seats.get_title(loc="left")) == ("By race", "By seat")


def test_the_rows_of_a_panel_are_sorted_by_value_from_top_to_bottom():
    for axes in drawn(TABLE[TABLE["series"] == "Two"]).axes:
        by_height = [value for value, *_ in sorted(marks(axes), key=lambda mark: -mark[1])]
        assert by_height == sorted(by_height, reverse=True)


def test_every_interval_is_drawn_within_the_panel():
    figure = drawn()
    shown = [interval for axes in figure.axes for interval in intervals(axes)]
    assert sorted(shown) == sorted(zip(TABLE["low"], TABLE["high"], strict=True))
    for axes in figure.axes:
        left, right = axes.get_xlim()
        assert all(left < low and high < right for low, high in intervals(axes))


class Cut(View):
    """A run that lacks 9 games."""

    missing = 9


@pytest.mark.filterwarnings("ignore")
def test_the_charts_of_findings_note_missing_games():
    of = story(scenario(result=Cut(race()), ship={"Tug": (0.6, "strong")}))
    elements = [*first_page(of, {"Tug": QUIET}), *problem_page.pages(of, {"Tug": QUIET})]
    titles = {each.name: each.figure.get_suptitle() for each in elements if isinstance(each, Chart)}
    assert list(titles) == ["overview", "problem-tug"]
    assert [title for title in titles.values() if not title.endswith("\nIncomplete run: 60 of 69 games.")] == []


def test_a_level_has_its_colour_in_each_panel_and_others_are_grey():
    for colours in (COLOURS, dict(reversed(COLOURS.items()))):
        races, seats = drawn(colours=colours).axes
        by_value = {value: colour for value, _, colour in marks(races)}
        assert (by_value[3.0], by_value[5.0], by_value[-8.0]) == (HIGHLIGHTS[0], HIGHLIGHTS[0], HIGHLIGHTS[1])
        assert {by_value[12.0], by_value[-6.0], *(colour for *_, colour in marks(seats))} == {QUIET}
        ticks = {tick.get_text().replace("\n", " "): tick.get_color() for tick in races.get_yticklabels()}
        assert (ticks["Tug"], ticks[LONG]) == (HIGHLIGHTS[0], HIGHLIGHTS[1])
        assert ticks["Probe"] not in HIGHLIGHTS


def test_only_labelled_rows_show_their_value_beside_their_interval():
    """Values are in whole points, or in tenths below one point."""
    table = TABLE.assign(labelled=[True, True, False, False, False, False, False]).replace({"value": {3.0: 0.4}})
    races, seats = drawn(table).axes
    shown = [each for each in races.texts if each.get_text() != "equal share"]
    assert [each.get_text() for each in shown] == ["+0.4", "\u22128"]
    assert [each.xy[0] for each in shown] == [6.0, -10.0]
    assert [each.get_text() for each in seats.texts] == []
    assert [each.get_text() for each in drawn().axes[0].texts] == ["equal share"]


def test_the_series_of_a_row_have_different_marks_and_a_legend():
    (races, _), legend = drawn().axes, drawn().legends[0]
    shapes = {line.get_marker() for line in races.lines if len(line.get_xdata()) == 1}
    assert len(shapes) == 2
    assert [each.get_text() for each in legend.get_texts()] == ["Two", "Three"]
    assert drawn(TABLE[TABLE["series"] == "Two"]).legends == []


@pytest.mark.parametrize("matrix", COLOUR_BLIND, ids=["protanopia", "deuteranopia"])
def test_colour_blind_readers_can_distinguish_the_colours(matrix):
    colours = [np.array([int(each[place : place + 2], 16) for place in (1, 3, 5)]) for each in (*HIGHLIGHTS, QUIET)]
    distances = [np.linalg.norm(matrix @ (one - two)) for one, two in itertools.combinations(colours, 2)]
    assert min(distances) > 60  # of 255; 54 for red and green


@pytest.mark.parametrize("figure", [drawn(), before_after(BEFORE, title="A", colour=HIGHLIGHTS[0], equal_share=50.0)])
def test_a_chart_is_narrow_enough_for_a_phone_and_nothing_is_cropped(figure, tmp_path):
    """The outermost pixels of the picture are empty."""
    save(figure, tmp_path / "chart.png")
    assert figure.get_figwidth() <= PHONE
    picture = Image.open(io.BytesIO((tmp_path / "chart.png").read_bytes())).convert("L")
    for box in ((0, 0, 2, picture.height), (picture.width - 2, 0, picture.width, picture.height)):
        assert picture.crop(box).getextrema() == (255, 255)


def test_a_long_title_is_not_wider_than_the_chart(tmp_path):
    title = f"{LONG} won too often in all games of two players and too rarely in all games of three players"
    figure = drawn(title=title)
    save(figure, tmp_path / "chart.png")
    box = figure._suptitle.get_window_extent()
    assert box.x0 >= 0 and box.x1 <= figure.bbox.x1
    assert figure.get_suptitle().replace("\n", " ") == title


def test_each_change_has_an_open_mark_before_and_a_filled_mark_after():
    (axes,) = before_after(BEFORE, title="The best change", colour=HIGHLIGHTS[0], equal_share=50.0).axes
    assert labels(axes) == [LONG, "B"]
    filled = {
        value: line.get_markerfacecolor() != "white"
        for line in axes.lines
        for value in line.get_xdata()
        if len(line.get_xdata()) == 1
    }
    assert filled == {60.0: False, 52.0: True, 59.0: True}
    assert intervals(axes) == [(50.0, 54.0), (57.0, 61.0)]
    assert {value: colour for value, _, colour in marks(axes)}[52.0] == HIGHLIGHTS[0]
    assert {value: colour for value, _, colour in marks(axes)}[59.0] == QUIET


@pytest.fixture(scope="module")
def charts():
    """The charts of all pages of a made-up report."""
    two = scenario(
        title="Two players", ship={"Tug": (0.6, "strong"), "Probe": (0.4, "weak"), "Clipper": (0.5, "balanced")}
    )
    three = scenario("three", setup="players3", title="Three players", ship={"Tug": (0.335, "balanced")})
    steps = gains(("", "", None, None, None, 9), ("", "", 0.2, 0.1, 0.3, 9))
    ladder = steps.assign(skill=["uniform", "sensible"], against=["", "uniform"], is_rung=True)
    of = story(
        two,
        three,
        sections=[tried("two")],
        others=[changed(two, Tug=(0.6, 0.53, 0.01), Probe=(0.4, 0.41, 0.01))],
        skills=skills("two", Tug="strong", Probe="weak", Clipper="balanced"),
        ladders={("skill", "two"): ladder},
    )
    colours = dict(zip(("Tug", "Probe"), HIGHLIGHTS, strict=False))
    elements = [*first_page(of, colours), *problem_page.pages(of, colours)]
    elements += [*players_page.page(of, colours), *merits_page.page(of, colours)]
    shown = [each for each in elements if isinstance(each, Chart)]
    assert first_charts(elements) == [each for each in shown if not each.only_html]
    return {each.name: each for each in shown}


def test_a_report_has_the_charts_of_all_pages(charts):
    names = ["overview", "problem-tug", "problem-tug-changes", "problem-probe", "problem-probe-changes"]
    assert list(charts) == [*names, "ladder", "rungs", "merits"]


def test_the_charts_show_the_values_of_the_problems_in_the_study(charts):
    """No value of stronger players is shown, since they play few games."""
    shown = {name: {each.get_text() for each in chart.figure.axes[0].texts} for name, chart in charts.items()}
    assert shown["overview"] == {"equal share", "+10", "\u221210"}
    assert shown["problem-tug"] == {"equal share", "+10"}
    assert shown["problem-probe"] == {"equal share", "\u221210"}


def test_a_level_has_one_colour_in_all_charts_of_a_report(charts):
    colours = {}
    for name in ("overview", "rungs", "merits"):
        for tick in charts[name].figure.axes[0].get_yticklabels():
            if tick.get_text() in ("Tug", "Probe"):
                colours.setdefault(tick.get_text(), set()).add(tick.get_color())
    for level in ("Tug", "Probe"):
        axes = charts[f"problem-{level.lower()}"].figure.axes[0]
        colours[level] |= {colour for *_, colour in marks(axes)}
    assert colours == {"Tug": {HIGHLIGHTS[0]}, "Probe": {HIGHLIGHTS[1]}}


def test_the_title_of_a_chart_is_a_finding_and_its_caption_says_something_else(charts):
    for each in charts.values():
        title = each.figure.get_suptitle()
        assert len(title.split()) >= 4
        assert title not in each.text
        assert each.figure.get_figwidth() <= PHONE
    assert "Tug" in charts["overview"].figure.get_suptitle()
    assert "Probe" in charts["problem-probe"].figure.get_suptitle()
