"""The records of the board and of a flick, with their enums, array sizes and data keys."""

from enum import IntEnum

from starbalance.simulator.engine.records import record

NONE = -1  # no hole, no ship, no line
PLAYERS = 4
STARSHIPS = 8  # per player
BATTLESHIP = STARSHIPS  # the place of the battleship among a player's ships
SHIPS = STARSHIPS + 1  # per player
FLEET = PLAYERS * SHIPS  # a ship's number is SHIPS * seat + its place
QUADRANTS = 4
QUADRANT_HOLES = 7
CORNER = 0  # the place of the corner hole in its quadrant
HOLES = QUADRANTS * QUADRANT_HOLES  # a hole's number is QUADRANT_HOLES * quadrant + its place
HULLS = 2
LAUNCH_SLOTS = 12
START_SHIPS = 3  # the maximum number of ships in orbit of a homeworld at the start
PIECES = 3  # the board is assembled from 3 x 3 pieces
WAYPOINTS = PIECES * PIECES
LINES = 2 * (PIECES - 1)  # seams: those across the x axis, then those across the y axis
MOST_CROSSINGS = 16  # seam crossings of a flick that have their own random numbers
MOST_QUEUE = 8  # struck discs that wait for each other
EVENTS = 32  # the number of events that a flick records
DISCS = HOLES + FLEET


class Quadrant(IntEnum):
    """The quadrants, clockwise from the lower left (ASE-22.12)."""

    ALPHA = 0
    BETA = 1
    GAMMA = 2
    DELTA = 3


class Hull(IntEnum):
    STARSHIP = 0
    BATTLESHIP = 1


class Layout(IntEnum):
    """The layout of the holes (ASE-22.16)."""

    STANDIN = 0
    JITTER = 1


class FlickModel(IntEnum):
    """The models of a flick (ASE-20)."""

    RICOCHET = 0
    STOP_ON_CONTACT = 1
    TABLE = 2
    PERFECT = 3


class Aim(IntEnum):
    """The aims of a flick (D6): O, F, S+, S-, R, N and W in the ledger of decisions."""

    ORBIT = 0  # with the planet disc as a backstop
    FRONT = 1  # the ring in front of the disc
    SIDE_LEFT = 2  # past the disc
    SIDE_RIGHT = 3
    RAM = 4
    NEAR = 5  # next to an enemy ship
    WAYPOINT = 6  # the centre of a piece of the board


class Event(IntEnum):
    STOP = 0
    PLANET = 1
    SHIP = 2
    RAM = 3
    EDGE = 4
    SEAM = 5
    WAITING = 6  # a struck disc returns to a disc that waits for it, and stops


MODEL: dict[str, type] = {  # the keys of data/flick.toml
    "flick_model": FlickModel,
    "sigma_angle_deg": float,
    "sigma_dist": float,
    "sigma_floor": float,
    "rest_planet": float,
    "rest_ship": float,
    "max_events": int,
    "max_queue": int,
    "max_crossings": int,
    "drawn_back": int,
    "p_edge": float,
    "edge_len": float,
    "seam_p": float,
    "seam_sigma_deg": float,
    "seam_keep": float,
    "length_least": float,
    "length_most": float,
    "side_offset": float,
    "ram_factor": float,
    "ram_extra": float,
    "estimate_width": float,
    "estimate_side_near": float,
    "estimate_side_far": float,
    "estimate_side_short": float,
    "estimate_side_long": float,
    "estimate_ram": float,
    "estimate_near_wide": float,
    "estimate_near_short": float,
}
GEOMETRY: dict[str, type] = {  # the keys of data/board.toml
    "width": float,
    "height": float,
    "planet_r": float,
    "orbit_r": float,
    "starship_r": float,
    "battleship_r": float,
    "range_short": float,
    "range_long": float,
    "slot_r_starship": float,
    "slot_r_battleship": float,
    "layout": Layout,
    "layout_seed": int,
    "board_scale": float,
    "jitter_most": float,
    "jitter_apart": float,
    "jitter_seam": float,
}
KEYS = {"board": GEOMETRY, "flick": MODEL}
FIELDS: dict[str, dict[str, type]] = {
    "holes": {"quadrant": Quadrant, "x": float, "y": float},
    "quadrants": {"start_slots": list},
}

