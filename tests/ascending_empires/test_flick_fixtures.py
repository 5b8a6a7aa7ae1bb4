"""The law of flicks against worked examples: single slides, contacts and chains (ASE-20, ASE-5)."""

import math

import pytest

from starbalance.simulator.games.ascending_empires.board import is_within, slot_x, slot_y
from starbalance.simulator.games.ascending_empires.board_rules import NONE, Aim, Event, Hull
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.error import actual_shot
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick
from tests.ascending_empires.scene import Scene, bare_board, from_centre, full_board, heading

MIDDLE = (360, 360)


def near(*place):
    return pytest.approx(place, abs=1e-4)


def test_head_on_ricochet_that_leaves_the_orbit():
    """W-F1, ASE-20.6."""
    s = Scene(bare_board(MIDDLE), x=(360, 200)).send(90, 200)
    assert s.at() == near(360, 307.52)
    assert s.flick.ricochets == 1
    assert from_centre(s.board, 0, s.at()) == pytest.approx(52.48)
    assert s.orbit() == NONE


def test_head_on_ricochet_that_stays_in_orbit():
    """W-F2, ASE-5.10."""
    s = Scene(bare_board(MIDDLE), x=(360, 200)).send(90, 180)
    assert s.at() == near(360, 314.72)
    assert s.orbit() == 0


@pytest.mark.parametrize(
    ("length", "place", "distance", "orbit"),
    [(200, (300.5046, 351.0862), 60.1594, NONE), (160, (327.0134, 343.9165), 36.6987, 0)],
)
def test_oblique_ricochet(length, place, distance, orbit):
    """W-F3, W-F4, ASE-20.6."""
    s = Scene(bare_board(MIDDLE), x=(340, 200)).send(90, length)
    assert s.at() == near(*place)
    assert from_centre(s.board, 0, s.at()) == pytest.approx(distance, abs=1e-4)
    assert s.orbit() == orbit


def test_passing_close_is_no_contact():
    """Over its whole length; the centres pass at 28.01, and the radii add up to 28.

    W-F5, ASE-20.3, ASE-20.4, ASE-20.5.
    """
    s = Scene(bare_board(MIDDLE), x=(331.99, 200)).send(90, 300)
    assert s.at() == near(331.99, 500)
    assert s.flick.contacts == 0


def test_starting_in_contact_and_moving_inward_bounces_at_once():
    """W-F6, ASE-20.4."""
    s = Scene(bare_board(MIDDLE), x=(360, 332)).send(90, 30)
    assert s.at() == near(360, 321.2)


def test_a_disc_whose_centre_stops_on_the_edge_stays():
    """W-F7, ASE-20.4, ASE-20.9, ASE-5.8."""
    assert Scene(bare_board(), x=(75, 40)).send(270, 40).at() == near(75, 0)
    gone = Scene(bare_board(), x=(75, 40)).send(270, 50)
    assert gone.at() is None
    assert gone.flick.ended == Event.EDGE
    assert (gone.flick.off, gone.flick.off_ship[0]) == (1, gone.number["x"])


@pytest.mark.parametrize(("x", "y"), [(360, 284), (348, 289.417)])
def test_ram(x, y):
    """W-F8, W-F9, ASE-5.4, ASE-20.7."""
    s = Scene(bare_board(), x=(x, 200), enemy=(360, 300)).send(90, 120)
    assert (s.at(), s.at("enemy")) == (None, None)
    assert (s.flick.ram_own, s.flick.ram_enemy) == (s.number["x"], s.number["enemy"])
    assert (s.flick.own_lost, s.flick.enemy_lost, s.flick.ended) == (1, 1, Event.RAM)
    assert s.events(Event.RAM)[0][2] == near(x, y)


def test_a_flick_that_falls_short_is_no_ram():
    """W-F8, ASE-20.4."""
    s = Scene(bare_board(), x=(360, 200), enemy=(360, 300)).send(90, 80)
    assert s.at() == near(360, 280)
    assert s.flick.ram_own == NONE


