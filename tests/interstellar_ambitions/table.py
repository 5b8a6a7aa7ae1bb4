"""A table for tests: set up a position and edit it, list its options in words, and choose options by these words.

Planets, technologies, ships, cards and events are named as in the data; resources, rows and planning levels by their
words; players are numbered from 0 by seat. A ship is its name, or (name, damage) if it is damaged; a token is `row
level`, such as `fleet basic`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.chance import bits
from starbalance.simulator.engine.play import play_on, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.interstellar_ambitions import GAME
from starbalance.simulator.games.interstellar_ambitions.deck import discard_event, discard_planet
from starbalance.simulator.games.interstellar_ambitions.fleet import add_ship, put_ship_away, remove_ship
from starbalance.simulator.games.interstellar_ambitions.planet import gain_planet, lose_planet, put_planet_away
from starbalance.simulator.games.interstellar_ambitions.rules import FIRST_HOME, NONE, RESOURCES, STACK
from starbalance.simulator.games.interstellar_ambitions.shadow_card import put_card_away
from starbalance.simulator.games.interstellar_ambitions.state import MAX_OPTIONS, Decision, Kind, PendingStep
from starbalance.simulator.games.interstellar_ambitions.technology import knows, learn
from starbalance.simulator.games.interstellar_ambitions.text import Narrator
from starbalance.simulator.games.interstellar_ambitions.turn import begin_turn
from starbalance.simulator.games.interstellar_ambitions.word import Level, Market, Origin, Resource, Row
from tests.pending import Pending

SIDES = 6
Ship = str | tuple[str, int]


class Table(Pending):
    """A game at a pending decision.

    setup: players3 to players6. overrides: dotted path -> value; switches: name=value. After the setup (first options)
    seat 0 begins a turn of the second round, when peace is over. With at_setup the game is at the first decision of the
    setup.
    """

    game = GAME

    def __init__(
        self,
        setup: str = "players3",
        seed: int = 0,
        overrides: Mapping[str, Any] | None = None,
        at_setup: bool = False,
        **switches: Any,
    ):
        changes = dict(overrides or {}) | {f"switches.{name}": value for name, value in switches.items()}
        self.loaded = tables.load(GAME, setup, set=changes)
        self.document, self.rules = self.loaded.document, self.loaded.record
        self.ambitions, self.cards = list(self.document["ambitions"]), list(self.document["shadow_cards"])
        self.technologies, self.kinds = list(self.document["technologies"]), list(self.document["ships"])
        self.events, self._planets = list(self.document["events"]), self._number_planets()
        self.state: Any = zeros(1, GAME.kernels.state_dt)[0]
        self.state.key[0], self.state.key[1] = np.uint64(seed), np.uint64(0)
        self._buffer = zeros(MAX_OPTIONS, option_dt)
        set_up(GAME, self.state, self.rules)
        self.start_with(0)
        if not at_setup:
            while self.state.decision < Decision.SHADOW_ACTIVITY:
                self.choose(self.options[0])
            self.turn(0)

    def start_with(self, seat: int) -> None:
        """Make a player the start player, before any turn in the setup."""
        last = self.state.decision == Decision.START_TECHNOLOGY
        self.state.first = seat
        self.state.actor = (seat - 1) % self.rules.seats if last else 0

    # what lies where

    @property
    def prompt(self) -> tuple[int, str]:
        """Return the acting seat and the pending decision, such as (0, 'shadow activity')."""
        return int(self.state.actor), words_of(Decision(int(self.state.decision)))

    def player(self, seat: int) -> Any:
        """The record of a player."""
        return self.state.players[seat]

    def resources(self, seat: int) -> dict[str, int]:
        """Return the resources of a player that are not 0."""
        held = self.player(seat).resources
        return {r.name.lower(): int(held[r]) for r in Resource if held[r]}

    def tokens(self, seat: int) -> list[str]:
        """A player's tokens on the track."""
        tokens = self.player(seat).tokens
        return [token(row, level) for row in Row for level in Level for _ in range(tokens[row, level])]

    def home(self, seat: int) -> str:
        """Return the Home World with which a player began."""
        return self.planet_name(FIRST_HOME + int(self.player(seat).colour))

    def planets(self, seat: int) -> dict[str, int]:
        """Return a player's planets: name -> level."""
        player = self.player(seat)
        return {self.planet_name(p): int(self.state.level[p]) for p in player.planet[: player.planets].tolist()}

    def planet(self, name: str) -> int:
        """Return the id of a planet."""
        return self._planets[name]

    def planet_name(self, planet: int) -> str:
        return next(name for name, number in self._planets.items() if number == planet)

    def fleet(self, seat: int) -> list[Ship]:
        """Return a player's ships, in the order of their arrival."""
        player = self.player(seat)
        names = [self.kinds[kind] for kind in player.ship[: player.ships]]
        damage = player.damage[: player.ships].tolist()
        return [(name, worn) if worn else name for name, worn in zip(names, damage, strict=True)]

    def hand(self, seat: int) -> list[str]:
        """Return a player's shadow cards, in the order of the data."""
        return [card for card, number in zip(self.cards, self.player(seat).hand, strict=False) for _ in range(number)]

    def discards(self) -> list[str]:
        """Return the discarded shadow cards, the last discard last."""
        return [self.cards[kind] for kind in self.state.shadow_discard[: self.state.shadow_discarded]]

    def known(self, seat: int) -> list[str]:
        """Return the technologies that a player knows, owned or acquired."""
        return [name for k, name in enumerate(self.technologies) if knows(self.state, seat, k)]

    def market(self, market: Market) -> list[str]:
        """Return the face-up cards of a market, without empty slots."""
        if market == Market.PLANET:
            return [self.planet_name(planet) for planet in self.state.face_up.tolist() if planet != NONE]
        slots = self.state.technology_slot if market == Market.TECHNOLOGY else self.state.merc_slot
        number = self.rules.technology_slots if market == Market.TECHNOLOGY else self.rules.merc_slots
        names = self.technologies if market == Market.TECHNOLOGY else self.kinds
        return [names[card] for card in slots[:number] if card != NONE]

    # edits of what players have

    def give(self, seat: int, **resources: int) -> "Table":
        """Set the resources of a player."""
        for resource in Resource:
            self.player(seat).resources[resource] = resources.get(resource.name.lower(), 0)
        return self

    def put(self, seat: int, *tokens: str) -> "Table":
        """Set the tokens on the track; all other tokens are in the pool."""
        player = self.player(seat)
        player.tokens[:] = 0
        for token_name in tokens:
            row, level = token_name.upper().split()
            player.tokens[Row[row], Level[level]] += 1
        player.pool = self.rules.tokens_per_player - len(tokens)
        return self

    def settle(self, seat: int, name: str, level: int, marker: str | None = None) -> "Table":
        """Give a player a planet, taken from its present place, with a level and the marker of a colony event."""
        planet = self.planet(name)
        if self.state.owner[planet] == NONE:
            self._uncover(planet)
        else:
            lose_planet(self.state, self.rules, self.state.owner[planet], planet)
        gain_planet(self.state, self.rules, seat, planet)
        self.state.level[planet] = level
        return self.mark(name, marker)

    def mark(self, name: str, marker: str | None) -> "Table":
        """Set the marker of a colony event on a planet, or remove it (`None`)."""
        planet = self.planet(name)
        if self.state.marker[planet] != NONE:
            discard_event(self.state, self.state.marker[planet])
        self.state.marker[planet] = NONE
        if marker is not None:
            self._draw("event", "events", self.events.index(marker))
            self.state.marker[planet] = self.events.index(marker)
        return self

    def leave(self, seat: int, name: str) -> "Table":
        """Take a planet from a player and discard it."""
        lose_planet(self.state, self.rules, seat, self.planet(name))
        put_planet_away(self.state, self.rules, self.planet(name))
        return self

    def muster(self, seat: int, *ships: Ship) -> "Table":
        """Set the ships of a player; previous ships are lost."""
        while self.player(seat).ships:
            put_ship_away(self.state, self.rules, remove_ship(self.state, self.rules, seat, 0))
        for ship in ships:
            name, damage = (ship, 0) if isinstance(ship, str) else ship
            kind = self.kinds.index(name)
            if self.rules.ship_origin[kind] == Origin.MERC:
                self._withdraw_merc(kind)
            elif self.rules.ship_origin[kind] == Origin.EMERGENCY:
                self._draw("emergency", "emergencies", kind)
            add_ship(self.state, self.rules, seat, kind, damage)
        return self

    def deal(self, seat: int, *cards: str) -> "Table":
        """Set the shadow cards in hand; previous cards go under the deck."""
        for card in self.hand(seat):
            self._bury("shadow", "shadow", self.cards.index(card))
        self.player(seat).hand[:] = 0
        for card in cards:
            self._draw("shadow", "shadow", self.cards.index(card))
            self.player(seat).hand[self.cards.index(card)] += 1
        self.player(seat).cards = len(cards)
        return self

    def teach(self, seat: int, *names: str) -> "Table":
        """Teach a player technologies; he becomes the Owner of technologies without an Owner."""
        for name in names:
            technology = self.technologies.index(name)
            if self.state.technology_owner[technology] == NONE:
                self._withdraw_technology(technology)
            learn(self.state, self.rules, seat, technology)
        return self

    def forget(self, seat: int) -> "Table":
        """Take all technologies from a player; technologies that he owned go under their deck."""
        player = self.player(seat)
        for technology in (self.technologies.index(name) for name in self.known(seat)):
            player.modifiers[:] -= self.rules.technology_modifiers[technology]
            if self.state.technology_owner[technology] == seat:
                self.state.technology_owner[technology] = NONE
                self._bury("technology", "technologies", technology)
        player.known = player.owned = 0
        return self

    # edits of decks and markets

    def stack_cards(self, *cards: str) -> "Table":
        """Put these shadow cards on top of the deck, the first one topmost."""
        return self._stack("shadow", "shadow", [self.cards.index(card) for card in cards])

    def stack_events(self, *events: str) -> "Table":
        """Put these colony events on top of the deck, the first one topmost."""
        return self._stack("event", "events", [self.events.index(event) for event in events])

    def stack_emergencies(self, *ships: str) -> "Table":
        """Put these emergency ships on top of the deck, the first one topmost."""
        return self._stack("emergency", "emergencies", [self.kinds.index(ship) for ship in ships])

    def exhaust(self, card: str, left: str) -> "Table":
        """Empty a deck and discard all its cards: ('event', 'events'), ('shadow', 'shadow') and so on."""
        (deck, count), (discards, gone) = self._piles(card, left)
        number, before = int(self.state[count]), int(self.state[gone])
        discards[before : before + number] = deck[:number]
        self.state[count], self.state[gone] = 0, before + number
        return self

    def show_planets(self, *names: str) -> "Table":
        """Turn these planets face up, each in the slot of its type."""
        for name in names:
            planet = self.planet(name)
            slot = planet // STACK
            if self.state.owner[planet] == NONE:
                self._uncover(planet)
            else:
                lose_planet(self.state, self.rules, self.state.owner[planet], planet)
            if self.state.face_up[slot] != NONE:
                discard_planet(self.state, slot, self.state.face_up[slot])
            self.state.face_up[slot] = planet
        return self

    def show_technologies(self, *names: str) -> "Table":
        """Turn exactly these technologies face up; previous ones go under the deck, other slots are empty."""
        return self._show("technology", "technologies", [self.technologies.index(name) for name in names])

    def show_mercs(self, *names: str) -> "Table":
        """Turn exactly these mercs face up; previous ones go under the deck, other slots are empty."""
        return self._show("merc", "mercs", [self.kinds.index(name) for name in names])

    # the course of play

    def turn(self, seat: int, rounds: int = 2) -> "Table":
        """Begin a player's turn in that round; a shadow card in play is put away."""
        if self.state.card != NONE:
            put_card_away(self.state)
        self.state.rounds = rounds
        begin_turn(self.state, self.rules, seat)
        return self._play_on()

    def act(self, cell: str, *choices: str, seat: int = 0) -> "Table":
        """Play a turn of a player with one token, at this cell: act with it, then choose these options."""
        self.put(seat, cell).turn(seat)
        if self.prompt[1] == "shadow activity":
            self.choose("no")
        self.choose("advance plans")
        if self.prompt[1] == "advancing":
            self.choose("done")
        return self.choose(f"act {cell}", *choices)

    def end_turn(self) -> "Table":
        """End the turn and begin the next one."""
        self.state.pending_step = PendingStep.NEXT_TURN
        return self._play_on()

    def _play_on(self) -> "Table":
        """Carry out the steps of the turn before the next decision."""
        play_on(GAME, self.state, self.rules)
        return self

    def force(self, purpose: int, value: int, sides: int = SIDES) -> "Table":
        """Set the next draw for a purpose of chance: a die shows `value`, or the card of that number is drawn.

        The values count from 1. All other randomness changes with it.
        """
        while int(bits(self.state, purpose, 0)) * sides >> 32 != value - 1:
            self.state.key[1] += np.uint64(1)
        return self

    def log_line(self, words: str) -> str:
        """Return the line of the log for an option in words."""
        return Narrator(self.loaded).decision(self.state, self._options(), self.options.index(words))

    # words

    def _words(self, option: Any) -> str:
        """Return an option in words: `act fleet basic`, `planet Loam`, `opponent 1`, `exchange food for ore`, `no`."""
        kind, a, b = Kind(int(option.kind)), int(option.a), int(option.b)
        about = self._track_words(kind, a, b) or self._resource_words(kind, a, b) or self._card_words(kind, a, b)
        return f"{words_of(kind)} {about or self._ship_words(kind, a)}".strip()

    def _track_words(self, kind: Kind, a: int, b: int) -> str:
        if kind in (Kind.ADVANCE, Kind.ACT, Kind.TOKEN, Kind.OWN_TOKEN):
            return token(a, b)
        return Row(a).name.lower() if kind in (Kind.PLACE, Kind.TO_ROW) else ""

    def _resource_words(self, kind: Kind, a: int, b: int) -> str:
        if kind == Kind.EXCHANGE:
            return Resource(a).name.lower() + (f" for {Resource(b).name.lower()}" if b != NONE else "")
        plain = (Kind.TAKE, Kind.RESOURCE, Kind.PAY, Kind.GIVE, Kind.REDUCE, Kind.LOOT)
        return Resource(a).name.lower() if kind in plain else ""

    def _card_words(self, kind: Kind, a: int, b: int) -> str:
        if kind in (Kind.KEEP, Kind.PLAY, Kind.DISCARD, Kind.BUY):
            return self.cards[a] if a != NONE else ""
        if kind in (Kind.PLANET, Kind.COLONISE, Kind.HAND_OVER, Kind.DEVELOP):
            return self.planet_name(a) + (f" {b}" if kind == Kind.DEVELOP else "")
        if kind in (Kind.START, Kind.TECHNOLOGY):
            return self.technologies[a]
        if kind == Kind.RESEARCH:
            return self.technologies[self.state.technology_slot[a]]
        if kind == Kind.RESOLVE:
            return self.events[a]
        return self.ambitions[self.state.ambition[a]] if kind == Kind.CLAIM else ""

    def _ship_words(self, kind: Kind, a: int) -> str:
        if kind in (Kind.PAY_UPKEEP, Kind.DISMISS, Kind.REPAIR, Kind.SCRAP, Kind.NEXT):
            return self._ship(self.state.actor, a)
        if kind == Kind.SHIP:
            return self._ship(self.state.victim, a)
        if kind == Kind.FIRE:
            sides = (self.state.battle.attacker, self.state.battle.defender)
            return self._ship(sides[1] if self.state.actor == sides[0] else sides[0], a)
        if kind == Kind.BUILD:
            return self.kinds[a]
        if kind == Kind.HIRE:
            return self.kinds[self.state.merc_slot[a]]
        if kind == Kind.MARKET:
            return words_of(Market(a))
        return str(a) if kind in (Kind.OPPONENT, Kind.RECIPIENT, Kind.RAID, Kind.INVADE, Kind.REPLACE) else ""

    def _ship(self, seat: int, place: int) -> str:
        """Return a ship in words: `Cruiser`, or `Cruiser 1` with a damage marker."""
        ship = self.fleet(seat)[place]
        return ship if isinstance(ship, str) else f"{ship[0]} {ship[1]}"

    # the partition of cards

    def _number_planets(self) -> dict[str, int]:
        """Return planet -> id: STACK ids for each type in the order of the data, then the Home Worlds."""
        numbers, counts = {}, [0] * RESOURCES
        for name, entry in self.document["planets"].items():
            kind = Resource[entry["type"].upper()]
            numbers[name] = kind * STACK + counts[kind]
            counts[kind] += 1
        return numbers | {name: FIRST_HOME + k for k, name in enumerate(self.document["home_worlds"])}

    def _piles(self, card: str, left: str) -> list[tuple[np.ndarray, str]]:
        """Return (cards, the field that counts them) of a deck and of its discards."""
        gone = "shadow_discarded" if card == "shadow" else f"{left}_discarded"
        return [(self.state[f"{card}_deck"], f"{left}_left"), (self.state[f"{card}_discard"], gone)]

    def _draw(self, card: str, left: str, kind: int) -> None:
        """Take a card out of its deck, or out of the discards."""
        for pile, count in self._piles(card, left):
            cards = pile[: self.state[count]].tolist()
            if kind in cards:
                _remove(pile, cards, cards.index(kind))
                self.state[count] -= 1
                return
        raise AssertionError(f"no {card} card {kind} in deck or discards")

    def _stack(self, card: str, left: str, kinds: Sequence[int]) -> "Table":
        pile, count = self._piles(card, left)[0]
        for kind in kinds[::-1]:
            self._draw(card, left, kind)
            pile[self.state[count]] = kind
            self.state[count] += 1
        return self

    def _bury(self, card: str, left: str, kind: int) -> None:
        """Put a card under its deck."""
        pile, count = self._piles(card, left)[0]
        pile[1 : self.state[count] + 1] = pile[: self.state[count]].copy()
        pile[0] = kind
        self.state[count] += 1

    def _show(self, card: str, left: str, kinds: Sequence[int]) -> "Table":
        slots = self.state[f"{card}_slot"]
        for slot, shown in enumerate(slots.tolist()):
            if shown != NONE and slot < self.rules[f"{card}_slots"]:
                self._bury(card, left, shown)
        slots[:] = NONE
        for slot, kind in enumerate(kinds):
            self._draw(card, left, kind)
            slots[slot] = kind
        return self

    def _withdraw_merc(self, kind: int) -> None:
        """Take a merc out of its slot, which stays empty, or out of the deck or discards."""
        slots = self.state.merc_slot[: self.rules.merc_slots].tolist()
        if kind in slots:
            self.state.merc_slot[slots.index(kind)] = NONE
        else:
            self._draw("merc", "mercs", kind)

    def _withdraw_technology(self, technology: int) -> None:
        """Take a technology out of its slot, which stays empty, or out of the deck or discards."""
        slots = self.state.technology_slot[: self.rules.technology_slots].tolist()
        if technology in slots:
            self.state.technology_slot[slots.index(technology)] = NONE
        elif (int(self.state.on_tracker) >> technology) & 1:
            self.state.on_tracker &= ~(1 << technology)
        else:
            self._draw("technology", "technologies", technology)

    def _uncover(self, planet: int) -> None:
        """Take an unowned planet out of its slot, its stack or its discards.

        The next planet of the stack fills a slot.
        """
        state, kind = self.state, planet // STACK
        if planet >= FIRST_HOME:
            return
        if state.face_up[kind] == planet:
            state.stacked[kind] -= 1
            state.face_up[kind] = state.stack[kind, state.stacked[kind]]
            return
        for pile, count in ((state.stack, state.stacked), (state.planet_discard, state.planets_discarded)):
            cards = pile[kind, : count[kind]].tolist()
            if planet in cards:
                _remove(pile[kind], cards, cards.index(planet))
                count[kind] -= 1
                return
        raise AssertionError(f"planet {planet} lies nowhere")


def _remove(pile: np.ndarray, cards: list[int], place: int) -> None:
    """Take one card out of a pile; later cards move up."""
    rest = cards[:place] + cards[place + 1 :]
    pile[: len(rest)] = rest


def words_of(code: Any) -> str:
    """Return the name of a code in words, such as `shadow activity`."""
    return code.name.lower().replace("_", " ")


def token(row: int, level: int) -> str:
    """Return a token in words, such as `fleet basic`."""
    return f"{Row(row).name} {Level(level).name}".lower()


def bare_table(setup: str = "players3", **more: Any) -> Table:
    """Return a table whose players have only Home Worlds: no resources, tokens, ships, cards or technologies.

    The turn of seat 0 in the second round is at PRODUCE or ADVANCE. Begin it again with `turn` after edits.
    """
    at = Table(setup, **more)
    for seat in range(at.rules.seats):
        at.give(seat).put(seat).muster(seat).deal(seat)
        at.forget(seat)
    return at.turn(0)
