"""What a star field is made of: how much room there is, the words of its switches, its fields in rules and state."""

from enum import IntEnum

from starbalance.simulator.engine.contract import purposes

NONE = -1  # no seat, no star, no warp
LETTERS = "ABCDEFGHIJKL"
LAYERS = ("yellow", "red")
LAYER = len(LETTERS)  # sectors of a layer
SECTORS = LAYER * len(LAYERS)
PER_SECTOR = 2  # stars of a sector: `companion` is the other one
PER_LETTER = PER_SECTOR * len(LAYERS)
STARS = PER_SECTOR * SECTORS
COUNTS = 7  # the greatest count of a journey
MOST_STARS = 18  # at one count from any sector
IMAGES = 3  # of a star, under the symmetries S1, S2, S3 of the homes
HOMES = 4
MOST_SYMBOLS = 3  # of one kind at one star; printed are 0 and 1
DRAWS = 3  # purposes of chance
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
    ("pinned", "i8", (STARS,)),  # a home of some set-up: random star tables leave it alone
    ("count", "i8", (SECTORS, SECTORS)),
    ("farthest", "i8", (SECTORS,)),  # the greatest count from a sector
    ("stars_at", "i8", (SECTORS, COUNTS + 1, MOST_STARS)),  # by sector and count
    ("number_at", "i8", (SECTORS, COUNTS + 1)),
    ("mirror", "i8", (IMAGES, STARS)),  # the images of a star
)
STATE_OF_FIELD = (
    ("order", "i8", (HOMES,)),  # seats in turn order, the first player first
    ("population", "i8", (STARS,)),
    ("materials", "i8", (STARS,)),
)
