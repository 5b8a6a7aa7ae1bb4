"""The decisions of BUILD, RESEARCH and SHADOW actions: repairs, ships, technologies, cards, mercs."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.agenda import ask, finish_action, settle_account
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import list_looked
from starbalance.simulator.games.interstellar_ambitions.decisions.market import begin_market
from starbalance.simulator.games.interstellar_ambitions.deck import discard_shadow_card, draw_shadow_card
from starbalance.simulator.games.interstellar_ambitions.fleet import add_ship, has_room, is_first_of_its_like
from starbalance.simulator.games.interstellar_ambitions.hand import take_card
from starbalance.simulator.games.interstellar_ambitions.payment import can_afford_one
from starbalance.simulator.games.interstellar_ambitions.purchase import (
    builds_of,
    cards_to_buy,
    hire_price,
    may_build,
    may_hire,
    may_research,
    ship_price,
    technology_price,
)
from starbalance.simulator.games.interstellar_ambitions.repair import can_repair, repair, repair_cost
from starbalance.simulator.games.interstellar_ambitions.rules import NONE, ShadowBuy
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind, PendingStep
from starbalance.simulator.games.interstellar_ambitions.technology import learn
from starbalance.simulator.games.interstellar_ambitions.word import Resource


@rule
def offer_repairing(state, rules, opts):
    """D20, D30, IAM-17.1, IAM-21.20: List the acting seat's damaged ships, if one more repair is possible, or no more.
    Identical ships are one option. Return the number of options.
    """
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.actor
    if can_repair(state, rules, seat):
        for place in range(state.players[seat].ships):
            if state.players[seat].damage[place] > 0 and is_first_of_its_like(state, seat, place):
                n = add(opts, n, Kind.REPAIR, place, 0, 0)
    return n


@rule
def do_repairing(state, rules, option):
    """D20, D30: Remove a marker from the chosen ship. On DONE, or when no more can be removed, schedule the payment for
    all repairs.
    """
    seat = state.actor
    if option.kind == Kind.REPAIR:
        repair(state, seat, option.a)
        if can_repair(state, rules, seat):
            return
    state.need[Resource.ORE] = repair_cost(state, rules, state.repairs)
    settle_account(state, rules, seat, state.after)


@rule
def offer_building(state, rules, opts):
    """D20, IAM-17.3, IAM-17.4, IAM-17.5, IAM-17.6: List the ships that the seat may build, or no more.

    Return the number of options.
    """
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if state.number < builds_of(state, rules, seat, state.planning):
        for kind in range(rules.ships):
            if may_build(state, rules, seat, kind, state.planning):
                n = add(opts, n, Kind.BUILD, kind, 0, 0)
    return n


@rule
def do_building(state, rules, option):
    """D20, IAM-17.3, IAM-17.7: Order the chosen ship, after asking for room in a full fleet. On DONE, end the action
    instead.
    """
    if option.kind == Kind.DONE:
        finish_action(state, rules)
    else:
        state.wanted = option.a
        _make_room(state, rules, state.active, After.BUILT)


@rule
def _make_room(state, rules, seat, after):
    """IAM-17.7, IAM-19.8: Order the wanted ship if the fleet has room, else ask which ship to discard first. `after` is
    BUILT or HIRED.
    """
    state.after = after
    if has_room(state, rules, seat):
        order_ship(state, rules, seat)
    else:
        ask(state, Decision.SCRAPPING, seat)


@rule
def order_ship(state, rules, seat):
    """Schedule the payment of the wanted ship. If scrapping made it impossible, ask again what to build or hire."""
    if state.after == After.BUILT:
        if not _is_open_to(state, rules, seat):
            ask(state, Decision.BUILDING, seat)
            return
        state.need[Resource.ORE] = ship_price(state, rules, seat, state.wanted, state.planning)
    else:
        if not may_hire(state, rules, seat, state.wanted):
            ask(state, Decision.HIRING, seat)
            return
        state.need[Resource.COINS] = hire_price(state, rules, seat, state.wanted)
    settle_account(state, rules, seat, state.after)


@rule
def _is_open_to(state, rules, seat):
    """IAM-17.3, IAM-17.4: Return whether the action has a build left and the seat may still build the wanted ship."""
    builds = builds_of(state, rules, seat, state.planning)
    return state.number < builds and may_build(state, rules, seat, state.wanted, state.planning)


@rule
def finish_build(state, rules, seat):
    """IAM-17.3: Add the paid ship to the fleet. Ask for another one if a build is left, else end the action."""
    add_ship(state, rules, seat, state.wanted, 0)
    state.number += 1
    if state.number < builds_of(state, rules, seat, state.planning):
        ask(state, Decision.BUILDING, seat)
    else:
        finish_action(state, rules)


@rule
def offer_researching(state, rules, opts):
    """D21, IAM-18.1: List the technologies that the seat may research, or no more. Return the number of options."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if state.number < rules.research_technologies[state.planning]:
        for slot in range(rules.technology_slots):
            if may_research(state, rules, seat, state.technology_slot[slot], state.planning):
                n = add(opts, n, Kind.RESEARCH, slot, 0, 0)
    return n


@rule
def do_researching(state, rules, option):
    """D21, IAM-18.1: Schedule the payment of the technology in the chosen slot. On DONE, schedule the closing of the
    market.
    """
    if option.kind == Kind.DONE:
        state.pending_step = PendingStep.CLOSE_MARKET
        return
    seat = state.active
    state.slot = option.a
    technology = state.technology_slot[option.a]
    state.need[Resource.SCIENCE] = technology_price(state, rules, seat, technology, state.planning)
    settle_account(state, rules, seat, After.RESEARCHED)


