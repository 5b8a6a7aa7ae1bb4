"""A game turned by a quarter is an equal game."""

import numpy as np
import pytest

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.board_rules import (
    FLEET,
    HOLES,
    LAUNCH_SLOTS,
    NONE,
    PIECES,
    PLAYERS,
    QUADRANT_HOLES,
    SHIPS,
    Aim,
)
from starbalance.simulator.games.ascending_empires.state import MAX_OPTIONS, Kind

ON_A_HOLE = (
    Kind.PLACE_ON,
    Kind.TAKE_BACK,
    Kind.LAUNCH_FROM,
    Kind.ATTACK_PLANET,
    Kind.MINE_ON,
    Kind.BUILD_ON,
    Kind.SCAN,
)
STEPS = 400
IN_ORDER = (Kind.RETURN,)  # its pairs depend on the numbers of the ships
NEAR = 1e-6  # mm, of rounding over a whole game


def turned_hole(hole):
    return (hole + QUADRANT_HOLES) % HOLES


def turned_ship(ship):
    return (ship + SHIPS) % FLEET


def turned_waypoint(number):
    column, row = divmod(number, PIECES)
    return PIECES * row + PIECES - 1 - column


def turned_point(x, y):
    """Return a quarter turn clockwise about the centre of the board."""
    return y, 720 - x


def turned_option(option):
    """Return the option in the turned game."""
    kind, a, b, c = (int(option[name]) for name in ("kind", "a", "b", "c"))
    if kind in ON_A_HOLE:
        a = turned_hole(a)
    elif kind == Kind.STAND_ON:
        a = (a - 3) % LAUNCH_SLOTS
    elif kind in (Kind.FLICK, Kind.LAND_FROM, Kind.ATTACK_SHIP):
        a = turned_ship(a)
    elif kind == Kind.AIM_AT:
        turn = {Aim.RAM: turned_ship, Aim.NEAR: turned_ship, Aim.WAYPOINT: turned_waypoint}
        b = turn.get(Aim(a), turned_hole)(b)
    return kind, a, b, c


def turn(state):
    """Return the state of the turned game."""
    image = state.copy()
    for hole in range(HOLES):
        image.holes[turned_hole(hole)] = state.holes[hole]
        image.holes[turned_hole(hole)].owner = _seat(state.holes[hole].owner)
    for ship in range(FLEET):
        for name in ("on_board", "armour"):
            image.scene[name][turned_ship(ship)] = state.scene[name][ship]
        orbit = state.scene.orbit[ship]
        image.scene.orbit[turned_ship(ship)] = NONE if orbit == NONE else turned_hole(orbit)
        if state.scene.on_board[ship]:
            x, y = turned_point(state.scene.x[ship], state.scene.y[ship])
            image.scene.x[turned_ship(ship)], image.scene.y[turned_ship(ship)] = x, y
        else:
            image.scene.x[turned_ship(ship)] = image.scene.y[turned_ship(ship)] = 0
    for seat in range(PLAYERS):
        image.players[(seat + 1) % PLAYERS] = state.players[seat]
        image.players[(seat + 1) % PLAYERS].home = turned_hole(state.players[seat].home)
    image.order[:] = [(seat + 1) % PLAYERS for seat in state.order]
    image.active = image.actor = (state.active + 1) % PLAYERS
    return image


def _seat(seat):
    return NONE if seat == NONE else (seat + 1) % PLAYERS


def assert_turned(state, image):
    """Check that one state is the turned image of the other."""
    for hole in range(HOLES):
        for name in ("kind", "up", "troops", "facilities", "colonies", "cities"):
            assert state.holes[hole][name] == image.holes[turned_hole(hole)][name]
        assert _seat(state.holes[hole].owner) == image.holes[turned_hole(hole)].owner
    for ship in range(FLEET):
        assert state.scene.on_board[ship] == image.scene.on_board[turned_ship(ship)]
        if state.scene.on_board[ship]:
            expected = image.scene.x[turned_ship(ship)], image.scene.y[turned_ship(ship)]
            assert turned_point(state.scene.x[ship], state.scene.y[ship]) == pytest.approx(expected, abs=NEAR)
    for seat in range(PLAYERS):
        assert state.players[seat].tokens == image.players[(seat + 1) % PLAYERS].tokens
        assert state.players[seat].tech.tolist() == image.players[(seat + 1) % PLAYERS].tech.tolist()


def listed(state, rules):
    room = zeros(MAX_OPTIONS, option_dt)
    return room[: GAME.kernels.options(state, rules, room)].copy()


def is_to_own_place(option, state, rules):
    """Return whether the option is a flick to where the ship is, which has no direction that could be turned."""
    if option["kind"] != Kind.AIM_AT or option["a"] != Aim.WAYPOINT:
        return False
    place = rules.board.waypoint_x[option["b"]], rules.board.waypoint_y[option["b"]]
    return place == (state.scene.x[state.ship], state.scene.y[state.ship])


@pytest.mark.parametrize("seed", range(4))
def test_the_turned_game_stays_equal(seed):
    """ASE-22.13, ASE-20.4, I17: positions, options and results, with flicks without errors."""
    changes = {"corner_shuffle": False, "first_player": "red", "tech_table": "none"}
    changes = {f"switches.{name}": value for name, value in changes.items()} | {"flick.flick_model": "perfect"}
    rules = tables.load(GAME, "four", set=changes).record
    state: np.void = zeros(1, GAME.kernels.state_dt)[0]
    state.key[0] = np.uint64(seed)
    set_up(GAME, state, rules)
    image, dice, flicks = turn(state), np.random.default_rng(seed), 0
    for _ in range(STEPS):
        options = listed(state, rules)
        theirs = {tuple(int(each[name]) for name in ("kind", "a", "b", "c")): each for each in listed(image, rules)}
        assert {turned_option(each) for each in options} == set(theirs)
        kinds = sorted(set(options["kind"].tolist()) - set(IN_ORDER))
        of_kind = options[options["kind"] == kinds[int(dice.integers(len(kinds)))]]
        option = of_kind[int(dice.integers(len(of_kind)))].copy()
        if is_to_own_place(option, state, rules):
            continue
        flicks += option.kind == Kind.AIM_AT
        carry_out(GAME, image, rules, theirs[turned_option(option)].copy())
        carry_out(GAME, state, rules, option)
        assert_turned(state, image)
    assert flicks > 20
