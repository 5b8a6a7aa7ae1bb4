"""The sizes of the arrays that all games share, and codes with a fixed meaning."""

SEATS = 6
NOTES = 16  # numbers that a strategy can keep for each seat
PURPOSES = 16  # random purposes of the engine and the game together
DECISIONS = 64  # decision types of a game
MAX_WEIGHTS = 80  # weights of a strategy
LEVELS = 16  # levels of the factor for which a strategy can have weights
ASSETS = 8  # evaluation features of a seat, in addition to its heuristic value
TABLE = 32  # strategies in one run
MOST_TRIED = 16  # options that a search tries at a decision
COMPONENTS = 16  # components that a strategy avoids, counted once per column
FLAGS = 64  # bits of a set-valued column

NOTHING = -1  # the code of a seat that has no level yet
AT_ONCE = 0  # the rollout depth of one-ply greedy play
