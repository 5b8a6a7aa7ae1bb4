"""The victory points by source (IAM-26.1, IAM-26.2, IAM-26.3, IAM-26.4, IAM-26.5, IAM-26.6, IAM-26.7)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.planet import is_maxed
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.technology import number_of
from starbalance.simulator.games.interstellar_ambitions.word import Count, EventEffect, Medal


@rule
def vp_of_planets(state, rules, seat):
    """IAM-26.1: Return the printed points of a seat's planets at their highest level."""
    player, points = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        points += rules.planet_vp[planet] if is_maxed(state, rules, planet) else 0
    return points


@rule
def vp_of_set(state, rules, seat):
    """IAM-26.3: Return the bonus for a scored planet of each type, or 0. Home Worlds do not count (A13)."""
    player, bits = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        if rules.planet_type[planet] != ANY and is_maxed(state, rules, planet):
            bits |= 1 << rules.planet_type[planet]
    return rules.set_bonus if bits == (1 << RESOURCES) - 1 else 0


@rule
def _counted(state, rules, seat, what):
    """Return the number of a seat's planets at their highest level, or owned technologies, for which a special planet
    scores.
    """
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
    """IAM-26.2: Return the points of a seat's special planets, and of markers on its planets that score (A36)."""
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
    """IAM-26.4: Return the points of the technologies of which the seat is the Owner."""
    points = 0
    for technology in range(rules.technologies):
        if state.technology_owner[technology] == seat:
            points += rules.technology_vp[technology]
    return points


@rule
def vp_of_ships(state, rules, seat):
    """IAM-26.5: Return the printed points of the ships in a seat's fleet."""
    player, points = state.players[seat], 0
    for place in range(player.ships):
        points += rules.ship_vp[player.ship[place]]
    return points


@rule
def vp_of_medals(state, rules, seat):
    """IAM-26.6: Return the points of a seat's FLEET and SHADOW medals."""
    medals = state.players[seat].medals
    return rules.medal_vp * (medals[Medal.FLEET] + medals[Medal.SHADOW])


@rule
def total_vp(state, rules, seat):
    """IAM-26: Return the victory points of a seat, if the game ended now."""
    points = vp_of_planets(state, rules, seat) + vp_of_set(state, rules, seat) + vp_of_specials(state, rules, seat)
    points += vp_of_technologies(state, rules, seat) + vp_of_ships(state, rules, seat)
    return points + vp_of_medals(state, rules, seat) + state.players[seat].claim_vp
