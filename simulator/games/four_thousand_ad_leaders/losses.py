"""The losses of a round of combat: the victor, the loss that it may name, and the ships that both sides lose."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.combat import enemy_side, seat_of, ships_of_side
from starbalance.simulator.games.four_thousand_ad_leaders.leader_effect import loss_cap, loss_effect, total_of
from starbalance.simulator.games.four_thousand_ad_leaders.rules import Effect, VictorLoss
from starbalance.simulator.games.four_thousand_ad_leaders.state import ATTACKER, DEFENDER
from starbalance.simulator.games.star_field.field import NONE


@rule
def determine_victor(state, rules):
    """FAL-15.1, FAL-15.2, FAL-23.18: Set the victor to the side with the higher total, or NONE after a tie."""
    attack, defence = total_of(state, rules, ATTACKER), total_of(state, rules, DEFENDER)
    state.victor = NONE
    if attack != defence:
        state.victor = ATTACKER if attack > defence else DEFENDER
        if state.count[state.victor] < state.count[enemy_side(state.victor)]:
            state.players[seat_of(state, state.victor)].outnumbered_wins += 1
    if state.count[ATTACKER] == state.count[DEFENDER]:
        note_even_round(state)


@rule
def note_even_round(state):
    """FAL-13.1, FAL-15.1: Count for the outcome the results of rounds with equal ships, first and later rounds."""
    later = 1 if state.combat_round > 1 else 0
    state.even[later] += 1
    state.even_won[later] += 1 if state.victor == ATTACKER else 0
    state.even_lost[later] += 1 if state.victor == DEFENDER else 0


@rule
def is_late(state, rules):
    """FAL-18.3: Return whether the combat is so long that each round costs a ship."""
    return state.combat_round > rules.combat_soft_cap


@rule
def lose_ships(state, side, ships):
    """Remove up to `ships` ships of a side from the star and return how many it lost."""
    seat, enemy = seat_of(state, side), seat_of(state, enemy_side(side))
    fallen = min(ships, state.players[seat].ships[state.star])
    state.players[seat].ships[state.star] -= fallen
    state.players[seat].fallen += fallen
    state.players[enemy].destroyed += fallen
    state.lost_here[side] += fallen
    return fallen


@rule
def tie_losses(state, rules):
    """FAL-15.2, FAL-18.3: Take the losses of a tie: only in a long combat, 1 ship of each side."""
    if is_late(state, rules):
        lose_ships(state, ATTACKER, 1)
        lose_ships(state, DEFENDER, 1)


@rule
def price(state, rules, k):
    """FAL-16.2, FAL-22.07: Return how many ships naming k costs the victor, before the limit of the ships it has."""
    cost = max(0, k - 1)
    if rules.victor_loss == VictorLoss.ZERO:
        cost = 0
    elif rules.victor_loss == VictorLoss.HALF_K:
        cost = k // 2
    elif rules.victor_loss == VictorLoss.K:
        cost = k
    return max(0, cost - loss_effect(state, rules, state.victor, Effect.REDUCE_OWN_LOSS_IF_VICTOR))


@rule
def least_loss(state, rules):
    """FAL-16.1, FAL-18.3: Return the least loss that the victor may name: 0, or 1 in a long combat."""
    return 1 if is_late(state, rules) else 0


@rule
def most_loss(state, rules):
    """FAL-16.1, FAL-22.10, A-07: Return the largest loss that the victor may name.

    It is all ships of the loser unless a card or the price limits it.
    """
    loser = enemy_side(state.victor)
    most = loss_cap(state, rules, loser, ships_of_side(state, loser))
    if rules.victor_must_afford:
        while most > least_loss(state, rules) and price(state, rules, most) > ships_of_side(state, state.victor):
            most -= 1
    return most


@rule
def note_named(state, rules, k):
    """FAL-16.1: Count for the outcome the loss k that a victor named, if it could name 2 or more."""
    player, most = state.players[seat_of(state, state.victor)], most_loss(state, rules)
    if most > 1:
        player.named += 1
        player.named_all += 1 if k == most else 0
        player.named_one += 1 if k == 1 else 0
        player.named_none += 1 if k == 0 else 0


@rule
def take_losses(state, rules, k):
    """FAL-16.1, FAL-16.2, FAL-22.02: Take the losses: k of the loser, 1 more for a Fleet Marshal, and the price."""
    loser, cost = enemy_side(state.victor), price(state, rules, k)
    lose_ships(state, loser, k + loss_effect(state, rules, loser, Effect.LOSE_EXTRA_IF_LOSER))
    lose_ships(state, state.victor, cost)
