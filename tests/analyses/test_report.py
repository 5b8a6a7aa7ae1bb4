"""Charts and reports: self-contained files that agree with the tables."""

import dataclasses
import html
import json
import math
import re
import shlex
import shutil
import tomllib
from itertools import chain

import numpy as np
import pandas as pd
import polars as pl
import pytest
import tomli_w
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Text, glossed
from starbalance.analyses.presentation.wording import PER, named
from starbalance.analyses.questions.averages import game_means, lengths, seat_means, seat_ratios
from starbalance.analyses.questions.compare import Comparison, share_differences
from starbalance.analyses.questions.effects import effects
from starbalance.analyses.questions.flags import bits, flag_columns, occurrences
from starbalance.analyses.questions.interactions import interactions
from starbalance.analyses.questions.largest_change import every_cell
from starbalance.analyses.questions.rates import Until, about, rates, shares_of
from starbalance.analyses.questions.study import STUDIES, read
from starbalance.analyses.report import schedule
from starbalance.analyses.report.certainty import drawn_columns
from starbalance.analyses.report.content import content
from starbalance.analyses.report.method import command, method
from starbalance.analyses.report.report import _GLOSSES, of_run, report
from starbalance.analyses.report.robustness import robustness
from starbalance.analyses.report.scenario import Scenario, distinct, rates_elements, scenario_elements
from starbalance.analyses.report.schedule import BESIDE, planned_runs, side_games
from starbalance.analyses.report.section import (
    KINDS,
    Benchmark,
    Draws,
    FlagPairs,
    Flags,
    GameMeans,
    Lengths,
    PlayedSection,
    Skill,
    Strategies,
    Variants,
    sections,
)
from starbalance.analyses.training.benchmark import usual
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import find_game, games
from starbalance.simulator.games.handful_of_stars import GAME as HANDFUL_OF_STARS
from starbalance.simulator.runs.frame import frames
from starbalance.simulator.runs.result import View, load
from starbalance.simulator.runs.run import run

OF_SKILL = {"skill_gap", "randomness", "flights"}  # kinds of sections for games whose players differ in skill
GAMES = {game.name: game for game in (*games().values(), HANDFUL_OF_STARS)}


def figures(result):
    table = rates(result, ["home"])
    both = rates(result, ["home", "strategy"])
    rounds = result.games["rounds"].to_numpy()
    return {
        "forest": chart.forest(table, ["home"], 4),
        "heat": chart.heat(both, ["home", "strategy"], 4),
        "lengths": chart.lengths(rounds),
        "bars": chart.bars(shares_of(result, "ended"), "ended", "How games end"),
        "stacked": chart.stacked(
            seat_means(result, ["home"], ["stars", "ships", "lost"]), ["home"], "lost", title="In %"
        ),
        "dots": chart.dots(seat_means(result, ["seat"], ["stars", "ships"]), ["seat"], "mean", title="In %"),
    }


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_every_chart_is_written_in_every_format(small_run, tmp_path, suffix):
    for name, figure in figures(small_run).items():
        path = tmp_path / f"{name}{suffix}"
        chart.save(figure, path)
        assert path.stat().st_size > 1000
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [suffix] * 6


def test_every_chart_names_its_axes_with_units(small_run):
    for figure in figures(small_run).values():
        axes = figure.axes[0]
        assert figure.get_suptitle()
        labels = axes.get_xlabel() + "".join(each.get_ylabel() for each in figure.axes)
        assert "%" in labels


def test_a_stacked_chart_stacks_the_sources_and_labels_the_total(small_run):
    table = seat_means(small_run, ["home"], ["stars", "ships", "lost"])
    axes = chart.stacked(table, ["home"], "lost", title="Sources").axes[0]
    first = table[table["home"] == "Algol"].set_index("quantity")
    stars, ships = (container[0] for container in axes.containers)
    assert (stars.get_x(), stars.get_width()) == (0, first.loc["stars", "mean"])
    assert ships.get_x() == pytest.approx(first.loc["stars", "mean"])
    row = first.loc["lost"]
    assert axes.texts[0].get_text() == f"{row['mean']:.1f} ({row['low']:.1f} to {row['high']:.1f})"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Algol", "Regulus", "Antares", "Pavo"]


def test_dots_have_a_panel_per_quantity_and_accept_values_without_intervals():
    values = {"value": [1.5, -2.0, np.nan, 0.5], "low": [1.0, -math.inf, np.nan, 0.2], "high": [2, math.inf, np.nan, 1]}
    table = pd.DataFrame({"race": ["A", "A", "B", "B"], "quantity": ["one_of", "two"] * 2, **values})
    figure = chart.dots(table, ["race"], "value", title="Values")
    assert [axes.get_xlabel() for axes in figure.axes] == ["one of (95% interval)", "two (95% interval)"]
    assert [[text.get_text() for text in axes.texts] for axes in figure.axes] == [["1.50"], ["\u22122.00", "0.50"]]
    assert [np.isfinite(axes.get_xlim()).all() for axes in figure.axes] == [True, True]


def test_a_cell_of_a_heat_chart_without_games_is_empty(small_run):
    table = rates(small_run, ["home", "seat"]).iloc[1:]
    texts = [text.get_text() for text in chart.heat(table, ["home", "seat"], 4).axes[0].texts]
    assert len(texts) == 15
    assert not any("nan" in text for text in texts)


def test_counts_are_named_by_column_with_correct_plurals():
    assert [named([name], {name: 3}) for name in ("seat", "players")] == ["seat 3", "3 players"]
    ones = [named([name], {name: 1}) for name in ("pieces_left", "technologies", "passes", "bonus", "old_pieces")]
    assert ones == ["1 piece left", "1 technology", "1 pass", "bonus 1", "old pieces 1"]
    assert named(["occurrence"], {"occurrence": "ships_lost"}) == "any ships lost"
    assert named(["seat", "home"], {"seat": "5 or more", "home": "Pavo"}) == "seat 5 or more, Pavo"


