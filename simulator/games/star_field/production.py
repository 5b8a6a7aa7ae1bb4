"""The rounds in which new ships are built."""

from starbalance.simulator.engine.jit import rule


@rule
def is_production_round(state, rules):
    """FAD-12.2, FAL-2.3, FAL-8.1: Return whether this is a production round.

    The first one is `first_production_round`, the next ones follow every `production_period` rounds.
    """
    since = state.rounds - rules.first_production_round
    return since >= 0 and since % rules.production_period == 0
