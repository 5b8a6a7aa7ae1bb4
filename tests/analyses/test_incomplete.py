"""Every output of an incomplete run notes the missing games."""

import dataclasses
import inspect
import re
import warnings

import pandas as pd
import polars as pl
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.presentation.incomplete import note, shortfall
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.recorded import recorded
from starbalance.simulator.runs.result import IncompleteRun, load
from starbalance.simulator.runs.store import Store

LINE = "Incomplete run: 75 of 80 games."
THINGS = ("Comet", "Nova", "Quasar")
WORDS = {"find": ["--where", "won=true"], "skill": ["--gap"], "why": ["Tug"]}  # further words of a command
COMMANDS = get_command(app).commands
SERVED = {"agree", "explore", "export"}  # take plays, run until stopped, or write rows; each warns when it loads
OF_RUNS = sorted(
    {name for name, each in COMMANDS.items() if any("RUN" in (p.metavar or "") for p in each.params)} - SERVED
)


def take_away(folder):
    """Remove one of the parts of a run."""
    for path in (folder / "parts").glob("*00003*"):
        path.unlink()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run of 80 games in parts of 5."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    return sb.run(str(TEMPLATE), players=3, games=80, seed=1, timeline=True, jobs=1, out=folder)


@pytest.fixture(scope="module")
def cut(whole, tmp_path_factory):
    """The folder of a run like `whole` without one part, with columns of skill and of two of three drawn things."""
    folder = tmp_path_factory.mktemp("runs") / "cut"
    store = Store(folder)
    store.begin(whole.settings, resume=False)
    for number in range(16):
        part = whole.between(5 * number, 5 * number + 5)
        things = {f"thing_{k}": [THINGS[(game + k) % 3] for game in part.games["game"]] for k in (1, 2)}
        drawn = {name: pl.Series(each, dtype=pl.Enum(THINGS)) for name, each in things.items()}
        claims = {f"{name}_{k}": pl.lit(1) for name in ("claims", "claim_round") for k in (1, 2)}
        games = part.games.with_columns(**drawn, **claims)
        seats = part.seats.with_columns(claimed=pl.lit(7), skill=(pl.col("seat") + pl.col("game")) % 3 / 2)
        store.write(number, {"games": games, "seats": seats, "timeline": part.timeline})
    store.end(80)
    take_away(folder)
    return folder


@pytest.fixture(scope="module")
def reported(cut, tmp_path_factory):
    """(result of the command `report` for the run, folder of its pages)."""
    folder = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as patch:
        draw_things(patch)
        return call("report", cut, "--out", folder), folder


@pytest.fixture
def result(cut):
    with pytest.warns(IncompleteRun):
        return load(cut)


@pytest.fixture(autouse=True)
def drawing_game(monkeypatch):
    draw_things(monkeypatch)


def draw_things(monkeypatch):
    """Make the example game a game that draws things."""
    game = dataclasses.replace(find_game(str(TEMPLATE)), draws="thing", flags=lambda rules: {"claimed": THINGS})
    for module in ("questions.draws", "questions.flags", "report.report", "report.method"):
        monkeypatch.setattr(f"starbalance.analyses.{module}.find_game", lambda name: game)


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_loading_an_incomplete_run_warns_with_the_command_to_resume_it(cut):
    with pytest.warns(IncompleteRun, match=rf"it has 75 of 80 games, .* --out {re.escape(str(cut))} --resume"):
        load(cut)


def test_a_complete_run_has_no_note(whole):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert note(sb.rates(load(whole.folder), ["ship"])) == ""


def test_several_runs_are_noted_together(result, whole):
    assert shortfall([result, whole]) == LINE
    assert shortfall([result, result.between(0, 20)]) == "Incomplete runs: 75 of 80 and 15 of 20 games."
    assert shortfall([result.between(0, 10), whole]) == ""


def test_the_list_of_commands_that_read_runs_is_not_empty():
    assert {"rates", "effects", "quality", "find", "draws", "why", "report"} <= set(OF_RUNS)


@pytest.mark.parametrize("name", OF_RUNS)
def test_every_command_that_reads_a_run_notes_missing_games_in_text(request, cut, name):
    result = request.getfixturevalue("reported")[0] if name == "report" else call(name, cut, *WORDS.get(name, []))
    assert result.exit_code == 0, result.output
    assert "it has 75 of 80 games" in result.stderr
    assert LINE in result.stdout


