"""The weights of the strategies of 4000 A.D."""

from enum import IntEnum, auto


class Weight(IntEnum):
    """The numbers of the recipe; every strategy's weights begin with these."""

    STAR = 0  # worth of any star
    PAIR = auto()  # of one more pair of resources
    SYMBOL = auto()  # of a symbol of the scarcer kind
    KILL = auto()  # of an enemy ship destroyed
    RIVAL = auto()  # factor on the worth of an enemy's star
    HOME = auto()  # of an enemy home
    OWN_HOME = auto()  # of the own home, to be kept or regained
    DELAY = auto()  # cost of a turn under way
    GUARD = auto()  # share of standing enemy stacks that the home guard reckons with
    REACH = auto()  # the counts from which it reckons with them
    CONFIDENCE = auto()  # share of the enemy's possible help that an attack on a home reckons with
    MARGIN = auto()  # ships to spare in an attack on any other star
    RISK = auto()  # worth of an own ship that may be lost
