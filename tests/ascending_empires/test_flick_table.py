"""The table model instead of the slide: an aim succeeds or fails as a whole (ASE-20.13)."""

import math

import pytest

from starbalance.simulator.games.ascending_empires.board import slot_x, slot_y
from starbalance.simulator.games.ascending_empires.board_rules import LAUNCH_SLOTS, NONE, Aim, Event
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.estimate import estimate, look_around
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick, probe_flick
from tests.ascending_empires.scene import Scene, full_board, overlaps

BOARD = full_board(flick__flick_model="table", flick__p_edge=0.0)
START = slot_x(BOARD, 0, 0, 1), slot_y(BOARD, 0, 0, 1)


def shot(s, aim, target, hit, **randomness):
    """Flick the shot at skill 0 with this uniform draw."""
    aim_shot(s.board, s.scene, s.flick, s.number["x"], aim, target, 50.0)
    s.flick.spread, s.flick.hit, s.flick.edge = 1.0, hit, 1.0
    s.flick.z1, s.flick.z2 = randomness.get("z1", 0.0), randomness.get("z2", 0.0)
    play_flick(s.board, s.scene, s.flick)
    return s


def chance(s, aim, target):
    look_around(s.board, s.scene, s.number["x"], s.flick.sight)
    return estimate(s.board, s.scene, s.flick.sight, s.number["x"], aim, target, 1.0, 50.0, 0.0)


def test_a_success_puts_the_ship_on_the_nearest_free_slot():
    """ASE-20.13."""
    s = Scene(BOARD, x=START)
    sure = chance(s, Aim.ORBIT, 3)
    shot(s, Aim.ORBIT, 3, sure - 1e-6)
    slots = [(slot_x(BOARD, 3, 0, k), slot_y(BOARD, 3, 0, k)) for k in range(LAUNCH_SLOTS)]
    assert s.at() == min(slots, key=lambda place: math.dist(place, START))
    assert s.orbit() == 3
    assert s.flick.ended == Event.STOP


def test_a_failure_ends_at_the_end_of_the_line():
    """ASE-20.13: It passes over everything, and is drawn back out of the disc at its end."""
    s = Scene(BOARD, x=START)
    sure = chance(s, Aim.ORBIT, 3)
    shot(s, Aim.ORBIT, 3, sure + 1e-6)
    assert math.dist(s.at(), (185, 185)) == pytest.approx(28)
    assert overlaps(BOARD, s.scene) == []
    wide = shot(Scene(BOARD, x=START), Aim.ORBIT, 3, 1.0, z1=4.0)
    assert math.dist(wide.at(), START) == pytest.approx(wide.flick.length)


def test_no_free_slot_is_a_failure():
    """ASE-20.13."""
    s = Scene(BOARD, x=START)
    for k in range(6):
        angle = math.radians(15 + 60 * k)
        s.put(f"enemy_{k}", (185 + 37 * math.cos(angle), 185 + 37 * math.sin(angle)))
    shot(s, Aim.ORBIT, 3, 0.0)
    assert s.at() not in [(slot_x(BOARD, 3, 0, k), slot_y(BOARD, 3, 0, k)) for k in range(LAUNCH_SLOTS)]
    assert overlaps(BOARD, s.scene) == []


def test_a_failure_beyond_the_edge_is_off():
    """ASE-20.13."""
    s = Scene(BOARD, x=START)
    aim_shot(s.board, s.scene, s.flick, s.number["x"], Aim.WAYPOINT, 0, 50.0)
    s.send(180, 200, hit=0.0)
    assert (s.at(), s.flick.off, s.flick.ended) == (None, 1, Event.EDGE)


def test_a_waypoint_always_fails():
    """ASE-20.13: It ends at the position given by its error."""
    s = shot(Scene(BOARD, x=START), Aim.WAYPOINT, 4, 0.0)
    assert s.at() == pytest.approx((360, 360))


@pytest.mark.parametrize("aim", [Aim.RAM, Aim.NEAR])
def test_a_ram(aim):
    """ASE-20.13, ASE-21.4."""
    for survives in (0, 1):
        s = Scene(BOARD, x=START, enemy=(200, 140))
        s.flick.survives = survives
        shot(s, aim, s.number["enemy"], 0.0)
        assert s.at("enemy") is None
        assert s.flick.ram_enemy == s.number["enemy"]
        if survives:
            assert math.dist(s.at(), (200, 140)) == pytest.approx(16)
            assert s.orbit() == NONE  # it has left the orbit of its start (ASE-20.10)
        else:
            assert s.at() is None


def test_a_ram_that_fails():
    """ASE-20.13: No disc is touched on the way."""
    s = shot(Scene(BOARD, x=START, enemy=(200, 140)), Aim.RAM, 9, 1.0)
    assert s.flick.ram_enemy == NONE
    assert s.at("enemy") == (200, 140)


def test_drawn_back_out_of_several_discs():
    """ASE-20.13: first out of the ship at the end, then out of the one before it."""
    s = Scene(BOARD, x=(360, 360))
    for k in range(3):
        s.put(f"own_{k}", (360, 400 + 16 * k))
    s.send(90, 70, hit=1.0)
    assert s.at() == pytest.approx((360, 384))
    assert overlaps(BOARD, s.scene) == []


def test_a_probe_of_the_table():
    """ASE-20: It moves no ship and takes the likelier result, independent of the draw."""
    s = Scene(BOARD, x=START)
    aim_shot(s.board, s.scene, s.flick, s.number["x"], Aim.ORBIT, 3, 50.0)
    s.flick.spread, s.flick.hit = 1.0, 1.0
    probe_flick(s.board, s.scene, s.flick, 0.0, 0.0)
    assert s.at() == START
    assert math.dist(s.events(Event.STOP)[0][2], (185, 185)) == pytest.approx(37)
    assert s.flick.hit == 1.0


def test_the_shooter_blocks_no_slot():
    """ASE-20.13, ASE-22.15: The nearest slot overlaps the position that the ship leaves."""
    s = shot(Scene(BOARD, x=(138, 185)), Aim.ORBIT, 3, 0.0)
    assert s.at() == pytest.approx((148, 185))


@pytest.mark.parametrize(("ships", "y"), [(8, 29), (9, 20)])
def test_a_ship_is_drawn_back_at_most_eight_times(ships, y):
    """ASE-20.13: Each disc of a row leads back to the previous one; if eight times are not enough, the ship stays."""
    s = Scene(BOARD, x=(360, 20))
    for k in range(ships):
        s.put(f"own_{k}" if k < 7 else f"enemy_{k}", (360, 30 + 15 * (ships - k)))
    s.send(90, 15 * ships + 15, hit=1.0)
    assert s.at() == pytest.approx((360, y))
