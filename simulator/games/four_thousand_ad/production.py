"""Resources and new ships."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad.occupation import (
    companion_at,
    is_living,
    occupy,
    owner_of_home,
    possesses_home,
    ships_of,
    update_possession,
)
from starbalance.simulator.games.four_thousand_ad.state import Share
from starbalance.simulator.games.star_field.field import STARS


@rule
def drawing_ally(state, rules, star):
    """FAD-18.3, FAD-18.4: Return 0 if the first ally at a shared star draws its resources now, 1 if the second does."""
    if state.rounds <= state.share_round[star] or state.share[star] == Share.FIRST:
        return 0
    if state.share[star] == Share.SECOND:
        return 1
    since = state.rounds - rules.first_production_round
    return (since // rules.production_period) % 2


@rule
def draws_resources(state, rules, seat, star):
    """FAD-12.1, FAD-13.3, FAD-18.3, FAD-18.6, A-29: Return whether this seat draws the resources of a star."""
    owner = owner_of_home(state, rules, star)
    possessed = owner >= 0 and possesses_home(state, owner)
    if state.players[seat].ships[star] == 0:
        return possessed and owner == seat
    other = companion_at(state, rules, seat, star)
    if other < 0:
        return not possessed or owner == seat
    first = owner if possessed else state.first[star]
    return (seat == first) == (drawing_ally(state, rules, star) == 0)


@rule
def resources(state, rules, seat):
    """FAD-12.1: Return the symbols that a seat draws now, as (population, materials)."""
    population, materials = 0, 0
    for star in range(STARS):
        if state.players[seat].ships[star] > 0 or star == state.players[seat].home:
            if draws_resources(state, rules, seat, star):
                population += state.population[star]
                materials += state.materials[star]
    return population, materials


@rule
def new_ships(state, rules, seat):
    """FAD-12.3, FAD-13.1: Return how many ships a seat would build now: 1 per pair of symbols, 0 without its home.

    A positive `ship_supply_cap` limits all ships of the seat.
    """
    if not is_living(state, seat) or not possesses_home(state, seat):
        return 0
    population, materials = resources(state, rules, seat)
    ships = min(population, materials)
    if rules.ship_supply_cap > 0:
        ships = max(0, min(ships, rules.ship_supply_cap - ships_of(state, rules, seat)))
    return ships


@rule
def take_new_ships(state, rules, seat):
    """FAD-12.4: Add the new ships of a seat, if any, at its home and count them in `produced`."""
    ships = new_ships(state, rules, seat)
    if ships > 0:
        player = state.players[seat]
        occupy(state, rules, seat, player.home, ships)
        player.produced += ships
        update_possession(state, rules, player.home)
