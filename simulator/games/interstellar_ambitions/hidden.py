"""What a seat cannot see, and another world that it cannot tell from this one.

Public: resources, planets, levels, markers, technologies, fleets, damage, tokens, medals, claims, what lies face up,
all discards, the sizes of hands and decks. Hidden from all: the order of decks and stacks below the card face up.
Hidden from others: a hand, as far as no card of it was theirs before, cards dealt or looked at before they are
discarded, a combat order until it is revealed (damaged ships lie face up), notes.
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
from starbalance.simulator.games.interstellar_ambitions.state import HIDDEN, SIG, After, Phase
from starbalance.simulator.games.interstellar_ambitions.word import Row


@rule
def _looks_in_secret(state, seat):
    """Whether another player has cards before them that this seat does not see."""
    return state.active != seat and state.row == Row.SHADOW and state.looked_at > 0


@rule
def _gather(state, rules, seat, unseen):
    """The shadow cards that the seat cannot place: in the deck, with other players, in no order that tells anything."""
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
                if state.dealt[other, k] != NONE and state.phase == Phase.KEEPING:
                    unseen[n] = state.dealt[other, k]
                    n += 1
    if _looks_in_secret(state, seat):
        for k in range(state.looked_at):
            unseen[n] = state.looked[k]
            n += 1
    return n


@rule
def _spread(state, rules, seat, unseen):
    """Deals unseen cards to where unseen cards lay."""
    n = 0
    for k in range(state.shadow_left):
        state.shadow_deck[k] = unseen[n]
        n += 1
    for other in range(rules.seats):
        if other != seat:
            n = _spread_hand(state, rules, seat, other, unseen, n)
            for k in range(rules.start_cards_dealt):
                if state.dealt[other, k] != NONE and state.phase == Phase.KEEPING:
                    state.dealt[other, k] = unseen[n]
                    n += 1
    if _looks_in_secret(state, seat):
        for k in range(state.looked_at):
            state.looked[k] = unseen[n]
            n += 1


@rule
def _spread_hand(state, rules, seat, other, unseen, n):
    """A hand of the cards the seat knows of, and of unseen ones."""
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
    """Blanks what no longer lies in a deck or before a player, and what others know of each other."""
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
    """Decks and stacks keep their cards in another order; a stack in a known order keeps it (A03)."""
    shuffle(state, HIDDEN, state.technology_deck[: state.technologies_left])
    shuffle_kinds(state, HIDDEN, state.merc_deck[: state.mercs_left])
    shuffle_kinds(state, HIDDEN, state.emergency_deck[: state.emergencies_left])
    shuffle_kinds(state, HIDDEN, state.event_deck[: state.events_left])
    for resource in range(RESOURCES):
        if rules.planet_stacks == PlanetStacks.SHUFFLED or state.recycled[resource]:
            shuffle(state, HIDDEN, state.stack[resource, : state.stacked[resource]])


@rule
def _is_seen(state, side, place):
    """IAM-21.8: whether a ship lies face up while the orders are arranged."""
    battle = state.battle
    seat = battle.attacker if side == 0 else battle.defender
    return battle.face_up == 1 and state.players[seat].damage[place] > 0


@rule
def _redeal_order(state, side):
    """Undamaged ships of a side that is being arranged, or lies face down, change places."""
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
def redeal(state, rules, seat, luck):
    """Replaces all that the seat cannot see by a fresh draw; depends on what it knows and on luck alone."""
    begin_redeal(state, luck)
    _redeal_cards(state, rules, seat)
    _redeal_decks(state, rules)
    if state.phase == Phase.ORDER:
        if state.battle.attacker != seat:
            _redeal_order(state, 0)
        if state.battle.defender != seat:
            _redeal_order(state, 1)
    _clear_traces(state, rules, seat)
    end_redeal(state, rules, seat)
