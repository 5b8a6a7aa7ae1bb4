"""What a seat cannot see, and another world that it cannot tell from this one.

Public: the map and all pieces, Reserves, Development counters and their display, the Technology display, the pool,
discard piles, the sizes of hands and decks, victory points, the Shuffle marker, races. Hidden from all: the order of
the decks, the stacks of counters (drawn when they are needed), aliens that nobody has turned up. Hidden from others: a
hand, as far as it cannot be told from the draw deck, Technology cards that only their owner has seen, scouted aliens, a
home world or colony chosen but not revealed. Records for the outcome that would tell of these read as blank.
"""

import numpy as np

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.handful_of_stars.rules import (
    ALIEN_KINDS,
    CARDS,
    FIRST_TECHNOLOGY,
    PEEK,
    PILE,
    TECHNOLOGY_CARDS,
    Card,
    WormholeDealt,
)
from starbalance.simulator.games.handful_of_stars.state import HIDDEN, NONE, SIG, Phase, Zone
from starbalance.simulator.games.handful_of_stars.system import is_habitable


@rule
def has_seen(state, seat, card):
    """Whether a seat knows which Technology card this is; every other card of a player is known to be theirs."""
    return card < FIRST_TECHNOLOGY or (state.seen_card[card] >> seat) & 1 == 1


@rule
def _gather(state, rules, seat, unseen):
    """The Technology cards that the seat has not seen, out of the deck and of the others' hands and draw decks."""
    n = 0
    for k in range(state.technologies_left):
        n = _note(state, seat, state.technologies[k], unseen, n)
    for other in range(rules.seats):
        if other != seat:
            for zone in range(Zone.HAND + 1):
                pile = state.players[other].piles[zone]
                for k in range(pile.count):
                    n = _note(state, seat, pile.card[k], unseen, n)
    if state.phase == Phase.KEEPING and state.actor != seat:
        for k in range(state.peeked):
            n = _note(state, seat, state.peek[k], unseen, n)
    return n


@rule
def _note(state, seat, card, unseen, n):
    if not has_seen(state, seat, card):
        unseen[n] = card
        return n + 1
    return n


@rule
def _spread(state, rules, seat, unseen):
    """Puts unseen cards where unseen cards lay."""
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
    if state.phase == Phase.KEEPING and state.actor != seat:
        for k in range(state.peeked):
            if not has_seen(state, seat, state.peek[k]):
                state.peek[k] = unseen[n]
                n += 1


@rule
def _leave_wormhole_in_deck(state, rules, seat, unseen, n):
    """HOS-10.6, HOS-17.34: no player has Wormhole Technology; the cards for the deck come first."""
    in_deck = 0
    for k in range(state.technologies_left):
        in_deck += 0 if has_seen(state, seat, state.technologies[k]) else 1
    for k in range(in_deck, n):
        if rules.card_name[unseen[k]] == Card.WORMHOLE_TECHNOLOGY:
            place = below(state, HIDDEN, in_deck)
            unseen[k], unseen[place] = unseen[place], unseen[k]


@rule
def _redeal_technologies(state, rules, seat):
    """Unseen cards change places; then each lies where only its new holder has seen it."""
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
    """A hand and a draw deck are one set to the others."""
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
    """Counters that the seat has not seen, on the map and never placed, change places."""
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
    """HOS-2.11, HOS-2.12: what the others have chosen in secret."""
    for other in range(rules.seats):
        if other != seat:
            player = state.players[other]
            if state.phase == Phase.HOME:
                player.home = _another_site(state, rules, other, NONE) if player.home != NONE else NONE
            elif player.colony != NONE:
                player.colony = _another_site(state, rules, other, player.home)


@rule
def _another_site(state, rules, other, home):
    """A tile drawn from those a seat may choose."""
    number, found = 0, NONE
    for space in range(rules.spaces):
        tile = state.tile[space]
        if state.owner[space] == other and is_habitable(state, rules, space) and tile != home:
            number += 1
            if below(state, HIDDEN, number) == 0:
                found = tile
    return found


@rule
def _clear_traces(state, rules, seat):
    """Blanks what no longer lies in a hand or deck, and records of the others that tell of cards unseen."""
    for k in range(state.technologies_left, TECHNOLOGY_CARDS):
        state.technologies[k] = 0
    for k in range(state.peeked if state.phase == Phase.KEEPING else 0, PEEK):
        state.peek[k] = 0
    for other in range(rules.seats):
        for zone in range(Zone.HAND + 1):
            pile = state.players[other].piles[zone]
            for k in range(pile.count, PILE):
                pile.card[k] = 0
        if other != seat:
            state.players[other].dealt[:] = NONE
            state.players[other].drafted = 0


@kernel(SIG["redeal"])
def redeal(state, rules, seat, luck):
    """Replaces all that the seat cannot see by a fresh draw; depends on what it knows and on luck alone."""
    begin_redeal(state, luck)
    if state.phase == Phase.HOME or state.phase == Phase.COLONY:
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
