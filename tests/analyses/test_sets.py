"""Set-valued columns: refused as columns of cells, and searchable by their elements."""

import pytest
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.flags import flag_words
from starbalance.simulator.engine.errors import BadInput

GAME = "handful-of-stars"
SHORT = {"players": 2, "games": 30, "seed": 3, "set": {"switches.max_rounds": 6}, "jobs": 1}
SENTENCE = (
    "'dealt' holds a set for each seat, not a single value. Use `starbalance usage RUN --columns dealt` to analyse its "
    "elements."
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a run of short two-player games."""
    out = tmp_path_factory.mktemp("sets") / "run"
    sb.run(GAME, **SHORT, out=out)
    return out


@pytest.fixture(scope="module")
def result(folder):
    """The run loaded from the folder."""
    return sb.load(folder)


def test_a_run_lists_its_set_valued_columns(result):
    assert result.sets == {"dealt", "drafted", "played"}


@pytest.mark.parametrize("words", ["rates RUN --by", "rates RUN --by seat,", "usage RUN --by", "effects RUN --columns"])
def test_a_set_valued_column_cannot_define_cells_of_a_run(words, folder):
    *first, last = words.split()
    arguments = [str(folder) if word == "RUN" else word for word in first]
    several = [last, "dealt"] if last.startswith("--") else [f"{last}dealt"]
    output = CliRunner().invoke(app, [*arguments, *several])
    assert (output.exit_code, output.stderr.strip(), output.stdout) == (2, SENTENCE, "")


@pytest.mark.parametrize(
    "words",
    [
        ["run"],
        ["run", "--until", "decided"],
        ["run", "--plan"],
        ["compare", "--variant", "hand_5"],
        ["sweep", "--vary", "switches.max_rounds=3,4"],
        ["sensitivity"],
        ["balance"],
        ["skill"],
    ],
)
def test_a_set_valued_column_cannot_define_cells_of_new_games(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command, *options = words
    output = CliRunner().invoke(app, [command, GAME, *options, "--by", "dealt"])
    assert (output.exit_code, output.stderr.strip()) == (2, SENTENCE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "ask",
    [
        lambda run: sb.rates(run, "dealt"),
        lambda run: sb.seat_means(run, ["dealt"], ["vp"]),
        lambda run: sb.seat_ratios(run, ["dealt"], [("vp", "wins_player")]),
        lambda run: sb.occurrences(run, ["wins_player"], by=["dealt"]),
        lambda run: sb.usage(run, by=["dealt"]),
        lambda run: sb.effects(run, ["race", "dealt"]),
        lambda run: sb.interactions(run, ["race", "dealt"]),
        lambda run: sb.share_differences(run, run, ["dealt"]),
    ],
)
def test_a_set_valued_column_cannot_define_cells_of_a_table(ask, result):
    with pytest.raises(BadInput) as caught:
        ask(result)
    assert str(caught.value) == SENTENCE


def test_the_command_in_the_message_shows_each_element(folder):
    output = CliRunner().invoke(app, ["usage", str(folder), "--columns", "dealt"])
    assert output.exit_code == 0, output.output
    assert "Armaments" in output.stdout


@pytest.mark.parametrize(("sign", "holds"), [("=", True), ("!=", False)])
def test_games_are_found_by_an_element_of_a_set(sign, holds, result):
    words = flag_words(result, "dealt")
    masks = result.seats["dealt"].to_list()
    bit = next(place for place in range(len(words)) if len({mask >> place & 1 for mask in masks}) == 2)
    rows = [row for row in result.seats.to_dicts() if bool(row["dealt"] >> bit & 1) == holds]
    matches = sb.find(result, f"dealt{sign}{words[bit].lower()}", limit=1000)
    assert matches.seats == len(rows) > 0
    elements = [", ".join(word for place, word in enumerate(words) if row["dealt"] >> place & 1) for row in rows]
    assert sorted(matches.first["dealt"]) == sorted(elements)


@pytest.mark.parametrize(("where", "sentence"), [
    ("dealt=Armament", "There is no element of 'dealt' 'Armament': did you mean 'Armaments'?"),
    ("dealt>Armaments", "'dealt' holds a set: write dealt=Armaments or dealt!=Armaments."),
])  # fmt: skip
def test_a_condition_with_an_unknown_element_is_refused(where, sentence, result):
    with pytest.raises(BadInput) as caught:
        sb.find(result, where)
    assert str(caught.value) == sentence
