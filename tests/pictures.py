"""What a picture shows, read back from its shapes."""

from collections.abc import Iterator
from typing import Any


def shown(shapes: Any, kind: str = "piece") -> Iterator[dict[str, Any]]:
    """The shapes of a kind, of all panels."""
    return (shape for by_panel in shapes.values() for shape in by_panel if shape["shape"] == kind)


def place(shape: Any) -> tuple[float, float]:
    """Where a shape is."""
    return shape["x"], shape["y"]
