"""Decisions about departures: the source, the destination, the number of ships, the ships of an ally."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.departure import depart, is_listed, may_embark, may_hop
from starbalance.simulator.games.four_thousand_ad.movement import has_free_warp, ships_ready
from starbalance.simulator.games.four_thousand_ad.occupation import permission_needed_of
from starbalance.simulator.games.four_thousand_ad.shared_star import lendable
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Decision, Kind
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import companion, is_hop, sector


@rule
def offer_departure(state, rules, opts):
    """D-2; FAD-8.6: List the options: to stay, or to depart from a source star.

    FAD-22.10: A duty to withdraw leaves only the home of the truce partner as the source.
    Return the number of options.
    """
    seat = state.active
    player = state.players[seat]
    if player.duty:
        return add(opts, 0, Kind.DEPART, state.players[player.truce].home, 0, 0)
    n = add(opts, 0, Kind.STAY, 0, 0, 0)
    anywhere = has_free_warp(state, rules, seat)
    for star in range(STARS):
        if player.ships[star] > 0 and ships_ready(state, rules, seat, star) > 0:
            if anywhere or may_hop(state, rules, seat, star):
                n = add(opts, n, Kind.DEPART, star, 0, 0)
    return n


@rule
def do_departure(state, rules, option):
    """D-2; FAD-8.6, FAD-8.9: Set the source of a departure, or end the departures of the turn."""
    if option.kind == Kind.STAY:
        state.departures = 0
    else:
        state.star = option.a
        ask(state, Decision.DESTINATION, state.active)


@rule
def offer_destination(state, rules, opts):
    """D-2, D-3; FAD-4.1, FAD-9.2, FAD-9.3: List the destinations of a departure.

    The other star of the sector is a hop; a star of another sector is the private plan of a warp.
    Return the number of options.
    """
    seat, source, n = state.active, state.star, 0
    if may_hop(state, rules, seat, source):
        n = add(opts, n, Kind.HEAD_FOR, companion(source), 0, 0)
    if has_free_warp(state, rules, seat):
        for star in range(STARS):
            if sector(star) != sector(source):
                n = add(opts, n, Kind.HEAD_FOR, star, 0, 0)
    return n


@rule
def do_destination(state, rules, option):
    """D-2, D-3; FAD-9.3, FAD-18.2: Set the destination, then ask for the number of ships.

    For a hop into the home of an ally, ask the ally for permission first.
    """
    seat = state.active
    state.destination = option.a
    owner = NONE
    if is_hop(state.star, option.a):
        owner = permission_needed_of(state, rules, seat, option.a)
    if owner >= 0:
        ask(state, Decision.PERMISSION, owner)
    else:
        ask(state, Decision.SHIPS, seat)


@rule
def offer_ships(state, rules, opts):
    """D-2; FAD-8.6: List the numbers of own ships; a withdrawal takes all ships. Return the number of options."""
    seat, star = state.active, state.star
    ships = ships_ready(state, rules, seat, star)
    lent = lendable(state, rules, seat, star)[1]
    if state.players[seat].duty:
        return add(opts, 0, Kind.EMBARK, ships, 0, 0)
    n = 0
    for number in range(1, ships + 1):
        if is_listed(number - 1, ships) and may_embark(state, rules, seat, star, number, lent):
            n = add(opts, n, Kind.EMBARK, number, 0, 0)
    return n


@rule
def do_ships(state, rules, option):
    """D-2; FAD-8.6, FAD-18.8: Set the number of own ships, then ask an ally at the star for ships, or depart."""
    state.embarked = option.a
    partner, ships = lendable(state, rules, state.active, state.star)
    if ships > 0:
        state.partner = partner
        ask(state, Decision.LOAN, partner)
    else:
        depart(state, rules, NONE, 0)


@rule
def offer_loan(state, rules, opts):
    """D-8; FAD-18.8: List the numbers of ships that the ally lends; a withdrawal takes all ships (A-35).

    Return the number of options.
    """
    seat, star = state.active, state.star
    most = lendable(state, rules, seat, star)[1]
    if state.players[seat].duty:
        return add(opts, 0, Kind.LEND, most, 0, 0)
    n = 0
    for number in range(most + 1):
        if is_listed(number, most + 1) and may_embark(state, rules, seat, star, state.embarked + number, 0):
            n = add(opts, n, Kind.LEND, number, 0, 0)
    return n


@rule
def do_loan(state, rules, option):
    """D-8; FAD-18.8, FAD-18.9: Let the fleet depart with the lent ships."""
    depart(state, rules, state.partner, option.a)