def test_two_ricochets():
    """W-F10, ASE-5.2."""
    s = Scene(bare_board((360, 260), (360, 140)), x=(360, 200)).send(90, 400)
    assert s.at() == near(360, 192.6528)
    assert s.flick.ricochets == 2


def test_a_friendly_ship_is_pushed():
    """W-F11, ASE-20.8."""
    s = Scene(bare_board(), x=(100, 100), own=(150, 100)).send(0, 100)
    assert s.events(Event.SHIP)[0][2] == near(134, 100)
    assert s.at() == near(134.66, 100)
    assert s.at("own") == near(203.46, 100)
    assert s.flick.own_lost == 0


@pytest.mark.parametrize(("name", "reach"), [("x", 46.0), ("battleship", 50.0)])
def test_partial_contact_with_the_ring_is_orbit(name, reach):
    """W-F12, ASE-2.8, ASE-2.9, ASE-22.10, ASE-22.18."""
    assert Scene(bare_board(MIDDLE), **{name: (360 + reach, 360)}).orbit(name) == 0
    assert Scene(bare_board(MIDDLE), **{name: (360 + reach + 0.01, 360)}).orbit(name) == NONE


@pytest.mark.parametrize(("apart", "short", "long"), [(66.0, 1, 1), (66.1, 0, 1), (106.0, 0, 1), (106.1, 0, 0)])
def test_range_is_the_gap_between_edges(apart, short, long):
    """W-F13, ASE-8.2, ASE-21.2."""
    s = Scene(bare_board(), x=(100, 100), enemy=(100 + apart, 100))
    pair = s.number["x"], s.number["enemy"]
    assert is_within(s.board, s.scene, *pair, s.board.range_short) == short
    assert is_within(s.board, s.scene, *pair, s.board.range_long) == long


def test_a_struck_friendly_ship_rams():
    """W-F14, ASE-20.7, ASE-20.8, ASE-20.19."""
    s = Scene(bare_board(), x=(100, 100), own=(150, 100), enemy=(220, 100)).send(0, 200)
    assert s.events(Event.RAM)[0] == (Event.RAM, "own", near(204, 100))
    assert (s.at("own"), s.at("enemy")) == (None, None)
    assert s.flick.ram_own == s.number["own"]
    assert s.at() == near(135.66, 100)
    assert s.flick.ended == Event.STOP


def test_an_oblique_push():
    """W-F15, ASE-20.8."""
    s = Scene(bare_board(), x=(100, 100), own=(150, 108)).send(0, 150)
    assert s.events(Event.SHIP)[0][2] == near(136.1436, 100)
    assert s.at("own") == near(209.9010, 142.5839)
    assert s.at() == near(154.9207, 77.4841)


def test_a_struck_disc_that_comes_back_stops_at_the_waiting_one():
    """W-F16, ASE-20.14."""
    s = Scene(bare_board((200, 100)), x=(100, 100), own=(150, 100)).send(0, 150)
    assert s.events(Event.WAITING)[0] == (Event.WAITING, "own", near(150, 100))
    assert s.at("own") == near(150.9396, 100)
    assert s.at() == near(134.0116, 100)


def test_a_battleship_is_heavier():
    """W-F17, ASE-20.16."""
    s = Scene(bare_board(), x=(100, 100), battleship=(150, 100)).send(0, 150)
    assert s.events(Event.SHIP)[0][2] == near(130, 100)
    assert (s.at(), s.at("battleship")) == (near(122.7290, 100), near(186.8095, 100))
    s = Scene(bare_board(), battleship=(100, 100), own=(150, 100)).send(0, 150, name="battleship")
    assert (s.at("battleship"), s.at("own")) == (near(153.8864, 100), near(336.3479, 100))


