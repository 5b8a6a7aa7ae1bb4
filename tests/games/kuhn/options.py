"""The legal actions at the pending decision."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.records import add

from .state import SIG, Kind


@kernel(SIG["options"])
def options(state, rules, opts):
    """List pass and bet, or fold and call (KUH-2.1, KUH-2.2)."""
    n = add(opts, 0, Kind.PASS, 0, 0, 0)
    return add(opts, n, Kind.BET, 0, 0, 0)
