"""New ships: how many, and where they may be put."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import has_both, held_stars, symbols_of
from starbalance.simulator.games.four_thousand_ad_leaders.rules import BuildSites, Pairs
from starbalance.simulator.games.star_field.field import NONE, STARS


@rule
def sites(state, rules, seat):
    """FAL-1.5, FAL-8.3, FAL-8.5, A-03: the stars where new ships may be put, as bits."""
    found, held = 0, held_stars(state, rules, seat)
    for star in range(STARS):
        if (held >> star) & 1 and has_both(state, star):
            if rules.build_sites == BuildSites.ANY_BOTH or star == state.players[seat].home:
                found |= 1 << star
    return found


@rule
def new_ships(state, rules, seat):
    """FAL-8.2, FAL-8.4, A-27: one for each pair of symbols, none without a site."""
    if sites(state, rules, seat) == 0:
        return 0
    population, materials, both = symbols_of(state, held_stars(state, rules, seat))
    return both if rules.pairs == Pairs.PER_STAR else min(population, materials)


@rule
def build(state, rules, seat, star, second):
    """FAL-8.3: all new ships at one star, or half of them at a second one, the odd ship at the first."""
    ships = new_ships(state, rules, seat)
    player = state.players[seat]
    away = ships // 2 if second != NONE else 0
    player.ships[star] += ships - away
    if second != NONE:
        player.ships[second] += away
    player.produced += ships
