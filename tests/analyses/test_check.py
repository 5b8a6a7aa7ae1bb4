"""The `check` command: its study file, exit codes, JSON and JUnit records, and errors for broken files."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.check import check
from starbalance.analyses.questions.check_study import GAMES, MOST_GAMES, read
from starbalance.analyses.questions.rates import Until, rates
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.games import games
from starbalance.simulator.runs.run import run

SHORT = '[changes]\n"switches.max_rounds" = 4\n'
TABLE = 'by = "player"\nstrategies = "uniform"\nmargin = "15pp"\ngames = 300\nmax_truncated = 1.0\n'


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A function that writes a study file into a temporary working folder and returns its path."""
    monkeypatch.chdir(tmp_path)

    def write(text):
        (tmp_path / "study.toml").write_text(text)
        return tmp_path / "study.toml"

    return write


def call(*words):
    return CliRunner().invoke(app, ["check", *(str(word) for word in words)])


EXITS = [
    ("balanced", 0, TABLE + SHORT),
    (
        "out of balance",
        1,
        'by = "strategy"\npool = ["uniform", "sensible"]\ngames = 200\nmax_truncated = 1.0\n' + SHORT,
    ),
    (
        "undecided",
        3,
        'by = "player"\nstrategies = "uniform"\nmargin = "1pp"\ngames = 100\nmax_truncated = 1.0\n' + SHORT,
    ),
]


@pytest.mark.parametrize(("outcome", "code", "text"), EXITS, ids=[outcome for outcome, _, _ in EXITS])
def test_the_exit_code_states_the_outcome(study, outcome, code, text):
    """The output has a line for each row, one about truncation, one about the players, and the outcome in words."""
    result = call("4000-ad", "--study", study(text), "--junit", "gate.xml", "--json", "gate.json")
    assert result.exit_code == code, result.output
    lines = result.stdout.splitlines()
    rows = lines[1:-3]
    assert lines[-3] == "100.0% of the games are truncated."
    assert lines[-2].startswith("Players of by ")
    assert lines[0].split() == ["check", "row", "games", "share", "low", "high", "equal_share", "verdict"]
    assert lines[-1].startswith(outcome.capitalize())
    record = json.loads(Path("gate.json").read_text())
    assert (record["game"], record["outcome"]) == ("4000-ad", outcome)
    row_records = [row for each in record["checks"] for row in each["rows"]]
    assert len(row_records) == len(rows)
    for line, row in zip(rows, row_records, strict=True):
        assert f"{row['name']} " in line
        assert row["verdict"] in line
        shown = [f"{100 * row[name]:.1f}%" for name in ("share", "low", "high", "equal_share")]
        assert [word for word in line.split() if word.endswith("%")] == shown


@pytest.mark.parametrize(("outcome", "text"), [(outcome, text) for outcome, _, text in EXITS])
def test_junit_has_a_case_for_each_row_and_a_sentence_for_each_failure(study, outcome, text):
    """A row out of balance is a failure and an undecided row is an error, as read by the standard library."""
    gate = check("4000-ad", study=study(text), out=None)
    call("4000-ad", "--study", study(text), "--junit", "gate.xml")
    root = ElementTree.parse("gate.xml").getroot()
    cases = root.findall("testsuite/testcase")
    rows = [row for each in gate.checked for row in each.rows]
    assert [case.get("name") for case in cases] == [row.name for row in rows]
    tags = {"out of balance": "failure", "undecided": "error", "balanced": "system-out"}
    for case, row in zip(cases, rows, strict=True):
        (element,) = case
        assert element.tag == tags[row.outcome]
        assert row.sentence in (element.get("message"), element.text)
    for attribute, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        assert int(root.get(attribute)) == len(list(root.iter(tag)))
        assert sum(int(suite.get(attribute)) for suite in root) == len(list(root.iter(tag)))


