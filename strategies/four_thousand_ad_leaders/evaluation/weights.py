"""The index of each weight of 4000 A.D. with leaders, in the order of `weights.toml`."""

from pathlib import Path

from starbalance.simulator.engine.weights import weight_order

Weight = weight_order(__name__, Path(__file__).parents[1], "sensible")