def test_a_cell_of_few_games_is_grey_and_does_not_affect_the_colour_scale():
    cells = pd.DataFrame({"home": ["A", "A", "B", "B"], "seat": [1, 2, 1, 2], "games": [9000, 8000, 7000, 400]})
    table = cells.assign(share=[0.25, 0.27, 0.24, 0.9], low=0.2, high=0.3)
    scales, colours = [], []
    for each in (table, table.assign(games=400), table.drop(columns="games")):
        axes = chart.heat(each, ["home", "seat"], 4).axes
        scales.append(axes[0].images[0].get_clim())
        colours.append(axes[0].texts[3].get_color())
        assert ("grey" in axes[1].get_ylabel()) == (len(scales) == 1)
    assert scales[0] == pytest.approx((23, 27))
    assert scales[1] == scales[2] == pytest.approx((-40, 90))
    assert colours[0] != colours[1] == colours[2]


def test_an_unsupported_chart_format_is_refused(small_run, tmp_path):
    with pytest.raises(BadInput, match=r"\.png"):
        chart.save(figures(small_run)["bars"], tmp_path / "chart.jpeg")
    assert list(tmp_path.iterdir()) == []


def test_the_report_of_a_run(small_run, tmp_path):
    headline, page = report(str(small_run.folder), out=tmp_path)
    assert list(headline["share"]) == list(rates(small_run, ["home"])["share"])
    assert "4000 A.D.: balance report" in page.read_text(encoding="utf-8")


def test_the_command_writes_all_files_only_on_request(small_run, tmp_path):
    words = ["report", str(small_run.folder), "--out"]
    for options, folders in (([], {"charts"}), (["--all-files"], {"charts", "tables"})):
        out = tmp_path / "-".join(["out", *options])
        result = CliRunner().invoke(app, [*words, str(out), *options])
        assert result.exit_code == 0, result.output
        assert "undecided (" in result.stdout and "games_needed" not in result.stdout
        assert {path.name for path in out.iterdir() if path.is_dir()} == folders
    assert (out / "tables" / "headline.csv").is_file() and (out / "charts" / "overview.png").is_file()


def test_the_report_of_a_run_has_one_table_for_a_factor_that_is_the_seat():
    """Two tables with the same name are refused."""
    study_runs, _, _ = of_run(run("pig", games=20, seed=1))
    assert study_runs.scenarios["run"].by == [["seat"], ["strategy"], ["seat", "strategy"]]


@pytest.mark.parametrize(("name", "dealt"), [("4000-ad-leaders", "drawn"), ("handful-of-stars", "dealt")])
def test_the_report_of_a_run_covers_all_dealt_and_drawn_components(name, dealt):
    """It covers seat, factor and set-valued columns. Chosen columns go to the appendix; verdicts are family-wise."""
    result = run(name, players=3, games=60, seed=4, jobs=1)
    study_runs, _, run_sections = of_run(result)
    flags = {section.columns[0]: section.dealt for section in run_sections if isinstance(section, Flags)}
    assert flags == {column: column == dealt for column in flag_columns(result)}
    drawn = [column for section in run_sections if isinstance(section, Draws) for column in drawn_columns(section)]
    assert drawn == (["home", "seat", "strategy", "drawn"] if name == "4000-ad-leaders" else [])
    assert study_runs.together == 4 + len(drawn)


def test_the_report_of_a_run_against_an_older_run_lists_the_changes(small_run, tmp_path):
    settings = small_run.settings
    options = {
        "setup": settings["setup"],
        "strategies": "pool",
        "games": small_run.played,
        "seed": settings["seed"],
        "out": tmp_path / "now",
    }
    now = run("4000-ad", set={**settings["changes"], "switches.start_ships": 9}, **options)
    comparison = Comparison(small_run, now, ["home"])
    _, page = report(str(now.folder), against=small_run.folder, out=tmp_path / "report")
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    changed = text[text.index("## What changed") :]
    changed = changed[: changed.index("\n## ")]
    assert '<a href="#what-changed">What changed</a> <span class="number">2</span>' in page.read_text(encoding="utf-8")
    (path, old, new), *others = comparison.changes.itertuples(index=False)
    assert not others and f"- {path}: {old} \N{RIGHTWARDS ARROW} {new}." in changed
    assert f"- Before: the run in {small_run.folder}, " in changed and f"- Now: the run in {now.folder}, " in changed
    for row in comparison.shares.itertuples():
        (line,) = [each for each in changed.splitlines() if each.startswith(f"- {row.home} of ")]
        assert f": {100 * row.share_base:.1f}% before, {100 * row.share_variant:.1f}% now, " in line
        sure = {"undecided": "not significant.", "unchanged": "less than 2 points."}.get(
            row.verdict.split(" (")[0], ", significant."
        )
        assert line.endswith(sure)
    assert f"another seat wins {100 * comparison.flipped['flipped'][0]:.1f}%" in changed
    tables = pd.read_parquet(page.parent / "tables.parquet")
    table = tables[tables["table"] == "against"]
    assert set(table["section"]) == {"What changed"}
    np.testing.assert_allclose(table["difference"], comparison.shares["difference"])


def test_only_runs_with_common_random_numbers_are_compared(small_run, tmp_path):
    with pytest.raises(BadInput, match="give the folder of a run instead of 4000-ad"):
        report("4000-ad", against=small_run.folder, out=tmp_path)
    other = run("4000-ad", setup=small_run.settings["setup"], games=4, seed=99, out=tmp_path / "other")
    with pytest.raises(BadInput, match="different seeds"):
        report(str(small_run.folder), against=other.folder, out=tmp_path / "report")
    foreign = dataclasses.replace(other, settings={**other.settings, "game": "pig"})
    with pytest.raises(BadInput, match="The two runs have different games, 4000-ad and pig"):
        Comparison(other, foreign, ["seat"])
    assert not (tmp_path / "report").exists()


def test_the_terms_of_a_report_have_short_glosses_without_further_terms():
    line = "Ladder: uniform, sensible@2, sensible@1, sensible, search:sensible@8, pool. The round limit stops a league."
    (text,) = glossed([Text([line])], _GLOSSES)
    assert text.lines[0].startswith("Ladder: uniform (random moves), sensible@2 (sensible with much noise), ")
    assert ", search:sensible@8 (simulates games before it chooses), pool (" in text.lines[0]
    assert text.lines[0].count(" (") == 8
    assert not re.search(r"\([^)]*\(", text.lines[0])


