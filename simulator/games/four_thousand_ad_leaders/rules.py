"""The bounds, the switches, and the record of all numbers of the rulebook."""

from enum import IntEnum

from starbalance.simulator.engine.contract import rules_record
from starbalance.simulator.games.star_field.field import COUNTS, LAYER, RULES_OF_FIELD, Seating, StarTable

FLEETS = 6  # most fleets of a player in warp
SQUARES = COUNTS  # most squares of a hyperspace track
LEADERS = 32  # most cards of a leader deck
OBJECTIVES = 32  # most cards of the objective deck
OPEN = 3  # most objectives face up at the start
MOST_SHIPS = 100_000  # above any possible number: ranks claims, then stars, then ships, in one number
ROOM = {
    "switches.max_fleets": FLEETS,
    "switches.track_length": SQUARES,
    "switches.open_objectives_at_start": OPEN,
}


class WinCheck(IntEnum):
    END_OF_ROUND = 0
    IMMEDIATE = 1


class TieRule(IntEnum):
    CLAIMS_STARS_SHIPS = 0
    SHARED = 1
    TURN_ORDER = 2


class LostRule(IntEnum):
    TRACK_END = 0
    ECC = 1


class BuildSites(IntEnum):
    ANY_BOTH = 0
    HOME_ONLY = 1


class Pairs(IntEnum):
    SUMS = 0
    PER_STAR = 1


class MultiLeader(IntEnum):
    ONE_PER_ROUND = 0
    SUM = 1
    FIRST_ONLY = 2


class VictorLoss(IntEnum):
    K_MINUS_1 = 0
    ZERO = 1
    HALF_K = 2
    K = 3


class LossChooser(IntEnum):
    VICTOR = 0
    ALL = 1


class RedrawTrigger(IntEnum):
    HAND_EMPTY = 0
    ON_DISCARD = 1


class RedrawKeeps(IntEnum):
    LAST_DISCARDED = 0
    LAST_PLAYED = 1


class LeaderDeck(IntEnum):
    STANDARD = 0
    SHUFFLED_STRENGTHS = 1
    PLAIN = 2


class UseWindows(IntEnum):
    LISTED = 0
    OWN_TURN_ONLY = 1


class ObjectiveDeck(IntEnum):
    STANDARD = 0
    JITTERED = 1
    STATES_ONLY = 2


class Effect(IntEnum):
    """The ability of a leader card; p1, p2 are its numbers. From USE_NEW_SHIPS on, they are Use abilities."""

    NONE = 0
    LOSE_EXTRA_IF_LOSER = 1  # p1 ships
    BONUS_IF_ATTACKER = 2  # p1
    BONUS_IF_DEFENDER = 3  # p1
    VOID_ENEMY_TEXT = 4
    REDUCE_OWN_LOSS_IF_VICTOR = 5  # by p1 ships
    ZERO_ENEMY_STRENGTH = 6
    BONUS_IF_FEWER = 7  # p1
    CAP_LOSS_FRACTION = 8  # p1 / p2 of the ships, rounded up
    BONUS_PER_SHIPS = 9  # 1 per p1 ships, at most p2
    USE_NEW_SHIPS = 10  # p1 ships
    USE_SHIFT_FLEET = 11  # p1 squares
    USE_RECALL_FLEET = 12
    USE_COMBAT_BONUS = 13  # p1
    USE_SWAP_OBJECTIVE = 14


FIRST_USE = Effect.USE_NEW_SHIPS


class Task(IntEnum):
    """The task of an objective: at least p1 of what its name says. From KILLED_ONE_COMBAT_GE on, tasks are events."""

    STARS_GE = 0
    SUM_O_GE = 1
    SUM_M_GE = 2
    PAIRS_GE = 3
    BOTH_STARS_GE = 4
    PER_LAYER_GE = 5
    PER_ROW_GE = 6
    CORE_GE = 7
    FULL_LETTER_GE = 8
    FULL_SECTORS_GE = 9
    FAR_STARS_GE = 10  # at distance p2 or more
    GATE_SHIPS_GE = 11
    ENEMY_HOMES_GE = 12
    STACK_AWAY_GE = 13
    SHIPS_GE = 14
    FLEETS_WITH_GE = 15  # of p2 ships or more each
    KILLED_ONE_COMBAT_GE = 16
    WON_OUTNUMBERED_GE = 17
    ATTACK_WINS_GE = 18
    WIN_WITH_SOURCES_GE = 19


FIRST_EVENT = Task.KILLED_ONE_COMBAT_GE

SWITCHES: dict[str, type] = {
    "start_ships": int,
    "claims_to_win": int,
    "win_check": WinCheck,
    "tie_rule": TieRule,
    "max_fleets": int,
    "square_moves_together": bool,
    "track_length": int,
    "lost_rule": LostRule,
    "first_production_round": int,
    "production_period": int,
    "build_sites": BuildSites,
    "pairs": Pairs,
    "hop_chain": bool,
    "leaders_drawn": int,
    "multi_leader": MultiLeader,
    "victor_must_afford": bool,
    "victor_loss": VictorLoss,
    "loss_chooser": LossChooser,
    "redraw_trigger": RedrawTrigger,
    "redraw_keeps": RedrawKeeps,
    "use_cards_lead": bool,
    "leader_deck": LeaderDeck,
    "lih_uses": int,
    "use_windows": UseWindows,
    "chain_claims": bool,
    "claims_forced": bool,
    "claim_costs_ship": bool,
    "claim_needs_home": bool,
    "objective_scaling": bool,
    "objective_deck": ObjectiveDeck,
    "open_objectives_at_start": int,
    "last_survivor_wins": bool,
    "combat_soft_cap": int,
    "star_table": StarTable,
    "first_player": str,
    "seating": Seating,
    "max_rounds": int,
}

rules_dt = rules_record(
    SWITCHES,  # first_player: a seat, or NONE for random
    *RULES_OF_FIELD,
    ("leaders", "i8"),  # cards of a leader deck
    ("strength", "i8", (LEADERS,)),
    ("effect", "i8", (LEADERS,)),  # an Effect
    ("leader_p1", "i8", (LEADERS,)),
    ("leader_p2", "i8", (LEADERS,)),
    ("objectives", "i8"),  # cards of the objective deck
    ("task", "i8", (OBJECTIVES,)),  # a Task
    ("task_p1", "i8", (OBJECTIVES,)),
    ("task_p2", "i8", (OBJECTIVES,)),
    ("jitter", "i8", (OBJECTIVES,)),  # the most by which p1 may be shifted
    ("core", "i8", (LAYER,)),  # whether a letter is in the heart of the field
    ("row", "i8", (LAYER,)),  # the row of a letter
    ("rows", "i8"),
)