def test_the_rows_agree_with_the_rates_of_the_run(study):
    """A sentence states share, interval, equal share, margin and verdict."""
    gate = check("4000-ad", study=study(TABLE + SHORT), out=None)
    result = run("4000-ad", games=300, strategies="uniform", set={"switches.max_rounds": 4})
    table = rates(result, ["player"], margin=0.15, max_truncated=1)
    for row, cell in zip(gate.checked[0].rows, table.itertuples(), strict=True):
        assert row.name == f"player={cell.player}"
        assert (row.games, row.share, row.low, row.high) == pytest.approx((300, cell.share, cell.low, cell.high))
        assert row.verdict == cell.verdict
        assert row.sentence == (
            f"player={cell.player} wins {100 * row.share:.1f}% ({100 * row.low:.1f}\u2013{100 * row.high:.1f}) of 300 "
            f"games, equal share 25%, margin 15 points: {cell.verdict}."
        )


def test_one_row_out_of_balance_fails_the_check_despite_undecided_rows(study):
    text = TABLE + '[[check]]\nname = "fine"\n[[check]]\nname = "narrow"\nmargin = 0.001\ngames = 50\n'
    undecided = check("4000-ad", study=study(text), out=None)
    assert undecided.outcome == "undecided"
    text += '[[check]]\nname = "uneven"\nby = "strategy"\npool = ["uniform", "sensible"]\n'
    gate = check("4000-ad", study=study(text.replace("games = 300", "games = 60")), out=None)
    assert [each.check.name for each in gate.checked] == ["fine", "narrow", "uneven"]
    assert gate.outcome == "out of balance"


def test_an_entry_inherits_the_keys_of_the_file_and_overrides_them(study):
    """A key of an entry removes the keys of the file that it excludes."""
    path = study(
        'margin = "3pp"\nalpha = 0.01\nfactor = "race"\ngames = 700\nseed = 9\npool = ["sensible", "greedy"]\n'
        '[[check]]\nname = "as it is"\n'
        '[[check]]\nby = ["race", "seat"]\nplayers = 2\nstrategies = "warlord"\nmargin = 0.05\n'
        '[[check]]\nfactor = "seat"\nuntil = "decided"\n[check.changes]\n"switches.max_rounds" = 9\n'
    )
    one, two, three = read("handful-of-stars", path)
    assert (one.name, one.by, one.margin, one.alpha) == ("as it is", ["race"], 0.03, 0.01)
    assert one.options == {
        "games": 700, "until": None, "seed": 9, "pool": ["sensible", "greedy"], "set": {},
    }  # fmt: skip
    assert (two.name, two.by, two.margin, two.alpha) == ("by race and seat", ["race", "seat"], 0.05, 0.01)
    assert two.options == {
        "games": 700, "until": None, "seed": 9, "strategies": "warlord", "players": 2, "set": {},
    }  # fmt: skip
    assert three.options["games"] == MOST_GAMES
    assert three.options["until"] == Until(["seat"], 0.03, 0.01)
    assert three.options["set"] == {"switches.max_rounds": 9}


def test_a_study_has_defaults_for_all_keys(study):
    (only,) = read("4000-ad", study("seed = 1\n"))
    assert (only.name, only.by, only.margin, only.alpha) == ("by home", ["home"], 0.02, 0.05)
    assert only.options["games"] == GAMES


def test_until_decided_stops_at_the_first_look_that_decides(study):
    """The margins are so wide that the first look decides."""
    text = 'by = "player"\nstrategies = "uniform"\nmargin = "15pp"\nuntil = "decided"\nmax_games = 5000\n'
    text = "max_truncated = 1.0\n" + text + SHORT
    gate = check("4000-ad", study=study(text), out=None)
    assert gate.outcome == "balanced"
    assert 1000 <= gate.checked[0].result.played < 1700


