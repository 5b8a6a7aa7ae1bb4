"""The planets: their owners, levels and yields (IAM-4)."""

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
    """Give a planet to a player. Its level and marker do not change."""
    player = state.players[seat]
    player.planet[player.planets] = planet
    player.planets += 1
    state.owner[planet] = seat
    _apply_modifiers(state, rules, seat, planet, 1)


@rule
def lose_planet(state, rules, seat, planet):
    """Take a planet away from its player. A siphon on it ends (A34)."""
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
    """IAM-5.5, IAM-15.12: Discard an unowned planet with its marker. A Home World leaves the game."""
    if state.marker[planet] != NONE:
        discard_event(state, state.marker[planet])
        state.marker[planet] = NONE
    state.level[planet] = 0
    if rules.planet_type[planet] != ANY:
        discard_planet(state, rules.planet_type[planet], planet)


@rule
def is_maxed(state, rules, planet):
    """IAM-4.6: Return whether a planet is at its highest level."""
    return state.level[planet] == rules.planet_levels[planet]


@rule
def lower_level(state, planet, levels):
    """Lower the level of a planet, but not below 1 (A53). Return how many levels it lost."""
    lost = min(levels, state.level[planet] - 1)
    state.level[planet] -= lost
    return lost


@rule
def base_yield(state, rules, seat, planet):
    """IAM-14.2, IAM-14.3: Return how many resources of its type a planet yields: its level, plus PROD_HIGH_LEVEL from
    `high_level` on.
    """
    level = state.level[planet]
    if level >= rules.high_level and has(state, seat, Modifier.PROD_HIGH_LEVEL):
        level += state.players[seat].modifiers[Modifier.PROD_HIGH_LEVEL]
    return level


@rule
def marker_yield(state, rules, planet, resource):
    """IAM-5.4, IAM-14.4: Return how much of a resource the marker on a planet adds, 0 without such a marker."""
    kind = state.marker[planet]
    if kind == NONE or rules.event_effect[kind] != EventEffect.MARKER_PROD:
        return 0
    return rules.event_number[kind] if rules.event_detail[kind] == resource else 0


@rule
def shield_of(state, rules, planet):
    """IAM-4.9: Return the bombard points that a target planet takes off: its shield, its marker and the BOMBARD_SHIELD
    of its owner.
    """
    shield = rules.planet_shield[planet] + state.players[state.owner[planet]].modifiers[Modifier.BOMBARD_SHIELD]
    kind = state.marker[planet]
    if kind != NONE and rules.event_effect[kind] == EventEffect.MARKER_SHIELD:
        shield += rules.event_number[kind]
    return shield


@rule
def fewest_planets(state, rules, giver):
    """IAM-15.7: Return the lowest number of planets of another player. It is the limit if all are full (IAM-15.8)."""
    fewest = rules.planet_limit
    for seat in range(rules.seats):
        if seat != giver:
            fewest = min(fewest, state.players[seat].planets)
    return fewest


@rule
def may_receive(state, rules, giver, seat):
    """IAM-15.7: Return whether a seat is another player with the fewest planets."""
    return seat != giver and state.players[seat].planets == fewest_planets(state, rules, giver)


@rule
def hand_over(state, rules, giver, planet, seat):
    """IAM-15.7, IAM-15.8, IAM-15.9: Give a planet to another seat. If `seat` is `NONE`, discard the planet."""
    lose_planet(state, rules, giver, planet)
    if seat == NONE:
        put_planet_away(state, rules, planet)
    else:
        gain_planet(state, rules, seat, planet)
