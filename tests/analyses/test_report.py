"""Charts and reports: self-contained files that agree with the tables."""

import dataclasses
import json
import math
import re
import shlex
import shutil
import tomllib

import numpy as np
import pandas as pd
import polars as pl
import pytest
import tomli_w
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import Text
from starbalance.analyses.presentation.wording import PER, extremes, named, percent, significant_extremes
from starbalance.analyses.questions.averages import seat_means
from starbalance.analyses.questions.compare import Comparison
from starbalance.analyses.questions.flags import flag_columns
from starbalance.analyses.questions.rates import Until, rates, shares_of
from starbalance.analyses.questions.study import STUDIES, read
from starbalance.analyses.report import schedule
from starbalance.analyses.report.certainty import drawn_columns
from starbalance.analyses.report.content import content
from starbalance.analyses.report.method import command, method
from starbalance.analyses.report.report import of_run, report
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
from starbalance.analyses.report.worst import worst
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
    assert (out / "tables" / "headline.csv").is_file() and (out / "charts" / "turn-order.png").is_file()


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
    factors = list(worst(list(study_runs.scenarios.values()), {}, run_sections)["factor"])
    assert ("drawn, by objective" in factors) == (name == "4000-ad-leaders")
    assert not any(factor.startswith("strategy, by") for factor in factors)


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
    changed = text[text.index("## What changed") : text.index("## Summary")]
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
    assert not (tmp_path / "report").exists()


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
    for words in ("Self-test", "Algol minus Antares", "other star tables", "Reproduce every number", "truncated"):
        assert words in text
    names = set(pd.read_parquet(page.parent / "tables.parquet")["table"])
    robust = "independents3-robust-other-star-tables"
    assert {"headline", "provenance", "independents4-by-home-and-strategy", robust} <= names
    assert sorted(path.name for path in page.parent.iterdir()) == [
        "charts",
        "report.html",
        "report.md",
        "tables.parquet",
    ]
    assert len(list((page.parent / "charts").iterdir())) == 5


STUDY = """
game = "4000-ad"
seed = 3
strategies = "pool"
question = { text = "How long does it take?", section = "time" }
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
finding = true
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
finding = true

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
finding = true

[[section]]
kind = "seat_ratios"
name = "losses"
title = "Losses"
chapter = "About ratios"
scenarios = ["four"]
by = [["players"], ["home"]]
columns = [["lost", "produced"], ["destroyed", "rescues"]]
finding = true

[[section]]
kind = "flags"
name = "captured"
title = "Captured"
chapter = "About flags"
text = "A choice."
scenarios = ["four"]
columns = ["captures"]
dealt = true
finding = true

[[section]]
kind = "flag_pairs"
name = "captured-pairs"
title = "Captured together"
chapter = "About flags"
scenarios = ["four"]
columns = ["captures"]
finding = true

[[section]]
kind = "occurrences"
name = "done"
title = "Events"
chapter = "About flags"
scenarios = ["four"]
by = [["home"]]
columns = ["captures", "produced"]
finding = true

[[section]]
kind = "game_means"
name = "facts"
title = "How games end"
chapter = "About lengths"
scenarios = ["four"]
columns = ["truncated", ["battles", "rounds"]]
finding = true

[[section]]
kind = "lengths"
name = "time"
title = "Time"
chapter = "About lengths"
scenarios = ["four"]
columns = ["battles"]
finding = true

[[section]]
kind = "effects"
name = "worth"
title = "Worth"
chapter = "About wins"
scenarios = ["four"]
finding = true

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
finding = true

[[section]]
kind = "variants"
name = "seats"
title = "Five warps for every seat"
chapter = "What if"
scenarios = ["four"]
variants = ["five_warps"]
by = [["seat"], ["home", "seat"]]
games = 20
finding = true

[[section]]
kind = "strategies"
name = "strategies"
title = "Other strategies"
chapter = "What if"
scenarios = ["four"]
strategies = ["sensible", "raider"]
by = [["home"], ["seat"]]
games = 12
finding = true

[[section]]
kind = "seat_means"
name = "both"
title = "Pieces of both"
chapter = "About means"
scenarios = ["four", "shuffled"]
by = [["players"]]
columns = ["ships"]
together = true
finding = true

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
finding = true

[[section]]
kind = "exploitability"
name = "exploitability"
title = "What training gains"
chapter = "Robustness"
scenarios = ["four"]
games = 10
finding = true

[[section]]
kind = "benchmark"
name = "benchmark"
title = "One among others"
chapter = "Robustness"
scenarios = ["four"]
strategies = ["sensible"]
games = 4
finding = true

[[section]]
kind = "beside"
name = "beside"
title = "Next to a smaller setup"
chapter = "Another game"
scenarios = ["course"]
other = "4000-ad"
setups = ["independents3"]
games = 20
finding = true

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
by = ["home", "seat"]
under = ["shuffled"]
"""


