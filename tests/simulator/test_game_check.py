"""Faults planted in copies of Kuhn poker, of the example game and of Pig, a game in one file.

Each ends in one sentence with file and line before anything is compiled.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.cache import source_hash
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import BARE, CARDS, TEMPLATE
from starbalance.simulator.games import find_game
from starbalance.simulator.runs import child, game_check
from starbalance.simulator.runs.finding import PLAY, REDEAL, Finding
from tests.data import KUHN

FAULTS = {  # name -> (file, old text, new text, sentence)
    "go_on_without_decision": (
        "moves.py",
        "    state.pending_step = DECISION\n",
        "",
        r"proceed never reaches a decision or the end of the game: after 300 steps state\.pending_step is 1, not "
        r"DECISION \(0\), and state\.over is 0 \(.*moves\.py, line 34, in decision 0 of game \d+\)",
    ),
    "never_over": (
        "victory.py",
        "    state.over = 1\n",
        "",
        r"the game does not end: state\.over is 0 after 300 decisions in game 0, in which play is random \(",
    ),
    "beyond_an_array": (
        "moves.py",
        "state.players[state.actor]",
        "state.players[state.actor + 7]",
        r"apply reads or writes state\.players\[[78]\], but its indices go from 0 to 1 \(.*moves\.py, line 14, in",
    ),
    "negative_index": (
        "moves.py",
        "state.players[state.actor]",
        "state.players[state.actor - 1]",
        r"apply reads or writes state\.players\[-1\], but its indices go from 0 to 1 \(.*moves\.py, line 14, in",
    ),
    "action_twice": (
        "options.py",
        "Kind.BET, 0",
        "Kind.PASS, 0",
        r"options lists one action twice: PASS, a 0, b 0, c 0 \(.*options\.py, line 10, in decision 0 of game 0\)",
    ),
    "no_action": (
        "options.py",
        "    return add(opts, n, Kind.BET, 0, 0, 0)\n",
        "    return n - 1\n",
        r"options lists 0 actions: a decision must have from 1 to MAX_OPTIONS \(2\) \(.*options\.py, line 10, in",
    ),
    "credits_of_an_outcome": (
        "victory.py",
        "row.credit = state.credit[seat]",
        "row.credit = state.credit[0]",
        r"finish ends the game with shares of the win \(the credits of the outcome\) that sum to [\d.]+, not to 1 \(.*"
        r"victory\.py, line 44, in",
    ),
    "seat_of_an_outcome": (
        "victory.py",
        "row.seat = (seat - state.first) % rules.seats + 1",
        "row.seat = (seat - state.first) % rules.seats",
        r"finish ends the game with row\.seat 0 and 1 in the rows of the outcome, not 1 and 2 \(.*victory\.py, line",
    ),
    "player_of_an_outcome": (
        "victory.py",
        "        row.player = rules.player[seat]\n",
        "",
        r"finish ends the game with row\.player 0 in the rows of the outcome, not 0 and 1 \(.*victory\.py, line",
    ),
    "credits_of_more_than_1": (
        "victory.py",
        "= 0.5 + player.won",
        "= 0.6 + player.won",
        r"apply ends the game with shares of the win \(state\.credit\) that sum to 1\.2, not to 1 \(.*moves\.py, line",
    ),
    "other_chance": (
        "setup.py",
        "state.first = below(state, FIRST_PLAYER, rules.seats)",
        "import random\n    state.first = int(random.random() * 2)",
        r"setup uses 'random', but chance\.py is the only source of randomness \(.*setup\.py, line 25\)$",
    ),
    "other_chance_in_the_actions": (
        "options.py",
        "    n = add(opts, 0, Kind.PASS, 0, 0, 0)\n",
        "    n = add(opts, 0, Kind.PASS, int(np.random.random() < 0.5), 0, 0)\n",
        r"options uses 'numpy\.random', but chance\.py is the only source of randomness \(.*options\.py, line 13\)$",
    ),
    "a_clock": (
        "victory.py",
        "    outcome.ended = state.ended\n",
        "    outcome.ended = state.ended * int(perf_counter() > 0)\n",
        r"finish uses 'time', but chance\.py is the only source of randomness \(.*victory\.py, line 47\)$",
    ),
    "memory_of_earlier_games": (
        "setup.py",
        "    state.first = below(state, FIRST_PLAYER, rules.seats)",
        "    state.first = len(_BEFORE) % 2\n    _BEFORE.append(1)",
        r"setup gives two results for one position: state\.\w+ differs; chance\.py is the only source of "
        r"randomness \(.*setup\.py, line 18, in the setup of game 0\)$",
    ),
    "no_shuffle_in_redeal": (
        "hidden.py",
        "    shuffle(state, HIDDEN, state.deck[1:])\n",
        "",
        r"redeal never resamples state\.players\.card and state\.deck, which hidden\.py declares as hidden: every draw "
        r"gives the same result \(.*hidden\.py, line 27\)",
    ),
    "redeal_that_leaves_a_card": (
        "hidden.py",
        "    deal(state, rules)\n",
        "",
        r"redeal never resamples state\.players\.card, which hidden\.py declares as hidden: every draw gives the same "
        r"result \(.*hidden\.py, line 27\)$",
    ),
    "redeal_that_changes_the_actions": (
        "comet:hidden.py",
        "    end_redeal(state, rules, seat)\n",
        "    end_redeal(state, rules, seat)\n    state.gain = 1\n",
        r"redeal changes the legal actions of seat \d, which must depend only on what the seat sees "
        r"\(.*hidden\.py, line 26, in decision 0 of game 0\)$",
    ),
    "no_hidden_information": (
        "__init__.py",
        ' redeal="hidden.redeal",',
        "",
        r"every seat, and every search, sees state\.deck, which is shuffled: GAME names no `redeal`; write "
        r"hidden\.py if a seat must not see it \(.*setup\.py, line 21\)$",
    ),
    "round_limit_in_every_game": (
        "comet:data/switches.toml",
        "value = 100",
        "value = 1",
        r"the round limit ends every game \((\d+) of \1\) in which all seats play 'sensible': the strategy does "
        r"not finish, or the limit is too low \(.*sensible\.py, line 26\)$",
    ),
    "redeal_that_knows_too_much": (
        "hidden.py",
        "    _canonical(state, seat)\n",
        "    if state.players[1 - seat].card == 0:\n        _canonical(state, seat)\n",
        r"redeal (depends on more than what seat \d sees|changes state\.players\.card of seat)",
    ),
    "redeal_that_changes_what_is_seen": (
        "hidden.py",
        "    _canonical(state, seat)\n",
        "    _canonical(state, seat)\n    state.first = 1 - state.first\n",
        r"redeal changes state\.first, which hidden\.py does not declare as hidden \(.*hidden\.py, line 27, in",
    ),
    "redeal_that_changes_a_card_of_its_seat": (
        "hidden.py",
        "    state.deck[seat] = own\n",
        "    state.deck[1 - seat] = own\n",
        r"redeal changes state\.players\.card of seat \d, which the seat sees \(PRIVATE\) \(.*hidden\.py, line 27, in",
    ),
    "no_such_hidden_field": (
        "hidden.py",
        '"players.card"',
        '"players.cards"',
        r"redeal has a field 'players\.cards' in PRIVATE or HIDDEN_FIELDS that the state does not have: did you mean "
        r"'players\.card'\? \(.*hidden\.py, line 10, in decision 0",
    ),
    "no_acting_seat": (
        "setup.py",
        "    state.actor = state.first\n",
        "    state.actor = -1\n",
        r"setup leaves the decision to seat -1: state\.actor must be from 0 to 1 \(.*setup\.py, line 17, in decision 0",
    ),
    "misspelt_field": (
        "moves.py",
        "player.bets += 1",
        "player.betz += 1",
        r"apply reads or writes the field 'betz', which does not exist: did you mean 'bets'\? .*moves\.py, line 16, in",
    ),
    "plain_function": (
        "victory.py",
        "@rule\ndef _pot_to",
        "def _pot_to",
        r"(fold|showdown) is compiled and calls the plain Python function _pot_to, which needs @rule "
        r"\(.*victory\.py, line 11\)",
    ),
    "missing_weight": (
        "strategies/weights.toml",
        "after_bet_k = 9.0\n",
        "",
        r"the strategy 'sensible' reads or writes weights\[11\], but its indices go from 0 to 10; a weight is missing "
        r"in weights\.toml \(.*sensible\.py, line 21, in",
    ),
    "missing_weight_with_a_name": (
        "strategies/weights.toml",
        "recall_j = -9.0\n",
        "",
        r"the strategy 'sensible' reads Weight\.RECALL_J, which weights\.toml does not have: did you mean 'recall_\w'",
    ),
    "changed_rules": (
        "moves.py",
        "player.bets += 1",
        "rules.bet += 1",
        r"apply changes the rules: a number that changes in play belongs to the state \(.*moves\.py, line 12, in",
    ),
    "exception": (
        "moves.py",
        "player.bets += 1",
        "player.bets += (1, 2)[state.actor + 5]",
        r"apply raises IndexError: tuple index out of range \(.*moves\.py, line 16, in decision \d of game 0\)",
    ),
    "action_twice_in_one_file": (
        "pig:__init__.py",
        "Kind.HOLD, 0, 0, 0)",
        "Kind.ROLL, 0, 0, 0)",
        r"options lists one action twice: ROLL, a 0, b 0, c 0 \(.*one_file/__init__\.py, line 38, in decision",
    ),
    "no_acting_seat_in_one_file": (
        "pig:__init__.py",
        "        state.turn_points = 0\n",
        "        state.actor = 9\n        return\n",
        r"apply leaves the decision to seat 9: .* \(.*one_file/__init__\.py, line 69, in decision \d+ of game",
    ),
    "shares_without_a_value_in_one_file": (
        "pig:__init__.py",
        "return state.players[seat].points",
        'return state.players[seat].points * float("nan")',
        r"proceed ends the game with shares .* that sum to 0, not to 1 \(.*one_file/__init__\.py, line 68, in",
    ),
    "payoff_without_a_value_in_one_file": (
        "pig:__init__.py",
        "    most_options=2,\n",
        "    most_options=2,\n    has_payoffs=True,\n",
        r"proceed ends the game with the payoff inf of seat 0, which is not a finite number \(.*one_file/__init__\.py",
    ),
    "action_without_a_score": (
        "pig:__init__.py",
        "    for i in range(options.shape[0]):\n",
        "    for i in range(options.shape[0] - 1):\n",
        r"the strategy 'sensible' gives no score to an action, or NaN: ROLL, a 0, b 0, c 0 \(.*__init__\.py, line 83",
    ),
    "too_many_actions_in_one_file": (
        "pig:__init__.py",
        "most_options=2",
        "most_options=1",
        r"options lists 2 actions: a decision must have from 1 to most_options \(1\) \(",
    ),
    "missing_weight_in_one_file": (
        "cards:__init__.py",
        '{"bluff": 1 / 3}',
        "{}",
        r"the strategy 'sensible' reads or writes weights\[0\], .*; a weight is missing in `strategies` \(",
    ),
    "no_result_in_one_file": (
        "pig:__init__.py",
        "    return state.players[seat].points",
        "    state.players[seat].points",
        r"result raises TypeError: float\(\) argument must be .*__init__\.py, line 77",
    ),
    "card_that_stays_in_the_deck": (
        "cards:__init__.py",
        "        state.deck[seat] = -1\n",
        "",
        r"setup leaves the card \d twice in 'hand' and 'deck': a card has one place, and -1 is a place without one "
        r"\(.*deck/__init__\.py, line 48, in the setup of game 0\)",
    ),
    "card_in_two_hands": (
        "cards:__init__.py",
        "state.players[seat].hand[0] = state.deck[seat]",
        "state.players[seat].hand[0] = 2",
        r"setup leaves the card 2 twice in 'hand': a card has one place",
    ),
    "card_drawn_twice": (
        "cards:__init__.py",
        "    state.passes += 1\n",
        "    state.passes += 1\n    state.deck[0] = state.players[state.actor].hand[0]\n",
        r"apply leaves the card \d twice in 'hand' and 'deck': .*in decision \d of game",
    ),
    "fraction_in_a_field_of_whole_numbers": (
        "pig:__init__.py",
        "state.turn_points += ",
        "state.turn_points += 0.5 + ",
        r"apply writes \d+\.5 to state\.turn_points, which holds whole numbers only \(.*__init__\.py, line 52, in",
    ),
    "fraction_in_an_array_of_whole_numbers": (
        "cards:__init__.py",
        "state.players[seat].hand[0] = state.deck[seat]",
        "state.players[seat].hand[0] = state.deck[seat] / 3",
        r"setup writes 0\.\d+ to state\.players\.hand, which holds whole numbers only \(",
    ),
    "plain_function_in_one_file": (
        "pig:__init__.py",
        "@rule\ndef result",
        "def result",
        r"a game function is compiled and calls the plain Python function result, which needs @rule "
        r"\(.*one_file/__init__\.py, line 76\)",
    ),
    "none": ("moves.py", "player.bets += 1", "player.bets += 1", r"$"),
}
FIRST_LINES = {
    "other_chance_in_the_actions": "import numpy as np\n",
    "a_clock": "from time import perf_counter\n",
    "memory_of_earlier_games": "_BEFORE = []\n",
}
PROGRAM = """
import json, sys
import numpy as np
from starbalance.simulator.games import find_game
from starbalance.simulator.engine import tables
from starbalance.simulator.runs import trial

