"""Charts and reports: files that stand alone and say what the tables say."""

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
    Draws,
    FlagPairs,
    Flags,
    GameMeans,
    Lengths,
    PlayedSection,
    Skill,
    Strategies,
    Variants,
    Yardstick,
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

OF_SKILL = {"skill_gap", "luck", "flights"}  # kinds of sections of a game whose players differ in skill
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
def test_every_chart_is_written_in_every_kind(small_run, tmp_path, suffix):
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


def test_a_stacked_chart_adds_the_sources_up_and_names_the_total(small_run):
    table = seat_means(small_run, ["home"], ["stars", "ships", "lost"])
    axes = chart.stacked(table, ["home"], "lost", title="Sources").axes[0]
    first = table[table["home"] == "Algol"].set_index("quantity")
    stars, ships = (container[0] for container in axes.containers)
    assert (stars.get_x(), stars.get_width()) == (0, first.loc["stars", "mean"])
    assert ships.get_x() == pytest.approx(first.loc["stars", "mean"])
    row = first.loc["lost"]
    assert axes.texts[0].get_text() == f"{row['mean']:.1f} ({row['low']:.1f} to {row['high']:.1f})"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Algol", "Regulus", "Antares", "Pavo"]


def test_dots_have_a_panel_a_quantity_and_bear_values_without_intervals():
    values = {"value": [1.5, -2.0, np.nan, 0.5], "low": [1.0, -math.inf, np.nan, 0.2], "high": [2, math.inf, np.nan, 1]}
    table = pd.DataFrame({"race": ["A", "A", "B", "B"], "quantity": ["one_of", "two"] * 2, **values})
    figure = chart.dots(table, ["race"], "value", title="Values")
    assert [axes.get_xlabel() for axes in figure.axes] == ["one of (95 % interval)", "two (95 % interval)"]
    assert [[text.get_text() for text in axes.texts] for axes in figure.axes] == [["1.50"], ["\u22122.00", "0.50"]]
    assert [np.isfinite(axes.get_xlim()).all() for axes in figure.axes] == [True, True]


def test_a_cell_of_a_heat_chart_without_games_is_empty(small_run):
    table = rates(small_run, ["home", "seat"]).iloc[1:]
    texts = [text.get_text() for text in chart.heat(table, ["home", "seat"], 4).axes[0].texts]
    assert len(texts) == 15
    assert not any("nan" in text for text in texts)


def test_a_count_has_the_name_of_its_column_and_players_are_counted():
    assert [named([name], {name: 3}) for name in ("seat", "players")] == ["seat 3", "3 players"]
    ones = [named([name], {name: 1}) for name in ("pieces_left", "technologies", "passes", "bonus", "old_pieces")]
    assert ones == ["1 piece left", "1 technology", "1 pass", "bonus 1", "old pieces 1"]
    assert named(["occurrence"], {"occurrence": "ships_lost"}) == "any ships lost"
    assert named(["seat", "home"], {"seat": "5 or more", "home": "Pavo"}) == "seat 5 or more, Pavo"


def test_a_cell_of_few_games_is_grey_and_sets_no_colour():
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


def test_a_kind_of_file_that_cannot_be_written_is_refused(small_run, tmp_path):
    with pytest.raises(BadInput, match=r"\.png"):
        chart.save(figures(small_run)["bars"], tmp_path / "chart.jpeg")
    assert list(tmp_path.iterdir()) == []


def test_the_report_of_a_run(small_run, tmp_path):
    headline, page = report(str(small_run.folder), out=tmp_path)
    assert list(headline["share"]) == list(rates(small_run, ["home"])["share"])
    assert "4000 A.D.: balance report" in page.read_text(encoding="utf-8")


def test_the_command_writes_all_files_where_they_are_asked_for(small_run, tmp_path):
    words = ["report", str(small_run.folder), "--out"]
    for options, folders in (([], {"charts"}), (["--all-files"], {"charts", "tables"})):
        out = tmp_path / "-".join(["out", *options])
        said = CliRunner().invoke(app, [*words, str(out), *options])
        assert said.exit_code == 0, said.output
        assert "undecided (" in said.stdout and "games_needed" not in said.stdout
        assert {path.name for path in out.iterdir() if path.is_dir()} == folders
    assert (out / "tables" / "headline.csv").is_file() and (out / "charts" / "turn-order.png").is_file()


