"""A table for tests: set up a position and edit it, list its options in words, and choose options by these words.

Systems, cards, counters and races are named as in the data; players are numbered from 0 by seat. Edit the map before
the cards: a new marker puts its System card into its owner's draw deck, and `deal` then fixes where every card lies.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.handful_of_stars import strength
from starbalance.simulator.games.handful_of_stars.board import open_connections
from starbalance.simulator.games.handful_of_stars.card import put, take, zone_of
from starbalance.simulator.games.handful_of_stars.rules import (
    FIRST_ABILITY,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    TRACK,
    Resource,
)
from starbalance.simulator.games.handful_of_stars.scoring import count_counters
from starbalance.simulator.games.handful_of_stars.state import (
    EVERYBODY,
    MAX_OPTIONS,
    NONE,
    Action,
    Cylinder,
    Decision,
    Kind,
    Marker,
    Unit,
    Zone,
)
from starbalance.simulator.games.handful_of_stars.turn import begin_turn
from tests.pending import Pending

GAME = find_game("handful-of-stars")
PILES = {
    "draw": Zone.DRAW_DECK,
    "hand": Zone.HAND,
    "discard": Zone.DISCARD_PILE,
    "one": Zone.RESERVE_ONE,
    "two": Zone.RESERVE_TWO,
}
PLACES = {Zone.RESERVE_ONE: "reserve one", Zone.RESERVE_TWO: "reserve two"}


class Table(Pending):
    """A game at a pending decision.

    setup: players2, players3 or players4. overrides: dotted path -> value; switches: name=value.
    After the setup (first options) seat 0 begins; with at_setup the game stands at the first decision of the setup.
    """

    game = GAME

    def __init__(
        self,
        setup: str = "players2",
        seed: int = 0,
        overrides: Mapping[str, Any] | None = None,
        at_setup: bool = False,
        **switches: Any,
    ):
        changes = dict(overrides or {}) | {f"switches.{name}": value for name, value in switches.items()}
        loaded = tables.load(GAME, setup, set=changes)
        self.document, self.rules = loaded.document, loaded.record
        self.systems, self.races = list(self.document["systems"]), list(self.document["races"])
        self.technologies, self.kinds = list(self.document["technologies"]), list(self.document["counters"])
        self.state: Any = zeros(1, GAME.kernels.state_dt)[0]
        self.state.key[0], self.state.key[1] = np.uint64(seed), np.uint64(0)
        self._buffer = zeros(MAX_OPTIONS, option_dt)
        set_up(GAME, self.state, self.rules)
        if not at_setup:
            while self.state.decision < Decision.TURN:
                self.choose(self.options[0])
            self.state.first = 0
            self.turn(0)

    # what lies where

    @property
    def prompt(self) -> tuple[int, str]:
        """Return the acting seat and the pending decision, such as (0, 'turn')."""
        return int(self.state.actor), Decision(int(self.state.decision)).name.lower()

    @property
    def margin(self) -> int:
        """The value of the combat marker."""
        return int(strength.margin(self.state, self.rules))

    @property
    def due(self) -> dict[str, int]:
        """Return what is still to be paid: resource -> points."""
        return {r.name.lower(): int(self.state.need[r]) for r in Resource if self.state.need[r]}

    def player(self, seat: int) -> Any:
        """The record of a player."""
        return self.state.players[seat]

    def vp(self, seat: int) -> int:
        """Return the running total of victory points."""
        return int(self.player(seat).vp)

    def pile(self, seat: int, name: str) -> list[str]:
        """Return the cards of a pile (draw, hand, discard, one, two). The draw deck starts with its top card."""
        cards = [self.card_name(card) for card in self._ids(seat, PILES[name])]
        return cards[::-1] if name == "draw" else cards

    def hand(self, seat: int) -> list[str]:
        return self.pile(seat, "hand")

    def counters(self, seat: int) -> list[str]:
        """The Development counters on the Colony track."""
        return [self.kinds[kind] for kind in self.player(seat).counters if kind != NONE]

    def face_down(self, seat: int) -> list[str]:
        """Return the Development counters on the Colony track that lie face down."""
        player = self.player(seat)
        return [self.kinds[k] for k, up in zip(player.counters, player.up, strict=True) if k != NONE and not up]

    @property
    def display(self) -> list[str]:
        """The displayed Technology cards."""
        return [self.card_name(card) for card in self.state.display[: self.state.displayed]]

    @property
    def displayed_counters(self) -> list[str]:
        """The displayed Development counters."""
        return [self.kinds[kind] for kind in self.state.counters[: self.state.counters_displayed]]

    def tile(self, system: str) -> int:
        return self.systems.index(system)

    def space(self, system: str) -> int:
        """The space of a system."""
        return int(self.state.space_of[self.tile(system)])

    def system(self, space: int) -> str:
        """The system on a space."""
        return self.systems[self.state.tile[space]]

    def units(self, system: str, seat: int) -> tuple[int, int]:
        """Return (fleets, star bases) of a player in a system."""
        space = self.space(system)
        return int(self.state.fleets[seat, space]), int(self.state.star_bases[seat, space])

    def marker(self, system: str) -> str:
        """Empty, outpost, colony or home."""
        return Marker(int(self.state.marker[self.space(system)])).name.lower()

    def owner(self, system: str) -> int | None:
        """The seat that controls a system."""
        seat = int(self.state.owner[self.space(system)])
        return None if seat == NONE else seat

    def in_pool(self, system: str) -> bool:
        """Whether a System card lies in the neutral pool."""
        return bool(self.state.in_pool[self.tile(system)])

    def boxed(self, name: str) -> int:
        """Copies of a card in the box."""
        return sum(int(self.state.boxed[card]) for card in self.copies(name))

    def where(self, card: int) -> tuple[int, int] | None:
        """(seat, zone) of a card that a player owns."""
        for seat in range(self.rules.seats):
            zone = zone_of(self.state, seat, card)
            if zone != NONE:
                return seat, zone
        return None

    # edits of the map

    def clear_map(self) -> "Table":
        """Take all pieces, aliens and black holes off the map. System cards go to the pool, pieces to the stock."""
        for space in range(self.rules.spaces):
            self._empty(space)
        for tile in range(self.rules.carded_systems):
            at = self.where(tile)
            if at is not None:
                take(self.state, self.rules, at[0], tile)
            self.state.in_pool[tile] = 1
        self.state.blocked[:] = 0
        self.state.spare_discs = self.rules.black_hole_discs
        open_connections(self.state, self.rules)
        return self

    def lay(self, **spaces: int) -> "Table":
        """Swap systems, with all that is on them, onto spaces.

        The board has six columns: the numbers of neighbouring spaces differ by one (left, right) or six (up, down).
        """
        for system, space in spaces.items():
            old = self.space(system)
            for name in ("tile", "owner", "marker", "alien", "alien_seen"):
                column = self.state[name]
                column[old], column[space] = column[space], column[old]
            for name in ("fleets", "star_bases"):
                rows = self.state[name]
                rows[:, [old, space]] = rows[:, [space, old]]
            self.state.space_of[self.state.tile[old]] = old
            self.state.space_of[self.state.tile[space]] = space
        return self

    def place(self, seat: int, system: str, fleets: int = 0, star_bases: int = 0, marker: str = "empty") -> "Table":
        """Put exactly these pieces of a player, from his stock, on a system. A disc is a spare one if he has any."""
        space, kind, player = self.space(system), Marker[marker.upper()], self.player(seat)
        self._empty(space)
        self.state.fleets[seat, space], self.state.star_bases[seat, space] = fleets, star_bases
        player.fleets -= fleets
        player.star_bases -= star_bases
        self.state.marker[space], self.state.owner[space] = kind, seat
        if kind == Marker.OUTPOST:
            player.outposts -= 1
        elif kind == Marker.COLONY and player.spare_discs > 0:
            player.spare_discs -= 1
        elif kind == Marker.COLONY:
            player.track_discs -= 1
        elif kind == Marker.HOME:
            player.cylinder = Cylinder.MAP
        if kind != Marker.EMPTY:
            self._score(seat, kind, 1)
            self._bring_card(seat, self.tile(system))
        return self

    def alien(self, system: str, strength: int | None) -> "Table":
        """Put a face-down alien counter of this strength on a system, or remove its counter (`None`)."""
        space = self.space(system)
        if self.state.alien[space] != NONE:
            self.state.aliens_left[self.state.alien[space]] += 1
        kind = NONE if strength is None else list(self.document["aliens"]).index(f"alien_{strength}")
        if kind != NONE:
            assert self.state.aliens_left[kind] > 0, f"no alien {strength} left"
            self.state.aliens_left[kind] -= 1
        self.state.alien[space] = kind
        self.state.alien_seen[space] = 0
        return self

    def block(self, first: str, second: str) -> "Table":
        """Put a black hole on the connection between two neighbours."""
        connection = self.connection(first, second)
        self.state.blocked[connection] = 1
        self.state.spare_discs -= 1
        open_connections(self.state, self.rules)
        return self

    def connection(self, first: str, second: str) -> int:
        """Return the id of the connection between two neighbours."""
        neighbours = self.rules.neighbour[self.space(first)].tolist()
        return int(self.rules.connection[self.space(first), neighbours.index(self.space(second))])

    # edits of cards, counters and stock

    def deal(self, seat: int, **piles: Sequence[str]) -> "Table":
        """Fill piles (draw, hand, discard, one, two) with exactly these cards. The first card of `draw` is drawn first.

        A Technology or Race Ability card is any copy that is not in this player's hand or Reserves. Cards that lay in
        these piles go under his draw deck, or out of play if `draw` is passed.
        """
        loose = []
        for name in piles:
            for card in self._ids(seat, PILES[name]):
                take(self.state, self.rules, seat, card)
                loose.append(card)
        dealt: list[int] = []
        for name, cards in piles.items():
            for wanted in cards[::-1] if name == "draw" else cards:
                card = self._free_copy(seat, wanted, loose, dealt)
                if card in loose:
                    loose.remove(card)
                else:
                    self._withdraw(card)
                put(self.state, self.rules, seat, PILES[name], card)
                dealt.append(card)
        self._lay_away(seat, loose, "draw" in piles)
        return self

    def show(self, *names: str) -> "Table":
        """Put exactly these cards into the Technology display; the previously displayed cards go under the Technology
        deck."""
        for card in self.state.display[: self.state.displayed].tolist():
            self._bury(card)
        self.state.displayed = 0
        dealt: list[int] = []
        for name in names:
            dealt.append(self._free_copy(NONE, name, [], dealt))
            self._withdraw(dealt[-1])
            self.state.display[self.state.displayed] = dealt[-1]
            self.state.seen_card[dealt[-1]] = EVERYBODY
            self.state.displayed += 1
        return self

    def stack(self, *names: str) -> "Table":
        """Put these cards on top of the Technology deck, the first one topmost."""
        dealt: list[int] = []
        for name in names[::-1]:
            dealt.append(self._free_copy(NONE, name, [], dealt))
            self._withdraw(dealt[-1])
            self.state.technologies[self.state.technologies_left] = dealt[-1]
            self.state.technologies_left += 1
        return self

    def give_counters(self, seat: int, *kinds: str, down: Sequence[str] = ()) -> "Table":
        """Put exactly these Development counters on the Colony track, those in `down` face down; his other counters go
        to the stacks.

        The discs on the track follow: no disc lies on a space with a counter.
        """
        player = self.player(seat)
        for kind in player.counters:
            if kind != NONE:
                self.state.counters_left[kind] += 1
        player.counters[:], player.up[:] = NONE, 1
        turned = list(down)
        for space, name in enumerate(kinds):
            self._take_from_stacks(name)
            player.counters[space] = self.kinds.index(name)
            if name in turned:
                turned.remove(name)
                player.up[space] = 0
        discs = min(TRACK - 1, TRACK - len(kinds))
        player.spare_discs += player.track_discs - discs
        player.track_discs = discs
        count_counters(self.state, self.rules, seat)
        return self

    def show_counters(self, *kinds: str) -> "Table":
        """Put exactly these Development counters into the display; previously displayed counters go to the stacks."""
        for kind in self.state.counters[: self.state.counters_displayed]:
            self.state.counters_left[kind] += 1
        self.state.counters_displayed = 0
        for name in kinds:
            self._take_from_stacks(name)
            self.state.counters[self.state.counters_displayed] = self.kinds.index(name)
            self.state.counters_displayed += 1
        return self

    def open_wormholes(self, *seats: int) -> "Table":
        """Set the Wormhole card aside and give these players a counter."""
        card = self.copies("Wormhole Technology")[0]
        if self.state.wormhole_card == NONE:
            self._withdraw(card)
            self.state.wormhole_card = card
        for seat in seats:
            self.player(seat).wormhole = 1
        return self

    # the course of play

    def turn(self, seat: int) -> "Table":
        """Begin a player's turn."""
        self.state.place = (seat - self.state.first) % self.rules.seats
        begin_turn(self.state, self.rules)
        return self

    def pass_turn(self) -> "Table":
        """Pass all remaining actions of the player on turn, and take cards back where he must."""
        turn = self.state.turn
        while self.state.turn == turn and not self.state.over:
            self.choose("act pass" if "act pass" in self.options else self.options[0])
        return self

    # words

    def card_name(self, card: int) -> str:
        """Return the name of a card id."""
        if card < FIRST_STARTING:
            return self.systems[card]
        if card < FIRST_ABILITY:
            return list(self.document["starting"])[(card - FIRST_STARTING) % 4]
        return self.technologies[self.rules.card_name[card]]

    def _words(self, option: Any) -> str:
        """Return an option in words: `act build`, `build fleet Hap`, `move 2 fleets to Hap`, `spend Shipyard for
        matter`, `done`."""
        kind, a, b, c = Kind(int(option.kind)), int(option.a), int(option.b), int(option.c)
        words = kind.name.lower().replace("_", " ")
        about = self._unit_words(kind, a, b, c) or self._card_words(kind, a, b) or self._other_words(kind, a, b)
        return f"{words} {about}".strip()

    def _unit_words(self, kind: Kind, a: int, b: int, c: int) -> str:
        if kind in (Kind.MOVE, Kind.HOP, Kind.RETREAT):
            return f"{units(b, c)} to {self.system(a)}"
        if kind in (Kind.REINFORCE, Kind.REINFORCE_BY_HOP):
            return f"{units(b, c)} from {self.system(a)}"
        if kind == Kind.FROM:
            return self.system(a) + (f" with {units(b, c)}" if b + c else "")
        if kind in (Kind.WITHDRAW, Kind.WITHDRAW_BY_HOP):
            return f"{unit(b)} to {self.system(a)}"
        if kind == Kind.BUILD:
            return f"{unit(a)} {self.system(b)}"
        return units(b, a) if kind == Kind.LOSE else ""

    def _card_words(self, kind: Kind, a: int, b: int) -> str:
        if kind == Kind.SPEND:
            return f"{self.card_name(a)} for {Resource(b).name.lower()}"
        if kind == Kind.PLAY:
            name = self.card_name(a)
            return f"{name} on {unit(b)}" if name == "Star Bomb" else name
        if kind in (Kind.RESERVE, Kind.SWITCH):
            return f"{self.card_name(a)} to {PLACES[Zone(b)]}"
        if kind == Kind.SWAP:
            return f"{self.card_name(a)} with {self.card_name(b)}"
        if kind in (Kind.DISCARD, Kind.REMOVE, Kind.TAKE_BACK, Kind.KEEP):
            return self.card_name(a)
        return self.display[a] if kind == Kind.DRAFT else ""

    def _other_words(self, kind: Kind, a: int, b: int) -> str:
        if kind == Kind.ACT:
            return Action(a).name.lower()
        if kind == Kind.PICK_RACE:
            return self.races[a]
        if kind == Kind.TAKE_COUNTER:
            return self.displayed_counters[a]
        if kind in (Kind.FLIP, Kind.RECYCLE, Kind.EXCHANGE):
            mine = self.kinds[self.player(self.state.actor).counters[a]]
            more = {Kind.FLIP: f" for {Resource(b).name.lower()}", Kind.RECYCLE: ""}
            return mine + (more[kind] if kind in more else f" for {self.displayed_counters[b]}")
        if kind == Kind.BLOCK:
            return " and ".join(self.system(space) for space in self.rules.ends[a])
        places = (Kind.SETTLE, Kind.OUTPOST, Kind.COLONY, Kind.UPGRADE, Kind.SCOUT, Kind.JUMP, Kind.TERRAFORM)
        return self.system(a) if kind in places else ""

    # the partition of cards and pieces

    def _ids(self, seat: int, zone: int) -> list[int]:
        pile = self.player(seat).piles[zone]
        return pile.card[: pile.count].tolist()

    def copies(self, name: str) -> list[int]:
        """Return the ids of all copies of a card. Starting cards are not covered."""
        if name in self.systems:
            return [self.tile(name)]
        deck = range(FIRST_TECHNOLOGY, FIRST_TECHNOLOGY + self.rules.technology_cards)
        kind = self.technologies.index(name)
        return [card for card in [*deck, *range(FIRST_ABILITY, FIRST_TECHNOLOGY)] if self.rules.card_name[card] == kind]

    def _free_copy(self, seat: int, name: str, loose: Sequence[int], dealt: Sequence[int]) -> int:
        """Return the copy whose removal disturbs least: taken up, in the own draw deck, in no hand or Reserve, then
        any."""
        starting = list(self.document["starting"])
        copies = [FIRST_STARTING + 4 * seat + starting.index(name)] if name in starting else self.copies(name)
        free = [card for card in copies if card not in dealt]
        assert free, f"no more copy of {name}"
        return min(free, key=lambda card: self._use(seat, card, loose))

    def _use(self, seat: int, card: int, loose: Sequence[int]) -> int:
        at = self.where(card)
        if card in loose or at == (seat, Zone.DRAW_DECK):
            return 0 if card in loose else 1
        if at is None:
            return 3 if card in self.state.display[: self.state.displayed] else 2
        return 4 if at[1] in (Zone.DRAW_DECK, Zone.DISCARD_PILE) else 5 + (at[0] == seat)

    def _withdraw(self, card: int) -> None:
        """Take a card out of its present place. In the display, the top card of the Technology deck replaces it."""
        state, at = self.state, self.where(card)
        if card < FIRST_STARTING:
            state.in_pool[card] = 0
        state.boxed[card] = 0
        shown = state.display[: state.displayed].tolist()
        if at is not None:
            take(state, self.rules, at[0], card)
        elif card in shown:
            state.technologies_left -= 1
            state.display[shown.index(card)] = state.technologies[state.technologies_left]
        else:
            deck = [other for other in state.technologies[: state.technologies_left] if other != card]
            state.technologies[: len(deck)] = deck
            state.technologies_left = len(deck)

    def _bury(self, card: int) -> None:
        """Put a card under the Technology deck."""
        state, left = self.state, int(self.state.technologies_left)
        state.technologies[1 : left + 1] = state.technologies[:left].copy()
        state.technologies[0] = card
        state.technologies_left += 1

    def _lay_away(self, seat: int, cards: Sequence[int], out_of_play: bool) -> None:
        """Put cards under a draw deck, or into the pool and the box if they go out of play."""
        if not out_of_play:
            above = self._ids(seat, Zone.DRAW_DECK)
            for card in above:
                take(self.state, self.rules, seat, card)
            for card in [*cards, *above]:
                put(self.state, self.rules, seat, Zone.DRAW_DECK, card)
            return
        for card in cards:
            (self.state.in_pool if card < FIRST_STARTING else self.state.boxed)[card] = 1

    def _bring_card(self, seat: int, tile: int) -> None:
        """Put the System card of a new marker under its owner's draw deck."""
        if tile < self.rules.carded_systems:
            self._withdraw(tile)
            self._lay_away(seat, [tile], False)

    def _take_from_stacks(self, name: str) -> None:
        kind = self.kinds.index(name)
        assert self.state.counters_left[kind] > 0, f"no {name} in the stacks"
        self.state.counters_left[kind] -= 1

    def _score(self, seat: int, marker: Marker, by: int) -> None:
        points = {Marker.OUTPOST: "vp_outpost", Marker.COLONY: "vp_colony", Marker.HOME: "vp_home"}
        self.player(seat).vp += by * self.rules[points[marker]]
        self.player(seat).vp_map += by * self.rules[points[marker]]

    def _empty(self, space: int) -> None:
        """Remove all pieces and the alien from a space. The System card stays with its present holder."""
        state, marker, owner = self.state, Marker(int(self.state.marker[space])), int(self.state.owner[space])
        for seat in range(self.rules.seats):
            self.player(seat).fleets += state.fleets[seat, space]
            self.player(seat).star_bases += state.star_bases[seat, space]
        state.fleets[:, space] = state.star_bases[:, space] = 0
        if marker != Marker.EMPTY:
            player = self.player(owner)
            player.outposts += marker == Marker.OUTPOST
            player.spare_discs += marker == Marker.COLONY
            player.cylinder = Cylinder.LOST if marker == Marker.HOME else player.cylinder
            self._score(owner, marker, -1)
        state.marker[space], state.owner[space] = Marker.EMPTY, NONE
        self.alien(self.system(space), None)


def unit(code: int) -> str:
    """Return 'fleet' or 'star base'."""
    return Unit(code).name.lower().replace("_", " ")


def units(fleets: int, star_bases: int) -> str:
    """Return units in words, such as `2 fleets and 1 star base`."""
    return " and ".join(_counted(fleets, star_bases))


def _counted(fleets: int, star_bases: int) -> Iterator[str]:
    for number, name in ((fleets, "fleet"), (star_bases, "star base")):
        if number:
            yield f"{number} {name}" + ("s" if number > 1 else "")


def bare_table(setup: str = "players2", **more: Any) -> Table:
    """Return a table with an empty map and no counters; every player's cards all lie in his draw deck.

    Nothing lies on the map: no piece, alien or black hole. Space 0 and the spaces after it hold the tiles in the order
    of the data: habitable tiles on 0 to 18, then uninhabitable ones.
    """
    at = Table(setup, **more).clear_map()
    at.lay(**{system: tile for tile, system in enumerate(at.systems[: at.rules.systems])})
    for seat in range(at.rules.seats):
        at.deal(seat, hand=[], discard=[], one=[], two=[])
        at.give_counters(seat)
    return at
