"""Departures: from which star, where to, with how many ships, and whose."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.four_thousand_ad.departure import depart, is_listed, may_embark, may_hop
from starbalance.simulator.games.four_thousand_ad.movement import has_free_warp, may_depart
from starbalance.simulator.games.four_thousand_ad.occupation import permission_needed_of
from starbalance.simulator.games.four_thousand_ad.shared_star import lendable
from starbalance.simulator.games.four_thousand_ad.stage import ask
from starbalance.simulator.games.four_thousand_ad.state import Kind, Phase
from starbalance.simulator.games.star_field.field import NONE, STARS
from starbalance.simulator.games.star_field.geometry import companion, is_hop, sector


@rule
def offer_departure(state, rules, opts):
    """D-2; FAD-8.6: no departure, or the star it starts from. FAD-22.10: a duty to withdraw comes first."""
    seat = state.active
    player = state.players[seat]
    if player.duty:
        return add(opts, 0, Kind.DEPART, state.players[player.truce].home, 0, 0)
    n = add(opts, 0, Kind.STAY, 0, 0, 0)
    anywhere = has_free_warp(state, rules, seat)
    for star in range(STARS):
        if player.ships[star] > 0 and may_depart(state, rules, seat, star) > 0:
            if anywhere or may_hop(state, rules, seat, star):
                n = add(opts, n, Kind.DEPART, star, 0, 0)
    return n


@rule
def do_departure(state, rules, option):
    """D-2; FAD-8.6, FAD-8.9: from which star, if any."""
    if option.kind == Kind.STAY:
        state.departures = 0
    else:
        state.star = option.a
        ask(state, Phase.DESTINATION, state.active)


@rule
def offer_destination(state, rules, opts):
    """The other star of the sector at once, or any other as the private plan of a warp.

    D-2, D-3; FAD-4.1, FAD-9.2, FAD-9.3.
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
    """D-2, D-3; FAD-9.3, FAD-18.2: where to; a hop into an ally's home asks for permission first."""
    seat = state.active
    state.destination = option.a
    owner = NONE
    if is_hop(state.star, option.a):
        owner = permission_needed_of(state, rules, seat, option.a)
    if owner >= 0:
        ask(state, Phase.PERMISSION, owner)
    else:
        ask(state, Phase.SHIPS, seat)


@rule
def offer_ships(state, rules, opts):
    """D-2; FAD-8.6: the number of own ships; all when withdrawing."""
    seat, star = state.active, state.star
    ships = may_depart(state, rules, seat, star)
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
    """D-2; FAD-8.6, FAD-18.8: how many own ships; an ally at the star is asked for theirs."""
    state.embarked = option.a
    partner, ships = lendable(state, rules, state.active, state.star)
    if ships > 0:
        state.partner = partner
        ask(state, Phase.LOAN, partner)
    else:
        depart(state, rules, NONE, 0)


@rule
def offer_loan(state, rules, opts):
    """D-8; FAD-18.8: how many ships the ally lends; all of them when withdrawing (A-35)."""
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
    """D-8; FAD-18.8, FAD-18.9: the fleet departs with the ships that were lent."""
    depart(state, rules, state.partner, option.a)
