"""Plans of others dealt anew: where fleets head for, a departure in progress, a leader chosen in secret."""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import compulsory_leaders, with_leaders
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.four_thousand_ad_leaders.state import HIDDEN, Phase
from starbalance.simulator.games.star_field.field import NONE, PER_SECTOR, STARS
from starbalance.simulator.games.star_field.geometry import is_hop, sector


@rule
def another_star(state, left):
    """A star of another sector, drawn afresh."""
    star = below(state, HIDDEN, STARS - PER_SECTOR)
    return star if star < PER_SECTOR * left else star + PER_SECTOR


@rule
def redeal_plans(state, other):
    """Where a fleet heads for, of those that have left with a plan: a withdrawal has none."""
    for fleet in state.players[other].fleets:
        if fleet.target != NONE:
            fleet.target = another_star(state, fleet.sector)


@rule
def redeal_departure(state):
    """The target of a departure in progress, unless it is a hop, which everybody sees."""
    if state.phase == Phase.SHIPS or state.phase == Phase.LEADER:
        if not is_hop(state.star, state.target):
            state.target = another_star(state, sector(state.star))


@rule
def redeal_choice(state, rules):
    """The fleet whose leader the Attacker has chosen, while the Defender chooses: any that could be."""
    if state.phase == Phase.DEFENCE and state.sent and compulsory_leaders(state, rules) == NONE:
        fleets = with_leaders(state)
        pick = below(state, HIDDEN, FLEETS)
        while (fleets >> pick) & 1 == 0:
            pick = below(state, HIDDEN, FLEETS)
        state.sent = 1 << pick
