"""Cards that a seat cannot see, dealt anew among the places where they may be."""

import numpy as np

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.leader import lying_open
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FLEETS, OBJECTIVES
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER, HIDDEN
from starbalance.simulator.games.star_field.field import NONE

_PLACES = 2 * FLEETS  # fleets in warp, then those that have landed


@rule
def _leader_at(state, other, place):
    """The leader under a fleet of a seat, NONE if there is none: in warp, then landed."""
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
    """The leaders of a seat that lie open in the present round of combat, as bits."""
    if state.combat_round == 0:
        return 0
    if other == state.active:
        return state.leaders[ATTACKER]
    return state.leaders[DEFENDER] if other == state.defender else 0


@rule
def _unseen_places(state, other, places):
    """Lists where leaders of a seat lie face down; returns how many."""
    n = 0
    for place in range(_PLACES):
        if _leader_at(state, other, place) != NONE:
            places[n] = place
            n += 1
    return n


@rule
def _place_of(state, other, places, n, card):
    """The place where a leader of a seat lies face down, NONE if it lies at none."""
    for k in range(n):
        if _leader_at(state, other, places[k]) == card:
            return places[k]
    return NONE


@rule
def _fits(state, other, cards, taken, place, k, left):
    """Whether the k-th card may lie at a place, and the cards seen before still have enough places (`left`) then."""
    if (taken >> cards[k]) & 1 or (_barred_at(state, other, place) >> cards[k]) & 1:
        return False
    seen, waiting = state.players[other].seen, 0
    for card in cards:
        if (seen >> card) & 1 and (taken >> card) & 1 == 0 and card != cards[k]:
            waiting += 1
    return waiting <= left


@rule
def _deal_under_fleets(state, other, cards, places, n, hand):
    """Gives each place the first card that may lie there, going back where none can; returns the cards taken."""
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
    """The cards seen before that are left, then others; what remains is set aside."""
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
    """FAL-3.1, FAL-10.5: hand, leaders under fleets and what was set aside, by what everybody knows of a seat."""
    player, places = state.players[other], np.empty(_PLACES, np.int64)
    shown = lying_open(state, other) | _leading(state, other)
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
    """The objective of a hand, then of the deck from its top, NONE where there is none."""
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
    """FAL-4.1, FAL-22.16: hands of others and the deck, but for what the seat has sent to its bottom.

    Who knows the card of a place knows it still.
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
