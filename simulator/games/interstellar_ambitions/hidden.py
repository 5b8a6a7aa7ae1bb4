"""The hidden information of a seat, and how a determinization resamples it.

Public: resources, planets, levels, markers, technologies, fleets, damage, tokens, medals, claims, face-up cards, all
discards, the sizes of hands and decks.

Hidden from all seats: the order of decks and stacks below the face-up card.

Hidden from other seats:

- a hand, except cards that the other seat knows to be in it
- cards dealt or looked at, until they are discarded
- a combat order until it is revealed, except damaged ships, which lie face up
- the notes of a strategy
"""

import numpy as np

from starbalance.simulator.engine.chance import below, shuffle
from starbalance.simulator.engine.contract import begin_redeal, end_redeal
from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.games.interstellar_ambitions.deck import shuffle_kinds
from starbalance.simulator.games.interstellar_ambitions.rules import (
    LOOKED,
    NONE,
    RESOURCES,
    SHADOW_CARDS,
    SHIP_SLOTS,
    PlanetStacks,
)
from starbalance.simulator.games.interstellar_ambitions.state import HIDDEN, SIG, After, Decision
from starbalance.simulator.games.interstellar_ambitions.word import Row


@rule
def _looks_in_secret(state, seat):
    """Return whether another player is looking at cards that this seat cannot see."""
    return state.active != seat and state.row == Row.SHADOW and state.looked_at > 0


@rule
def _gather(state, rules, seat, unseen):
    """Fill in `unseen` with the shadow cards that the seat cannot locate: in the deck, in hands, dealt or looked at.
    Return their number.
    """
    n = 0
    for k in range(state.shadow_left):
        unseen[n] = state.shadow_deck[k]
        n += 1
    for other in range(rules.seats):
        if other != seat:
            player = state.players[other]
            for kind in range(rules.shadow_kinds):
                for _ in range(player.hand[kind] - player.shown[seat, kind]):
                    unseen[n] = kind
                    n += 1
            for k in range(rules.start_cards_dealt):
                if state.dealt[other, k] != NONE and state.decision == Decision.KEEPING:
                    unseen[n] = state.dealt[other, k]
                    n += 1
    if _looks_in_secret(state, seat):
        for k in range(state.looked_at):
            unseen[n] = state.looked[k]
            n += 1
    return n


@rule
def _spread(state, rules, seat, unseen):
    """Put the unseen cards back into the places from which unseen cards came."""
    n = 0
    for k in range(state.shadow_left):
        state.shadow_deck[k] = unseen[n]
        n += 1
    for other in range(rules.seats):
        if other != seat:
            n = _spread_hand(state, rules, seat, other, unseen, n)
            for k in range(rules.start_cards_dealt):
                if state.dealt[other, k] != NONE and state.decision == Decision.KEEPING:
                    state.dealt[other, k] = unseen[n]
                    n += 1
    if _looks_in_secret(state, seat):
        for k in range(state.looked_at):
            state.looked[k] = unseen[n]
            n += 1


@rule
def _spread_hand(state, rules, seat, other, unseen, n):
    """Fill a hand with the cards that the seat knows and with unseen ones. Return the index of the next unseen card."""
    player = state.players[other]
    known = 0
    for kind in range(rules.shadow_kinds):
        player.hand[kind] = player.shown[seat, kind]
        known += player.shown[seat, kind]
    for _ in range(player.cards - known):
        player.hand[unseen[n]] += 1
        n += 1
    return n


@rule
def _redeal_cards(state, rules, seat):
    unseen = np.zeros(SHADOW_CARDS, np.int64)
    n = _gather(state, rules, seat, unseen)
    shuffle_kinds(state, HIDDEN, unseen[:n])
    _spread(state, rules, seat, unseen)
    if state.active != seat and state.after == After.BOUGHT and _looks_in_secret(state, seat):
        state.wanted = state.looked[0]


@rule
def _clear_traces(state, rules, seat):
    """Clear what no longer lies in a deck or in front of a player, and what other seats know about each other."""
    for k in range(state.shadow_left, SHADOW_CARDS):
        state.shadow_deck[k] = 0
    for k in range(state.looked_at, LOOKED):
        state.looked[k] = 0
    for other in range(rules.seats):
        for watcher in range(rules.seats):
            if other != seat and watcher != seat:
                for kind in range(rules.shadow_kinds):
                    state.players[other].shown[watcher, kind] = 0


@rule
def _redeal_decks(state, rules):
    """Shuffle the decks and stacks. A stack in a known order keeps it (A03)."""
    shuffle(state, HIDDEN, state.technology_deck[: state.technologies_left])
    shuffle_kinds(state, HIDDEN, state.merc_deck[: state.mercs_left])
    shuffle_kinds(state, HIDDEN, state.emergency_deck[: state.emergencies_left])
    shuffle_kinds(state, HIDDEN, state.event_deck[: state.events_left])
    for resource in range(RESOURCES):
        if rules.planet_stacks == PlanetStacks.SHUFFLED or state.recycled[resource]:
            shuffle(state, HIDDEN, state.stack[resource, : state.stacked[resource]])


@rule
def _is_seen(state, side, place):
    """IAM-21.8: Return whether a ship lies face up while the orders are arranged."""
    battle = state.battle
    seat = battle.attacker if side == 0 else battle.defender
    return battle.face_up == 1 and state.players[seat].damage[place] > 0


@rule
def _redeal_order(state, side):
    """Resample which undamaged ships fill the hidden places in the combat order of a side."""
    battle = state.battle
    free = np.zeros(SHIP_SLOTS, np.int64)
    n = 0
    for k in range(battle.fighters[side]):
        if not _is_seen(state, side, battle.fights[side, k]):
            free[n] = battle.fights[side, k]
            n += 1
    for k in range(battle.placed[side]):
        if not _is_seen(state, side, battle.order[side, k]):
            pick = below(state, HIDDEN, n)
            battle.order[side, k] = free[pick]
            n -= 1
            free[pick] = free[n]


@kernel(SIG["redeal"])
def redeal(state, rules, seat, randomness):
    """Resample what the seat cannot see. The result depends only on what the seat knows and on `randomness`."""
    begin_redeal(state, randomness)
    _redeal_cards(state, rules, seat)
    _redeal_decks(state, rules)
    if state.decision == Decision.ORDER:
        if state.battle.attacker != seat:
            _redeal_order(state, 0)
        if state.battle.defender != seat:
            _redeal_order(state, 1)
    _clear_traces(state, rules, seat)
    end_redeal(state, rules, seat)
