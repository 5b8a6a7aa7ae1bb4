"""Chart files: long names are not cut off, the palette keeps colours, and SVG files hold only what is needed."""

import subprocess
import sys
import warnings
from itertools import pairwise
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from PIL import Image

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.chart import fonts
from starbalance.analyses.questions.board import board
from starbalance.simulator.engine.errors import BadInput

TITLE = (
    "Six players at a long table: points of win share that each of the things drawn from the deck does to those who "
    "play with it, by place in the turn order and by what they started with"
)
NAMES = [f"A strategy with quite a long name {letter}" for letter in "ABCDEF"]
SHARES = pd.DataFrame({"strategy": NAMES, "share": 0.25, "low": 0.2, "high": 0.3, "verdict": "undecided (3,000 games)"})
CELLS = pd.DataFrame(
    [(name, seat, seat / 10, seat / 10 - 0.02, seat / 10 + 0.02) for name in NAMES for seat in range(1, 7)],
    columns=["strategy", "seat", "share", "low", "high"],
)
VALUES = pd.DataFrame(
    [
        (name, quantity, 0.5, 0.4, 0.6)
        for name in NAMES
        for quantity in ("one_of_those_quantities with a long name and more than that", "two", "three")
    ],
    columns=["strategy", "quantity", "mean", "low", "high"],
)
EFFECTS = pd.DataFrame(
    [
        (setup, "strategy", name, 1.0, -1.0, 2.0, "balanced")
        for setup in ("4", "a long name of a setup")
        for name in NAMES
    ],
    columns=["setup", "column", "level", "points", "points_low", "points_high", "verdict"],
)
SWEEP = pd.DataFrame(
    [(cost, switch, name, 0.2, 0.1, 0.3) for cost in (1, 2) for switch in ("on", "off") for name in NAMES],
    columns=["costs.of_technologies_of_all_kinds", "switches.of_a_long_name", "strategy", "share", "low", "high"],
)
LEVELS = [f"search:sensible-without:{name}@8 among pool" for name in ("Tug", "Raft", "Wormhole Technology")]
LEVELS += [f"sensible-random-after:{number}" for number in range(1, 7)]
SKILLS = pd.DataFrame({"skill": LEVELS, "seat": 1, "share": 0.2, "low": 0.1, "high": 0.3})
TENTHS = pd.DataFrame({"tenth": range(1, 11), "leader": 0.5, "leader_low": 0.4, "leader_high": 0.6, "decided": 0.1})
ROUNDS = pd.Series(np.arange(40))
MIXED = CELLS.rename(columns={"share": "difference"}).assign(p_value=0.01)
CLAIMED = CELLS.rename(columns={"share": "claimed", "low": "claimed_low", "high": "claimed_high"})
BOTH = CLAIMED.rename(columns=lambda name: name.replace("claimed", "both_claimed"))
DRAWN = pd.DataFrame({"strategy": NAMES, "games": 9, "kind": "a kind", "claimed": 0.5, "difference_rounds": 1.0})
DRAWN = DRAWN.assign(claimed_low=0.4, claimed_high=0.6, difference_rounds_low=0.5, difference_rounds_high=1.5)
PAIRS = pd.DataFrame({"strategy": NAMES[:1], "opponent": NAMES[1:2], "share": 0.4, "low": 0.3, "high": 0.5})
DECIDED = pd.DataFrame({"part": NAMES, "share": 0.1, "low": 0.0, "high": 0.2})
DECIDED = DECIDED.assign(in_all=0.5, in_all_low=0.4, in_all_high=0.6)
DISCS = board("ascending-empires", setup="three")
POINTS = pd.DataFrame({"what": ["start", "planet", "off"], "x": [300.0, 10.0, 0.0], "y": [400.0, 20.0, 5.0]})
POINTS = POINTS.assign(game=0, flight=1, ship=0, colour="red", radius=8.0)
FRAMES = (DECIDED, DISCS, POINTS, SHARES, CELLS, VALUES, EFFECTS, SWEEP, SKILLS, TENTHS)
FRAMES += (ROUNDS, MIXED, CLAIMED, BOTH, DRAWN, PAIRS)


