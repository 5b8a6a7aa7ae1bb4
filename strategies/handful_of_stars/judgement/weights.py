"""The weights of the strategies of A Handful of Stars: what each is, and how a careful player sets it."""

from enum import IntEnum


class Weight(IntEnum):
    """The order of WEIGHTS. Worths are victory points; `share` is the part of the game still to come."""

    COUNTER_POINT = 0  # a resource point on a Development counter, for a whole game
    COUNTER_RESERVE = 1  # a +1 Reserve counter
    GROUND = 2  # factor on neutral uninhabitable systems
    WORLDS = 3  # factor on neutral habitable systems
    WAR = 4  # factor on systems of others
    UNIT = 5  # a unit, for a whole game
    BASE = 6  # a star base as a share of a fleet
    RESISTANCE = 7  # strength expected of a card in a defender's hand
    GUARD = 8  # below 1: leaves its outposts bare; 2 and more: guards them all
    LINK = 9  # an own system more next to a new one
    CULTURE = 10  # factors on kinds of cards
    ARMS = 11
    SHELTER = 12
    ECONOMY = 13
    TRAVEL = 14
    THIN = 15  # removing the worst card, for a whole game
    CYCLE = 16  # discarding a card that is no use now
    UPGRADE = 17  # factor on colonies in place of outposts
    POINT = 18  # a resource point spent
    STAKE = 19  # how many points of strength a victory point is worth in combat
    ENEMY_SITES = 20  # an enemy system next to a home world chosen
    MOST_CARDS = 21  # a deck beyond this size takes no more systems for their own sake
    WITHDRAWAL = 22  # takes units out of a won combat when so far ahead; 0: never
    GATHER = 23  # bringing fleets together for a later attack, as a share of its worth
    FOLLOW = 24  # the worth of ground that cannot be colonised in this turn
    COST = 25  # a point of a technology's price
    COUNTER_VP = 26  # factor on Development counters with victory points
    EXPOSED = 27  # the loss expected where an enemy stands next to a bare system
    BUILD_ROOM = 28  # units wanted on the map for each system
    STUDY = 29  # factor on cards that fetch technologies


CAREFUL = {
    "counter_point": 1.0,
    "counter_reserve": 0.9,
    "ground": 1.0,
    "worlds": 1.0,
    "war": 0.6,
    "unit": 2.3,
    "base": 0.4,
    "resistance": 1.35,
    "guard": 1.0,
    "link": 0.2,
    "culture": 0.8,
    "arms": 1.2,
    "shelter": 0.6,
    "economy": 0.7,
    "travel": 0.8,
    "thin": 0.35,
    "cycle": 0.12,
    "upgrade": 1.4,
    "point": 0.1,
    "stake": 1.6,
    "enemy_sites": -0.3,
    "most_cards": 40.0,
    "withdrawal": 0.0,
    "gather": 0.3,
    "follow": 0.7,
    "cost": 0.22,
    "counter_vp": 1.0,
    "exposed": 0.15,
    "build_room": 2.0,
    "study": 1.0,
}
