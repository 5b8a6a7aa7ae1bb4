"""Properties of every flick: energy, no overlap, symmetry, and each number and switch of the model (ASE-20)."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from starbalance.simulator.engine.records import values
from starbalance.simulator.games.ascending_empires.board import is_clear, seat_of
from starbalance.simulator.games.ascending_empires.board_rules import HOLES, NONE, Aim, Event
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot, has_arrived
from starbalance.simulator.games.ascending_empires.flick.contact import bounce, push
from starbalance.simulator.games.ascending_empires.flick.exact import cosine_and_sine, logarithm
from starbalance.simulator.games.ascending_empires.flick.flick import probe_flick
from starbalance.simulator.games.ascending_empires.flick.randomness import draw_randomness
from starbalance.simulator.games.ascending_empires.flick.risk import risk
from tests.ascending_empires.scene import FAR_AWAY, Scene, bare_board, full_board, overlaps

FULL = full_board(flick__p_edge=0.0)
WIDE = settings(max_examples=60)
MIDDLE = (360, 360)
FEW = 4  # contacts: each multiplies the rounding, a chain of glancing ones a thousandfold
NAMES = ("x", "own_1", "own_2", "battleship", "enemy_1", "enemy_2", "enemy_battleship")

angle = st.integers(0, 3599).map(lambda tenths: tenths / 10)
length = st.floats(5, 900)
share = st.floats(0.01, 0.99)
coordinate = st.floats(5, 715)
seats = st.lists(st.tuples(coordinate, coordinate), min_size=len(NAMES), max_size=len(NAMES))


def crowd(board, spots):
    """Place the ships that find room at these spots, including the flicked ship."""
    s = Scene(board)
    for name, (x, y) in zip(NAMES, spots, strict=True):
        radius = 12.0 if name.endswith("battleship") else 8.0
        is_free = all(math.dist((board.hole_x[h], board.hole_y[h]), (x, y)) >= 20 + radius for h in range(HOLES))
        if is_free and is_clear(board, s.scene, x, y, radius):
            s.put(name, (x, y))
    assume("x" in s.number)
    return s


@WIDE
@given(seats, angle, length)
def test_ships_never_overlap_after_a_flick(spots, heading, distance):
    """ASE-20.10: They do not overlap a planet either; ships on the board are within it."""
    s = crowd(FULL, spots).send(heading, distance)
    assert overlaps(FULL, s.scene) == []
    for name in s.number:
        if s.at(name) is not None:
            assert 0 <= min(s.at(name)) <= max(s.at(name)) <= 720


@WIDE
@given(seats, angle, length)
def test_a_flick_has_at_most_one_ram_and_ends(spots, heading, distance):
    """ASE-5.5, ASE-20.7, ASE-20.11, ASE-14.5: The enemy is lost only by the ram, or over the edge after it."""
    s = crowd(FULL, spots).send(heading, distance)
    assert len(s.events(Event.RAM)) == (s.flick.ram_enemy != NONE) <= 1
    assert s.flick.depth == 0
    gone = [name for name in s.number if s.at(name) is None]
    edge = [name for _, name, _ in s.events(Event.EDGE)]
    assert sorted(gone) == sorted([*edge, *(s.name(k) for k in (s.flick.ram_own, s.flick.ram_enemy) if k != NONE)])


@given(angle, angle, length, share, share)
def test_energy_never_grows_at_a_planet(heading, side, left, restitution, _):
    """ASE-20.6: It is kept only at restitution 1 or by a glancing contact."""
    u, n = math.radians(heading), math.radians(side)
    assume(math.cos(u - n) < 0)
    *_, rest = bounce(math.cos(u), math.sin(u), left, math.cos(n), math.sin(n), restitution)
    d = math.cos(u - n)
    assert rest == pytest.approx(left * (1 - (1 - restitution**2) * d * d))
    assert rest <= left * (1 + 1e-12)


@given(angle, angle, length, share, st.sampled_from([(64, 64), (64, 144), (144, 64)]))
def test_energy_never_grows_between_ships(heading, side, left, restitution, masses):
    """ASE-20.8, ASE-20.16: The momentum along the line of the contact does not change either."""
    u, n = math.radians(heading), math.radians(side)
    assume(math.cos(u - n) > 1e-6)
    one, two = masses
    vx, vy, rest, struck = push(math.cos(u), math.sin(u), left, math.cos(n), math.sin(n), one, two, restitution)
    assert one * rest + two * struck <= one * left * (1 + 1e-12)
    along = (vx * math.cos(n) + vy * math.sin(n)) * math.sqrt(rest)
    assert one * along + two * math.sqrt(struck) == pytest.approx(one * math.cos(u - n) * math.sqrt(left), abs=1e-6)


@WIDE
@given(seats, angle, length, st.integers(0, 3))
def test_a_turned_scene_gives_the_turned_result(spots, heading, distance, quarters):
    """ASE-20, form 7: The board is equal from each corner."""
    s = crowd(FULL, spots)
    t = Scene(FULL)
    for name in s.number:
        t.put(name, turned(s.at(name), quarters))
    before = {name: s.at(name) for name in s.number}
    s.send(heading, distance)
    ux, uy = s.flick.ux, s.flick.uy
    for _ in range(quarters):
        ux, uy = uy, -ux
    t.send(heading, distance, ux=ux, uy=uy)
    assume(s.flick.contacts <= FEW)
    for name in before:
        if s.at(name) is None:
            assert t.at(name) is None
        else:
            assert t.at(name) == pytest.approx(turned(s.at(name), quarters), abs=1e-9)


def turned(place, quarters):
    for _ in range(quarters):
        place = place[1], 720.0 - place[0]
    return place


@WIDE
@given(angle, length, st.floats(-2, 2), st.floats(-2, 2))
def test_a_mirrored_shot_with_the_mirrored_error(heading, distance, z1, z2):
    """ASE-20, form 7: The mirror is the diagonal of the board, with Z1 negated."""
    start = (250.0, 150.0)
    one, two = Scene(FULL, x=start), Scene(FULL, x=start[::-1])
    one.send(heading, distance, spread=1.0, z1=z1, z2=z2)
    two.send(heading, distance, ux=one.flick.uy, uy=one.flick.ux, spread=1.0, z1=-z1, z2=z2)
    assume(one.flick.contacts <= FEW)
    assert (one.at() is None) == (two.at() is None)
    if one.at() is not None:
        assert two.at() == pytest.approx(one.at()[::-1], abs=1e-9)


@WIDE
@given(seats, angle, length)
def test_a_flick_is_a_function_of_its_scene(spots, heading, distance):
    """ASE-20.18: The same bits result again, whichever flicks came before."""
    one, two = crowd(FULL, spots), crowd(FULL, spots)
    probe = two.number["x"]
    aim_shot(FULL, two.scene, two.flick, probe, Aim.WAYPOINT, 4, 50.0)
    probe_flick(FULL, two.scene, two.flick, 1.0, -1.0)
    assert values(one.send(heading, distance).scene) == values(two.send(heading, distance).scene)


@WIDE
@given(seats, st.integers(0, HOLES - 1), st.floats(0, 2))
def test_probes_move_nothing(spots, hole, spread):
    """ASE-20, risk q: They move neither ships nor the random stream."""
    s = crowd(FULL, spots)
    aim_shot(FULL, s.scene, s.flick, s.number["x"], Aim.ORBIT, hole, 50.0)
    s.flick.spread, s.flick.z1, s.flick.z2, s.flick.edge = spread, 0.3, 0.4, 0.5
    before = values(s.scene)
    assert 0 <= risk(FULL, s.scene, s.flick) <= 1
    assert values(s.scene) == before
    assert (s.flick.z1, s.flick.z2, s.flick.edge) == (0.3, 0.4, 0.5)


def test_the_risk_of_leaving_the_board():
    """ASE-20, risk q: W-B6's glancing shot; an intended ram is no risk, an unintended ram is one."""
    s = Scene(FULL, x=(237, 75))
    aim_shot(FULL, s.scene, s.flick, s.number["x"], Aim.ORBIT, 21, 50.0)
    s.flick.spread = 1.0
    assert risk(FULL, s.scene, s.flick) >= 0.6
    s = Scene(bare_board(MIDDLE), x=(360, 200), enemy=(360, 300))
    for aim, target, expected in ((Aim.RAM, s.number["enemy"], 0.0), (Aim.ORBIT, 0, 1.0)):
        aim_shot(s.board, s.scene, s.flick, s.number["x"], aim, target, 50.0)
        s.flick.spread = 0.1
        assert risk(s.board, s.scene, s.flick) == expected


