"""The Reserves (HOS-11.1): what a slot takes, and the cards that move between hand and slots."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import put, take
from starbalance.simulator.games.handful_of_stars.rules import Card
from starbalance.simulator.games.handful_of_stars.state import NONE, Zone


@rule
def reserve_limit(state, rules, seat):
    """HOS-11.3: cards per slot."""
    limit = rules.reserve_limit
    for kind in state.players[seat].counters:
        limit += rules.counter_reserve[kind] if kind != NONE else 0
    return limit


@rule
def reserved_in(state, rules, seat, zone):
    """HOS-11.4, HOS-17.15: cards of a slot that count towards its limit."""
    pile = state.players[seat].piles[zone]
    number = pile.count
    for k in range(pile.count):
        if rules.card_name[pile.card[k]] == Card.MASS_ARMIES:
            number -= 1
    return number


@rule
def has_label(rules, card):
    """HOS-11.2: whether a card is labelled Reserve."""
    name = rules.card_name[card]
    return name != NONE and rules.reserve[name] == 1


@rule
def may_reserve(state, rules, seat, zone, card):
    """HOS-11.2, HOS-11.3, HOS-11.4, A21: whether a slot takes one more card, this one."""
    if zone == Zone.RESERVE_TWO and not has_label(rules, card):
        return False
    if rules.card_name[card] == Card.MASS_ARMIES:
        return True
    return room_in(state, rules, seat, zone) > 0


@rule
def room_in(state, rules, seat, zone):
    """HOS-11.3, HOS-11.4: how many more cards a slot takes; negative: it is over its limit (A21)."""
    return reserve_limit(state, rules, seat) - reserved_in(state, rules, seat, zone)


@rule
def fits(rules, card, one, two):
    """HOS-11.2, HOS-11.3, HOS-11.4: whether a card finds a place where the slots take so many more."""
    return rules.card_name[card] == Card.MASS_ARMIES or one > 0 or (two > 0 and has_label(rules, card))


@rule
def has_place(state, rules, seat, one, two, to_two):
    """HOS-11.5, A63: whether a hand card finds a place where the slots take so many more, if need be after switches.

    to_two: cards that could go from Reserve One to Reserve Two.
    """
    hand = state.players[seat].piles[Zone.HAND]
    for k in range(hand.count):
        if fits(rules, hand.card[k], one, two):
            return True
    return hand.count > 0 and 1 - one <= min(two, to_two)


@rule
def switchable(state, rules, seat):
    """HOS-11.5: cards of Reserve One that could go to Reserve Two and make room."""
    pile = state.players[seat].piles[Zone.RESERVE_ONE]
    number = 0
    for k in range(pile.count):
        if state.touched[pile.card[k]] == 0 and has_label(rules, pile.card[k]):
            number += 1 if rules.card_name[pile.card[k]] != Card.MASS_ARMIES else 0
    return number


@rule
def can_reserve(state, rules, seat):
    """HOS-11.1, HOS-11.5, A63: a hand card that some slot takes, if need be after switches."""
    one, two = room_in(state, rules, seat, Zone.RESERVE_ONE), room_in(state, rules, seat, Zone.RESERVE_TWO)
    return has_place(state, rules, seat, one, two, switchable(state, rules, seat))


@rule
def may_switch(state, rules, seat, card, zone):
    """HOS-11.5, A63: each card once; as long as no hand card is placed, one must still find a place."""
    if state.touched[card] or not may_reserve(state, rules, seat, zone, card):
        return False
    return state.number > 0 or leaves_place(state, rules, seat, card, zone)


@rule
def leaves_place(state, rules, seat, card, zone):
    """Whether a hand card still finds a place when this one has been switched to a slot."""
    one, two = room_in(state, rules, seat, Zone.RESERVE_ONE), room_in(state, rules, seat, Zone.RESERVE_TWO)
    others = switchable(state, rules, seat)
    if rules.card_name[card] != Card.MASS_ARMIES:
        by = 1 if zone == Zone.RESERVE_TWO else -1
        one, two, others = one + by, two - by, others - max(0, by)
    return has_place(state, rules, seat, one, two, others)


@rule
def may_swap(state, rules, seat, one, two):
    """HOS-11.5, A21: a card of each slot for the other, where neither can move alone; neither slot over its limit."""
    if state.touched[one] or state.touched[two] or not has_label(rules, one):
        return False
    if rules.card_name[one] == Card.MASS_ARMIES or rules.card_name[two] == Card.MASS_ARMIES:
        return False
    return room_in(state, rules, seat, Zone.RESERVE_ONE) == 0 and room_in(state, rules, seat, Zone.RESERVE_TWO) == 0


@rule
def move_to_slot(state, rules, seat, card, zone):
    take(state, rules, seat, card)
    put(state, rules, seat, zone, card)
    state.touched[card] = 1
