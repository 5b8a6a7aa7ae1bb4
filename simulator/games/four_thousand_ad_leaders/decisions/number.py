"""Numbers of ships on offer: a few of all that are possible."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add


@rule
def add_number(opts, n, kind, number, least, most):
    """Offers a number of ships, once, if it is possible; returns the new count of options."""
    if number < least or number > most:
        return n
    for k in range(n):
        if opts[k].kind == kind and opts[k].a == number:
            return n
    return add(opts, n, kind, number, 0, 0)


@rule
def half(ships):
    """Half of the ships, rounded up."""
    return (ships + 1) // 2
