"""Decisions of BUILD, RESEARCH and SHADOW actions: repairs, ships, technologies, cards, mercs."""

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
from starbalance.simulator.games.interstellar_ambitions.state import After, Kind, Phase, Then
from starbalance.simulator.games.interstellar_ambitions.technology import learn
from starbalance.simulator.games.interstellar_ambitions.word import Resource


@rule
def offer_repairing(state, rules, opts):
    """D20, D30; IAM-17.1, IAM-21.20: a marker of a ship; equal ships are one option."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.actor
    if can_repair(state, rules, seat):
        for place in range(state.players[seat].ships):
            if state.players[seat].damage[place] > 0 and is_first_of_its_like(state, seat, place):
                n = add(opts, n, Kind.REPAIR, place, 0, 0)
    return n


@rule
def do_repairing(state, rules, option):
    """D20, D30: a marker more, or the bill."""
    seat = state.actor
    if option.kind == Kind.REPAIR:
        repair(state, seat, option.a)
        if can_repair(state, rules, seat):
            return
    state.need[Resource.ORE] = repair_cost(state, rules, state.repairs)
    settle_account(state, rules, seat, state.after)


@rule
def offer_building(state, rules, opts):
    """D20; IAM-17.3, IAM-17.4, IAM-17.5, IAM-17.6."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if state.number < builds_of(state, rules, seat, state.planning):
        for kind in range(rules.ships):
            if may_build(state, rules, seat, kind, state.planning):
                n = add(opts, n, Kind.BUILD, kind, 0, 0)
    return n


@rule
def do_building(state, rules, option):
    """D20; IAM-17.3, IAM-17.7."""
    if option.kind == Kind.DONE:
        finish_action(state, rules)
    else:
        state.wanted = option.a
        _make_room(state, rules, state.active, After.BUILT)


@rule
def _make_room(state, rules, seat, after):
    """IAM-17.7, IAM-19.8: in a full fleet a ship goes before another is paid for."""
    state.after = after
    if has_room(state, rules, seat):
        order_ship(state, rules, seat)
    else:
        ask(state, Phase.SCRAPPING, seat)


@rule
def order_ship(state, rules, seat):
    """The price of the ship in question; what made room for it may have been what made it possible."""
    if state.after == After.BUILT:
        if not _is_open_to(state, rules, seat):
            ask(state, Phase.BUILDING, seat)
            return
        state.need[Resource.ORE] = ship_price(state, rules, seat, state.wanted, state.planning)
    else:
        if not may_hire(state, rules, seat, state.wanted):
            ask(state, Phase.HIRING, seat)
            return
        state.need[Resource.COINS] = hire_price(state, rules, seat, state.wanted)
    settle_account(state, rules, seat, state.after)


@rule
def _is_open_to(state, rules, seat):
    """IAM-17.3, IAM-17.4: whether the ship in question can be built now."""
    builds = builds_of(state, rules, seat, state.planning)
    return state.number < builds and may_build(state, rules, seat, state.wanted, state.planning)


@rule
def built(state, rules, seat):
    """IAM-17.3."""
    add_ship(state, rules, seat, state.wanted, 0)
    state.number += 1
    if state.number < builds_of(state, rules, seat, state.planning):
        ask(state, Phase.BUILDING, seat)
    else:
        finish_action(state, rules)


@rule
def offer_researching(state, rules, opts):
    """D21; IAM-18.1."""
    n, seat = add(opts, 0, Kind.DONE, 0, 0, 0), state.active
    if state.number < rules.research_technologies[state.planning]:
        for slot in range(rules.technology_slots):
            if may_research(state, rules, seat, state.technology_slot[slot], state.planning):
                n = add(opts, n, Kind.RESEARCH, slot, 0, 0)
    return n


@rule
def do_researching(state, rules, option):
    """D21; IAM-18.1."""
    if option.kind == Kind.DONE:
        state.then = Then.CLOSE_MARKET
        return
    seat = state.active
    state.slot = option.a
    technology = state.technology_slot[option.a]
    state.need[Resource.SCIENCE] = technology_price(state, rules, seat, technology, state.planning)
    settle_account(state, rules, seat, After.RESEARCHED)


