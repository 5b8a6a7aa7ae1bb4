"""Games in one file: the published numbers of the examples, and what is derived from the file."""

import re
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from starbalance.analyses.cli import app
from starbalance.analyses.questions.columns import columns
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.aggregate import sides_in
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import BARE, new_game
from starbalance.simulator.engine.one_file import start
from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import find_strategy, strategy_names
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.plan import make_plan
from starbalance.simulator.runs.run import run

GOAL, ENOUGH, SIDES = 100, 20, 6
PIG, KUHN = find_game("pig"), find_game("kuhn-poker")
LONGEST = 120  # lines


def turn_scores(to_goal):
    """Return the probability of each score of a turn of `sensible` in Pig that lacks `to_goal` points."""
    enough = min(ENOUGH, to_goal)
    chance = np.zeros(enough + SIDES)
    chance[0], lost = 1.0, 0.0
    for reached in range(enough):
        now, chance[reached] = chance[reached], 0.0
        lost += now / SIDES
        for pips in range(2, SIDES + 1):
            chance[reached + pips] += now / SIDES
    chance[0] = lost
    return chance


def first_player_wins():
    """Return the exact probability that the first of two players wins, from the probabilities of each position."""
    wins = np.zeros((GOAL, GOAL))  # of the acting player, by own points and those of the other player
    scores = [turn_scores(GOAL - own) for own in range(GOAL)]
    for total in range(2 * GOAL - 2, -1, -1):
        for own in range(max(0, total - GOAL + 1), min(GOAL, total + 1)):
            if own <= total - own:
                wins[own, total - own], wins[total - own, own] = both(wins, scores, own, total - own)
    return wins[0, 0]


def both(wins, scores, own, other):
    """Return the probability of a win for the acting player in a position, and in the same with the points exchanged.

    Each depends on the other where a turn scores nothing: a = p + l (1 - b), b = q + m (1 - a).
    """
    parts = []
    for mine, yours in ((own, other), (other, own)):
        gained = scores[mine]
        ahead = sum(
            gained[k] * (1.0 if mine + k >= GOAL else 1.0 - wins[yours, mine + k]) for k in range(1, len(gained))
        )
        parts.append((ahead, gained[0]))
    (p, lost), (q, also_lost) = parts
    one = (p + lost * (1 - q - also_lost)) / (1 - lost * also_lost)
    return one, q + also_lost * (1 - one)


def test_the_first_player_of_pig_wins_as_often_as_computed():
    exact = first_player_wins()
    assert exact == pytest.approx(0.5347, abs=0.0001)
    row = rates(run("pig", games=40_000, seed=1), "seat", alpha=0.001).iloc[0]
    assert row["low"] <= exact <= row["high"]
    assert row["high"] - row["low"] < 0.02


def test_the_first_player_of_kuhn_poker_loses_an_eighteenth_of_a_chip():
    """The value of the game (Kuhn, 1950). The shares of the win do not show it: an ante and a call count alike."""
    table = rates(run("kuhn-poker", games=100_000, seed=1), "seat", alpha=0.001).set_index("seat")
    assert table.loc[1, "payoff_low"] <= -1 / 18 <= table.loc[1, "payoff_high"] < 0
    assert table["payoff"].sum() == pytest.approx(0.0, abs=1e-9)
    assert table["share"].sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("game", "is_said"), [("kuhn-poker", True), ("pig", False)])
def test_a_table_with_payoffs_says_that_its_verdicts_are_about_shares(game, is_said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["run", game, "--games", "20"])
    assert result.exit_code == 0
    assert ("Verdicts are about shares of the win, not about payoffs." in result.output) == is_said


def test_a_player_of_kuhn_poker_that_never_bets_loses_more():
    """Exact for the passive first player against the equilibrium: he gives up the pot to each bet."""
    table = rates(run("kuhn-poker", games=40_000, seed=2, strategies=["passive", "sensible"]), "seat", alpha=0.001)
    assert table.set_index("seat").loc[1, "payoff_high"] < -1 / 18


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    return find_game(new_game(tmp_path_factory.mktemp("games") / "dice_of_mine", bare=True))


