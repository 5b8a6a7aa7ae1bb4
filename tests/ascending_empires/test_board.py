"""The geometry of the board, its data, and the orbits of ships (ASE-22, ASE-2.8, ASE-4.6)."""

import math
from itertools import combinations

import pytest

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires.board import (
    gap,
    is_slot_free,
    launch_ship,
    orbit_at,
    remove_ship,
    slot_x,
    slot_y,
)
from starbalance.simulator.games.ascending_empires.board_reader import fill_board
from starbalance.simulator.games.ascending_empires.board_rules import (
    BATTLESHIP,
    HOLES,
    HULLS,
    LAUNCH_SLOTS,
    NONE,
    PIECES,
    QUADRANT_HOLES,
    QUADRANTS,
    SHIPS,
    Hull,
    Quadrant,
    board_dt,
)
from tests.ascending_empires.scene import Scene, document, full_board

BOARD = full_board()
SEEDS = range(1, 9)


def places(board):
    return list(zip(board.hole_x.tolist(), board.hole_y.tolist(), strict=True))


def turned(place, board=BOARD):
    """Return a position after the board is turned clockwise by a quarter."""
    return place[1], board.width - place[0]


def mirrored(place):
    return place[1], place[0]


def test_seven_holes_a_quadrant():
    """ASE-1.2, ASE-1.6, ASE-22.12: the quadrants run clockwise from the lower left."""
    assert BOARD.quadrant.tolist() == [quadrant for quadrant in Quadrant for _ in range(QUADRANT_HOLES)]
    for (x, y), quadrant in zip(places(BOARD), BOARD.quadrant, strict=True):
        left, low = quadrant in (Quadrant.ALPHA, Quadrant.BETA), quadrant in (Quadrant.ALPHA, Quadrant.DELTA)
        assert (x < 360, y < 360) == (left, low)


@pytest.mark.parametrize("seed", [0, *SEEDS])
def test_the_quadrants_are_one_template_turned_and_mirrored(seed):
    """ASE-22.13, ASE-22.16: This holds for the printed layout (seed 0) and for random layouts."""
    board = full_board(board__layout="jitter", board__layout_seed=seed) if seed else BOARD
    assert (places(board) == places(BOARD)) == (seed == 0)
    template = places(board)[:QUADRANT_HOLES]
    for quadrant in range(QUADRANTS):
        holes = places(board)[QUADRANT_HOLES * quadrant : QUADRANT_HOLES * (quadrant + 1)]
        assert max(math.dist(*pair) for pair in zip(holes, template, strict=True)) < 1e-9
        template = [turned(place) for place in template]
    assert {mirrored(place) for place in places(board)[:QUADRANT_HOLES]} == set(places(board)[:QUADRANT_HOLES])


def test_pieces_hold_four_two_and_four_holes():
    """ASE-22.13: no hole is closer than 40 to a seam."""
    held = [0] * PIECES**2
    for x, y in places(BOARD):
        held[PIECES * int(x // 240) + int(y // 240)] += 1
        assert min(abs(at - seam) for at in (x, y) for seam in (240, 480)) >= 40
    assert held == [4, 2, 4, 2, 4, 2, 4, 2, 4]


def test_a_ship_is_in_at_most_one_orbit():
    """ASE-22.11."""
    least = min(math.dist(*pair) for pair in combinations(places(BOARD), 2))
    assert least == pytest.approx(103.0776, abs=1e-4)
    assert least > 2 * (BOARD.orbit_r + BOARD.battleship_r)


def test_distances_from_a_corner():
    """ASE-22.17 and the table of the layout."""
    corner, *rest = places(BOARD)[:QUADRANT_HOLES]
    assert [round(math.dist(corner, hole), 1) for hole in rest] == [125, 125, 155.6, 226.4, 226.4, 304.1]
    assert min(math.dist(corner, hole) for hole in places(BOARD)[QUADRANT_HOLES:]) == pytest.approx(345.9, abs=0.1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_layout_keeps_the_minimum_distances(seed):
    """ASE-22.16."""
    board = full_board(board__layout="jitter", board__layout_seed=seed)
    assert min(math.dist(*pair) for pair in combinations(places(board), 2)) >= 101
    assert min(abs(at - seam) for place in places(board) for at in place for seam in (240, 480)) >= 28
    assert abs(board.hole_x - BOARD.hole_x).max() <= 15
    assert abs(board.hole_y - BOARD.hole_y).max() <= 15
    assert places(board)[0] == places(BOARD)[0]


def test_a_layout_is_the_same_for_its_seed():
    """ASE-22.16."""
    one, same, second = (full_board(board__layout="jitter", board__layout_seed=seed) for seed in (3, 3, 4))
    assert places(one) == places(same) != places(second)


def test_a_larger_board_has_the_same_discs():
    """ASE-22.16."""
    board = full_board(board__board_scale=1.3)
    assert (board.width, board.hole_x[3], board.seam[0]) == pytest.approx((936, 240.5, 312))
    assert (board.planet_r, board.orbit_r, board.radius.tolist()) == (20, 38, [8, 12])


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"holes__Alpha_3__x": 100.0, "holes__Alpha_3__y": 100.0}, ("Alpha_0", "Alpha_3", "overlap")),
        ({"holes__Alpha_3__x": 130.0, "holes__Alpha_3__y": 120.0}, ("Alpha_0", "Alpha_3", "both orbits")),
        ({"holes__Gamma_0__x": 705.0}, ("Gamma_0", "edge", "700")),
        ({"holes__Gamma_0__y": -1.0}, ("Gamma_0", "edge", "20")),
        ({"holes__Delta_5__x": 470.0}, ("Delta_5", "seam", "480")),
        ({"board__orbit_r": 39.6}, ("Alpha_1", "Alpha_4", "both orbits", "103.2")),
        ({"holes__Beta_1__quadrant": "alpha"}, ("7 holes for each quadrant",)),
        ({"quadrants__Beta__start_slots": [10, 10, 9]}, ("Beta", "[10, 10, 9]")),
        ({"quadrants__Beta__start_slots": [10, 12, 9]}, ("Beta", "[10, 12, 9]")),
        ({"board__layout": "jitter", "board__jitter_apart": 125.0}, ("jitter",)),
        ({"board__slot_r_starship": 27.9}, ("slot_r_starship", "28 to 46")),
        ({"board__slot_r_starship": 46.1}, ("slot_r_starship", "28 to 46")),
        ({"board__slot_r_battleship": 31.9}, ("slot_r_battleship", "32 to 50")),
        ({"board__slot_r_battleship": 50.1}, ("slot_r_battleship", "32 to 50")),
    ],
)
def test_an_invalid_layout_is_refused(changes, names):
    """ASE-22.11, ASE-22.13, ASE-22.14: The message names the two holes that clash."""
    with pytest.raises(BadInput) as refused:
        full_board(**changes)
    for name in names:
        assert name in str(refused.value)