def without_drawing(figure, path):
    path.parent.mkdir(exist_ok=True)
    path.write_text("<svg></svg>")


def test_the_report_of_a_game_plays_its_study(tmp_path, monkeypatch):
    """The report has every setup, the self-test, the other star tables and the method, with few games each.

    Variants, tournaments, levels of skill and training are tested with the made-up study because they take long. Chart
    files are stubs here because they take half of the time.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.presentation.document_files.save", without_drawing)
    study = read("4000-ad")
    left_out = {"variants", *(kind for kind, each in KINDS.items() if each in BESIDE)}
    study["section"] = [each for each in study["section"] if each["kind"] not in left_out]
    monkeypatch.setattr("starbalance.analyses.report.report.read", lambda name: study)
    headline, page = report("4000-ad", games=24)
    assert page == page.parent.parent / "4000-ad" / "report.html"
    assert headline.groupby("setup")["share"].sum().to_numpy() == pytest.approx(np.ones(4))
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    for words in ("Self-test", "Algol minus Antares", "Reproduce every number", "games by the rulebook"):
        assert words in text
    assert "other star tables" in page.read_text(encoding="utf-8")
    names = set(pd.read_parquet(page.parent / "tables.parquet")["table"])
    robust = "independents3-robust-other-star-tables"
    assert {"headline", "provenance", "independents4-by-home-and-strategy", robust} <= names
    assert sorted(path.name for path in page.parent.iterdir()) == [
        "charts",
        "report.html",
        "report.md",
        "summary.json",
        "tables.parquet",
    ]
    charts = re.findall(r"\]\(charts/([^)]+)\)", text)
    assert sorted(charts) == sorted(path.name for path in (page.parent / "charts").iterdir())
    assert charts[0] == "overview.svg"


STUDY = """
game = "4000-ad"
seed = 3
strategies = "pool"
method = ["A word on the method."]
assumed = "the stars"

[[scenario]]
name = "four"
title = "Four"
setup = "independents4"
games = 40
by = [["home"]]

[[scenario]]
name = "shuffled"
title = "Four, shuffled"
setup = "independents4"
variant = "shuffled_seating"
verdicts_of = "four"
games = 40
by = [["home"]]

[[scenario]]
name = "course"
title = "Four, in time"
setup = "independents4"
timeline = true
games = 20

[[section]]
kind = "rates"
name = "fallen"
title = "By ended and seat"
chapter = "About rates"
scenarios = ["four"]
by = [["captures"], ["ended", "seat"], ["ended", "seat", "home"]]

[[section]]
kind = "seat_means"
name = "pieces"
title = "Pieces by kind"
chapter = "About means"
text = "What is left."
scenarios = ["four", "shuffled"]
by = [["home"], ["home", "seat"]]
columns = ["stars", "ships"]
total = "lost"

[[section]]
kind = "seat_ratios"
name = "losses"
title = "Losses"
chapter = "About ratios"
scenarios = ["four"]
by = [["players"], ["home"]]
columns = [["lost", "produced"], ["destroyed", "rescues"]]

[[section]]
kind = "flags"
name = "captured"
title = "Captured"
chapter = "About flags"
text = "A choice."
scenarios = ["four"]
columns = ["captures"]
dealt = true

[[section]]
kind = "flag_pairs"
name = "captured-pairs"
title = "Captured together"
chapter = "About flags"
scenarios = ["four"]
columns = ["captures"]

[[section]]
kind = "occurrences"
name = "done"
title = "Events"
chapter = "About flags"
scenarios = ["four"]
by = [["home"]]
columns = ["captures", "produced"]

[[section]]
kind = "game_means"
name = "facts"
title = "How games end"
chapter = "About lengths"
scenarios = ["four"]
columns = ["truncated", ["battles", "rounds"]]

[[section]]
kind = "lengths"
name = "time"
title = "Time"
chapter = "About lengths"
scenarios = ["four"]
columns = ["battles"]

[[section]]
kind = "effects"
name = "worth"
title = "Worth"
chapter = "About wins"
scenarios = ["four"]

[[section]]
kind = "quality"
name = "course"
title = "The course"
chapter = "About time"
scenarios = ["course"]

[[section]]
kind = "variants"
name = "variants"
title = "Other rules"
chapter = "What if"
scenarios = ["four"]
variants = ["five_warps", "own_homes_needed"]
games = 20

[[section]]
kind = "variants"
name = "seats"
title = "Five warps for every seat"
chapter = "What if"
scenarios = ["four"]
variants = ["five_warps"]
by = [["seat"], ["home", "seat"]]
games = 20

[[section]]
kind = "strategies"
name = "strategies"
title = "Other strategies"
chapter = "What if"
scenarios = ["four"]
strategies = ["sensible", "raider"]
by = [["home"], ["seat"]]
games = 12

[[section]]
kind = "seat_means"
name = "both"
title = "Pieces of both"
chapter = "About means"
scenarios = ["four", "shuffled"]
by = [["players"]]
columns = ["ships"]
together = true

[[section]]
kind = "rates"
name = "plain"
title = "Without verdicts"
chapter = "About rates"
scenarios = ["four"]
by = [["captures"]]
verdicts = false

[words]
ships = "ships at the end"
"lost per produced" = "ships lost for each built"
truncated = "decided at the cap"

[levels]
captures = ["no", "yes"]

[[section]]
kind = "skill"
name = "skill"
title = "Ever better players"
chapter = "Robustness"
scenarios = ["four"]
levels = ["uniform", "sensible"]
games = 40

[[section]]
kind = "exploitability"
name = "exploitability"
title = "What training gains"
chapter = "Robustness"
scenarios = ["four"]
games = 10

[[section]]
kind = "benchmark"
name = "benchmark"
title = "One among others"
chapter = "Robustness"
scenarios = ["four"]
strategies = ["sensible"]
games = 4

