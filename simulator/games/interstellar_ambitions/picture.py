"""The picture of a position: track, planets and fleet of each player, ambitions and cards on offer."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.picture import Panel, Shape, Shapes, box, circle, piece, text
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.games.interstellar_ambitions.ambition import slot_value
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN, FIRST_HOME, STACK
from starbalance.simulator.games.interstellar_ambitions.scoring import total_vp
from starbalance.simulator.games.interstellar_ambitions.state import Kind
from starbalance.simulator.games.interstellar_ambitions.text import Narrator
from starbalance.simulator.games.interstellar_ambitions.word import Level, Market, Medal, Resource, Row

AMBITIONS, OFFER = "ambitions", "offer"
_LABEL, _CELL, _LINE = 70, 34, 25  # sizes of the action track, in pixels
_PLANETS, _COLUMN = _LABEL + _CELL * len(Level) + 12, 128  # x of the first column of planets, column width
_SHIPS, _SHIP, _ABREAST = _LINE * (len(Row) + 1) + 14, 115, 4
_WIDTH, _HEIGHT = _PLANETS + 2 * _COLUMN, _SHIPS + 3 * 20
_OFFERS = ((Market.PLANET, "Planets"), (Market.TECHNOLOGY, "Technologies"), (Market.MERC, "Mercs"))
_RESOURCES = ("F", "O", "S", "C")


class Painter:
    """The shapes for each player's area, for the ambitions and for the cards on offer."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.seats = range(int(rules.record.seats))
        self.narrator = Narrator(rules)
        self.names = self.narrator.names

    def colours(self, state: Any) -> list[str]:
        """Return the colours of the players in lower case, by seat."""
        return [self.names.seat(state, seat).lower() for seat in self.seats]

    def board(self, state: Any) -> dict[str, Panel]:
        """Return an empty track for each player, and empty panels for the ambitions and for the cards on offer."""
        players = {
            str(seat): Panel(
                f"{self.names.seat(state, seat)}: action track, planets (level of highest), ships",
                _WIDTH,
                _HEIGHT,
                list(self._track()),
            )
            for seat in self.seats
        }
        ambitions = Panel("Ambitions and their claimants", 520, 24 * DRAWN, [])
        return {**players, AMBITIONS: ambitions, OFFER: Panel("On offer", 640, 220, [])}

    def _track(self) -> Iterator[Shape]:
        for level in Level:
            yield text(_LABEL + _CELL * (level + 0.5), 12, level.name.title(), "faint", size=8)
        for row in Row:
            yield text(2, self._cell(row, 0)[1], row.name.title(), size=10, anchor="start")
            for level in Level:
                x, y = self._cell(row, level)
                yield box(x - _CELL / 2, y - _LINE / 2, _CELL, _LINE, "place")

    def _cell(self, row: int, level: int) -> tuple[float, float]:
        """Return the x and y, in pixels, of the centre of a cell of the action track."""
        return _LABEL + _CELL * (level + 0.5), _LINE * (row + 1.5) - 4

    def pieces(self, state: Any) -> Shapes:
        """Return the tokens, planets and ships of each player, the ambitions and the face-up cards."""
        players = {str(seat): list(self._player(state, seat)) for seat in self.seats}
        return {**players, AMBITIONS: list(self._ambitions(state)), OFFER: list(self._offer(state))}

    def _player(self, state: Any, seat: int) -> Iterator[Shape]:
        player = state.players[seat]
        for row in Row:
            for level in Level:
                tokens = int(player.tokens[row, level])
                if tokens:
                    yield piece(*self._cell(row, level), seat, tokens, about=f"{row.name} {level.name}: {tokens}")
        for place in range(int(player.planets)):
            yield from self._planet(state, int(player.planet[place]), place)
        for place, ship in enumerate(self.names.fleet(state, seat)):
            line, column = divmod(place, _ABREAST)
            name, _, damage = ship.partition(" with ")
            worn = "!" if damage else ""
            x, y = 2 + (_WIDTH / _ABREAST) * column, _SHIPS + 20 * line
            yield box(x, y - 8, _SHIP - 6, 16, "held", owner=seat, about=ship)
            yield text(x + 4, y, f"{name}{worn}", size=9, anchor="start", about=ship)

    def _spot(self, place: int) -> tuple[float, float]:
        """Return the x and y, in pixels, of the centre of a planet, by its place among those of a player."""
        row, column = divmod(place, 2)
        return _PLANETS + _COLUMN * column + 9, _LINE * (row + 0.5) + 4

    def _planet(self, state: Any, planet: int, place: int) -> Iterator[Shape]:
        x, y = self._spot(place)
        kind = "H" if planet >= FIRST_HOME else _RESOURCES[planet // STACK]
        about = self.narrator.holding(state, planet)
        levels = f"{state.level[planet]}/{self.rules.planet_levels[planet]}"
        yield circle(x, y, 9, f"disc {kind}-planet", about=about)
        yield text(x, y, kind, "bold", size=9, about=about)
        yield text(x + 12, y - 5, self.names.planets[planet], size=8.5, anchor="start", about=about)
        yield text(x + 12, y + 6, levels, "faint", size=9, anchor="start", about=about)

    def _ambitions(self, state: Any) -> Iterator[Shape]:
        for k in range(DRAWN):
            ambition, y = int(state.ambition[k]), 24 * (k + 0.5)
            value = slot_value(state, self.rules, k)
            words = f"{self.names.ambitions[ambition]} ({self.names.condition(ambition)}): next {value} VP"
            yield text(2, y, words, size=10.5, anchor="start")
            claimed = [seat for seat in self.seats if (int(state.players[seat].claimed) >> ambition) & 1]
            for j, seat in enumerate(claimed):
                about = f"claimed by {self.names.seat(state, seat)}"
                yield piece(430 + 17 * j, y, seat, size=7, about=about)

    def _offer(self, state: Any) -> Iterator[Shape]:
        y = 10.0
        for market, title in _OFFERS:
            yield text(2, y, title, "bold", size=11, anchor="start")
            for k, words in enumerate(self.names.market(state, market)):
                yield text(2 + 322 * (k % 2), y + 17 * (1 + k // 2), words, size=10, anchor="start")
            y += 58
        decks = f"Shadow deck {state.shadow_left}, events {state.events_left}, emergency ships {state.emergencies_left}"
        yield text(2, y + 12, decks, "faint", size=10, anchor="start")

    def traces(self, state: Any, option: Any, after: Any) -> Shapes:
        """Return, by panel, a mark on the cell, the planet or the opponent that an option is about. Most options have
        none.
        """
        kind, panel = option.kind, str(int(state.actor))
        if kind in (Kind.ACT, Kind.ADVANCE, Kind.PLACE):
            level = 0 if kind == Kind.PLACE else int(option.b)
            x, y = self._cell(int(option.a), level)
            return {panel: [box(x - _CELL / 2, y - _LINE / 2, _CELL, _LINE, "focus")]}
        if kind in (Kind.COLONISE, Kind.DEVELOP):
            planets = after.players[state.actor].planet[: after.players[state.actor].planets].tolist()
            places = [place for place, planet in enumerate(planets) if planet == option.a]
            return {panel: [circle(*self._spot(place), 12, "focus") for place in places]}
        if kind in (Kind.RAID, Kind.INVADE, Kind.OPPONENT):
            return {str(int(option.a)): [box(0, 0, _WIDTH, _HEIGHT, "focus")]}
        return {}

    def table(self, state: Any) -> list[dict[str, Any]]:
        """Return one row per player: VP, resources, medals and tokens in the pool, and the names of technologies, hand
        and claims.
        """
        return [self._row(state, seat) for seat in self.seats]

    def _row(self, state: Any, seat: int) -> dict[str, Any]:
        player, names = state.players[seat], self.names
        known = [names.known(state, seat, k) for k in range(self.rules.technologies) if (int(player.known) >> k) & 1]
        claims = [name for k, name in enumerate(names.ambitions) if (int(player.claimed) >> k) & 1]
        return {
            "player": names.seat(state, seat),
            "VP": int(total_vp(state, self.rules, seat)),
            **{each.name.lower(): int(player.resources[each]) for each in Resource},
            "FLEET": int(player.medals[Medal.FLEET]),
            "SHADOW": int(player.medals[Medal.SHADOW]),
            "pool": int(player.pool),
            "technologies": ", ".join(known) or "none",
            "hand": ", ".join(names.hand(state, seat)) or "none",
            "claims": ", ".join(claims) or "none",
        }
