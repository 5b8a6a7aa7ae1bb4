"""Planets: who owns one, at what level, and what it yields (IAM-4)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.deck import discard_event, discard_planet
from starbalance.simulator.games.interstellar_ambitions.payment import has
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, MODIFIERS, NONE
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Modifier


@rule
def _apply_modifiers(state, rules, seat, planet, sign):
    if rules.planet_modified[planet]:
        for modifier in range(MODIFIERS):
            state.players[seat].modifiers[modifier] += sign * rules.planet_modifiers[planet, modifier]


@rule
def gain_planet(state, rules, seat, planet):
    """The planet comes to a player; its level and marker stay as they are."""
    player = state.players[seat]
    player.planet[player.planets] = planet
    player.planets += 1
    state.owner[planet] = seat
    _apply_modifiers(state, rules, seat, planet, 1)


@rule
def lose_planet(state, rules, seat, planet):
    """The planet leaves a player; a siphon on it lapses (A34)."""
    player = state.players[seat]
    place = 0
    while player.planet[place] != planet:
        place += 1
    player.planets -= 1
    player.planet[place] = player.planet[player.planets]
    state.owner[planet] = NONE
    state.siphoned[planet] = 0
    _apply_modifiers(state, rules, seat, planet, -1)


@rule
def put_planet_away(state, rules, planet):
    """IAM-5.5, IAM-15.12: a planet nobody owns is discarded with its marker; a Home World leaves the game."""
    if state.marker[planet] != NONE:
        discard_event(state, state.marker[planet])
        state.marker[planet] = NONE
    state.level[planet] = 0
    if rules.planet_type[planet] != ANY:
        discard_planet(state, rules.planet_type[planet], planet)


@rule
def is_maxed(state, rules, planet):
    """IAM-4.6."""
    return state.level[planet] == rules.planet_levels[planet]


@rule
def lower_level(state, planet, levels):
    """Lowers a level, not below 1 (A53); returns by how much."""
    lost = min(levels, state.level[planet] - 1)
    state.level[planet] -= lost
    return lost


@rule
def base_yield(state, rules, seat, planet):
    """IAM-14.2, IAM-14.3: what a planet of a player yields of its type."""
    level = state.level[planet]
    if level >= rules.high_level and has(state, seat, Modifier.PROD_HIGH_LEVEL):
        level += state.players[seat].modifiers[Modifier.PROD_HIGH_LEVEL]
    return level


@rule
def marker_yield(state, rules, planet, resource):
    """IAM-5.4, IAM-14.4: what the marker on a planet adds of a resource."""
    kind = state.marker[planet]
    if kind == NONE or rules.event_effect[kind] != EventEffect.MARKER_PROD:
        return 0
    return rules.event_number[kind] if rules.event_detail[kind] == resource else 0


@rule
def shield_of(state, rules, planet):
    """IAM-4.9: bombard points that a target loses: its own shield, its marker and what shields all of its owner's."""
    shield = rules.planet_shield[planet] + state.players[state.owner[planet]].modifiers[Modifier.BOMBARD_SHIELD]
    kind = state.marker[planet]
    if kind != NONE and rules.event_effect[kind] == EventEffect.MARKER_SHIELD:
        shield += rules.event_number[kind]
    return shield


@rule
def fewest_planets(state, rules, giver):
    """IAM-15.7: the fewest planets that another player has; the limit if all are full (IAM-15.8)."""
    fewest = rules.planet_limit
    for seat in range(rules.seats):
        if seat != giver:
            fewest = min(fewest, state.players[seat].planets)
    return fewest


@rule
def may_receive(state, rules, giver, seat):
    """IAM-15.7: a player with the fewest planets, of the others."""
    return seat != giver and state.players[seat].planets == fewest_planets(state, rules, giver)


@rule
def hand_over(state, rules, giver, planet, seat):
    """IAM-15.7, IAM-15.8, IAM-15.9; seat NONE: the planet is discarded."""
    lose_planet(state, rules, giver, planet)
    if seat == NONE:
        put_planet_away(state, rules, planet)
    else:
        gain_planet(state, rules, seat, planet)
