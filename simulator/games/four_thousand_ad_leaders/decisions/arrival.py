"""E-3: the decision about the arrival of a fleet."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad_leaders.arrival import arrive, group_of, star_in_reach, stars_in_reach
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.four_thousand_ad_leaders.state import Kind, PendingStep


@rule
def offer_arrival(state, rules, opts):
    """FAL-11.2, FAL-11.3, FAL-11.7: List the options: stay in warp, or arrive at a star at the right distance.

    Return the number of options.
    """
    fleet = state.players[state.actor].fleets[state.fleet]
    n = add(opts, 0, Kind.STAY, state.fleet, 0, 0)
    for k in range(stars_in_reach(rules, fleet)):
        n = add(opts, n, Kind.ARRIVE, state.fleet, star_in_reach(rules, fleet, k), 0)
    return n


@rule
def do_arrival(state, rules, option):
    """FAL-11.4, A-26: Let a fleet, and the fleets that move with it, stay in warp or arrive at a star."""
    together = group_of(state, rules, state.actor, option.a)
    if option.kind == Kind.STAY:
        state.stayed |= together
    else:
        for slot in range(FLEETS):
            if (together >> slot) & 1:
                arrive(state, state.actor, slot, option.b)
    state.pending_step = PendingStep.ARRIVE
