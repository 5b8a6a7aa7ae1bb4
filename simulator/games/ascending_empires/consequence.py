"""The events of a step, as phrases for the log. They are derived from the states before and after it."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.ascending_empires.board_rules import (
    BATTLESHIP,
    HOLES,
    NONE,
    QUADRANT_HOLES,
    SHIPS,
    Quadrant,
)
from starbalance.simulator.games.ascending_empires.reader import SEAT_COLOURS
from starbalance.simulator.games.ascending_empires.rules import Colour
from starbalance.simulator.games.ascending_empires.state import Decision


class Names:
    """The names of players, holes and ships."""

    def __init__(self, rules: Any):
        self.rules = rules

    def seat(self, seat: int) -> str:
        """Return the player's colour, for example "Red"."""
        return SEAT_COLOURS[seat].title()

    def hole(self, hole: int) -> str:
        """Return the name of a hole, for example "Alpha-3"."""
        return f"{Quadrant(int(self.rules.board.quadrant[hole])).name.title()}-{hole % QUADRANT_HOLES}"

    def disc(self, state: Any, hole: int) -> str:
        """Return the name of a hole, with the kind of its disc if the disc is face up."""
        place = state.holes[hole]
        kinds = [*(colour.name.lower() for colour in Colour), "asteroid", "homeworld"]
        return f"{self.hole(hole)} ({kinds[place.kind]})" if place.up else self.hole(hole)

    def ship(self, ship: int) -> str:
        """Return the name of a ship, for example "Red 2" or "Red's battleship"."""
        owner, k = self.seat(ship // SHIPS), ship % SHIPS
        return f"{owner}'s battleship" if k == BATTLESHIP else f"{owner} {k + 1}"

    def place(self, state: Any, ship: int) -> str:
        """Return the name of a ship with its place, for example "Red 2 at Alpha-3"."""
        if not state.scene.on_board[ship]:
            return f"{self.ship(ship)} in the supply"
        hole = state.scene.orbit[ship]
        if hole != NONE:
            return f"{self.ship(ship)} at {self.hole(hole)}"
        return f"{self.ship(ship)} at ({state.scene.x[ship]:.0f}, {state.scene.y[ship]:.0f})"


class Consequences:
    """The writer of the events of a step."""

    def __init__(self, rules: Any, names: Names):
        self.rules, self.names = rules, names

    def of(self, before: Any, after: Any) -> Iterator[str]:
        """Yield one phrase for each event of a step."""
        if before.decision == Decision.AIM:
            yield from self._flick(before, after)
        yield from self._discs(before, after)
        for seat in range(self.rules.seats):
            gained = after.players[seat].tokens - before.players[seat].tokens
            if gained:
                yield f"{self.names.seat(seat)} takes {gained} VP (ASE-13.1)"
        if before.trigger == NONE != after.trigger:
            yield "the VP pool is empty, the last turns begin (ASE-13.2)"

    def _flick(self, before: Any, after: Any) -> Iterator[str]:
        shot = after.flick
        if shot.ricochets:
            yield f"{counted(shot.ricochets, 'ricochet')} (ASE-5.2)"
        if shot.ram_enemy != NONE:
            yield f"{self.names.ship(shot.ram_own)} rams {self.names.ship(shot.ram_enemy)} (ASE-5.4)"
        for k in range(shot.off):
            yield f"{self.names.ship(shot.off_ship[k])} leaves the board (ASE-5.8)"
        if after.scene.on_board[before.ship]:
            yield f"{self.names.place(after, before.ship)} (ASE-5.10)"

    def _discs(self, before: Any, after: Any) -> Iterator[str]:
        for hole in range(HOLES):
            was, now = before.holes[hole], after.holes[hole]
            if now.up > was.up:
                yield f"{self.names.disc(after, hole)} is turned up (ASE-6.2)"
            if was.owner != NONE == now.owner:
                yield f"{self.names.disc(after, hole)} is free (ASE-2.5)"