np.seterr(all="ignore")
trial.STEPS = trial.DECISIONS = 300
found = {}
for folder in sys.argv[1:]:
    game = find_game(folder)
    rules = np.zeros(1, tables.load(game).record.dtype)
    rules[0] = tables.load(game).record
    findings = trial.Trial(game, rules, patience=60.0, longest=60.0, seconds=60.0).run()
    found[game.package] = [each.sentence for each in findings]
print(json.dumps(found))
"""


def planted(folder, name):
    """Return a copy of Kuhn poker, or of the example game, with one fault."""
    file, old, new, _ = FAULTS[name]
    source = {"comet": TEMPLATE, "pig": BARE, "cards": CARDS}.get(file.partition(":")[0], KUHN)
    shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / name / file.rpartition(":")[2]
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(FIRST_LINES.get(name, "") + text.replace(old, new, 1), encoding="utf-8")
    if name == "payoff_without_a_value_in_one_file":
        path.write_text(path.read_text(encoding="utf-8").replace("[seat].points", '[seat].points + float("inf")'))
    if name == "no_hidden_information":
        (folder / name / "hidden.py").unlink()
    if name == "redeal_that_changes_the_actions":
        undeclare(folder / name / "hidden.py")
    return folder / name


def undeclare(path):
    """Delete the declarations of hidden fields."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(each for each in lines if not each.startswith(("PRIVATE", "HIDDEN_F"))), encoding="utf-8")


