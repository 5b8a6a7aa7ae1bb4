"""The star field as a picture: its two layers with their stars, the hyperspace paths, and where a thing is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.simulator.engine.picture import Panel, Shape, Shapes, box, circle, line, piece, polygon, text
from starbalance.simulator.games.star_field.field import LAYER, LAYERS, LETTERS, PER_SECTOR, STARS
from starbalance.simulator.games.star_field.geometry import sector

WIDTH, HEIGHT = 116, 96  # of a sector
_SLOTS = ((32, 32), (84, 62))  # of its stars
_RING = 15
_STAR = ((0, -6), (1.5, -1.5), (6, 0), (1.5, 1.5), (0, 6), (-1.5, 1.5), (-6, 0), (-1.5, -1.5))
_SPACE, _ROW, _NAME = 36, 46, 66  # of a path
_ABREAST = 3  # small pieces in a row of a space


class Field:
    """Where the stars of a board are drawn. stars: their names by number."""

    def __init__(self, rules: Any, document: Mapping[str, Any], stars: Sequence[str]):
        self.rules = rules
        self.stars = stars
        self.rows = document["board"]["rows"]["value"]
        self.columns = document["board"]["columns"]["value"]

    def layer(self, star: int) -> str:
        """The panel of a star."""
        return LAYERS[sector(star) // LAYER]

    def at(self, star: int) -> tuple[int, int]:
        """The point of a star on the panel of its layer."""
        row, column = divmod(sector(star) % LAYER, self.columns)
        x, y = _SLOTS[star % PER_SECTOR]
        return WIDTH * column + x, HEIGHT * row + y

    def layers(self, state: Any) -> dict[str, Panel]:
        """The layers with letters, stars and their resources; the homes have a ring."""
        found: dict[str, list[Shape]] = {name: list(self._sectors(f"{name}-tint")) for name in LAYERS}
        for seat in range(self.rules.seats):
            home = int(state.players[seat].home)
            about = f"home of {self.stars[home]}"
            found[self.layer(home)].append(circle(*self.at(home), _RING, "home", owner=seat, about=about))
        for star in range(STARS):
            found[self.layer(star)] += self._star(state, star)
        size = WIDTH * self.columns, HEIGHT * self.rows
        return {
            name: Panel(f"{name.capitalize()} layer (P population, M materials)", *size, shapes)
            for name, shapes in found.items()
        }

    def _sectors(self, tint: str) -> Iterator[Shape]:
        for number, letter in enumerate(LETTERS):
            row, column = divmod(number, self.columns)
            yield box(WIDTH * column, HEIGHT * row, WIDTH, HEIGHT, f"place {tint}")
            yield text(WIDTH * column + 8, HEIGHT * row + 14, letter, "faint", size=12)

    def _star(self, state: Any, star: int) -> Iterator[Shape]:
        x, y = self.at(star)
        population, materials = int(state.population[star]), int(state.materials[star])
        about = f"{self.stars[star]}: population {population}, materials {materials}"
        yield polygon([(x + dx, y + dy) for dx, dy in _STAR], "spot", about=about)
        yield text(x, y + 25, self.stars[star], size=10.5)
        yield text(x + 15, y - 11, "P" * population + "M" * materials, "faint", size=8, anchor="start", about=about)

    def ships(self, star: int, there: Sequence[tuple[int | None, int, str]]) -> list[Shape]:
        """The ships at a star, side by side: (owner, how many, about) each."""
        x, y = self.at(star)
        start = x - 11 * (len(there) - 1)
        return [
            piece(start + 22 * k, y, owner, number, about=f"{self.stars[star]}: {about}")
            for k, (owner, number, about) in enumerate(there)
        ]

    def ring(self, star: int) -> Shapes:
        """A star that a decision is about."""
        return {self.layer(star): [circle(*self.at(star), _RING + 3, "focus")]}

    def way(self, start: int, end: int) -> Shapes:
        """A journey from star to star: an arrow within a layer, else a ring about each end."""
        if self.layer(start) == self.layer(end):
            return {self.layer(start): [line([self.at(start), self.at(end)], "way")]}
        return {**self.ring(start), **self.ring(end)}


@dataclass(frozen=True)
class Traveller:
    """A fleet on a path: on which space, how many ships, the sector it left, words on request."""

    space: int
    ships: int
    left: str
    about: str


class Paths:
    """The path of each home, a row each. spaces: what they are called."""

    def __init__(self, homes: Sequence[str], spaces: Sequence[str]):
        self.homes = homes
        self.spaces = spaces

    def at(self, seat: int, space: int) -> tuple[float, float]:
        """The middle of a space of a path."""
        return _NAME + _SPACE * (space + 0.5), _ROW * seat + 38

    def panel(self) -> Panel:
        """The paths, empty."""
        shapes = [text(self.at(0, k)[0], 13, name, "faint", size=11) for k, name in enumerate(self.spaces)]
        for seat, home in enumerate(self.homes):
            shapes.append(text(2, self.at(seat, 0)[1], home, anchor="start", size=11))
            for space in range(len(self.spaces)):
                x, y = self.at(seat, space)
                shapes.append(box(x - _SPACE / 2, y - 18, _SPACE, 36, "place"))
        return Panel("Hyperspace", _NAME + _SPACE * len(self.spaces), _ROW * len(self.homes) + 16, shapes)

    def fleets(self, seat: int, used: Sequence[Traveller]) -> Iterator[Shape]:
        """The fleets of a home: one or two on a space with the sectors they left, more of them small."""
        for fleet in used:
            twins = [other for other in used if other.space == fleet.space]
            place = next(k for k, other in enumerate(twins) if other is fleet)
            x, y = self.at(seat, fleet.space)
            if len(twins) > 2:
                row, column = divmod(place, _ABREAST)
                yield piece(x + 12 * (column - 1), y + 14 * row - 7, seat, fleet.ships, size=5.5, about=fleet.about)
            else:
                x += 18 * (place - (len(twins) - 1) / 2)
                yield piece(x, y - 4, seat, fleet.ships, size=10 if len(twins) == 1 else 8, about=fleet.about)
                yield text(x, y + 14, fleet.left.replace("-yellow", "-y").replace("-red", "-r"), "faint", size=8)
