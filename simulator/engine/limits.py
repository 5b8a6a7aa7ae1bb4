"""Sizes of the arrays that all games share, and the codes with a fixed meaning in them."""

SEATS = 6
NOTES = 16  # numbers that a strategy can keep for each seat
PURPOSES = 16  # of chance, the engine's and the game's
PHASES = 64  # decision types of a game
MAX_WEIGHTS = 80  # of a strategy
LEVELS = 16  # of the factor, for which a strategy can have weights
ASSETS = 8  # evaluation features of a seat beyond its standing
TABLE = 32  # strategies in one run
MOST_TRIED = 16  # options that a search tries at a decision
ITEMS = 16  # codes that a strategy does without
FLAGS = 64  # bits of a column of flags

NOTHING = -1  # the level of a seat that has none yet
AT_ONCE = 0  # the search horizon of a greedy strategy