@pytest.mark.parametrize("name", [name for name in OF_RUNS if name != "report"])
@pytest.mark.parametrize("format", ["markdown", "csv", "json"])
def test_every_command_that_reads_a_run_warns_with_machine_readable_output(cut, name, format):
    result = call(name, cut, *WORDS.get(name, []), "--format", format)
    assert result.exit_code == 0, result.output
    assert "it has 75 of 80 games" in result.stderr
    assert (LINE in result.stdout) == (format == "markdown")


@pytest.mark.parametrize(
    "words", [["draws", "--by", "ship"], ["draws", "--pairs"], ["draws", "--by", "ship", "--pairs"]]
)
def test_every_table_of_draws_notes_missing_games(cut, words):
    result = call(words[0], cut, *words[1:])
    assert result.exit_code == 0, result.output
    assert LINE in result.stdout


def plays():
    """Recorded plays of three players."""
    seats = {"game": [0] * 3, "players": [3] * 3, "ship": ["Tug", "Probe", "Clipper"], "credit": [1.0, 0.0, 0.0]}
    seats |= {"rolls": [9, 8, 7]}
    games = {"game": [0], "players": [3], "truncated": [0]}
    return recorded("club", {"games": pl.DataFrame(games), "seats": pl.DataFrame(seats)}, {"factor": "ship"})


QUESTIONS = {
    "agree": lambda run: sb.agree(run, plays()),
    "draws": lambda run: sb.draws(run),
    "effects": lambda run: sb.effects(run),
    "exchange": lambda run: sb.exchange(run, "ship"),
    "explained": lambda run: sb.explained(run),
    "flags": lambda run: sb.flags(run, "claimed", THINGS),
    "game_means": lambda run: sb.game_means(run, ["rounds"]),
    "interactions": lambda run: sb.interactions(run),
    "lengths": lambda run: sb.lengths(run, ["rounds"]),
    "occurrences": lambda run: sb.occurrences(run, ["busts"], ["ship"]),
    "quality": lambda run: sb.quality(run),
    "rates": lambda run: sb.rates(run, ["ship"]),
    "seat_means": lambda run: sb.seat_means(run, ["ship"], ["points"]),
    "seat_ratios": lambda run: sb.seat_ratios(run, ["ship"], [("busts", "rolls")]),
    "skill_gap": lambda run: sb.skill_gap(run),
    "usage": lambda run: sb.usage(run, by=["ship"]),
    "usage_differences": lambda run: sb.usage_differences(run, plays()),
    "share_differences": lambda run: sb.share_differences(run.between(0, 10), run, ["ship"]),
}


def is_question(name):
    """Return whether a function of the package front returns a frame for a run."""
    function = getattr(sb, name)
    if not inspect.isfunction(function):
        return False
    of_run = next(iter(inspect.signature(function).parameters), "") in ("result", "base")
    return of_run and inspect.signature(function).return_annotation is pd.DataFrame


def test_every_function_that_makes_tables_of_runs_is_tested():
    assert set(QUESTIONS) == {name for name in sb.__all__ if is_question(name)} - {"seats_frame", "waiting"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_function_that_makes_tables_of_runs_notes_missing_games(result, name):
    assert note(QUESTIONS[name](result)) == LINE


def test_every_table_of_a_comparison_notes_missing_games(result, whole):
    comparison = sb.Comparison(whole, result, ["ship"])
    assert [note(each) for each in (comparison.shares, comparison.course, comparison.flipped, comparison.mcnemar)] == [
        LINE
    ] * 4


def test_every_table_of_why_notes_missing_games(result):
    explanation = sb.why(result, "Tug")
    assert [note(each) for each in (explanation.shares, explanation.profile)] == [LINE] * 2


def test_a_chart_of_the_command_line_notes_missing_games(cut, tmp_path):
    assert call("rates", cut, "--chart", tmp_path / "ships.svg").exit_code == 0
    assert LINE in (tmp_path / "ships.svg").read_text()


def test_a_report_notes_missing_games_at_its_head_in_every_table_and_every_chart(reported):
    _, folder = reported
    lines = (folder / "report.md").read_text().splitlines()
    assert LINE in lines[2]
    charts = list((folder / "charts").glob("*.svg"))
    assert charts and [path.name for path in charts if LINE not in path.read_text()] == []
    of_runs = [path for path in (folder / "tables").glob("*.csv") if path.stem not in ("headline", "provenance")]
    page = (folder / "report.html").read_text()
    assert page.count(f"<p>{LINE}</p>") + page.count(f"{LINE}</p>") >= len(of_runs)
