"""Charts that can be read without the text. Only this package uses Matplotlib."""

from starbalance.analyses.presentation.chart.board import board, flight, flights
from starbalance.analyses.presentation.chart.distribution import bars, lengths, stacked, tension
from starbalance.analyses.presentation.chart.file import check_path, save
from starbalance.analyses.presentation.chart.grid import (
    draw_claims,
    draw_pairs,
    draw_shares,
    grid,
    heat,
    in_percent,
    matrix,
)
from starbalance.analyses.presentation.chart.interval import (
    differences,
    dots,
    draws,
    effects,
    forest,
    marked,
    randomness,
    sweep,
)
from starbalance.analyses.presentation.chart.story import before_after, spread

__all__ = [
    "bars",
    "before_after",
    "board",
    "check_path",
    "differences",
    "dots",
    "draw_claims",
    "draw_pairs",
    "draw_shares",
    "draws",
    "effects",
    "flight",
    "flights",
    "forest",
    "grid",
    "heat",
    "in_percent",
    "lengths",
    "marked",
    "matrix",
    "randomness",
    "save",
    "spread",
    "stacked",
    "sweep",
    "tension",
]
