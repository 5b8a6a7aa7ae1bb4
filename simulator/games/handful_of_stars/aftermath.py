"""The aftermath of a combat (HOS-8.1): casualties, units without a retreat, markers, cards and the alien."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import return_system_card
from starbalance.simulator.games.handful_of_stars.scoring import gain_vp, marker_points
from starbalance.simulator.games.handful_of_stars.state import NONE, Cylinder, Marker, Stage
from starbalance.simulator.games.handful_of_stars.strength import ATTACKER, DEFENDER, seat_of, units_of
from starbalance.simulator.games.handful_of_stars.system import eliminate, place_units, review_control


@rule
def side_due(state):
    """Return the side that decides in the current stage: the loser in its two stages, otherwise the winner.

    The decision is on Force Shields or on casualties. The result is `ATTACKER` or `DEFENDER`.
    """
    loser_due = state.combat.stage == Stage.LOSER_SHIELDS or state.combat.stage == Stage.LOSER_CASUALTIES
    return state.combat.loser if loser_due else 1 - state.combat.loser


@rule
def casualties_due(state):
    return state.combat.casualties[0 if side_due(state) == state.combat.loser else 1]


@rule
def shield(state):
    """HOS-17.12: Set the casualties of the side due in this stage to 0, because it plays Force Shields."""
    state.combat.casualties[0 if side_due(state) == state.combat.loser else 1] = 0


@rule
def suffer(state, rules, side, fleets, star_bases):
    """HOS-8.2, HOS-8.8: Move this number of units of a side from the combat system to its stock, as lost."""
    seat, space = seat_of(state, side), state.combat.space
    place_units(state, seat, space, -fleets, -star_bases)
    state.players[seat].fleets += fleets
    state.players[seat].star_bases += star_bases
    state.combat.lost[side] += fleets + star_bases


@rule
def finish_combat(state, rules):
    """Remove the loser's units that have not retreated, and the marker or alien of a beaten defender.

    HOS-8.6, HOS-8.7, HOS-8.10, HOS-8.12, HOS-8.13, HOS-8.14, HOS-8.15, HOS-8.16, HOS-8.17, A46. The winner controls the
    system if it has a piece there, otherwise the system is neutral. The next stage is `REFILL`.
    """
    combat = state.combat
    loser, space = seat_of(state, combat.loser), combat.space
    if loser != NONE:
        combat.lost[combat.loser] += units_of(state, loser)
        eliminate(state, rules, loser, space, state.fleets[loser, space], state.star_bases[loser, space])
    if combat.loser == DEFENDER:
        if loser == NONE:
            _remove_alien(state, space)
        else:
            remove_marker(state, rules, loser, space)
        state.owner[space] = combat.attacker
        review_control(state, rules, space, combat.attacker)
    elif loser != NONE and combat.defender != NONE:
        review_control(state, rules, space, combat.defender)
    if combat.missiles[ATTACKER] + combat.missiles[DEFENDER] > 0:
        state.touched[:] = 0
    _record(state)
    combat.stage = Stage.REFILL


@rule
def _remove_alien(state, space):
    """HOS-8.15: Remove the alien counter of a system from the game, if the system has one."""
    if state.alien[space] != NONE:
        state.aliens_gone[state.alien[space]] += 1
        state.alien[space] = NONE
        state.alien_seen[space] = 0


@rule
def remove_marker(state, rules, seat, space):
    """HOS-8.10, HOS-8.11, HOS-9.9: Remove a beaten player's marker, if any, with its victory points and System card."""
    player = state.players[seat]
    marker = state.marker[space]
    if marker == Marker.EMPTY:
        return
    gain_vp(state, seat, -marker_points(rules, marker))
    player.outposts += 1 if marker == Marker.OUTPOST else 0
    player.spare_discs += 1 if marker == Marker.COLONY else 0
    if marker == Marker.HOME:
        player.cylinder = Cylinder.LOST
    state.marker[space] = Marker.EMPTY
    return_system_card(state, rules, seat, state.tile[space])


@rule
def _record(state):
    combat = state.combat
    attacker = state.players[combat.attacker]
    kind = 0 if combat.defender == NONE else 1
    attacker.wins[kind] += combat.loser
    attacker.losses[kind] += combat.lost[ATTACKER]
    if combat.defender != NONE:
        state.players[combat.defender].held += 1 - combat.loser
        state.players[combat.defender].lost_defending += combat.lost[DEFENDER]
