"""Victory points, by source (IAM-26.1, IAM-26.2, IAM-26.3, IAM-26.4, IAM-26.5, IAM-26.6, IAM-26.7)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.technology import number_of
from starbalance.simulator.games.interstellar_ambitions.word import Count, EventEffect, Medal


@rule
def vp_of_planets(state, rules, seat):
    """IAM-26.1: printed points of planets at their highest level."""
    player, points = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        points += rules.planet_vp[planet] if is_maxed(state, rules, planet) else 0
    return points


@rule
def vp_of_set(state, rules, seat):
    """IAM-26.3, A13: a scored planet of each type, Home Worlds aside."""
    player, bits = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        if rules.planet_type[planet] != ANY and is_maxed(state, rules, planet):
            bits |= 1 << rules.planet_type[planet]
    return rules.set_bonus if bits == (1 << RESOURCES) - 1 else 0


@rule
def _counted(state, rules, seat, what):
    """What a special planet scores for."""
    player = state.players[seat]
    if what == Count.OWNED_TECHNOLOGIES:
        return number_of(player.owned)
    number = 0
    for place in range(player.planets):
        planet = player.planet[place]
        if rules.planet_type[planet] == what - Count.SCORED_FOOD_PLANETS and is_maxed(state, rules, planet):
            number += 1
    return number


@rule
def vp_of_specials(state, rules, seat):
    """IAM-26.2, A36: points of special planets, and of markers on planets that score."""
    player, points = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        maxed = is_maxed(state, rules, planet)
        if rules.score_per[planet] != NONE and (maxed or not rules.special_vp_needs_max):
            earned = rules.score_each[planet] * _counted(state, rules, seat, rules.score_per[planet])
            points += min(rules.score_most[planet], earned)
        kind = state.marker[planet]
        if kind != NONE and maxed and rules.event_effect[kind] == EventEffect.MARKER_VP:
            points += rules.event_number[kind]
    return points


@rule
def vp_of_technologies(state, rules, seat):
    """IAM-26.4."""
    points = 0
    for technology in range(rules.technologies):
        if state.technology_owner[technology] == seat:
            points += rules.technology_vp[technology]
    return points


@rule
def vp_of_ships(state, rules, seat):
    """IAM-26.5."""
    player, points = state.players[seat], 0
    for place in range(player.ships):
        points += rules.ship_vp[player.ship[place]]
    return points


@rule
def vp_of_medals(state, rules, seat):
    """IAM-26.6."""
    medals = state.players[seat].medals
    return rules.medal_vp * (medals[Medal.FLEET] + medals[Medal.SHADOW])


@rule
def total_vp(state, rules, seat):
    """IAM-26: victory points, if the game ended now."""
    points = vp_of_planets(state, rules, seat) + vp_of_set(state, rules, seat) + vp_of_specials(state, rules, seat)
    points += vp_of_technologies(state, rules, seat) + vp_of_ships(state, rules, seat)
    return points + vp_of_medals(state, rules, seat) + state.players[seat].claim_vp
