"""What a picture shows, read back from its shapes."""

from collections.abc import Iterator
from typing import Any


def shown(shapes: Any, kind: str = "piece") -> Iterator[dict[str, Any]]:
    """Yield the shapes of one kind from all panels."""
    return (shape for by_panel in shapes.values() for shape in by_panel if shape["shape"] == kind)


def place(shape: Any) -> tuple[float, float]:
    """Return the position of a shape."""
    return shape["x"], shape["y"]
