"""The picture of a position: the map with markers and units, the displays, and a row for each seat."""

from collections.abc import Iterator, Sequence
from typing import Any

from starbalance.simulator.engine.picture import COLOURS, Panel, Shape, Shapes, circle, line, piece, polygon, text
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.handful_of_stars.name import units
from starbalance.simulator.games.handful_of_stars.rules import LETTERS
from starbalance.simulator.games.handful_of_stars.state import NONE, Kind, Marker, Stage, Zone
from starbalance.simulator.games.handful_of_stars.strength import margin
from starbalance.simulator.games.handful_of_stars.system import is_habitable, systems_of
from starbalance.simulator.games.handful_of_stars.text import Narrator

MAP, DISPLAY = "map", "display"
_WIDTH, _HEIGHT = 108, 94  # distance between neighbouring spaces
_HEXAGON = ((-26, -40), (26, -40), (50, 0), (26, 40), (-26, 40), (-50, 0))
_STEPS = {"A": (0, -1), "B": (1, 0), "C": (0, 1), "D": (-1, 0)}  # letter of a connection -> its direction
_MARKERS = {Marker.HOME: ("H", "home world"), Marker.COLONY: ("C", "colony"), Marker.OUTPOST: ("O", "outpost")}
_MOVES = (Kind.MOVE, Kind.HOP)
_AT_A = (Kind.SETTLE, Kind.FROM, Kind.OUTPOST, Kind.COLONY, Kind.UPGRADE, Kind.SCOUT, Kind.JUMP, Kind.TERRAFORM)
_TO_COMBAT = (Kind.REINFORCE, Kind.REINFORCE_BY_HOP)
_FROM_COMBAT = (Kind.RETREAT, Kind.WITHDRAW, Kind.WITHDRAW_BY_HOP)
_TITLE = "The map: H home world, C colony, O outpost, F fleets, B star bases; numbers: strength of neutral systems"


