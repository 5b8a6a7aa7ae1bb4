"""Systems: the pieces on them, and who controls them."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker


@rule
def units_at(state, seat, space):
    """Military Units of a player in a system (HOS-1.6)."""
    return state.fleets[seat, space] + state.star_bases[seat, space]


@rule
def list_systems(state, rules, seat):
    """Lists the systems that a player controls; how many.

    The place after the last is written again and again, which saves a branch that no processor could foresee.
    """
    number = 0
    for space in range(rules.spaces):
        state.listed[number] = space
        number += 1 if state.owner[space] == seat else 0
    return number


@rule
def list_garrisons(state, rules, seat):
    """The same for the systems with Military Units of a player."""
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
    """HOS-1.7, HOS-6.9: a system without a piece of its owner, this seat, is neutral at once."""
    if state.marker[space] == Marker.EMPTY and units_at(state, seat, space) == 0 and state.owner[space] == seat:
        state.owner[space] = NONE


@rule
def place_units(state, seat, space, fleets, star_bases):
    state.fleets[seat, space] += fleets
    state.star_bases[seat, space] += star_bases


@rule
def deploy(state, seat, space, fleets, star_bases):
    """Units out of the stock onto the map."""
    place_units(state, seat, space, fleets, star_bases)
    state.players[seat].fleets -= fleets
    state.players[seat].star_bases -= star_bases


@rule
def eliminate(state, rules, seat, space, fleets, star_bases):
    """HOS-8.8: units off the map into the stock."""
    deploy(state, seat, space, -fleets, -star_bases)
    review_control(state, rules, space, seat)


@rule
def relocate(state, rules, seat, origin, destination, fleets, star_bases):
    """Moves units; a system that nobody controls is the mover's at once if it is friendly ground (HOS-6.7c)."""
    place_units(state, seat, origin, -fleets, -star_bases)
    place_units(state, seat, destination, fleets, star_bases)
    review_control(state, rules, origin, seat)
    if state.owner[destination] == NONE and not is_guarded(state, rules, destination):
        state.owner[destination] = seat


@rule
def systems_of(state, rules, seat):
    """How many systems a player controls (HOS-16.6, A32)."""
    number = 0
    for space in range(rules.spaces):
        number += 1 if state.owner[space] == seat else 0
    return number


@rule
def is_guarded(state, rules, space):
    """HOS-6.7, A57: a neutral habitable system fights; an uninhabitable one does not."""
    return is_habitable(state, rules, space)
