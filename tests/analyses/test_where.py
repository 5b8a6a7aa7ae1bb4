"""Tables of the games in which a seat meets a condition."""

import re

import pytest
from pandas.testing import assert_frame_equal
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.effects import effects
from starbalance.analyses.questions.find import find
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.questions.usage import usage
from starbalance.analyses.questions.where import chosen
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import run

WHERE = "ship=Tug and rounds<6"


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    return run("comet-chase", games=300, seed=3, jobs=1, out=tmp_path_factory.mktemp("runs") / "chase")


@pytest.fixture(scope="module")
def subset(chase):
    """Return a run in memory with the games in which a seat meets the condition, chosen row by row."""
    rounds = dict(chase.games.select("game", "rounds").rows())
    tugs = chase.seats.filter(chase.seats["ship"].cast(str) == "Tug")["game"]
    numbers = [number for number in set(tugs) if rounds[number] < 6]
    assert 0 < len(numbers) < 300
    parts = {name: getattr(chase, name).filter(chase_in(getattr(chase, name), numbers)) for name in ("games", "seats")}
    return Result(chase.settings, None, (parts,))


def chase_in(frame, numbers):
    return frame["game"].is_in(numbers)


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_the_games_are_those_that_find_lists(chase):
    games = chosen(chase, WHERE).games
    assert games.height == find(chase, WHERE).games
    assert list(games["game"][:5]) == list(find(chase, WHERE).first["game"].unique())
    assert chosen(chase, None) is chase


def test_tables_equal_those_of_a_run_with_these_games_only(chase, subset):
    numbers = ["ship", "games", "share", "low", "high", "verdict"]
    assert_frame_equal(rates(chase, "ship", where=WHERE)[numbers], rates(subset, "ship")[numbers])
    numbers = ["column", "level", "games", "effect", "low", "high"]
    assert_frame_equal(effects(chase, ["ship"], where=WHERE)[numbers], effects(subset, ["ship"])[numbers])
    assert_frame_equal(usage(chase, where=WHERE), usage(subset))


@pytest.mark.parametrize(("where", "sentence"), [
    ("rounds => 6", "'=>' is not a comparison sign: write one of =, !=, <, <=, >, >=. Did you mean '>='?"),
    ("rounds=<6", "Did you mean '<='?"),
    ("ship==Tug", "Did you mean '='?"),
    ("ship<>Tug and rounds=5", "Did you mean '!='?"),
    ("rounds>>6", "'>>' is not a comparison sign: write one of =, !=, <, <=, >, >=."),
])  # fmt: skip
def test_another_sign_is_refused_with_a_suggestion(chase, where, sentence):
    with pytest.raises(BadInput, match=re.escape(sentence) + "$"):
        find(chase, where)


@pytest.mark.parametrize("number", ["1,000", "1_000", "1k", "1e3"])
def test_a_number_may_have_separators_as_in_other_options(chase, number):
    assert find(chase, f"rounds<{number}").games == 300


def test_the_games_needed_are_games_of_the_whole_run(chase, subset):
    """A fraction of the games meets the condition, so that the run needs more games in all."""
    needed = [table["games_needed"].max() for table in (rates(chase, "ship", where=WHERE), rates(subset, "ship"))]
    assert needed[0] > needed[1] > 0


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("ship=Tag", "There is no ship 'Tag': did you mean 'Tug'"),
        ("shop=Tug", "There is no column 'shop': did you mean 'ship'"),
        ("ship=Tug or ship=Probe", "by `and` only"),
        ("ship=Tug and won=true", "'won' depends on the winner, which the table measures"),
        ("credit=1", "'credit' depends on the winner"),
        ("rounds>900", "No seat of the 300 games meets the condition 'rounds>900'"),
    ],
)
def test_a_wrong_condition_is_refused(chase, where, reason):
    for question in (rates, effects, usage):
        with pytest.raises(BadInput, match=reason):
            question(chase, where=where)


def test_the_commands_name_the_condition_and_its_games(chase):
    line = f"Only the {find(chase, WHERE).games} of 300 games in which a seat meets '{WHERE}'."
    for command in ("rates", "effects", "usage"):
        result = call(command, chase.folder, "--where", WHERE)
        assert line in result.stdout.splitlines(), result.stderr
        assert "300 games of" not in result.stdout
        assert line not in call(command, chase.folder, "--where", WHERE, "--format", "csv").stdout
    assert "300 games of" in call("rates", chase.folder).stdout
