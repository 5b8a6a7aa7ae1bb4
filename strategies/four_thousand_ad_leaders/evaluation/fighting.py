"""The evaluation of combat decisions: leaders, extra cards, named losses, withdrawals."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import enemy_side, seat_of, ships_of_side, side_of
from starbalance.simulator.games.four_thousand_ad_leaders.leader import card_of, effect_of
from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import bonus_of, strength_of
from starbalance.simulator.games.four_thousand_ad_leaders.losses import price
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FIRST_USE, FLEETS, Effect
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER, Kind
from starbalance.simulator.games.star_field.field import NONE
from starbalance.strategies.four_thousand_ad_leaders.evaluation.last_turn import is_last_round
from starbalance.strategies.four_thousand_ad_leaders.evaluation.weights import Weight

_FEED = 0.4  # value of spending a card that keeps the discards out of the hand


@rule
def power(state, rules, side, card):
    """Return what the leader `card` adds to the total of a side in this round, or 0 for NONE."""
    if card == NONE:
        return 0.0
    return float(state.strength[card] + bonus_of(state, rules, side, card))


@rule
def is_stuck(state, rules, seat):
    """FAL-3.3: Return whether the hand has no card except Use cards, while discards wait to come back into it."""
    player = state.players[seat]
    for card in range(rules.leaders):
        if (player.hand >> card) & 1 and effect_of(rules, card) < FIRST_USE:
            return False
    return members(player.pile) > 1


@rule
def redraw(state, seat, card, survey):
    """FAL-3.3: Return the value of spending a card for the next redraw: high in a small hand and for a weak card.

    Return 0 if no discard would come back.
    """
    player = state.players[seat]
    left, back = members(player.hand), max(0, members(player.pile) - 1)
    return survey.weights[Weight.CYCLE] * back / (left * left * (1.0 + state.strength[card]))


@rule
def has_leader(state):
    """Return whether a fleet of the Attacker at the star has a leader, which is public."""
    for slot in range(FLEETS):
        if state.landed[slot].star == state.star and state.landed[slot].leader != NONE:
            return True
    return False


@rule
def defence_option(state, rules, card, survey):
    """E-5: Return the score of a leader for the Defender, or of none (NONE).

    The best is the weakest leader that beats a usual enemy leader, or none if no leader does.
    """
    side = side_of(state, state.actor)
    weights = survey.weights
    enemy = state.count[ATTACKER] + (weights[Weight.USUAL] if has_leader(state) else 0.0)
    lead = state.count[side] + power(state, rules, side, card) - enemy
    if card != NONE and has_leader(state) and effect_of(rules, card) == Effect.ZERO_ENEMY_STRENGTH:
        lead += weights[Weight.SABOTAGE]
    value = 3.0 if lead > 0.0 else (0.8 if lead == 0.0 else 0.0)
    cost = survey.weights[Weight.LEADER] * (1.0 + state.strength[card]) if card != NONE else 0.0
    if card != NONE and is_stuck(state, rules, state.actor):
        cost = -_FEED
    return value - 0.5 * cost + (redraw(state, state.actor, card, survey) if card != NONE else 0.0)


@rule
def attack_option(state, rules, card, survey):
    """E-6: Return the score of a leader for the Attacker.

    The best is the weakest leader that beats a usual enemy leader, otherwise the strongest leader.
    """
    lead = state.count[ATTACKER] + power(state, rules, ATTACKER, card) - state.count[enemy_side(ATTACKER)]
    lead -= survey.weights[Weight.USUAL]
    return 10.0 - lead if lead > 0.0 else lead


@rule
def shown_total(state, rules, side):
    """Return the total of a side from the open cards, with each text at its best effect."""
    total = float(state.count[side] + strength_of(state, rules, side) + state.bonus[side])
    if state.text_void[side] == 0:
        for card in range(rules.leaders):
            if (state.leaders[side] >> card) & 1:
                total += bonus_of(state, rules, side, card)
    return total


@rule
def gain_of_text(state, rules, side, card):
    """Return by how much a side's lead in the totals grows if it plays a card after the reveal."""
    effect, enemy = effect_of(rules, card), enemy_side(side)
    if effect == Effect.USE_COMBAT_BONUS:
        return float(rules.leader_p1[card])
    if effect == Effect.ZERO_ENEMY_STRENGTH:
        return float(strength_of(state, rules, enemy))
    if effect == Effect.VOID_ENEMY_TEXT and state.text_void[enemy] == 0:
        total = 0.0
        for other in range(rules.leaders):
            if (state.leaders[enemy] >> other) & 1:
                total += bonus_of(state, rules, enemy, other)
        return total
    return float(bonus_of(state, rules, side, card))


@rule
def extra_option(state, rules, option):
    """E-7: Return the score of an extra card, or 0 for NO.

    It is 1 if the card turns a round that is lost or tied, otherwise -1. Before the last round of the game, the round
    must also have at least 4 ships in all.
    """
    if option.kind == Kind.NO:
        return 0.0
    side = side_of(state, state.actor)
    lead = shown_total(state, rules, side) - shown_total(state, rules, enemy_side(side))
    turned = lead <= 0.0 and lead + gain_of_text(state, rules, side, card_of(rules, option.c)) > 0.0
    at_stake = state.count[0] + state.count[1] >= 4 or is_last_round(state, rules)
    return 1.0 if turned and at_stake else -1.0


@rule
def loss_option(state, rules, k, survey):
    """E-8: Return the score of naming `k` enemy losses: their value minus that of the own ships that they cost.

    If no enemy is left, add the value of the star. If no own ship is left, subtract a part of it instead.
    """
    own, enemy = ships_of_side(state, state.victor), ships_of_side(state, enemy_side(state.victor))
    paid = min(price(state, rules, k), own)
    value = (survey.weights[Weight.KILL] + 0.3) * k - survey.weights[Weight.SHIP] * paid
    if state.victor == ATTACKER and 0.0 < survey.prey <= state.lost_here[DEFENDER] + k:
        value += survey.prize
    if own - paid == 0:
        return value - 0.4 * survey.value[state.star]
    return value + (survey.value[state.star] + survey.fight if k >= enemy else 0.0)


@rule
def expects_to_lose(state, rules, seat, survey):
    """Return whether a seat expects to lose the next round, by ships and a usual leader of the Defender."""
    side, usual = side_of(state, seat), survey.weights[Weight.USUAL]
    own, enemy = float(ships_of_side(state, side)), float(ships_of_side(state, enemy_side(side)))
    if side == ATTACKER:
        hand = state.players[seat_of(state, enemy_side(side))].hand != 0
        return own <= enemy + (usual if hand else 0.0)
    return own + (usual if state.players[seat].hand != 0 else 0.0) < enemy


@rule
def withdrawal_option(state, rules, ships, survey):
    """E-9: Return the score of withdrawing a number of ships.

    It is this number if the seat expects to lose the next round, otherwise minus this number. In the last round of the
    game nothing withdraws, since ships in warp win no star.
    """
    side = side_of(state, state.actor)
    if ships_of_side(state, enemy_side(side)) == 0 or is_last_round(state, rules):
        return -float(ships)
    return float(ships) if expects_to_lose(state, rules, state.actor, survey) else -float(ships)
