"""Hidden information, and its resampling for one seat (a determinization).

Public: everything on the table, the load, marker and space of every warp, agreements.

Private: the plan of a warp, the destination of a departure in progress, the notes of a strategy. The commander of a
seat knows its plans, and after a conference its ally does too (FAD-18.13).

Hidden: alliances that no co-operative action has shown yet (FAD-24.2), and the dice.
"""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.alliance import ally_with, dissolve
from starbalance.simulator.games.four_thousand_ad.state import HIDDEN, SIG, Decision
from starbalance.simulator.games.star_field.field import HOMES, PER_SECTOR, STARS
from starbalance.simulator.games.star_field.geometry import is_hop, sector

PRIVATE = ("players.warps.target", "destination", "notes")
HIDDEN_FIELDS = ("key", "drawn", "allied")


@rule
def knows_plans_of(rules, seat, other):
    """FAD-18.13: Return whether a seat knows the plans of another: allies in the Alliances version share them."""
    return seat == other or rules.side[seat] == rules.side[other]


@rule
def _another_star(state, left):
    """Return a random star outside the sector `left`, from which the ships departed."""
    star = below(state, HIDDEN, STARS - PER_SECTOR)
    return star if star < PER_SECTOR * left else star + PER_SECTOR


@rule
def _redeal_plans(state, other):
    """Resample the destinations of all warps of another seat."""
    for warp in state.players[other].warps:
        if warp.space > 0:
            warp.target = _another_star(state, warp.sector)


@rule
def _redeal_departure(state):
    """Resample the destination of a departure in progress. A hop is public and stays.

    In every decision other than SHIPS and LOAN, set the destination to 0.
    """
    if state.decision == Decision.SHIPS or state.decision == Decision.LOAN:
        if not is_hop(state.star, state.destination):
            state.destination = _another_star(state, sector(state.star))
    else:
        state.destination = 0


@rule
def _redeal_alliances(state, rules, seat):
    """Redraw each secret alliance of two other seats: it exists with probability 1/2 (`diplomacy` only)."""
    for one in range(rules.seats):
        for two in range(one):
            secret = (state.revealed >> (HOMES * one + two)) & 1 == 0
            if secret and one != seat and two != seat and rules.diplomacy:
                dissolve(state, one, two)
                if below(state, HIDDEN, 2) == 1:
                    ally_with(state, one, two)


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """Resample everything that a seat cannot see; the result depends only on what it knows and on the random seed."""
    begin_redeal(state, randomness)
    for other in range(rules.seats):
        if not knows_plans_of(rules, seat, other):
            _redeal_plans(state, other)
    if not knows_plans_of(rules, seat, state.active):
        _redeal_departure(state)
    _redeal_alliances(state, rules, seat)
    end_redeal(state, rules, seat)
