"""The decision of the side behind in a combat: the parts of its response, one at a time (D11, D12, D13, D14)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.handful_of_stars.combat import break_off
from starbalance.simulator.games.handful_of_stars.combat_card import (
    adds_energy,
    adds_population,
    breaks_off,
    can_fire_missiles,
    is_last_weapon,
    play_in_combat,
)
from starbalance.simulator.games.handful_of_stars.decisions.combat import offer_named_card
from starbalance.simulator.games.handful_of_stars.decisions.movement import offer_bases, offer_fleets
from starbalance.simulator.games.handful_of_stars.movement import (
    base_energy_after,
    demand_moves,
    energy_after,
    measure_hops,
)
from starbalance.simulator.games.handful_of_stars.payment import COUNTER, charge, counter_points, may_spend
from starbalance.simulator.games.handful_of_stars.response import (
    can_pay_without,
    commit_card,
    commit_counter,
    energy_after_hop,
    reinforce,
    stays_ahead_without,
    withdraw,
)
from starbalance.simulator.games.handful_of_stars.route import (
    direct_distance,
    hop_distance,
    may_move_bases,
    measure_routes,
    price_of,
    reach_of,
)
from starbalance.simulator.games.handful_of_stars.rules import TRACK, Card, Resource, Timing, Withdraw
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, Kind, PendingStep, Unit, Zone
from starbalance.simulator.games.handful_of_stars.strength import ATTACKER, is_behind, is_wiped_out, seat_of, side_of
from starbalance.simulator.games.handful_of_stars.system import list_garrisons


@rule
def offer_response(state, rules, opts):
    """List the next parts of a response of the acting seat, and done.

    D11, D12, D13, D14; HOS-7.9, HOS-7.10, HOS-7.11, HOS-7.12, HOS-7.15.
    Return the number of options.
    """
    seat = state.actor
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    energy = energy_after(state, rules, seat, 0, NONE)
    measure_routes(state, rules, seat, state.combat.space, reach_of(state, rules, seat, energy))
    measure_hops(state, rules, seat)
    for k in range(list_garrisons(state, rules, seat)):
        space = state.listed[k]
        if space != state.combat.space:
            n = offer_fleets(state, rules, seat, space, space, space, energy, Kind.REINFORCE, opts, n)
            n = offer_bases(state, rules, seat, space, space, space, Kind.REINFORCE, opts, n)
    n = _offer_cards(state, rules, seat, opts, n)
    if rules.withdraw == Withdraw.RESPONSE and not is_behind(state, rules, seat):
        n = _offer_withdrawals(state, rules, seat, energy, opts, n)
    return _offer_commitments(state, rules, seat, opts, n)


@rule
def do_response(state, rules, option):
    """D11, D12, D13, D14; HOS-7.9, HOS-7.11: Carry out one part of the response, or ask for the payment after done.

    Retreat and Diplomacy end the combat.
    """
    seat, kind = state.actor, option.kind
    if kind == Kind.DONE:
        _end_response(state, seat)
    elif kind == Kind.PLAY and breaks_off(rules, option.a):
        break_off(state, rules, option.a)
        state.pending_step = PendingStep.COMBAT
    else:
        state.number += 1
        _respond(state, rules, seat, option)


@rule
def _respond(state, rules, seat, option):
    kind = option.kind
    if kind == Kind.REINFORCE or kind == Kind.REINFORCE_BY_HOP:
        reinforce(state, rules, seat, option.a, option.b, option.c, kind == Kind.REINFORCE_BY_HOP)
    elif kind == Kind.WITHDRAW or kind == Kind.WITHDRAW_BY_HOP:
        withdraw(state, rules, seat, option.a, option.b, kind == Kind.WITHDRAW_BY_HOP)
    elif kind == Kind.SPEND:
        commit_card(state, rules, seat, option.a, option.b)
    elif kind == Kind.FLIP:
        commit_counter(state, rules, seat, option.a, option.b)
    else:
        play_in_combat(state, rules, seat, option.a, option.b)
        if is_wiped_out(state, rules, 1 - side_of(state, seat)):
            _end_response(state, seat)


@rule
def _end_response(state, seat):
    demand_moves(state)
    charge(state, seat, PendingStep.JUDGE_RESPONSE)


@rule
def _offer_commitments(state, rules, seat, opts, n):
    """HOS-7.9b, HOS-17.13, HOS-17.15: Add matter for strength, and energy and population with their weapons.

    A65: While no move has to be paid, no card has to stay in the Reserves. Return the number of options.
    """
    before = state.kept
    if state.energy_due + state.research_due == 0:
        state.kept = 0
    n = _offer_items(state, rules, seat, Resource.MATTER, NONE, opts, n)
    if adds_energy(state, rules, seat):
        n = _offer_items(state, rules, seat, Resource.ENERGY, Card.HIGH_ENERGY_WEAPONS, opts, n)
    if adds_population(state, rules, seat):
        n = _offer_items(state, rules, seat, Resource.POPULATION, Card.MASS_ARMIES, opts, n)
    state.kept = before
    return n


@rule
def _offer_items(state, rules, seat, resource, weapon, opts, n):
    """Add items whose points of a resource become strength and return the number of options.

    The moves of the response must still be payable.
    """
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                card = pile.card[k]
                if rules.symbols[card, resource] > 0 and may_spend(state, rules, seat, zone, card):
                    if not is_last_weapon(state, rules, seat, zone, card, weapon):
                        if can_pay_without(state, rules, seat, card):
                            n = add(opts, n, Kind.SPEND, card, resource, 0)
    for space in range(TRACK):
        if counter_points(state, rules, seat, space, resource) > 0:
            if can_pay_without(state, rules, seat, COUNTER + space):
                n = add(opts, n, Kind.FLIP, space, resource, 0)
    return n


@rule
def _offer_cards(state, rules, seat, opts, n):
    """HOS-7.9c, HOS-7.12; D13, D14: Add the cards that may be played and return the number of options."""
    if state.combat.effects < rules.effects_most:
        for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
            if zone != Zone.DISCARD_PILE:
                pile = state.players[seat].piles[zone]
                for k in range(pile.count):
                    n = _offer_card(state, rules, seat, zone, pile.card[k], opts, n)
    if state.number == 0:
        n = offer_named_card(state, rules, seat, Card.RETREAT, opts, n)
        if side_of(state, seat) != ATTACKER and state.combat.defender_added == 0:
            n = offer_named_card(state, rules, seat, Card.DIPLOMACY, opts, n)
    return n


@rule
def _offer_card(state, rules, seat, zone, card, opts, n):
    name = rules.card_name[card]
    if name == NONE or (name == Card.MISSILES and not can_fire_missiles(state, rules, seat, zone, card)):
        return n
    if name == Card.MISSILES and rules.timing[name] == Timing.RESERVE:
        n = add(opts, n, Kind.PLAY, card, 0, 0)
    elif rules.timing[name] == Timing.COMBAT and can_pay_without(state, rules, seat, card):
        if name == Card.STAR_BOMB:
            enemy = seat_of(state, 1 - side_of(state, seat))
            if enemy != NONE and state.fleets[enemy, state.combat.space] > 0:
                n = add(opts, n, Kind.PLAY, card, Unit.FLEET, 0)
            if enemy != NONE and state.star_bases[enemy, state.combat.space] > 0:
                n = add(opts, n, Kind.PLAY, card, Unit.STAR_BASE, 0)
        elif name != Card.RETREAT and name != Card.DIPLOMACY and name != Card.FORCE_SHIELDS:
            n = add(opts, n, Kind.PLAY, card, 0, 0)
    return n


@rule
def _offer_withdrawals(state, rules, seat, energy, opts, n):
    """D12; HOS-7.11: Add withdrawals of units to friendly systems and return the number of options.

    Call `measure_routes` for the combat system first.
    """
    space = state.combat.space
    if state.fleets[seat, space] > 0 and stays_ahead_without(state, rules, seat, Unit.FLEET):
        n = _offer_withdrawals_of(state, rules, seat, Unit.FLEET, energy, opts, n)
    if state.star_bases[seat, space] > 0 and may_move_bases(state, rules, seat):
        if stays_ahead_without(state, rules, seat, Unit.STAR_BASE):
            energy_of_bases = base_energy_after(state, rules, seat, 0, NONE)
            n = _offer_withdrawals_of(state, rules, seat, Unit.STAR_BASE, energy_of_bases, opts, n)
    return n


@rule
def _offer_withdrawals_of(state, rules, seat, unit, energy, opts, n):
    for space in range(rules.spaces):
        if space != state.combat.space and state.owner[space] == seat:
            near, far = direct_distance(state, space), hop_distance(state, seat, space)
            if near < FAR and price_of(state, rules, seat, unit, near) <= energy:
                n = add(opts, n, Kind.WITHDRAW, space, unit, 0)
            if far < near and price_of(state, rules, seat, unit, far) <= energy_after_hop(state, rules, seat, unit):
                n = add(opts, n, Kind.WITHDRAW_BY_HOP, space, unit, 0)
    return n
