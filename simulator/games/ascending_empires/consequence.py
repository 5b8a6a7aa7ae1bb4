"""The events of a step, as phrases for the log. They are derived from the states before and after it."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games.ascending_empires.board import hull_of
from starbalance.simulator.games.ascending_empires.board_rules import (
    BATTLESHIP,
    HOLES,
    NONE,
    QUADRANT_HOLES,
    SHIPS,
    Event,
    FlickModel,
    Hull,
    Quadrant,
)
from starbalance.simulator.games.ascending_empires.reader import SEAT_COLOURS
from starbalance.simulator.games.ascending_empires.rules import Colour
from starbalance.simulator.games.ascending_empires.state import Decision, Source, Where
from starbalance.simulator.games.ascending_empires.technology_text import Technologies

ROW_CLAUSE = 16  # the bonus of row n is in clause ASE-21.(16 + n)
_REASONS = {
    Source.MINE: "for the mine (ASE-10.1)",
    Source.PLANET: "for the destroyed items (ASE-9.4)",
    Source.RAM: "for the ram (ASE-5.6)",
}


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
        return f"{self.ship(ship)} {self.spot(state, ship)}"

    def spot(self, state: Any, ship: int) -> str:
        """Return the place of a ship, for example "at Alpha-3", "at (120, 360)" or "in the supply"."""
        if not state.scene.on_board[ship]:
            return "in the supply"
        hole = state.scene.orbit[ship]
        return f"at ({state.scene.x[ship]:.0f}, {state.scene.y[ship]:.0f})" if hole == NONE else f"at {self.hole(hole)}"


class Consequences:
    """The writer of the events of a step."""

    def __init__(self, rules: Any, names: Names, technologies: Technologies):
        self.rules, self.names, self.technologies = rules, names, technologies

    def of(self, before: Any, after: Any) -> Iterator[str]:
        """Yield one phrase for each event of a step."""
        if before.decision == Decision.AIM:
            yield from self._flick(before, after)
        if before.decision == Decision.COMMIT:
            yield from self._destroyed(before)
        yield from self._discs(before, after)
        yield from self._developed(before, after)
        yield from self._row_bonus(before, after)
        yield from self._gains(before, after)
        if before.trigger == NONE != after.trigger:
            yield "the VP pool is empty, the last turns begin (ASE-13.2)"

    def _flick(self, before: Any, after: Any) -> Iterator[str]:
        shot, ship = after.flick, int(before.ship)
        if is_edge_roll(self.rules.board, shot):
            yield f"{self.names.ship(ship)} rolls on its edge (ASE-5.9)"
        if shot.ricochets:
            yield f"{counted(shot.ricochets, 'ricochet')} (ASE-5.2)"
        for pusher, pushed in pushes(shot):
            yield f"{self.names.ship(pusher)} pushes {self.names.ship(pushed)} (ASE-20.8)"
        if shot.ram_enemy != NONE:
            yield from self._ram(shot)
        for lost in shot.off_ship[: shot.off]:
            way = "leaves" if lost == ship else "is pushed off"
            yield f"{self.names.ship(lost)} {way} the board (ASE-5.8)"
        for moved in dict.fromkeys([ship, *(pushed for _, pushed in pushes(shot))]):
            if after.scene.on_board[moved]:
                yield f"{self.names.ship(moved)} stops {self.names.spot(after, moved)} (ASE-5.10)"

    def _ram(self, shot: Any) -> Iterator[str]:
        """Yield a phrase for the ram of a flick, then its destroyed ships, then its survivors with their clauses."""
        own, enemy = (self.names.ship(ship) for ship in (shot.ram_own, shot.ram_enemy))
        yield f"{own} rams {enemy} (ASE-5.4)"
        lost = [name for name, is_lost in ((own, shot.own_lost), (enemy, shot.enemy_lost)) if is_lost]
        if lost:
            yield f"{joined(lost)} {'are' if len(lost) > 1 else 'is'} destroyed (ASE-5.4)"
        if not shot.own_lost:
            yield f"{own} survives the ram ({'ASE-21.4' if shot.survives else 'ASE-8.12'})"
        if not shot.enemy_lost:
            yield f"{enemy} survives the ram (ASE-8.12)"

    def _destroyed(self, before: Any) -> Iterator[str]:
        """Yield a phrase for the ship, or for the items on the planet, that an attack destroys."""
        if before.ship != NONE:
            clause = "ASE-8.7" if hull_of(before.ship) == Hull.BATTLESHIP else "ASE-8.3"
            yield f"{self.names.ship(before.ship)} is destroyed ({clause})"
            return
        place = before.holes[before.hole]
        items = (
            (place.troops, "troop"),
            (place.facilities, "facility"),
            (place.colonies, "colony"),
            (place.cities, "city"),
        )
        lost = joined([number_of(number, noun) for number, noun in items if number])
        yield f"{self.names.seat(place.owner)} loses {lost} on {self.names.disc(before, before.hole)} (ASE-9.3)"

    def _discs(self, before: Any, after: Any) -> Iterator[str]:
        for hole in range(HOLES):
            was, now = before.holes[hole], after.holes[hole]
            if now.up > was.up:
                yield f"{self.names.disc(after, hole)} is turned up (ASE-6.2)"
            if was.owner != NONE == now.owner:
                yield f"{self.names.disc(after, hole)} is free (ASE-2.5)"

    def _developed(self, before: Any, after: Any) -> Iterator[str]:
        """Yield the effects of a new technology, the arrival of the battleship and the completion of a row."""
        seat, was, now = before.active, before.players[before.active], after.players[before.active]
        for colour in Colour:
            if now.tech[colour] > was.tech[colour]:
                yield from self.technologies.effects(now, colour, now.tech[colour])
        if now.where[BATTLESHIP] != Where.BOX == was.where[BATTLESHIP]:
            yield f"{self.names.ship(SHIPS * seat + BATTLESHIP)} enters the supply (ASE-8.11)"
        if row_completed(was, now):
            yield f"{self.names.seat(seat)} completes row {row_completed(was, now)} (ASE-10.20)"

    def _row_bonus(self, before: Any, after: Any) -> Iterator[str]:
        """Yield a phrase for the pieces that a full row brings, or for a row without a bonus. Its VP are a gain."""
        was, now = before.players[before.active], after.players[before.active]
        row = row_paid(before, after)
        if row == 0:
            return
        moved = ((now.taken_troops - was.taken_troops, "troop"), (now.taken_ships - was.taken_ships, "starship"))
        pieces = [counted(number, noun) for number, noun in moved if number]
        if after.decision == Decision.PIECES:
            pieces.append(f"{counted(after.pieces, 'piece')} of its choice")
        if pieces:
            yield f"row {row} brings {joined(pieces)} from the box (ASE-21.{ROW_CLAUSE + row})"
        elif now.earned[Source.ROW] == was.earned[Source.ROW]:
            yield f"row {row} brings nothing (ASE-10.20)"

    def _gains(self, before: Any, after: Any) -> Iterator[str]:
        for seat in range(self.rules.seats):
            was, now = before.players[seat], after.players[seat]
            for source in Source:
                gained = now.earned[source] - was.earned[source]
                if gained:
                    yield f"{self.names.seat(seat)} takes {gained} VP {self._reason(source, before, after)}"

    def _reason(self, source: Source, before: Any, after: Any) -> str:
        """Return the reason for a gain, with its clause."""
        if source == Source.SHIP:
            is_battleship = hull_of(before.ship) == Hull.BATTLESHIP
            return "for the battleship (ASE-8.7)" if is_battleship else "for the starship (ASE-8.3)"
        if source == Source.FIRST:
            was, now = before.players[before.active].tech, after.players[before.active].tech
            colour = next(colour for colour in Colour if now[colour] > was[colour])
            return f"as the first to develop {colour.name.lower()} {now[colour]} (ASE-10.19)"
        if source == Source.ROW:
            row = row_paid(before, after)
            return f"for row {row} (ASE-21.{ROW_CLAUSE + row})"
        return _REASONS[source]


def number_of(number: int, noun: str) -> str:
    """Return a number with the noun of a piece, such as `2 troops`, `1 city` or `2 cities`."""
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") and number != 1 else counted(number, noun)


def is_edge_roll(board: Any, shot: Any) -> bool:
    """ASE-5.9, ASE-20.15: Return whether the flicked ship rolled on its edge."""
    return bool(shot.edge < board.p_edge and board.flick_model != FlickModel.PERFECT)


def pushes(shot: Any) -> list[tuple[int, int]]:
    """ASE-20.8: Return each pair (pushing ship, pushed ship) of a flick once, in order."""
    hits = [k for k in range(shot.events) if shot.what[k] == Event.SHIP]
    return list(dict.fromkeys((int(shot.event_ship[k]), int(shot.event_other[k])) for k in hits))


def row_completed(was: Any, now: Any) -> int:
    """ASE-10.20: Return the row that a player has completed between two records of the player, or 0."""
    new = int(now.rows) & ~int(was.rows)
    return new.bit_length() - 1 if new else 0


def row_paid(before: Any, after: Any) -> int:
    """ASE-10.20: Return the row whose bonus was paid, or 0. It waits until the starships for a battleship are back."""
    row = int(before.row) or row_completed(before.players[before.active], after.players[before.active])
    return 0 if after.row else row