def test_the_closest_touch_is_a_contact():
    """ASE-20.4, ASE-20.6: The centres pass at 27.99, and the radii add up to 28; it costs almost no energy."""
    s = Scene(bare_board(MIDDLE), x=(332.01, 200)).send(90, 300)
    assert s.flick.ricochets == 1
    assert math.dist(s.at(), (332.01, 500)) < 15


def test_a_disc_that_overlaps_is_not_moved_back():
    """ASE-20.4, ASE-20.10: It bounces at its place."""
    s = Scene(bare_board(MIDDLE), x=(360, 333)).send(90, 30)
    assert s.events(Event.PLANET)[0][2] == (360, 333)
    assert s.at() == pytest.approx((360, 322.2))


def test_an_enemy_that_is_pushed_off_is_no_risk():
    """ASE-20, risk q: In the scene of W-F18, 40 nearer to the edge, only the second enemy falls."""
    s = Scene(bare_board(), x=(100, 60), own=(150, 72), enemy_1=(190, 96), enemy_2=(200, 20))
    s.send(0, 300, spread=0.0)
    assert [name for _, name, _ in s.events(Event.EDGE)] == ["enemy_2"]
    s = Scene(bare_board(), x=(100, 60), own=(150, 72), enemy_1=(190, 96), enemy_2=(200, 20))
    s.flick.ux, s.flick.length, s.flick.ship = 1.0, 300.0, s.number["x"]
    s.flick.aim, s.flick.target = Aim.RAM, s.number["enemy_1"]
    assert risk(s.board, s.scene, s.flick) == 0.0