def story():
    """Return shares as a table for the charts of the first pages."""
    return SHARES.assign(
        **{"group": "one", "label": SHARES["strategy"], "series": "two", "value": SHARES["share"], "labelled": True},
        **{"before": SHARES["low"], "after": SHARES["high"], "significant": True},
    )


FIGURES = {
    "spread": lambda: chart.spread(story(), title=TITLE, colours={}, band=2.0),
    "before_after": lambda: chart.before_after(story(), title=TITLE, colour="#d55e00", equal_share=0.25),
    "forest": lambda: chart.forest(SHARES, ["strategy"], 4, title=TITLE),
    "forest without verdicts": lambda: chart.forest(SHARES.drop(columns="verdict"), ["strategy"], 4, title=TITLE),
    "differences": lambda: chart.differences(
        SHARES.rename(columns={"share": "difference"}).assign(verdict="higher"), ["strategy"], TITLE
    ),
    "heat": lambda: chart.heat(CELLS, ["strategy", "seat"], 4, title=TITLE),
    "heat of few columns": lambda: chart.heat(CELLS[CELLS["seat"] < 3], ["strategy", "seat"], 4, title=TITLE),
    "stacked": lambda: chart.stacked(VALUES, ["strategy"], "three", title=TITLE),
    "dots": lambda: chart.dots(VALUES, ["strategy"], "mean", title=TITLE),
    "dots of one": lambda: chart.dots(VALUES[VALUES["quantity"] == "two"], ["strategy"], "mean", title=TITLE),
    "lengths": lambda: chart.lengths(ROUNDS, TITLE),
    "bars": lambda: chart.bars(SHARES, "strategy", TITLE),
    "tension": lambda: chart.tension(TENTHS, 0.25, TITLE),
    "effects": lambda: chart.effects(EFFECTS, TITLE),
    "grid": lambda: chart.grid(
        CELLS.rename(columns={"share": "value"}).assign(significant=True),
        ["strategy", "seat"],
        "points of win share",
        title=TITLE,
    ),
    "draws": lambda: chart.draws(DRAWN, "strategy", TITLE),
    "draw_shares": lambda: chart.draw_shares(MIXED, ["strategy", "seat"], TITLE),
    "draw_claims": lambda: chart.draw_claims(CLAIMED, ["strategy", "seat"], TITLE),
    "draw_pairs": lambda: chart.draw_pairs(BOTH, ["strategy", "seat"], TITLE),
    "marked": lambda: chart.marked(MIXED[MIXED["seat"] == 1], ["strategy"], TITLE),
    "marked of two": lambda: chart.marked(MIXED, ["strategy", "seat"], TITLE),
    "matrix": lambda: chart.matrix(PAIRS, NAMES[:2], TITLE),
    "randomness": lambda: chart.randomness(DECIDED, TITLE),
    "board": lambda: chart.board(DISCS, TITLE),
    "flights": lambda: chart.flights(DISCS, POINTS, TITLE),
    "flight": lambda: chart.flight(DISCS, POINTS, TITLE),
    "sweep": lambda: chart.sweep(SWEEP, list(SWEEP.columns[:2]), ["strategy"], sides=4),
    "sweep of levels of skill": lambda: chart.sweep(SKILLS, ["skill"], ["seat"], sides=4, title=TITLE),
}


