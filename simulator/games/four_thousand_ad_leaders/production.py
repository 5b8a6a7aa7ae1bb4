"""The new ships: their number, and the stars for them."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import has_both, held_stars, symbols_of
from starbalance.simulator.games.four_thousand_ad_leaders.rules import BuildSites, Pairs
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def sites(state, rules, seat):
    """FAL-1.5, FAL-8.3, FAL-8.5, A-03: Return the stars where a seat may put new ships, as bits."""
    stars, held = 0, held_stars(state, rules, seat)
    for star in range(STARS):
        if (held >> star) & 1 and has_both(state, star):
            if rules.build_sites == BuildSites.ANY_BOTH or star == state.players[seat].home:
                stars |= 1 << star
    return stars


@rule
def new_ships(state, rules, seat):
    """FAL-8.2, FAL-8.4, A-27: Return the number of new ships of a seat: 1 per pair, 0 without a star for them."""
    if sites(state, rules, seat) == 0:
        return 0
    population, materials, both = symbols_of(state, held_stars(state, rules, seat))
    return both if rules.pairs == Pairs.PER_STAR else min(population, materials)


@rule
def build(state, rules, seat, star, second):
    """FAL-8.3: Put all new ships at one star, or half of them at a second star (NONE: no second star).

    The odd ship goes to the first star.
    """
    ships = new_ships(state, rules, seat)
    player = state.players[seat]
    away = ships // 2 if second != NONE else 0
    player.ships[star] += ships - away
    if second != NONE:
        player.ships[second] += away
    player.produced += ships
