"""The law of flicks against closed forms: straight shots with a free way (ASE-20, forms 1, 2, 3, 4 and 6)."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from starbalance.simulator.engine.jit import compiled
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.games.ascending_empires.board_rules import Aim
from starbalance.simulator.games.ascending_empires.flick.aim import aim_shot
from starbalance.simulator.games.ascending_empires.flick.flick import play_flick
from starbalance.simulator.games.ascending_empires.flick.many import play_many, tally_dt
from starbalance.simulator.games.ascending_empires.flick.ram_form import ram_share
from tests.ascending_empires.scene import Scene, bare_board

SKILLS = (-1, 0, 1, 2)
KEY = np.array([2011, 5], np.uint64)
FLICKS = 40_000
SLACK = 0.015
flicked = pytest.mark.skipif(not compiled(), reason="the flicks take too long uncompiled")
ANGLE, SHARE, FLOOR = math.radians(5), 0.2, 5.0  # standard deviations at skill 0
ZONE = {  # distance -> P in a zone of radius 46, L0 = D, by skill
    75: (0.8338, 0.9960, 1.000, 1.000),
    125: (0.5572, 0.9189, 0.9997, 1.000),
    200: (0.2976, 0.6986, 0.9746, 1.000),
    300: (0.1506, 0.4511, 0.8536, 0.9975),
    400: (0.0889, 0.2983, 0.7010, 0.9754),
    500: (0.0582, 0.2072, 0.5632, 0.9244),
    700: (0.0303, 0.1139, 0.3651, 0.7780),
}
CONTACT = {  # P of a contact with summed radii of 16, unlimited power
    75: (0.7820, 0.9862, 1.000, 1.000),
    125: (0.5379, 0.8587, 0.9967, 1.000),
    200: (0.3537, 0.6412, 0.9336, 0.9998),
    300: (0.2402, 0.4591, 0.7786, 0.9855),
    400: (0.1813, 0.3534, 0.6408, 0.9333),
    500: (0.1455, 0.2862, 0.5368, 0.8576),
    700: (0.1042, 0.2066, 0.3996, 0.7053),
}
RAM = {  # P of a contact with L0 = 1.3 D + 20
    75: (0.6871, 0.9777, 1.000, 1.000),
    125: (0.4470, 0.8356, 0.9967, 1.000),
    200: (0.2813, 0.6098, 0.9332, 0.9998),
    300: (0.1855, 0.4281, 0.7776, 0.9855),
    400: (0.1378, 0.3255, 0.6393, 0.9333),
    500: (0.1094, 0.2614, 0.5350, 0.8576),
    700: (0.0774, 0.1868, 0.3978, 0.7053),
}
BACKSTOP = {  # head-on, no error of the angle, L0 = D - 12
    103: (0.6322, 0.9284, 0.9997, 1.000),
    125: (0.5373, 0.8581, 0.9967, 1.000),
    200: (0.3460, 0.6299, 0.9270, 0.9997),
    300: (0.2313, 0.4435, 0.7605, 0.9813),
    450: (0.1536, 0.3016, 0.5617, 0.8789),
}


def cells(table):
    return [(d, skill, share) for d, row in table.items() for skill, share in zip(SKILLS, row, strict=True)]


def sigma_of(length, skill):
    return math.hypot(SHARE * length, FLOOR) * 2.0**-skill


def over_angles(half, skill, share):
    """Return the integral of a share of the lengths over the directions within half an angle."""
    sigma = ANGLE * 2.0**-skill
    half = min(half, 8 * sigma)
    return quad(lambda a: norm.pdf(a / sigma) / sigma * share(a), -half, half, limit=200)[0]


def zone_form(d, rho, length, skill):
    """Return the probability of form 1."""
    s = sigma_of(length, skill)

    def share(a):
        middle, root = d * math.cos(a), math.sqrt(max(0.0, rho**2 - (d * math.sin(a)) ** 2))
        return norm.cdf((middle + root - length) / s) - norm.cdf((middle - root - length) / s)

    return over_angles(math.asin(rho / d), skill, share)


@pytest.mark.parametrize(("d", "skill", "share"), cells(ZONE))
def test_reference_values_of_zones(d, skill, share):
    """ASE-20, form 1."""
    assert zone_form(d, 46, d, skill) == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize(
    ("g", "plain", "exact"), [(0.05, 0.99997, 0.99997), (0.10, 0.9290, 0.9294), (0.15, 0.6914, 0.6931)]
)
def test_the_rayleigh_case(monkeypatch, g, plain, exact):
    """ASE-20, form 2: errors are equal in all directions, from a distance of 200."""
    assert 1 - math.exp(-(46**2) / (2 * (g * 200) ** 2)) == pytest.approx(plain, abs=1e-4)
    monkeypatch.setitem(globals(), "ANGLE", g)
    monkeypatch.setitem(globals(), "SHARE", g)
    monkeypatch.setitem(globals(), "FLOOR", 0.0)
    assert zone_form(200, 46, 200, 0) == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize(("d", "skill", "share"), cells(CONTACT))
def test_reference_values_of_contacts(d, skill, share):
    """ASE-20, form 3, unlimited power: the model gives these values where the length does not matter."""
    assert 2 * norm.cdf(math.asin(16 / d) / (ANGLE * 2.0**-skill)) - 1 == pytest.approx(share, abs=1e-4)
    board = bare_board(flick__sigma_dist=0.0)
    assert ram_share(board, float(d), 16.0, 10_000.0, 2.0**-skill) == pytest.approx(share, abs=2e-4)


@pytest.mark.parametrize(("d", "skill", "share"), cells(RAM))
def test_reference_values_of_rams(d, skill, share):
    """ASE-20, form 3, finite power; ASE-20.13."""
    assert ram_share(bare_board(), float(d), 16.0, 1.3 * d + 20.0, 2.0**-skill) == pytest.approx(share, abs=2e-4)


@pytest.mark.parametrize(("d", "skill", "share"), cells(BACKSTOP))
def test_reference_values_of_backstops(d, skill, share):
    """ASE-20, form 4."""
    length, s = d - 12, sigma_of(d - 12, skill)
    chance = norm.cdf((d + 22 - length) / s) - norm.cdf((d - 46 - length) / s)
    assert chance == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize("name", ["x", "battleship"])
@pytest.mark.parametrize("restitution", [0.4, 0.6, 0.9])
def test_the_window_of_a_backstop(name, restitution):
    """ASE-20, form 4, in general: the lengths that end in orbit; the intended one is in the middle."""
    board = bare_board((1000, 1000), board__width=2000.0, board__height=2000.0, flick__rest_planet=restitution)
    s = Scene(board, **{name: (700, 1000)})
    radius = 12 if name == "battleship" else 8
    least, most = 300 - 38 - radius, 300 - 20 - radius + 18 / restitution**2
    for length, inside in ((least + 0.01, 1), (least - 0.01, 0), (most - 0.01, 1), (most + 0.01, 0)):
        t = Scene(board, **{name: (700, 1000)}).send(0, length, name)
        assert (t.orbit(name) == 0) == inside
    aim_shot(board, s.scene, s.flick, s.number[name], Aim.ORBIT, 0, 50.0)
    assert s.flick.length == pytest.approx((least + most) / 2)


@pytest.mark.parametrize("heading", [80, 89])
def test_a_lossless_bounce_reflects(heading):
    """ASE-20, form 6: the angles in and out are equal, and no energy is lost."""
    board = bare_board((360, 360), flick__rest_planet=1.0)
    s = Scene(board, x=(340, 200)).send(heading, 300)
    (_, _, contact), (_, _, end) = s.events()[0], s.events()[-1]
    assert math.dist((340, 200), contact) + math.dist(contact, end) == pytest.approx(300)
    normal = math.atan2(contact[1] - 360, contact[0] - 360)
    out = math.atan2(end[1] - contact[1], end[0] - contact[0])
    back = math.atan2(200 - contact[1], 340 - contact[0])
    assert math.remainder(out - normal, math.tau) == pytest.approx(-math.remainder(back - normal, math.tau))


@flicked
@pytest.mark.parametrize(("d", "skill", "share"), [cell for cell in cells(ZONE) if cell[0] in (125, 300, 700)])
def test_the_rate_of_hits_of_a_zone_matches_the_form(d, skill, share):
    """ASE-20, form 1, flicked: the ring of a hole without a disc in it."""
    board = bare_board((1200, 1000), board__width=2000.0, board__height=2000.0)
    board.planet_r, board.flick_model = 1e-9 - board.ship_radius[0], 0  # so small that no ship touches it
    s = Scene(board, x=(1200 - d, 1000))
    aim_shot(board, s.scene, s.flick, s.number["x"], Aim.FRONT, 0, 50.0)
    s.flick.length, s.flick.spread = d, 2.0**-skill
    tally = zeros(1, tally_dt)[0]
    play_many(board, s.scene, s.flick, KEY, 0, FLICKS, 50.0, tally)
    assert tally.hits / FLICKS == pytest.approx(share, abs=SLACK)


@flicked
@pytest.mark.parametrize(("d", "skill", "share"), [cell for cell in cells(RAM) if cell[0] in (75, 200, 500)])
def test_the_rate_of_rams_matches_the_form(d, skill, share):
    """ASE-20, form 3, flicked."""
    board = bare_board(board__width=2000.0, board__height=2000.0)
    s = Scene(board, x=(900, 1000), enemy=(900 + d, 1000))
    aim_shot(board, s.scene, s.flick, s.number["x"], Aim.RAM, s.number["enemy"], 50.0)
    s.flick.spread = 2.0**-skill
    tally = zeros(1, tally_dt)[0]
    play_many(board, s.scene, s.flick, KEY, 0, FLICKS, 50.0, tally)
    assert tally.hits / FLICKS == pytest.approx(share, abs=SLACK)


def test_a_flick_without_spread_is_the_intended_shot():
    """ASE-20.2: at spread 0 the draws change nothing."""
    s = Scene(bare_board(), x=(100, 100))
    aim_shot(s.board, s.scene, s.flick, s.number["x"], Aim.WAYPOINT, 4, 50.0)
    s.flick.spread, s.flick.z1, s.flick.z2, s.flick.edge = 0.0, 2.0, 2.0, 1.0
    play_flick(s.board, s.scene, s.flick)
    assert s.at() == pytest.approx((360, 360))
