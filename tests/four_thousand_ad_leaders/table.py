"""A table for tests: set up a position and edit it, list its options in words, and choose options by these words."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import play_on, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.four_thousand_ad_leaders import GAME
from starbalance.simulator.games.four_thousand_ad_leaders.rules import OBJECTIVES
from starbalance.simulator.games.four_thousand_ad_leaders.state import MAX_OPTIONS, Decision, Kind, PendingStep
from starbalance.simulator.games.four_thousand_ad_leaders.text import Narrator
from starbalance.simulator.games.star_field.field import NONE
from tests.star_position import StarPosition, sector_id, sector_name

_STARS = (Kind.DEPART, Kind.HEAD_FOR, Kind.FIGHT)
_NUMBERS = (Kind.EMBARK, Kind.NAME, Kind.WITHDRAW)


class Position(StarPosition):
    """A game at a pending decision, described with the names of its stars, homes and cards."""

    game = GAME

    def __init__(self, rules: tables.Rules, seed: int = 0):
        self.rules = rules.record
        self.state: Any = zeros(1, GAME.kernels.state_dt)[0]
        self.state.key[0], self.state.key[1] = np.uint64(seed), np.uint64(0)
        narrator = Narrator(rules)
        self.homes, self.stars = narrator.homes, narrator.stars
        self.leaders, self.objectives = narrator.leaders, narrator.objectives
        self._buffer = zeros(MAX_OPTIONS, option_dt)
        set_up(GAME, self.state, self.rules)

    def stands(self, home: str) -> dict[str, int]:
        """Return the ships of a home at stars: star -> ships."""
        return {name: self.ships(home, name) for name in self.stars if self.ships(home, name)}

    def fleets(self, home: str) -> list[tuple[int, str, int, str | None]]:
        """Return (square, sector of departure, ships, leader) of the fleets of a home, by their slots."""
        used = [fleet for fleet in self.player(home).fleets if fleet.ships > 0]
        return [(int(f.square), sector_name(f.sector), int(f.ships), self._leader(f.leader)) for f in used]

    def _leader(self, card: int) -> str | None:
        return None if card == NONE else self.leaders[card]

    def cards(self, home: str, place: str) -> set[str]:
        """Return the leaders of a home in a place: hand, pile, used, removed, recovered, aside, seen."""
        mask = int(self.player(home)[place])
        return {name for card, name in enumerate(self.leaders) if (mask >> card) & 1}

    def hand(self, home: str) -> set[str]:
        return self.cards(home, "hand")

    def pile(self, home: str) -> set[str]:
        return self.cards(home, "pile")

    def claims(self, home: str) -> set[str]:
        """Return the objectives that a home has claimed."""
        mask = int(self.player(home).claims)
        return {name for card, name in enumerate(self.objectives) if (mask >> card) & 1}

    def objective(self, home: str) -> str | None:
        card = int(self.player(home).objective)
        return None if card == NONE else self.objectives[card]

    @property
    def open(self) -> set[str]:
        """The objectives on the table."""
        return {name for card, name in enumerate(self.objectives) if (int(self.state.table) >> card) & 1}

    @property
    def deck(self) -> list[str]:
        """The objectives of the deck, from its top."""
        ring = [int(self.state.deck[(self.state.deck_top + k) % OBJECTIVES]) for k in range(self.state.deck_count)]
        return [self.objectives[card] for card in ring]

    @property
    def prompt(self) -> tuple[str, str]:
        """Return the home that decides and the pending decision."""
        return self.homes[self.state.actor], Decision(int(self.state.decision)).name.lower()

    @property
    def winners(self) -> dict[str, float]:
        """The shares of the win: home -> share."""
        return {home: float(self.state.credit[k]) for k, home in enumerate(self.homes) if self.state.credit[k] > 0}

    def _words(self, option: Any) -> str:
        """Return an option in words: `arrive Vega`, `embark 5`, `lead Corsair`, `build Vega and Algol`, `supply Vega`,
        `stay`."""
        kind = Kind(int(option.kind))
        words = kind.name.lower().replace("_", " ")
        if kind in _STARS:
            return f"{words} {self.stars[option.a]}"
        if kind in _NUMBERS:
            return f"{words} {option.a}"
        if kind == Kind.LEAD:
            return f"lead {self._leader(option.a) or 'nobody'}"
        if kind == Kind.ARRIVE:
            return f"arrive {self.stars[option.b]}"
        if kind == Kind.BUILD:
            return f"build {self.stars[option.a]}" + (f" and {self.stars[option.b]}" if option.b != NONE else "")
        if kind == Kind.CLAIM:
            return f"claim {self.objectives[option.a]}"
        return words + self._of_use(kind, option)

    def _of_use(self, kind: Kind, option: Any) -> str:
        lost = " of the lost" if option.c >= self.rules.leaders else ""
        if kind == Kind.SUPPLY:
            return f" {self.stars[option.a]}{lost}"
        if kind == Kind.SHIFT:
            return f" {option.a} by {option.b}{lost}"
        if kind == Kind.RECALL:
            return f" {option.a} to {self.stars[option.b]}{lost}"
        if kind == Kind.PLAY:
            return f" {self.leaders[option.c % self.rules.leaders]}{lost}"
        return ""

    def send(self, source: str, target: str, ships: int, leader: str | None = None) -> "Position":
        """Make the decisions of a departure."""
        self.choose(f"depart {source}", f"head for {target}", f"embark {ships}")
        if self.prompt[1] == "leader":
            self.choose(f"lead {leader or 'nobody'}")
        return self

    def end_round(self) -> "Position":
        """Wait until the next round, or until the end of the game."""
        now = self.state.rounds
        while self.state.rounds == now and not self.state.over:
            self.wait()
        return self

    def begin_turn(self) -> "Position":
        """Begin the turn of the home on turn again, after edits of the state."""
        self.state.pending_step = PendingStep.BEGIN
        play_on(GAME, self.state, self.rules)
        return self

    def mask(self, names: Iterable[str]) -> int:
        """Return leaders as bits."""
        return sum(1 << self.leaders.index(name) for name in names)

    def give(self, home: str, hand: Iterable[str] = (), pile: Iterable[str] = (), removed: Iterable[str] = ()) -> None:
        """Set the leaders of a home. The last card of the pile was discarded last; all other leaders are aside."""
        player, pile = self.player(home), list(pile)
        player.hand, player.pile, player.removed = self.mask(hand), self.mask(pile), self.mask(removed)
        player.recovered, player.used = player.removed, 0
        player.last_discard = self.leaders.index(pile[-1]) if pile else NONE
        player.last_played = player.last_discard
        player.seen = player.pile | player.removed
        under = {fleet.leader for fleet in player.fleets if fleet.leader != NONE}
        placed = player.hand | player.pile | player.removed | sum(1 << int(card) for card in under)
        player.aside = ((1 << self.rules.leaders) - 1) & ~placed
        player.drawn = placed

    def deal(self, objectives: Mapping[str, str], table: Iterable[str]) -> None:
        """Set the objectives in the hands and on the table; the rest form the deck, in the order of the data."""
        self.state.table = sum(1 << self.objectives.index(name) for name in table)
        held = [self.objectives.index(objectives.get(home, "")) if home in objectives else NONE for home in self.homes]
        free = [
            card for card in range(self.rules.objectives) if card not in held and not (self.state.table >> card) & 1
        ]
        for seat, card in enumerate(held):
            self.state.players[seat].objective = card if card != NONE else free.pop()
        self.state.deck[:] = NONE
        self.state.deck_top, self.state.deck_count = 0, len(free)
        self.state.deck[: len(free)] = free
        self.state.shown_by[:] = NONE


def position(
    setup: str = "four",
    *,
    stars: Mapping[str, Mapping[str, int]] | None = None,
    fleets: Mapping[str, list[tuple]] | None = None,
    hands: Mapping[str, Iterable[str]] | None = None,
    piles: Mapping[str, Iterable[str]] | None = None,
    removed: Mapping[str, Iterable[str]] | None = None,
    objectives: Mapping[str, str] | None = None,
    table: Iterable[str] = ("Armada",),
    first: str | None = None,
    rounds: int = 1,
    seed: int = 0,
    **switches: Any,
) -> Position:
    """Return a position after setup and edits, at the first decision of a turn of the first player.

    stars: home -> {star: ships}. Default: the ships of the setup. fleets: home -> (square, sector of departure, ships,
    leader or None) before the fleets advance. hands, piles, removed: home -> leaders. Default: no leaders. objectives:
    home -> objective in the hand. table: open objectives. first: the home on turn. Default: the first home. rounds: the
    round. switches: name=value.
    """
    begins = first or tables.read(GAME)["setups"][setup]["homes"][0]
    overrides = {"switches.first_player": f"fixed:{begins}"} | {f"switches.{name}": v for name, v in switches.items()}
    at = Position(tables.load(GAME, setup, set=overrides), seed)
    for home, stands in (stars or {}).items():
        at.player(home).ships[:] = 0
        for star, ships in stands.items():
            at.player(home).ships[at.star(star)] = ships
    for home, used in (fleets or {}).items():
        for fleet, (square, sector, ships, leader) in zip(at.player(home).fleets, used, strict=False):
            fleet.square, fleet.sector, fleet.ships = square, sector_id(sector), ships
            fleet.leader = NONE if leader is None else at.leaders.index(leader)
    for home in at.homes:
        leaders = [(places or {}).get(home, ()) for places in (hands, piles, removed)]
        at.give(home, *leaders)
    at.deal(objectives or {}, table)
    at.state.rounds = rounds
    return at.begin_turn()


def battle(
    attack: list[tuple[int, str | None]],
    defend: int,
    *,
    hand: Iterable[str] = (),
    own: Iterable[str] = (),
    lost: Mapping[str, Iterable[str]] | None = None,
    star: str = "Vega",
    **switches: Any,
) -> Position:
    """Return a combat of Algol's fleets (ships, leader) from A-yellow against Regulus at a star of B-yellow.

    hand: the defender's leaders. own: the attacker's leaders. lost: home -> leaders lost in hyperspace. The position is
    at the first decision of the combat.
    """
    at = position(
        stars={"Algol": {"Algol": 5}, "Regulus": {"Regulus": 5, star: defend}},
        fleets={"Algol": [(0, "A-yellow", ships, leader) for ships, leader in attack]},
        hands={"Regulus": hand, "Algol": own},
        removed=lost,
        **switches,
    )
    while at.prompt[1] != "source":
        at.wait()
    at.choose("stop")
    while at.prompt == ("Algol", "arrival"):
        at.choose(f"arrive {star}")
    return at


def left(at: Position, star: str = "Vega") -> tuple[int, int]:
    """Return the ships of Algol and of Regulus at a star, after a battle."""
    return at.ships("Algol", star), at.ships("Regulus", star)
