"""A game turned by a quarter is the same game."""

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
IN_ORDER = (Kind.WITHDRAW, Kind.SCAN, Kind.RETURN)  # whose steps go by the numbers of holes or ships
NEAR = 1e-6  # mm, of rounding over a whole game


def turned_hole(hole):
    return (hole + QUADRANT_HOLES) % HOLES


def turned_ship(ship):
    return (ship + SHIPS) % FLEET


def turned_waypoint(number):
    column, row = divmod(number, PIECES)
    return PIECES * row + PIECES - 1 - column


def turned_point(x, y):
    """A quarter turn clockwise about the centre of the board."""
    return y, 720 - x


def turned_option(option):
    """What an option is in the turned game."""
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
    """The state of the turned game."""
    other = state.copy()
    for hole in range(HOLES):
        other.holes[turned_hole(hole)] = state.holes[hole]
        other.holes[turned_hole(hole)].owner = _seat(state.holes[hole].owner)
    for ship in range(FLEET):
        for name in ("here", "armour"):
            other.scene[name][turned_ship(ship)] = state.scene[name][ship]
        orbit = state.scene.orbit[ship]
        other.scene.orbit[turned_ship(ship)] = NONE if orbit == NONE else turned_hole(orbit)
        if state.scene.here[ship]:
            x, y = turned_point(state.scene.x[ship], state.scene.y[ship])
            other.scene.x[turned_ship(ship)], other.scene.y[turned_ship(ship)] = x, y
        else:
            other.scene.x[turned_ship(ship)] = other.scene.y[turned_ship(ship)] = 0
    for seat in range(PLAYERS):
        other.players[(seat + 1) % PLAYERS] = state.players[seat]
        other.players[(seat + 1) % PLAYERS].home = turned_hole(state.players[seat].home)
    other.order[:] = [(seat + 1) % PLAYERS for seat in state.order]
    other.active = other.actor = (state.active + 1) % PLAYERS
    return other


def _seat(seat):
    return NONE if seat == NONE else (seat + 1) % PLAYERS


def assert_turned(state, other):
    """That one game is the other, turned."""
    for hole in range(HOLES):
        for name in ("kind", "up", "troops", "facilities", "colonies", "cities"):
            assert state.holes[hole][name] == other.holes[turned_hole(hole)][name]
        assert _seat(state.holes[hole].owner) == other.holes[turned_hole(hole)].owner
    for ship in range(FLEET):
        assert state.scene.here[ship] == other.scene.here[turned_ship(ship)]
        if state.scene.here[ship]:
            there = other.scene.x[turned_ship(ship)], other.scene.y[turned_ship(ship)]
            assert turned_point(state.scene.x[ship], state.scene.y[ship]) == pytest.approx(there, abs=NEAR)
    for seat in range(PLAYERS):
        assert state.players[seat].tokens == other.players[(seat + 1) % PLAYERS].tokens
        assert state.players[seat].tech.tolist() == other.players[(seat + 1) % PLAYERS].tech.tolist()


def listed(state, rules):
    room = zeros(MAX_OPTIONS, option_dt)
    return room[: GAME.verbs.options(state, rules, room)].copy()


@pytest.mark.parametrize("seed", range(4))
def test_the_turned_game_stays_the_same_game(seed):
    """ASE-22.13, ASE-20.4, I17: positions, options and results, with flicks that have no error."""
    changes = {"corner_shuffle": False, "first_player": "red", "recruit_limit": 1, "tech_table": "none"}
    changes = {f"switches.{name}": value for name, value in changes.items()} | {"flick.flick_model": "perfect"}
    rules = tables.load(GAME, "four", set=changes).record
    state: np.void = zeros(1, GAME.verbs.state_dt)[0]
    state.key[0] = np.uint64(seed)
    set_up(GAME, state, rules)
    other, dice, flicks = turn(state), np.random.default_rng(seed), 0
    for _ in range(STEPS):
        options = listed(state, rules)
        theirs = {tuple(int(each[name]) for name in ("kind", "a", "b", "c")): each for each in listed(other, rules)}
        assert {turned_option(each) for each in options} == set(theirs)
        kinds = sorted(set(options["kind"].tolist()) - set(IN_ORDER))
        of_kind = options[options["kind"] == kinds[int(dice.integers(len(kinds)))]]
        option = of_kind[int(dice.integers(len(of_kind)))].copy()
        flicks += option.kind == Kind.AIM_AT
        carry_out(GAME, other, rules, theirs[turned_option(option)].copy())
        carry_out(GAME, state, rules, option)
        assert_turned(state, other)
    assert flicks > 20
