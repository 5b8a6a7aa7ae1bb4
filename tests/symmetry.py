"""Differences between players or places that should win equally often."""

from starbalance.analyses.statistics.estimate import mean_interval


def differences(result, column, pairs):
    """Return pair -> (mean, low, high): the difference of the shares of the win, with a two-sided 99.9% interval."""
    wide = result.seats.pivot(on=column, index="game", values="credit")
    return {(one, two): mean_interval((wide[one] - wide[two]).to_numpy(), 0.999) for one, two in pairs}
