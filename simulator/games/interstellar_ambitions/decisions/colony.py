"""The decisions of a COLONISE action: the planet, its price, room for it, and its colony event."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask, settle_account
from starbalance.simulator.games.interstellar_ambitions.colony import (
    can_supply,
    colonise_discount,
    first_lowest,
    give_up_colony,
    level_after_event,
    lowest_planets,
    lowest_vp,
    may_colonise,
    put_event_away,
    starting_level,
    take_from_market,
)
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import list_looked
from starbalance.simulator.games.interstellar_ambitions.deck import discard_event, draw_event
from starbalance.simulator.games.interstellar_ambitions.fleet import receive_ship
from starbalance.simulator.games.interstellar_ambitions.hand import draw_cards, drop_excess
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_need
from starbalance.simulator.games.interstellar_ambitions.planet import fewest_planets, hand_over, may_receive
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, RESOURCES
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind, PendingStep
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Modifier


@rule
def offer_colonising(state, rules, opts):
    """D15, IAM-15.1, IAM-15.6: List the planets to colonise, or none of them. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and may_colonise(state, rules, state.active, planet, state.planning):
            n = add(opts, n, Kind.COLONISE, planet, 0, 0)
    return n


@rule
def do_colonising(state, rules, option):
    """D15, IAM-15.2, IAM-15.6: Set the price of the chosen planet, then ask for the discount or schedule the payment.
    On NO, schedule the closing of the market.
    """
    if option.kind == Kind.NO:
        state.pending_step = PendingStep.CLOSE_MARKET
        return
    state.planet = option.a
    for resource in range(RESOURCES):
        state.need[resource] = rules.planet_cost[option.a, resource]
    state.discount = colonise_discount(state, rules, state.active, option.a)
    _continue_price(state, rules)


@rule
def _continue_price(state, rules):
    if state.discount > 0:
        ask(state, Decision.DISCOUNTING, state.active)
    else:
        settle_account(state, rules, state.active, After.COLONISED)


@rule
def offer_discounting(state, rules, opts):
    """D35, IAM-15.2: List the resources to take off the price such that the rest can be paid.

    Return the number of options.
    """
    n = 0
    for resource in range(RESOURCES):
        if state.need[resource] > 0:
            state.need[resource] -= 1
            if can_afford_need(state, rules, state.active, state.discount - 1):
                n = add(opts, n, Kind.REDUCE, resource, 0, 0)
            state.need[resource] += 1
    return n


@rule
def do_discounting(state, rules, option):
    """D35: Take one of the chosen resource off the price. Ask for the next one, or schedule the payment when the
    discount is used up.
    """
    state.need[option.a] -= 1
    state.discount -= 1
    _continue_price(state, rules)


@rule
def begin_hand_over(state, rules, seat):
    """IAM-15.7: Ask for a planet to hand over if all slots are full, else schedule the step for the new planet.
    `state.after` is COLONISED or CAPTURED.
    """
    if state.players[seat].planets >= rules.planet_limit:
        ask(state, Decision.HANDING_OVER, seat)
    else:
        state.pending_step = PendingStep.ROOM_FOR_PLANET


@rule
def offer_handing_over(state, rules, opts):
    """D16, IAM-15.7: List the active player's planets to hand over. Return the number of options."""
    n, player = 0, state.players[state.active]
    for place in range(player.planets):
        n = add(opts, n, Kind.HAND_OVER, player.planet[place], 0, 0)
    return n


@rule
def do_handing_over(state, rules, option):
    """D16, IAM-15.7, IAM-15.8: Give the planet to the other player with the fewest planets, or ask which one if several
    tie. Discard it if all others are full.
    """
    seat = state.active
    if fewest_planets(state, rules, seat) >= rules.planet_limit:
        hand_over(state, rules, seat, option.a, NONE)
        state.pending_step = PendingStep.ROOM_FOR_PLANET
        return
    recipients, last = 0, NONE
    for other in range(rules.seats):
        if may_receive(state, rules, seat, other):
            recipients += 1
            last = other
    if recipients > 1:
        state.wanted = option.a
        ask(state, Decision.RECEIVING, seat)
    else:
        hand_over(state, rules, seat, option.a, last)
        state.pending_step = PendingStep.ROOM_FOR_PLANET


@rule
def offer_receiving(state, rules, opts):
    """D16, IAM-15.7: List the other players with the fewest planets. Return the number of options."""
    n = 0
    for seat in range(rules.seats):
        if may_receive(state, rules, state.active, seat):
            n = add(opts, n, Kind.RECIPIENT, seat, 0, 0)
    return n


@rule
def do_receiving(state, rules, option):
    """D16: Give the planet to hand over to the chosen player, and schedule the step for the new planet."""
    hand_over(state, rules, state.active, state.wanted, option.a)
    state.pending_step = PendingStep.ROOM_FOR_PLANET


