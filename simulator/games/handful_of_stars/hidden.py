"""The hidden information of a seat, and determinizations that resample it.

Public:
- the map and all pieces, the Reserves, the Technology display and the System cards of the pool
- Development counters and their display, victory points, races and the Shuffle marker
- discard piles, and the sizes of hands and decks

Hidden from all players:
- the order of the decks, and the stacks of counters, which are drawn when needed
- aliens that were never turned up

Hidden from other players:
- a hand, as far as its cards could also lie in the draw deck
- Technology cards that only their owner has seen, and scouted aliens
- a home world or colony that is chosen but not revealed

Records for the outcome that would reveal these facts are blanked.
"""

import numpy as np

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.rules import (
    ALIEN_KINDS,
    CARDS,
    FIRST_TECHNOLOGY,
    MOST_LOOKED,
    PILE,
    TECHNOLOGY_CARDS,
    Card,
    WormholeDealt,
)
from starbalance.simulator.games.handful_of_stars.state import HIDDEN, NONE, SIG, Decision, Zone
from starbalance.simulator.games.handful_of_stars.system import is_habitable


@rule
def has_seen(state, seat, card):
    """Return whether a seat knows the identity of a card.

    Only Technology cards can be unknown, because every other card of a player is known to be theirs.
    """
    return card < FIRST_TECHNOLOGY or (state.seen_card[card] >> seat) & 1 == 1


@rule
def _gather(state, rules, seat, unseen):
    """Fill `unseen` with the Technology cards that the seat has not seen and return their number.

    They lie in the deck and in hands and draw decks of other players, or are looked at by another player.
    """
    n = 0
    for k in range(state.technologies_left):
        n = _note(state, seat, state.technologies[k], unseen, n)
    for other in range(rules.seats):
        if other != seat:
            for zone in range(Zone.HAND + 1):
                pile = state.players[other].piles[zone]
                for k in range(pile.count):
                    n = _note(state, seat, pile.card[k], unseen, n)
    if state.decision == Decision.KEEPING and state.actor != seat:
        for k in range(state.looked_at):
            n = _note(state, seat, state.looked[k], unseen, n)
    return n


@rule
def _note(state, seat, card, unseen, n):
    if not has_seen(state, seat, card):
        unseen[n] = card
        return n + 1
    return n


@rule
def _spread(state, rules, seat, unseen):
    """Write the cards of `unseen`, in order, to the places from which `_gather` collected them."""
    n = 0
    for k in range(state.technologies_left):
        if not has_seen(state, seat, state.technologies[k]):
            state.technologies[k] = unseen[n]
            n += 1
    for other in range(rules.seats):
        if other != seat:
            for zone in range(Zone.HAND + 1):
                pile = state.players[other].piles[zone]
                for k in range(pile.count):
                    if not has_seen(state, seat, pile.card[k]):
                        pile.card[k] = unseen[n]
                        n += 1
    if state.decision == Decision.KEEPING and state.actor != seat:
        for k in range(state.looked_at):
            if not has_seen(state, seat, state.looked[k]):
                state.looked[k] = unseen[n]
                n += 1


@rule
def _leave_wormhole_in_deck(state, rules, seat, unseen, n):
    """HOS-10.6, HOS-17.34: Swap the Wormhole card with a random one that goes into the deck, if a player would get it.

    The first of the `n` cards in `unseen` go into the deck.
    """
    in_deck = 0
    for k in range(state.technologies_left):
        in_deck += 0 if has_seen(state, seat, state.technologies[k]) else 1
    for k in range(in_deck, n):
        if rules.card_name[unseen[k]] == Card.WORMHOLE_TECHNOLOGY:
            place = below(state, HIDDEN, in_deck)
            unseen[k], unseen[place] = unseen[place], unseen[k]


@rule
def _redeal_technologies(state, rules, seat):
    """Shuffle the unseen Technology cards, and mark each as seen by its new holder only."""
    unseen = np.empty(CARDS, np.int64)
    n = _gather(state, rules, seat, unseen)
    shuffle(state, HIDDEN, unseen[:n])
    if rules.wormhole_dealt == WormholeDealt.REPLACE:
        _leave_wormhole_in_deck(state, rules, seat, unseen, n)
    _spread(state, rules, seat, unseen)
    for k in range(n):
        state.seen_card[unseen[k]] = 0
    for other in range(rules.seats):
        for zone in range(Zone.HAND + 1):
            pile = state.players[other].piles[zone]
            for k in range(pile.count):
                if not has_seen(state, other, pile.card[k]):
                    state.seen_card[pile.card[k]] |= 1 << other