def test_a_shot_at_its_present_position():
    """ASE-20.1, D6: It still has a direction, and the minimum length."""
    s = Scene(bare_board(), x=(360, 360))
    aim_shot(s.board, s.scene, s.flick, s.number["x"], Aim.WAYPOINT, 4, 50.0)
    assert (s.flick.ux, s.flick.uy, s.flick.length) == (1.0, 0.0, 5.0)


def test_a_head_on_contact_without_restitution_stops_the_ship():
    """ASE-20.6: It has no speed and no direction left."""
    assert bounce(1.0, 0.0, 50.0, -1.0, 0.0, 0.0)[2] == 0.0


@pytest.mark.parametrize(
    ("aim", "target", "end", "arrived"),
    [
        (Aim.RAM, "enemy", {"ram_enemy": 9}, True),
        (Aim.RAM, "enemy", {"ram_enemy": NONE}, False),
        (Aim.NEAR, "enemy", {}, True),
        (Aim.ORBIT, 0, {}, True),
        (Aim.ORBIT, 1, {}, False),
        (Aim.WAYPOINT, 0, {}, True),
    ],
)
def test_arrivals(aim, target, end, arrived):
    """D6: in the orbit, at the ram, or next to the ship aimed at."""
    s = Scene(bare_board(MIDDLE), x=(360, 320), enemy=(360, 260))
    s.flick.ship, s.flick.aim, s.flick.target = s.number["x"], aim, s.number.get(target, target)
    for name, value in end.items():
        s.flick[name] = value
    assert has_arrived(s.board, s.scene, s.flick, 50.0) == arrived
    assert has_arrived(s.board, s.scene, s.flick, 43.0) == (arrived and aim != Aim.NEAR)
    s.scene.on_board[s.number["x"]] = 0
    assert has_arrived(s.board, s.scene, s.flick, 50.0) == (arrived and aim == Aim.RAM)


