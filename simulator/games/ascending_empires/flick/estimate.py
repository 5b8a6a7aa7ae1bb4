"""Planning estimates: how likely a shot does what it is aimed at, in closed form, without a flick."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, Aim
from starbalance.simulator.games.ascending_empires.flick.aim import aim_point, bounce_room, intended_length
from starbalance.simulator.games.ascending_empires.flick.error import angle_sigma, length_sigma

ROOT_TWO = math.sqrt(2.0)
QUARTER, HALF, WHOLE = 0.5 * math.pi, math.pi, 2.0 * math.pi  # turns
LEAST_SIGMA = 1e-9  # of somebody who never errs


@rule
def look_around(board, scene, ship, sight):
    """Where every disc is as the ship sees it; its angles are measured when a shadow asks for them."""
    sight.ship, sight.discs = ship, 0
    for hole in range(HOLES):
        see(sight, hole, board.hole_x[hole] - scene.x[ship], board.hole_y[hole] - scene.y[ship])
    for other in range(FLEET):
        if scene.here[other] == 1 and other != ship:
            see(sight, HOLES + other, scene.x[other] - scene.x[ship], scene.y[other] - scene.y[ship])


@rule
def see(sight, disc, dx, dy):
    n = sight.discs
    sight.disc[n], sight.dx[n], sight.dy[n], sight.measured[n] = disc, dx, dy, 0
    sight.distance[n] = math.sqrt(dx * dx + dy * dy)
    sight.discs += 1


@rule
def measure(board, sight, k):
    """The bearing and half the width of the k-th disc in sight."""
    disc = sight.disc[k]
    radius = board.planet_r if disc < HOLES else board.ship_radius[disc - HOLES]
    sight.bearing[k] = math.atan2(sight.dy[k], sight.dx[k])
    sight.half[k] = half_angle(radius + board.ship_radius[sight.ship], sight.distance[k])
    sight.measured[k] = 1


@rule
def half_angle(reach, distance):
    """Half the angle under which a circle of this radius is seen."""
    return math.asin(reach / distance) if reach < distance else QUARTER


@rule
def estimate(board, scene, sight, ship, aim, target, spread, reach, least):
    """How likely the shot does what it is aimed at; 1 for a waypoint, which cannot be missed.

    least: a chance up to it is of no interest and may be told as 0.
    """
    if aim == Aim.WAYPOINT:
        return 1.0
    dx, dy = aim_point(board, scene, ship, aim, target)
    away = math.sqrt(dx * dx + dy * dy)
    length = intended_length(board, ship, aim, target, away, reach)
    if aim == Aim.RAM:
        return ram_estimate(board, sight, ship, target, dx, dy, away, length, spread, least)
    if aim == Aim.NEAR:
        return near_estimate(board, sight, ship, target, dx, dy, away, length, spread, reach, least)
    if aim == Aim.ORBIT or aim == Aim.FRONT:
        return orbit_estimate(board, sight, ship, target, dx, dy, away, length, spread, least)
    return side_estimate(board, scene, sight, ship, aim, target, dx, dy, length, spread, least)


@rule
def orbit_estimate(board, sight, ship, hole, dx, dy, distance, length, spread, least):
    """Aims O and F: the ring, with the disc as a backstop."""
    radius = board.ship_radius[ship]
    near = distance - board.orbit_r - radius
    beyond = distance - board.planet_r - radius + bounce_room(board)
    share = length_share(board, length, spread, near, beyond)
    if share <= least:
        return 0.0
    half = half_angle(board.estimate_width + radius, distance)
    return share * lateral_share(board, sight, hole, math.atan2(dy, dx), distance, -half, half, spread)


@rule
def side_estimate(board, scene, sight, ship, aim, hole, dx, dy, length, spread, least):
    """Aims S: past the disc on one side."""
    tx, ty = board.hole_x[hole] - scene.x[ship], board.hole_y[hole] - scene.y[ship]
    distance = math.sqrt(tx * tx + ty * ty)
    shortest, longest = distance - board.estimate_side_short, distance + board.estimate_side_long
    share = length_share(board, length, spread, shortest, longest)
    if share <= least:
        return 0.0
    nominal, radius = math.atan2(dy, dx), board.ship_radius[ship]
    centre = turned(math.atan2(ty, tx) - nominal)
    far = half_angle(board.estimate_side_far + radius, distance)
    near = half_angle(board.estimate_side_near + radius, distance)
    low, high = (centre - far, centre + near) if aim == Aim.SIDE_LEFT else (centre - near, centre + far)
    return share * lateral_share(board, sight, hole, nominal, distance, low, high, spread)


@rule
def ram_estimate(board, sight, ship, other, dx, dy, distance, length, spread, least):
    """Aim R: contact with the enemy ship."""
    both = board.ship_radius[ship] + board.ship_radius[other]
    sigma = max(length_sigma(board, length, spread), LEAST_SIGMA)
    reached = normal_share((length - distance + board.estimate_ram * both) / sigma)
    if reached <= least:
        return 0.0
    half = half_angle(both, distance)
    return reached * lateral_share(board, sight, HOLES + other, math.atan2(dy, dx), distance, -half, half, spread)


@rule
def near_estimate(board, sight, ship, other, dx, dy, distance, length, spread, reach, least):
    """Aim N: within range of the enemy ship, less those that ram it."""
    zone = reach + board.ship_radius[ship] + board.ship_radius[other]
    shortest, longest = distance - board.estimate_near_short * zone, distance + board.estimate_near_wide * zone
    share = length_share(board, length, spread, shortest, longest)
    if share <= least:
        return 0.0
    half = half_angle(board.estimate_near_wide * zone, distance)
    found = share * lateral_share(board, sight, HOLES + other, math.atan2(dy, dx), distance, -half, half, spread)
    return max(0.0, found - ram_estimate(board, sight, ship, other, dx, dy, distance, length, spread, 0.0))


@rule
def lateral_share(board, sight, target, nominal, distance, low, high, spread):
    """The shadow rule: the share of the directions that lead into what nearer discs leave of an interval."""
    for k in range(sight.discs):
        if sight.distance[k] < distance and sight.disc[k] != target:
            if sight.measured[k] == 0:
                measure(board, sight, k)
            bearing = turned(sight.bearing[k] - nominal)
            if -QUARTER < bearing < QUARTER:
                low, high = cut(low, high, bearing - sight.half[k], bearing + sight.half[k])
    if high <= low:
        return 0.0
    sigma = max(angle_sigma(board, spread), LEAST_SIGMA)
    return normal_share(high / sigma) - normal_share(low / sigma)


@rule
def cut(low, high, left, right):
    """What a shadow from left to right leaves of an interval: the larger rest."""
    if right <= low or left >= high:
        return low, high
    return (low, left) if left - low >= high - right else (right, high)


@rule
def turned(angle):
    """The same angle within half a turn of zero."""
    if angle > HALF:
        return angle - WHOLE
    return angle + WHOLE if angle < -HALF else angle


@rule
def length_share(board, length, spread, least, most):
    """The share of the lengths within these bounds."""
    sigma = max(length_sigma(board, length, spread), LEAST_SIGMA)
    return normal_share((most - length) / sigma) - normal_share((least - length) / sigma)


@rule
def normal_share(z):
    """The standard normal distribution up to z."""
    return 0.5 + 0.5 * math.erf(z / ROOT_TWO)
