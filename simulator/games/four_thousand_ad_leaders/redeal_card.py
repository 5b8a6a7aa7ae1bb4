"""The resampling of cards that a seat cannot see, among the places where they may be."""

import numpy as np

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.leader import open_cards
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, OBJECTIVES
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER, HIDDEN
from starbalance.simulator.games.star_field.field import NONE

_PLACES = 2 * FLEETS  # fleets in warp, then landed fleets


@rule
def _leader_at(state, other, place):
    """Return the leader under a fleet of a seat, or NONE. Fleets in warp come first, then landed fleets."""
    if place < FLEETS:
        return state.players[other].fleets[place].leader
    if other != state.active or state.landed[place - FLEETS].star == NONE:
        return NONE
    return state.landed[place - FLEETS].leader


@rule
def _barred_at(state, other, place):
    if place < FLEETS:
        return state.players[other].fleets[place].barred
    return state.landed[place - FLEETS].barred


@rule
def _put_leader(state, other, place, card):
    if place < FLEETS:
        state.players[other].fleets[place].leader = card
    else:
        state.landed[place - FLEETS].leader = card


@rule
def _leading(state, other):
    """Return the leaders of a seat that lie open in the present round of combat, as bits."""
    if state.combat_round == 0:
        return 0
    if other == state.active:
        return state.leaders[ATTACKER]
    return state.leaders[DEFENDER] if other == state.defender else 0


@rule
def _unseen_places(state, other, places):
    """List the places of face-down leaders of a seat in `places`, and return their number."""
    n = 0
    for place in range(_PLACES):
        if _leader_at(state, other, place) != NONE:
            places[n] = place
            n += 1
    return n


@rule
def _place_of(state, other, places, n, card):
    """Return the place among the first `n` where a leader card of a seat lies face down, or NONE."""
    for k in range(n):
        if _leader_at(state, other, places[k]) == card:
            return places[k]
    return NONE


@rule
def _fits(state, other, cards, taken, place, k, left):
    """Return whether card number `k` may lie at a place.

    The other cards that were seen must still fit into the `left` places that remain.
    """
    if (taken >> cards[k]) & 1 or (_barred_at(state, other, place) >> cards[k]) & 1:
        return False
    seen, waiting = state.players[other].seen, 0
    for card in cards:
        if (seen >> card) & 1 and (taken >> card) & 1 == 0 and card != cards[k]:
            waiting += 1
    return waiting <= left


@rule
def _deal_under_fleets(state, other, cards, places, n, hand):
    """Give each place the first possible card, with backtracking, and return the cards used, as bits."""
    chosen = np.full(_PLACES, NONE)
    at, taken = 0, 0
    while at < n:
        k = chosen[at] + 1
        while k < cards.shape[0] and not _fits(state, other, cards, taken, places[at], k, n - at - 1 + hand):
            k += 1
        if k < cards.shape[0]:
            chosen[at] = k
            taken |= 1 << cards[k]
            at += 1
        else:
            chosen[at] = NONE
            at -= 1
            taken &= ~(1 << cards[chosen[at]])
    for at in range(n):
        _put_leader(state, other, places[at], cards[chosen[at]])
    return taken


@rule
def _deal_hand(state, other, cards, taken, size):
    """Deal a hand of `size` cards: first the seen cards that are left, then others. Set the rest aside."""
    player = state.players[other]
    player.hand = 0
    for card in cards:
        if (player.seen >> card) & 1 and (taken >> card) & 1 == 0:
            player.hand |= 1 << card
    missing = size - members(player.hand)
    player.aside = 0
    for card in cards:
        if ((taken | player.hand) >> card) & 1 == 0:
            if missing > 0:
                player.hand |= 1 << card
                missing -= 1
            else:
                player.aside |= 1 << card


@rule
def redeal_leaders(state, rules, other):
    """FAL-3.1, FAL-10.5: Resample the hand, the leaders under fleets and the cards set aside of another seat.

    The result agrees with all public information about the seat.
    """
    player, places = state.players[other], np.empty(_PLACES, np.int64)
    shown = open_cards(state, other) | _leading(state, other)
    cards, size = np.empty(rules.leaders, np.int64), 0
    for card in range(rules.leaders):
        if (shown >> card) & 1 == 0:
            cards[size] = card
            size += 1
    cards = cards[:size]
    shuffle(state, HIDDEN, cards)
    hand = members(player.hand)
    n = _unseen_places(state, other, places)
    last = _place_of(state, other, places, n, player.last_played)
    taken = _deal_under_fleets(state, other, cards, places, n, hand)
    if last != NONE:
        player.last_played = _leader_at(state, other, last)
    _deal_hand(state, other, cards, taken, hand)
    player.drawn = ((1 << rules.leaders) - 1) & ~player.aside


@rule
def _objective_at(state, seats, place):
    """Return the objective at a place, or NONE. The hands come first, then the deck from its top."""
    if place < seats:
        return state.players[place].objective
    k = place - seats
    return state.deck[(state.deck_top + k) % OBJECTIVES] if k < state.deck_count else NONE


@rule
def _put_objective(state, seats, place, card, known):
    if place < seats:
        state.players[place].objective = card
    else:
        state.deck[(state.deck_top + place - seats) % OBJECTIVES] = card
    state.known[card] = known


@rule
def redeal_objectives(state, rules, seat):
    """FAL-4.1, FAL-22.16: Resample the hand objectives of other seats and the deck.

    Cards that the seat itself has sent to the bottom stay. A seat that knows the card at a place still knows it.
    """
    places, known = np.empty(OBJECTIVES, np.int64), np.empty(OBJECTIVES, np.int64)
    cards, n = np.empty(OBJECTIVES, np.int64), 0
    for place in range(rules.seats + state.deck_count):
        card = _objective_at(state, rules.seats, place)
        if place != seat and card != NONE and (state.known[card] >> seat) & 1 == 0:
            places[n], known[n], cards[n] = place, state.known[card], card
            n += 1
    dealt = cards[:n]
    shuffle(state, HIDDEN, dealt)
    for k in range(n):
        _put_objective(state, rules.seats, places[k], dealt[k], known[k])