def test_after_the_ram_enemies_are_pushed():
    """W-F18, W-5.3, ASE-5.5, ASE-20.19."""
    s = Scene(bare_board(), x=(100, 100), own=(150, 112), enemy_1=(190, 136), enemy_2=(200, 60)).send(0, 300)
    contact, bump = s.events(Event.SHIP)
    assert contact[1:] == ("x", near(139.4170, 100))
    assert s.events(Event.RAM)[0][1:] == ("own", near(174.4354, 139.7071))
    assert (s.at("own"), s.at("enemy_1")) == (None, None)
    assert bump[1:] == ("x", near(185.2650, 66.2354))
    assert s.at() == near(185.2431, 60.4776)
    assert s.at("enemy_2") == near(264.0626, 32.8907)
    assert s.flick.bumps == 2


def test_only_the_first_two_are_destroyed():
    """W-5.1, ASE-5.5."""
    s = Scene(bare_board(), x=(100, 100), enemy_1=(160, 100), enemy_2=(180, 100)).send(0, 300)
    assert (s.at(), s.at("enemy_1")) == (None, None)
    assert s.at("enemy_2") == near(180, 100)


def test_a_ram_after_a_ricochet():
    """W-F19, ASE-5.7."""
    s = Scene(bare_board(MIDDLE), x=(340, 200), enemy=(300.5, 351)).send(90, 260)
    assert s.events(Event.PLANET)[0][2] == near(340, 340.4041)
    assert s.events(Event.RAM)[0][2] == near(315.9669, 346.9042)
    assert s.at("enemy") is None


def test_a_battleship_bounces_off_a_planet():
    """W-F20, ASE-8.12, D6: When aimed at the orbit, it is flicked to 16 short of the centre."""
    s = Scene(bare_board(MIDDLE), battleship=(360, 200))
    aim_shot(s.board, s.scene, s.flick, s.number["battleship"], Aim.ORBIT, 0, 0.0)
    assert s.flick.length == pytest.approx(144)
    s.send(90, s.flick.length, name="battleship")
    assert s.events(Event.PLANET)[0][2] == near(360, 328)
    assert s.at("battleship") == near(360, 322.24)
    assert s.orbit("battleship") == 0


def test_a_struck_ship_leaves_the_board():
    """W-F21, ASE-5.8, ASE-20.9."""
    s = Scene(bare_board(), x=(690, 300), own=(706.5, 300)).send(0, 60)
    assert s.events(Event.EDGE)[0] == (Event.EDGE, "own", near(720, 300))
    assert s.at("own") is None
    assert s.at() == near(691.095, 300)


def test_the_corner_of_the_board():
    """W-F22, ASE-20.9."""
    assert Scene(bare_board(), x=(700, 700)).send(45, 28).at() == near(719.7990, 719.7990)
    assert Scene(bare_board(), x=(700, 700)).send(45, 30).at() is None


def test_a_contact_with_a_ship_precedes_one_with_a_planet():
    """W-F23, ASE-20.4."""
    s = Scene(bare_board(MIDDLE), x=(360, 300), enemy=(360, 340)).send(90, 60)
    assert s.events()[0] == (Event.RAM, "x", near(360, 324))


def test_a_ship_that_rolls_on_its_edge_goes_farther():
    """W-F24, ASE-5.9, ASE-20.15."""
    s = Scene(bare_board(MIDDLE, flick__p_edge=0.02), x=(360, 200))
    assert s.send(90, 120, edge=0.019).at() == near(360, 314.72)
    s = Scene(bare_board(MIDDLE, flick__p_edge=0.02), x=(360, 200))
    assert s.send(90, 120, edge=0.02).at() == near(360, 320)


def test_a_seam_turns_and_slows():
    """W-F25, ASE-20.17: It turns by 5 degrees at x = 240, with 0.8 of the remaining 60."""
    s = Scene(bare_board(flick__seam_p=1.0), x=(200, 120))
    s.flick.seam_z[0] = 1.0
    s.send(0, 100)
    assert s.at() == near(287.8173, 124.1835)
    assert s.events(Event.SEAM)[0][2] == near(240, 120)


START = (0, 1)  # slot 1 of hole 0


