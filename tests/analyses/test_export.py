"""Files with the rows of a run, in three formats."""

import json

import pandas as pd
import polars as pl
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.export import KINDS, ROWS, export
from starbalance.analyses.questions.flags import flag_words
from starbalance.analyses.questions.log import play
from starbalance.analyses.statistics import aggregate
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.run import run

GAMES = 12


@pytest.fixture(scope="module")
def chase(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "chase"
    return run("comet-chase", games=GAMES, seed=3, strategies="pool", timeline=True, jobs=1, out=out)


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def read(path):
    if path.suffix == ".parquet":
        return pd.read_parquet(path)
    return pd.read_csv(path) if path.suffix == ".csv" else pd.read_json(path, lines=True)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", ["games", "seats", "timeline"])
def test_a_file_has_the_rows_of_the_run(chase, tmp_path, monkeypatch, kind, rows):
    monkeypatch.setattr(aggregate, "BATCH", 5)  # three batches
    path = tmp_path / f"rows{kind}"
    count = export(chase, path, rows=rows)
    expected = getattr(chase, rows).to_pandas().astype(object)
    table = read(path).astype(object)
    assert count == len(table) == len(expected)
    assert table.where(table.notna(), None).values.tolist() == expected.where(expected.notna(), None).values.tolist()
    assert list(table) == list(expected)


@pytest.mark.parametrize("kind", KINDS)
def test_sets_are_written_with_the_names_of_their_elements(tmp_path, kind):
    result = run("handful-of-stars", games=3, seed=1, set={"switches.max_rounds": 6})
    path = tmp_path / f"seats{kind}"
    export(result, path)
    words = flag_words(result, "drafted")
    drafted = read(path)["drafted"].fillna("") if kind == ".csv" else read(path)["drafted"]
    named = [list(filter(None, each.split(", "))) if kind == ".csv" else list(each) for each in drafted]
    assert [sum(1 << words.index(word) for word in each) for each in named] == result.seats["drafted"].to_list()
    assert "drafted" in result.sets and max(map(len, named)) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_is_a_decision_with_its_legal_actions(chase, tmp_path, kind):
    path = tmp_path / f"decisions{kind}"
    count = export(chase, path, rows="decisions")
    table = read(path)
    assert count == len(table) > GAMES
    assert list(table) == ["game", "decision", "round", "seat", "strategy", "actions", "chosen", "choice"]
    actions = [list(json.loads(each) if kind == ".csv" else each) for each in table["actions"]]
    assert all(len(each) > 1 for each in actions)
    assert [each[place] for each, place in zip(actions, table["chosen"], strict=True)] == list(table["choice"])
    strategies = {(game, seat): name for game, seat, name in chase.seats.select("game", "seat", "strategy").rows()}
    assert [strategies[row] for row in zip(table["game"], table["seat"], strict=True)] == list(table["strategy"])
    rounds = dict(chase.games.select("game", "rounds").rows())
    assert table.groupby("game")["round"].max().to_dict() == rounds
    assert (table.groupby("game")["decision"].max() == table.groupby("game").size()).all()


def test_the_choices_are_those_of_the_log(chase, tmp_path):
    table = read_decisions(chase, tmp_path, games=2)
    assert set(table["game"]) == {0, 1}
    log = [line.strip() for line in play("comet-chase", number=1, seed=3, strategies="pool")]
    choices = table.filter(pl.col("game") == 1)["choice"].to_list()
    assert [line for line in log if line in choices] == choices


def read_decisions(result, folder, **options):
    export(result, folder / "part.parquet", rows="decisions", **options)
    return pl.read_parquet(folder / "part.parquet")


def test_a_file_is_replaced_only_on_request(chase, tmp_path):
    path = tmp_path / "seats.csv"
    path.write_text("mine")
    refused = call("export", chase.folder, path)
    assert (refused.exit_code, path.read_text()) == (2, "mine")
    assert "already exists. Choose another file, or add --overwrite to replace it." in refused.stderr
    written = call("export", chase.folder, path, "--overwrite", "--games", 3)
    assert written.stdout == f"{path} has 6 rows.\n"
    assert len(pd.read_csv(path)) == 6


@pytest.mark.parametrize(
    ("file", "options", "reason"),
    [
        ("a.txt", {}, "There is no kind of file '.txt'"),
        ("a.csv", {"rows": "seat"}, "There is no kind of rows 'seat': did you mean 'seats'"),
        ("a.csv", {"games": 0}, "must be at least 1, got 0"),
    ],
)
def test_a_wrong_request_is_refused_before_any_work(chase, tmp_path, file, options, reason):
    with pytest.raises(BadInput, match=reason):
        export(chase, tmp_path / file, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_export_leaves_no_file(chase, tmp_path):
    def stop(done, total):
        if done:
            raise KeyboardInterrupt

    for rows in ROWS:
        with pytest.raises(KeyboardInterrupt):
            export(chase, tmp_path / "a.parquet", rows=rows, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_decisions_of_a_run_that_cannot_be_played_again_are_refused(tmp_path, chase, monkeypatch):
    monkeypatch.setattr("starbalance.analyses.questions.export.is_as_played", lambda result: False)
    with pytest.raises(BadInput, match="Rules or strategies have changed since the run"):
        export(chase, tmp_path / "a.csv", rows="decisions")
    small = run("comet-chase", games=2, jobs=1)
    with pytest.raises(BadInput, match="no timeline"):
        export(small, tmp_path / "a.csv", rows="timeline")
