"""The shadow checks: modifiers, discards, dice (IAM-8.2, IAM-8.3, IAM-13.5, IAM-13.6, IAM-13.7, IAM-13.8, IAM-13.9)."""

from starbalance.simulator.engine.chance import below
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.interstellar_ambitions.hand import drop_card
from starbalance.simulator.games.interstellar_ambitions.rules import LEVELS, PENALTIES, SIDES
from starbalance.simulator.games.interstellar_ambitions.state import CHECK_DICE
from starbalance.simulator.games.interstellar_ambitions.word import CardType, Medal, Modifier, Penalty


@rule
def needs_check(rules, kind):
    """IAM-8.1, IAM-8.2, IAM-8.3: Return whether a card needs a check, which STANDARD cards do not (A10)."""
    return rules.shadow_type[kind] != CardType.STANDARD


@rule
def _penalised_value(state, rules, kind, code):
    """Return the value of an object that the penalty refers to: printed combat value (A52), cost or planning level."""
    if rules.penalty[kind] == Penalty.BY_CV:
        return rules.combat[state.players[state.victim].ship[code]]
    return rules.technology_cost[code] if rules.penalty[kind] == Penalty.BY_COST else code % LEVELS


@rule
def penalty_of(state, rules, kind):
    """IAM-13.5: Return the penalty of the card in play for its object: a die modifier, at most 0. The last step that
    applies counts.
    """
    if rules.penalty[kind] == Penalty.NONE:
        return 0
    value, by = _penalised_value(state, rules, kind, state.objects[0, 0]), 0
    for step in range(PENALTIES):
        if rules.penalty_by[kind, step] != 0 and value >= rules.penalty_from[kind, step]:
            by = rules.penalty_by[kind, step]
    return by


@rule
def open_check(state, rules, seat):
    """IAM-13.5: Set `state.modifier` to the modifier known when the card is announced. Bonuses to the opponent's own
    checks do not count (A27).
    """
    kind = state.card
    which = rules.shadow_type[kind] - CardType.SABOTAGE
    state.modifier = state.players[seat].modifiers[Modifier.CHECK_SAB + which] + penalty_of(state, rules, kind)
    state.modifier -= state.players[state.victim].modifiers[Modifier.RESIST_SAB + which]
    state.boosts = 0
    state.opposes = 0


@rule
def may_discard(state, rules, seat, discarded):
    """IAM-13.6, IAM-13.7: Return whether a side may discard another card after `discarded` cards (A51)."""
    return discarded < rules.boost_most and state.players[seat].cards > 0


@rule
def boost(state, rules, seat, kind):
    """IAM-13.6: Discard a card of the seat to boost the check by 1."""
    drop_card(state, rules, seat, kind)
    state.boosts += 1


@rule
def oppose(state, rules, seat, kind):
    """IAM-13.7, IAM-13.9: Discard a card of the seat to oppose the check by 1."""
    drop_card(state, rules, seat, kind)
    state.players[seat].opposed += 1 if state.opposes == 0 else 0
    state.opposes += 1


@rule
def roll_die(state):
    """IAM-13.8: Roll the die and return its face."""
    return below(state, CHECK_DICE, SIDES) + 1


@rule
def judge_check(state, rules, seat, face):
    """IAM-13.8, IAM-8.2, IAM-8.3: Return whether the check succeeds with this face. A success earns a medal."""
    player = state.players[seat]
    player.checks += 1
    if face + state.modifier + state.boosts - state.opposes < rules.check_target:
        return False
    player.checks_won += 1
    player.medals[Medal.SHADOW] += 1
    player.victims |= 1 << state.victim
    return True