[[section]]
kind = "beside"
name = "beside"
title = "Next to a smaller setup"
chapter = "Another game"
scenarios = ["course"]
other = "4000-ad"
setups = ["independents3"]
games = 20

[[equal]]
scenario = "shuffled"
pairs = [["Algol", "Pavo"]]
why = "the shuffle"

[[robust]]
what = "other seats"
of = "four"
under = ["shuffled"]

[[robust]]
what = "other places"
of = "four"
by = [["home", "seat"]]
under = ["shuffled"]
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The folder and the headline table of the report of the made-up study, with all files."""
    folder = tmp_path_factory.mktemp("study")
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"captures": ("Ones", "Twos", "Fours")})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("starbalance.analyses.questions.study.STUDIES", folder)
        patch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
        (folder / "4000-ad.toml").write_text(STUDY)
        table, page = report("4000-ad", out=folder / "out", all_files=True)
    return page.parent, table


def read_words(folder):
    """Return the page and the Markdown of a report."""
    page = (folder / "report.html").read_text(encoding="utf-8")
    return html.unescape(page), (folder / "report.md").read_text(encoding="utf-8")


def test_a_study_file_defines_a_report_with_every_kind_of_section(written):
    """The made-up study has tables of every kind of section that the game supports."""
    assert {entry["kind"] for entry in tomllib.loads(STUDY)["section"]} == set(KINDS) - {"draws", *OF_SKILL}
    page, text = read_words(written[0])
    for words in (
        "100 different complete games by the rulebook (without tournament games), in 3 scenarios, played by",
        "Each interval has 95% confidence; intervals of findings on variants hold for all changes of a table together.",
        "not independent replications",
        "Algol minus Pavo",
        "the value expected from the shuffle",
        "A word on the method.",
        "(the stars)",
    ):
        assert words in page and words in text
    for words in (
        "What is left.",
        "Not exercised, since no game differs: own homes needed.",
        "the effects of home and seat ",
        "No strategy significantly beats ",
        "More training, or a search, may gain more.",
        "<td>ships at the end</td>",
        "<td>ships lost for each built</td>",
        "<td>battles per rounds</td>",
        "<td>decided at the cap</td>",
        "The verdicts come from 'Four, shuffled'.",
        "Four: win share by captures",
        ">Four, shuffled</h4>",
    ):
        assert words in page and words not in text
    assert max(row.count("<th scope") for row in re.findall("(?s)<thead>.*?</thead>", page)) == 8


def test_every_chapter_of_a_study_has_its_tables(written):
    """Markdown names the tables of the folded chapters; the file of tables has all tables."""
    page, text = read_words(written[0])
    tables = pd.read_parquet(written[0] / "tables.parquet")
    stems = {path.stem for path in (written[0] / "tables").iterdir()}
    of_chapter = {
        "About rates": "fallen-by-captures fallen-by-ended-and-seat fallen-by-ended-and-seat-and-home "
        "plain-by-captures",
        "About ratios": "losses-by-players losses-by-home",
        "About flags": "captured-by-captures captured-pairs-by-captures done done-by-home",
        "About lengths": "facts time",
        "About wins": "worth worth-interactions",
        "What if": "variants variants-by-home seats-largest-by-seat seats-by-seat seats-largest-by-home-and-seat "
        "seats-by-home-and-seat strategies-by-home strategies-by-seat strategies-ranking strategies-mix "
        "strategies-matrix",
        "Robustness": "skill-ladder skill-courses skill-by-home-claims skill-by-home exploitability benchmark",
        "Robustness to assumed data": "robust-other-seats robust-other-places-by-home-and-seat",
    }
    expected = {chapter: [f"four-{name}" for name in names.split()] for chapter, names in of_chapter.items()}
    expected |= {"About time": ["course-course-decided", "course-course-comebacks", "course-course"]}
    expected |= {"Another game": ["course-beside"]}
    means = [f"{scenario}-pieces-by-{by}" for scenario in ("four", "shuffled") for by in ("home", "home-and-seat")]
    expected |= {"About means": [*means, "both-by-players"]}
    for name, title in (("four", "Four"), ("shuffled", "Four, shuffled")):
        expected |= {title: [f"{name}-{end}" for end in ("about", "by-home", "ended")]}
    further = text[text.index("## Further tables") :]
    folded = {title: names.replace("`", "").split(", ") for title, names in re.findall("- (.+): (`.*)", further)}
    assert folded == expected
    listed = [name for names in folded.values() for name in names]
    assert len(listed) == len(set(listed))
    assert stems == {*listed, "headline", "strategies", "provenance"}
    assert set(tables["table"]) == stems
    for chapter, names in folded.items():
        assert list(dict.fromkeys(tables.loc[tables["section"] == chapter, "table"])) == names
    assert page.count('<details class="chapter">') == len(folded)
    folded_titles = re.findall(r'<details class="chapter"><summary>\s*<h2 id="[^"]*">([^<]*)</h2>', page)
    assert folded_titles == list(folded)


def test_the_chapters_of_a_report_are_pages_then_an_appendix_that_begins_with_the_win_shares(written):
    page, text = read_words(written[0])
    chapters = re.findall("^## (.*)", text, re.MULTILINE)
    place = chapters.index("Appendix")
    assert chapters[place:] == ["Appendix", "Win shares by setup", "Method and provenance", "Further tables"]
    (contents,) = re.findall("^In this report: (.*)[.]$", text, re.MULTILINE)
    assert contents == ", ".join(chapters[: place + 1])
    assert [title for title in re.findall(r'<a href="#[^"]*">([^<]*)</a>', page)] == chapters[: place + 1]
    assert "\n### " not in text[text.index("## Win shares by setup") : text.index("### Self-test")]
    assert re.findall(r"\(charts/([^)]*)\)", text) == ["overview.svg", "ladder.svg"]
    files = {f"{name}.{end}" for name in ("overview", "ladder", "course-course") for end in ("svg", "png")}
    assert {path.name for path in (written[0] / "charts").iterdir()} == files


def test_the_tables_of_a_study_have_the_numbers_of_the_questions(written, monkeypatch):
    folder, headline = written
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"captures": ("Ones", "Twos", "Fours")})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    options = {"setup": "independents4", "games": 40, "seed": 3, "strategies": "pool"}
    four, shuffled, warps = (
        run("4000-ad", **options | more)
        for more in ({}, {"variant": "shuffled_seating"}, {"variant": "five_warps", "games": 20})
    )
    seats = every_cell(four.between(0, 20), warps, ["seat"], alpha=0.05).sort_values("seat")
    questions = {
        "four-fallen-by-ended-and-seat": rates(four, ["ended", "seat"]),
        "shuffled-pieces-by-home": seat_means(shuffled, ["home"], ["stars", "ships", "lost"]),
        "both-by-players": pd.concat([seat_means(each, ["players"], ["ships"]) for each in (four, shuffled)]),
        "four-losses-by-home": seat_ratios(four, ["home"], [["lost", "produced"], ["destroyed", "rescues"]]),
        "four-captured-by-captures": bits(four, "captures", ("Ones", "Twos", "Fours")),
        "four-done": occurrences(four, ["captures", "produced"], []),
        "four-facts": game_means(four, ["truncated", ["battles", "rounds"]]),
        "four-time": lengths(four, ["battles"]),
        "four-worth": effects(four),
        "four-worth-interactions": interactions(four),
        "four-about": about(four),
        "four-ended": shares_of(four, "ended"),
        "four-robust-other-seats": share_differences(four, shuffled, ["home"]),
    }
    tables = pd.read_parquet(folder / "tables.parquet")
    for name, expected in questions.items():
        shown = tables[tables["table"] == name]
        assert len(shown) == len(expected), name
        for column in expected.select_dtypes("number"):
            np.testing.assert_allclose(
                shown[column].astype(float), expected[column].astype(float), rtol=1e-9, err_msg=name
            )
    shown = pd.read_csv(folder / "tables" / "four-seats-by-seat.csv")
    shown = shown.assign(seat=shown["seat"].astype(str)).sort_values("seat")
    np.testing.assert_allclose(shown["difference"], seats["difference"])
    assert list(headline["share"]) == list(rates(shuffled, ["home"])["share"])
    of_home = pd.read_csv(folder / "tables" / "headline.csv")
    assert list(of_home["share"]) == list(headline["share"]) and set(of_home["setup"]) == {"independents4"}
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    of_findings = {each["level"]: each["share"] for each in summary["findings"] if each["column"] == "home"}
    assert of_findings == dict(zip(of_home["home"], of_home["share"].round(6), strict=True))


def test_tables_without_verdicts_have_words_and_no_verdicts(written):
    folder, _ = written
    unjudged = (folder / "tables" / "four-plain-by-captures.csv").read_text(encoding="utf-8")
    assert unjudged.startswith("captures,games,share,low,high,truncated\n0,")
    page, _ = read_words(folder)
    assert "<td>no</td>" in page[page.index(">Without verdicts</h3>") :].partition("</table>")[0]
    headers = [(folder / "tables" / f"{name}-by-home.csv").read_text().split()[0] for name in ("four", "shuffled")]
    assert ["verdict" in each for each in headers] == [False, True]
    assert list(pd.read_csv(folder / "tables" / "four-variants.csv")["variant"]) == ["five_warps"]
    pairs = pd.read_csv(folder / "tables" / "four-worth-interactions.csv")
    assert list(pairs["column"] + " " + pairs["other"]) == ["home seat", "home strategy", "seat strategy"]


def test_two_tables_of_a_study_with_the_same_name_are_refused(tmp_path, monkeypatch):
    """The tables of a section named `by-home` would overwrite the win shares of the scenario."""
    scenario = {"name": "four", "title": "Four", "setup": "independents4", "by": [["home"]], "games": 2}
    section = {"kind": "game_means", "name": "by-home", "title": "Means", "chapter": "Means"}
    section |= {"scenarios": ["four"], "columns": ["truncated"]}
    study = {"seed": 3, "strategies": "pool", "method": [], "assumed": "", "scenario": [scenario], "section": [section]}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.report.report.read", lambda name: {**study, "game": "4000-ad"})
    with pytest.raises(BadInput, match="Two tables of the report have the name 'four-by-home': give the sections"):
        report("4000-ad", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


STUDY_OF_DRAWS = """
game = "4000-ad-leaders"
seed = 4
strategies = "pool"
question = { text = "Which objective matters?", section = "drawn" }
method = ["A word on the method."]
assumed = "the cards"

