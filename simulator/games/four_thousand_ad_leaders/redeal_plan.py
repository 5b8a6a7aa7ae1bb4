"""The resampling of plans of other seats: destinations, a departure in progress, a leader chosen in secret."""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import compulsory_leaders, with_leaders
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS
from starbalance.simulator.games.four_thousand_ad_leaders.state import HIDDEN, Decision
from starbalance.simulator.games.star_field.field import NONE, PER_SECTOR, STARS
from starbalance.simulator.games.star_field.geometry import is_hop, sector


@rule
def another_star(state, left):
    """Return a random star outside the sector `left`, from which the ships departed."""
    star = below(state, HIDDEN, STARS - PER_SECTOR)
    return star if star < PER_SECTOR * left else star + PER_SECTOR


@rule
def redeal_plans(state, other):
    """Resample the destinations of a seat's fleets in warp. A withdrawn fleet has none."""
    for fleet in state.players[other].fleets:
        if fleet.target != NONE:
            fleet.target = another_star(state, fleet.sector)


@rule
def redeal_departure(state):
    """Resample the target of a departure in progress. A hop is public and stays."""
    if state.decision == Decision.SHIPS or state.decision == Decision.LEADER:
        if not is_hop(state.star, state.target):
            state.target = another_star(state, sector(state.star))


@rule
def redeal_choice(state, rules):
    """Resample the fleet whose leader the Attacker has chosen, while the Defender decides."""
    if state.decision == Decision.DEFENCE and state.sent and compulsory_leaders(state, rules) == NONE:
        fleets = with_leaders(state)
        pick = below(state, HIDDEN, FLEETS)
        while (fleets >> pick) & 1 == 0:
            pick = below(state, HIDDEN, FLEETS)
        state.sent = 1 << pick
