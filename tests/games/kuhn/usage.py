"""Which outcome column an action adds to."""

from starbalance.simulator.engine.jit import kernel

from .state import SIG, Kind, Usage


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """KUH-2.1, KUH-2.2"""
    return column == Usage.BETS and option.kind == Kind.BET