def test_a_study_file_defines_a_report_with_every_kind_of_section(tmp_path, monkeypatch):
    """The made-up study has tables, charts, texts and findings of every kind that the game supports."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"captures": ("Ones", "Twos", "Fours")})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    (tmp_path / "4000-ad.toml").write_text(STUDY)
    assert {entry["kind"] for entry in tomllib.loads(STUDY)["section"]} == set(KINDS) - {"draws", *OF_SKILL}
    table, page = report("4000-ad", out=tmp_path / "out", all_files=True)
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    shuffled = rates(
        run("4000-ad", setup="independents4", variant="shuffled_seating", games=40, seed=3, strategies="pool"), ["home"]
    )
    assert list(table["share"]) == list(shuffled["share"])
    for words in (
        "100 different complete games by the rulebook (without tournament games), in 3 scenarios, played by",
        "Each interval has 95% confidence; intervals of findings on variants hold for all changes of a table together.",
        "### How far to trust this\n\n- Assumed data: 83% of the values are not in the rulebook (the stars).",
        "- Strength of play: over an equal share, a search player gains ",
        "| captures | ",
        "### Win share by home\n\nBalanced: significantly within 2 points of an equal share.",
        "Their shares with intervals are in table headline of tables.parquet.",
        "| share of truncated games | ",
        "No strategy significantly beats ",
        "not independent replications",
        "- Four, shuffled: ",
        "- Four, shuffled, by home: ",
        "- Four, shuffled: Algol minus Pavo",
        "the value expected from the shuffle",
        "- Four, by ended and seat: ",
        "- Pieces by kind, lost: four ",
        "; four, shuffled ",
        "- Four, losses: ships lost for each built ",
        "- Pieces of both: ships at the end ",
        "| ships at the end |",
        "- Four, captured: ",
        "difference in win share, captures or not: ",
        "- Four, captured together: captures: none of 1 pair differs significantly from the sum of the single effects",
        "- Four, worth: home ",
        "- Four, other rules: none of 1 variant significantly changes the share of a home (half widths of "
        "all intervals together: ",
        " points); under 1 more variant no game differs.",
        "Not exercised, since no game differs: own homes needed.",
        "- Four, other strategies: ",
        "Of 4 verdicts by seat, ",
        "## What if",
        "- Four, other seats, the largest change of a home's share: ",
        "- Four, other places, the largest change of a home and seat's share: ",
        "- Four, events: ",
        "- Four, how games end: decided at the cap ",
        "battles per rounds ",
        "none of 1 variant significantly changes the share of a home and seat",
        "A word on the method.",
        "(the stars)",
        "What is left.",
        "#### Four, shuffled",
        "- Four, ever better players: ",
        "- Four, what training gains: gain over an equal share of one player trained from sensible ",
        "Four: one player with the weights of sensible, trained in 4,389 games, gains ",
        "over an equal share of 25% among players of the pool, in ",
        "- Four, in time, next to a smaller setup: first player: win share minus equal share ",
    ):
        assert words in text
    stems = {path.stem for path in (page.parent / "tables").iterdir()}
    assert {
        "four-fallen-by-ended-and-seat-and-home",
        "shuffled-pieces-by-home-and-seat",
        "four-losses-by-players",
        "four-captured-by-captures",
        "four-captured-pairs-by-captures",
        "four-time",
        "four-worth",
        "course-course-decided",
        "course-beside",
        "four-variants",
        "four-variants-by-home",
        "four-seats-by-seat",
        "four-seats-largest-by-home-and-seat",
        "four-done",
        "four-done-by-home",
        "four-facts",
        "both-by-players",
        "four-robust-other-seats",
        "four-robust-other-places-by-home-and-seat",
        "four-strategies-mix",
    } <= stems
    unjudged = (page.parent / "tables" / "four-plain-by-captures.csv").read_text(encoding="utf-8")
    assert unjudged.startswith("captures,games,share,low,high,truncated\n0,")
    assert "| no |" in text[text.index("### Without verdicts") :]
    assert "The verdicts come from 'Four, shuffled'." in text
    headers = [
        (page.parent / "tables" / f"{scenario}-by-home.csv").read_text().split()[0] for scenario in ("four", "shuffled")
    ]
    assert ["verdict" in each for each in headers] == [False, True]
    pieces = (page.parent / "tables" / "both-by-players.csv").read_text(encoding="utf-8")
    assert len(pieces.splitlines()) == 3 and ",ships," in pieces
    question, end = text.index("### How long does it take?"), text.index("## Findings")
    answer = text[question:end].splitlines()[1:6]
    assert answer[1] == "Four:"
    assert answer[3].startswith("- battles ") and answer[3].endswith(" on average.")
    assert "Four, time: " not in text[end : text.index("\n## Four\n")]
    order = [text.index(f"\n## {title}\n") for title in ("Summary", "Turn order", "How skill changes the verdicts")]
    order += [text.index(f"\n## {title}\n") for title in ("Appendix", "Findings", "Four", "Method and provenance")]
    assert order == sorted(order)
    assert "### Ever better players" not in text[order[3] :]
    html = page.read_text(encoding="utf-8")
    assert html.count('<details class="chapter">') == text[order[3] :].count("\n## ") - 1
    assert max(row.count("<th scope") for row in re.findall("(?s)<thead>.*?</thead>", html)) == 8
    assert list(pd.read_csv(page.parent / "tables" / "four-variants.csv")["variant"]) == ["five_warps"]
    assert "Are the effects additive? home and seat" in text
    pairs = pd.read_csv(page.parent / "tables" / "four-worth-interactions.csv")
    assert list(pairs["column"] + " " + pairs["other"]) == ["home seat", "home strategy", "seat strategy"]
    charts = {path.name for path in (page.parent / "charts").iterdir()}
    assert {"four-pieces-by-home-and-seat.svg", "four-losses-by-home.svg", "four-time-by-battles.png"} <= charts


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
finding = true

[[section]]
kind = "randomness"
name = "randomness"
title = "The randomness"
chapter = "Skill"
scenarios = ["two"]
games = 20
finding = true

[[section]]
kind = "flights"
name = "flights"
title = "The flights"
chapter = "Skill"
scenarios = ["two"]
games = 2
finding = true
"""


