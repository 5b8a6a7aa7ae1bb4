"""The leader cards: in the hand, under fleets, discarded, used, lost in hyperspace, drawn again."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.rules import (
    FIRST_USE,
    Effect,
    LeaderDeck,
    RedrawKeeps,
    RedrawTrigger,
)
from starbalance.simulator.games.star_field.field import NONE


@rule
def effect_of(rules, card):
    """FAL-3.2: Return the ability of a card; in a plain deck always NONE."""
    return Effect.NONE if rules.leader_deck == LeaderDeck.PLAIN else rules.effect[card]


@rule
def is_use(rules, card):
    """FAL-3.4: Return whether the ability of a card is a Use ability."""
    return effect_of(rules, card) >= FIRST_USE


@rule
def is_text(rules, card):
    """FAL-3.2: Return whether the ability of a card is a text, which works in the round that the card leads."""
    effect = effect_of(rules, card)
    return effect > Effect.NONE and effect < FIRST_USE


@rule
def may_lead(rules, card):
    """FAL-3.5, A-10: Return whether a card may lead."""
    return rules.use_cards_lead == 1 or not is_use(rules, card)


@rule
def possible_leaders(state, rules, seat):
    """FAL-10.5, FAL-14.1: Return the cards of a hand that may go with a fleet or lead a defence, as bits."""
    hand, cards = state.players[seat].hand, 0
    for card in range(rules.leaders):
        if (hand >> card) & 1 and may_lead(rules, card):
            cards |= 1 << card
    return cards


@rule
def rule_out_leaders(state, seat, cards):
    """Record for all fleets of a seat that the open cards `cards` (bits) are publicly not their leaders."""
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0:
            fleet.barred |= cards
    if seat == state.active:
        for fleet in state.landed:
            if fleet.star != NONE:
                fleet.barred |= cards


@rule
def mark_open(state, seat, card):
    """Record that all players have seen a card."""
    state.players[seat].seen |= 1 << card
    rule_out_leaders(state, seat, 1 << card)


@rule
def open_cards(state, seat):
    """Return the cards of a seat that lie open, as bits."""
    player = state.players[seat]
    return player.pile | player.used | player.removed


@rule
def take_along(state, rules, seat, card):
    """FAL-10.5: Remove a card from the hand, face down. NONE means no card.

    Outside a round of combat, redraw the hand if due.
    """
    if card == NONE:
        return
    player = state.players[seat]
    player.hand &= ~(1 << card)
    player.last_played = card
    if state.combat_round == 0:
        draw_again(state, rules, seat)


@rule
def return_to_hand(state, seat, card):
    """FAL-11.6: Put a leader back into the hand, unrevealed. Do nothing for NONE."""
    if card == NONE:
        return
    player = state.players[seat]
    player.hand |= 1 << card
    if player.last_played == card:
        player.last_played = NONE


@rule
def discard(state, seat, card):
    """FAL-17.4: Put a card face up on the discard pile."""
    player = state.players[seat]
    player.pile |= 1 << card
    player.last_discard = card
    mark_open(state, seat, card)


@rule
def remove(state, seat, card):
    """FAL-9.3: Remove a leader lost in hyperspace from the game, and give its owner a Lost in Hyperspace card."""
    player = state.players[seat]
    player.removed |= 1 << card
    player.recovered |= 1 << card
    mark_open(state, seat, card)


@rule
def _exception(rules, player):
    """FAL-3.3, A-28: Return the card that stays out of a redraw if it lies on the pile, or NONE."""
    if rules.redraw_keeps == RedrawKeeps.LAST_DISCARDED:
        return player.last_discard
    return player.last_played


@rule
def draw_again(state, rules, seat):
    """FAL-3.3, A-09, A-28: Put the pile except one card back into an empty hand (not with `on_discard`)."""
    player = state.players[seat]
    if player.hand or player.pile == 0 or rules.redraw_trigger == RedrawTrigger.ON_DISCARD:
        return
    _take_pile(state, rules, player)


@rule
def _take_pile(state, rules, player):
    """Put the pile of a player back into the hand, except the card that stays. Do nothing without other cards."""
    stays = _exception(rules, player)
    kept = player.pile & (1 << stays) if stays != NONE else 0
    if kept == player.pile:
        return
    player.hand = player.pile & ~kept
    player.pile = kept
    player.last_discard = stays if kept else NONE
    player.redraws += 1


@rule
def draw_after_round(state, rules, seat, led_last):
    """FAL-3.3, A-09: Redraw the hand after a round, if due. With `on_discard` only if the last hand card led."""
    player = state.players[seat]
    if rules.redraw_trigger == RedrawTrigger.HAND_EMPTY:
        draw_again(state, rules, seat)
    elif led_last and player.hand == 0 and player.pile:
        _take_pile(state, rules, player)


@rule
def has_recovered(state, rules, seat, card):
    """FAL-9.4, A-11: Return whether a seat may use the Lost in Hyperspace card of a leader now."""
    player = state.players[seat]
    if (player.recovered >> card) & 1 == 0 or rules.lih_uses == 0:
        return False
    return (player.reused >> card) & 1 == 0


@rule
def use(state, rules, seat, card):
    """FAL-3.4, FAL-9.4: Put a card on the table for its ability.

    Numbers from `rules.leaders` on are Lost in Hyperspace cards.
    """
    player = state.players[seat]
    if card < rules.leaders:
        player.hand &= ~(1 << card)
        player.used |= 1 << card
        player.last_played = card
        mark_open(state, seat, card)
        return
    lost = 1 << (card - rules.leaders)
    player.recoveries += 1
    player.reused |= lost
    if rules.lih_uses == 1:
        player.recovered &= ~lost


@rule
def card_of(rules, card):
    """Return the leader whose ability a card gives. The card may be a Lost in Hyperspace card."""
    return card if card < rules.leaders else card - rules.leaders


@rule
def next_with(state, rules, seat, effect, card):
    """Return the first card from `card` on that gives a seat an ability now, or NONE.

    Hand cards come first, then Lost in Hyperspace cards.
    """
    hand = state.players[seat].hand
    if hand == 0 and state.players[seat].recovered == 0:
        return NONE
    for k in range(card, 2 * rules.leaders):
        leader = card_of(rules, k)
        if effect_of(rules, leader) == effect:
            in_hand = k < rules.leaders and (hand >> leader) & 1 == 1
            if in_hand or (k >= rules.leaders and has_recovered(state, rules, seat, leader)):
                return k
    return NONE
