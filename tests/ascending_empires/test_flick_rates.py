"""How often shots reach their aim, by skill: the rates of many flicks, and the closed-form estimates.

The tables come from a prototype with 20,000 to 100,000 flicks per cell (ASE-20). The flicks run only compiled.
"""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from starbalance.simulator.engine.jit import compiled, rule
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires.board import slot_x, slot_y
from starbalance.simulator.games.ascending_empires.board_rules import Aim
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.estimate import estimate, look_around
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick
from starbalance.simulator.games.ascending_empires.flick.many import play_many, tally_dt
from starbalance.simulator.games.ascending_empires.flick.randomness import draw_randomness
from starbalance.simulator.games.ascending_empires.flick.record import undo
from tests.ascending_empires.scene import FAR_AWAY, Scene, bare_board, full_board

FLICKS = 40_000
SLACK = 0.015  # sampling error of the prototype and of these flicks together
KEY = np.array([2011, 4], np.uint64)
RANGE = 50.0
SKILLS = (-1, 0, 1, 2)
flicked = pytest.mark.skipif(not compiled(), reason="the flicks take too long uncompiled")

OPEN_BOARD = {  # distance -> shares at skill -1, 0, 1, 2
    Aim.ORBIT: {
        100: (0.604, 0.924, 1.000, 1.000),
        200: (0.250, 0.586, 0.912, 0.999),
        250: (0.173, 0.467, 0.822, 0.995),
        300: (0.123, 0.372, 0.729, 0.977),
        400: (0.072, 0.244, 0.576, 0.903),
    },
    Aim.FRONT: {
        100: (0.574, 0.733, 0.904, 0.996),
        200: (0.265, 0.524, 0.694, 0.858),
        250: (0.182, 0.439, 0.638, 0.792),
        300: (0.132, 0.358, 0.592, 0.742),
        400: (0.077, 0.245, 0.501, 0.674),
    },
    Aim.RAM: {
        100: (0.546, 0.917, 1.000, 1.000),
        200: (0.281, 0.610, 0.934, 1.000),
        250: (0.224, 0.504, 0.858, 0.997),
        300: (0.186, 0.426, 0.779, 0.985),
        400: (0.137, 0.326, 0.641, 0.935),
    },
    Aim.SIDE_LEFT: {
        125: (0.270, 0.530, 0.843, 0.990),
        200: (0.167, 0.345, 0.657, 0.938),
        300: (0.097, 0.228, 0.459, 0.800),
    },
}
CELLS = [
    (aim, distance, skill, share)
    for aim, rows in OPEN_BOARD.items()
    for distance, row in rows.items()
    for skill, share in zip(SKILLS, row, strict=True)
]
FULL_BOARD = {  # start (hole, slot), aim, target -> by skill: success, another orbit, off the board
    "W-B1": (((0, 1), Aim.ORBIT, 3), ((0.503, 0.030, 0), (0.854, 0, 0), (0.997, 0, 0), (1, 0, 0))),
    "W-B2": (
        ((0, 1), Aim.ORBIT, 4),
        ((0.131, 0.247, 0.007), (0.317, 0.199, 0), (0.559, 0.081, 0), (0.740, 0.003, 0)),
    ),
    "W-B3": (
        ((0, 1), Aim.ORBIT, 5),
        ((0.081, 0.292, 0.008), (0.132, 0.353, 0), (0.062, 0.605, 0), (0.002, 0.802, 0)),
    ),
    "W-B4": (
        ((3, 3), Aim.ORBIT, 10),
        ((0.119, 0.123, 0.020), (0.349, 0.029, 0), (0.706, 0.001, 0), (0.971, 0, 0)),
    ),
    "W-B5": (
        ((4, 3), Aim.ORBIT, 9),
        ((0.009, 0.223, 0.140), (0.003, 0.077, 0.079), (0, 0.004, 0.006), (0, 0, 0)),
    ),
    "W-B6": (
        ((2, 0), Aim.ORBIT, 21),
        ((0.002, 0.063, 0.721), (0.005, 0.027, 0.831), (0.002, 0.001, 0.951), (0, 0, 0.994)),
    ),
    "W-B7": (((6, 1), Aim.ORBIT, 20), ((0.340, 0.014, 0), (0.700, 0, 0), (0.968, 0, 0), (1, 0, 0))),
    "W-B8": (((6, 1), Aim.RAM, None), ((0.436, 0.114, 0), (0.827, 0.053, 0), (0.996, 0.002, 0), (1, 0, 0))),
    "W-B9": (((4, 3), Aim.FRONT, 12), ((0.639, 0.039, 0), (0.798, 0, 0), (0.957, 0, 0), (1, 0, 0))),
}
BITS = [
    ["0x1.1a900d90d0176p+7", "0x1.fb236601ed2dfp+6"],
    ["0x1.15ffe31781d4dp+7", "0x1.0349847f0fb48p+7"],
    ["0x1.07654f0a71a1ap+7", "0x1.2e0e2855a513cp+7"],
]


