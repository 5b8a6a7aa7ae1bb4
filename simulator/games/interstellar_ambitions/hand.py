"""Hands of shadow cards, and what other players know of them (IAM-8.5)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.deck import discard_shadow_card, draw_shadow_card
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import Phase


@rule
def take_card(state, seat, kind):
    state.players[seat].hand[kind] += 1
    state.players[seat].cards += 1


@rule
def give_card(state, rules, seat, kind):
    """A card leaves the hand in the open; the caller says where to."""
    player = state.players[seat]
    player.hand[kind] -= 1
    player.cards -= 1
    for other in range(rules.seats):
        player.shown[other, kind] = max(0, player.shown[other, kind] - 1)


@rule
def drop_card(state, rules, seat, kind):
    """A card of the hand goes to the discards."""
    give_card(state, rules, seat, kind)
    discard_shadow_card(state, kind)


@rule
def steal_card(state, rules, thief, victim, kind):
    """A card changes hands in secret: the victim knows what the thief now holds, others know less of the victim's."""
    loser = state.players[victim]
    loser.hand[kind] -= 1
    loser.cards -= 1
    for other in range(rules.seats):
        if other == thief:
            loser.shown[other, kind] = max(0, loser.shown[other, kind] - 1)
        elif other != victim:
            for any_kind in range(rules.shadow_kinds):
                loser.shown[other, any_kind] = max(0, loser.shown[other, any_kind] - 1)
    take_card(state, thief, kind)
    state.players[thief].shown[victim, kind] += 1


@rule
def draw_cards(state, seat, number):
    """Shadow cards from the deck into a hand, as far as there are any."""
    for _ in range(number):
        kind = draw_shadow_card(state)
        if kind != NONE:
            take_card(state, seat, kind)


@rule
def drop_excess(state, rules, seat, after):
    """IAM-8.5: asks which cards go while the hand is over the limit (D38); false if it is not."""
    if state.players[seat].cards <= rules.hand_limit:
        return False
    state.after = after
    ask(state, Phase.DROPPING, seat)
    return True