@pytest.mark.parametrize(("name", "dealt"), [("4000-ad-leaders", "drawn"), ("handful-of-stars", "dealt")])
def test_the_report_of_a_run_asks_of_all_that_is_dealt_and_drawn(name, dealt):
    """Seat, factor and each column of flags; the chosen ones are an appendix; verdicts hold for all tables together."""
    result = run(name, players=3, games=60, seed=4, jobs=1)
    study_runs, _, asked = of_run(result)
    flags = {section.columns[0]: section.dealt for section in asked if isinstance(section, Flags)}
    assert flags == {column: column == dealt for column in flag_columns(result)}
    drawn = [column for section in asked if isinstance(section, Draws) for column in drawn_columns(section)]
    assert drawn == (["home", "seat", "strategy", "drawn"] if name == "4000-ad-leaders" else [])
    assert study_runs.together == 4 + len(drawn)
    factors = list(worst(list(study_runs.scenarios.values()), {}, asked)["factor"])
    assert ("drawn, by objective" in factors) == (name == "4000-ad-leaders")
    assert not any(factor.startswith("strategy, by") for factor in factors)


def test_the_report_of_a_run_against_one_under_the_rules_before_tells_what_changed(small_run, tmp_path):
    its = small_run.settings
    options = {
        "setup": its["setup"],
        "strategies": "pool",
        "games": small_run.played,
        "seed": its["seed"],
        "out": tmp_path / "now",
    }
    now = run("4000-ad", set={**its["changes"], "switches.start_ships": 9}, **options)
    found = Comparison(small_run, now, ["home"])
    _, page = report(str(now.folder), against=small_run.folder, out=tmp_path / "report")
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    told = text[text.index("## What changed") : text.index("## Summary")]
    (path, old, new), *others = found.changes.itertuples(index=False)
    assert not others and f"- {path}: {old} \N{RIGHTWARDS ARROW} {new}." in told
    assert f"- Before: the run in {small_run.folder}, " in told and f"- Now: the run in {now.folder}, " in told
    for row in found.shares.itertuples():
        (line,) = [each for each in told.splitlines() if each.startswith(f"- {row.home} of ")]
        assert f": {100 * row.share_base:.1f} % before, {100 * row.share_variant:.1f} % now, " in line
        sure = {"undecided": "not sure.", "unchanged": "less than 2 points."}.get(row.verdict.split(" (")[0], ", sure.")
        assert line.endswith(sure)
    assert f"another seat wins {100 * found.flipped['flipped'][0]:.1f} %" in told
    tables = pd.read_parquet(page.parent / "tables.parquet")
    table = tables[tables["table"] == "against"]
    assert set(table["section"]) == {"What changed"}
    np.testing.assert_allclose(table["difference"], found.shares["difference"])


def test_only_a_run_on_the_same_luck_is_told_against_another(small_run, tmp_path):
    with pytest.raises(BadInput, match="name the folder of a run instead of 4000-ad"):
        report("4000-ad", against=small_run.folder, out=tmp_path)
    other = run("4000-ad", setup=small_run.settings["setup"], games=4, seed=99, out=tmp_path / "other")
    with pytest.raises(BadInput, match="different seeds"):
        report(str(small_run.folder), against=other.folder, out=tmp_path / "report")
    assert not (tmp_path / "report").exists()


def without_drawing(figure, path):
    path.parent.mkdir(exist_ok=True)
    path.write_text("<svg></svg>")