[[scenario]]
name = "three"
title = "Three"
setup = "SETUP"
games = 60
by = [["home"], ["seat"]]

[[section]]
kind = "draws"
name = "drawn"
title = "What is drawn"
chapter = "Objectives"
scenarios = ["three"]
by = [["home"]]
"""


def test_the_question_of_a_study_has_a_page_with_its_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    setup = next(each.name for each in find_game("4000-ad-leaders").setups if each.players == 3)
    (tmp_path / "4000-ad-leaders.toml").write_text(STUDY_OF_DRAWS.replace("SETUP", setup))
    _, page = report("4000-ad-leaders", out=tmp_path / "out")
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    heading, end = text.index("## Which objective matters?"), text.index("## Appendix")
    assert heading < end
    answer_lines = text[heading:end].split("\n\n")[1]
    assert re.fullmatch(r"- Three: .* win shares by home significantly change.*", answer_lines)
    assert '<a href="#which-objective-matters">Which objective matters?</a>' in page.read_text(encoding="utf-8")
    names = set(pd.read_parquet(page.parent / "tables.parquet")["table"])
    assert {"three-drawn", "three-drawn-by-home", "three-drawn-asks", "three-by-seat"} <= names


STUDY_OF_SKILL = """
game = "ascending-empires"
seed = 4
method = ["A word on the method."]
assumed = "the law of flicks"

[[scenario]]
name = "two"
title = "Two"
setup = "two"
variant = "drawn_skill"
strategies = ["sensible", "raider"]
games = 60