@rule
def _redeal_hand(state, other):
    """Shuffle the hand and the draw deck of the seat `other` together, since other players cannot distinguish them."""
    hand, deck = state.players[other].piles[Zone.HAND], state.players[other].piles[Zone.DRAW_DECK]
    cards = np.empty(2 * CARDS, np.int64)
    for k in range(hand.count):
        cards[k] = hand.card[k]
    for k in range(deck.count):
        cards[hand.count + k] = deck.card[k]
    shuffle(state, HIDDEN, cards[: hand.count + deck.count])
    for k in range(hand.count):
        hand.card[k] = cards[k]
    for k in range(deck.count):
        deck.card[k] = cards[hand.count + k]


@rule
def _redeal_aliens(state, rules, seat):
    """Resample the aliens that the seat has not seen, from those on the map and those never placed."""
    left = np.zeros(ALIEN_KINDS, np.int64)
    total = 0
    for kind in range(rules.alien_kinds):
        left[kind] = state.aliens_left[kind]
    for space in range(rules.spaces):
        if state.alien[space] != NONE and (state.alien_seen[space] >> seat) & 1 == 0:
            left[state.alien[space]] += 1
    for kind in range(rules.alien_kinds):
        total += left[kind]
    for space in range(rules.spaces):
        if state.alien[space] != NONE and (state.alien_seen[space] >> seat) & 1 == 0:
            pick = below(state, HIDDEN, total)
            for kind in range(rules.alien_kinds):
                if pick < left[kind]:
                    state.alien[space] = kind
                    left[kind] -= 1
                    break
                pick -= left[kind]
            total -= 1
    for kind in range(rules.alien_kinds):
        state.aliens_left[kind] = left[kind]


@rule
def _redeal_choices(state, rules, seat):
    """HOS-2.11, HOS-2.12: Resample the home worlds, or the first colonies, that the other seats chose in secret."""
    for other in range(rules.seats):
        if other != seat:
            player = state.players[other]
            if state.decision == Decision.HOME:
                player.home = _random_site(state, rules, other, NONE) if player.home != NONE else NONE
            elif player.colony != NONE:
                player.colony = _random_site(state, rules, other, player.home)


@rule
def _random_site(state, rules, other, home):
    """Return a random habitable tile that the seat `other` owns, except `home`, or `NONE` if there is no such tile."""
    number, chosen = 0, NONE
    for space in range(rules.spaces):
        tile = state.tile[space]
        if state.owner[space] == other and is_habitable(state, rules, space) and tile != home:
            number += 1
            if below(state, HIDDEN, number) == 0:
                chosen = tile
    return chosen


@rule
def _clear_traces(state, rules, seat):
    """Overwrite places beyond the ends of piles, and records of other seats that reveal unseen cards."""
    for k in range(state.technologies_left, TECHNOLOGY_CARDS):
        state.technologies[k] = 0
    for k in range(state.looked_at if state.decision == Decision.KEEPING else 0, MOST_LOOKED):
        state.looked[k] = 0
    for other in range(rules.seats):
        for zone in range(Zone.HAND + 1):
            pile = state.players[other].piles[zone]
            for k in range(pile.count, PILE):
                pile.card[k] = 0
        if other != seat:
            state.players[other].dealt[:] = NONE
            state.players[other].drafted = 0


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """Resample everything that the seat cannot see.

    The result depends only on what the seat knows and on the randomness passed in.
    """
    begin_redeal(state, randomness)
    if state.decision == Decision.HOME or state.decision == Decision.COLONY:
        _redeal_choices(state, rules, seat)
    _redeal_technologies(state, rules, seat)
    for other in range(rules.seats):
        if other != seat:
            _redeal_hand(state, other)
    own = state.players[seat].piles[Zone.DRAW_DECK]
    shuffle(state, HIDDEN, own.card[: own.count])
    _redeal_aliens(state, rules, seat)
    _clear_traces(state, rules, seat)
    end_redeal(state, rules, seat)
