"""The components that an action uses, so that a strategy can be played without one of them (ablation)."""

from starbalance.simulator.engine.jit import kernel

from .state import SIG, Kind, Usage


@kernel(SIG["uses"])
def uses(state, rules, option, column, number):
    """COM-2.1: Return whether the option adds to a usage column. A roll adds to `rolls`."""
    return column == Usage.ROLLS and option.kind == Kind.ROLL
