"""Charts as small files without visible losses."""

import re
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from PIL import Image
from scipy.spatial import KDTree

from starbalance.analyses.presentation.chart.style import DPI, lay_out, styled
from starbalance.simulator.engine.errors import unknown
from starbalance.simulator.engine.files import check_writable, replacing

SUFFIXES = (".png", ".svg", ".pdf")


def check_path(path: Path) -> None:
    """Check, before long work, that a chart can be written to a file.

    Raises:
        BadInput: If the kind of file is unknown, or the file cannot be written.
    """
    if path.suffix not in SUFFIXES:
        raise unknown("kind of chart file", path.suffix or path.name, SUFFIXES)
    check_writable(path)


def _shrink_picture(path: Path) -> None:
    """Rewrite a picture with a palette of its most frequent colours, which saves about two thirds of its size."""
    with Image.open(path) as file:
        points = np.asarray(file.convert("RGB")).astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    colours, place, number = np.unique(points, return_inverse=True, return_counts=True)
    parts = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    palette = parts[np.argsort(-number, kind="stable")[:256]]
    _, nearest = KDTree(palette).query(parts)
    small = Image.fromarray(nearest[place].reshape(points.shape).astype(np.uint8), mode="P")
    small.putpalette(palette.ravel().tolist())
    small.save(path, format="png", optimize=True)


def _shrink_drawing(path: Path) -> None:
    """Rewrite a drawing without metadata, unused ids and digits below a hundredth of a point."""
    text = re.sub(r"(?s)<metadata>.*?</metadata>|<!--.*?-->", "", path.read_text(encoding="utf-8"))
    linked = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda match: match[0] if match[1] in linked else "", text)
    text = re.sub(r"<[^>]*>", lambda match: re.sub(r"(\.\d\d)\d+", r"\1", match[0]), text)
    path.write_text(re.sub(r"\s*\n\s*", "\n", text), encoding="utf-8")


_SMALLER = {".png": _shrink_picture, ".svg": _shrink_drawing}


def save(figure: Figure, path: str | Path) -> None:
    """Write a chart to a file. If writing fails, the file stays unchanged.

    Args:
        figure: The chart.
        path: The file, whose name ends with .png, .svg or .pdf.

    Raises:
        BadInput: If the kind of file is unknown, or the file cannot be written.
    """
    path = Path(path)
    check_path(path)
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}[path.suffix]
    with replacing(path) as draft:
        with styled(figure):
            lay_out(figure)
            figure.savefig(draft, format=path.suffix[1:], dpi=DPI, metadata=metadata)
        if path.suffix in _SMALLER:
            _SMALLER[path.suffix](draft)
