"""Questions that are answered by yes or no."""

from starbalance.simulator.four_thousand_ad.state import Kind
from starbalance.simulator.kernel import add, rule


@rule
def no_or_yes(opts):
    """No, or yes; returns how many options there are."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    return add(opts, n, Kind.YES, 0, 0, 0)