@pytest.fixture(scope="module")
def sentences(tmp_path_factory):
    """The sentences by fault, all from one process."""
    folder = tmp_path_factory.mktemp("games")
    words = [sys.executable, "-c", PROGRAM, *(str(planted(folder, name)) for name in FAULTS)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_reported_in_one_sentence(sentences, name):
    first = next(iter(sentences[name]), "")
    assert re.match(FAULTS[name][3], first), sentences[name]


@pytest.fixture
def game_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.parametrize("command", [("run", "--games", "4"), ("play",)])
def test_a_game_that_does_not_end_is_neither_compiled_nor_played(game_folder, command):
    folder = planted(game_folder, "go_on_without_decision").rename(game_folder / f"hangs_in_{command[0]}")
    result = CliRunner().invoke(app, [command[0], str(folder), *command[1:]])
    assert result.exit_code == 2
    assert "Compiling" not in result.output
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Kuhn poker: proceed never reaches a decision or the end of the game: after 10,000")
    assert f"{folder / 'moves.py'}, line 34" in last


def test_a_hanging_rule_is_reported_with_its_line(game_folder, monkeypatch):
    monkeypatch.setattr(game_check, "PATIENCE", 1.0)
    monkeypatch.setitem(FAULTS, "endless", ("moves.py", "player.bets += 1", "while True: pass", ""))
    game = find_game(planted(game_folder, "endless"))
    ((finding,), _) = game_check.find_faults(game, tables.load(game).record)
    pattern = r"apply takes more than 1 s \(.*moves\.py, line 16, in decision \d of game \d\)"
    assert re.fullmatch(pattern, finding.sentence)


def test_a_switch_without_a_source_is_refused_with_its_line(game_folder):
    fault = ("data/switches.toml", 'source = "published"\nnote = "What a bet', 'note = "What a bet', "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAULTS, "no_source", fault)
        game = find_game(planted(game_folder, "no_source"))
    with pytest.raises(BadInput, match=r"switches\.toml, line 8: 'bet' has no source for 'value'. Write source = "):
        tables.read(game)


@pytest.mark.parametrize(("value", "words"), [(0, "at least 1, got 0"), (11, "at most 10, got 11")])
def test_a_switch_outside_its_bounds_is_refused_with_its_line(game_folder, value, words):
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAULTS, f"bet_{value}", ("data/switches.toml", "[bet]\nvalue = 1", f"[bet]\nvalue = {value}", ""))
        game = find_game(planted(game_folder, f"bet_{value}"))
    with pytest.raises(BadInput, match=rf"switches\.toml, line 9: 'bet.value' must be {words}\."):
        tables.read(game)


def test_a_game_is_checked_once_for_each_version_of_its_rules(tmp_path, monkeypatch):
    """What it prints is printed once in a process, since `balance` may check a game with hundreds of values."""
    lines, checks, game = [], [], find_game(KUHN)
    note = Finding(REDEAL, "every seat sees state.deck", "setup.py, line 3", is_fault=False)
    monkeypatch.setattr(game_check, "_NOTIFIED", set())
    monkeypatch.setattr(game_check, "_CHECKED", Counter())
    monkeypatch.setattr(game_check, "cache_folder", lambda module: tmp_path)
    monkeypatch.setattr(game_check, "find_faults", lambda game, rules, longest: (checks.append(rules) or [note], {}))
    for bet in (1, 1, 2, 2):
        game_check.check_game(game, tables.load(game, set={"switches.bet": bet}).record, lines.append)
    assert (len(checks), len(lines)) == (2, 2)
    monkeypatch.setattr(game_check, "source_hash", lambda packages: f"{source_hash(packages)}-edited")
    game_check.check_game(game, tables.load(game).record, lines.append)
    assert (len(checks), len(lines)) == (3, 4)
    monkeypatch.setattr(game_check, "MOST", 2)
    for bet in (3, 4, 5):
        game_check.check_game(game, tables.load(game, set={"switches.bet": bet}).record, lines.append)
    assert (len(checks), len(lines)) == (4, 4), "the process has already checked the edited game once"


def test_a_fault_is_found_however_often_a_process_checks_the_game(monkeypatch):
    """Only values that pass count towards the limit."""
    wrong, game = Finding(PLAY, "is wrong", "moves.py, line 1"), find_game(KUHN)
    monkeypatch.setattr(game_check, "_CHECKED", Counter())
    monkeypatch.setattr(game_check, "MOST", 2)
    monkeypatch.setattr(game_check, "cache_folder", lambda module: None)
    monkeypatch.setattr(game_check, "find_faults", lambda game, rules, longest: ([wrong], {}))
    for _ in range(4):
        with pytest.raises(BadInput, match="is wrong"):
            game_check.check_game(game, tables.load(game).record, print)


def test_a_built_in_game_is_not_checked(monkeypatch):
    wrong = Finding(PLAY, "is wrong", "moves.py, line 1")
    monkeypatch.setattr(game_check, "find_faults", lambda game, rules, longest: ([wrong, wrong], {}))
    game_check.check_game(find_game("4000-ad"), np.zeros(1), print)
    with pytest.raises(
        BadInput, match=r"Kuhn poker: is wrong \(moves.py, line 1\)\. `starbalance check-game .*` lists 1 "
    ):
        game_check.check_game(find_game(KUHN), tables.load(find_game(KUHN), set={"switches.ante": 9}).record, print)


def test_a_note_is_printed_and_the_game_is_played(tmp_path, monkeypatch):
    lines, game = [], find_game(KUHN)
    note = Finding(REDEAL, "every seat sees state.deck", "setup.py, line 3", is_fault=False)
    monkeypatch.setattr(game_check, "_NOTIFIED", set())
    monkeypatch.setattr(game_check, "_CHECKED", Counter())
    monkeypatch.setattr(game_check, "cache_folder", lambda module: tmp_path)
    monkeypatch.setattr(game_check, "find_faults", lambda game, rules, longest: ([note], {}))
    game_check.check_game(game, tables.load(game).record, lines.append)
    assert lines[1:] == ["Note: every seat sees state.deck (setup.py, line 3)."]
    assert list(tmp_path.glob("played-*"))


def test_a_process_without_a_report_is_a_fault(monkeypatch):
    def reported(module, content, **options):
        raise child.NoReport("ends the process that checks it (exit code 3)")

    monkeypatch.setattr(child, "reported", reported)
    ((fault,), size) = game_check.find_faults(find_game(KUHN), tables.load(find_game(KUHN)).record)
    assert (fault.sentence, fault.is_fault, size) == ("ends the process that checks it (exit code 3)", True, {})


def test_a_check_in_which_no_game_ends_says_so():
    game = find_game(KUHN)
    ((note,), size) = game_check.find_faults(game, tables.load(game).record, longest=0.0)
    assert (note.is_fault, size["games"]) == (False, 0)
    assert re.match(
        r"no game ends within 0 s of plain Python, after 0 decisions: the games are long, or", note.sentence
    )
