"""The weights of the strategies of Interstellar Ambitions: what each is, and how a careful player sets it."""

from enum import IntEnum


class Weight(IntEnum):
    """The order of WEIGHTS. Worths are victory points."""

    COLONISE = 0  # factors on what an action of a row brings
    DEVELOP = 1
    BUILD = 2
    RESEARCH = 3
    SHADOW = 4
    FLEET = 5
    RESOURCE = 6  # a resource while the game is long
    PRODUCE = 7  # factor on what is produced beyond the purchase in view
    ADVANCE = 8  # a token's growth by one planning level, as a share of what it adds
    HOLD = 9  # how much of what the next planning level would add is missed by acting now
    PLAN = 10  # a token put on the track
    TRACK = 11  # tokens wanted on the track
    EMPTY = 12  # each token fewer than that
    AMBITION = 13  # factor on progress towards ambitions
    RUSH = 14  # factor on the progress towards the nearest three of them
    CARD = 15  # a shadow card in hand
    FORCE = 16  # a point of combat value, up to what protects
    GUARD = 17  # combat value wanted, as a share of the strongest fleet of the others
    STRIKE = 18  # the least expected margin of an attack
    SPOILS = 19  # factor on what an attack brings
    HARM = 20  # what an opponent's loss is worth, as a share of it
    SPECIAL = 21  # a special planet
    FINISH = 22  # the third claim is made when so many points behind the best rival, or fewer
    HORIZON = 23  # rounds of a usual game
    KNOWLEDGE = 24  # factor on what technologies do
    SET = 25  # factor on a planet of a type not yet owned
    HEAVY = 26  # factor on heavy ships
    PLENTY = 27  # how much a resource loses of its worth by each one of it
    LOOT = 28  # factor on resources taken by a RAID
    TEMPO = 29  # -1: acts at once and weakly (sprint), 1: late and strongly (plan), 0: as the other weights say


CAREFUL = {
    "colonise": 1.0,
    "develop": 0.75,
    "build": 1.3,
    "research": 0.6,
    "shadow": 0.5,
    "fleet": 0.75,
    "resource": 0.24,
    "produce": 0.75,
    "advance": 0.45,
    "hold": 0.4,
    "plan": 2.4,
    "track": 2.9,
    "empty": 0.5,
    "ambition": 1.0,
    "rush": 0.3,
    "card": 0.6,
    "force": 0.42,
    "guard": 0.3,
    "strike": 0.8,
    "spoils": 0.6,
    "harm": 0.25,
    "special": 1.3,
    "finish": 1.5,
    "horizon": 6.4,
    "knowledge": 1.0,
    "set": 1.3,
    "heavy": 1.0,
    "plenty": 0.08,
    "loot": 1.0,
    "tempo": 0.0,
}