def test_a_study_of_a_game_of_skill_has_sections_on_randomness_and_flights(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    (tmp_path / "ascending-empires.toml").write_text(STUDY_OF_SKILL)
    assert {entry["kind"] for entry in tomllib.loads(STUDY_OF_SKILL)["section"]} == OF_SKILL
    _, page = report("ascending-empires", out=tmp_path / "out", all_files=True)
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    for words in ("## Skill", "- Two, the gap: ", "- Two, the randomness: ", "- Two, the flights: of 100 flights, "):
        assert words in text, words
    names = {path.stem for path in (page.parent / "charts").iterdir()}
    drawn = ("gap-by-gap", "gap-by-strategy-and-gap", "randomness", "flights-board", "flights-heat", "flights-one")
    assert {f"two-{each}" for each in drawn} <= names


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


def test_a_section_without_values_states_that_there_is_nothing_to_compare(tmp_path, monkeypatch):
    """No game of independents has a rescue, so the ratio and the flags of rescues have no values."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    game = dataclasses.replace(find_game("4000-ad"), flags=lambda rules: {"rescues": ("Ones",)})
    monkeypatch.setattr("starbalance.analyses.questions.flags.find_game", lambda name: game)
    study = tomllib.loads(STUDY)
    by_name = {each["name"]: each for each in study["section"]}
    losses, captured = by_name["losses"], by_name["captured"]
    study["section"] = [losses | {"columns": [["lost", "rescues"]]}, captured | {"columns": ["rescues"]}]
    del study["scenario"][1:], study["question"], study["equal"], study["robust"]
    (tmp_path / "4000-ad.toml").write_text(tomli_w.dumps(study))
    _, page = report("4000-ad", games=2, out=tmp_path / "out")
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    assert "- Four, losses: there is nothing to compare." in text
    assert "- Four, captured: there is nothing to compare." in text


def test_a_finding_ignores_uncertain_rows():
    """If no row is significantly low or high, the text states it. A single row is shown once."""
    rows = {"race": ["A", "B", "C"], "share": [0.2, 0.3, 0.9], "low": [0.19, 0.29, 0.1], "high": [0.21, 0.31, 0.99]}
    table = pd.DataFrame(rows)
    certain_text = significant_extremes(table, ["race"], "share", describe=percent)
    assert certain_text == "from 20.0% (19.0\u201321.0) for A to 30.0% (29.0\u201331.0) for B"
    certain = table.assign(low=[0.19, 0.29, 0.8])
    assert extremes(certain, ["race"], "share", describe=percent).endswith("90.0% (80.0\u201399.0) for C")
    unsure = significant_extremes(
        table.assign(low=[0.19, 0.1, 0.1], high=[0.21, 0.5, 0.99]), ["race"], "share", describe=percent
    )
    assert unsure == "no significant difference (20.0% to 90.0%)"
    assert significant_extremes(table.iloc[1:2], ["race"], "share", describe=percent) == "30.0% (29.0\u201331.0) for B"


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
    ({"finding": "no"}, "'finding' of a section takes true or false, not \"no\""),
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
        assert {*each.get("by", []), *each.get("draws", [])} <= seats
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
    drawn, table = rates_elements(scenario, ["stars"], "stars", judged=False)
    least = int(whole["stars"].iloc[-2])
    assert list(table.frame["stars"].astype(str)) == [*whole["stars"].astype(str)[:-2], f"{least} or more"]
    at_least = seats.filter(pl.col("stars") >= least)["credit"]
    assert table.frame["share"].iloc[-1] == pytest.approx(at_least.mean())
    assert drawn.figure.axes[0].get_yticklabels()[-1].get_text() == f"{least} or more stars"
    assert list(rates_elements(scenario, ["stars"], "stars")[1].frame["stars"]) == list(whole["stars"])
    monkeypatch.setattr("starbalance.analyses.report.scenario._FEW", 10**6)
    assert list(rates_elements(scenario, ["stars"], "stars", judged=False)[1].frame["stars"]) == list(whole["stars"])


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
    by_strategy = study_runs.benchmarks["y", "three"].groupby("strategy", sort=False)["share"]
    assert shares == [
        *(table["share"].tolist() for _, table in study_runs.skills["s", "three"]),
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


def test_a_deeper_search_is_benchmarked_against_shallower_ones(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calls = []

    def measured(game, each, against, **options):
        calls.append((each, against))
        return pd.DataFrame({"share": [0.5]})

    monkeypatch.setattr(schedule, "benchmark", measured)
    scenario = {"name": "four", "title": "Four", "setup": "independents4", "games": 4}
    strategies = ["search:sensible@1", "search:sensible@2"]
    section = Benchmark(name="y", title="Y", chapter="C", scenarios=["four"], strategies=strategies, games=4)
    study_runs = schedule.play(
        {"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, [section], jobs=1
    )
    others = ["sensible", "pool", "league"]
    assert calls == [(strategies[0], others), (strategies[1], [*others, strategies[0]])]
    assert list(study_runs.benchmarks["y", "four"]["strategy"]) == strategies
