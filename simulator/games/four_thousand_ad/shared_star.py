"""Two allies at one star: the share of its resources, and ships that one lends to the other."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import ships_ready
from starbalance.simulator.games.four_thousand_ad.occupation import (
    are_friends,
    lowest,
    members,
    occupants,
    possesses_home,
)
from starbalance.simulator.games.four_thousand_ad.production import draws_resources
from starbalance.simulator.games.four_thousand_ad.seating import comes_before
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Decision
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def gain_from(state, rules, seat, star):
    """A-09: Return how much a star helps a seat: 2 per added pair plus its symbols of the seat's scarcer type."""
    population, materials = 0, 0
    for other in range(STARS):
        if other != star and state.players[seat].ships[other] > 0 and draws_resources(state, rules, seat, other):
            population += state.population[other]
            materials += state.materials[other]
    if possesses_home(state, seat) and state.players[seat].ships[state.players[seat].home] == 0:
        population += state.population[state.players[seat].home]
        materials += state.materials[state.players[seat].home]
    more, others = state.population[star], state.materials[star]
    pairs = min(population + more, materials + others) - min(population, materials)
    scarce = more if population < materials else (others if materials < population else 0)
    return 2 * pairs + scarce


@rule
def award_star(state, rules, star, seat, other):
    """FAD-18.5, A-09: Make the ally that gains more the first at a star which both reached in one turn.

    After a tie, the ally earlier in turn order is the first.
    """
    ours, theirs = gain_from(state, rules, seat, star), gain_from(state, rules, other, star)
    state.first[star] = seat if ours > theirs or (ours == theirs and comes_before(state, seat, other)) else other


@rule
def ask_for_resources(state, rules, star):
    """FAD-18.4, D-9: Ask the ally that draws a newly shared star how to divide its resources.

    Do nothing at a star without resources.
    """
    if state.population[star] + state.materials[star] == 0:
        return
    seats = occupants(state, rules, star)
    first = lowest(seats)
    second = lowest(seats & ~(1 << first))
    state.star = star
    ask(state, Decision.RESOURCES, first if draws_resources(state, rules, first, star) else second)


@rule
def lendable(state, rules, seat, star):
    """FAD-18.8: Return (ally, ships that it could lend to a departure), or (NONE, 0) at a star without an ally."""
    others = occupants(state, rules, star) & ~(1 << seat)
    ally = lowest(others)
    if ally < 0 or members(others) > 1 or not are_friends(state, rules, seat, ally):
        return NONE, 0
    return ally, ships_ready(state, rules, ally, star)