def open_scene(aim, distance, name="x"):
    """Return a scene with one planet or one enemy ship at this distance to the right of the ship; no edge is near."""
    board = bare_board((0, 0), board__width=2000.0, board__height=2000.0)
    s = Scene(board, **{name: (800, 1000)})
    if aim in (Aim.RAM, Aim.NEAR):
        board.hole_x[0] = board.hole_y[0] = FAR_AWAY
        s.put("enemy", (800 + distance, 1000))
        return s, s.number["enemy"]
    board.hole_x[0], board.hole_y[0] = 800 + distance, 1000
    return s, 0


def rates(s, aim, target, skill, name="x"):
    """Return the shares of the results of a shot that is flicked many times."""
    aim_shot(s.board, s.scene, s.flick, s.number[name], aim, target, RANGE)
    s.flick.spread = 2.0**-skill
    tally = zeros(1, tally_dt)[0]
    play_many(s.board, s.scene, s.flick, KEY, 0, FLICKS, RANGE, tally)
    return {name: tally[name] / FLICKS for name in tally.dtype.names}


def estimated(s, aim, target, skill, name="x", least=0.0):
    ship = s.number[name]
    look_around(s.board, s.scene, ship, s.flick.sight)
    return estimate(s.board, s.scene, s.flick.sight, ship, aim, target, 2.0**-skill, RANGE, least)


@flicked
@pytest.mark.parametrize(("aim", "distance", "skill", "share"), CELLS)
def test_the_open_board(aim, distance, skill, share):
    """ASE-20, the tables of O, F, R and S."""
    s, target = open_scene(aim, distance)
    assert rates(s, aim, target, skill)["hits"] == pytest.approx(share, abs=SLACK)


@flicked
@pytest.mark.parametrize(("distance", "share"), [(125, 0.734), (200, 0.545), (300, 0.350)])
def test_aimed_at_the_centre(distance, share):
    """ASE-20, L0 = D."""
    s, target = open_scene(Aim.ORBIT, distance)
    aim_shot(s.board, s.scene, s.flick, s.number["x"], Aim.ORBIT, target, RANGE)
    s.flick.spread, s.flick.length = 1.0, distance
    tally = zeros(1, tally_dt)[0]
    play_many(s.board, s.scene, s.flick, KEY, 0, FLICKS, RANGE, tally)
    assert tally.hits / FLICKS == pytest.approx(share, abs=SLACK)


@flicked
@pytest.mark.parametrize(("distance", "share"), [(125, 0.857), (200, 0.607), (300, 0.394)])
def test_battleships(distance, share):
    """ASE-20, L0 = D - 16."""
    s, target = open_scene(Aim.ORBIT, distance, "battleship")
    assert rates(s, Aim.ORBIT, target, 0, "battleship")["hits"] == pytest.approx(share, abs=SLACK)


@flicked
@pytest.mark.parametrize(("distance", "share", "ram"), [(100, 0.952, 0.021), (200, 0.634, 0.127), (300, 0.490, 0.135)])
def test_stopping_next_to_an_enemy(distance, share, ram):
    """ASE-20, aim N: The ship stops within range, without a ram."""
    s, target = open_scene(Aim.NEAR, distance)
    result = rates(s, Aim.NEAR, target, 0)
    assert (result["hits"], result["rams"]) == pytest.approx((share, ram), abs=SLACK)