@pytest.mark.parametrize(
    ("start", "aim", "target", "spread", "z1", "z2", "theta", "length", "ricochets", "place", "orbit"),
    [
        (START, Aim.ORBIT, 3, 1.0, 0, 0, 49.5693, 108.2063, 1, (163.1057, 159.3022), 3),  # W-G1
        (START, Aim.ORBIT, 3, 1.0, +1, -1, 54.5693, 85.9949, 0, (156.8957, 163.5702), 3),  # W-G2
        (START, Aim.ORBIT, 3, 1.0, +1, +1, 54.5693, 130.4176, 1, (144.9437, 170.2960), 3),  # W-G3
        (START, Aim.FRONT, 3, 0.25, +1, +1, 50.8193, 87.5503, 0, (162.3544, 161.3653), 3),  # W-G4
        (START, Aim.ORBIT, 5, 1.0, 0, 0, 1.9294, 181.0665, 1, (211.5199, 169.1120), 3),  # W-G5: 30.9 from hole 3
        (START, Aim.ORBIT, 5, 1.0, 1.2, 0, 7.9294, 181.0665, 1, (278.8282, 123.1137), 5),  # W-G6
        ((6, 1), Aim.ORBIT, 20, 2.0, -1, 0.5, 38.3778, 181.0520, None, (463.9758, 420.9050), 20),  # W-G7
        ((2, 0), Aim.ORBIT, 21, 1.0, 0, 0, 0.0, 396.0, 1, None, None),  # W-G8
    ],
)
def test_shots_on_the_full_board(start, aim, target, spread, z1, z2, theta, length, ricochets, place, orbit):
    """W-G1, W-G2, W-G3, W-G4, W-G5, W-G6, W-G7, W-G8, ASE-20.1, ASE-20.2, D6."""
    board = full_board(flick__p_edge=0.0)
    hole, slot = start
    s = Scene(board, x=(slot_x(board, hole, Hull.STARSHIP, slot), slot_y(board, hole, Hull.STARSHIP, slot)))
    aim_shot(board, s.scene, s.flick, s.number["x"], aim, target, 50.0)
    s.flick.spread, s.flick.z1, s.flick.z2, s.flick.edge = spread, z1, z2, 1.0
    ux, uy, flown = actual_shot(board, s.flick, s.flick.z1, s.flick.z2)
    assert heading(ux, uy) == pytest.approx(theta, abs=1e-4)
    assert flown == pytest.approx(length, abs=1e-4)
    play_flick(board, s.scene, s.flick)
    if place is None:
        assert s.at() is None
        assert s.events(Event.EDGE)[0][2] == near(366.1405, 0)
    else:
        assert s.at() == near(*place)
        assert s.orbit() == orbit
    if ricochets is not None:
        assert s.flick.ricochets == ricochets


def test_the_contacts_of_shots_on_the_full_board():
    """W-G1, W-G5: They give the position of the first contact."""
    board = full_board(flick__p_edge=0.0)
    for target, place in ((3, (166.8412, 163.6866)), (5, (181.4886, 96.0078))):
        s = Scene(board, x=(slot_x(board, 0, Hull.STARSHIP, 1), slot_y(board, 0, Hull.STARSHIP, 1)))
        aim_shot(board, s.scene, s.flick, s.number["x"], Aim.ORBIT, target, 50.0)
        s.flick.edge = 1.0
        play_flick(board, s.scene, s.flick)
        assert s.events(Event.PLANET)[0][2] == near(*place)


def test_the_reach_of_a_shot_at_an_orbit():
    """W-G1, D6: 12 short of the centre."""
    board = full_board()
    s = Scene(board, x=(slot_x(board, 0, Hull.STARSHIP, 1), slot_y(board, 0, Hull.STARSHIP, 1)))
    aim_shot(board, s.scene, s.flick, s.number["x"], Aim.ORBIT, 3, 50.0)
    assert s.flick.length == pytest.approx(108.2063, abs=1e-4)
    assert math.dist(s.at(), (185, 185)) == pytest.approx(120.2063, abs=1e-4)
