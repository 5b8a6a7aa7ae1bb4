"""The sizes of the star field, the enums of its switches, and its fields in the rules and the state."""

from enum import IntEnum

from starbalance.simulator.engine.contract import purposes

NONE = -1  # no seat, no star, no warp
LETTERS = "ABCDEFGHIJKL"
LAYERS = ("yellow", "red")
LAYER = len(LETTERS)  # sectors per layer
SECTORS = LAYER * len(LAYERS)
PER_SECTOR = 2  # stars per sector: each is the `companion` of the other
PER_LETTER = PER_SECTOR * len(LAYERS)
STARS = PER_SECTOR * SECTORS
COUNTS = 7  # the maximum count of a journey
MOST_STARS = 18  # the maximum number of stars at one count from a sector
IMAGES = 3  # images of a star under the symmetries S1, S2, S3 of the homes
HOMES = 4
MOST_SYMBOLS = 3  # maximum number of symbols of one kind at a star; the printed board has 0 or 1
DRAWS = 3  # the number of purposes of random numbers
FIRST_PLAYER, SEATING, STAR_TABLE = purposes(DRAWS)


class StarTable(IntEnum):
    SYMMETRIC = 0
    RANDOM_LETTER = 1
    RANDOM_SYMMETRIC = 2


class Seating(IntEnum):
    BOARD_CLOCKWISE = 0
    REVERSED = 1
    SHUFFLED = 2


RULES_OF_FIELD = (
    ("home", "i8", (HOMES,)),
    ("population", "i8", (STARS,)),
    ("materials", "i8", (STARS,)),
    (
        "pinned",
        "i8",
        (STARS,),
    ),  # 1 for the homes of all setups and their images, which symmetric random star tables keep
    ("count", "i8", (SECTORS, SECTORS)),
    ("farthest", "i8", (SECTORS,)),  # the maximum count from a sector
    ("stars_at", "i8", (SECTORS, COUNTS + 1, MOST_STARS)),  # by sector and count
    ("number_at", "i8", (SECTORS, COUNTS + 1)),
    ("mirror", "i8", (IMAGES, STARS)),  # the images of a star
)
STATE_OF_FIELD = (
    ("order", "i8", (HOMES,)),  # seats in turn order, the first player first
    ("population", "i8", (STARS,)),
    ("materials", "i8", (STARS,)),
)
