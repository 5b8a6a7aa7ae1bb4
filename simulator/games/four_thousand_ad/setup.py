"""The setup of a game: homes, fleets, turn order, and the star table."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.four_thousand_ad.movement import remove_warp
from starbalance.simulator.games.four_thousand_ad.rules import WARPS
from starbalance.simulator.games.four_thousand_ad.seating import seat_players
from starbalance.simulator.games.four_thousand_ad.state import SIG, PendingStep, Status
from starbalance.simulator.games.star_field.field import HOMES, NONE
from starbalance.simulator.games.star_field.star_table import deal_stars


@rule
def set_up_seat(state, rules, seat):
    """FAD-3.6: Place the starting ships of a seat at its home, with no warp in use. Mark unused seats as absent."""
    player = state.players[seat]
    player.truce = NONE
    player.captor = NONE
    player.controller = seat
    player.holder = seat
    for slot in range(WARPS):
        remove_warp(state, seat, slot)
    if seat >= rules.seats:
        player.home = NONE
        player.status = Status.ABSENT
        return
    player.home = rules.home[seat]
    player.ships[player.home] = rules.start_ships
    state.first[player.home] = seat


@kernel(SIG["setup"])
def setup(state, rules):
    """Set up a game on a blank state, up to the start of the first turn. The random key is already set."""
    deal_stars(state, rules)
    state.first[:] = NONE
    for seat in range(HOMES):
        set_up_seat(state, rules, seat)
    seat_players(state, rules)
    state.star = NONE
    state.partner = NONE
    state.warp = NONE
    state.departures = NONE
    state.rounds = 1
    state.pending_step = PendingStep.STAGE
