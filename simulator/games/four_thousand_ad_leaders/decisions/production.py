"""E-1: the decision about the stars for the new ships."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.production import build, new_ships, sites
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, PendingStep
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def offer_build(state, rules, opts):
    """FAL-8.3; E-1: List the options: all new ships at one star, or halves at two stars.

    Of an odd number, either star may get the larger half.
    Return the number of options.
    """
    n, stars, ships = 0, sites(state, rules, state.actor), new_ships(state, rules, state.actor)
    for star in range(STARS):
        if (stars >> star) & 1:
            n = add(opts, n, Kind.BUILD, star, NONE, 0)
            for second in range(STARS):
                is_pair = (stars >> second) & 1 and second != star and ships > 1
                if is_pair and (star < second or ships % 2 == 1):
                    n = add(opts, n, Kind.BUILD, star, second, 0)
    return n


@rule
def do_build(state, rules, option):
    build(state, rules, state.actor, option.a, option.b)
    state.pending_step = PendingStep.SUPPLY