[[section]]
kind = "skill_gap"
name = "gap"
title = "The gap"
chapter = "Skill"
scenarios = ["two"]
by = [["strategy"]]

[[section]]
kind = "randomness"
name = "randomness"
title = "The randomness"
chapter = "Skill"
scenarios = ["two"]
games = 20

[[section]]
kind = "flights"
name = "flights"
title = "The flights"
chapter = "Skill"
scenarios = ["two"]
games = 2
"""


@pytest.mark.nightly
def test_a_study_of_a_game_of_skill_has_sections_on_randomness_and_flights(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    (tmp_path / "ascending-empires.toml").write_text(STUDY_OF_SKILL)
    assert {entry["kind"] for entry in tomllib.loads(STUDY_OF_SKILL)["section"]} == OF_SKILL
    _, page = report("ascending-empires", out=tmp_path / "out", all_files=True)
    tables = pd.read_parquet(page.parent / "tables.parquet")
    ends = ("gap-by-gap", "gap-by-strategy-and-gap", "gap-exchange", "randomness", "flights-ends")
    assert list(dict.fromkeys(tables.loc[tables["section"] == "Skill", "table"])) == [f"two-{end}" for end in ends]
    charts = {path.stem for path in (page.parent / "charts").iterdir()}
    assert charts >= {f"two-flights-{end}" for end in ("board", "heat", "one")}
    text = page.read_text(encoding="utf-8")
    for words in ("The gap is the skill of a player minus", "Where ships fly and are lost.", "Two: what decides the w"):
        assert words in text, words


def test_a_scenario_computes_a_table_once_and_returns_copies(small_run):
    calls = []

    def question(result, *what):
        calls.append(what)
        return pd.DataFrame({"played": [result.played], "what": [str(what)]})

    scenario = Scenario("four", "Four", [], small_run)
    for what in (("a",), ("b",), ("a",)):
        table = scenario.ask(question, *what)
        assert list(table["what"]) == [str(what)]
        table["what"] = "changed by the caller"
    assert calls == [("a",), ("b",)]


def test_scenarios_with_the_same_games_count_once(small_run):
    """The scenarios are a run, its first 120 games, and a run with another seed."""
    other = dataclasses.replace(small_run, settings={**small_run.settings, "seed": 6})
    scenarios = [Scenario("scenario", "Scenario", [], each) for each in (small_run.between(0, 120), small_run, other)]
    assert sorted(distinct(scenarios).values()) == [300, 300]
    assert list(distinct(scenarios[:2]).values()) == [300]


def test_a_section_without_values_has_tables_with_empty_cells(tmp_path, monkeypatch):
    """No game of independents has a rescue, so the ratio and the flags of rescues have no values."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"rescues": ("Ones",)})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    study = tomllib.loads(STUDY)
    by_name = {each["name"]: each for each in study["section"]}
    losses, captured = by_name["losses"], by_name["captured"]
    study["section"] = [losses | {"columns": [["lost", "rescues"]]}, captured | {"columns": ["rescues"]}]
    del study["scenario"][1:], study["equal"], study["robust"]
    (tmp_path / "4000-ad.toml").write_text(tomli_w.dumps(study))
    _, page = report("4000-ad", games=2, out=tmp_path / "out")
    tables = pd.read_parquet(page.parent / "tables.parquet").set_index("table")
    assert len(tables.loc[["four-losses-by-home"]]) == 4
    assert tables.loc[["four-losses-by-home", "four-losses-by-players"], "ratio"].isna().all()
    assert tables.loc[["four-captured-by-rescues"], "difference"].isna().all()
    text = page.read_text(encoding="utf-8")
    shown = text[text.index(">Losses</h3>") :]
    assert "nan" not in re.sub("<[^>]*>", " ", shown).lower().split()


SECTION = {
    "kind": "seat_means",
    "name": "points",
    "title": "Points",
    "chapter": "What wins",
    "scenarios": ["four"],
    "by": [["home"]],
    "columns": ["ships"],
}


@pytest.mark.parametrize(("change", "words"), [
    ({"kind": "seat_mean"}, "no kind of section 'seat_mean': did you mean 'seat_means'"),
    ({"scenarios": ["fore"]}, "no scenario 'fore': did you mean 'four'"),
    ({"colums": ["ships"]}, "no key of a section 'colums': did you mean 'columns'"),
    ({"columns": []}, "kind 'seat_means' needs 'columns'"),
    ({"by": []}, "kind 'seat_means' needs 'by'"),
    ({"title": ""}, "needs 'title'"),
    ({"kind": "rates", "together": True}, "only seat_means, seat_ratios, occurrences can"),
    ({"kind": "beside", "other": "4000-ad", "setups": ["a", "b"], "games": 9}, "one of 'setups' for each"),
    ({"kind": "beside", "other": "4000-ad", "setups": ["alliance2"], "games": 9}, "did you mean 'alliances2'"),
    ({"dealt": True}, "'dealt' belongs to a section of kind 'flags' or 'rates'"),
    ({"shares_only": True}, "'shares_only' belongs to a section of kind 'draws' with 'by'"),
    ({"by": ["home"]}, "'by' of a section takes a list of lists of words, not \\[\"home\"\\]"),
    ({"columns": "ships"}, "'columns' of a section takes a list of words, not \"ships\""),
    ({"scenarios": "four"}, "'scenarios' of a section takes a list of words"),
    ({"kind": "randomness", "games": True}, "'games' of a section takes a whole number, not true"),
    ({"kind": "game_means", "columns": [1]}, "'columns' of a section takes a list of words and lists of words"),
    ({"verdicts": "no", "kind": "rates"}, "'verdicts' of a section takes true or false, not \"no\""),
])  # fmt: skip
def test_an_invalid_section_is_refused(change, words):
    study = {"scenario": [{"name": "four"}], "section": [SECTION]}
    assert sections(study)[0].title == "Points"
    with pytest.raises(BadInput, match=words):
        sections({**study, "section": [{**SECTION, **change}]})


