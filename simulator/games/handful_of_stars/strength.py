"""The strength of the two sides in a combat (HOS-7.2), and which side is behind (HOS-7.5)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import Card
from starbalance.simulator.games.handful_of_stars.state import NONE, Marker
from starbalance.simulator.games.handful_of_stars.system import units_at

ATTACKER, DEFENDER = 0, 1  # sides


@rule
def side_of(state, seat):
    return ATTACKER if seat == state.combat.attacker else DEFENDER


@rule
def seat_of(state, side):
    """Return the seat of a side, or `NONE` for a neutral defender."""
    return state.combat.attacker if side == ATTACKER else state.combat.defender


@rule
def units_of(state, seat):
    """Return the number of units of a seat in the combat system (n of HOS-8.1); 0 for the seat `NONE`."""
    return units_at(state, seat, state.combat.space) if seat != NONE else 0


@rule
def modifiers(state, rules, seat, defending, fleets, present):
    """Return the strength that lasting cards add for a player with this number of fleets in the system.

    HOS-7.2, HOS-17.9, HOS-17.25, HOS-17.29. Space Mines count for a defender with `present` set.
    """
    lasting = state.players[seat].lasting
    strength = 0
    if fleets > 0:
        strength += lasting[Card.DREADNOUGHTS] * rules.amount[Card.DREADNOUGHTS]
        strength += lasting[Card.SUPER_DREADNOUGHTS] * rules.amount[Card.SUPER_DREADNOUGHTS]
    if defending and present:
        strength += lasting[Card.SPACE_MINES] * rules.amount[Card.SPACE_MINES]
    return strength


@rule
def has_presence(state, rules, seat, space):
    """HOS-17.25c, A51: Return whether a system has an outpost, colony or home world.

    With `mines_units_only` the player's units are enough.
    """
    return state.marker[space] != Marker.EMPTY or (rules.mines_units_only == 1 and units_at(state, seat, space) > 0)


@rule
def strength_of_units(rules, fleets, star_bases):
    """HOS-1.6, HOS-7.2: Return the strength of fleets and star bases."""
    return rules.fleet_strength * fleets + rules.base_strength * star_bases


@rule
def neutral_strength(state, rules, space):
    """HOS-7.3: Return the strength of a neutral system: tile plus alien counter."""
    alien = state.alien[space]
    return rules.strength[state.tile[space]] + (rules.alien_strength[alien] if alien != NONE else 0)


@rule
def standing_strength(state, rules, seat, space, defending):
    """HOS-7.2, HOS-7.4: Return a player's strength in a system before anything is committed."""
    fleets, star_bases = state.fleets[seat, space], state.star_bases[seat, space]
    present = defending and has_presence(state, rules, seat, space)
    return strength_of_units(rules, fleets, star_bases) + modifiers(state, rules, seat, defending, fleets, present)


@rule
def strength(state, rules, side):
    combat = state.combat
    seat = seat_of(state, side)
    if seat == NONE:
        return neutral_strength(state, rules, combat.space)
    return standing_strength(state, rules, seat, combat.space, side == DEFENDER) + combat.added[side]


@rule
def margin(state, rules):
    """HOS-7.5: Return the value of the marker, the attacker's strength minus the defender's."""
    return strength(state, rules, ATTACKER) - strength(state, rules, DEFENDER)


@rule
def side_behind(state, rules):
    """HOS-7.5, HOS-7.8: Return the side behind, `ATTACKER` or `DEFENDER`.

    On equal strength it is the attacker if `ties_to_defender` is set, otherwise the defender.
    """
    ahead = margin(state, rules) >= (1 if rules.ties_to_defender else 0)
    return DEFENDER if ahead else ATTACKER


@rule
def is_behind(state, rules, seat):
    return side_behind(state, rules) == side_of(state, seat)


@rule
def add_strength(state, seat, points):
    """HOS-17.8c: Add committed strength to the side of a seat. After the defender adds any, Diplomacy is barred."""
    side = side_of(state, seat)
    state.combat.added[side] += points
    state.combat.defender_added |= side


@rule
def is_wiped_out(state, rules, side):
    """HOS-7.16: Return whether a side has no piece left in the combat system; false for a neutral defender."""
    seat = seat_of(state, side)
    if seat == NONE or units_of(state, seat) > 0:
        return False
    return side == ATTACKER or state.marker[state.combat.space] == Marker.EMPTY
