"""Two allies at one star: who draws its resources, and whose ships go along."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.movement import may_depart
from starbalance.simulator.games.four_thousand_ad.occupation import (
    are_friends,
    lowest,
    members,
    occupants,
    possesses_home,
)
from starbalance.simulator.games.four_thousand_ad.production import draws
from starbalance.simulator.games.four_thousand_ad.seating import comes_before
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Phase
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def gain_from(state, rules, seat, star):
    """A-09: what the star adds to (the seat's pairs, its scarcer symbol), as one comparable number."""
    population, materials = 0, 0
    for other in range(STARS):
        if other != star and state.players[seat].ships[other] > 0 and draws(state, rules, seat, other):
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
    """FAD-18.5, A-09: of two allies who came on one turn, the one who gains more draws; equal: the earlier in turn."""
    ours, theirs = gain_from(state, rules, seat, star), gain_from(state, rules, other, star)
    state.first[star] = seat if ours > theirs or (ours == theirs and comes_before(state, seat, other)) else other


@rule
def ask_for_resources(state, rules, star):
    """FAD-18.4, D-9: at a star that two have just come to share, the one who draws it is asked how to divide it."""
    if state.population[star] + state.materials[star] == 0:
        return
    there = occupants(state, rules, star)
    first = lowest(there)
    second = lowest(there & ~(1 << first))
    state.star = star
    ask(state, Phase.RESOURCES, first if draws(state, rules, first, star) else second)


@rule
def lendable(state, rules, seat, star):
    """FAD-18.8: (ally, ships) that could go along with a departure; (NONE, 0) from a star not shared with an ally."""
    there = occupants(state, rules, star) & ~(1 << seat)
    other = lowest(there)
    if other < 0 or members(there) > 1 or not are_friends(state, rules, seat, other):
        return NONE, 0
    return other, may_depart(state, rules, other, star)
