"""The planning estimates: the probability that a shot reaches its aim, in closed form and without a simulated flick."""

import math

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.ascending_empires.board_rules import FLEET, HOLES, Aim
from starbalance.simulator.games.ascending_empires.flick.aim import aim_point, bounce_room, intended_length
from starbalance.simulator.games.ascending_empires.flick.error import angle_sigma, length_sigma

ROOT_TWO = math.sqrt(2.0)
QUARTER, HALF, WHOLE = 0.5 * math.pi, math.pi, 2.0 * math.pi  # a quarter, a half and a whole turn, in radians
LEAST_SIGMA = 1e-9  # replaces 0 under perfect skill, to avoid a division by zero


@rule
def look_around(board, scene, ship, sight):
    """Fill in `sight`: the place of every disc relative to the ship, in mm. Angles are computed only when needed."""
    sight.ship, sight.discs = ship, 0
    for hole in range(HOLES):
        add_to_sight(sight, hole, board.hole_x[hole] - scene.x[ship], board.hole_y[hole] - scene.y[ship])
    for other in range(FLEET):
        if scene.on_board[other] == 1 and other != ship:
            add_to_sight(sight, HOLES + other, scene.x[other] - scene.x[ship], scene.y[other] - scene.y[ship])


@rule
def add_to_sight(sight, disc, dx, dy):
    n = sight.discs
    sight.disc[n], sight.dx[n], sight.dy[n], sight.measured[n] = disc, dx, dy, 0
    sight.distance[n] = math.sqrt(dx * dx + dy * dy)
    sight.discs += 1


@rule
def measure(board, sight, k):
    """Fill in the bearing and the half angle of the k-th disc in sight, in radians."""
    disc = sight.disc[k]
    radius = board.planet_r if disc < HOLES else board.ship_radius[disc - HOLES]
    sight.bearing[k] = math.atan2(sight.dy[k], sight.dx[k])
    sight.half[k] = half_angle(radius + board.ship_radius[sight.ship], sight.distance[k])
    sight.measured[k] = 1


@rule
def bearing_of(board, sight, k):
    """Return the bearing of the k-th disc in sight, in radians. The first discs are the holes, in their order."""
    if sight.measured[k] == 0:
        measure(board, sight, k)
    return sight.bearing[k]


@rule
def half_angle(reach, distance):
    """Return half the angle under which a circle of radius `reach` is seen, in radians, at most a quarter turn."""
    return math.asin(reach / distance) if reach < distance else QUARTER


@rule
def estimate(board, scene, sight, ship, aim, target, spread, reach, least):
    """Return the probability that the shot reaches its aim, from 0 to 1. It is 1 for a waypoint.

    A probability of at most `least` may be returned as 0, which saves time.
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
        return orbit_estimate(board, sight, ship, target, away, length, spread, least)
    return side_estimate(board, scene, sight, ship, aim, target, dx, dy, length, spread, least)


@rule
def orbit_estimate(board, sight, ship, hole, distance, length, spread, least):
    """Return the probability of reaching the ring of a hole (aims O and F)."""
    radius = board.ship_radius[ship]
    near = distance - board.orbit_r - radius
    beyond = distance - board.planet_r - radius + bounce_room(board)
    share = length_share(board, length, spread, near, beyond)
    if share <= least:
        return 0.0
    half = half_angle(board.estimate_width + radius, distance)
    return share * lateral_share(board, sight, hole, bearing_of(board, sight, hole), distance, -half, half, spread)


@rule
def side_estimate(board, scene, sight, ship, aim, hole, dx, dy, length, spread, least):
    """Return the probability of reaching the ring past one side of the disc (aims S+ and S-)."""
    tx, ty = board.hole_x[hole] - scene.x[ship], board.hole_y[hole] - scene.y[ship]
    distance = math.sqrt(tx * tx + ty * ty)
    shortest, longest = distance - board.estimate_side_short, distance + board.estimate_side_long
    share = length_share(board, length, spread, shortest, longest)
    if share <= least:
        return 0.0
    nominal, radius = math.atan2(dy, dx), board.ship_radius[ship]
    centre = normalised_angle(bearing_of(board, sight, hole) - nominal)
    far = half_angle(board.estimate_side_far + radius, distance)
    near = half_angle(board.estimate_side_near + radius, distance)
    low, high = (centre - far, centre + near) if aim == Aim.SIDE_LEFT else (centre - near, centre + far)
    return share * lateral_share(board, sight, hole, nominal, distance, low, high, spread)


@rule
def ram_estimate(board, sight, ship, other, dx, dy, distance, length, spread, least):
    """Return the probability of contact with the enemy ship (aim R)."""
    both = board.ship_radius[ship] + board.ship_radius[other]
    sigma = max(length_sigma(board, length, spread), LEAST_SIGMA)
    reached = normal_share((length - distance + board.estimate_ram * both) / sigma)
    if reached <= least:
        return 0.0
    half = half_angle(both, distance)
    return reached * lateral_share(board, sight, HOLES + other, math.atan2(dy, dx), distance, -half, half, spread)


@rule
def near_estimate(board, sight, ship, other, dx, dy, distance, length, spread, reach, least):
    """Return the probability of stopping in range of the enemy ship without a ram (aim N)."""
    zone = reach + board.ship_radius[ship] + board.ship_radius[other]
    shortest, longest = distance - board.estimate_near_short * zone, distance + board.estimate_near_wide * zone
    share = length_share(board, length, spread, shortest, longest)
    if share <= least:
        return 0.0
    half = half_angle(board.estimate_near_wide * zone, distance)
    in_range = share * lateral_share(board, sight, HOLES + other, math.atan2(dy, dx), distance, -half, half, spread)
    return max(0.0, in_range - ram_estimate(board, sight, ship, other, dx, dy, distance, length, spread, 0.0))


@rule
def lateral_share(board, sight, target, nominal, distance, low, high, spread):
    """Return the probability of a direction between `low` and `high` outside the shadows of nearer discs.

    The two angles are in radians from the intended direction. Return 0 if the shadows cover them.
    """
    for k in range(sight.discs):
        if sight.distance[k] < distance and sight.disc[k] != target:
            bearing = normalised_angle(bearing_of(board, sight, k) - nominal)
            if -QUARTER < bearing < QUARTER:
                low, high = cut(low, high, bearing - sight.half[k], bearing + sight.half[k])
    if high <= low:
        return 0.0
    sigma = max(angle_sigma(board, spread), LEAST_SIGMA)
    return normal_share(high / sigma) - normal_share(low / sigma)


@rule
def cut(low, high, left, right):
    """Return (low, high), the larger part of this interval outside the shadow (left, right).

    Return it unchanged if the shadow misses it.
    """
    if right <= low or left >= high:
        return low, high
    return (low, left) if left - low >= high - right else (right, high)


@rule
def normalised_angle(angle):
    """Return the angle in radians, shifted by a whole turn if needed, between minus and plus half a turn."""
    if angle > HALF:
        return angle - WHOLE
    return angle + WHOLE if angle < -HALF else angle


@rule
def length_share(board, length, spread, least, most):
    """Return the probability of a length between `least` and `most`, for the intended length `length`, in mm."""
    sigma = max(length_sigma(board, length, spread), LEAST_SIGMA)
    return normal_share((most - length) / sigma) - normal_share((least - length) / sigma)


@rule
def normal_share(z):
    """Return the probability that a standard normal number is below z."""
    return 0.5 + 0.5 * math.erf(z / ROOT_TWO)
