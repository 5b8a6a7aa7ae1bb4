"""The legal actions of the pending decision."""

from starbalance.simulator.engine.jit import kernel
from starbalance.simulator.engine.records import add

from .state import SIG, Kind


@kernel(SIG["options"])
def options(state, rules, opts):
    """COM-2.1, COM-2.3: List the legal actions in `opts` and return how many there are.

    Rolling is always legal. Stopping is legal once the turn has gained something.
    """
    n = add(opts, 0, Kind.ROLL, 0, 0, 0)
    if state.gain > 0:
        n = add(opts, n, Kind.STOP, 0, 0, 0)
    return n
