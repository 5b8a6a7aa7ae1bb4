"""A planted fault for every invariant: each check detects its fault and reports nothing in a sound state."""

import pytest

from starbalance.simulator.engine.play import play_on
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.ascending_empires import GAME, invariants
from starbalance.simulator.games.ascending_empires.board import place_ship, remove_ship
from starbalance.simulator.games.ascending_empires.invariants import step_violations, violations
from starbalance.simulator.games.ascending_empires.options import options
from starbalance.simulator.games.ascending_empires.state import MAX_OPTIONS, Decision
from tests.ascending_empires.table import position

PLANETS = {3: "red grey 2T 1F", 4: "red orange 1C", 9: "blue brown 2F"}


@pytest.fixture
def at():
    """Return a sound position: red on turn, some planets, and an award that was made."""
    table = position(planets=PLANETS, tech={"red": [0, 1, 0, 0]})
    table.state.holes[3].kind, table.state.holes[4].kind, table.state.holes[9].kind = _kinds()
    table.state.first_to[1, 1] = 0
    table.player("red").taken_troops = 2
    return table


def _kinds():
    """Return the kinds dealt by the setup."""
    dealt = position()
    return [int(dealt.state.holes[hole].kind) for hole in (3, 4, 9)]


def red(at):
    return at.state.players[0]


def lose_a_troop(at):
    red(at).troops -= 1


def overfill_home(at):
    red(at).home_troops, red(at).troops = 4, 2


def take_troops(at):
    red(at).box_troops -= 1
    red(at).troops += 1


def take_a_starship(at):
    red(at).where[5] = 1


def take_the_battleship(at):
    red(at).where[8] = 1


def hide_a_ship(at):
    remove_ship(at.state.scene, 0)


def build_too_many(at):
    for hole in (1, 2, 5, 6):
        at.occupy(hole, "red 2C")


def two_pairs(at):
    at.occupy(3, "2F")
    at.occupy(4, "2F")
    at.state.holes[3].troops, at.state.holes[4].colonies = 0, 0
    red(at).troops += 2


def facility_on_asteroid(at):
    at.state.holes[3].kind = 4


def below_nothing(at):
    at.state.holes[3].colonies = -1


def overfill(at):
    at.state.holes[3].facilities = 2


def wrong_owner(at):
    at.state.holes[12].owner = 2


def occupied_face_down(at):
    at.state.holes[3].up = 0


def another_disc(at):
    at.state.holes[12].kind = (at.state.holes[12].kind + 1) % 4


def level_five(at):
    red(at).tech[0] = 5


def another_value(at):
    red(at).value[0] = 7


def row_out_of_nothing(at):
    red(at).rows = 2


def first_without_player(at):
    at.state.first_to[1, 1] = -1


def tokens_out_of_nothing(at):
    red(at).tokens, red(at).earned[0] = 1, 1


def box_pays(at):
    red(at).tokens, red(at).earned[0], at.state.box_vp = 1, 1, 1


def no_trigger(at):
    red(at).tokens, red(at).earned[0], at.state.pool = 40, 40, 0


def tokens_for_nothing(at):
    red(at).tokens, at.state.pool = 1, 39


def overlap(at):
    place_ship(at.rules.board, at.state.scene, 0, 360, 360)
    place_ship(at.rules.board, at.state.scene, 1, 370, 360)


def off_the_board(at):
    place_ship(at.rules.board, at.state.scene, 0, -5, 360)


def on_a_disc(at):
    place_ship(at.rules.board, at.state.scene, 0, 185, 190)


def wrong_orbit(at):
    at.state.scene.orbit[0] = 5


def points_out_of_nothing(at):
    at.state.decision, at.state.left, at.state.done = Decision.POINT, 2, 1


def late_end(at):
    red(at).tokens, red(at).earned[0], at.state.pool = 40, 40, 0
    at.state.trigger, at.state.trigger_turn, at.state.turns_left = 0, at.state.turn, 2


def over_too_early(at):
    late_end(at)
    at.state.turns_left, at.state.over = 3, 1


def no_winner(at):
    at.state.over = 1