def test_at_the_last_contact_a_disc_stops():
    """ASE-20.11: Between two discs that are close a ship bounces back and forth."""
    for most, end in ((3, 372), (8, 348)):
        board = bare_board((360, 400), (360, 320), flick__max_events=most, flick__rest_planet=1.0)
        s = Scene(board, x=(360, 360)).send(90, 900)
        assert s.flick.contacts == most
        assert s.at() == pytest.approx((360, end))


def test_beyond_the_nesting_depth_the_struck_disc_stays():
    """ASE-20.8: a row of ships, pushed on three deep."""
    row = {f"own_{k}": (150 + 30 * k, 100) for k in range(5)}
    s = Scene(bare_board(flick__max_queue=3), x=(120, 100), **row).send(0, 900)
    assert [name for name in row if s.at(name) == (row[name][0], 100)] == ["own_3", "own_4"]
    assert s.at("own_2") == pytest.approx((224, 100))
    deeper = Scene(bare_board(), x=(120, 100), **row).send(0, 900)
    assert [name for name in row if deeper.at(name) == (row[name][0], 100)] == ["own_4"]


def test_no_disc_is_pushed_on_at_depth_0():
    """ASE-20.8."""
    s = Scene(bare_board(flick__max_queue=0), x=(100, 100), own=(150, 100)).send(0, 100)
    assert (s.at(), s.at("own")) == (pytest.approx((134, 100)), (150, 100))


def test_stopping_at_planets():
    """ASE-20, `flick_model` stop_on_contact."""
    s = Scene(bare_board(MIDDLE, flick__flick_model="stop_on_contact"), x=(340, 200)).send(90, 200)
    assert s.at() == pytest.approx((340, 340.4041), abs=1e-4)
    assert s.orbit() == 0


def test_the_perfect_model_has_no_errors():
    """ASE-20, `flick_model` perfect: Ships do not roll on their edge either."""
    s = Scene(full_board(flick__flick_model="perfect", flick__p_edge=1.0), x=(360, 200))
    s.send(90, 50, spread=1.0, z1=2.0, z2=2.0, edge=0.0)
    assert s.at() == (360, 250)


def test_skill_shrinks_all_errors():
    """ASE-20.2: by 2 for each step."""
    ends = []
    for spread in (1.0, 0.5):
        s = Scene(bare_board(), x=(100, 360)).send(0, 100, spread=spread, z1=1.0, z2=1.0)
        x, y = s.at()[0] - 100, s.at()[1] - 360
        ends.append((math.degrees(math.atan2(y, x)), math.hypot(x, y) - 100))
    assert ends[0] == pytest.approx((5, math.hypot(20, 5)))
    assert ends[1] == pytest.approx((2.5, math.hypot(20, 5) / 2))


def test_no_length_is_negative():
    """ASE-20.2."""
    assert Scene(bare_board(), x=(100, 360)).send(0, 10, spread=1.0, z2=-5.0).at() == (100, 360)


@pytest.mark.parametrize(("factor", "expected"), [("flick__sigma_angle_deg", 10.0), ("flick__sigma_dist", 0.4)])
def test_the_errors_of_the_data(factor, expected):
    """ASE-20.2."""
    s = Scene(bare_board(**{factor: expected}), x=(100, 360)).send(0, 100, spread=1.0, z1=1.0, z2=1.0)
    x, y = s.at()[0] - 100, s.at()[1] - 360
    wanted = (10, math.hypot(20, 5)) if expected == 10 else (5, math.hypot(40, 5))
    assert (math.degrees(math.atan2(y, x)), math.hypot(x, y) - 100) == pytest.approx(wanted)


