"""Leader cards: in the hand, under fleets, discarded, used, lost in hyperspace, drawn again."""

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
    """FAL-3.2: the ability of a card, NONE in a plain deck."""
    return Effect.NONE if rules.leader_deck == LeaderDeck.PLAIN else rules.effect[card]


@rule
def is_use(rules, card):
    """FAL-3.4: whether the ability is a Use ability."""
    return effect_of(rules, card) >= FIRST_USE


@rule
def is_text(rules, card):
    """FAL-3.2: whether the ability is a text, which works in the round that the card leads."""
    effect = effect_of(rules, card)
    return effect > Effect.NONE and effect < FIRST_USE


@rule
def may_lead(rules, card):
    """FAL-3.5, A-10"""
    return rules.use_cards_lead == 1 or not is_use(rules, card)


@rule
def who_may_lead(state, rules, seat):
    """FAL-10.5, FAL-14.1: the cards of a hand that may go with a fleet or lead a defence, as bits."""
    hand, found = state.players[seat].hand, 0
    for card in range(rules.leaders):
        if (hand >> card) & 1 and may_lead(rules, card):
            found |= 1 << card
    return found


@rule
def bar(state, seat, cards):
    """Cards that lie open are under no fleet of their owner: everybody knows it."""
    for fleet in state.players[seat].fleets:
        if fleet.ships > 0:
            fleet.barred |= cards
    if seat == state.active:
        for fleet in state.landed:
            if fleet.star != NONE:
                fleet.barred |= cards


@rule
def lay_open(state, seat, card):
    """Everybody has seen the card from now on."""
    state.players[seat].seen |= 1 << card
    bar(state, seat, 1 << card)


@rule
def lying_open(state, seat):
    """The cards of a seat that lie open, as bits."""
    player = state.players[seat]
    return player.pile | player.used | player.removed


@rule
def take_along(state, rules, seat, card):
    """FAL-10.5: a card leaves the hand, face down; outside a round of combat the hand may be drawn again."""
    if card == NONE:
        return
    player = state.players[seat]
    player.hand &= ~(1 << card)
    player.last_played = card
    if state.combat_round == 0:
        draw_again(state, rules, seat)


@rule
def return_to_hand(state, seat, card):
    """FAL-11.6: unrevealed."""
    if card == NONE:
        return
    player = state.players[seat]
    player.hand |= 1 << card
    if player.last_played == card:
        player.last_played = NONE


@rule
def discard(state, seat, card):
    """FAL-17.4: face up on the pile."""
    player = state.players[seat]
    player.pile |= 1 << card
    player.last_discard = card
    lay_open(state, seat, card)


@rule
def remove(state, seat, card):
    """FAL-9.3: a leader lost in hyperspace leaves the game; a card stands for the ability."""
    player = state.players[seat]
    player.removed |= 1 << card
    player.recovered |= 1 << card
    lay_open(state, seat, card)


@rule
def _exception(rules, player):
    """FAL-3.3, A-28: the card that stays on the pile, if it lies there."""
    if rules.redraw_keeps == RedrawKeeps.LAST_DISCARDED:
        return player.last_discard
    return player.last_played


@rule
def draw_again(state, rules, seat):
    """FAL-3.3, A-09, A-28: with an empty hand the pile returns to it, but for one card."""
    player = state.players[seat]
    if player.hand or player.pile == 0 or rules.redraw_trigger == RedrawTrigger.ON_DISCARD:
        return
    _take_pile(state, rules, player)


@rule
def _take_pile(state, rules, player):
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
    """FAL-3.3, A-09: after a round's leaders are discarded; under on_discard only if the last hand card led."""
    player = state.players[seat]
    if rules.redraw_trigger == RedrawTrigger.HAND_EMPTY:
        draw_again(state, rules, seat)
    elif led_last and player.hand == 0 and player.pile:
        _take_pile(state, rules, player)


@rule
def has_recovered(state, rules, seat, card):
    """FAL-9.4, A-11: whether a Lost in Hyperspace card may be used now."""
    player = state.players[seat]
    if (player.recovered >> card) & 1 == 0 or rules.lih_uses == 0:
        return False
    return (player.reused >> card) & 1 == 0


@rule
def use(state, rules, seat, card):
    """FAL-3.4, FAL-9.4: puts a card on the table for its ability; from `leaders` on it is one lost in hyperspace."""
    player = state.players[seat]
    if card < rules.leaders:
        player.hand &= ~(1 << card)
        player.used |= 1 << card
        player.last_played = card
        lay_open(state, seat, card)
        return
    lost = 1 << (card - rules.leaders)
    player.recoveries += 1
    player.reused |= lost
    if rules.lih_uses == 1:
        player.recovered &= ~lost


@rule
def card_of(rules, card):
    """The leader whose ability a card gives, be it one lost in hyperspace."""
    return card if card < rules.leaders else card - rules.leaders


@rule
def next_with(state, rules, seat, effect, card):
    """The first card from `card` on with which a seat can use an ability: of its hand, or lost in hyperspace.

    NONE: there is none.
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
