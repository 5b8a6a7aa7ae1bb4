"""A run that was played until decided keeps its margin in every table and sentence with verdicts."""

import inspect

import pandas as pd
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.rates import margin_of_run
from starbalance.simulator.runs.result import load

COMMANDS = {
    name: options["margin"]
    for name, each in get_command(app).commands.items()
    if "margin" in (options := {option.name: option for option in each.params})
    and any("RUN" in (option.metavar or "") for option in each.params)
}
QUESTIONS = [
    name
    for name in sb.__all__
    if inspect.isfunction(function := getattr(sb, name))
    and {"result", "base"} & set(inspect.signature(function).parameters)
    and "margin" in inspect.signature(function).parameters
]


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    """The folder of a run whose verdicts are all `balanced` at its margin, and not at the default margin."""
    folder = tmp_path_factory.mktemp("runs") / "decided"
    sb.run("comet-chase", games=1000, seed=1, jobs=1, until=sb.Until(["ship"], 0.2), out=folder)
    return folder


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words]).output


def test_no_question_on_a_run_has_a_margin_of_its_own():
    assert {"rates", "effects", "interactions", "draws", "skill_gap", "agree", "share_differences"} <= set(QUESTIONS)
    margins = {name: inspect.signature(getattr(sb, name)).parameters["margin"].default for name in QUESTIONS}
    assert {name for name, margin in margins.items() if margin is not None} == set()
    assert {"rates", "effects", "draws", "skill", "agree"} <= set(COMMANDS)
    assert {name for name, option in COMMANDS.items() if option.default is not None} == set()


@pytest.mark.parametrize("question", [sb.rates, sb.effects, sb.interactions])
def test_a_table_has_the_margin_of_its_run_unless_told_otherwise(decided, question):
    result = load(decided)
    pd.testing.assert_frame_equal(question(result), question(result, margin=0.2))
    assert question(result)["verdict"].tolist() != question(result, margin=0.001)["verdict"].tolist()


def test_several_runs_have_their_smallest_margin(decided):
    fixed = sb.run("comet-chase", games=20, seed=1, jobs=1)
    assert margin_of_run(load(decided)) == 0.2
    assert margin_of_run(load(decided), fixed) == 0.02


@pytest.mark.parametrize("command", ["rates", "effects", "report"])
def test_a_command_on_a_run_names_its_margin(decided, command):
    assert "margin 20 points." in call(command, decided)


def test_the_report_has_the_verdicts_of_the_run(decided, tmp_path):
    table, page = sb.report(str(decided), out=tmp_path / "report")
    assert set(table["verdict"]) == {"balanced"}
    text = page.with_suffix(".md").read_text()
    for sentence in (
        "# The game is balanced: each ship won within 20 points of an equal share.",
        "the band 20 points around an equal share",
        "if its share is significantly within 20 points of an equal share",
        "from 30 points on; from 20 to 30 points",
    ):
        assert sentence in text
