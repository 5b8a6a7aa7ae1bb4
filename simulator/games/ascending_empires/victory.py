"""The outcome record of a finished game, and the heuristic value of a seat during a game."""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.ascending_empires.board_rules import NONE
from starbalance.simulator.games.ascending_empires.building import built
from starbalance.simulator.games.ascending_empires.rules import Colour, Structure
from starbalance.simulator.games.ascending_empires.scoring import (
    deciding_tie_break,
    levels_of,
    planets_of,
    quadrant_vp,
    quadrants_of,
    total_of,
)
from starbalance.simulator.games.ascending_empires.state import SIG, Kind, Source

_TOKENS, _LEVELS = 1e-3, 1e-6  # of a victory point: the tie-breaks in `standing`


@rule
def _finish_points(state, rules, seat, row):
    player = state.players[seat]
    row.total = total_of(state, rules, seat)
    row.tokens = player.tokens
    row.vp_mines = player.earned[Source.MINE]
    row.vp_ships = player.earned[Source.SHIP]
    row.vp_planets = player.earned[Source.PLANET]
    row.vp_first = player.earned[Source.FIRST]
    row.vp_rows = player.earned[Source.ROW]
    row.planets = planets_of(state, seat)
    row.colonies = built(state, seat, Structure.COLONY)
    row.cities = built(state, seat, Structure.CITY)
    row.facilities = built(state, seat, Structure.FACILITY)
    row.quadrants = quadrants_of(state, rules, seat)
    row.quadrant_vp = quadrant_vp(rules, row.quadrants)


@rule
def _finish_technology(player, row):
    row.orange = player.tech[Colour.ORANGE]
    row.grey = player.tech[Colour.GREY]
    row.purple = player.tech[Colour.PURPLE]
    row.brown = player.tech[Colour.BROWN]
    row.rows = min(min(row.orange, row.grey), min(row.purple, row.brown))
    row.battleship_round = player.battleship_round


@rule
def _finish_turns(player, row):
    row.passes = player.actions[Kind.PASS]
    row.recruits = player.actions[Kind.RECRUIT]
    row.withdrawals = player.actions[Kind.WITHDRAW]
    row.moves = player.actions[Kind.MOVE]
    row.mines = player.actions[Kind.MINE]
    row.builds = player.actions[Kind.BUILD]
    row.develops = player.actions[Kind.DEVELOP]
    row.scans = player.scans


@rule
def _finish_ships(player, row):
    row.launches = player.launches
    row.flicks = player.flicks
    row.arrivals = player.arrivals
    row.landings = player.landings
    row.off = player.off
    row.rams = player.rams
    row.rammed = player.rammed
    row.ricochets = player.ricochets
    row.kills = player.kills
    row.ships_lost = player.ships_lost
    row.raids = player.raids
    row.planets_lost = player.planets_lost


@rule
def _margin(state, rules):
    """Return the difference between the best and the second-best total, in VP, 0 in a tie."""
    best, second = -1, -1
    for seat in range(rules.seats):
        total = total_of(state, rules, seat)
        if total > best:
            best, second = total, best
        else:
            second = max(second, total)
    return best - second


@kernel(SIG["standing"])
def standing(state, rules, seat):
    """ASE-13.7, ASE-13.8: Return the heuristic value of a seat: its total if the game ended now.

    Tokens, then technologies, break ties.
    """
    tokens, levels = state.players[seat].tokens, levels_of(state, seat)
    return total_of(state, rules, seat) + _TOKENS * tokens + _LEVELS * levels


@kernel(SIG["level"])
def level(state, rules, seat):
    """Return the level of the factor of a seat: its corner, the quadrant of its homeworld."""
    return state.players[seat].corner


@kernel(SIG["finish"])
def finish(state, rules, outcome):
    """Fill in the outcome record of a finished game, with one record per seat."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    outcome.pool_left = state.pool
    outcome.box_vp = state.box_vp
    outcome.margin = _margin(state, rules)
    outcome.settled = deciding_tie_break(state, rules)
    outcome.turned = state.turned
    outcome.trigger_seat = 0
    outcome.trigger_won = 0
    for place in range(rules.seats):
        seat = state.order[place]
        player, row = state.players[seat], outcome.seats[seat]
        if state.trigger != NONE and seat == state.trigger:
            outcome.trigger_seat = place + 1
            outcome.trigger_won = 1 if state.credit[seat] > 0.0 else 0
        row.corner = player.corner
        row.seat = place + 1
        row.player = rules.player[seat]
        row.skill = player.skill
        row.credit = state.credit[seat]
        _finish_points(state, rules, seat, row)
        _finish_technology(player, row)
        _finish_turns(player, row)
        _finish_ships(player, row)