def test_a_repeated_check_plays_no_games_again(study):
    """The second call reads its games from runs/ and plays none."""
    path, reports = study(TABLE + SHORT), []
    check("4000-ad", study=path)
    before = {each: each.stat().st_mtime_ns for each in Path("runs").rglob("*.parquet")}
    check("4000-ad", study=path, progress=lambda done, total, note="": reports.append((done, total)))
    assert {each: each.stat().st_mtime_ns for each in Path("runs").rglob("*.parquet")} == before
    assert reports == [(300, 300)]


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_has_a_built_in_check(game):
    """Every built-in study has at least two checks of at most 2,000 games."""
    checks = read(game)
    assert len(checks) >= 2
    assert all(each.options["games"] <= 2000 for each in checks)


BROKEN = [
    ("margin = \n", "is not valid TOML"),
    ("game = 100\n", "study.toml: There is no key 'game': did you mean 'games'?"),
    ("[[check]]\n[[check]]\nmargn = 0.1\n", "study.toml, check 2: There is no key 'margn': did you mean 'margin'?"),
    ("[check]\nmargin = 0.1\n", "'check' must be tables, each below a line [[check]]"),
    ("check = []\n", "'check' must be tables"),
    ('games = "many"\n', "games must be a whole number such as 10000, 10,000, 10_000, 10k, 1.5k or 1M, got 'many'"),
    ("games = true\n", "'games' must be a whole number, got true"),
    ("games = 10.5\n", "'games' must be a whole number, got 10.5"),
    ("games = 0\n", "games must be at least 1"),
    ("seed = -1\n", "seed at least 0"),
    ("by = []\n", "'by' must be a word or a list of words, got []"),
    ("by = [1]\n", "'by' must be a word or a list of words, got [1]"),
    ('pool = "sensible"\n', "'pool' must be a list of words"),
    ('changes = "none"\n', "'changes' must be a table"),
    ("alpha = 2\n", "check 1: Alpha must be between 0 and 1, such as 0.05, got 2"),
    ("margin = 0\n", "check 1: The margin must be between 0 and 1, such as 0.02, got 0.0"),
    ('margin = "wide"\n', "check 1: margin must be a share such as 0.02, 2% or 2pp, got 'wide'"),
    ('factor = "hom"\n', "no column 'hom': did you mean 'home'"),
    ('factor = "home"\nby = "seat"\n', "'factor' and 'by' exclude each other"),
    ('games = 10\nuntil = "decided"\n', "'games' and 'until' exclude each other"),
    ("max_games = 10\n", "'max_games' requires until = \"decided\""),
    ('until = "bored"\n', "'until' must be \"decided\", got 'bored'"),
    ('strategies = "sensble"\n', "no strategy 'sensble': did you mean 'sensible'"),
    ('strategies = ["sensible", "hunter"]\n', "needs 1 strategy or 4, got 2"),
    ('pool = ["sensible@hot"]\n', "'sensible@hot' has no valid temperature"),
    ("temperature = -1\n", "The temperature must be a number of at least 0, got -1"),
    ('setup = "independents5"\n', "did you mean 'independents4'"),
    ("players = 5\n", "has no setup for 5 players"),
    ('variant = "five_warp"\n', "no variant 'five_warp': did you mean 'five_warps'"),
    ('[changes]\n"switches.max_warp" = 3\n', "did you mean 'switches.max_warps'"),
    ("[[check]]\n[[check]]\n", "two checks have the name 'by home'"),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN, ids=[text.strip().replace("\n", " ") for text, _ in BROKEN])
def test_a_broken_study_gets_one_sentence_and_plays_nothing(study, text, sentence):
    """This holds even if only the last check is broken."""
    result = call("4000-ad", "--study", study(text), "--json", "gate.json")
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "study.toml" in result.stderr
    lines = [line for line in result.stderr.strip().splitlines() if not line.startswith("Compil")]
    assert len(lines) == 1
    assert "Traceback" not in result.output
    assert not Path("gate.json").exists()
    assert not Path("runs").exists()


def test_a_game_without_a_built_in_check_needs_a_file(monkeypatch, tmp_path):
    monkeypatch.setattr("starbalance.analyses.questions.study.STUDIES", tmp_path)
    with pytest.raises(BadInput, match=r"There is no study .*4000-ad-check.toml: write one"):
        read("4000-ad")
