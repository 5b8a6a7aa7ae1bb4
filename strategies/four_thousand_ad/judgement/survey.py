"""What a seat sees on the board before it moves."""

import numpy as np

from starbalance.simulator.four_thousand_ad.movement import has_free_warp, may_depart
from starbalance.simulator.four_thousand_ad.occupation import are_friends, companion, possesses_home
from starbalance.simulator.four_thousand_ad.rules import SPACES, STARS
from starbalance.simulator.kernel import rule
from starbalance.strategies.four_thousand_ad.judgement.features import (
    help_near,
    is_enemy,
    pairs,
    produced_by,
    symbols,
    threat,
)
from starbalance.strategies.four_thousand_ad.judgement.weights import Weight


@rule
def worth_of_star(state, survey, star, population, materials):
    """What a star adds to a seat with so many symbols."""
    more, others = state.population[star], state.materials[star]
    gained = min(population + more, materials + others) - min(population, materials)
    scarce = more if population < materials else (others if materials < population else 0)
    weights = survey.weights
    return weights[Weight.STAR] + weights[Weight.PAIR] * gained + weights[Weight.SYMBOL] * scarce


@rule
def count_forces(state, rules, seat, survey):
    """Fills in against, friends and targeted."""
    for other in range(rules.seats):
        player = state.players[other]
        if rules.side[other] == rules.side[seat]:
            for warp in player.warps:
                if warp.space > 0 and warp.target >= 0:
                    survey.targeted[warp.target] = 1.0
        if other == seat:
            continue
        forces = survey.friends if are_friends(state, rules, seat, other) else survey.against
        for star in range(STARS):
            forces[star] += player.ships[star]


@rule
def foresee(state, rules, seat, survey):
    """Fills in imminent: warps due next turn, and hops."""
    for other in range(rules.seats):
        if is_enemy(state, rules, seat, other):
            player = state.players[other]
            hops = 1.0 if has_free_warp(state, rules, other) else 0.0
            for star in range(STARS):
                survey.scratch[star] = hops * player.ships[companion(star)]
            for warp in player.warps:
                if 0 < warp.space < SPACES:
                    for k in range(rules.number_at[warp.sector, warp.space + 1]):
                        survey.scratch[rules.stars_at[warp.sector, warp.space + 1, k]] += warp.ships + warp.lent
            for star in range(STARS):
                survey.imminent[star] = max(survey.imminent[star], survey.scratch[star])


@rule
def spare_ships(state, rules, survey, seat, star):
    """The ships that may leave a star: at home all but the guard, elsewhere all but one; all once the home is lost."""
    ready = may_depart(state, rules, seat, star)
    player = state.players[seat]
    if not possesses_home(state, seat):
        return ready
    keep = 1
    if star == player.home:
        weights, held = survey.weights, pairs(state, rules, seat)
        keep = int(np.ceil(threat(state, rules, seat, star, weights[Weight.REACH], weights[Weight.GUARD], held)))
    return max(0, min(ready, player.ships[star] - keep))


@rule
def look_at_own(state, rules, seat, star, survey):
    """An own star: what may leave it, what it lacks, whether its fleet should get away."""
    player = state.players[seat]
    ships, weights = player.ships[star], survey.weights
    survey.spare[star] = spare_ships(state, rules, survey, seat, star)
    coming, stake = survey.imminent[star], weights[Weight.RISK] * ships
    if star == player.home:
        coming = threat(state, rules, seat, star, weights[Weight.REACH], 0.0, pairs(state, rules, seat))
        stake = weights[Weight.OWN_HOME]
    lacking = np.ceil(coming) - ships - survey.friends[star]
    if lacking > 0.0:
        survey.worth[star] = stake
        survey.need[star] = lacking
        if star != player.home and ships > 1:
            survey.spare[star] = may_depart(state, rules, seat, star)
            survey.flee[star] = stake


@rule
def look_at_other(state, star, population, materials, survey):
    """A star without own ships: its worth, and the ships it takes."""
    against, weights = survey.against[star], survey.weights
    gain = worth_of_star(state, survey, star, population, materials)
    if against > 0.0:
        survey.worth[star] = gain * weights[Weight.RIVAL] + weights[Weight.KILL] * against
        survey.need[star] = against + 1.0 + weights[Weight.MARGIN]
    elif survey.friends[star] == 0.0:
        survey.worth[star] = gain + weights[Weight.KILL] * state.surrendered[star]
    survey.worth[star] *= 1.0 - 0.9 * survey.targeted[star]


@rule
def look_at_homes(state, rules, seat, survey):
    """Enemy homes, and one's own when it is lost, are worth everything there is."""
    for other in range(rules.seats):
        home = state.players[other].home
        lost = other == seat and not possesses_home(state, seat)
        hostile = is_enemy(state, rules, seat, other) and possesses_home(state, other)
        if lost or hostile:
            survey.worth[home] += survey.weights[Weight.OWN_HOME if lost else Weight.HOME]
            survey.need[home] = survey.against[home] + 1.0
            survey.entire[home] = 1.0
        if hostile:
            survey.help[home] = help_near(state, rules, other, home)
            survey.rate[home] = produced_by(rules, pairs(state, rules, other), 1)


@rule
def is_own(state, seat, star):
    """Whether the seat holds the star, or an empty home."""
    player = state.players[seat]
    return player.ships[star] > 0 or (star == player.home and possesses_home(state, seat))


@rule
def look_around(state, rules, seat, survey):
    """Fills in a survey whose weights are set."""
    count_forces(state, rules, seat, survey)
    foresee(state, rules, seat, survey)
    population, materials = symbols(state, rules, seat)
    for star in range(STARS):
        survey.need[star] = 1.0
        if is_own(state, seat, star):
            look_at_own(state, rules, seat, star, survey)
        else:
            look_at_other(state, star, population, materials, survey)
    look_at_homes(state, rules, seat, survey)