def test_a_new_game_in_one_file_plays_and_tests_itself(mine):
    file = mine.folder / "__init__.py"
    assert [path.name for path in mine.folder.iterdir() if path.name != "__pycache__"] == ["__init__.py"]
    assert len(file.read_text().splitlines()) <= LONGEST
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        mine.folder.parent,
    ]
    done = subprocess.run([*words, file], capture_output=True, text=True, check=False, cwd=mine.folder.parent)
    assert "1 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("option", "redeal"),
    [("--bare", "no hidden information"), pytest.param("--cards", "sampled positions", marks=pytest.mark.nightly)],
)
def test_the_command_line_makes_a_game_that_is_sound_and_plays(option, redeal, tmp_path):
    name = f"mine_{option.strip('-')}"
    outputs = {}
    for words in (["new-game", name, option], ["check-game", name], ["run", name, "--games", "20"]):
        command = [sys.executable, "-m", "starbalance", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        outputs[words[0]] = done.stdout
    assert [path.name for path in (tmp_path / name).glob("*.py")] == ["__init__.py"]
    assert f"starbalance run {name}" in outputs["new-game"]
    assert "failed" not in outputs["check-game"]
    assert redeal in outputs["check-game"]
    assert "20 games of" in outputs["run"]


def test_numbers_can_be_changed_and_are_checked(mine):
    assert tables.load(mine, set={"switches.goal": 50}).record.goal == 50
    with pytest.raises(BadInput, match=re.escape("'switches.goal' must be at least 10, got 5")):
        tables.load(mine, set={"switches.goal": 5})
    with pytest.raises(BadInput, match=r"switches\.gaol.*did you mean 'switches\.goal'"):
        tables.load(mine, set={"switches.gaol": 50})


def test_a_number_without_a_known_source_is_refused_with_its_line(tmp_path):
    place = new_game(tmp_path / "hearsay_game", bare=True)
    file = place / "__init__.py"
    file.write_text(file.read_text().replace('100, source="published"', '100, source="heard"'))
    with pytest.raises(BadInput, match=r"__init__\.py, line \d+: 'goal\.source' has an unknown value 'heard'"):
        tables.load(find_game(place))


NAMES = {  # name -> (old text, new text, sentence)
    "hand": ('hands=("hand",)', 'hands=("hands",)', r"`hands` names 'hands', which is no array of `player`: did you"),
    "number_as_hand": ('hands=("hand",)', 'hands=("paid",)', r"`hands` names 'paid', which is no array of `player`"),
    "no_comma": ('hands=("hand",)', 'hands=("hand")', r"`hands` must list names of fields, such as hands=\('hand',\)"),
    "deck": ('deck="deck"', 'deck="dek"', r"`deck` names 'dek', which is no array of `state`: did you mean 'deck'"),
    "text": (
        '"paid": int',
        '"paid": str',
        r"the field 'paid' of `player` has the type str: write int, float, or a type",
    ),
    "shape": ('"hand": (int, 1)', '"hand": (int, 1, 2)', r"the field 'hand' of `player` has the type \(.*: write int"),
    "column": ('"paid": int', '"seat": int', r"every run has a column 'seat', so the field 'seat' of `player` needs"),
    "of_runs": ('"paid": int', '"strategy": int', r"every run has a column 'strategy', so the field"),
    "players": ("players=(2,)", "players=2", r"`players` must list numbers, such as players=\(2,\), got 2\."),
    "no_base": ('"sensible": {', '"careful": {', r"`strategies` has no 'sensible', which all players use by default\."),
    "no_function": ("def passive(", "def pasive(", r"there is no function 'passive' for this strategy: did you mean"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_name_is_refused_in_the_words_of_the_file(tmp_path, monkeypatch, name):
    old, new, sentence = NAMES[name]
    monkeypatch.setattr(sys, "path", [*sys.path])
    path = new_game(tmp_path / f"wrong_{name}", cards=True) / "__init__.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        find_strategy(find_game(path.parent), "passive")
    assert re.match(re.escape(f"{path}: ") + sentence, str(error.value)), error.value


def test_the_seats_of_a_side_win_together(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    path = new_game(tmp_path / "pig_of_pairs", bare=True) / "__init__.py"
    text = path.read_text(encoding="utf-8").replace("most_options=2,", "most_options=2,\n    sides=2,")
    path.write_text(re.sub(r"players=\(.*\),", "players=(4, 2),", text), encoding="utf-8")
    game = find_game(path.parent)
    assert [(setup.seats, setup.sides) for setup in game.setups] == [(4, 2), (2, 2)]
    for setup in game.setups:
        assert sides_in(setup, tables.load(game, setup.name).record) == [0, 1, 0, 1][: setup.seats]


def test_a_game_without_variants_has_none(mine):
    assert tables.variants(mine) == {}
    with pytest.raises(BadInput, match="There is no variant 'fast': there is nothing to choose from"):
        tables.load(mine, variant="fast")


def test_the_round_limit_truncates_a_game(mine):
    result = run(mine.address, games=20, seed=1, set={"switches.max_rounds": 3})
    games = result.games
    assert games["truncated"].sum() == 20
    assert set(games["rounds"]) == {3}
    assert set(games["ended"]) == {"truncated"}


def test_the_columns_are_the_fields_with_one_value():
    seats = columns("pig").query("table == 'seats'")["column"]
    assert {"result", "points", "rolls"} <= set(seats)
    assert {"payoff", "paid"} <= set(columns("kuhn-poker")["column"])
    assert "hand" not in set(columns("kuhn-poker")["column"])


def test_the_log_names_players_and_actions():
    printed = CliRunner().invoke(app, ["play", "pig", "--seed", "3"])
    assert printed.exit_code == 0, printed.output
    assert "player 0 in seat 1, plays sensible" in printed.output
    assert "Player 0 plays sensible, player 1 plays sensible." in printed.output
    assert re.search(r"Round \d+: player [01] won\.", printed.output)
    assert not re.search("[Pp]layer 2", printed.output)


def test_the_log_shows_the_fields_of_the_table_and_what_an_action_changes():
    state, _ = start(PIG, goal=50)
    narrator, rolls = PIG.module("text").Narrator(tables.load(PIG)), zeros(1, option_dt)
    state.turn_points, state.players[1].points = 7, 3
    assert narrator.table(state) == [
        "Round 1: turn points 7",
        "  Player 0: points 0, rolls 0",
        "  Player 1: points 3, rolls 0",
    ]
    before = state.tobytes()
    line = narrator.decision(state, rolls, 0)
    assert re.fullmatch(r"    Player 0: roll \(turn points (0|9|1[0-3]), rolls 1\)", line), line
    assert state.tobytes() == before


def test_the_log_lists_the_numbers_of_an_array_and_leaves_out_the_deck():
    state, _ = start(KUHN, seed=4)
    narrator, bets = KUHN.module("text").Narrator(tables.load(KUHN)), zeros(1, option_dt)
    bets[0].kind, state.actor, state.bets = KUHN.module("state").Kind.BET, 1, 1
    hands = [int(player.hand[0]) for player in state.players]
    winner = int(hands[1] > hands[0])
    assert narrator.table(state)[:2] == ["Round 1: bets 1, passes 0, winner -1", f"  Player 0: hand {hands[0]}, paid 1"]
    assert narrator.decision(state, bets, 0) == f"    Player 1: bet (bets 2, winner {winner}, paid 2)"


def test_strategies_in_the_file_have_names_weights_and_a_temperature():
    assert strategy_names(PIG) == ["uniform", "sensible"]
    assert strategy_names(KUHN) == ["uniform", "sensible", "passive"]
    assert find_strategy(PIG, "sensible").weights == {"enough": 20.0}
    assert find_strategy(KUHN, "passive").temperature == 1.0
    assert find_strategy(PIG, "search:sensible@8").search.width == 4


def test_a_file_next_to_the_game_takes_the_place_of_what_is_derived(tmp_path):
    """A game in one file grows by the files of a full game."""
    place = new_game(tmp_path / "growing_game", bare=True)
    (place / "weights.toml").write_text("[sensible.weights]\nenough = 20.0\n[bold]\nweights = { enough = 25.0 }\n")
    (place / "columns.toml").write_text("[seats]\nrolls = { meaning = 'Rolls of the die.' }\n")
    described = columns(str(place)).set_index("column")["meaning"]
    assert described["rolls"] == "Rolls of the die."
    (place / "text.py").write_text("class Narrator:\n    is_own = True\n")
    assert find_game(place).module("text").Narrator.is_own
    assert find_strategy(find_game(place), "bold").weights == {"enough": 25.0}


def test_the_file_of_weights_of_a_game_sets_the_temperature_at_which_its_strategies_play(tmp_path):
    place = new_game(tmp_path / "mixing_game", bare=True)
    (place / "weights.toml").write_text(
        "[sensible]\ntemperature = 1.0\nweights = { enough = 20.0 }\n[bold]\n[cold]\ntemperature = 0\n"
    )
    game, names = find_game(place), ["sensible", "bold", "cold", "bold@2"]
    assert [find_strategy(game, name).temperature for name in names] == [1.0, 1.0, 0.0, 2.0]
    rules = tables.load(game)
    played, chosen = (make_plan(game, rules, strategies="bold", temperature=heat)[0] for heat in (None, 0.5))
    assert [plan.strategies[0].temperature for plan in (played, chosen)] == [1.0, 0.5]


def resampled(state, rules, seat, randomness):
    other = zeros(1, state.dtype)
    other[0] = state
    KUHN.kernels.redeal(other[0], rules, seat, np.uint64(randomness))
    return other[0]


def test_hidden_cards_are_resampled_and_the_own_hand_is_kept():
    state, rules = start(KUHN, seed=4)
    worlds = [resampled(state, rules, 0, randomness) for randomness in range(40)]
    hands = {tuple(int(player.hand[0]) for player in world.players) for world in worlds}
    own = int(state.players[0].hand[0])
    assert hands == {(own, card) for card in range(3) if card != own}


def test_resampling_depends_only_on_what_the_seat_knows():
    """The card of the other player and the deck are exchanged: the seat cannot tell, so nothing may change."""
    state, rules = start(KUHN, seed=4)
    other = zeros(1, state.dtype)
    other[0] = state
    swapped = other[0]
    (place,) = np.flatnonzero(state.deck >= 0)
    swapped.deck[place], swapped.players[1].hand[0] = int(state.players[1].hand[0]), int(state.deck[place])
    assert swapped.tobytes() != state.tobytes()
    for randomness in range(10):
        assert resampled(state, rules, 0, randomness).tobytes() == resampled(swapped, rules, 0, randomness).tobytes()


def test_turns_pass_in_order_and_rounds_are_counted():
    state, rules = start(PIG, "players3")
    actors, hold = [], zeros(1, option_dt)[0]
    hold.kind = PIG.module("state").Kind.HOLD
    for _ in range(4):
        actors.append((int(state.actor), int(state.rounds)))
        state.turn_points = 5
        carry_out(PIG, state, rules, hold)
    assert actors == [(0, 1), (1, 1), (2, 1), (0, 2)]


def test_the_template_is_the_example_of_the_guide():
    assert find_game("pig").folder == BARE
