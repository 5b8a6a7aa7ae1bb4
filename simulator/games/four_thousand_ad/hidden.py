"""What a seat cannot see, and another world that it cannot tell from this one.

Public: everything on the table, the load, marker and space of every warp, agreements. Private: the plan of a warp and
the star a departure in progress heads for (known to the seat, to its commander and, after a conference, to its ally:
FAD-18.13), the notes of a strategy. Hidden: alliances that no co-operative action has shown yet (FAD-24.2), the dice.
"""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.alliance import ally_with, dissolve
from starbalance.simulator.games.four_thousand_ad.state import HIDDEN, SIG, Phase
from starbalance.simulator.games.star_field.field import HOMES, PER_SECTOR, STARS
from starbalance.simulator.games.star_field.geometry import is_hop, sector

PRIVATE = ("players.warps.target", "destination", "notes")
HIDDEN_FIELDS = ("key", "drawn", "allied")


@rule
def knows_plans_of(rules, seat, other):
    """FAD-18.13: allies in the Alliances version share their plans."""
    return seat == other or rules.side[seat] == rules.side[other]


@rule
def _another_star(state, left):
    """A star of another sector, drawn afresh."""
    star = below(state, HIDDEN, STARS - PER_SECTOR)
    return star if star < PER_SECTOR * left else star + PER_SECTOR


@rule
def _redeal_plans(state, other):
    for warp in state.players[other].warps:
        if warp.space > 0:
            warp.target = _another_star(state, warp.sector)


@rule
def _redeal_departure(state):
    """The destination of a departure in progress, unless it is a hop, which everybody sees."""
    if state.phase == Phase.SHIPS or state.phase == Phase.LOAN:
        if not is_hop(state.star, state.destination):
            state.destination = _another_star(state, sector(state.star))
    else:
        state.destination = 0


@rule
def _redeal_alliances(state, rules, seat):
    for one in range(rules.seats):
        for two in range(one):
            secret = (state.revealed >> (HOMES * one + two)) & 1 == 0
            if secret and one != seat and two != seat and rules.diplomacy:
                dissolve(state, one, two)
                if below(state, HIDDEN, 2) == 1:
                    ally_with(state, one, two)


@kernel(SIG["redeal"])
def redeal(state, rules, seat, luck):
    """Replaces all that the seat cannot see by a fresh draw; depends on what it knows and on luck alone."""
    begin_redeal(state, luck)
    for other in range(rules.seats):
        if not knows_plans_of(rules, seat, other):
            _redeal_plans(state, other)
    if not knows_plans_of(rules, seat, state.active):
        _redeal_departure(state)
    _redeal_alliances(state, rules, seat)
    end_redeal(state, rules, seat)