def shot_on_the_full_board(name):
    """Return a scene of the table of the full board, with its aim."""
    ((hole, slot), aim, target), expected = FULL_BOARD[name]
    board = full_board(flick__p_edge=0.0)
    s = Scene(board, x=(slot_x(board, hole, 0, slot), slot_y(board, hole, 0, slot)))
    if target is None:
        s.put("enemy", (slot_x(board, 20, 0, 7), slot_y(board, 20, 0, 7)))
        target = s.number["enemy"]
    return s, aim, target, expected


@flicked
@pytest.mark.parametrize("name", FULL_BOARD)
def test_the_full_board(name):
    """W-B1, W-B2, W-B3, W-B4, W-B5, W-B6, W-B7, W-B8, W-B9."""
    s, aim, target, expected = shot_on_the_full_board(name)
    for skill, row in zip(SKILLS, expected, strict=True):
        result = rates(s, aim, target, skill)
        assert (result["hits"], result["other_orbits"], result["off"]) == pytest.approx(row, abs=SLACK)


@flicked
def test_ships_that_roll_change_little():
    """ASE-20.15: With the edge rolls of the data no cell changes by more than .02 plus slack."""
    for skill, share in zip(SKILLS, OPEN_BOARD[Aim.ORBIT][200], strict=True):
        s, target = open_scene(Aim.ORBIT, 200)
        s.board.p_edge = 0.02
        assert rates(s, Aim.ORBIT, target, skill)["hits"] == pytest.approx(share, abs=0.02 + SLACK)


@flicked
def test_the_edge_of_the_board():
    """ASE-20, form 5: The flick goes to the edge at a right angle, without an error of the angle."""
    shares = {-1: (0.1318, 0.2820, 0.4332), 0: (0.0127, 0.1243, 0.3683), 1: (0, 0.0105, 0.2506), 2: (0, 0, 0.0893)}
    s = Scene(bare_board(flick__sigma_angle_deg=0.0), x=(360, 75))
    for skill, row in shares.items():
        result = []
        for length in (50, 60, 70):
            s.send(270, 0, spread=2.0**-skill)
            s.flick.length = length
            tally = zeros(1, tally_dt)[0]
            play_many(s.board, s.scene, s.flick, KEY, 0, FLICKS, RANGE, tally)
            result.append(tally.off / FLICKS)
        assert result == pytest.approx(row, abs=SLACK)


@pytest.mark.parametrize(("aim", "distance", "skill", "share"), CELLS)
def test_estimates_on_the_open_board(aim, distance, skill, share):
    """ASE-20, planning estimates: O, F, R, S agree within the error bounds of the ledger."""
    s, target = open_scene(aim, distance)
    slack = {Aim.RAM: 0.012, Aim.SIDE_LEFT: 0.07}.get(aim, 0.032)
    assert estimated(s, aim, target, skill) == pytest.approx(share, abs=slack)


@pytest.mark.parametrize(("distance", "share"), [(100, 0.952), (200, 0.634), (300, 0.490)])
def test_estimates_of_stopping_next_to_an_enemy(distance, share):
    """ASE-20, planning estimates: N."""
    s, target = open_scene(Aim.NEAR, distance)
    assert estimated(s, Aim.NEAR, target, 0) == pytest.approx(share, abs=0.05)


@pytest.mark.parametrize(("distance", "share"), [(125, 0.857), (200, 0.607), (300, 0.394)])
def test_estimates_for_battleships(distance, share):
    """ASE-20, planning estimates: O."""
    s, target = open_scene(Aim.ORBIT, distance, "battleship")
    assert estimated(s, Aim.ORBIT, target, 0, "battleship") == pytest.approx(share, abs=0.032)


def test_both_sides_are_alike():
    """D6: S- is the mirror image of S+."""
    s, target = open_scene(Aim.SIDE_LEFT, 200)
    left, right = (estimated(s, aim, target, 0) for aim in (Aim.SIDE_LEFT, Aim.SIDE_RIGHT))
    assert left == pytest.approx(right)


