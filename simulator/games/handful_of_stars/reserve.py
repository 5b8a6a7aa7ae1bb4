"""The Reserves (HOS-11.1): which cards a slot takes, and the cards that move between hand and slots."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.card import put, take
from starbalance.simulator.games.handful_of_stars.rules import Card
from starbalance.simulator.games.handful_of_stars.state import NONE, Zone


@rule
def reserve_limit(state, rules, seat):
    """HOS-11.3: Return the maximum number of cards per slot, with what the counters of the player add."""
    limit = rules.reserve_limit
    for kind in state.players[seat].counters:
        limit += rules.counter_reserve[kind] if kind != NONE else 0
    return limit


@rule
def reserved_in(state, rules, seat, zone):
    """HOS-11.4, HOS-17.15: Return how many cards of a slot count towards its limit: all but Mass Armies."""
    pile = state.players[seat].piles[zone]
    number = pile.count
    for k in range(pile.count):
        if rules.card_name[pile.card[k]] == Card.MASS_ARMIES:
            number -= 1
    return number


@rule
def has_label(rules, card):
    """HOS-11.2: Return whether a card is labelled Reserve."""
    name = rules.card_name[card]
    return name != NONE and rules.reserve[name] == 1


@rule
def may_reserve(state, rules, seat, zone, card):
    """HOS-11.2, HOS-11.3, HOS-11.4, A21: Return whether a slot takes this card: it has room and the label allows it."""
    if zone == Zone.RESERVE_TWO and not has_label(rules, card):
        return False
    if rules.card_name[card] == Card.MASS_ARMIES:
        return True
    return room_in(state, rules, seat, zone) > 0


@rule
def room_in(state, rules, seat, zone):
    """HOS-11.3, HOS-11.4: Return how many more cards a slot takes.

    The number is negative if the slot is over its limit (A21).
    """
    return reserve_limit(state, rules, seat) - reserved_in(state, rules, seat, zone)


@rule
def fits(rules, card, one, two):
    """HOS-11.2, HOS-11.3, HOS-11.4: Return whether a card fits, if the slots take `one` and `two` more cards."""
    return rules.card_name[card] == Card.MASS_ARMIES or one > 0 or (two > 0 and has_label(rules, card))


@rule
def has_room_for_card(state, rules, seat, one, two, to_two):
    """HOS-11.5, A63: Return whether some hand card fits into a slot, if need be after switches.

    The slots take `one` and `two` more cards. `to_two` cards could move from Reserve One to Reserve Two.
    """
    hand = state.players[seat].piles[Zone.HAND]
    for k in range(hand.count):
        if fits(rules, hand.card[k], one, two):
            return True
    return hand.count > 0 and 1 - one <= min(two, to_two)


@rule
def switchable(state, rules, seat):
    """HOS-11.5: Return how many cards of Reserve One could move to Reserve Two and make room."""
    pile = state.players[seat].piles[Zone.RESERVE_ONE]
    number = 0
    for k in range(pile.count):
        if state.touched[pile.card[k]] == 0 and has_label(rules, pile.card[k]):
            number += 1 if rules.card_name[pile.card[k]] != Card.MASS_ARMIES else 0
    return number


@rule
def can_reserve(state, rules, seat):
    """HOS-11.1, HOS-11.5, A63: Return whether some slot takes a hand card, if need be after switches."""
    one, two = room_in(state, rules, seat, Zone.RESERVE_ONE), room_in(state, rules, seat, Zone.RESERVE_TWO)
    return has_room_for_card(state, rules, seat, one, two, switchable(state, rules, seat))


@rule
def may_switch(state, rules, seat, card, zone):
    """HOS-11.5, A63: Return whether a card may switch to a slot.

    Each card switches once per action. Until a hand card is placed, the switch must leave room for one.
    """
    if state.touched[card] or not may_reserve(state, rules, seat, zone, card):
        return False
    return state.number > 0 or leaves_room(state, rules, seat, card, zone)


@rule
def leaves_room(state, rules, seat, card, zone):
    """Return whether some hand card still fits after this card has switched to a slot."""
    one, two = room_in(state, rules, seat, Zone.RESERVE_ONE), room_in(state, rules, seat, Zone.RESERVE_TWO)
    others = switchable(state, rules, seat)
    if rules.card_name[card] != Card.MASS_ARMIES:
        by = 1 if zone == Zone.RESERVE_TWO else -1
        one, two, others = one + by, two - by, others - max(0, by)
    return has_room_for_card(state, rules, seat, one, two, others)


@rule
def may_swap(state, rules, seat, one, two):
    """HOS-11.5, A21: Return whether a card of each slot may be swapped for the other.

    Both slots must be exactly full, so that neither card can move by itself.
    """
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
