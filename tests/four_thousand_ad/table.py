"""A table for tests: set up a position and edit it, list its options in words, and choose options by these words."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.play import play_on, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.games import find_game
from starbalance.simulator.games.four_thousand_ad.occupation import occupy, update_possession
from starbalance.simulator.games.four_thousand_ad.state import MAX_OPTIONS, Decision, Kind, PendingStep, Share
from starbalance.simulator.games.four_thousand_ad.text import Narrator
from starbalance.simulator.games.four_thousand_ad.turn import settle
from starbalance.simulator.games.star_field.field import NONE
from tests.star_position import StarPosition, sector_id, sector_name

GAME = find_game("4000-ad")


class Position(StarPosition):
    """A game at a pending decision, described with the names of its stars and homes."""

    game = GAME

    def __init__(self, rules: tables.Rules, seed: int = 0):
        self.rules = rules.record
        self.state: Any = zeros(1, GAME.kernels.state_dt)[0]
        self.state.key[0], self.state.key[1] = np.uint64(seed), np.uint64(0)
        self.narrator = Narrator(rules)
        self.homes, self.stars = self.narrator.homes, self.narrator.stars
        self._buffer = zeros(MAX_OPTIONS, option_dt)
        set_up(GAME, self.state, self.rules)

    def fleets(self, home: str) -> dict[str, int]:
        """Return the ships of a home: star -> ships."""
        return {name: self.ships(home, name) for name in self.stars if self.ships(home, name)}

    def warps(self, home: str) -> list[tuple[int, str, int]]:
        """Return (space, sector of departure, ships) of each warp on a home's path, the leading warp first."""
        used = [warp for warp in self.player(home).warps if warp.space > 0]
        return sorted(((int(w.space), sector_name(w.sector), int(w.ships + w.lent)) for w in used), reverse=True)

    def controller(self, home: str) -> str | None:
        """Return the home whose player possesses this home, or `None`."""
        seat = int(self.player(home).controller)
        return None if seat == NONE else self.homes[seat]

    @property
    def prompt(self) -> tuple[str, str]:
        """Return the home that decides and the pending decision."""
        return self.homes[self.state.actor], Decision(int(self.state.decision)).name.lower()

    def _words(self, option: Any) -> str:
        """Return an option in words: `arrive Vega`, `combine Vega with Pavo`, `embark 5`, `stay`."""
        kind = Kind(int(option.kind))
        words = kind.name.lower().replace("_", " ")
        if kind in (Kind.ARRIVE, Kind.COMBINE, Kind.SURRENDER):
            words += f" {self.stars[option.b]}" if option.b != NONE else " nowhere"
        if kind == Kind.COMBINE and option.c != NONE:
            words += f" with {self.homes[option.c]}"
        if kind in (Kind.DEPART, Kind.HEAD_FOR):
            words += f" {self.stars[option.a]}"
        if kind in (Kind.EMBARK, Kind.LEND):
            words += f" {option.a}"
        if kind in (Kind.PROPOSE, Kind.END_ALLIANCE):
            words += f" {self.homes[option.a]}"
        if kind == Kind.ASSIGN:
            words += f" {Share(int(option.a)).name.lower()}"
        return words

    def depart(self, source: str, target: str, ships: int) -> "Position":
        """Make the three decisions of a departure."""
        return self.choose(f"depart {source}", f"head for {target}", f"embark {ships}")

    def begin_turn(self) -> "Position":
        """Begin the turn of the home on turn again, after edits of the state."""
        for seat in range(self.rules.seats):
            update_possession(self.state, self.rules, self.state.players[seat].home)
        settle(self.state, self.rules)
        self.state.step = 0
        self.state.departures, self.state.warp = NONE, NONE
        self.state.pending_step = PendingStep.STAGE
        play_on(GAME, self.state, self.rules)
        return self


def position(
    setup: str = "independents4",
    stars: Mapping[str, Mapping[str, int]] | None = None,
    warps: Mapping[str, list[tuple[int, str, int]]] | None = None,
    first: str | None = None,
    rounds: int = 1,
    seed: int = 0,
    **switches: Any,
) -> Position:
    """Return a position after setup and edits, at the first decision of a turn of the first player.

    stars: home -> {star: ships}; other stars stay as set up. warps: home -> (space, sector of departure, ships) each.
    first: the home on turn. Default: the first home of the setup. rounds: the round of this turn. switches: name=value.
    """
    begins = first or tables.read(GAME)["setups"][setup]["homes"][0]
    overrides = {"switches.first_player": f"fixed:{begins}"} | {f"switches.{name}": v for name, v in switches.items()}
    at = Position(tables.load(GAME, setup, set=overrides), seed)
    for home, fleets in (stars or {}).items():
        for star, ships in fleets.items():
            at.player(home).ships[at.star(star)] = 0
            if ships:
                occupy(at.state, at.rules, at.seat(home), at.star(star), ships)
    for home, used in (warps or {}).items():
        for slot, (space, sector, ships) in enumerate(used):
            warp = at.player(home).warps[slot]
            warp.space, warp.sector, warp.ships = space, sector_id(sector), ships
    at.state.rounds = rounds
    return at.begin_turn()