board_dt = record(
    *((name, "f8" if kind is float else "i8") for name, kind in (MODEL | GEOMETRY).items()),
    ("hole_x", "f8", (HOLES,)),
    ("hole_y", "f8", (HOLES,)),
    ("quadrant", "i8", (HOLES,)),
    ("radius", "f8", (HULLS,)),
    ("ship_radius", "f8", (FLEET,)),
    ("ship_mass", "f8", (FLEET,)),
    ("start_slot", "i8", (QUADRANTS, START_SHIPS)),
    ("slot_dx", "f8", (HULLS, LAUNCH_SLOTS)),  # from the centre of the hole
    ("slot_dy", "f8", (HULLS, LAUNCH_SLOTS)),
    ("seam", "f8", (LINES,)),
    ("waypoint_x", "f8", (WAYPOINTS,)),
    ("waypoint_y", "f8", (WAYPOINTS,)),
    ("sigma_angle", "f8"),  # radians
    ("seam_sigma", "f8"),
)
scene_dt = record(  # the ships on the board
    ("x", "f8", (FLEET,)),
    ("y", "f8", (FLEET,)),
    ("on_board", "i8", (FLEET,)),
    ("orbit", "i8", (FLEET,)),  # the hole, or NONE
    ("armour", "i8", (FLEET,)),  # how many more rams the ship survives
)
sight_dt = record(  # the discs of the board as a ship sees them: holes, then ships
    ("ship", "i8"),
    ("discs", "i8"),
    ("disc", "i8", (DISCS,)),
    ("dx", "f8", (DISCS,)),  # from the ship
    ("dy", "f8", (DISCS,)),
    ("distance", "f8", (DISCS,)),
    ("measured", "i8", (DISCS,)),  # whether bearing and half are filled in: computing angles is the slowest part
    ("bearing", "f8", (DISCS,)),
    ("half", "f8", (DISCS,)),  # half the angle that the disc covers
)
flick_dt = record(
    # the shot
    ("ship", "i8"),
    ("aim", "i8"),
    ("target", "i8"),
    ("ux", "f8"),  # the intended direction
    ("uy", "f8"),
    ("length", "f8"),  # the intended length
    ("spread", "f8"),  # factor on the standard deviations of the errors, 1 at skill 0
    ("survives", "i8"),  # whether the ramming ship survives (ASE-21.4)
    ("own_hit_blocks", "i8"),  # whether touching an own ship first rules out a ram (A7)
    # the random numbers
    ("z1", "f8"),
    ("z2", "f8"),
    ("edge", "f8"),
    ("hit", "f8"),
    ("seam_u", "f8", (MOST_CROSSINGS,)),
    ("seam_z", "f8", (MOST_CROSSINGS,)),
    # the result
    ("ended", "i8"),  # the Event that stopped the flicked ship
    ("ram_own", "i8"),
    ("ram_enemy", "i8"),
    ("own_lost", "i8"),
    ("enemy_lost", "i8"),
    ("off", "i8"),  # ships that left the board
    ("off_ship", "i8", (FLEET,)),
    ("contacts", "i8"),
    ("ricochets", "i8"),
    ("bumps", "i8"),
    ("crossings", "i8"),
    ("ram_spent", "i8"),
    # the touched ships before the flick
    ("touched", "i8"),
    ("was_ship", "i8", (FLEET,)),
    ("was_x", "f8", (FLEET,)),
    ("was_y", "f8", (FLEET,)),
    ("was_orbit", "i8", (FLEET,)),
    ("was_armour", "i8", (FLEET,)),
    # the events, in order
    ("events", "i8"),
    ("what", "i8", (EVENTS,)),
    ("event_ship", "i8", (EVENTS,)),
    ("event_other", "i8", (EVENTS,)),
    ("event_x", "f8", (EVENTS,)),
    ("event_y", "f8", (EVENTS,)),
    # a stack of discs: the top one slides, the discs below wait for it
    ("depth", "i8"),
    ("mover", "i8", (MOST_QUEUE + 1,)),
    ("mover_ux", "f8", (MOST_QUEUE + 1,)),
    ("mover_uy", "f8", (MOST_QUEUE + 1,)),
    ("mover_left", "f8", (MOST_QUEUE + 1,)),  # remaining length
    ("mover_contacts", "i8", (MOST_QUEUE + 1,)),
    ("mover_line", "i8", (MOST_QUEUE + 1,)),  # the seam just crossed, or NONE
    ("sight", sight_dt),
)