def words_of(figure):
    """Yield (text, its box) of all visible text, without ticks outside their axis and text clipped by its panel."""
    unseen = {
        label
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in axis.get_major_ticks()
        for label in (tick.label1, tick.label2)
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
    for text in figure.findobj(Text):
        box, panel = text.get_window_extent(), text.get_clip_box()
        seen = Bbox.intersection(box, panel) if panel is not None else box
        if text.get_visible() and text.get_text().strip() and text not in unseen and seen is not None:
            yield text.get_text(), seen


@pytest.mark.parametrize("name", FIGURES)
def test_no_text_lies_outside_a_chart_and_an_incomplete_run_is_noted_below_its_title(name, tmp_path, monkeypatch):
    """This holds for long titles, axis labels and row names."""
    line = "Incomplete run: 75 of 80 games."
    for frame in FRAMES:
        monkeypatch.setitem(frame.attrs, "note", line)
    figure = FIGURES[name]()
    chart.save(figure, tmp_path / "chart.png")
    figure.draw_without_rendering()
    width, height = figure.bbox.size
    for text, box in words_of(figure):
        assert min(box.x0, box.y0) >= 0 and box.x1 <= width and box.y1 <= height, text
    *title, last = figure.get_suptitle().split("\n")
    assert last == line
    assert title and line not in title


def test_every_chart_function_is_tested():
    of_files = {"check_path", "save", "in_percent"}
    assert {name.split(" of ")[0].split(" without ")[0] for name in FIGURES} == set(chart.__all__) - of_files


def test_a_title_wraps_between_words_and_keeps_them_all(tmp_path):
    figure = FIGURES["forest"]()
    chart.save(figure, tmp_path / "chart.svg")
    lines = figure.get_suptitle().split("\n")
    assert len(lines) > 1
    assert " ".join(lines) == TITLE


def test_a_chart_has_the_limits_of_its_table():
    """The level of the intervals, the margin and the equal share come from the table, and are not rounded."""
    table = SHARES.copy()
    table.attrs |= {"margin": 0.005, "alpha": 0.5, "equal_share": 0.5}
    label = chart.forest(table, "strategy").axes[0].get_xlabel()
    assert label == "win share, % (50% interval; dashed: equal share 50.0; band: ±0.5 points)"
    table.attrs["alpha"] = 0.01
    label = chart.forest(table, ["strategy"], 4, margin=0.03).axes[0].get_xlabel()
    assert label == "win share, % (99% interval; dashed: equal share 25.0; band: ±3 points)"
    assert "(99% interval; band: ±2)" in chart.effects(EFFECTS, TITLE, alpha=0.01).axes[-1].get_xlabel()
    mixed = chart.forest(SHARES.assign(equal_share=[0.25, 0.3, 0.3, 0.5, 0.5, 0.5]), "strategy").axes[0]
    assert mixed.get_xlabel() == "win share, % (95% interval; the equal share depends on the number of players)"
    assert not mixed.patches
    assert "(99% interval)" in chart.randomness(DECIDED, TITLE, alpha=0.01).axes[-1].get_xlabel()
    with pytest.raises(BadInput, match="give `sides`, such as 4"):
        chart.forest(SHARES, "strategy")


def test_charts_leave_other_plots_as_they_are():
    """A chart needs no backend, so a notebook shows other plots of matplotlib as before."""
    program = (
        "import matplotlib; matplotlib.use('svg'); import starbalance as sb; sb.chart; print(matplotlib.get_backend())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip().lower() == "svg"


def test_a_chart_is_saved_under_a_path_in_text(tmp_path):
    chart.save(FIGURES["bars"](), str(tmp_path / "chart.svg"))
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_labels_of_neighbouring_panels_do_not_overlap(tmp_path):
    figure = FIGURES["dots"]()
    chart.save(figure, tmp_path / "chart.png")
    figure.draw_without_rendering()
    boxes = [axes.xaxis.label.get_window_extent() for axes in figure.axes]
    assert all(one.x1 < two.x0 for one, two in pairwise(boxes))


def test_labels_below_a_panel_are_slanted_if_they_would_overlap(tmp_path):
    """Nine skill labels have no horizontal room and do not overlap when slanted; two labels stay horizontal."""
    figure, few = FIGURES["sweep of levels of skill"](), chart.sweep(SKILLS[-2:], ["skill"], ["seat"], sides=4)
    for each in (figure, few):
        chart.save(each, tmp_path / "chart.png")
    words = figure.axes[0].get_xticklabels()
    assert [each.get_text() for each in words] == LEVELS
    ends, slants = [each.get_window_extent().x1 for each in words], {each.get_rotation() for each in words}
    (slant,) = slants
    between = [(two - one) * np.sin(np.radians(slant)) for one, two in pairwise(ends)]
    for each in words:
        each.set_rotation(0)
    assert min(between) > max(each.get_window_extent().height for each in words)
    assert not any(each.get_rotation() for each in few.axes[0].get_xticklabels())


def test_a_palette_changes_no_visible_colour(tmp_path):
    """The colour bar of a heat map is unchanged; only pixels at the edges of letters differ a little."""
    figure, path = FIGURES["heat"](), tmp_path / "chart.png"
    chart.save(figure, path)
    figure.savefig(tmp_path / "whole.png", dpi=150)
    small, whole = (np.asarray(Image.open(each).convert("RGB"), int) for each in (path, tmp_path / "whole.png"))
    away = np.abs(small - whole).max(axis=2)
    assert away.max() < 64
    assert (away > 0).mean() < 0.04
    bar = figure.axes[1].get_window_extent().transformed(figure.dpi_scale_trans.inverted())
    left, right = int(bar.x0 * 150) + 3, int(bar.x1 * 150) - 3
    assert away[100:-100, left:right].max() == 0
    assert path.stat().st_size < (tmp_path / "whole.png").stat().st_size


def test_an_svg_has_a_pixel_for_each_cell_and_no_invisible_digits(tmp_path):
    """A heat map of six by six cells is an image of six by six pixels; ids without references are omitted."""
    chart.save(FIGURES["heat"](), tmp_path / "chart.svg")
    drawing = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert 'width="6" height="6"' in drawing
    assert "<metadata>" not in drawing and 'id="text_1"' not in drawing and 'id="axes_1"' not in drawing
    assert "±2.0" in drawing
    assert len(drawing) < 25_000


@pytest.fixture
def no_fonts(monkeypatch):
    monkeypatch.setattr(fonts, "findSystemFonts", list)
    monkeypatch.setattr(fonts, "_reported", set())


def bars_of(name):
    return chart.bars(pd.DataFrame({"ending": [name], "share": 0.5, "low": 0.4, "high": 0.6}), "ending", "Endings")


def test_characters_missing_in_all_fonts_are_reported_once_in_one_line(tmp_path, no_fonts):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        chart.save(bars_of("\u738b\u56fd"), tmp_path / "a.png")
        chart.save(bars_of("\u738b"), tmp_path / "b.svg")
    assert [str(each.message) for each in caught] == [
        "No installed font has the characters \u56fd \u738b: charts show boxes instead. Install a font that has them, "
        "such as Noto Sans CJK for Chinese, Japanese and Korean."
    ]
    assert issubclass(caught[0].category, fonts.MissingGlyphs)


def test_characters_of_another_font_are_drawn_in_it(tmp_path, no_fonts, monkeypatch):
    """The character is missing in the default font but present in another font that ships with Matplotlib."""
    file = str(Path(matplotlib.get_data_path(), "fonts", "ttf", "STIXGeneral.ttf"))
    letter = min(fonts._covered(file) - fonts._covered(fonts._usual_file()) - {"\ue000"})
    monkeypatch.setattr(fonts, "findSystemFonts", lambda: [__file__, file])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chart.save(bars_of(letter), tmp_path / "a.png")
    assert fonts.families(bars_of(letter)) == [fonts.USUAL, "STIXGeneral"]
    assert fonts.families(bars_of("plain")) == [fonts.USUAL]
