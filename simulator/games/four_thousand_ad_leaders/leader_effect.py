"""The effects of leaders in a round of combat: strength, texts, and the card added after the reveal."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import enemy_side, seat_of
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of, effect_of, has_recovered, is_text, use
from starbalance.simulator.games.four_thousand_ad_leaders.rules import Effect
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER


@rule
def may_add(state, rules, seat, card):
    """FAL-9.4, FAL-22.15, A-30: Return whether a seat may add a card after the reveal.

    That is a combat bonus of the hand, or a bonus or text lost in hyperspace (numbers from `rules.leaders` on).
    """
    leader = card_of(rules, card)
    effect = effect_of(rules, leader)
    if card < rules.leaders:
        return effect == Effect.USE_COMBAT_BONUS and (state.players[seat].hand >> leader) & 1 == 1
    fits = effect == Effect.USE_COMBAT_BONUS or is_text(rules, leader)
    return fits and has_recovered(state, rules, seat, leader)


@rule
def can_add(state, rules, seat):
    """FAL-22.15: Return whether a seat has a card to add after the reveal."""
    player = state.players[seat]
    if player.hand == 0 and player.recovered == 0:
        return False
    for card in range(2 * rules.leaders):
        if may_add(state, rules, seat, card):
            return True
    return False


@rule
def add_card(state, rules, side, card):
    """FAL-9.4, FAL-22.15: Add a card to a side. It takes effect at once, and no text can void it."""
    leader = card_of(rules, card)
    use(state, rules, seat_of(state, side), card)
    if effect_of(rules, leader) == Effect.USE_COMBAT_BONUS:
        state.bonus[side] += rules.leader_p1[leader]
        return
    state.extra[side] = leader
    resolve_text(state, rules, side, leader)


@rule
def bonus_of(state, rules, side, card):
    """FAL-22.04, FAL-22.05, FAL-22.09, FAL-22.11: Return the number that a text adds to the total of a side, or 0."""
    effect, p1 = effect_of(rules, card), rules.leader_p1[card]
    own, enemy = state.count[side], state.count[enemy_side(side)]
    if effect == Effect.BONUS_IF_ATTACKER:
        return p1 if side == ATTACKER else 0
    if effect == Effect.BONUS_IF_DEFENDER:
        return p1 if side == DEFENDER else 0
    if effect == Effect.BONUS_IF_FEWER:
        return p1 if own < enemy else 0
    if effect == Effect.BONUS_PER_SHIPS:
        return min(own // p1, rules.leader_p2[card])
    return 0


@rule
def resolve_text(state, rules, side, card):
    """FAL-22.06, FAL-22.08: Apply the effects of a text on the totals. Effects on losses follow in the loss step."""
    effect = effect_of(rules, card)
    state.bonus[side] += bonus_of(state, rules, side, card)
    if effect == Effect.VOID_ENEMY_TEXT:
        state.text_void[enemy_side(side)] = 1
    elif effect == Effect.ZERO_ENEMY_STRENGTH:
        state.zeroed[enemy_side(side)] = 1


@rule
def resolve_texts(state, rules):
    """FAL-14.4: Apply the texts of all leaders that are not void, the Attacker's first."""
    for side in range(2):
        if state.text_void[side] == 0:
            for card in range(rules.leaders):
                if (state.leaders[side] >> card) & 1:
                    resolve_text(state, rules, side, card)


@rule
def strength_of(state, rules, side):
    """FAL-14.5, FAL-22.08: Return the total printed strength of a side's leaders; 0 against a Saboteur."""
    total = 0
    if state.zeroed[side] == 0:
        for card in range(rules.leaders):
            if (state.leaders[side] >> card) & 1:
                total += state.strength[card]
    return total


@rule
def total_of(state, rules, side):
    """FAL-15.1: Return the total of a side: fleet strength, strength of leaders, bonuses."""
    return state.count[side] + strength_of(state, rules, side) + state.bonus[side]


@rule
def has_loss_effect(state, rules, side, card, effect):
    """Return whether a card has an effect for a side in the loss step.

    It is the text of a leader that is not void, or an added Lost in Hyperspace card.
    """
    if effect_of(rules, card) != effect:
        return False
    leads = (state.leaders[side] >> card) & 1 == 1 and state.text_void[side] == 0
    return leads or state.extra[side] == card


@rule
def loss_effect(state, rules, side, effect):
    """FAL-22.02, FAL-22.07: Return the sum of the numbers p1 of a side's cards with an effect on losses."""
    total = 0
    for card in range(rules.leaders):
        if has_loss_effect(state, rules, side, card, effect):
            total += rules.leader_p1[card]
    return total


@rule
def loss_cap(state, rules, side, ships):
    """FAL-22.10: Return the largest loss that a victor can name against `ships` ships of a side.

    It is all of them, unless a card of the side sets a lower limit.
    """
    cap = ships
    for card in range(rules.leaders):
        if has_loss_effect(state, rules, side, card, Effect.CAP_LOSS_FRACTION):
            part, whole = rules.leader_p1[card], rules.leader_p2[card]
            cap = min(cap, (ships * part + whole - 1) // whole)
    return cap
