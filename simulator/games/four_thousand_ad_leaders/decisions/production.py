"""E-1: where the new ships are put."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.production import build, new_ships, sites
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, Then
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def offer_build(state, rules, opts):
    """FAL-8.3; E-1: all at one site, or halves at two; of an odd number either site may have the larger half."""
    n, found, ships = 0, sites(state, rules, state.actor), new_ships(state, rules, state.actor)
    for star in range(STARS):
        if (found >> star) & 1:
            n = add(opts, n, Kind.BUILD, star, NONE, 0)
            for second in range(STARS):
                is_pair = (found >> second) & 1 and second != star and ships > 1
                if is_pair and (star < second or ships % 2 == 1):
                    n = add(opts, n, Kind.BUILD, star, second, 0)
    return n


@rule
def do_build(state, rules, option):
    build(state, rules, state.actor, option.a, option.b)
    state.then = Then.SUPPLY
