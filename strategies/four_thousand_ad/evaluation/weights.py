"""The index of each weight in the weight vector of a 4000 A.D. strategy, in the order of `weights.toml`."""

from pathlib import Path

from starbalance.simulator.engine.weights import weight_order

Weight = weight_order(__name__, Path(__file__).parents[1], "sensible")