def test_two_sections_of_a_scenario_need_distinct_names():
    """Sections of one scenario need distinct names for their tables. Sections of two scenarios may share a name."""
    study = {"scenario": [{"name": "four"}, {"name": "two"}], "section": [SECTION, SECTION | {"scenarios": ["two"]}]}
    assert len(sections(study)) == 2
    with pytest.raises(BadInput, match="Two sections of the scenario 'four' have the name 'points'"):
        sections({**study, "section": [SECTION, SECTION]})


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_kind_of_section_has_content_and_a_declaration_of_its_runs(kind):
    assert content.dispatch(kind) is not content.dispatch(object)
    assert (kind in BESIDE or kind is Variants) == issubclass(kind, PlayedSection)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_all_names_in_a_built_in_study_exist(name):
    """Setups, variants, columns of outcomes and flags exist, and every setup has a scenario."""
    game, study = GAMES[name], tables.parse(STUDIES / f"{name}.toml")
    scenarios = {scenario["name"]: scenario for scenario in study["scenario"]}
    assert len(scenarios) == len(study["scenario"])
    assert study["game"] == name
    assert study["method"] and study["assumed"]
    for scenario in scenarios.values():
        rules = tables.load(game, scenario["setup"], variant=scenario.get("variant"))
        assert scenario["games"] >= (100_000 if scenario.get("by") else 10_000)
    played = {scenario["setup"] for scenario in scenarios.values() if "variant" not in scenario}
    assert played == {setup.name for setup in game.setups}
    outcome = np.zeros(1, game.module("state").outcome_dt)
    games, seats = (set(frame.columns) for frame in frames(game, rules, ["sensible"], outcomes=outcome).values())
    for section in sections(study):
        requested = getattr(section, "columns", ())
        columns = {each for entry in requested for each in ([entry] if isinstance(entry, str) else entry)}
        of_games = isinstance(section, GameMeans | Lengths)
        assert columns | ({getattr(section, "total", "")} - {""}) <= (games if of_games else seats)
        assert {column for by in getattr(section, "by", ()) for column in by} <= games | seats
        assert not isinstance(section, Flags | FlagPairs) or columns <= set(game.flags(rules))
    assert {column for scenario in scenarios.values() for by in scenario.get("by", []) for column in by} <= seats
    assert {column for words in study.get("words", {}) for column in words.split(PER)} <= games | seats
    assert set(study.get("levels", {})) <= games | seats
    if "question" in study:
        assert study["question"]["section"] in {section.name for section in sections(study)}
    for scenario in scenarios.values():
        of = scenarios[scenario.get("verdicts_of", scenario["name"])]
        assert of is scenario or (of["setup"] == scenario["setup"] and "variant" not in of)
    for each in study.get("robust", []):
        assert {each["of"], *each["under"]} <= set(scenarios)
        assert {*chain(*each.get("by", [])), *each.get("draws", [])} <= seats
        assert game.draws or "draws" not in each
    for each in study.get("equal", []):
        assert each["scenario"] in scenarios


@dataclasses.dataclass(frozen=True)
class Less(View):
    """A run without the home Pavo."""

    def scan(self, table):
        rows = self.result.scan(table)
        return rows.filter(pl.col("home") != "Pavo") if table == "seats" else rows


def test_a_scenario_without_verdicts_names_missing_levels(small_run):
    scenario, judge = (
        Scenario("four", title, [["home"]], run) for title, run in (("Less", Less(small_run)), ("All", small_run))
    )
    text, others = (
        " ".join(
            line
            for element in scenario_elements(scenario, other)
            if isinstance(element, Text)
            for line in element.lines
        )
        for other in (judge, None)
    )
    assert "The verdicts come from 'All'. No player has Pavo in these games." in text
    assert "verdicts" not in others


def test_large_counts_of_few_games_are_merged(small_run, monkeypatch):
    """Rows of large counts are merged, unless all rows have few games or the table has verdicts."""
    scenario, seats = Scenario("four", "Four", [], small_run), small_run.seats
    whole = rates(small_run, ["stars"])
    few = int(whole["games"].iloc[-2:].sum())
    monkeypatch.setattr("starbalance.analyses.report.scenario._FEW", few)
    (table,) = rates_elements(scenario, ["stars"], "stars", judged=False)
    least = int(whole["stars"].iloc[-2])
    assert list(table.frame["stars"].astype(str)) == [*whole["stars"].astype(str)[:-2], f"{least} or more"]
    at_least = seats.filter(pl.col("stars") >= least)["credit"]
    assert table.frame["share"].iloc[-1] == pytest.approx(at_least.mean())
    assert list(rates_elements(scenario, ["stars"], "stars")[0].frame["stars"]) == list(whole["stars"])
    monkeypatch.setattr("starbalance.analyses.report.scenario._FEW", 10**6)
    assert list(rates_elements(scenario, ["stars"], "stars", judged=False)[0].frame["stars"]) == list(whole["stars"])


def test_a_level_missing_in_a_variant_is_omitted_from_the_comparison(small_run):
    """A run compared with itself without one home has no difference in the remaining homes."""
    one, two = (Scenario("four", "Four", [], each) for each in (small_run, Less(small_run)))
    table = robustness({"four": one, "four-less-Pavo": two}, "four", ["four-less-Pavo"])
    assert list(table["home"].astype(str)) == ["Algol", "Regulus", "Antares"]
    assert set(table["variant"]) == {"less Pavo"}
    assert set(table["difference"]) == {0.0}


def test_a_longer_run_is_limited_to_the_games_of_the_shorter_one(small_run):
    """All compared games are paired: a run differs from its own first games by exactly 0."""
    one, two = (Scenario("four", "Four", [], each) for each in (small_run, small_run.between(0, 120)))
    table = robustness({"four": one, "four-first": two}, "four", ["four-first"])
    assert set(table["games"]) == {120}
    assert (table[["difference", "low", "high"]] == 0).all(axis=None)


def test_a_report_of_an_unknown_game_gets_the_nearest_name(tmp_path):
    with pytest.raises(BadInput, match="did you mean '4000-ad'"):
        report("4000", out=tmp_path)