@rule
def finish_research(state, rules, seat):
    """IAM-18.2, IAM-18.3, IAM-18.4: Give the seat the paid technology and empty its slot. Ask for another one if the
    action allows it, else schedule the closing of the market.
    """
    learn(state, rules, seat, state.technology_slot[state.slot])
    state.technology_slot[state.slot] = NONE
    state.number += 1
    if state.number < rules.research_technologies[state.planning]:
        ask(state, Decision.RESEARCHING, seat)
    else:
        state.pending_step = PendingStep.CLOSE_MARKET


@rule
def offer_shadow_action(state, rules, opts):
    """D22, IAM-19.1: List buying cards and hiring mercs. Return the number of options."""
    return add(opts, add(opts, 0, Kind.BUY_CARDS, 0, 0, 0), Kind.HIRE_MERCS, 0, 0, 0)


@rule
def do_shadow_action(state, rules, option):
    """D22, IAM-19.1: Begin buying cards or hiring mercs."""
    if option.kind == Kind.BUY_CARDS:
        begin_buying(state, rules, state.active)
    else:
        begin_market(state, rules, rules.shadow_replace[state.planning], Decision.HIRING)


@rule
def begin_buying(state, rules, seat):
    """IAM-19.2: Draw the cards that the buyer looks at, and ask which to buy. With `shadow_buy = blind`, draw no cards
    (A09).
    """
    state.looked_at = 0
    state.bought = 0
    if rules.shadow_buy == ShadowBuy.LOOK:
        for _ in range(cards_to_buy(state, rules, seat, state.planning)):
            kind = draw_shadow_card(state)
            if kind != NONE:
                state.looked[state.looked_at] = kind
                state.looked_at += 1
    ask(state, Decision.BUYING, seat)


@rule
def offer_buying(state, rules, opts):
    """D22, IAM-19.2: List no more and, if the buyer can pay, each different card looked at. With `shadow_buy = blind`,
    list one unseen card instead (A09). Return the number of options.
    """
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if not can_afford_one(state, rules, seat, Resource.COINS, rules.card_price):
        return n
    if rules.shadow_buy == ShadowBuy.LOOK:
        return list_looked(state, Kind.BUY, opts, n)
    if (
        state.bought < cards_to_buy(state, rules, seat, state.planning)
        and state.shadow_left + state.shadow_discarded > 0
    ):
        n = add(opts, n, Kind.BUY, NONE, 0, 0)
    return n


@rule
def do_buying(state, rules, option):
    """D22, IAM-19.2, IAM-19.3: Schedule the payment of the chosen card, after asking for a discard if the hand is full.
    On DONE, discard the cards that were not bought.
    """
    seat = state.active
    if option.kind == Kind.DONE:
        _close_buying(state)
        return
    state.wanted = option.a
    if state.players[seat].cards >= rules.hand_limit:
        state.after = After.BOUGHT
        ask(state, Decision.DROPPING, seat)
    else:
        pay_card(state, rules, seat)


@rule
def pay_card(state, rules, seat):
    state.need[Resource.COINS] = rules.card_price
    settle_account(state, rules, seat, After.BOUGHT)


@rule
def finish_purchase(state, rules, seat):
    """Move the paid card into the hand: one of the cards looked at, or the top of the deck. Ask for another one, or
    schedule the closing of the market after the last card looked at.
    """
    state.bought += 1
    if state.wanted == NONE:
        take_card(state, seat, draw_shadow_card(state))
        ask(state, Decision.BUYING, seat)
        return
    take_card(state, seat, state.wanted)
    place = 0
    while state.looked[place] != state.wanted:
        place += 1
    state.looked_at -= 1
    state.looked[place] = state.looked[state.looked_at]
    if state.looked_at > 0:
        ask(state, Decision.BUYING, seat)
    else:
        state.pending_step = PendingStep.CLOSE_MARKET


@rule
def _close_buying(state):
    """IAM-19.2, IAM-19.9: Discard the cards that were not bought, and schedule the closing of the market."""
    for k in range(state.looked_at):
        discard_shadow_card(state, state.looked[k])
    state.pending_step = PendingStep.CLOSE_MARKET


@rule
def offer_hiring(state, rules, opts):
    """D22, IAM-19.4: List the mercs that the seat may hire, or no more. Return the number of options."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    if state.number < rules.shadow_mercs[state.planning]:
        for slot in range(rules.merc_slots):
            if may_hire(state, rules, state.active, state.merc_slot[slot]):
                n = add(opts, n, Kind.HIRE, slot, 0, 0)
    return n


@rule
def do_hiring(state, rules, option):
    """D22, IAM-19.4, IAM-19.8: Order the merc in the chosen slot, after asking for room in a full fleet. On DONE,
    schedule the closing of the market.
    """
    if option.kind == Kind.DONE:
        state.pending_step = PendingStep.CLOSE_MARKET
        return
    state.slot = option.a
    state.wanted = state.merc_slot[option.a]
    _make_room(state, rules, state.active, After.HIRED)


@rule
def finish_hire(state, rules, seat):
    """IAM-19.4, IAM-19.9: Add the paid merc to the fleet and empty its slot. Ask for another one if the action allows
    it, else schedule the closing of the market.
    """
    add_ship(state, rules, seat, state.wanted, 0)
    state.merc_slot[state.slot] = NONE
    state.number += 1
    if state.number < rules.shadow_mercs[state.planning]:
        ask(state, Decision.HIRING, seat)
    else:
        state.pending_step = PendingStep.CLOSE_MARKET
