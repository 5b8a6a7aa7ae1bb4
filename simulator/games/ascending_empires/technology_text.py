"""The technologies in words: their names, and what a level changes for its player."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.ascending_empires.rules import Colour, Parameter

# What a player's number means: a phrase, the noun that is counted ("" for none) and the clause. The battleship is a
# piece, so it has no phrase here.
_EFFECTS: dict[Parameter, tuple[str, str, str]] = {
    Parameter.MOVE_POINTS: ("Move now has {}", "point", "ASE-21.1"),
    Parameter.RANGE: ("its attacks on ships now have the long range", "", "ASE-21.2"),
    Parameter.RAM_SURVIVE: ("its ships now survive their rams", "", "ASE-21.4"),
    Parameter.RECRUIT_LIMIT: ("Recruit now places up to {}", "troop", "ASE-21.5"),
    Parameter.DEF_BONUS: ("its planets now have a defence value of +{}", "", "ASE-9.1"),
    Parameter.LAND_TROOPS: ("a ship now lands up to {}", "troop", "ASE-21.7"),
    Parameter.MINE3_VP: ("a large mine now gives {} VP", "", "ASE-21.9"),
    Parameter.MINE_KEEP: ("each mine now leaves {} on its planet", "troop", "ASE-21.10"),
    Parameter.MINE_PLANETS: ("Mine now mines up to {}", "planet", "ASE-21.11"),
    Parameter.MINE_BONUS: ("Mine now gives {} VP more", "", "ASE-21.12"),
    Parameter.FACILITY_COST: ("a facility now costs {}", "troop", "ASE-21.13"),
    Parameter.BUILDS: ("Build now adds up to {}", "structure", "ASE-21.14"),
    Parameter.CITY_BONUS: ("a city now brings up to {} from the box", "piece", "ASE-21.15"),
    Parameter.CITY_VP: ("a city now scores {} VP at the end", "", "ASE-21.16"),
    Parameter.COLONY_COST: ("a colony now costs {}", "troop", "ASE-21.24"),
    Parameter.CITY_COST: ("a city now costs {}", "troop", "ASE-21.24"),
}


class Technologies:
    """The names and the effects of the technologies under the rules of a game."""

    def __init__(self, rules: Rules):
        self.rules, self._entries = rules.record, rules.document["technologies"]

    def name(self, colour: int, level: int) -> str:
        """ASE-21.22, ASE-21.28: Return the name of the technology in a place, or "" if the place has no effect.

        Of several technologies with this effect, the one that is listed in this place has precedence.
        """
        gain = self.rules.gain[colour, level]
        fitting = {name: it for name, it in self._entries.items() if gain[Parameter[it["changes"].upper()]] == it["by"]}
        listed = [
            name for name, it in fitting.items() if (Colour[it["colour"].upper()], it["level"]) == (colour, level)
        ]
        return next(iter([*listed, *fitting]), "").replace("_", " ")

    def effects(self, player: Any, colour: int, level: int) -> Iterator[str]:
        """Yield a phrase for each number that a level changes.

        Args:
            player: The record of the player with the level.
            colour: The colour of the technology.
            level: The level.
        """
        for parameter, (phrase, noun, clause) in _EFFECTS.items():
            if self.rules.gain[colour, level, parameter]:
                number = int(player.value[parameter])
                yield f"{phrase.format(counted(number, noun) if noun else number)} ({clause})"