def test_a_ship_with_a_prow_survives_its_ram():
    """W-T8, ASE-21.4."""
    s = Scene(bare_board(), x=(360, 200), enemy=(360, 300)).send(90, 120, survives=1)
    assert s.at() == pytest.approx((360, 284))
    assert s.at("enemy") is None
    assert (s.flick.own_lost, s.flick.enemy_lost, s.flick.ended) == (0, 1, Event.RAM)


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_armour_holds_once(mine, theirs):
    """A8."""
    s = Scene(bare_board(), battleship=(360, 200), enemy_battleship=(360, 300))
    s.scene.armour[s.number["battleship"]], s.scene.armour[s.number["enemy_battleship"]] = mine, theirs
    s.send(90, 120, name="battleship")
    assert (s.at("battleship") is None, s.at("enemy_battleship") is None) == (not mine, not theirs)
    assert (s.flick.own_lost, s.flick.enemy_lost) == (1 - mine, 1 - theirs)
    assert s.scene.armour.sum() == 0


def test_friendly_ships_that_touch_first_may_prevent_a_ram():
    """A7."""
    s = Scene(bare_board(), x=(100, 100), own=(150, 100), enemy=(220, 100)).send(0, 200, own_hit_blocks=1)
    assert s.flick.ram_enemy == NONE
    assert s.at("enemy") is not None
    assert s.flick.bumps == 2


def test_crossings_beyond_the_sixteenth_are_smooth():
    """A ship crosses a seam between two planets repeatedly; each of the first 16 crossings has a pair of draws.

    ASE-20.17.
    """
    board = bare_board((200, 300), (200, 400), flick__seam_p=1.0, flick__seam_keep=1.0, flick__rest_planet=1.0)
    board.seam[:], board.max_events, board.seam_sigma = (FAR_AWAY, FAR_AWAY, 350.0, FAR_AWAY), 64, 0.0
    s = Scene(board, x=(200, 340)).send(90, 2000)
    assert s.flick.crossings == 16
    assert s.flick.contacts > 16


def test_a_seam_is_not_crossed_again_at_once():
    """ASE-20.17: not even if it turns the disc parallel to itself; after another event it is crossed again."""
    board = bare_board((300, 360), flick__seam_p=1.0, flick__seam_sigma_deg=0.0, flick__seam_keep=1.0)
    s = Scene(board, x=(230, 360)).send(0, 200)
    assert [event for event, *_ in s.events()][:3] == [Event.SEAM, Event.PLANET, Event.SEAM]


@pytest.mark.parametrize("heading", range(-60, 61, 3))
def test_a_straight_line_crosses_a_seam_once(heading):
    """ASE-20.17: Rounding may leave the disc just before the line or behind it."""
    board = bare_board(flick__seam_p=1.0, flick__seam_sigma_deg=0.0)
    board.seam[1:] = FAR_AWAY
    assert Scene(board, x=(187.3, 361.7)).send(heading, 200).flick.crossings == 1


def test_seams_are_smooth_for_probes():
    """ASE-20, risk q: Seams would use draws."""
    s = Scene(bare_board(flick__seam_p=1.0), x=(200, 120))
    s.flick.seam_z[:] = 1.0
    aim_shot(s.board, s.scene, s.flick, s.number["x"], Aim.WAYPOINT, 3, 50.0)
    probe_flick(s.board, s.scene, s.flick, 0.0, 0.0)
    assert s.events()[-1] == (Event.STOP, "x", pytest.approx((360, 120)))


def test_a_seam_needs_its_random_draws():
    """ASE-20.17."""
    s = Scene(bare_board(flick__seam_p=0.3), x=(200, 120))
    s.flick.seam_u[0], s.flick.seam_z[0] = 0.3, 1.0
    assert s.send(0, 100).at() == pytest.approx((300, 120))
    assert s.flick.crossings == 1