def test_the_quadrants_have_their_order():
    """ASE-22.12."""
    data = document()
    data["quadrants"] = dict(reversed(data["quadrants"].items()))
    with pytest.raises(BadInput, match="must list Alpha, Beta, Gamma, Delta, in this order"):
        fill_board(zeros(1, board_dt)[0], data)


def test_slots_stand_around_the_hole():
    """ASE-4.6: slot k at 30k degrees."""
    for hull, radius in ((Hull.STARSHIP, 37), (Hull.BATTLESHIP, 41)):
        for slot in range(LAUNCH_SLOTS):
            angle = math.radians(30 * slot)
            slots = slot_x(BOARD, 3, hull, slot), slot_y(BOARD, 3, hull, slot)
            assert slots == pytest.approx((185 + radius * math.cos(angle), 185 + radius * math.sin(angle)))


def test_neighbouring_slots():
    """ASE-22.15: Two ships fit on neighbouring slots, two battleships do not."""
    board = full_board()
    s = Scene(board)
    for hull in range(HULLS):
        ship = BATTLESHIP if hull else 0
        launch_ship(board, s.scene, ship, 3, 4)
        for second in range(HULLS):
            assert is_slot_free(board, s.scene, 3, second, 5) == (not (hull and second))
        assert not is_slot_free(board, s.scene, 3, 0, 4)
        remove_ship(s.scene, ship)
    assert is_slot_free(board, s.scene, 3, 0, 4)


def test_six_ships_between_the_slots_block_a_homeworld():
    """W-4.4, A45: Each is midway between two slots; without one of them two slots are free."""
    names = [f"enemy_{k}" for k in range(6)]
    angles = [math.radians(15 + 60 * k) for k in range(6)]
    ships = {name: (75 + 37 * math.cos(a), 75 + 37 * math.sin(a)) for name, a in zip(names, angles, strict=True)}
    s = Scene(BOARD, **ships)

    def free():
        return [slot for slot in range(LAUNCH_SLOTS) if is_slot_free(BOARD, s.scene, 0, 0, slot)]

    assert free() == []
    remove_ship(s.scene, s.number["enemy_2"])
    assert free() == [4, 5]


def test_a_slot_beyond_the_edge_is_not_free():
    """ASE-4.6, ASE-20.9: A hole may be near the edge, so that a part of its ring is cut off."""
    board = full_board(holes__Alpha_0__x=30.0)
    s = Scene(board)
    assert not is_slot_free(board, s.scene, 0, 0, 6)
    assert is_slot_free(board, s.scene, 0, 0, 0)


def test_the_first_slots_point_at_the_middle_of_the_board():
    """ASE-22.14: the two slots of the ledger and the next one, turned with the quadrant."""
    assert BOARD.start_slot.tolist() == [[1, 2, 0], [10, 11, 9], [7, 8, 6], [4, 5, 3]]
    for quadrant in Quadrant:
        corner = QUADRANT_HOLES * quadrant
        apart = [math.dist((slot_x(BOARD, corner, 0, k), slot_y(BOARD, corner, 0, k)), (360, 360)) for k in range(12)]
        assert sorted(sorted(range(LAUNCH_SLOTS), key=lambda k: apart[k])[:2]) == sorted(BOARD.start_slot[quadrant][:2])


def test_open_space():
    """ASE-2.9."""
    assert orbit_at(BOARD, 360.0, 360.0, 8.0) == NONE
    assert [orbit_at(BOARD, x + 45.0, y, 8.0) for x, y in places(BOARD)] == list(range(HOLES))


def test_gap_of_a_battleship():
    """A51, ASE-8.2: edge to edge for all sizes."""
    s = Scene(BOARD, x=(360, 360), enemy_battleship=(400, 330))
    assert s.number["enemy_battleship"] == SHIPS + BATTLESHIP
    assert gap(BOARD, s.scene, s.number["x"], s.number["enemy_battleship"]) == pytest.approx(30)