def test_estimates_account_for_hidden_targets():
    """ASE-20, shadow rule: The largest errors are at half-hidden targets that ricochets reach (W-B2)."""
    errors = []
    for name in FULL_BOARD:
        s, aim, target, expected = shot_on_the_full_board(name)
        errors += [estimated(s, aim, target, skill) - row[0] for skill, row in zip(SKILLS, expected, strict=True)]
    assert max(map(abs, errors)) < 0.2
    assert math.sqrt(sum(e * e for e in errors) / len(errors)) < 0.06


@pytest.mark.parametrize(("heading", "side"), [(0, 12), (100, -12), (177, 12), (183, -12), (260, 12)])
def test_estimates_are_the_same_all_around(heading, side):
    """ASE-20, shadow rule: The bearing does not matter, with a ship that hides most of the planet.

    It covers 9.14 degrees to both sides of a bearing of 6.84, the planet 9.79 to both sides of the line.
    """
    u, v = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    board = bare_board((0, 0), board__width=2000.0, board__height=2000.0)
    board.hole_x[0], board.hole_y[0] = 1000 + 200 * u, 1000 + 200 * v
    s = Scene(board, x=(1000, 1000), own=(1000 + 100 * u - side * v, 1000 + 100 * v + side * u))
    assert estimated(s, Aim.ORBIT, 0, 0) == pytest.approx(0.1876, abs=1e-4)


@pytest.mark.parametrize("aim", [Aim.ORBIT, Aim.FRONT, Aim.SIDE_RIGHT, Aim.RAM, Aim.NEAR])
def test_estimates_above_the_threshold_are_complete(aim):
    """Estimates below it may be 0, and are 0 if the length is already too unlikely."""
    s, target = open_scene(aim, 200)
    chance = estimated(s, aim, target, 0)
    below, above = 0.9 * chance, 1.1 * chance
    assert estimated(s, aim, target, 0, least=below) == chance
    assert estimated(s, aim, target, 0, least=above) in (0.0, chance)
    assert estimated(s, aim, target, 0, least=1.0) == 0.0


def test_a_waypoint_is_never_missed():
    s, _ = open_scene(Aim.ORBIT, 200)
    assert estimated(s, Aim.WAYPOINT, 4, 0) == 1.0


@pytest.mark.parametrize("aim", [Aim.ORBIT, Aim.FRONT])
def test_perfect_skill_always_hits(aim):
    """ASE-20, invariant of skill: An unobstructed shot without errors hits."""
    s, target = open_scene(aim, 300)
    s.board.flick_model = 3
    assert estimated(s, aim, target, 0) == 1.0


@rule
def end_places(board, scene, flick, key, first, places):
    """Store the final positions of the flicked ship, for flicks from number `first` on."""
    for k in range(places.shape[0]):
        draw_randomness(board, flick, key[0], key[1], 0, first + k)
        play_flick(board, scene, flick)
        places[k, 0], places[k, 1] = scene.x[flick.ship], scene.y[flick.ship]
        undo(scene, flick)


def ends(first, count):
    """Return the final position of every flick of a shot into a crowd, on a board with seams and edge rolls."""
    board = full_board(flick__seam_p=0.5, flick__p_edge=0.1)
    s = Scene(board, x=(107, 93.5), own=(150, 140), battleship=(140, 170), enemy=(230, 130), enemy_2=(200, 240))
    aim_shot(board, s.scene, s.flick, s.number["x"], Aim.ORBIT, 3, RANGE)
    s.flick.spread = 2.0
    places = np.zeros((count, 2))
    end_places(board, s.scene, s.flick, KEY, first, places)
    return places


def test_results_do_not_depend_on_the_batch_or_the_threads():
    """ASE-20.18: A flick depends only on its number."""
    count = 2000 if compiled() else 40
    whole = ends(0, count).tobytes()
    for size in (count // 8, count // 2):
        with ThreadPoolExecutor(4) as threads:
            parts = threads.map(lambda first, size=size: ends(first, size).tobytes(), range(0, count, size))
            assert b"".join(parts) == whole


def test_results_match_ieee_arithmetic():
    """Results are equal compiled, uncompiled and on every machine: final positions of some flicks, in hexadecimal."""
    assert [[at.hex() for at in place] for place in ends(37, 3).tolist()] == BITS