@rule
def settle_planet(state, rules, seat):
    """IAM-15.3, IAM-5.1: Give the planet to the seat and draw its event. If EVENT_CHOICE draws several, ask which one
    is resolved. Without an event, found the colony.
    """
    take_from_market(state, rules, seat, state.planet)
    state.looked_at = 0
    for _ in range(1 + state.players[seat].modifiers[Modifier.EVENT_CHOICE]):
        kind = draw_event(state)
        if kind != NONE:
            state.looked[state.looked_at] = kind
            state.looked_at += 1
    if state.looked_at > 1:
        ask(state, Decision.EVENT, seat)
    elif state.looked_at == 1:
        _resolve_event(state, rules, seat, state.looked[0])
    else:
        found_colony(state, rules, seat, starting_level(state, rules, seat, state.planet, state.planning))


@rule
def offer_event(state, rules, opts):
    """D17, IAM-5.1: List the events drawn. Return the number of options."""
    return list_looked(state, Kind.RESOLVE, opts, 0)


@rule
def do_event(state, rules, option):
    """D17: Resolve the chosen event and discard the rest."""
    kept = False
    for k in range(state.looked_at):
        if state.looked[k] == option.a and not kept:
            kept = True
        else:
            discard_event(state, state.looked[k])
    _resolve_event(state, rules, state.active, option.a)


@rule
def _resolve_event(state, rules, seat, kind):
    """IAM-5.3, IAM-5.4, IAM-5.5, IAM-5.6, IAM-5.7: Carry out a colony event for the new planet, and keep or discard its
    card. Then found the colony, give it up, or ask for a decision.
    """
    state.looked[0] = kind
    state.looked_at = 1
    put_event_away(state, rules, state.planet, kind)
    effect, number = rules.event_effect[kind], rules.event_number[kind]
    if effect == EventEffect.GAIN:
        state.players[seat].resources[rules.event_detail[kind]] += number
        found_colony_after(state, rules, seat, kind)
    elif effect == EventEffect.GAIN_SHIP:
        if receive_ship(state, rules, seat, rules.event_detail[kind], 0, After.EVENT_SHIP):
            found_colony_after(state, rules, seat, kind)
    elif effect == EventEffect.DRAW_SHADOW:
        draw_cards(state, seat, number)
        if not drop_excess(state, rules, seat, After.EVENT_CARDS):
            found_colony_after(state, rules, seat, kind)
    elif effect == EventEffect.REPLACE_LOWEST:
        _replace_by_lowest(state, rules, seat)
    elif effect == EventEffect.FAIL:
        give_up_colony(state, rules, seat, state.planet)
        state.pending_step = PendingStep.CLOSE_MARKET
    elif effect == EventEffect.PAY_OR_LEVEL:
        ask(state, Decision.SHORTAGE, seat)
    else:
        found_colony_after(state, rules, seat, kind)


@rule
def found_colony_after(state, rules, seat, kind):
    found_colony(state, rules, seat, level_after_event(state, rules, seat, state.planet, kind, state.planning))


@rule
def found_colony(state, rules, seat, level):
    """IAM-15.4: Set the level of the new colony and schedule the closing of the market."""
    state.level[state.planet] = level
    state.pending_step = PendingStep.CLOSE_MARKET


@rule
def offer_shortage(state, rules, opts):
    """D17: List starting at a low level and, if the active player can pay, paying. Return the number of options."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if can_supply(state, rules, state.active, state.looked[0]):
        n = add(opts, n, Kind.YES, 0, 0, 0)
    return n


@rule
def do_shortage(state, rules, option):
    """D17: Schedule the payment for PAY_OR_LEVEL, or found the colony at the level of the event."""
    seat, kind = state.active, state.looked[0]
    if option.kind == Kind.YES:
        state.need_any = rules.event_number[kind]
        settle_account(state, rules, seat, After.SUPPLIED)
    else:
        found_colony(state, rules, seat, min(rules.planet_levels[state.planet], rules.event_detail[kind]))


@rule
def _replace_by_lowest(state, rules, seat):
    """IAM-27.24: Discard the new planet and take the face-up planet with the fewest points (A35). Ask the right
    neighbour if several tie. If there is none, schedule the closing of the market.
    """
    give_up_colony(state, rules, seat, state.planet)
    number = lowest_planets(state, rules)
    if number > 1:
        ask(state, Decision.LOWEST, (seat + rules.seats - 1) % rules.seats)
    elif number == 1:
        _take_lowest(state, rules, seat, first_lowest(state, rules))
    else:
        state.pending_step = PendingStep.CLOSE_MARKET


@rule
def _take_lowest(state, rules, seat, planet):
    take_from_market(state, rules, seat, planet)
    state.planet = planet
    found_colony(state, rules, seat, starting_level(state, rules, seat, planet, state.planning))


@rule
def offer_lowest(state, rules, opts):
    """D18, IAM-27.24: List the face-up planets with the fewest points. Return the number of options."""
    n, lowest = 0, lowest_vp(state, rules)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] == lowest:
            n = add(opts, n, Kind.PLANET, planet, 0, 0)
    return n


@rule
def do_lowest(state, rules, option):
    """D18: Give the active player the planet that the right neighbour chose, and found the colony."""
    _take_lowest(state, rules, state.active, option.a)


@rule
def finish_supplies(state, rules, seat):
    """IAM-5.3: Found the colony at its usual starting level after the supplies are paid."""
    found_colony(state, rules, seat, starting_level(state, rules, seat, state.planet, state.planning))
