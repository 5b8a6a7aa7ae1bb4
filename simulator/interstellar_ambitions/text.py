"""An option and a state as lines of text, for the log of a game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from starbalance.simulator.chance import below
from starbalance.simulator.interstellar_ambitions import GAME
from starbalance.simulator.interstellar_ambitions.ambition import slot_value
from starbalance.simulator.interstellar_ambitions.battle import (
    begin_battle,
    call_up,
    dice_of,
    end_stage,
    fight_pair,
    fire,
    larger_side,
    play_stage,
    put_next,
    seat_of,
)
from starbalance.simulator.interstellar_ambitions.fleet import discard_ship, repair_cost
from starbalance.simulator.interstellar_ambitions.opening import seat_at
from starbalance.simulator.interstellar_ambitions.payment import exchange_rate, lacking
from starbalance.simulator.interstellar_ambitions.production import upkeep_of
from starbalance.simulator.interstellar_ambitions.purchase import hire_price, ship_price, technology_price
from starbalance.simulator.interstellar_ambitions.rules import (
    DRAWN,
    DRAWN_EACH,
    FIRST_HOME,
    LEVELS,
    NONE,
    RESOURCES,
    SIDES,
    STACK,
)
from starbalance.simulator.interstellar_ambitions.state import CHECK_DICE, COMBAT_DICE, After, Ended, Kind, Phase, Stage
from starbalance.simulator.interstellar_ambitions.turn import (
    market_of,
    total_vp,
    vp_of_medals,
    vp_of_planets,
    vp_of_set,
    vp_of_ships,
    vp_of_specials,
    vp_of_technologies,
)
from starbalance.simulator.interstellar_ambitions.word import (
    ATTACKER,
    DEFENDER,
    Battle,
    Class,
    Level,
    Market,
    Medal,
    Predicate,
    Resource,
    Row,
)
from starbalance.simulator.kernel import zeros
from starbalance.simulator.play import carry_out
from starbalance.simulator.tables import Rules

ANSWERS = {
    (Phase.SHADOW_ACTIVITY, Kind.NO): "plays no shadow card (IAM-13.3)",
    (Phase.OBJECT, Kind.DONE): "names no more objects (IAM-13.5)",
    (Phase.BOOST, Kind.DONE): "boosts the check no further (IAM-13.6)",
    (Phase.OPPOSE, Kind.DONE): "opposes the check no further (IAM-13.7)",
    (Phase.DEALING, Kind.DONE): "deals no more (IAM-8.1)",
    (Phase.USURPING, Kind.NO): "puts no token in its place (IAM-8.3)",
    (Phase.USURPING, Kind.YES): "puts a token in its place (IAM-8.3)",
    (Phase.ADVANCING, Kind.DONE): "advances no more (IAM-13.10)",
    (Phase.PLANNING, Kind.DONE): "plans no more (IAM-13.14)",
    (Phase.RETURNING, Kind.NO): "leaves the token in the pool (IAM-10.5)",
    (Phase.COLONISING, Kind.NO): "colonises nothing (IAM-15.6)",
    (Phase.SHORTAGE, Kind.NO): "goes without supplies (IAM-5.3)",
    (Phase.SHORTAGE, Kind.YES): "pays for supplies (IAM-5.3)",
    (Phase.DEVELOPING, Kind.DONE): "develops no more (IAM-16.4)",
    (Phase.BUILDING, Kind.DONE): "builds no more (IAM-17.8)",
    (Phase.SCRAPPING, Kind.NO): "goes without the new ship (IAM-7.2)",
    (Phase.RESEARCHING, Kind.DONE): "researches no more (IAM-18.1)",
    (Phase.BUYING, Kind.DONE): "buys no more cards (IAM-19.2)",
    (Phase.HIRING, Kind.DONE): "hires no more (IAM-19.4)",
    (Phase.FLEET_ACTION, Kind.NO): "attacks nobody (IAM-13.15)",
    (Phase.UNMATCHED, Kind.NO): "holds its fire (IAM-21.13)",
    (Phase.LOOTING, Kind.DONE): "takes no more (IAM-21.17)",
    (Phase.SPOIL, Kind.NO): "takes no spoil (IAM-22.6)",
    (Phase.DISRUPTING, Kind.DONE): "disrupts no more (IAM-23.1)",
    (Phase.CAPTURING, Kind.NO): "does not capture the planet (IAM-23.11)",
    (Phase.END, Kind.DONE): "ends the turn (IAM-13.17)",
}
PAYMENTS = {After.DEVELOPED: "IAM-16.1", After.CAPTURED: "IAM-23.10", After.SUPPLIED: "IAM-5.3"}
REPLACED = {Market.PLANET: "IAM-15.5", Market.TECHNOLOGY: "IAM-18.3", Market.MERC: "IAM-19.6"}
SLOTS = {Market.TECHNOLOGY: "technology_slot", Market.PLANET: "face_up", Market.MERC: "merc_slot"}
TOLD_OF_TOKENS = (Kind.PLACE, Kind.ADVANCE, Kind.ACT)
TOLD_OF_CARDS = (Kind.KEEP, Kind.PLAY, Kind.DISCARD)
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


def amounts(numbers: Sequence[int]) -> str:
    """Such as `2 food and 1 ore`; `nothing`."""
    parts = [f"{n} {each.name.lower()}" for n, each in zip(numbers, Resource, strict=False) if n]
    return " and ".join(parts) or "nothing"


def letters(numbers: Sequence[int]) -> str:
    """Such as `F2 O1`: the first letter of a resource and how many."""
    return " ".join(f"{each.name[0]}{n}" for n, each in zip(numbers, Resource, strict=False) if n) or "nothing"


def cell(row: int, level: int) -> str:
    """Such as `FLEET STRONG`."""
    return f"{Row(row).name} {Level(level).name}"


def copy_of(state: Any) -> Any:
    copy = zeros(1, state.dtype)
    copy[0] = state
    return copy[0]


class Names:
    """The words for players, planets, ships, technologies, cards, events and ambitions."""

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
        """Planet id and name: STACK for each type in the order of the data, then the Home Worlds."""
        counts = [0] * RESOURCES
        for name, each in planets.items():
            kind = Resource[each["type"].upper()]
            yield kind * STACK + counts[kind], name
            counts[kind] += 1
        yield from ((FIRST_HOME + k, f"{colour} Home World") for k, colour in enumerate(self.colours))

    def seat(self, state: Any, seat: int) -> str:
        """The colour of a player."""
        return self.colours[state.players[seat].colour]

    def ship(self, state: Any, seat: int, place: int) -> str:
        """Such as `Destroyer with 1 damage`."""
        player = state.players[seat]
        worn = f" with {player.damage[place]} damage" if player.damage[place] else ""
        return f"{self.ships[player.ship[place]]}{worn}"

    def fleet(self, state: Any, seat: int) -> list[str]:
        return [self.ship(state, seat, place) for place in range(state.players[seat].ships)]

    def hand(self, state: Any, seat: int) -> list[str]:
        hand = state.players[seat].hand
        return [name for name, number in zip(self.cards, hand, strict=False) for _ in range(number)]

    def planet(self, planet: int) -> str:
        """A planet on offer, with its price."""
        rules = self.rules
        special = ", special" if rules.planet_special[planet] else ""
        score = f"{rules.planet_vp[planet]} VP at level {rules.planet_levels[planet]}"
        return f"{self.planets[planet]} for {letters(rules.planet_cost[planet])} ({score}{special})"

    def technology(self, technology: int) -> str:
        """A technology on offer, with its price."""
        rules = self.rules
        price = letters([0, 0, rules.technology_cost[technology], 0])
        return f"{self.technologies[technology]} for {price} ({rules.technology_vp[technology]} VP)"

    def merc(self, kind: int) -> str:
        """A merc on offer, with its price."""
        rules = self.rules
        about = f"{Class(rules.ship_heavy[kind]).name}, combat {rules.combat[kind]}, upkeep {rules.ship_upkeep[kind]}"
        return f"{self.ships[kind]} for {letters([0, 0, 0, rules.ship_cost[kind]])} ({about})"

    def market(self, state: Any, market: Market) -> list[str]:
        """What lies face up."""
        if market == Market.PLANET:
            return [self.planet(planet) for planet in state.face_up if planet != NONE]
        if market == Market.TECHNOLOGY:
            slots = state.technology_slot[: self.rules.technology_slots]
            return [self.technology(technology) for technology in slots if technology != NONE]
        return [self.merc(kind) for kind in state.merc_slot[: self.rules.merc_slots] if kind != NONE]

    def condition(self, ambition: int) -> str:
        """What an ambition asks for."""
        rules = self.rules
        what, threshold = Predicate(rules.predicate[ambition]), rules.threshold[ambition]
        if what == Predicate.PRODUCED_TURN:
            return f"{Resource(rules.predicate_resource[ambition]).name.lower()} produced in the turn: {threshold}"
        if what == Predicate.TYPES_AT_LEVEL:
            return f"types with a planet at level {rules.predicate_level[ambition]}: {threshold}"
        return f"{CONDITION_WORDS[what]}: {threshold}"


class Narrator:
    """Tells a game in the words of its cards."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.names = Names(rules)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Who plays which colour, in turn order, with the cards dealt; the ambitions; what lies face up."""
        lines = ["F food, O ore, S science, C coins; VP victory points."]
        for seat in self._in_order(state):
            dealt = [self.names.cards[kind] for kind in state.dealt[seat, : self.rules.start_cards_dealt]]
            lines.append(f"{self.names.seat(state, seat)} ({strategies[seat]}): dealt {listed(dealt)}.")
        for k in range(DRAWN):
            kind = "Active" if k < DRAWN_EACH else "Passive"
            ambition = state.ambition[k]
            lines.append(f"{kind} ambition {self.names.ambitions[ambition]}; {self.names.condition(ambition)}.")
        start = [name for k, name in enumerate(self.names.technologies) if (int(state.on_tracker) >> k) & 1]
        return [*lines, *self._markets(state, ""), f"START technologies: {listed(start)}"]

    def _in_order(self, state: Any) -> list[int]:
        """The seats in the order of play."""
        return [int(seat_at(state, self.rules, place)) for place in range(self.rules.seats)]

    def _markets(self, state: Any, indent: str) -> Iterator[str]:
        for market, words in ((Market.PLANET, "Planets"), (Market.TECHNOLOGY, "Technologies"), (Market.MERC, "Mercs")):
            yield f"{indent}{words} face up: {listed(self.names.market(state, market))}"

    def table(self, state: Any) -> list[str]:
        """What lies on the table: every player with all that he has; the ambitions; what lies face up."""
        trigger = int(state.trigger_seat)
        end = "" if trigger == NONE else f": {self.names.seat(state, trigger)} has triggered the end"
        lines = [f"Round {state.rounds}{end}"]
        for seat in self._in_order(state):
            lines += self._seat(state, seat)
        lines.append(f"  Ambitions: {'; '.join(self._ambition(state, k) for k in range(DRAWN))}")
        lines += self._markets(state, "  ")
        decks = f"shadow deck {state.shadow_left}, discards {state.shadow_discarded}; events {state.events_left}"
        return [*lines, f"  Decks: {decks}; emergency ships {state.emergencies_left}"]

    def _points(self, state: Any, seat: int) -> str:
        """Victory points by source, if the game ended now."""
        sources = {
            "planets": vp_of_planets,
            "set": vp_of_set,
            "special": vp_of_specials,
            "technologies": vp_of_technologies,
            "ships": vp_of_ships,
            "medals": vp_of_medals,
        }
        points = {name: int(count(state, self.rules, seat)) for name, count in sources.items()}
        points["ambitions"] = int(state.players[seat].claim_vp)
        parts = [f"{name} {number}" for name, number in points.items() if number]
        return f"{total_vp(state, self.rules, seat)} VP ({listed(parts)})"

    def _seat(self, state: Any, seat: int) -> Iterator[str]:
        player = state.players[seat]
        medals = f"medals FLEET {player.medals[Medal.FLEET]}, SHADOW {player.medals[Medal.SHADOW]}"
        name = self.names.seat(state, seat)
        yield f"  {name}: {self._points(state, seat)}; {letters(player.resources)}; {medals}"
        planets = [self._holding(state, planet) for planet in player.planet[: player.planets]]
        yield f"    planets: {listed(planets)}"
        yield f"    tokens: {listed(self._tokens(player))}, pool {player.pool}"
        known = [self._known(state, seat, k) for k in range(self.rules.technologies) if (int(player.known) >> k) & 1]
        yield f"    ships: {listed(self.names.fleet(state, seat))}; technologies: {listed(known)}"
        claims = [name for k, name in enumerate(self.names.ambitions) if (int(player.claimed) >> k) & 1]
        yield f"    hand: {listed(self.names.hand(state, seat))}; claims: {listed(claims)}"

    def _holding(self, state: Any, planet: int) -> str:
        """Such as `Loam 2/4 with Rich Veins`."""
        kind = state.marker[planet]
        marker = f" with {self.names.events[kind]}" if kind != NONE else ""
        siphoned = " siphoned" if state.siphoned[planet] else ""
        level = f"{state.level[planet]}/{self.rules.planet_levels[planet]}"
        return f"{self.names.planets[int(planet)]} {level}{marker}{siphoned}"

    def _tokens(self, player: Any) -> list[str]:
        """Such as `FLEET B2 U1`: tokens by row and the first letter of the planning level."""
        found = []
        for row, numbers in zip(Row, player.tokens.tolist(), strict=True):
            there = [f"{level.name[0]}{number}" for level, number in zip(Level, numbers, strict=True) if number]
            found += [f"{row.name} {' '.join(there)}"] if there else []
        return found

    def _known(self, state: Any, seat: int, technology: int) -> str:
        owned = state.technology_owner[technology] == seat
        return self.names.technologies[technology] + ("" if owned else " (acquired)")

    def _ambition(self, state: Any, k: int) -> str:
        ambition = int(state.ambition[k])
        seats = range(self.rules.seats)
        claimed = [self.names.seat(state, s) for s in seats if (int(state.players[s].claimed) >> ambition) & 1]
        by = f"claimed by {' and '.join(claimed)}, " if claimed else ""
        return f"{self.names.ambitions[ambition]}, {by}next {slot_value(state, self.rules, k)} VP"

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """The chosen option as a sentence with its clause and what it brings about; empty for a forced step of none."""
        option = options[chosen]
        after = copy_of(state)
        carry_out(GAME, after, self.rules, option)
        events = list(self._events(state, option, after))
        if len(options) == 1 and option.kind in (Kind.NO, Kind.DONE) and not events:
            return ""
        sentence = f"{self.names.seat(state, state.actor)} {self._tell[Kind(option.kind)](self, state, option, after)}"
        return "    " + "; ".join([sentence, *events])

    def _events(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """What happens through the option: a check, a battle, a colony event, changes of each player, new cards."""
        yield from self._check(state, after)
        yield from self._battle(state, option, after)
        if after.events_left != state.events_left and after.phase != Phase.EVENT:
            yield f"colony event {self.names.events[after.looked[0]]} (IAM-5.1)"
        planets = self._touched_planets(state, after)
        for seat in range(self.rules.seats):
            own = [planet for planet in planets if seat in (state.owner[planet], after.owner[planet])]
            if own or state.players[seat].tobytes() != after.players[seat].tobytes():
                changes = list(self._changes(state, option, after, seat, own))
                if changes:
                    yield f"{self.names.seat(after, seat)}: {', '.join(changes)}"
        for market, field in SLOTS.items():
            if (state[field] != after[field]).any():
                new = Counter(self.names.market(after, market)) - Counter(self.names.market(state, market))
                yield from [f"face up: {listed(list(new.elements()))}"] if new else []
        if after.trigger_seat != state.trigger_seat:
            yield "the last turns begin (IAM-25.1)"

    def _touched_planets(self, state: Any, after: Any) -> list[int]:
        """Planets with another owner, level or marker."""
        same = np.ones(len(state.owner), bool)
        for field in ("owner", "level", "marker"):
            same &= state[field] == after[field]
        return [int(planet) for planet in np.flatnonzero(~same)]

    def _check(self, state: Any, after: Any) -> Iterator[str]:
        """The die of a shadow check and what it is changed by."""
        seat = int(state.active)
        if after.players[seat].checks == state.players[seat].checks:
            return
        face = below(copy_of(state), CHECK_DICE, SIDES) + 1
        total = face + after.modifier + after.boosts - after.opposes
        sums = f"die {face}, modifier {after.modifier:+d}, boosts {after.boosts:+d}, opposed {-after.opposes:+d}"
        won = after.players[seat].checks_won > state.players[seat].checks_won
        yield f"check: {sums}: {total}, it {'succeeds' if won else 'fails'} (IAM-13.8)"

    def _battle(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """Dice and damage of pairs and of shots; then the totals."""
        if option.kind == Kind.FIRE:
            yield self._shot(state, option)
        elif option.kind in (Kind.RAID, Kind.INVADE, Kind.NEXT) or (
            state.phase == Phase.SCRAPPING and state.after == After.EMERGENCY
        ):
            yield from self._pairs(self._resumed(state, option))
        attacker, defender = after.players[after.battle.attacker], after.players[after.battle.defender]
        was = state.players[after.battle.attacker], state.players[after.battle.defender]
        wins = attacker.raids_won + attacker.invades_won - was[0].raids_won - was[0].invades_won
        if wins or defender.repelled != was[1].repelled:
            yield self._verdict(after)

    def _resumed(self, state: Any, option: Any) -> Any:
        """The battle as the option leaves it, before it goes on by itself."""
        copy = copy_of(state)
        if option.kind == Kind.NEXT:
            put_next(copy, ATTACKER if state.actor == state.battle.attacker else DEFENDER, option.a)
        elif option.kind == Kind.SCRAP:
            discard_ship(copy, self.rules, state.actor, option.a)
            call_up(copy, self.rules)
        elif option.kind == Kind.NO:
            copy.battle.due -= 1
        else:
            begin_battle(copy, self.rules, Battle.RAID if option.kind == Kind.RAID else Battle.INVADE, option.a)
        return copy

    def _pairs(self, copy: Any) -> Iterator[str]:
        """Plays a battle on up to its next decision or its pairs, and tells what happens in them and before."""
        while copy.battle.stage < Stage.UNMATCHED:
            if copy.battle.stage == Stage.MATCHED:
                for k in range(copy.battle.next):
                    yield self._pair(copy, k)
            else:
                fleets = [Counter(self.names.fleet(copy, seat_of(copy, side))) for side in (ATTACKER, DEFENDER)]
                asked = play_stage(copy, self.rules)
                yield from self._comings(copy, fleets)
                if asked:
                    return
            end_stage(copy)

    def _comings(self, copy: Any, fleets: Sequence[Counter[str]]) -> Iterator[str]:
        """Emergency ships that have come; ships that have fled or been destroyed before the battle."""
        for side in (ATTACKER, DEFENDER):
            seat = seat_of(copy, side)
            now, name = Counter(self.names.fleet(copy, seat)), self.names.seat(copy, seat)
            yield from (f"{ship} comes to the aid of {name} (IAM-21.3)" for ship in (now - fleets[side]).elements())
            yield from (f"{ship} of {name} is gone before the battle" for ship in (fleets[side] - now).elements())

    def _pair(self, copy: Any, k: int) -> str:
        """Two ships at equal places of the orders fight: their dice and the damage after it."""
        battle, was = copy.battle, copy_of(copy)
        seats = [int(seat_of(copy, side)) for side in (ATTACKER, DEFENDER)]
        places = [int(battle.order[side, k]) for side in (ATTACKER, DEFENDER)]
        fight_pair(copy, self.rules, k)
        faces = iter(self._faces(was, copy))
        rolled = {}
        for side in self._first_to_roll(was, seats, places):
            other = 1 - side
            number = dice_of(was, self.rules, side, places[side], places[other])
            rolled[side] = list(islice(faces, number))
        told = [
            f"{self.names.seat(copy, seats[side])}'s {self.names.ship(was, seats[side], places[side])} "
            f"({self._dice(rolled[side])})"
            for side in (ATTACKER, DEFENDER)
        ]
        hits = [
            int(copy.players[seat].damage[place] - was.players[seat].damage[place])
            for seat, place in zip(seats, places, strict=True)
        ]
        return f"pair {k + 1}: {' against '.join(told)}: {hits[DEFENDER]} damage done, {hits[ATTACKER]} taken"

    def _first_to_roll(self, was: Any, seats: Sequence[int], places: Sequence[int]) -> Sequence[int]:
        """The sides of a pair in the order in which they roll."""
        swift = [
            self.rules.first_strike[was.players[seat].ship[place]] for seat, place in zip(seats, places, strict=True)
        ]
        return (DEFENDER, ATTACKER) if swift[DEFENDER] and not swift[ATTACKER] else (ATTACKER, DEFENDER)

    def _shot(self, state: Any, option: Any) -> str:
        """An unmatched ship fires."""
        copy = copy_of(state)
        fire(copy, self.rules, option.a)
        seat = seat_of(state, 1 - larger_side(state))
        damage = copy.players[seat].damage[option.a] - state.players[seat].damage[option.a]
        return f"{self._dice(self._faces(state, copy))}: {damage} damage"

    def _faces(self, was: Any, now: Any) -> list[int]:
        """The faces of the dice rolled between two moments of a battle, in order."""
        copy = copy_of(was)
        return [below(copy, COMBAT_DICE, SIDES) + 1 for _ in range(now.drawn[COMBAT_DICE] - was.drawn[COMBAT_DICE])]

    def _dice(self, faces: Sequence[int]) -> str:
        return f"dice {' '.join(map(str, faces))}" if faces else "no dice"

    def _verdict(self, after: Any) -> str:
        battle = after.battle
        mode, clause = ("RAID", "IAM-21.16") if battle.mode == Battle.RAID else ("INVADE", "IAM-22.5")
        outcome = "succeeds" if battle.won else "fails"
        return f"totals {battle.total[ATTACKER]} to {battle.total[DEFENDER]}, the {mode} {outcome} ({clause})"

    def _changes(self, state: Any, option: Any, after: Any, seat: int, planets: Sequence[int]) -> Iterator[str]:
        """What a player has more or less of; planets: those touched that are or were his."""
        was, now = state.players[seat], after.players[seat]
        gains = (now.resources - was.resources).tolist()
        yield from (f"{gain:+d} {each.name.lower()}" for gain, each in zip(gains, Resource, strict=True) if gain)
        if seat != state.actor or option.kind not in TOLD_OF_TOKENS:
            yield from self._moved_tokens(was, now)
        yield from self._new_ships(was, now)
        yield from self._new_planets(state, after, seat, planets)
        new = int(now.known) & ~int(was.known)
        yield from (f"+{self._known(after, seat, k)}" for k in range(new.bit_length()) if (new >> k) & 1)
        if seat != state.actor or option.kind not in TOLD_OF_CARDS:
            yield from self._new_cards(was, now)
        medals = (now.medals - was.medals).tolist()
        yield from (f"{gain:+d} {each.name} medal" for gain, each in zip(medals, Medal, strict=True) if gain)
        if state.rounds > 0:
            points = [int(total_vp(each, self.rules, seat)) for each in (state, after)]
            if points[0] != points[1]:
                yield f"{points[1] - points[0]:+d} VP, now {points[1]}"

    def _moved_tokens(self, was: Any, now: Any) -> Iterator[str]:
        changes = now.tokens - was.tokens
        for row, level in np.argwhere(changes).tolist():
            yield f"{changes[row, level]:+d} token at {cell(row, level)}"

    def _new_ships(self, was: Any, now: Any) -> Iterator[str]:
        """Ships that came or went, and those of a kind that have another damage now."""
        fleets = [
            Counter(zip(p.ship[: p.ships].tolist(), p.damage[: p.ships].tolist(), strict=True)) for p in (was, now)
        ]
        lost, new = sorted((fleets[0] - fleets[1]).elements()), sorted((fleets[1] - fleets[0]).elements())
        for kind, damage in new:
            same = next((each for each in lost if each[0] == kind), None)
            if same:
                lost.remove(same)
                yield f"{self.names.ships[kind]} {same[1]} to {damage} damage"
            else:
                yield f"+{self.names.ships[kind]}" + (f" with {damage} damage" if damage else "")
        yield from (f"-{self.names.ships[kind]}" for kind, _ in lost)

    def _new_planets(self, state: Any, after: Any, seat: int, planets: Sequence[int]) -> Iterator[str]:
        """Planets that came or went, levels that changed, markers laid."""
        for planet in planets:
            name = self.names.planets[planet]
            was, now = state.owner[planet] == seat, after.owner[planet] == seat
            if was and not now:
                yield f"-{name}"
            elif now and not was:
                yield f"+{name}" + (f" at level {after.level[planet]}" if after.level[planet] else "")
            elif now and state.level[planet] != after.level[planet]:
                yield f"{name} level {state.level[planet]} to {after.level[planet]}"
            if now and after.marker[planet] != NONE and state.marker[planet] == NONE:
                yield f"{self.names.events[after.marker[planet]]} on {name}"

    def _new_cards(self, was: Any, now: Any) -> Iterator[str]:
        changes = now.hand - was.hand
        yield from (f"{changes[kind]:+d} {self.names.cards[kind]}" for kind in np.flatnonzero(changes).tolist())

    def _answer(self, state: Any, option: Any, after: Any) -> str:
        if state.phase == Phase.REPAIRING:
            paid = amounts([0, repair_cost(state, self.rules, state.repairs), 0, 0])
            return f"repairs {state.repairs} damage for {paid} ({self._repairs_by(state)})"
        if state.phase == Phase.REPLACING:
            return f"replaces no more ({REPLACED[Market(market_of(state.row))]})"
        return ANSWERS[Phase(state.phase), Kind(option.kind)]

    def _repairs_by(self, state: Any) -> str:
        return "IAM-17.1" if state.battle.stage == Stage.NO_BATTLE else "IAM-21.20"

    def _keep(self, state: Any, option: Any, after: Any) -> str:
        return f"keeps {self.names.cards[option.a]} (IAM-12.2)"

    def _start(self, state: Any, option: Any, after: Any) -> str:
        return f"takes the START technology {self.names.technologies[option.a]} (IAM-12.3)"

    def _place(self, state: Any, option: Any, after: Any) -> str:
        clause = "IAM-12.4" if state.phase == Phase.PLACING else "IAM-13.14"
        return f"puts a token on {Row(option.a).name} ({clause})"

    def _take(self, state: Any, option: Any, after: Any) -> str:
        clause = "IAM-12.6" if state.phase == Phase.COMPENSATION else "IAM-14.3"
        return f"takes {Resource(option.a).name.lower()} ({clause})"

    def _advance(self, state: Any, option: Any, after: Any) -> str:
        clause = "IAM-12.7" if state.phase == Phase.HEAD_START else "IAM-13.10"
        return f"advances a token from {cell(option.a, option.b)} to {Level(option.b + 1).name} ({clause})"

    def _play(self, state: Any, option: Any, after: Any) -> str:
        return f"plays {self.names.cards[option.a]} (IAM-13.3)"

    def _opponent(self, state: Any, option: Any, after: Any) -> str:
        return f"aims at {self.names.seat(state, option.a)} (IAM-13.5)"

    def _planet(self, state: Any, option: Any, after: Any) -> str:
        name = self.names.planets[option.a]
        return {
            Phase.OBJECT: f"aims at {name} (IAM-13.5)",
            Phase.LOWEST: f"chooses {name} (IAM-27.24)",
            Phase.BOMBARDING: f"bombards {name}, {after.battle.points} points (IAM-23.5)",
            Phase.LAST_PLANET: f"takes {name} in place of the last planet (IAM-23.17)",
        }[Phase(state.phase)]

    def _ship(self, state: Any, option: Any, after: Any) -> str:
        return f"aims at {self.names.ship(state, state.victim, option.a)} (IAM-13.5)"

    def _technology(self, state: Any, option: Any, after: Any) -> str:
        words, clause = ("acquires", "IAM-23.3") if state.phase == Phase.ACQUIRING else ("aims at", "IAM-13.5")
        return f"{words} {self.names.technologies[option.a]} ({clause})"

    def _token(self, state: Any, option: Any, after: Any) -> str:
        words, clause = ("disrupts", "IAM-23.1") if state.phase == Phase.DISRUPTING else ("aims at", "IAM-13.5")
        return f"{words} a token at {cell(option.a, option.b)} ({clause})"

    def _own_token(self, state: Any, option: Any, after: Any) -> str:
        return f"names an own token at {cell(option.a, option.b)} (IAM-13.5)"

    def _to_row(self, state: Any, option: Any, after: Any) -> str:
        if state.phase == Phase.RETURNING:
            return f"puts the token of the action back on {Row(option.a).name} (IAM-4.5)"
        return f"sends the token to {Row(option.a).name} (IAM-13.5)"

    def _market(self, state: Any, option: Any, after: Any) -> str:
        return f"replaces the {Market(option.a).name.lower()} cards face up (IAM-27.22)"

    def _resource(self, state: Any, option: Any, after: Any) -> str:
        word = "aims at all" if state.phase == Phase.OBJECT else "takes"
        return f"{word} {Resource(option.a).name.lower()} (IAM-13.5)"

    def _discard(self, state: Any, option: Any, after: Any) -> str:
        what = {Phase.BOOST: " to boost (IAM-13.6)", Phase.OPPOSE: " to oppose (IAM-13.7)"}
        return f"discards {self.names.cards[option.a]}{what.get(Phase(state.phase), ' to make room (IAM-8.5)')}"

    def _produce(self, state: Any, option: Any, after: Any) -> str:
        units = f", {after.number} of any type to come" if after.phase == Phase.HOME_WORLD else ""
        return f"produces{units} (IAM-14.2)"

    def _advance_plans(self, state: Any, option: Any, after: Any) -> str:
        return "advances plans (IAM-13.10)"

    def _pay_upkeep(self, state: Any, option: Any, after: Any) -> str:
        price = amounts([0, 0, 0, upkeep_of(state, self.rules, state.actor, option.a)])
        return f"keeps {self.names.ship(state, state.actor, option.a)} for {price} (IAM-14.7)"

    def _dismiss(self, state: Any, option: Any, after: Any) -> str:
        return f"dismisses {self.names.ship(state, state.actor, option.a)} (IAM-14.7)"

    def _act(self, state: Any, option: Any, after: Any) -> str:
        return f"takes {cell(option.a, option.b)} (IAM-11.{option.a * LEVELS + option.b + 1})"

    def _plan(self, state: Any, option: Any, after: Any) -> str:
        return "plans (IAM-13.14)" if state.players[state.actor].pool else "passes: no token to plan with (IAM-13.15)"

    def _pay(self, state: Any, option: Any, after: Any) -> str:
        return f"pays {Resource(option.a).name.lower()} ({PAYMENTS[After(state.after)]})"

    def _give(self, state: Any, option: Any, after: Any) -> str:
        wanted = Resource(lacking(state, state.actor)).name.lower()
        return f"exchanges {Resource(option.a).name.lower()} for {wanted}, which is due (IAM-3.2)"

    def _exchange(self, state: Any, option: Any, after: Any) -> str:
        given = Resource(option.a).name.lower()
        taken = f" for {Resource(option.b).name.lower()}" if option.b != NONE else ""
        if state.phase == Phase.DEALING:
            return f"deals {given}{taken} (IAM-8.1)"
        return f"exchanges {given}{taken} at {exchange_rate(state, self.rules, state.actor)} to 1 (IAM-3.2)"

    def _replace(self, state: Any, option: Any, after: Any) -> str:
        market = Market(market_of(state.row))
        if market == Market.PLANET:
            name = self.names.planets[int(state.face_up[option.a])]
        elif market == Market.TECHNOLOGY:
            name = self.names.technologies[state.technology_slot[option.a]]
        else:
            name = self.names.ships[state.merc_slot[option.a]]
        return f"will have {name} replaced ({REPLACED[market]})"

    def _colonise(self, state: Any, option: Any, after: Any) -> str:
        return f"colonises {self.names.planet(option.a)} (IAM-15.1)"

    def _reduce(self, state: Any, option: Any, after: Any) -> str:
        return f"takes the discount in {Resource(option.a).name.lower()} (IAM-15.2)"

    def _hand_over(self, state: Any, option: Any, after: Any) -> str:
        return f"hands over {self.names.planets[option.a]} (IAM-15.7)"

    def _recipient(self, state: Any, option: Any, after: Any) -> str:
        return f"gives it to {self.names.seat(state, option.a)} (IAM-15.7)"

    def _resolve(self, state: Any, option: Any, after: Any) -> str:
        seen = listed([self.names.events[state.looked[k]] for k in range(state.looked_at)])
        return f"chooses the colony event {self.names.events[option.a]} of {seen} (IAM-5.1)"

    def _develop(self, state: Any, option: Any, after: Any) -> str:
        return f"develops {self.names.planets[option.a]} to level {option.b} (IAM-16.1)"

    def _repair(self, state: Any, option: Any, after: Any) -> str:
        return f"repairs 1 damage of {self.names.ship(state, state.actor, option.a)} ({self._repairs_by(state)})"

    def _build(self, state: Any, option: Any, after: Any) -> str:
        price = ship_price(state, self.rules, state.actor, option.a, state.planning)
        return f"builds {self.names.ships[option.a]} for {amounts([0, price, 0, 0])} (IAM-17.3)"

    def _scrap(self, state: Any, option: Any, after: Any) -> str:
        return f"gives up {self.names.ship(state, state.actor, option.a)} to make room (IAM-7.2)"

    def _research(self, state: Any, option: Any, after: Any) -> str:
        technology = state.technology_slot[option.a]
        price = technology_price(state, self.rules, state.actor, technology, state.planning)
        return f"researches {self.names.technologies[technology]} for {amounts([0, 0, price, 0])} (IAM-18.1)"

    def _buy_cards(self, state: Any, option: Any, after: Any) -> str:
        return "buys shadow cards (IAM-19.1)"

    def _hire_mercs(self, state: Any, option: Any, after: Any) -> str:
        return "hires mercs (IAM-19.1)"

    def _buy(self, state: Any, option: Any, after: Any) -> str:
        if option.a == NONE:
            return "buys a card unseen (IAM-19.2)"
        seen = listed([self.names.cards[state.looked[k]] for k in range(state.looked_at)])
        return f"buys {self.names.cards[option.a]} of {seen} (IAM-19.2)"

    def _hire(self, state: Any, option: Any, after: Any) -> str:
        kind = state.merc_slot[option.a]
        price = hire_price(state, self.rules, state.actor, kind)
        return f"hires {self.names.ships[kind]} for {amounts([0, 0, 0, price])} (IAM-19.4)"

    def _attack(self, state: Any, option: Any, after: Any) -> str:
        word, clause = ("raids", "IAM-21.1") if option.kind == Kind.RAID else ("invades", "IAM-22.1")
        return f"{word} {self.names.seat(state, option.a)} ({clause})"

    def _next(self, state: Any, option: Any, after: Any) -> str:
        return f"puts {self.names.ship(state, state.actor, option.a)} next in combat order (IAM-21.7)"

    def _fire(self, state: Any, option: Any, after: Any) -> str:
        side, battle = larger_side(state), state.battle
        ship = self.names.ship(state, seat_of(state, side), battle.order[side, battle.next])
        target = self.names.ship(state, seat_of(state, 1 - side), option.a)
        return f"fires with {ship} at {target} (IAM-21.12)"

    def _loot(self, state: Any, option: Any, after: Any) -> str:
        return f"loots {Resource(option.a).name.lower()}, {after.battle.left} more to come (IAM-21.17)"

    def _spoil(self, state: Any, option: Any, after: Any) -> str:
        return {
            Kind.DISRUPT_PLANS: "disrupts plans (IAM-23.1)",
            Kind.ACQUIRE_TECHNOLOGY: "acquires a technology (IAM-23.3)",
            Kind.BOMBARD: "bombards (IAM-23.5)",
        }[Kind(option.kind)]

    def _capture(self, state: Any, option: Any, after: Any) -> str:
        return f"captures {self.names.planets[int(state.battle.planet)]} (IAM-23.10)"

    def _claim(self, state: Any, option: Any, after: Any) -> str:
        points = slot_value(state, self.rules, option.a)
        return f"claims {self.names.ambitions[state.ambition[option.a]]} for {points} VP (IAM-9.4)"

    def ending(self, state: Any) -> str:
        """How the game ended, who won, and everybody's victory points by source."""
        seats = range(self.rules.seats)
        winners = [self.names.seat(state, seat) for seat in seats if state.credit[seat] > 0]
        points = [f"{self.names.seat(state, seat)} {self._points(state, seat)}" for seat in seats]
        how = {
            Ended.CLAIMS: "the last turns are over (IAM-25.2)",
            Ended.CAPPED: "the limit of rounds is reached",
        }[Ended(state.ended)]
        return f"Round {state.rounds}: {how}; {' and '.join(winners)} won (IAM-26.8): {listed(points)}."

    _tell: ClassVar[dict[Kind, Callable[..., str]]] = {
        Kind.NO: _answer,
        Kind.YES: _answer,
        Kind.DONE: _answer,
        Kind.KEEP: _keep,
        Kind.START: _start,
        Kind.PLACE: _place,
        Kind.TAKE: _take,
        Kind.ADVANCE: _advance,
        Kind.PLAY: _play,
        Kind.OPPONENT: _opponent,
        Kind.PLANET: _planet,
        Kind.SHIP: _ship,
        Kind.TECHNOLOGY: _technology,
        Kind.TOKEN: _token,
        Kind.OWN_TOKEN: _own_token,
        Kind.TO_ROW: _to_row,
        Kind.MARKET: _market,
        Kind.RESOURCE: _resource,
        Kind.DISCARD: _discard,
        Kind.PRODUCE: _produce,
        Kind.ADVANCE_PLANS: _advance_plans,
        Kind.PAY_UPKEEP: _pay_upkeep,
        Kind.DISMISS: _dismiss,
        Kind.ACT: _act,
        Kind.PLAN: _plan,
        Kind.PAY: _pay,
        Kind.GIVE: _give,
        Kind.REPLACE: _replace,
        Kind.COLONISE: _colonise,
        Kind.REDUCE: _reduce,
        Kind.HAND_OVER: _hand_over,
        Kind.RECIPIENT: _recipient,
        Kind.RESOLVE: _resolve,
        Kind.DEVELOP: _develop,
        Kind.REPAIR: _repair,
        Kind.BUILD: _build,
        Kind.SCRAP: _scrap,
        Kind.RESEARCH: _research,
        Kind.BUY_CARDS: _buy_cards,
        Kind.HIRE_MERCS: _hire_mercs,
        Kind.BUY: _buy,
        Kind.HIRE: _hire,
        Kind.RAID: _attack,
        Kind.INVADE: _attack,
        Kind.NEXT: _next,
        Kind.FIRE: _fire,
        Kind.LOOT: _loot,
        Kind.DISRUPT_PLANS: _spoil,
        Kind.ACQUIRE_TECHNOLOGY: _spoil,
        Kind.BOMBARD: _spoil,
        Kind.CAPTURE: _capture,
        Kind.CLAIM: _claim,
        Kind.EXCHANGE: _exchange,
    }
