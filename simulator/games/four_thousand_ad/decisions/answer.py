"""The options of decisions with the answers yes and no."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.state import Kind


@rule
def no_or_yes(opts):
    """List the options no and yes, and return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return add(opts, n, Kind.YES, 0, 0, 0)