@rule
def researched(state, rules, seat):
    """IAM-18.2, IAM-18.3, IAM-18.4."""
    learn(state, rules, seat, state.technology_slot[state.slot])
    state.technology_slot[state.slot] = NONE
    state.number += 1
    if state.number < rules.research_technologies[state.planning]:
        ask(state, Phase.RESEARCHING, seat)
    else:
        state.then = Then.CLOSE_MARKET


@rule
def offer_shadow_action(state, rules, opts):
    """D22; IAM-19.1."""
    return add(opts, add(opts, 0, Kind.BUY_CARDS, 0, 0, 0), Kind.HIRE_MERCS, 0, 0, 0)


@rule
def do_shadow_action(state, rules, option):
    """D22; IAM-19.1."""
    if option.kind == Kind.BUY_CARDS:
        begin_buying(state, rules, state.active)
    else:
        begin_market(state, rules, rules.shadow_replace[state.planning], Phase.HIRING)


@rule
def begin_buying(state, rules, seat):
    """IAM-19.2, A09: the buyer looks at the cards they may buy; or buys unseen."""
    state.looked_at = 0
    state.bought = 0
    if rules.shadow_buy == ShadowBuy.LOOK:
        for _ in range(cards_to_buy(state, rules, seat, state.planning)):
            kind = draw_shadow_card(state)
            if kind != NONE:
                state.looked[state.looked_at] = kind
                state.looked_at += 1
    ask(state, Phase.BUYING, seat)


@rule
def offer_buying(state, rules, opts):
    """D22; IAM-19.2, A09: one more card, or no more."""
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
    """D22; IAM-19.2, IAM-19.3."""
    seat = state.active
    if option.kind == Kind.DONE:
        _close_buying(state)
        return
    state.wanted = option.a
    if state.players[seat].cards >= rules.hand_limit:
        state.after = After.BOUGHT
        ask(state, Phase.DROPPING, seat)
    else:
        pay_card(state, rules, seat)


@rule
def pay_card(state, rules, seat):
    state.need[Resource.COINS] = rules.card_price
    settle_account(state, rules, seat, After.BOUGHT)


@rule
def bought(state, rules, seat):
    """The card comes into the hand: one of those looked at, or the top of the deck."""
    state.bought += 1
    if state.wanted == NONE:
        take_card(state, seat, draw_shadow_card(state))
        ask(state, Phase.BUYING, seat)
        return
    take_card(state, seat, state.wanted)
    place = 0
    while state.looked[place] != state.wanted:
        place += 1
    state.looked_at -= 1
    state.looked[place] = state.looked[state.looked_at]
    if state.looked_at > 0:
        ask(state, Phase.BUYING, seat)
    else:
        state.then = Then.CLOSE_MARKET


@rule
def _close_buying(state):
    """IAM-19.2, IAM-19.9: what is not bought is discarded."""
    for k in range(state.looked_at):
        discard_shadow_card(state, state.looked[k])
    state.then = Then.CLOSE_MARKET


@rule
def offer_hiring(state, rules, opts):
    """D22; IAM-19.4."""
    n = add(opts, 0, Kind.DONE, 0, 0, 0)
    if state.number < rules.shadow_mercs[state.planning]:
        for slot in range(rules.merc_slots):
            if may_hire(state, rules, state.active, state.merc_slot[slot]):
                n = add(opts, n, Kind.HIRE, slot, 0, 0)
    return n


@rule
def do_hiring(state, rules, option):
    """D22; IAM-19.4, IAM-19.8."""
    if option.kind == Kind.DONE:
        state.then = Then.CLOSE_MARKET
        return
    state.slot = option.a
    state.wanted = state.merc_slot[option.a]
    _make_room(state, rules, state.active, After.HIRED)


@rule
def hired(state, rules, seat):
    """IAM-19.4, IAM-19.9."""
    add_ship(state, rules, seat, state.wanted, 0)
    state.merc_slot[state.slot] = NONE
    state.number += 1
    if state.number < rules.shadow_mercs[state.planning]:
        ask(state, Phase.HIRING, seat)
    else:
        state.then = Then.CLOSE_MARKET
