"""The hands of shadow cards, and what other players know about them (IAM-8.5)."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.agenda import ask
from starbalance.simulator.games.interstellar_ambitions.deck import discard_shadow_card, draw_shadow_card
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import Decision


@rule
def take_card(state, seat, kind):
    state.players[seat].hand[kind] += 1
    state.players[seat].cards += 1


@rule
def give_card(state, rules, seat, kind):
    """Take a card out of a hand openly. The caller puts it somewhere."""
    player = state.players[seat]
    player.hand[kind] -= 1
    player.cards -= 1
    for other in range(rules.seats):
        player.shown[other, kind] = max(0, player.shown[other, kind] - 1)


@rule
def drop_card(state, rules, seat, kind):
    """Discard a card from a hand."""
    give_card(state, rules, seat, kind)
    discard_shadow_card(state, kind)


@rule
def steal_card(state, rules, thief, victim, kind):
    """Move a card to another hand in secret. The victim knows that the thief holds it. The other players know less
    about the victim's hand.
    """
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
    """Draw `number` shadow cards into a hand, or fewer if deck and discards run out."""
    for _ in range(number):
        kind = draw_shadow_card(state)
        if kind != NONE:
            take_card(state, seat, kind)


@rule
def drop_excess(state, rules, seat, after):
    """IAM-8.5: Ask for discards if a hand is over the limit (D38). Return whether a decision is pending."""
    if state.players[seat].cards <= rules.hand_limit:
        return False
    state.after = after
    ask(state, Decision.DROPPING, seat)
    return True