FAULTS = {
    "I1": [lose_a_troop, overfill_home], "I2": [take_the_battleship, hide_a_ship], "I3": [take_troops, take_a_starship],
    "I4": [build_too_many], "I5": [below_nothing, overfill, wrong_owner, occupied_face_down],
    "I6": [two_pairs, facility_on_asteroid], "I7": [another_disc],
    "I8": [level_five, another_value, row_out_of_nothing, first_without_player],
    "I9": [tokens_out_of_nothing, no_trigger], "I10": [overlap, off_the_board, on_a_disc], "I11": [wrong_orbit],
    "I12": [points_out_of_nothing], "I15": [late_end, over_too_early], "I16": [no_winner], "I21": [tokens_for_nothing],
    "I27": [box_pays],
}  # fmt: skip


def test_a_sound_state_has_no_fault(at):
    assert violations(at.state, at.rules) == []


@pytest.mark.parametrize(("name", "plant"), [(name, each) for name, row in FAULTS.items() for each in row])
def test_a_planted_fault_of_a_state_is_detected(at, name, plant):
    """I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I15, I16, I21, I27"""
    plant(at)
    assert f"{name}:" in " ".join(violations(at.state, at.rules))


def test_a_wrong_total_is_detected(at, monkeypatch):
    """I16: The invariant counts independently."""
    at.state.over = 1
    monkeypatch.setattr(invariants, "total_of", lambda state, rules, seat: 99)
    assert any(each.startswith("I16: totals [99, 99, 99, 99], not [") for each in violations(at.state, at.rules))


def turn_down(at):
    at.state.holes[3].up = 0


def forget(at):
    red(at).tech[1] = 0


def learn_twice(at):
    red(at).tech[:2] = 1, 2


def rename_the_first(at):
    at.state.first_to[1, 1] = 2


def fill_the_pool(at):
    at.state.pool = 41


def drift(at):
    at.state.scene.x[0] += 1


def appear(at):
    place_ship(at.rules.board, at.state.scene, 3, 360, 360)


def lose_two(at):
    at.state.scene.on_board[9:11] = 0


def lose_an_attacker(at):
    at.state.scene.on_board[0] = 0


def grow(at):
    at.state.holes[3].troops += 1


def leave_an_attack(at):
    at.put_ships("red", ["9/0", "9/2"])
    at.state.holes[9].troops = 0


STEPS = [
    ("I7", Decision.ACTION, turn_down), ("I8", Decision.DEVELOP, forget), ("I8", Decision.DEVELOP, learn_twice),
    ("I8", Decision.DEVELOP, rename_the_first), ("I9", Decision.MINE, fill_the_pool), ("I14", Decision.MINE, drift),
    ("I23", Decision.AIM, appear), ("I23", Decision.COMMIT, lose_two), ("I13", Decision.COMMIT, lose_an_attacker),
    ("I24", Decision.BUILD, grow), ("I13", Decision.POINT, leave_an_attack),
]  # fmt: skip


@pytest.mark.parametrize(("name", "decision", "change"), STEPS)
def test_a_planted_fault_of_a_step_is_detected(at, name, decision, change):
    """I7, I8, I9, I13, I14, I23, I24"""
    at.put_ships("blue", ["3/0", "7/10"])
    at.state.decision = decision
    before = at.state.copy()
    assert step_violations(before, at.state, at.rules) == []
    change(at)
    at.state.decision = decision if decision not in (Decision.POINT, Decision.COMMIT) else Decision.ACTION
    assert f"{name}:" in " ".join(step_violations(before, at.state, at.rules))


def test_an_unknown_decision_has_no_options(at):
    """An unknown decision shows up as a fault of the rules."""
    at.state.decision = 63
    assert options(at.state, at.rules, zeros(MAX_OPTIONS, option_dt)) == 0


def test_playing_on_stops_at_a_decision(at):
    """ASE-2.1: The function does nothing there."""
    before = at.state.copy()
    play_on(GAME, at.state, at.rules)
    assert before.tobytes() == at.state.tobytes()


def test_two_limits_of_items_are_checked_together():
    """I5, A1: item_limit_mode = separate"""
    at = position(planets={3: "red 3T 3C"}, item_limit_mode="separate")
    at.player("red").taken_troops = 3
    assert violations(at.state, at.rules) == []
    at.state.holes[3].cities = 1
    assert "I5:" in " ".join(violations(at.state, at.rules))
