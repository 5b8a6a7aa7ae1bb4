"""The numbers of ships in lists of options: a few of the possible numbers."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add


@rule
def add_number(opts, n, kind, number, least, most):
    """Add a number of ships to the options if it is possible and new, and return the number of options."""
    if number < least or number > most:
        return n
    for k in range(n):
        if opts[k].kind == kind and opts[k].a == number:
            return n
    return add(opts, n, kind, number, 0, 0)


@rule
def half(ships):
    """Return half of the ships, rounded up."""
    return (ships + 1) // 2