def test_the_report_of_a_game_plays_its_study(tmp_path, monkeypatch):
    """With few games of each scenario: every set-up, the self-test, the other star tables, the method.

    Variants and tournaments, levels of skill and trainings, of which there are many, are those of the made-up study; so
    are the files of charts, which take half of the time.
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
    for words in ("Self-test", "Algol minus Antares", "other star tables", "Remake every number", "capped"):
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
title = "Those who did something"
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
columns = ["capped", ["battles", "rounds"]]
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
capped = "decided at the cap"

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
kind = "yardstick"
name = "yardstick"
title = "One among others"
chapter = "Robustness"
scenarios = ["four"]
strategies = ["sensible"]
games = 4
finding = true

[[section]]
kind = "beside"
name = "beside"
title = "Beside its younger one"
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


def test_a_study_alone_makes_a_report_of_every_kind_of_section(tmp_path, monkeypatch):
    """A made-up study: tables, charts, texts and one finding of each, but of kinds that the game has nothing for."""
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
        "100 different games, complete and by the rulebook, without those of tournaments, in 3 scenarios, played by",
        "Intervals are 95 %, each by itself; those of findings on variants hold for all changes of a table at once.",
        "### How far to trust this\n\n- Assumed data: 83 % of the values are stand-ins for what the rulebook does not "
        "tell (the stars).",
        "- Strength of play: beyond a fair share, one who looks ahead wins ",
        "| captures | ",
        "### Win share by home\n\nBalanced: sure to lie within 2 points of parity.",
        "Their shares with intervals are in table headline of tables.parquet.",
        "| share of capped games | ",
        "No strategy is shown to beat ",
        "no independent replications",
        "- Four, shuffled: ",
        "- Four, shuffled, by home: ",
        "- Four, shuffled: Algol minus Pavo",
        "where the shuffle puts it",
        "- Four, by ended and seat: ",
        "- Pieces by kind, lost: four ",
        "; four, shuffled ",
        "- Four, losses: ships lost for each built ",
        "- Pieces of both: ships at the end ",
        "| ships at the end |",
        "- Four, captured: ",
        "difference in win share, captures or not: ",
        "- Four, captured together: captures: none of 1 pair differs significantly from what each does alone",
        "- Four, worth: home ",
        "- Four, other rules: none of 1 variant significantly changes the share of a home (changes are known to "
        "within ",
        " points, all at once); under 1 more variant no game differs.",
        "Not exercised, since no game differs: own homes needed.",
        "- Four, other strategies: ",
        "Of 4 verdicts by seat, ",
        "## What if",
        "- Four, other seats, the largest change of a home's share: ",
        "- Four, other places, the largest change of a home and seat's share: ",
        "- Four, those who did something: ",
        "- Four, how games end: decided at the cap ",
        "battles per rounds ",
        "none of 1 variant significantly changes the share of a home and seat",
        "A word on the method.",
        "(the stars)",
        "What is left.",
        "#### Four, shuffled",
        "- Four, ever better players: ",
        "- Four, what training gains: one player trained from sensible wins beyond a fair share ",
        "Four: one player with the weights of sensible, trained in 4,389 games, wins ",
        "beyond the fair 25 % among players of the pool, in ",
        "- Four, in time, beside its younger one: first player: win share minus parity ",
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
    assert "Its verdicts are those of 'Four, shuffled'." in text
    headers = [
        (page.parent / "tables" / f"{scenario}-by-home.csv").read_text().split()[0] for scenario in ("four", "shuffled")
    ]
    assert ["verdict" in each for each in headers] == [False, True]
    pieces = (page.parent / "tables" / "both-by-players.csv").read_text(encoding="utf-8")
    assert len(pieces.splitlines()) == 3 and ",ships," in pieces
    question, end = text.index("### How long does it take?"), text.index("## Findings")
    told = text[question:end].splitlines()[1:6]
    assert told[1] == "Four:"
    assert told[3].startswith("- battles ") and told[3].endswith(" on average.")
    assert "Four, time: " not in text[end : text.index("\n## Four\n")]
    order = [text.index(f"\n## {title}\n") for title in ("Summary", "Turn order", "What skill does to the verdicts")]
    order += [text.index(f"\n## {title}\n") for title in ("Appendix", "Findings", "Four", "Method and provenance")]
    assert order == sorted(order)
    assert "### Ever better players" not in text[order[3] :]
    html = page.read_text(encoding="utf-8")
    assert html.count('<details class="chapter">') == text[order[3] :].count("\n## ") - 1
    assert max(row.count("<th scope") for row in re.findall("(?s)<thead>.*?</thead>", html)) == 8
    assert list(pd.read_csv(page.parent / "tables" / "four-variants.csv")["variant"]) == ["five_warps"]
    assert "Do the effects add up? home and seat" in text
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
kind = "luck"
name = "luck"
title = "The luck"
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


def test_a_study_of_a_game_of_skill_plays_its_luck_again_and_draws_its_flights(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    (tmp_path / "ascending-empires.toml").write_text(STUDY_OF_SKILL)
    assert {entry["kind"] for entry in tomllib.loads(STUDY_OF_SKILL)["section"]} == OF_SKILL
    _, page = report("ascending-empires", out=tmp_path / "out", all_files=True)
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    for words in ("## Skill", "- Two, the gap: ", "- Two, the luck: ", "- Two, the flights: of 100 flights, "):
        assert words in text, words
    names = {path.stem for path in (page.parent / "charts").iterdir()}
    drawn = ("gap-by-gap", "gap-by-strategy-and-gap", "luck", "flights-board", "flights-heat", "flights-one")
    assert {f"two-{each}" for each in drawn} <= names


def test_a_scenario_counts_a_table_once_and_hands_out_copies(small_run):
    asked = []

    def question(result, *what):
        asked.append(what)
        return pd.DataFrame({"played": [result.played], "what": [str(what)]})

    scenario = Scenario("four", "Four", [], small_run)
    for what in (("a",), ("b",), ("a",)):
        found = scenario.ask(question, *what)
        assert list(found["what"]) == [str(what)]
        found["what"] = "changed by who asked"
    assert asked == [("a",), ("b",)]


def test_parts_that_hold_the_same_games_count_once(small_run):
    """A run, its first 120 games, and a run with another seed."""
    other = dataclasses.replace(small_run, settings={**small_run.settings, "seed": 6})
    scenarios = [Scenario("scenario", "Scenario", [], each) for each in (small_run.between(0, 120), small_run, other)]
    assert sorted(distinct(scenarios).values()) == [300, 300]
    assert list(distinct(scenarios[:2]).values()) == [300]


def test_a_section_without_values_says_that_there_is_nothing_to_compare(tmp_path, monkeypatch):
    """No game of independents has a rescue: no loss per rescue, no seat with a flag of that column."""
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
    found = (page.parent / "report.md").read_text(encoding="utf-8")
    assert "- Four, losses: there is nothing to compare." in found
    assert "- Four, captured: there is nothing to compare." in found


def test_a_finding_passes_over_rows_that_are_rare():
    """Where all are so uncertain that none is surely low or high, it says so; one row alone is told once."""
    rows = {"race": ["A", "B", "C"], "share": [0.2, 0.3, 0.9], "low": [0.19, 0.29, 0.1], "high": [0.21, 0.31, 0.99]}
    table = pd.DataFrame(rows)
    told = significant_extremes(table, ["race"], "share", tell=percent)
    assert told == "from 20.0 % (19.0 to 21.0) for A to 30.0 % (29.0 to 31.0) for B"
    certain = table.assign(low=[0.19, 0.29, 0.8])
    assert extremes(certain, ["race"], "share", tell=percent).endswith("90.0 % (80.0 to 99.0) for C")
    unsure = significant_extremes(
        table.assign(low=[0.19, 0.1, 0.1], high=[0.21, 0.5, 0.99]), ["race"], "share", tell=percent
    )
    assert unsure == "no sure difference (20.0 % to 90.0 %)"
    assert significant_extremes(table.iloc[1:2], ["race"], "share", tell=percent) == "30.0 % (29.0 to 31.0) for B"


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
    ({"kind": "rates", "together": True}, "only seat_means, seat_ratios, occurrences go together"),
    ({"kind": "beside", "other": "4000-ad", "setups": ["a", "b"], "games": 9}, "one of 'setups' for each"),
    ({"kind": "beside", "other": "4000-ad", "setups": ["alliance2"], "games": 9}, "did you mean 'alliances2'"),
    ({"dealt": True}, "'dealt' belongs to a section of kind flags or rates"),
    ({"shares_only": True}, "'shares_only' belongs to a section of kind 'draws' with 'by'"),
    ({"by": ["home"]}, "'by' of a section takes a list of lists of words, not \\[\"home\"\\]"),
    ({"columns": "ships"}, "'columns' of a section takes a list of words, not \"ships\""),
    ({"scenarios": "four"}, "'scenarios' of a section takes a list of words"),
    ({"kind": "luck", "games": True}, "'games' of a section takes a whole number, not true"),
    ({"kind": "game_means", "columns": [1]}, "'columns' of a section takes a list of words and lists of words"),
    ({"finding": "no"}, "'finding' of a section takes true or false, not \"no\""),
])  # fmt: skip
def test_a_section_that_cannot_be_is_refused(change, words):
    study = {"scenario": [{"name": "four"}], "section": [SECTION]}
    assert sections(study)[0].title == "Points"
    with pytest.raises(BadInput, match=words):
        sections({**study, "section": [{**SECTION, **change}]})


def test_two_sections_of_a_scenario_need_two_names():
    """Their tables would have one name. In two scenarios they may share it."""
    study = {"scenario": [{"name": "four"}, {"name": "two"}], "section": [SECTION, SECTION | {"scenarios": ["two"]}]}
    assert len(sections(study)) == 2
    with pytest.raises(BadInput, match="Two sections of the scenario 'four' are named 'points'"):
        sections({**study, "section": [SECTION, SECTION]})


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_kind_of_section_has_its_content_and_its_runs(kind):
    assert content.dispatch(kind) is not content.dispatch(object)
    assert (kind in BESIDE or kind is Variants) == issubclass(kind, PlayedSection)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_study_names_what_its_game_has(name):
    """Set-ups, variants, strategies, columns of the outcomes, flags; every number of players has a headline."""
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
        asked = getattr(section, "columns", ())
        columns = {each for entry in asked for each in ([entry] if isinstance(entry, str) else entry)}
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
    """A run without one home."""

    def scan(self, table):
        rows = self.result.scan(table)
        return rows.filter(pl.col("home") != "Pavo") if table == "seats" else rows


def test_a_part_without_verdicts_names_what_nobody_has(small_run):
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
    assert "Its verdicts are those of 'All'. Here nobody ever has Pavo." in text
    assert "verdicts" not in others


def test_large_counts_of_few_games_are_told_as_one(small_run, monkeypatch):
    """The rows of 9, 10, ... as one; none where all rows are of few games, nor where verdicts are given."""
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


def test_a_value_that_a_variant_does_not_have_is_left_out_of_the_comparison(small_run):
    """A run with itself, less one home: no difference at all in the others."""
    one, two = (Scenario("four", "Four", [], each) for each in (small_run, Less(small_run)))
    table = robustness({"four": one, "four-less-Pavo": two}, "four", ["four-less-Pavo"])
    assert list(table["home"].astype(str)) == ["Algol", "Regulus", "Antares"]
    assert set(table["variant"]) == {"less Pavo"}
    assert set(table["difference"]) == {0.0}


def test_a_longer_run_is_cut_to_the_games_of_the_shorter(small_run):
    """So that every game has its twin: a run against its own first games differs by exactly 0."""
    one, two = (Scenario("four", "Four", [], each) for each in (small_run, small_run.between(0, 120)))
    table = robustness({"four": one, "four-first": two}, "four", ["four-first"])
    assert set(table["games"]) == {120}
    assert (table[["difference", "low", "high"]] == 0).all(axis=None)


def test_a_report_of_nothing_names_the_nearest(tmp_path):
    with pytest.raises(BadInput, match="did you mean '4000-ad'"):
        report("4000", out=tmp_path)


def test_every_part_is_played_again_by_its_command(tmp_path, monkeypatch):
    """The line in the table of what was played leads to the same settings, whatever is changed."""
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


def test_tables_of_better_players_are_made_again_by_their_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenario = {"name": "three", "title": "Three", "setup": "independents3", "variant": "shuffled_seating", "games": 4}
    by, levels = [["home"], ["seat"]], ["uniform", "sensible"]
    asked = [
        Skill(name="s", title="S", chapter="C", scenarios=["three"], by=by, levels=levels, games=20),
        Yardstick(name="y", title="Y", chapter="C", scenarios=["three"], strategies=["hunter", "raider"], games=4),
    ]
    study_runs = schedule.play(
        {"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, asked, jobs=1
    )
    (*_, provenance) = method(study_runs, {}, "4000-ad", games=None)
    lines = [line for line in provenance.frame["command"] if " run " not in line]
    tables_made = []
    for line in lines:
        made = CliRunner().invoke(app, [*shlex.split(line)[1:], "--format", "json", "--jobs", "1"])
        assert made.exit_code == 0, made.output
        tables_made.append(pd.DataFrame(json.loads(made.stdout)))
    shares = [table["share"].tolist() for table in tables_made]
    asked_for = study_runs.yardsticks["y", "three"].groupby("strategy", sort=False)["share"]
    assert shares == [
        *(table["share"].tolist() for _, table in study_runs.skills["s", "three"]),
        *(list(each) for _, each in asked_for),
    ]


def test_a_tournament_under_other_rules_is_made_again_under_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scenario = {"name": "two", "title": "Two", "setup": "alliances2", "variant": "shuffled_seating", "games": 4}
    asked = [Strategies(name="t", title="T", chapter="C", scenarios=["two"], strategies=["hunter", "raider"], games=4)]
    study_runs = schedule.play(
        {"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, asked, jobs=1
    )
    (*_, provenance) = method(study_runs, {}, "4000-ad", games=None)
    row = provenance.frame.set_index("scenario").loc["tournament of alliances2"]
    assert row["changes"] == "switches.seating=shuffled"
    assert row["command"].endswith(" --seed 3 --set switches.seating=shuffled")


def test_what_the_command_line_cannot_ask_for_has_no_command():
    result = run("4000-ad", games=1, pool=["sensible", "raider"])
    assert command(result.settings) == ""


def test_runs_beside_the_parts_scale_with_the_games_that_are_asked_for():
    study = tables.parse(STUDIES / "4000-ad.toml")
    asked = sections(study)
    variants, strategies = (next(each for each in asked if isinstance(each, kind)) for kind in (Variants, Strategies))
    assert [side_games(variants, games) for games in (None, 1, 2000, 10**6)] == [variants.games, 1, 500, variants.games]
    assert [side_games(strategies, games) for games in (None, 1, 2000)] == [strategies.games, 1, 50]
    runs = planned_runs(study, asked, 2000)
    assert len({each.name for each in runs}) == len(runs)
    assert {each.games for each in runs} == {2000, 500}
    names = {each.options.get("variant") for each in runs}
    assert set(tables.variants(find_game("4000-ad"))) <= names


def test_a_variant_that_does_not_exist_is_refused_before_a_game_is_played():
    section = {**SECTION, "kind": "variants", "variants": ["five_warp"], "games": 5}
    study = {"game": "4000-ad", "scenario": [{"name": "four", "title": "Four", "games": 9}], "section": [section]}
    with pytest.raises(BadInput, match="no variant 'five_warp': did you mean 'five_warps'"):
        planned_runs(study, sections(study), None)


def test_what_is_played_beside_a_scenario_has_its_rules(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = []
    monkeypatch.setattr(schedule, "benchmark", lambda game, each, **options: asked.append(options) or pd.DataFrame())
    scenario = {"name": "four", "title": "Four", "setup": "independents4", "variant": "shuffled_seating", "games": 4}
    section = Yardstick(name="y", title="Y", chapter="C", scenarios=["four"], games=4)
    schedule.play({"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, [section], jobs=1)
    assert [(each["setup"], each["set"]) for each in asked] == [("independents4", {"switches.seating": "shuffled"})]


def test_who_looks_further_ahead_is_measured_among_those_who_look_less_far(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = []

    def measured(game, each, against, **options):
        asked.append((each, against))
        return pd.DataFrame({"share": [0.5]})

    monkeypatch.setattr(schedule, "benchmark", measured)
    scenario = {"name": "four", "title": "Four", "setup": "independents4", "games": 4}
    strategies = ["search:sensible@1", "search:sensible@2"]
    section = Yardstick(name="y", title="Y", chapter="C", scenarios=["four"], strategies=strategies, games=4)
    found = schedule.play(
        {"game": "4000-ad", "seed": 3, "strategies": "pool", "scenario": [scenario]}, [section], jobs=1
    )
    others = ["sensible", "pool", "league"]
    assert asked == [(strategies[0], others), (strategies[1], [*others, strategies[0]])]
    assert list(found.yardsticks["y", "four"]["strategy"]) == strategies
