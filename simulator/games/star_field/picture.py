"""The picture of the star field: two layers of stars, and the hyperspace paths of the homes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.simulator.engine.picture import Panel, Shape, Shapes, box, circle, line, piece, polygon, text
from starbalance.simulator.games.star_field.field import LAYER, LAYERS, LETTERS, PER_SECTOR, STARS
from starbalance.simulator.games.star_field.geometry import sector

WIDTH, HEIGHT = 116, 96  # the size of a sector
_SLOTS = ((32, 32), (84, 62))  # the places of its two stars
_RING = 15
_STAR = ((0, -6), (1.5, -1.5), (6, 0), (1.5, 1.5), (0, 6), (-1.5, 1.5), (-6, 0), (-1.5, -1.5))
_SPACE, _ROW, _NAME = 36, 46, 66  # a path: the width of a space, the height of its row, the width of its name
_ABREAST = 3  # small pieces side by side on a space


class Field:
    """The drawing of the layers. `stars` are the names of the stars by number."""

    def __init__(self, rules: Any, document: Mapping[str, Any], stars: Sequence[str]):
        self.rules = rules
        self.stars = stars
        self.rows = document["board"]["rows"]["value"]
        self.columns = document["board"]["columns"]["value"]

    def layer(self, star: int) -> str:
        """Return the name of the panel on which a star is drawn: its layer."""
        return LAYERS[sector(star) // LAYER]

    def at(self, star: int) -> tuple[int, int]:
        """Return the point (x, y) of a star on the panel of its layer."""
        row, column = divmod(sector(star) % LAYER, self.columns)
        x, y = _SLOTS[star % PER_SECTOR]
        return WIDTH * column + x, HEIGHT * row + y

    def layers(self, state: Any) -> dict[str, Panel]:
        """Return a dict from layer to panel, with its letters, stars and resources. Homes have a ring."""
        drawn: dict[str, list[Shape]] = {name: list(self._sectors(f"{name}-tint")) for name in LAYERS}
        for seat in range(self.rules.seats):
            home = int(state.players[seat].home)
            about = f"home of {self.stars[home]}"
            drawn[self.layer(home)].append(circle(*self.at(home), _RING, "home", owner=seat, about=about))
        for star in range(STARS):
            drawn[self.layer(star)] += self._star(state, star)
        size = WIDTH * self.columns, HEIGHT * self.rows
        return {
            name: Panel(f"{name.capitalize()} layer (P population, M materials)", *size, shapes)
            for name, shapes in drawn.items()
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

    def ships(self, star: int, stacks: Sequence[tuple[int | None, int, str]]) -> list[Shape]:
        """Return a shape for each stack of ships at a star, side by side.

        Each item of `stacks` is (owner, number of ships, description).
        """
        x, y = self.at(star)
        start = x - 11 * (len(stacks) - 1)
        return [
            piece(start + 22 * k, y, owner, number, about=f"{self.stars[star]}: {about}")
            for k, (owner, number, about) in enumerate(stacks)
        ]

    def ring(self, star: int) -> Shapes:
        """Return a ring around a star, by panel."""
        return {self.layer(star): [circle(*self.at(star), _RING + 3, "focus")]}

    def way(self, start: int, end: int) -> Shapes:
        """Return the shapes of a journey, by panel: an arrow within a layer, otherwise a ring around each end."""
        if self.layer(start) == self.layer(end):
            return {self.layer(start): [line([self.at(start), self.at(end)], "way")]}
        return {**self.ring(start), **self.ring(end)}


@dataclass(frozen=True)
class Traveller:
    """A fleet on a path: its space, its number of ships, the sector that it left, and a description."""

    space: int
    ships: int
    left: str
    about: str


class Paths:
    """The drawing of the hyperspace paths, one row per home. `spaces` are the names of the spaces."""

    def __init__(self, homes: Sequence[str], spaces: Sequence[str]):
        self.homes = homes
        self.spaces = spaces

    def at(self, seat: int, space: int) -> tuple[float, float]:
        """Return the centre (x, y) of a space on the path of a seat."""
        return _NAME + _SPACE * (space + 0.5), _ROW * seat + 38

    def panel(self) -> Panel:
        """Return the panel of the empty paths."""
        shapes = [text(self.at(0, k)[0], 13, name, "faint", size=11) for k, name in enumerate(self.spaces)]
        for seat, home in enumerate(self.homes):
            shapes.append(text(2, self.at(seat, 0)[1], home, anchor="start", size=11))
            for space in range(len(self.spaces)):
                x, y = self.at(seat, space)
                shapes.append(box(x - _SPACE / 2, y - 18, _SPACE, 36, "place"))
        return Panel("Hyperspace", _NAME + _SPACE * len(self.spaces), _ROW * len(self.homes) + 16, shapes)

    def fleets(self, seat: int, used: Sequence[Traveller]) -> Iterator[Shape]:
        """Yield the shapes of a seat's fleets on its path.

        One or two fleets on a space show the sectors that they left, more are drawn small without them.
        """
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
