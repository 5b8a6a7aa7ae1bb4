"""Decisions of a COLONISE action: the planet, its price, room for it, and its colony event."""

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
from starbalance.simulator.games.interstellar_ambitions.state import After, Kind, Phase, Then
from starbalance.simulator.games.interstellar_ambitions.word import EventEffect, Modifier


@rule
def offer_colonising(state, rules, opts):
    """D15; IAM-15.1, IAM-15.6: a planet, or none."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and may_colonise(state, rules, state.active, planet, state.planning):
            n = add(opts, n, Kind.COLONISE, planet, 0, 0)
    return n


@rule
def do_colonising(state, rules, option):
    """D15; IAM-15.2, IAM-15.6."""
    if option.kind == Kind.NO:
        state.then = Then.CLOSE_MARKET
        return
    state.planet = option.a
    for resource in range(RESOURCES):
        state.need[resource] = rules.planet_cost[option.a, resource]
    state.discount = colonise_discount(state, rules, state.active, option.a)
    _go_on_with_price(state, rules)


@rule
def _go_on_with_price(state, rules):
    if state.discount > 0:
        ask(state, Phase.DISCOUNTING, state.active)
    else:
        settle_account(state, rules, state.active, After.COLONISED)


@rule
def offer_discounting(state, rules, opts):
    """D35; IAM-15.2: a resource off the price, such that the rest can be paid."""
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
    """D35."""
    state.need[option.a] -= 1
    state.discount -= 1
    _go_on_with_price(state, rules)


@rule
def begin_hand_over(state, rules, seat):
    """IAM-15.7: with all slots full a planet goes first; state.after says what comes then."""
    if state.players[seat].planets >= rules.planet_limit:
        ask(state, Phase.HANDING_OVER, seat)
    else:
        state.then = Then.ROOM_FOR_PLANET


@rule
def offer_handing_over(state, rules, opts):
    """D16; IAM-15.7."""
    n, player = 0, state.players[state.active]
    for place in range(player.planets):
        n = add(opts, n, Kind.HAND_OVER, player.planet[place], 0, 0)
    return n


@rule
def do_handing_over(state, rules, option):
    """D16; IAM-15.7, IAM-15.8: to one of those with the fewest planets, or to nobody."""
    seat = state.active
    if fewest_planets(state, rules, seat) >= rules.planet_limit:
        hand_over(state, rules, seat, option.a, NONE)
        state.then = Then.ROOM_FOR_PLANET
        return
    recipients, last = 0, NONE
    for other in range(rules.seats):
        if may_receive(state, rules, seat, other):
            recipients += 1
            last = other
    if recipients > 1:
        state.wanted = option.a
        ask(state, Phase.RECEIVING, seat)
    else:
        hand_over(state, rules, seat, option.a, last)
        state.then = Then.ROOM_FOR_PLANET


@rule
def offer_receiving(state, rules, opts):
    """D16; IAM-15.7: a player with the fewest planets."""
    n = 0
    for seat in range(rules.seats):
        if may_receive(state, rules, state.active, seat):
            n = add(opts, n, Kind.RECIPIENT, seat, 0, 0)
    return n


@rule
def do_receiving(state, rules, option):
    """D16."""
    hand_over(state, rules, state.active, state.wanted, option.a)
    state.then = Then.ROOM_FOR_PLANET


@rule
def settle_planet(state, rules, seat):
    """IAM-15.3, IAM-5.1: the planet is placed, then its event is drawn; EVENT_CHOICE draws more of which one counts."""
    take_from_market(state, rules, seat, state.planet)
    state.looked_at = 0
    for _ in range(1 + state.players[seat].modifiers[Modifier.EVENT_CHOICE]):
        kind = draw_event(state)
        if kind != NONE:
            state.looked[state.looked_at] = kind
            state.looked_at += 1
    if state.looked_at > 1:
        ask(state, Phase.EVENT, seat)
    elif state.looked_at == 1:
        _resolve_event(state, rules, seat, state.looked[0])
    else:
        found(state, rules, seat, starting_level(state, rules, seat, state.planet, state.planning))


@rule
def offer_event(state, rules, opts):
    """D17; IAM-5.1: one of the events drawn."""
    return list_looked(state, Kind.RESOLVE, opts, 0)


@rule
def do_event(state, rules, option):
    """D17: the chosen event counts, the others are discarded."""
    kept = False
    for k in range(state.looked_at):
        if state.looked[k] == option.a and not kept:
            kept = True
        else:
            discard_event(state, state.looked[k])
    _resolve_event(state, rules, state.active, option.a)


@rule
def _resolve_event(state, rules, seat, kind):
    """IAM-5.3, IAM-5.4, IAM-5.5, IAM-5.6, IAM-5.7."""
    state.looked[0] = kind
    state.looked_at = 1
    put_event_away(state, rules, state.planet, kind)
    effect, number = rules.event_effect[kind], rules.event_number[kind]
    if effect == EventEffect.GAIN:
        state.players[seat].resources[rules.event_detail[kind]] += number
        found_after(state, rules, seat, kind)
    elif effect == EventEffect.GAIN_SHIP:
        if receive_ship(state, rules, seat, rules.event_detail[kind], 0, After.EVENT_SHIP):
            found_after(state, rules, seat, kind)
    elif effect == EventEffect.DRAW_SHADOW:
        draw_cards(state, seat, number)
        if not drop_excess(state, rules, seat, After.EVENT_CARDS):
            found_after(state, rules, seat, kind)
    elif effect == EventEffect.REPLACE_LOWEST:
        _replace_by_lowest(state, rules, seat)
    elif effect == EventEffect.FAIL:
        give_up_colony(state, rules, seat, state.planet)
        state.then = Then.CLOSE_MARKET
    elif effect == EventEffect.PAY_OR_LEVEL:
        ask(state, Phase.SHORTAGE, seat)
    else:
        found_after(state, rules, seat, kind)


@rule
def found_after(state, rules, seat, kind):
    found(state, rules, seat, level_after_event(state, rules, seat, state.planet, kind, state.planning))


@rule
def found(state, rules, seat, level):
    """IAM-15.4: the colony stands."""
    state.level[state.planet] = level
    state.then = Then.CLOSE_MARKET


@rule
def offer_shortage(state, rules, opts):
    """D17: pay, or start low."""
    n = add(opts, 0, Kind.NO, 0, 0, 0)
    if can_supply(state, rules, state.active, state.looked[0]):
        n = add(opts, n, Kind.YES, 0, 0, 0)
    return n


@rule
def do_shortage(state, rules, option):
    """D17: PAY_OR_LEVEL."""
    seat, kind = state.active, state.looked[0]
    if option.kind == Kind.YES:
        state.need_any = rules.event_number[kind]
        settle_account(state, rules, seat, After.SUPPLIED)
    else:
        found(state, rules, seat, min(rules.planet_levels[state.planet], rules.event_detail[kind]))


@rule
def _replace_by_lowest(state, rules, seat):
    """IAM-27.24, A35: the new planet goes; the face-up planet with the fewest points comes, by the right neighbour."""
    give_up_colony(state, rules, seat, state.planet)
    number = lowest_planets(state, rules)
    if number > 1:
        ask(state, Phase.LOWEST, (seat + rules.seats - 1) % rules.seats)
    elif number == 1:
        _take_lowest(state, rules, seat, first_lowest(state, rules))
    else:
        state.then = Then.CLOSE_MARKET


@rule
def _take_lowest(state, rules, seat, planet):
    take_from_market(state, rules, seat, planet)
    state.planet = planet
    found(state, rules, seat, starting_level(state, rules, seat, planet, state.planning))


@rule
def offer_lowest(state, rules, opts):
    """D18; IAM-27.24."""
    n, lowest = 0, lowest_vp(state, rules)
    for slot in range(RESOURCES):
        planet = state.face_up[slot]
        if planet != NONE and rules.planet_vp[planet] == lowest:
            n = add(opts, n, Kind.PLANET, planet, 0, 0)
    return n


@rule
def do_lowest(state, rules, option):
    """D18."""
    _take_lowest(state, rules, state.active, option.a)


@rule
def supplied(state, rules, seat):
    """IAM-5.3: the supplies are paid, so the planet starts as usual."""
    found(state, rules, seat, starting_level(state, rules, seat, state.planet, state.planning))
