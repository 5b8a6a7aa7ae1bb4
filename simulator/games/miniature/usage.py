"""What an option uses of what the columns of the outcome count."""

from starbalance.simulator.engine.jit import kernel

from .state import SIG, Kind, Usage


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """COM-2.1"""
    return column == Usage.ROLLS and option.kind == Kind.ROLL
