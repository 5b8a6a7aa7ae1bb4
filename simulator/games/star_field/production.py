"""When there are new ships."""

from starbalance.simulator.engine.jit import rule


@rule
def is_production_round(state, rules):
    """FAD-12.2, FAL-2.3, FAL-8.1: the first production round and every `production_period`-th after it."""
    since = state.rounds - rules.first_production_round
    return since >= 0 and since % rules.production_period == 0
