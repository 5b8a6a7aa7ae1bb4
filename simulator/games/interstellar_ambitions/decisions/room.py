"""The decisions that make room: a ship of a full fleet, a card of a full hand."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.records import add
from starbalance.simulator.games.interstellar_ambitions.decisions.battle import answer_call
from starbalance.simulator.games.interstellar_ambitions.decisions.colony import found_colony_after
from starbalance.simulator.games.interstellar_ambitions.decisions.listing import list_hand
from starbalance.simulator.games.interstellar_ambitions.decisions.purchase import order_ship, pay_card
from starbalance.simulator.games.interstellar_ambitions.decisions.shadow_activity import close_card, finish_theft
from starbalance.simulator.games.interstellar_ambitions.fleet import add_ship, discard_ship, is_first_of_its_like
from starbalance.simulator.games.interstellar_ambitions.hand import drop_card
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import After, Kind


@rule
def offer_scrapping(state, rules, opts):
    """D17, D20, D22, D24, D38, IAM-7.2: List the acting seat's ships to discard. A free ship may be declined instead.

    Return the number of options.
    """
    n, seat = 0, state.actor
    if state.after != After.BUILT and state.after != After.HIRED:
        n = add(opts, n, Kind.NO, 0, 0, 0)
    for place in range(state.players[seat].ships):
        if is_first_of_its_like(state, seat, place):
            n = add(opts, n, Kind.SCRAP, place, 0, 0)
    return n


@rule
def do_scrapping(state, rules, option):
    """D17, D20, D22, D24, D38, IAM-7.2: Discard the chosen ship of the acting seat, or decline the new one. Then
    continue the order, battle, event or theft.
    """
    seat, after = state.actor, state.after
    if option.kind == Kind.SCRAP:
        discard_ship(state, rules, seat, option.a)
    if after == After.EMERGENCY:
        answer_call(state, rules, option)
    elif after == After.BUILT or after == After.HIRED:
        order_ship(state, rules, seat)
    elif after == After.EVENT_SHIP:
        _take_over(state, rules, option)
        found_colony_after(state, rules, seat, state.looked[0])
    elif after == After.STOLEN_SHIP:
        _take_over(state, rules, option)
        finish_theft(state, rules, seat)


@rule
def _take_over(state, rules, option):
    """Add the waiting ship with its damage to the fleet of the acting seat. If it was declined, set `state.wanted` to
    `NONE`.
    """
    if option.kind == Kind.SCRAP:
        add_ship(state, rules, state.actor, state.wanted, state.wear)
    else:
        state.wanted = NONE


@rule
def offer_dropping(state, rules, opts):
    """D17, D22, D38, IAM-8.5, IAM-19.3: List the different cards in the acting seat's hand.

    Return the number of options.
    """
    return list_hand(state, rules, Kind.DISCARD, opts, 0)


@rule
def do_dropping(state, rules, option):
    """D17, D22, D38, IAM-8.5, IAM-19.3: Discard a card of the acting seat. Once the hand has room, continue the
    purchase, shadow card or colony event.
    """
    seat, after = state.actor, state.after
    drop_card(state, rules, seat, option.a)
    if after == After.BOUGHT:
        pay_card(state, rules, seat)
    elif state.players[seat].cards <= rules.hand_limit:
        if after == After.DRAWN_CARDS:
            close_card(state, rules)
        elif after == After.EVENT_CARDS:
            found_colony_after(state, rules, seat, state.looked[0])
