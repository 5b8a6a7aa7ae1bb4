"""The names of players, planets, ships, technologies, cards, events and ambitions in the log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME, NONE, RESOURCES, STACK
from starbalance.simulator.games.interstellar_ambitions.word import Class, Level, Market, Predicate, Resource, Row

CONDITION_WORDS = {
    Predicate.CAPTURES_TURN: "planets captured in the turn",
    Predicate.SHADOW_MEDALS: "SHADOW medals",
    Predicate.FLEET_MEDALS: "FLEET medals",
    Predicate.RAID_LOOT_TURN: "resources looted in the turn",
    Predicate.STOLEN_TECHNOLOGIES: "technologies acquired, not owned",
    Predicate.ENEMY_LEVELS_LOST_TURN: "levels taken off others' planets in the turn",
    Predicate.ENEMY_SHIPS_DESTROYED_TURN: "others' ships destroyed in the turn",
    Predicate.MEDALS_EACH: "medals of each kind",
    Predicate.CHECK_VICTIMS: "players against whom a check succeeded",
    Predicate.SPECIAL_PLANETS: "special planets",
    Predicate.TOTAL_LEVELS: "levels of all planets together",
    Predicate.PRODUCED_TOTAL_TURN: "resources produced in the turn",
    Predicate.TECHNOLOGIES_OWNED: "technologies owned",
    Predicate.PLANETS: "planets",
    Predicate.MAXED_PLANETS: "planets at their highest level",
    Predicate.FLEET_CV: "combat value of the fleet",
}


def listed(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


def noun(resource: Resource, number: int) -> str:
    """Return the name of a resource: `coin` for 1 or -1, otherwise `coins`. Other resources have no plural."""
    return resource.name.lower().removesuffix("s" if abs(number) == 1 else "")


def amounts(numbers: Sequence[int]) -> str:
    """Return amounts of resources, for example `2 food and 1 ore`. Without any, return `nothing`."""
    parts = [f"{n} {noun(each, n)}" for n, each in zip(numbers, Resource, strict=False) if n]
    return " and ".join(parts) or "nothing"


def letters(numbers: Sequence[int]) -> str:
    """Return amounts of resources by first letter, for example `F2 O1`. Without any, return `nothing`."""
    return " ".join(f"{each.name[0]}{n}" for n, each in zip(numbers, Resource, strict=False) if n) or "nothing"


def cell(row: int, level: int) -> str:
    """Return the name of a cell of the action track, for example `FLEET STRONG`."""
    return f"{Row(row).name} {Level(level).name}"


class Names:
    """The names of players, planets, ships, technologies, cards, events and ambitions under given rules."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        document = rules.document
        self.colours = list(document["home_worlds"])
        self.ambitions = list(document["ambitions"])
        self.technologies = list(document["technologies"])
        self.ships = list(document["ships"])
        self.cards = list(document["shadow_cards"])
        self.events = list(document["events"])
        self.planets = dict(self._planets(document["planets"]))

    def _planets(self, planets: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
        """Yield ids and names of planets: STACK ids per type in the order of the data, then the Home Worlds."""
        counts = [0] * RESOURCES
        for name, each in planets.items():
            kind = Resource[each["type"].upper()]
            yield kind * STACK + counts[kind], name
            counts[kind] += 1
        yield from ((FIRST_HOME + k, f"{colour} Home World") for k, colour in enumerate(self.colours))

    def seat(self, state: Any, seat: int) -> str:
        """Return the name of a player's colour."""
        return self.colours[state.players[seat].colour]

    def ship(self, state: Any, seat: int, place: int) -> str:
        """Return the name of a ship with its damage, for example `Destroyer with 1 damage`."""
        player = state.players[seat]
        worn = f" with {player.damage[place]} damage" if player.damage[place] else ""
        return f"{self.ships[player.ship[place]]}{worn}"

    def fleet(self, state: Any, seat: int) -> list[str]:
        return [self.ship(state, seat, place) for place in range(state.players[seat].ships)]

    def hand(self, state: Any, seat: int) -> list[str]:
        hand = state.players[seat].hand
        return [name for name, number in zip(self.cards, hand, strict=False) for _ in range(number)]

    def planet(self, planet: int) -> str:
        """Return a line of text about a planet: name, price, points at its highest level."""
        rules = self.rules
        special = ", special" if rules.planet_special[planet] else ""
        score = f"{rules.planet_vp[planet]} VP at level {rules.planet_levels[planet]}"
        return f"{self.planets[planet]} for {letters(rules.planet_cost[planet])} ({score}{special})"

    def technology(self, technology: int) -> str:
        """Return a line of text about a technology: name, price in science, points."""
        rules = self.rules
        price = letters([0, 0, rules.technology_cost[technology], 0])
        return f"{self.technologies[technology]} for {price} ({rules.technology_vp[technology]} VP)"

    def merc(self, kind: int) -> str:
        """Return a line of text about a merc: name, price in coins, class, combat value, upkeep."""
        rules = self.rules
        about = f"{Class(rules.ship_heavy[kind]).name}, combat {rules.combat[kind]}, upkeep {rules.ship_upkeep[kind]}"
        return f"{self.ships[kind]} for {letters([0, 0, 0, rules.ship_cost[kind]])} ({about})"

    def market(self, state: Any, market: Market) -> list[str]:
        """Return one line of text per face-up card of a market, with its price."""
        if market == Market.PLANET:
            return [self.planet(planet) for planet in state.face_up if planet != NONE]
        if market == Market.TECHNOLOGY:
            slots = state.technology_slot[: self.rules.technology_slots]
            return [self.technology(technology) for technology in slots if technology != NONE]
        return [self.merc(kind) for kind in state.merc_slot[: self.rules.merc_slots] if kind != NONE]

    def condition(self, ambition: int) -> str:
        """Return the condition of an ambition and its threshold as text."""
        rules = self.rules
        what, threshold = Predicate(rules.predicate[ambition]), rules.threshold[ambition]
        if what == Predicate.PRODUCED_TURN:
            return f"{Resource(rules.predicate_resource[ambition]).name.lower()} produced in the turn: {threshold}"
        if what == Predicate.TYPES_AT_LEVEL:
            return f"types with a planet at level {rules.predicate_level[ambition]}: {threshold}"
        return f"{CONDITION_WORDS[what]}: {threshold}"

    def known(self, state: Any, seat: int, technology: int) -> str:
        owned = state.technology_owner[technology] == seat
        return self.technologies[technology] + ("" if owned else " (acquired)")
