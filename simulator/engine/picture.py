"""The shapes with which a game draws a position, as plain data that is independent of pages and file formats.

A game can be drawn if it has a module `picture` with a class `Painter`. `Painter(rules)` has these methods:

- `colours(state)` returns the colour of each seat, out of COLOURS.
- `board(state)` returns the panels by name, with the shapes that stay through the whole game.
- `pieces(state)` returns the shapes of a position, by panel.
- `traces(state, option, after)` returns shapes, by panel, that show what an action changed between two positions.
- `table(state)` returns a row for each seat, in the order of seats. The first value is the player's name.

Each game chooses its unit of length. x grows to the right, y downwards. The owner of a shape is a seat: the shape has
the colour of the seat, and a piece also has its form.
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
    """A part of the table, with the shapes that stay there through the whole game."""

    title: str
    width: float
    height: float
    shapes: list[Shape]


def circle(x: float, y: float, radius: float, role: str, **more: Any) -> Shape:
    """Return a circle.

    Args:
        x: The horizontal position of the centre.
        y: The vertical position of the centre.
        radius: The radius.
        role: What the circle stands for, such as "place", "home" or "focus".
        **more: `owner`, a seat, and `about`, words that the reader can open.
    """
    return _shape("circle", role, x=x, y=y, radius=radius, **more)


def polygon(points: Iterable[tuple[float, float]], role: str, **more: Any) -> Shape:
    """Return a closed shape.

    Args:
        points: The corners (x, y).
        role: What the shape stands for.
        **more: `owner` and `about`, as for `circle`.
    """
    return _shape("polygon", role, points=_flat(points), **more)


def line(points: Iterable[tuple[float, float]], role: str, **more: Any) -> Shape:
    """Return a line through points.

    Args:
        points: The points (x, y).
        role: What the line stands for. A line with the role "way" ends in an arrow.
        **more: `owner` and `about`, as for `circle`.
    """
    return _shape("line", role, points=_flat(points), **more)


def text(x: float, y: float, words: str, role: str = "label", **more: Any) -> Shape:
    """Return a text at a point.

    Args:
        x: The horizontal position.
        y: The vertical position.
        words: The text.
        role: What the text stands for. Default: "label".
        **more: `size` (default: 10), and `anchor`, "start" or "end" (default: the text is centred).
    """
    return _shape("text", role, x=x, y=y, words=words, **more)


def piece(x: float, y: float, owner: int | None, words: Any = "", **more: Any) -> Shape:
    """Return a piece in the form and colour of its owner.

    Args:
        x: The horizontal position.
        y: The vertical position.
        owner: The seat that owns the piece. `None` means that it has no owner.
        words: A number or words on the piece. Default: no words.
        **more: `size`, and `about`, as for `circle`.
    """
    return _shape("piece", "piece", x=x, y=y, owner=owner, words=str(words), **more)


def box(x: float, y: float, width: float, height: float, role: str, **more: Any) -> Shape:
    """Return a rectangle.

    Args:
        x: The left side.
        y: The upper side.
        width: The width.
        height: The height.
        role: What the rectangle stands for.
        **more: `owner` and `about`, as for `circle`.
    """
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], role, **more)


def _shape(kind: str, role: str, **values: Any) -> Shape:
    return {"shape": kind, "role": role, **{name: _plain(each) for name, each in values.items() if each is not None}}


def _plain(value: Any) -> Any:
    """Return a NumPy value as a Python value. Floats are rounded to one decimal."""
    own = value.item() if isinstance(value, np.generic) else value
    return round(own, 1) if isinstance(own, float) else own


def _flat(points: Iterable[tuple[float, float]]) -> list[float]:
    """Return the coordinates of points as one list: x, y, x, y, ..."""
    return [_plain(float(number)) for point in points for number in point]