def test_each_flick_has_separate_random_draws():
    """ASE-20.2, ASE-20.12, ASE-20.18: three draws, independent of the draws that the model reads."""
    s = Scene(full_board(flick__seam_p=0.1))
    seen = set()
    for key0, key1, number in ((1, 2, 0), (1, 2, 1), (1, 3, 0), (2, 2, 0)):
        draw_randomness(s.board, s.flick, np.uint64(key0), np.uint64(key1), 0, number)
        seen.add((s.flick.z1, s.flick.z2, s.flick.edge, *s.flick.seam_u, *s.flick.seam_z))
    assert len(seen) == 4
    assert len(set(s.flick.seam_u) | set(s.flick.seam_z)) == 32
    draw_randomness(full_board(), s.flick, np.uint64(1), np.uint64(2), 0, 0)
    assert (s.flick.z1, s.flick.z2, s.flick.edge) in {randomness[:3] for randomness in seen}


@given(st.floats(-50, 50))
def test_sine_and_cosine(a):
    assert cosine_and_sine(a) == pytest.approx((math.cos(a), math.sin(a)), abs=2e-16)


@given(st.floats(1e-12, 1e3))
def test_logarithm(value):
    assert logarithm(value) == pytest.approx(math.log(value), rel=3e-16, abs=1e-17)


@WIDE
@given(seats, angle, length)
def test_only_friendly_ships_push_before_the_ram(spots, heading, distance):
    """ASE-20.19."""
    s = crowd(FULL, spots).send(heading, distance)
    for event, name, _ in s.events():
        if event == Event.RAM:
            break
        assert seat_of(s.number[name]) == 0


@pytest.mark.parametrize(
    ("aim", "target", "length", "heading"),
    [
        (Aim.ORBIT, 0, 160 - 12, 90),
        (Aim.FRONT, 0, 160 - 37, 90),
        (Aim.SIDE_LEFT, 0, math.hypot(160, 37), 90 + math.degrees(math.atan2(37, 160))),
        (Aim.SIDE_RIGHT, 0, math.hypot(160, 37), 90 - math.degrees(math.atan2(37, 160))),
        (Aim.RAM, "enemy", 1.3 * 100 + 20, 90),
        (Aim.NEAR, "enemy", 100 - 16 - 25, 90),
        (Aim.RAM, "enemy_far", 1000, 90),
        (Aim.NEAR, "enemy_near", 5, 270),
        (Aim.WAYPOINT, 4, 160, 90),
        (Aim.WAYPOINT, 3, 80, 270),
        (Aim.WAYPOINT, 7, math.hypot(160, 240), math.degrees(math.atan2(160, 240))),
    ],
)
def test_aims(aim, target, length, heading):
    """D6, ASE-20.1: the intended direction and length; lengths are clipped to 5 and 1000."""
    board = bare_board(MIDDLE, flick__ram_extra=20.0)
    s = Scene(board, x=(360, 200), enemy=(360, 300), enemy_far=(360, 1200), enemy_near=(360, 170))
    aim_shot(board, s.scene, s.flick, s.number["x"], aim, s.number.get(target, target), 50.0)
    assert s.flick.length == pytest.approx(length)
    assert math.degrees(math.atan2(s.flick.uy, s.flick.ux)) % 360 == pytest.approx(heading)


@pytest.mark.parametrize("name", ["x", "battleship"])
@pytest.mark.parametrize("heading", [0, 37, 90, 205])
@pytest.mark.parametrize("away", [60, 100, 200, 300])
def test_perfect_skill_hits_every_unobstructed_orbit(name, heading, away):
    """ASE-20, invariant of skill: The planet is a backstop; the draws of errors do not matter."""
    u = math.radians(heading)
    s = Scene(bare_board(MIDDLE), **{name: (360 - away * math.cos(u), 360 - away * math.sin(u))})
    aim_shot(s.board, s.scene, s.flick, s.number[name], Aim.ORBIT, 0, 50.0)
    s.send(0, s.flick.length, name, ux=s.flick.ux, uy=s.flick.uy, spread=0.0, z1=3.0, z2=-3.0)
    assert s.orbit(name) == 0
