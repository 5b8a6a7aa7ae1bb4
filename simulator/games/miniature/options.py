"""What may be done at the pending decision."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.records import add

from .state import SIG, Kind


@kernel(SIG["options"])
def options(state, rules, opts):
    """COM-2.1, COM-2.3: roll; after a roll that has gained something, stop."""
    n = add(opts, 0, Kind.ROLL, 0, 0, 0)
    if state.gain > 0:
        n = add(opts, n, Kind.STOP, 0, 0, 0)
    return n
