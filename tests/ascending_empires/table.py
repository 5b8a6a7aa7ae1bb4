"""A table for tests: set up a position and edit it, list its options in words, and choose options by these words.

Red has its homeworld in hole 0 (Alpha), blue in 7 (Beta), green in 14 (Gamma), yellow in 21 (Delta); red begins.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import play_on, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.board import launch_ship, place_ship, remove_ship
from starbalance.simulator.games.ascending_empires.board_rules import BATTLESHIP, NONE, SHIPS, STARSHIPS, Aim
from starbalance.simulator.games.ascending_empires.reader import SEAT_COLOURS
from starbalance.simulator.games.ascending_empires.rules import ASTEROID, Colour, Parameter, Structure
from starbalance.simulator.games.ascending_empires.state import MAX_OPTIONS, Decision, Kind, PendingStep, Where
from tests.pending import Waiting

KINDS = {**{colour.name.lower(): int(colour) for colour in Colour}, "asteroid": ASTEROID}
ITEMS = {"T": "troops", "F": "facilities", "C": "colonies", "Y": "cities"}
FIXED = {"corner_shuffle": False, "first_player": "red"}


def ship_words(ship: int) -> str:
    """Return a ship in words, such as `red 1` or `red B`."""
    k = ship % SHIPS
    return f"{SEAT_COLOURS[ship // SHIPS]} {'B' if k == BATTLESHIP else k + 1}"


class Position(Waiting):
    """A game at a pending decision, described with the colours of its players and the numbers of its holes."""

    game = GAME

    def __init__(self, rules: tables.Rules, seed: int = 0):
        self.rules = rules.record
        self.state: Any = zeros(1, GAME.kernels.state_dt)[0]
        self.state.key[0], self.state.key[1] = np.uint64(seed), np.uint64(0)
        self._buffer = zeros(MAX_OPTIONS, option_dt)
        set_up(GAME, self.state, self.rules)

    def player(self, colour: str) -> Any:
        return self.state.players[SEAT_COLOURS.index(colour)]

    def ship(self, words: str) -> int:
        """Return the number of a ship: `red 1`, `red B`."""
        colour, k = words.split()
        return SHIPS * SEAT_COLOURS.index(colour) + (BATTLESHIP if k == "B" else int(k) - 1)

    def is_here(self, words: str) -> bool:
        """Return whether a ship is on the board."""
        return bool(self.state.scene.on_board[self.ship(words)])

    def at(self, words: str) -> tuple[float, float]:
        """Return the position of a ship."""
        ship = self.ship(words)
        return float(self.state.scene.x[ship]), float(self.state.scene.y[ship])

    def orbit(self, words: str) -> int | None:
        """Return the hole that a ship orbits, or `None`."""
        hole = int(self.state.scene.orbit[self.ship(words)])
        return None if hole == NONE else hole

    def fleet(self, colour: str) -> tuple[int, int, int]:
        """Return the starships of a player (in the box, in the supply, on the board)."""
        where = Counter(int(place) for place in self.player(colour).where[:STARSHIPS])
        return where[Where.BOX], where[Where.SUPPLY], where[Where.BOARD]

    def troops(self, colour: str) -> tuple[int, int, int]:
        """Return the troops of a player (in the box, in the supply, on the homeworld)."""
        player = self.player(colour)
        return int(player.box_troops), int(player.troops), int(player.home_troops)

    def items(self, hole: int) -> str:
        """Return the items on a hole, such as `2T 1F`, or an empty string."""
        place = self.state.holes[hole]
        return " ".join(f"{place[name]}{letter}" for letter, name in ITEMS.items() if place[name])

    def owner(self, hole: int) -> str | None:
        seat = int(self.state.holes[hole].owner)
        return None if seat == NONE else SEAT_COLOURS[seat]

    def is_up(self, hole: int) -> bool:
        return bool(self.state.holes[hole].up)

    def known_to(self, colour: str) -> set[int]:
        """Return the holes that a player has scanned."""
        seat = SEAT_COLOURS.index(colour)
        return {hole for hole, place in enumerate(self.state.holes) if (int(place.known) >> seat) & 1}

    def tokens(self, colour: str) -> int:
        return int(self.player(colour).tokens)

    def tech(self, colour: str) -> list[int]:
        """Return the levels of orange, grey, purple and brown."""
        return self.player(colour).tech.tolist()

    @property
    def pool(self) -> tuple[int, int]:
        """The VP (in the pool, paid from the box)."""
        return int(self.state.pool), int(self.state.box_vp)

    @property
    def active(self) -> str:
        return SEAT_COLOURS[self.state.active]

    @property
    def order(self) -> list[str]:
        return [SEAT_COLOURS[seat] for seat in self.state.order if seat != NONE]

    @property
    def prompt(self) -> tuple[str, str]:
        """Return the colour on turn and the pending decision."""
        return self.active, self.decision

    @property
    def decision(self) -> str:
        return "over" if self.state.over else Decision(int(self.state.decision)).name.lower()

    @property
    def winners(self) -> dict[str, float]:
        """The shares of the win: colour -> share."""
        return {colour: float(self.state.credit[k]) for k, colour in enumerate(SEAT_COLOURS) if self.state.credit[k]}

    def _words(self, option: Any) -> str:
        kind, a, b = Kind(int(option.kind)), int(option.a), int(option.b)
        name = kind.name.lower().replace("_", " ")
        if kind == Kind.LAUNCH_FROM:
            return f"launch from {a}" + (" battleship" if b else "")
        if kind in (Kind.PLACE_ON, Kind.STAND_ON, Kind.ATTACK_PLANET, Kind.SCAN):
            return f"{name} {a}"
        if kind in (Kind.TAKE_BACK, Kind.MINE_ON):
            return f"{name} {a} {b}"
        if kind in (Kind.FLICK, Kind.ATTACK_SHIP):
            return f"{name} {ship_words(a)}"
        if kind == Kind.AIM_AT:
            aim = Aim(a)
            target = ship_words(b) if aim in (Aim.RAM, Aim.NEAR) else b
            return f"aim {aim.name.lower()} {target}"
        if kind == Kind.LAND_FROM:
            return f"land {ship_words(a)} {b}"
        if kind == Kind.COMMIT:
            return "commit " + " ".join(ship_words(k).split()[1] for k in range(SHIPS) if (a >> k) & 1)
        if kind == Kind.BUILD_ON:
            return f"build {Structure(b).name.lower()} {a}"
        if kind == Kind.TAKE:
            return f"take {a}T {b}S"
        if kind == Kind.RAISE:
            return f"raise {Colour(a).name.lower()}"
        if kind == Kind.RETURN:
            return "return " + " ".join(str(k + 1) for k in (a, b) if k != NONE)
        return name

    def may(self, *choices: str) -> bool:
        """Return whether these options can be chosen in sequence. The state does not change."""
        copy = zeros(1, GAME.kernels.state_dt)
        copy[0] = self.state
        kept, self.state = self.state, copy[0]
        try:
            for words in choices:
                if words not in self.options:
                    return False
                self.choose(words)
            return True
        finally:
            self.state = kept

    def wait(self) -> "Position":
        """Pass or stop."""
        return self.choose(next(words for words in ("pass", "stop") if words in self.options))

    def begin_turn(self) -> "Position":
        """Begin the turn of the player on turn again, after edits of the state."""
        self.state.pending_step = PendingStep.BEGIN
        play_on(GAME, self.state, self.rules)
        return self

    def occupy(self, hole: int, words: str) -> None:
        """Set a hole: `red purple 2T 1F` is a player, the kind of the disc (optional), and items.

        Without a player the disc is face up and has no owner.
        """
        place = self.state.holes[hole]
        place.up = 1
        for word in words.split():
            if word in SEAT_COLOURS:
                place.owner = SEAT_COLOURS.index(word)
            elif word in KINDS:
                place.kind = KINDS[word]
            else:
                place[ITEMS[word[-1]]] = int(word[:-1])

    def put_ships(self, colour: str, places: Iterable[str | tuple[float, float]]) -> None:
        """Place the ships of a player: `3/5` (hole and slot), `B3/5` (the battleship), or (x, y).

        The rest go into the box.
        """
        seat, starship = SEAT_COLOURS.index(colour), 0
        for k in range(SHIPS):
            remove_ship(self.state.scene, SHIPS * seat + k)
            self.player(colour).where[k] = Where.BOX
        for place in places:
            is_battleship = place[0] == "B" if isinstance(place, str) else len(place) == 3
            k = BATTLESHIP if is_battleship else starship
            starship += 0 if is_battleship else 1
            self._put(SHIPS * seat + k, place)
            self.player(colour).where[k] = Where.BOARD

    def _put(self, ship: int, place: Any) -> None:
        if isinstance(place, str):
            hole, slot = map(int, place.removeprefix("B").split("/"))
            launch_ship(self.rules.board, self.state.scene, ship, hole, slot)
        else:
            place_ship(self.rules.board, self.state.scene, ship, *place[:2])

    def supply(self, colour: str, words: str) -> None:
        """Set the supply of a player, such as `3T 2S 1B`. Its troops come from the box."""
        player = self.player(colour)
        for word in words.split():
            number = int(word[:-1])
            if word[-1] == "T":
                player.box_troops += player.troops - number
                player.troops = number
            elif word[-1] == "B":
                player.where[BATTLESHIP] = Where.SUPPLY
            else:
                free = [k for k in range(STARSHIPS) if player.where[k] != Where.BOARD]
                for place, k in enumerate(free):
                    player.where[k] = Where.SUPPLY if place < number else Where.BOX

    def learn(self, colour: str, levels: Iterable[int]) -> None:
        """Set the technologies of a player: orange, grey, purple, brown. No awards are given for them."""
        player = self.player(colour)
        player.tech[:] = list(levels)
        for parameter in Parameter:
            gains = sum(int(self.rules.gain[c, 1 : player.tech[c] + 1, parameter].sum()) for c in Colour)
            player.value[parameter] = self.rules.initial[parameter] + gains
        player.rows = sum(1 << level for level in range(1, min(player.tech) + 1))


def position(
    setup: str = "four",
    *,
    planets: Mapping[int, str] | None = None,
    down: Mapping[int, str] | None = None,
    ships: Mapping[str, Iterable[Any]] | None = None,
    supply: Mapping[str, str] | None = None,
    home: Mapping[str, int] | None = None,
    tech: Mapping[str, Iterable[int]] | None = None,
    pool: int | None = None,
    active: str = "red",
    perfect: bool = False,
    flick: Mapping[str, Any] | None = None,
    board: Mapping[str, Any] | None = None,
    skill: Mapping[str, float] | None = None,
    seed: int = 0,
    variant: str | None = None,
    **switches: Any,
) -> Position:
    """Return a position after setup and edits, at the first decision of a turn.

    planets: hole -> owner and items. down: hole -> kind of its face-down disc. ships: colour -> ships on the board.
    Default: the two ships of the setup. supply: colour -> troops and ships in the supply. home: colour -> troops on the
    homeworld. tech: colour -> levels. pool: VP left. active: the player on turn. perfect: flicks have no error. skill:
    colour -> number. variant: the name of a variant. switches: name=value.
    """
    changes = {f"switches.{name}": value for name, value in {**FIXED, **switches}.items()}
    changes |= {f"flick.{name}": value for name, value in (flick or {}).items()}
    changes |= {f"skill.{colour}": value for colour, value in (skill or {}).items()}
    changes |= {f"board.{name}": value for name, value in (board or {}).items()}
    if perfect:
        changes["flick.flick_model"] = "perfect"
    at = Position(tables.load(GAME, setup, set=changes, variant=variant), seed)
    for hole, words in (planets or {}).items():
        at.occupy(hole, words)
        if at.owner(hole):
            at.player(at.owner(hole)).box_troops -= at.state.holes[hole].troops
    for hole, kind in (down or {}).items():
        at.state.holes[hole].kind, at.state.holes[hole].up = KINDS[kind], 0
    for colour, places in (ships or {}).items():
        at.put_ships(colour, places)
    for colour, words in (supply or {}).items():
        at.supply(colour, words)
    for colour, troops in (home or {}).items():
        at.player(colour).home_troops, at.player(colour).box_troops = troops, at.player(colour).box_troops - troops
    for colour, levels in (tech or {}).items():
        at.learn(colour, levels)
    if pool is not None:
        at.state.pool = pool
    at.state.place = at.order.index(active)
    at.state.active = at.state.actor = SEAT_COLOURS.index(active)
    return at.begin_turn()
