"""The systems of the map: the pieces on them, and which player controls them."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker


@rule
def units_at(state, seat, space):
    """HOS-1.6: Return how many Military Units a player has in a system."""
    return state.fleets[seat, space] + state.star_bases[seat, space]


@rule
def list_systems(state, rules, seat):
    """List the systems that a player controls in `state.listed` and return their number.

    The entry after the last one is overwritten repeatedly. This saves a branch that processors predict badly.
    """
    number = 0
    for space in range(rules.spaces):
        state.listed[number] = space
        number += 1 if state.owner[space] == seat else 0
    return number


@rule
def list_garrisons(state, rules, seat):
    """List the systems with Military Units of a player in `state.listed` and return their number."""
    number = 0
    for space in range(rules.spaces):
        state.listed[number] = space
        number += 1 if units_at(state, seat, space) > 0 else 0
    return number


@rule
def is_habitable(state, rules, space):
    return rules.habitable[state.tile[space]] == 1


@rule
def has_wormhole(state, rules, space):
    return rules.wormhole[state.tile[space]] == 1


@rule
def review_control(state, rules, space, seat):
    """HOS-1.7, HOS-6.9: Make a system neutral if this seat owns it and has no piece left in it."""
    if state.marker[space] == Marker.EMPTY and units_at(state, seat, space) == 0 and state.owner[space] == seat:
        state.owner[space] = NONE


@rule
def place_units(state, seat, space, fleets, star_bases):
    state.fleets[seat, space] += fleets
    state.star_bases[seat, space] += star_bases


@rule
def deploy(state, seat, space, fleets, star_bases):
    """Move this number of units of the seat from its stock to a system."""
    place_units(state, seat, space, fleets, star_bases)
    state.players[seat].fleets -= fleets
    state.players[seat].star_bases -= star_bases


@rule
def eliminate(state, rules, seat, space, fleets, star_bases):
    """HOS-8.8: Move units of the seat from a system to its stock. A system without pieces becomes neutral."""
    deploy(state, seat, space, -fleets, -star_bases)
    review_control(state, rules, space, seat)


@rule
def relocate(state, rules, seat, origin, destination, fleets, star_bases):
    """HOS-6.7c: Move units from one system to another.

    A neutral uninhabitable destination belongs to the mover at once.
    """
    place_units(state, seat, origin, -fleets, -star_bases)
    place_units(state, seat, destination, fleets, star_bases)
    review_control(state, rules, origin, seat)
    if state.owner[destination] == NONE and not is_guarded(state, rules, destination):
        state.owner[destination] = seat


@rule
def systems_of(state, rules, seat):
    """HOS-16.6, A32: Return how many systems a player controls."""
    number = 0
    for space in range(rules.spaces):
        number += 1 if state.owner[space] == seat else 0
    return number


@rule
def is_guarded(state, rules, space):
    """HOS-6.7, A57: Return whether a neutral system fights. Habitable systems do, uninhabitable ones do not."""
    return is_habitable(state, rules, space)
