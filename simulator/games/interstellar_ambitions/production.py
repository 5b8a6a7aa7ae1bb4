"""The PRODUCE action and the upkeep of mercs (IAM-14)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.fleet import discard_ship
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_one, reduced
from starbalance.simulator.games.interstellar_ambitions.planet import base_yield, marker_yield
from starbalance.simulator.games.interstellar_ambitions.rules import ANY, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.word import Modifier, Resource


@rule
def gain_produce(state, seat, resource, amount):
    """Add resources of a PRODUCE action to a player and to the totals that ambitions count (IAM-24.6)."""
    player = state.players[seat]
    player.resources[resource] += amount
    player.produced[resource] += amount
    player.gained += amount


@rule
def produce(state, rules, seat):
    """IAM-14.2, IAM-14.3, IAM-14.4, IAM-14.5, IAM-14.6: Produce for a seat. Return the number of Home World units,
    whose types the owner still chooses.
    """
    player, units = state.players[seat], 0
    for place in range(player.planets):
        planet = player.planet[place]
        if state.siphoned[planet] == 0:
            units += _produce_planet(state, rules, seat, planet)
    for resource in range(RESOURCES):
        gain_produce(state, seat, resource, player.modifiers[Modifier.PROD_FOOD + resource])
    for place in range(player.ships):
        for resource in range(RESOURCES):
            gain_produce(state, seat, resource, rules.ship_produce[player.ship[place], resource])
    player.produces += 1
    return units


@rule
def _produce_planet(state, rules, seat, planet):
    """Produce the yield of one planet. Return the units of any type of a Home World, otherwise 0."""
    for resource in range(RESOURCES):
        gain_produce(state, seat, resource, marker_yield(state, rules, planet, resource))
    amount = base_yield(state, rules, seat, planet)
    if rules.planet_type[planet] == ANY:
        return amount
    gain_produce(state, seat, rules.planet_type[planet], amount)
    return 0


@rule
def upkeep_of(state, rules, seat, place):
    """IAM-14.7, IAM-14.9: Return the coins due for a ship."""
    player = state.players[seat]
    return reduced(rules, rules.ship_upkeep[player.ship[place]], player.modifiers[Modifier.UPKEEP_DISC])


@rule
def owes_upkeep(state, rules, seat, place):
    """Return whether the upkeep of a ship is still due in this turn."""
    return (state.touched >> place) & 1 == 0 and rules.ship_upkeep[state.players[seat].ship[place]] > 0


@rule
def can_keep(state, rules, seat, place):
    return can_afford_one(state, rules, seat, Resource.COINS, upkeep_of(state, rules, seat, place))


@rule
def next_upkeep(state, rules, seat):
    """Return whether the upkeep of any ship is still due."""
    for place in range(state.players[seat].ships):
        if owes_upkeep(state, rules, seat, place):
            return True
    return False


@rule
def dismiss(state, rules, seat, place):
    """IAM-14.7: Discard a merc. The bits of `touched` for the ships behind it move up."""
    below = state.touched & ((1 << place) - 1)
    state.touched = below | ((state.touched >> (place + 1)) << place)
    discard_ship(state, rules, seat, place)