def test_the_command_of_a_run_reproduces_its_settings(tmp_path, monkeypatch):
    """The command in the provenance table reproduces the settings, for any options."""
    monkeypatch.chdir(tmp_path)
    for number, options in enumerate(
        (
            {"setup": "independents4", "seed": 3, "strategies": "pool", "timeline": True},
            {"setup": "alliances2", "strategies": ["sensible", "raider"], "variant": "free_hop"},
            {"players": 3, "strategies": "sensible@0.5", "set": {"switches.max_warps": 2}},
            {"until": Until(["seat", "home"], 0.1, 0.2)},
        )
    ):
        result = run("4000-ad", games=2, out=tmp_path / str(number), **options)
        words = shlex.split(command(result.settings))
        assert words.pop(0) == "starbalance"
        again = CliRunner().invoke(app, [*words, "--out", "again"])
        assert again.exit_code == 0, again.output
        assert load("again").settings == result.settings
        shutil.rmtree("again")


def test_commands_reproduce_the_tables_of_better_players(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenario = {"name": "three", "title": "Three", "setup": "independents3", "variant": "shuffled_seating", "games": 4}
    by, levels = [["home"], ["seat"]], ["uniform", "sensible"]
    played_sections = [
        Skill(name="s", title="S", chapter="C", scenarios=["three"], by=by, levels=levels, games=20),
        Benchmark(name="y", title="Y", chapter="C", scenarios=["three"], strategies=["hunter", "raider"], games=4),
    ]
    study_runs = schedule.play(
        {"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, played_sections, jobs=1
    )
    (*_, provenance) = method(study_runs, {}, "4000-ad", games=None)
    lines = [line for line in provenance.frame["command"] if " run " not in line]
    tables_made = []
    for line in lines:
        made = CliRunner().invoke(app, [*shlex.split(line)[1:], "--format", "json", "--jobs", "1"])
        assert made.exit_code == 0, made.output
        tables_made.append(pd.DataFrame(json.loads(made.stdout)))
    shares = [table["share"].tolist() for table in tables_made]
    (gain,) = study_runs.ladders["s", "three"]["gain"].dropna()
    by_strategy = study_runs.benchmarks["y", "three"].groupby("strategy", sort=False)["share"]
    assert shares == [
        *(table["share"].tolist() for _, table in study_runs.skills["s", "three"]),
        [pytest.approx(gain + 1 / 3)],
        *(list(each) for _, each in by_strategy),
    ]


def test_the_command_of_a_tournament_contains_changed_rules(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenario = {"name": "two", "title": "Two", "setup": "alliances2", "variant": "shuffled_seating", "games": 4}
    played_sections = [
        Strategies(name="t", title="T", chapter="C", scenarios=["two"], strategies=["hunter", "raider"], games=4)
    ]
    study_runs = schedule.play(
        {"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, played_sections, jobs=1
    )
    (*_, provenance) = method(study_runs, {}, "4000-ad", games=None)
    row = provenance.frame.set_index("scenario").loc["tournament of alliances2"]
    assert row["changes"] == "switches.seating=shuffled"
    assert row["command"].endswith(" --seed 3 --set switches.seating=shuffled")


def test_a_run_outside_the_options_of_the_command_line_has_no_command():
    result = run("4000-ad", games=1, pool=["sensible", "raider"])
    assert command(result.settings) == ""


def test_side_runs_scale_with_the_requested_games():
    study = tables.parse(STUDIES / "4000-ad.toml")
    all_sections = sections(study)
    variants, strategies = (
        next(each for each in all_sections if isinstance(each, kind)) for kind in (Variants, Strategies)
    )
    assert [side_games(variants, games) for games in (None, 1, 2000, 10**6)] == [variants.games, 1, 500, variants.games]
    assert [side_games(strategies, games) for games in (None, 1, 2000)] == [strategies.games, 1, 50]
    runs = planned_runs(study, all_sections, 2000)
    assert len({each.name for each in runs}) == len(runs)
    assert {each.games for each in runs} == {2000, 500}
    names = {each.options.get("variant") for each in runs}
    assert set(tables.variants(find_game("4000-ad"))) <= names


def test_an_unknown_variant_is_refused_before_a_game_is_played():
    section = {**SECTION, "kind": "variants", "variants": ["five_warp"], "games": 5}
    study = {"game": "4000-ad", "scenario": [{"name": "four", "title": "Four", "games": 9}], "section": [section]}
    with pytest.raises(BadInput, match="no variant 'five_warp': did you mean 'five_warps'"):
        planned_runs(study, sections(study), None)


def test_side_runs_use_the_rules_of_their_scenario(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calls = []
    monkeypatch.setattr(schedule, "benchmark", lambda game, each, **options: calls.append(options) or pd.DataFrame())
    scenario = {"name": "four", "title": "Four", "setup": "independents4", "variant": "shuffled_seating", "games": 4}
    section = Benchmark(name="y", title="Y", chapter="C", scenarios=["four"], games=4)
    schedule.play({"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, [section], jobs=1)
    assert [(each["setup"], each["set"]) for each in calls] == [("independents4", {"switches.seating": "shuffled"})]


@pytest.mark.parametrize(
    ("game", "setup", "first"),
    [("4000-ad", "independents4", "strong"), ("comet-chase", "players3", "search:sensible@8")],
)
def test_another_search_is_benchmarked_among_the_strategy_before_it(game, setup, first, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calls = []

    def measured(game, each, against, **options):
        calls.append((each, against))
        return pd.DataFrame({"share": [0.5]})

    monkeypatch.setattr(schedule, "benchmark", measured)
    scenario = {"name": "s", "title": "S", "setup": setup, "strategies": "uniform", "games": 4}
    strategies = ["strong", "search:sensible@32"]
    section = Benchmark(name="y", title="Y", chapter="C", scenarios=["s"], strategies=strategies, games=4)
    study_runs = schedule.play({"game": game, "seed": 3, "scenario": [scenario]}, [section], jobs=1)
    assert calls == [(first, usual(find_game(game), setup)), ("search:sensible@32", [first])]
    assert list(study_runs.benchmarks["y", "s"]["strategy"]) == [first, "search:sensible@32"]