class Painter:
    """A painter of positions. It draws systems with their owners, markers and units, and the displays."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.seats = range(int(rules.record.seats))
        self.spaces = range(int(rules.record.spaces))
        self.narrator = Narrator(rules)
        self.names = self.narrator.names
        self.places = _places(rules.document["spaces"], len(self.spaces))

    def at(self, space: int) -> tuple[int, int]:
        """Return the x and y coordinates of the centre of a space."""
        x, y = self.places[space]
        return int(_WIDTH * (x + 0.5)), int(_HEIGHT * (y + 0.5))

    def colours(self, state: Any) -> Sequence[str]:
        """Return the colours of the players, by player."""
        return COLOURS

    def board(self, state: Any) -> dict[str, Panel]:
        """Return two panels by name: the map with systems and connections, and an empty one for the displays."""
        width = _WIDTH * (1 + max(x for x, _ in self.places))
        height = int(_HEIGHT * (1 + max(y for _, y in self.places)))
        links = [line([self.at(one), self.at(two)], "link") for one, two in self._connections()]
        systems = [shape for space in self.spaces for shape in self._system(state, space)]
        return {MAP: Panel(_TITLE, width, height, [*links, *systems]), DISPLAY: Panel("On display", 640, 150, [])}

    def _connections(self) -> list[tuple[int, int]]:
        return [(int(one), int(two)) for one, two in self.rules.ends[: self.rules.connections]]

    def _system(self, state: Any, space: int) -> Iterator[Shape]:
        x, y = self.at(space)
        tile = int(state.tile[space])
        wormhole = bool(self.rules.wormhole[tile])
        about = f"{self.names.system(state, space)}{', wormhole' if wormhole else ''}"
        role = "place" if is_habitable(state, self.rules, space) else "place barren"
        yield polygon([(x + dx, y + dy) for dx, dy in _HEXAGON], role, about=about)
        yield text(x, y - 27, self.names.system(state, space), size=11)
        if wormhole:
            yield circle(x - 33, y, 5, "ring", about=about)

    def pieces(self, state: Any) -> Shapes:
        """Return the shapes that change during a game, by panel.

        They show owners, markers, units, the strength of neutral systems, black holes and the displays.
        """
        shapes = [shape for space in self.spaces for shape in self._held(state, space)]
        holes = [self._hole(*ends) for k, ends in enumerate(self._connections()) if state.blocked[k]]
        return {MAP: [*shapes, *holes], DISPLAY: list(self._displays(state))}

    def _hole(self, one: int, two: int) -> Shape:
        (x, y), (right, down) = self.at(one), self.at(two)
        return circle((x + right) / 2, (y + down) / 2, 6, "hole", about="black hole")

    def _held(self, state: Any, space: int) -> Iterator[Shape]:
        x, y = self.at(space)
        owner, name = int(state.owner[space]), self.names.system(state, space)
        if owner == NONE:
            guard = self.narrator.guard(state, space) if is_habitable(state, self.rules, space) else ""
            yield text(x, y + 30, guard, "faint", size=10)
        else:
            inner = [(x + 0.94 * dx, y + 0.94 * dy) for dx, dy in _HEXAGON]
            yield polygon(inner, "held", owner=owner, about=f"{name}: {self.names.seat(state, owner)}")
        present = [seat for seat in self.seats if self._row(state, space, seat)]
        for k, seat in enumerate(present):
            row = self._row(state, space, seat)
            for j, (words, about) in enumerate(row):
                place = x + 23 * (j - (len(row) - 1) / 2), y - 8 + 21 * k + (6 if len(present) == 1 else 0)
                description = f"{name}: {about} of {self.names.seat(state, seat)}"
                yield piece(*place, seat, words, size=9, about=description)

    def _row(self, state: Any, space: int, seat: int) -> list[tuple[str, str]]:
        """Return the pieces of a seat at a system as pairs: the label on the piece and its description."""
        marker = Marker(int(state.marker[space])) if state.owner[space] == seat else Marker.EMPTY
        fleets, bases = int(state.fleets[seat, space]), int(state.star_bases[seat, space])
        labels = [] if marker == Marker.EMPTY else [_MARKERS[marker]]
        labels += [(f"F{fleets}", units(fleets, 0))] if fleets else []
        return labels + ([(f"B{bases}", units(0, bases))] if bases else [])

    def _displays(self, state: Any) -> Iterator[Shape]:
        cards = [self.names.technology(state.display[place]) for place in range(state.displayed)]
        for place, card in enumerate(cards):
            yield text(4 + 320 * (place % 2), 12 + 20 * (place // 2), card, size=11, anchor="start")
        left = counted(state.technologies_left, "card")
        clock = f"Shuffle marker {state.shuffles} of {self.rules.trigger}; {left} in the Technology deck"
        yield text(4, 122, f"Development counters: {self.names.display(state)}", size=11, anchor="start")
        yield text(4, 142, f"{clock}{self._combat(state)}", size=11, anchor="start")

    def _combat(self, state: Any) -> str:
        if state.combat.stage == Stage.NO_COMBAT:
            return ""
        return f"; combat at {self.names.system(state, state.combat.space)}, marker {margin(state, self.rules):+d}"

    def traces(self, state: Any, option: Any, after: Any) -> Shapes:
        """Return the shapes that mark an option, by panel: a way, a system or the combat; empty if none does."""
        kind, a, space = option.kind, int(option.a), int(state.combat.space)
        if kind in _MOVES:
            return {MAP: [self._way(int(state.origin), a)]}
        if kind in _TO_COMBAT:
            return {MAP: [self._way(a, space)]}
        if kind in _FROM_COMBAT:
            return {MAP: [self._way(space, a)]}
        if kind in _AT_A or kind == Kind.BUILD:
            return {MAP: [self._ring(int(option.b) if kind == Kind.BUILD else a)]}
        return {} if state.combat.stage == Stage.NO_COMBAT else {MAP: [self._ring(space)]}

    def _way(self, start: int, end: int) -> Shape:
        return line([self.at(start), self.at(end)], "way")

    def _ring(self, space: int) -> Shape:
        return circle(*self.at(space), 46, "focus")

    def table(self, state: Any) -> list[dict[str, Any]]:
        """Return a row for each seat, as a dict from column to value.

        It has the victory points by source, the systems, the sizes of the piles, the hand, the Reserves and the
        counters.
        """
        return [self._seat(state, seat) for seat in self.seats]

    def _seat(self, state: Any, seat: int) -> dict[str, Any]:
        player = state.players[seat]
        piles = player.piles
        return {
            "race": self.names.seat(state, seat),
            "VP": int(player.vp),
            "map": int(player.vp_map),
            "Culture": int(player.vp_culture),
            "counters": int(player.vp_counters),
            "systems": int(systems_of(state, self.rules, seat)),
            "draw deck": int(piles[Zone.DRAW_DECK].count),
            "discards": int(piles[Zone.DISCARD_PILE].count),
            "hand": self.names.pile(piles[Zone.HAND]),
            "Reserve One": self.names.pile(piles[Zone.RESERVE_ONE]),
            "Reserve Two": self.names.pile(piles[Zone.RESERVE_TWO]),
            "Colony track": ", ".join(self.narrator.counters(player)) or "none",
        }


def _places(spaces: Any, number: int) -> list[tuple[float, float]]:
    """Return the (column, row) of each space from 0, derived from its connections.

    A space whose position is already taken lies next to the map.
    """
    places: dict[int, tuple[float, float]] = {0: (0, 0)}
    waiting = [0]
    while waiting:
        current = waiting.pop(0)
        x, y = places[current]
        for letter in LETTERS:
            other, (dx, dy) = spaces[str(current)][letter], _STEPS[letter]
            if 0 <= other < number and other not in places and (x + dx, y + dy) not in places.values():
                places[other] = x + dx, y + dy
                waiting.append(other)
    for space in sorted(set(range(number)) - places.keys()):
        near = [places[each] for each in spaces[str(space)].values() if isinstance(each, int) and each in places]
        columns = [x for x, _ in places.values()]
        column = (
            min(columns) - 1 if sum(x for x, _ in near) < len(near) * sum(columns) / len(columns) else max(columns) + 1
        )
        places[space] = column, sum(y for _, y in near) / max(1, len(near))
    left, top = (min(values) for values in zip(*places.values(), strict=True))
    return [(places[space][0] - left, places[space][1] - top) for space in range(number)]
