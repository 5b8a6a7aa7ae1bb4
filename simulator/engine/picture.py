"""The words of a picture: what a game draws a position with, as plain data that knows no page.

A game is drawn if it has a module `picture` with a class `Painter`, made from its rules:

- `colours(state)`: the colour of each seat, out of COLOURS.
- `board(state)`: the panels by name, with what lies on them through the whole game.
- `pieces(state)`: the shapes of a position, by panel.
- `traces(state, option, after)`: by panel, shapes that show what an option did between two positions.
- `table(state)`: a row for each seat, in the order of seats; the first value is the player's name.

Lengths are the game's own; x grows to the right, y downwards. An owner is a seat: what it owns has its colour, and its
pieces its form.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

COLOURS = ("blue", "orange", "green", "purple", "ochre", "slate", "red", "yellow", "black", "white", "grey")
Shape = dict[str, Any]
Shapes = Mapping[str, list[Shape]]  # by panel


@dataclass(frozen=True)
class Panel:
    """A part of the table with what lies there through the whole game."""

    title: str
    width: float
    height: float
    shapes: list[Shape]


def circle(x: float, y: float, radius: float, role: str, **more: Any) -> Shape:
    """A circle. role: what it is, such as "place", "home", "focus". more: `owner`, and `about`, words on request."""
    return _shape("circle", role, x=x, y=y, radius=radius, **more)


def polygon(points: Iterable[tuple[float, float]], role: str, **more: Any) -> Shape:
    """A closed shape, with `owner` and `about` as those of a circle."""
    return _shape("polygon", role, points=_flat(points), **more)


def line(points: Iterable[tuple[float, float]], role: str, **more: Any) -> Shape:
    """A line through some points; with the role "way" it ends in an arrow. `owner` and `about` as those of a circle."""
    return _shape("line", role, points=_flat(points), **more)


def text(x: float, y: float, words: str, role: str = "label", **more: Any) -> Shape:
    """Words about a point. more: `size`, else 10; `anchor`, "start" or "end" in place of the middle."""
    return _shape("text", role, x=x, y=y, words=words, **more)


def piece(x: float, y: float, owner: int | None, words: Any = "", **more: Any) -> Shape:
    """A piece in the form and colour of its owner, None nobody's, with a number on it. more: `size`, `about`."""
    return _shape("piece", "piece", x=x, y=y, owner=owner, words=str(words), **more)


def box(x: float, y: float, width: float, height: float, role: str, **more: Any) -> Shape:
    """A rectangle by its left upper corner, with `owner` and `about` as those of a circle."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], role, **more)


def _shape(kind: str, role: str, **values: Any) -> Shape:
    return {"shape": kind, "role": role, **{name: _plain(each) for name, each in values.items() if each is not None}}


def _plain(value: Any) -> Any:
    """A value of Python's own, a number with one decimal."""
    own = value.item() if isinstance(value, np.generic) else value
    return round(own, 1) if isinstance(own, float) else own


def _flat(points: Iterable[tuple[float, float]]) -> list[float]:
    """x, y, x, y, ..."""
    return [_plain(float(number)) for point in points for number in point]
